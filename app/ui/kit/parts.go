package kit

import (
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// Parts is how much of a page of a wide table is drawn: a part in each frame, as all of it
// would hold the page up. What is there to be dragged comes as a whole.
type Parts struct{ drawn int }

// partColumns are the columns of a part.
const partColumns = 6

const frame = 16 * time.Millisecond

// Grow draws the parts that a first frame leaves out, each once the browser has had its turn
// after the one before. What is deferred would come before its turn, and so would what waits
// from now on: by the end of a long drawing its time is over.
func (p *Parts) Grow(ctx app.Context) {
	if p.drawn += partColumns; p.drawn < allColumns {
		ctx.Defer(func(ctx app.Context) { ctx.After(frame, p.Grow) })
	}
}

// Within is where the drawn part of a page that begins at low ends.
func (p *Parts) Within(low, high int) int { return min(high, low+max(p.drawn, partColumns)) }
