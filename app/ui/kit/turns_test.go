package kit

import (
	"slices"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

type blank struct{ app.Compo }

func (b *blank) Render() app.UI { return app.Div() }

// Parts are drawn in order, several in a frame. Before each such frame comes a turn, after
// everything else requested at the end of the previous frame.
func TestPartsAreDrawnInTurns(t *testing.T) {
	disp := app.NewClientTester(&blank{})
	defer disp.Close()
	ctx := disp.Context()
	var course []string
	var drawn []int
	queue := turns{turn: func(then func()) { course = append(course, "turn"); then() }}
	for i := range 10 {
		queue.parts = append(queue.parts, func() {
			ctx.Dispatch(func(app.Context) { drawn, course = append(drawn, i), append(course, "part") })
		})
	}
	ctx.Dispatch(func(ctx app.Context) { ctx.Defer(func(app.Context) { course = append(course, "focus") }) })
	queue.wait(ctx)
	frames := 0
	for ; len(drawn) < 10 && frames < 20; frames++ {
		before := len(drawn)
		disp.Consume()
		if n := len(drawn) - before; n > frames {
			t.Errorf("%d parts in frame %d", n, frames)
		}
	}
	if !slices.IsSorted(drawn) || len(drawn) != 10 || frames < 5 {
		t.Errorf("drawn %v in %d frames", drawn, frames)
	}
	if !slices.Equal(course[:3], []string{"focus", "turn", "part"}) {
		t.Errorf("first %v", course[:3])
	}
	turns := 0
	for range 20 { // the frame ends
		if disp.Consume(); len(course) == turns {
			return
		}
		turns = len(course)
	}
	t.Error("there are turns for ever")
}
