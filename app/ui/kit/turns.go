package kit

import (
	"math"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// Long content is drawn in parts: each frame draws as many as fit in a short time.

// InTurn draws a part of the page in a later frame, after parts that are waiting already. Without a
// browser it draws at once.
func InTurn(ctx app.Context, draw func(ctx app.Context)) {
	if !app.IsClient {
		draw(ctx)
		return
	}
	page.parts = append(page.parts, func() { ctx.Dispatch(draw) })
	page.wait(ctx)
}

// shortPart and longPart bound the time of a frame with parts.
const (
	shortPart = 20 * time.Millisecond
	longPart  = 40 * time.Millisecond
)

// turns is the queue of parts.
type turns struct {
	turn  func(then func()) // continues after the browser has handled its events
	parts []func()
	most  int       // parts in a frame
	no    int       // number of the latest wait
	began time.Time // start of the last frame with parts; zero once it was timed
}

var page = turns{turn: browserTurn}

// browserTurn continues once the browser has handled pending events, such as presses. It must not
// block: a blocked go-app thread loses input.
func browserTurn(then func()) {
	var had app.Func
	had = app.FuncOf(func(app.Value, []app.Value) any {
		had.Release()
		then()
		return nil
	})
	app.Window().Call("setTimeout", had, 0)
}

// wait draws the next parts after everything else deferred to the next frame. Setting the focus, for
// example, must not wait for them.
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
	say(app.Next, func(app.Context) { // after everything mounted now
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
		clear(t.parts[:n]) // keep no removed component in memory
		t.parts = t.parts[n:]
		t.wait(ctx)
	}
}

// Parts says how much of a long list is drawn: some at once, and more in each turn.
type Parts struct{ drawn int }

// Begin draws the start of a list and then more in each turn, until the list is complete.
func (p *Parts) Begin(ctx app.Context, first, by, all int) {
	if p.drawn = first; first >= all {
		p.drawn = math.MaxInt
		return
	}
	InTurn(ctx, func(ctx app.Context) { p.Begin(ctx, first+by, by, all) })
}

// Of returns how many items of a list are drawn, at least the first.
func (p *Parts) Of(first, all int) int { return min(all, max(p.drawn, first)) }
