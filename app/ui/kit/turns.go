package kit

import (
	"math"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// What is long comes in parts, some in each frame, as many as a frame can draw in a short time.

// InTurn has a part of the page drawn in a later frame, after the parts that asked before, or
// at once where there is no browser.
func InTurn(ctx app.Context, draw func(ctx app.Context)) {
	if !app.IsClient {
		draw(ctx)
		return
	}
	page.parts = append(page.parts, func() { ctx.Dispatch(draw) })
	page.wait(ctx)
}

// shortPart and longPart bound how long a frame with parts takes.
const (
	shortPart = 20 * time.Millisecond
	longPart  = 40 * time.Millisecond
)

// turns is the queue of parts.
type turns struct {
	turn  func(then func()) // goes on once the browser has had its turn
	parts []func()
	most  int       // parts in a frame
	no    int       // of the wait that counts
	began time.Time // the last frame with parts; zero: what came of it is known
}

var page = turns{turn: browserTurn}

// browserTurn goes on when the browser has done what waits for it, such as what people pressed.
// Nothing waits here: who holds up go-app's thread loses what is chosen meanwhile.
func browserTurn(then func()) {
	var had app.Func
	had = app.FuncOf(func(app.Value, []app.Value) any {
		had.Release()
		then()
		return nil
	})
	app.Window().Call("setTimeout", had, 0)
}

// wait has the next parts drawn in a turn of their own, after everything else that the next frame
// defers: setting the focus, for one, must not wait for them.
func (t *turns) wait(ctx app.Context) {
	t.no++
	no, d := t.no, ctx.Dispatcher()
	say := func(when app.DispatchMode, do func(app.Context)) {
		d.Dispatch(app.Dispatch{Mode: when, Source: d.Context().Src(), Function: func(ctx app.Context) {
			if no == t.no {
				do(ctx)
			}
		}})
	}
	say(app.Next, func(app.Context) { // behind what is mounted now
		say(app.Defer, func(app.Context) {
			t.turn(func() { say(app.Next, t.next) })
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
	if n := min(max(t.most, 1), len(t.parts)); n > 0 {
		t.most, t.began = n, time.Now()
		for _, draw := range t.parts[:n] {
			draw()
		}
		clear(t.parts[:n]) // or what left the page would stay with them
		t.parts = t.parts[n:]
		t.wait(ctx)
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
