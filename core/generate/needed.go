package generate

import (
	"slices"

	"causeway/core/mask"
)

// beyond limits how many features a proposal may change in addition to those suggested by the
// network.
const beyond = 2

// proposal is a row with some features changed.
type proposal struct {
	e    int   // of the row in its list
	set  []int // the features
	row  []float64
	lead float32 // minus the lead needed
}

// tries holds proposals that the black box has not judged yet. Their memory is reused.
type tries struct {
	list     []proposal
	rows     [][]float64
	features []int
	values   []float64
}

// needed decodes codes one after the other. Each proposal changes the likeliest features of a row,
// as few as the black box requires, so that they do not include the set of an earlier code. Then
// needed reverts unnecessary changes. A code without such a proposal gets what the network
// suggests.
func (p *proposer) needed(list []asked, codes []float32) [][]float64 {
	k := len(codes) / latent
	column := p.columns(list, codes)
	rows, taken := make([][]float64, len(list)*k), make([][][]int, len(list))
	var open []proposal
	for c := range k {
		p.tries.clear()
		for e := range list {
			if !list[e].room.None {
				col := column(e, c)
				p.grow(&col, e, taken[e])
			}
		}
		open = open[:0]
		for _, t := range p.judged(list) {
			if last := len(open) - 1; t.lead > 0 && (last < 0 || open[last].e != t.e) {
				open = append(open, t.kept())
			}
		}
		for e, next := 0, open; e < len(list); e++ {
			if len(next) > 0 && next[0].e == e {
				next = next[1:]
			} else if !list[e].room.None {
				col := column(e, c)
				rows[e*k+c] = p.own(&col)
			}
		}
		for len(open) > 0 {
			p.tries.clear()
			for _, t := range open {
				rows[t.e*k+c] = t.row
				col := column(t.e, c)
				p.revert(&col, t)
			}
			shorter := p.judged(list)
			next := open[:0]
			for _, t := range open {
				best := proposal{}
				for ; len(shorter) > 0 && shorter[0].e == t.e; shorter = shorter[1:] {
					if shorter[0].lead > best.lead {
						best = shorter[0]
					}
				}
				if best.lead > 0 {
					next = append(next, best.kept())
				} else {
					taken[t.e] = append(taken[t.e], t.set)
				}
			}
			open = next
		}
	}
	return rows
}

// grow tries the likeliest feature of a column, the two likeliest, and so on. It skips features
// that would complete a set already taken.
func (p *proposer) grow(c *column, e int, taken [][]int) {
	order, n := c.likeliest(p.order)
	p.order = order
	from := len(p.tries.features)
	for _, j := range order {
		set := p.tries.features[from:]
		if len(set) == n+beyond {
			break
		}
		if slices.ContainsFunc(taken, func(t []int) bool {
			return !slices.ContainsFunc(t, func(i int) bool { return i != j && !slices.Contains(set, i) })
		}) {
			continue
		}
		p.tries.features = append(p.tries.features, j)
		p.try(c, e, p.tries.features[from:])
	}
}

// revert tries a proposal without each of its changes.
func (p *proposer) revert(c *column, t proposal) {
	for i := range t.set {
		if from := len(p.tries.features); len(t.set) > 1 {
			p.tries.features = append(append(p.tries.features, t.set[:i]...), t.set[i+1:]...)
			p.try(c, t.e, p.tries.features[from:])
		}
	}
}

// try adds the proposal of a column that changes a set of features, if the rules leave one.
func (p *proposer) try(c *column, e int, set []int) {
	t, n := &p.tries, len(p.wished)
	if c.wish(p.wished, set, 1); cap(t.values)-len(t.values) < n {
		t.values = make([]float64, 0, 1024*n)
	}
	row := t.values[len(t.values) : len(t.values)+n : len(t.values)+n]
	if c.room.Decode(mask.Wish{Values: p.wished}, row) {
		t.values = t.values[:len(t.values)+n]
		t.list, t.rows = append(t.list, proposal{e: e, set: set}), append(t.rows, row)
	}
}

// own returns the row of the features whose gates are open; nil if the rules leave none.
func (p *proposer) own(c *column) []float64 {
	order, n := c.likeliest(p.order)
	p.order = order
	row := make([]float64, len(p.wished))
	if c.wish(p.wished, order[:n], 1); !c.room.Decode(mask.Wish{Values: p.wished}, row) {
		return nil
	}
	return row
}

func (t *tries) clear() {
	t.list, t.rows, t.features, t.values = t.list[:0], t.rows[:0], t.features[:0], t.values[:0]
}

// judged returns the tries with their leads. It is valid until they are cleared.
func (p *proposer) judged(list []asked) []proposal {
	t := &p.tries
	p.lead = leads(p.schema, p.pass, &p.ballot, t.rows, p.lead[:0], func(i int) int { return list[t.list[i].e].target })
	for i := range t.list {
		t.list[i].row, t.list[i].lead = t.rows[i], p.lead[i]-list[t.list[i].e].need
	}
	return t.list
}

// kept returns a copy that outlives the tries.
func (t proposal) kept() proposal {
	t.set, t.row = slices.Clone(t.set), slices.Clone(t.row)
	return t
}
