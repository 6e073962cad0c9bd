package dagview

import (
	"cmp"
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// Limits on the drawn features that the model relies on: each needs at least this fraction of the
// first feature's weight, and only as many are drawn as people can distinguish.
const (
	readShare = 0.04
	mostReads = 12
	readWide  = 6
)

// read returns the features the model relies on, the most important first.
func (c *Canvas) read() (list []int) {
	if len(c.Reads) != len(c.Names) || len(c.Reads) == 0 {
		return nil
	}
	most := slices.Max(c.Reads)
	for v, r := range c.Reads {
		if most > 0 && r >= readShare*most {
			list = append(list, v)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(c.Reads[b], c.Reads[a]) })
	return list[:min(len(list), mostReads)]
}

// reads returns a line from each of these features to the outcome, wider for more important ones. The
// lines are not edges and cannot be grabbed.
func (c *Canvas) reads() []app.UI {
	var list []app.UI
	of := c.read()
	for i, v := range of {
		list = append(list, el("path", "data-part", "reads", "d", c.lines.reads[i].SVG(), "stroke-width",
			px(max(1, readWide*c.Reads[v]/c.Reads[of[0]]))))
	}
	return list
}
