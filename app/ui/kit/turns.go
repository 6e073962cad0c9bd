package kit

import (
	"math"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// Go runs all that can go on before it returns to the browser. What was published, the panels that
// show it, the parts of those panels that come with them, each drawn in a frame of its own, would be
// one task, and nothing that a person does in it is answered before its end. So the browser has a
// turn after each of these frames, and what is long comes in parts, some in each frame.

// InTurn has a part of the page drawn once the browser has had its turn, after the parts that asked
// before. It does so at once where there is no browser.
func InTurn(ctx app.Context, draw func(ctx app.Context)) {
	if !app.IsClient {
		draw(ctx)
		return
	}
	page.parts = append(page.parts, func() { ctx.Dispatch(draw) })
	page.wait(ctx)
}

// Turns leaves the browser a turn after each of the frames that draw what is published now.
func Turns(ctx app.Context) {
	if app.IsClient {
		page.frames = framesOfOne
		page.wait(ctx)
	}
}

// framesOfOne is how many frames follow what is published: a panel, what stands in it, and so on.
const framesOfOne = 8

// shortPart and longPart bound how long a frame with parts takes.
const (
	shortPart = 20 * time.Millisecond
	longPart  = 40 * time.Millisecond
)

// turns is the queue of parts.
type turns struct {
	turn   func() // waits until the browser has had its turn
	parts  []func()
	most   int       // parts in a frame
	frames int       // to come
	no     int       // of the wait that counts
	began  time.Time // the last frame with parts; zero: what came of it is known
}

var page = turns{turn: browserTurn()}

// wait has the browser have its turn at the end of the frame to come, after all else that was asked
// for then, as the focus goes with what is drawn.
func (t *turns) wait(ctx app.Context) {
	t.no++
	no, d := t.no, ctx.Dispatcher()
	say := func(when app.DispatchMode, do func(app.Context)) {
		d.Dispatch(app.Dispatch{Mode: when, Source: d.Context().Src(), Function: do})
	}
	say(app.Next, func(app.Context) { // behind what is mounted now
		say(app.Defer, func(ctx app.Context) {
			if no == t.no {
				t.next(ctx)
			}
		})
	})
}

func (t *turns) next(ctx app.Context) {
	if took := time.Since(t.began); !t.began.IsZero() && took > longPart {
		t.most /= 2
	} else if took < shortPart {
		t.most++
	}
	t.began = time.Time{}
	t.turn()
	t.frames--
	if n := min(max(t.most, 1), len(t.parts)); n > 0 {
		t.most, t.began, t.frames = n, time.Now(), max(t.frames, 1)
		for _, draw := range t.parts[:n] {
			draw()
		}
		t.parts = t.parts[n:]
	}
	if t.frames > 0 {
		t.wait(ctx)
	}
}

// browserTurn returns a function that waits until the browser has had its turn, or has an event:
// who hears of one must be able to say what becomes of it (web/boot.js).
func browserTurn() func() {
	had := make(chan struct{}, 1)
	heard := app.FuncOf(func(app.Value, []app.Value) any {
		had <- struct{}{}
		return nil
	})
	return func() {
		app.Window().Call("causewayTurn", heard)
		<-had
	}
}

// Parts is how much of a long list is drawn: some of it with what stands around it, and more in
// each turn.
type Parts struct{ drawn int }

// Begin draws the first of a list, by more in each turn, until all are.
func (p *Parts) Begin(ctx app.Context, first, by, all int) {
	if p.drawn = first; first >= all {
		p.drawn = math.MaxInt
		return
	}
	InTurn(ctx, func(ctx app.Context) { p.Begin(ctx, first+by, by, all) })
}

// Of is how many of a list are drawn, at least the first.
func (p *Parts) Of(first, all int) int { return min(all, max(p.drawn, first)) }
