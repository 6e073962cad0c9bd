package dagview

import (
	"cmp"
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// How much of what the model reads is drawn: features of which it reads at least a share of what it reads of
// the first, and no more than can be told apart.
const (
	readShare = 0.04
	mostReads = 12
	readWide  = 6
)

// read are the features that the model reads, those that it reads most first.
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

// reads are lines from those to the outcome, wider the more it reads of them. They are not edges: no hand takes
// hold of them.
func (c *Canvas) reads() []app.UI {
	var list []app.UI
	of := c.read()
	for i, v := range of {
		list = append(list, el("path", "data-part", "reads", "d", c.lines.reads[i].SVG(), "stroke-width",
			px(max(1, readWide*c.Reads[v]/c.Reads[of[0]]))))
	}
	return list
}
