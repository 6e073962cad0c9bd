package generate

import (
	"slices"

	"causeway/core/mask"
)

// beyond is how many more features than the network says a proposal may change.
const beyond = 2

// proposal is a row with some features changed.
type proposal struct {
	e    int   // of the row in its list
	set  []int // the features
	row  []float64
	lead float32 // minus the lead needed
}

// tries are proposals that the black box has not judged yet. Their memory is used again.
type tries struct {
	list     []proposal
	rows     [][]float64
	features []int
	values   []float64
}

// fewest decodes codes one after the other. Each changes the likeliest features of a row, as few as
// the black box asks for, without the set of an earlier code among them. Then it reverts changes
// that are not needed. A code without such a proposal says what the network says.
func (p *proposer) fewest(list []asked, codes []float32) [][]float64 {
	k := len(codes) / latent
	column := p.columns(list, codes)
	rows, taken := make([][]float64, len(list)*k), make([][][]int, len(list))
	for c := range k {
		for e := range list {
			if !list[e].room.None {
				col := column(e, c)
				p.grow(&col, e, taken[e])
			}
		}
		sets := make([][]int, len(list))
		for open := p.holding(list); len(open) > 0; open = p.holding(list) {
			for _, t := range open {
				rows[t.e*k+c], sets[t.e] = t.row, t.set
				col := column(t.e, c)
				p.revert(&col, t)
			}
		}
		for e := range list {
			if sets[e] != nil {
				taken[e] = append(taken[e], sets[e])
			} else if !list[e].room.None {
				col := column(e, c)
				rows[e*k+c] = p.decode(&col, nil)
			}
		}
	}
	return rows
}

// grow tries the likeliest feature of a column, the two likeliest, and so on. It passes over
// features that would complete a set that was taken.
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

// holding judges the tries and forgets them. For each row with tries that hold, it returns the one
// with the fewest changes, and of these the one with the largest lead.
func (p *proposer) holding(list []asked) (best []proposal) {
	t := &p.tries
	p.lead = leads(p.schema, p.pass, &p.ballot, t.rows, p.lead[:0], func(i int) int { return list[t.list[i].e].target })
	for i, x := range t.list {
		if x.lead = p.lead[i] - list[x.e].need; x.lead <= 0 {
			continue
		}
		x.row = t.rows[i]
		switch last := len(best) - 1; {
		case last < 0 || best[last].e != x.e:
			best = append(best, x)
		case len(x.set) < len(best[last].set) || len(x.set) == len(best[last].set) && x.lead > best[last].lead:
			best[last] = x
		}
	}
	for i, x := range best {
		best[i].set, best[i].row = slices.Clone(x.set), slices.Clone(x.row)
	}
	t.list, t.rows, t.features, t.values = t.list[:0], t.rows[:0], t.features[:0], t.values[:0]
	return best
}
