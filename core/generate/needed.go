package generate

import (
	"cmp"
	"slices"

	"causeway/core/mask"
)

// Asks says what a generator asks the black box about its proposals.
type Asks int

const (
	Nothing Asks = iota // the network decides
	Number              // how many features change
	Size                // also how far numbers move
)

// beyond says, for each Asks, how many more features a proposal may change than the network
// suggests.
var beyond = [...]int{Number: 2, Size: 16}

// scales are factors for the changes of numbers. They are tried if all codes of a row fail.
var scales = [...]float64{1, 1.5, 1 / 1.5, 2, 1 / 2., 4, 1 / 4., 8, 16}

// halvings is how often the gap between a size of changes that holds and a smaller one that does
// not is halved.
const halvings = 4

// proposal is a row with some features changed.
type proposal struct {
	set  []int   // the changed features; empty: no proposal
	over float64 // multiplies the changes of numbers
	row  []float64
	lead float32 // minus the lead needed
}

// attempt is the search for one proposal for row e of a list.
type attempt struct {
	e      int
	room   *mask.Room
	order  []int                             // features that can change, the likeliest first
	most   int                               // most features in a set
	change func(j int, over float64) float64 // the new value of a feature
	next   int                               // position in order of the feature to add to set
	set    []int                             // features being tried
	to     []float64                         // the row with these features changed
	taken  [][]int                           // sets that set must not contain
	over   float64                           // scales changes of numbers
	low    float64                           // a smaller scale, at which the proposal fails
	best   proposal
	fresh  bool // best has changed
}

// fewest decodes codes with the help of the black box. If no proposal of a code holds, it uses the
// network's suggestion.
func (p *proposer) fewest(list []asked, codes []float32) [][]float64 {
	k, column := len(codes)/latent, p.columns(list, codes)
	rows := p.helped(list, k, func(e, c int) attempt {
		col := column(e, c)
		order, n := col.likeliest(nil)
		return attempt{order: order, most: n + beyond[p.asks], change: col.change}
	})
	for i, row := range rows {
		if e := i / k; row == nil && !list[e].room.None {
			col := column(e, i%k)
			rows[i] = p.decode(&col, nil)
		}
	}
	return rows
}

// helped makes k proposals for each row, one after the other. Each changes the first few features of
// its order, as few as reach the target, but never all features of an earlier proposal. helped then
// reverts unnecessary changes and moves numbers nearer. If all proposals for a row fail, it scales
// the changes of numbers. A proposal that does not hold is nil.
func (p *proposer) helped(list []asked, k int, begin func(e, c int) attempt) [][]float64 {
	n := len(list)
	rows, taken := make([][]float64, n*k), make([][][]int, n)
	all, now := make([]attempt, n*k), make([]*attempt, 0, n)
	factors := scales[:1]
	if p.asks == Size {
		factors = scales[:]
	}
	for _, over := range factors {
		for c := range k {
			now = now[:0]
			for e := range list {
				if a := &all[e*k+c]; (over == 1 || len(taken[e]) == 0) && !list[e].room.None {
					if over == 1 {
						*a = begin(e, c)
						a.e, a.room, a.most = e, list[e].room, min(a.most, len(a.order))
						a.set, a.to = make([]int, 0, a.most), make([]float64, len(p.wished))
					}
					a.next, a.set, a.taken, a.over = 0, a.set[:0], taken[e], over
					copy(a.to, a.room.Row)
					now = append(now, a)
				}
			}
			p.grow(list, now)
			p.revert(list, now)
			if p.asks == Size {
				p.approach(list, now)
			}
			for _, a := range now {
				if len(a.best.set) > 0 {
					rows[a.e*k+c], taken[a.e] = a.best.row, append(taken[a.e], a.best.set)
				}
			}
		}
	}
	return rows
}

// grow tries the likeliest feature of each attempt, then the two likeliest, and so on until the
// proposal holds.
func (p *proposer) grow(list []asked, now []*attempt) {
	for more := true; more; p.settle(list) {
		more = false
		for _, a := range now {
			if len(a.best.set) == 0 && a.extend() {
				more = true
				if a.over == 1 || p.numeric(a.set) {
					p.try(a, a.over, a.set, a.to)
				}
			}
		}
	}
}

// extend adds the likeliest feature with which set contains no taken set.
func (a *attempt) extend() bool {
	for a.next < len(a.order) && len(a.set) < a.most {
		j := a.order[a.next]
		a.next++
		if !slices.ContainsFunc(a.taken, func(t []int) bool {
			return !slices.ContainsFunc(t, func(i int) bool { return i != j && !slices.Contains(a.set, i) })
		}) {
			a.set, a.to[j] = append(a.set, j), a.change(j, a.over)
			return true
		}
	}
	return false
}

// numeric reports whether a set contains a number, whose change can be scaled.
func (p *proposer) numeric(set []int) bool {
	return slices.ContainsFunc(set, func(j int) bool { return p.schema.Features[j].Kind.Numeric() })
}

// revert drops changes from proposals that hold, one at a time, until every change is needed.
func (p *proposer) revert(list []asked, now []*attempt) {
	for more := true; more; p.settle(list) {
		more = false
		for _, a := range now {
			if set := a.best.set; a.fresh && len(set) > 1 {
				more = true
				for i := range set {
					less := slices.Delete(slices.Clone(set), i, i+1)
					wish(p.wished, a.room.Row, less, func(j int) float64 { return a.to[j] })
					p.try(a, a.over, less, p.wished)
				}
			}
			a.fresh = false
		}
	}
}

// approach makes the changes of numbers smaller as long as the row holds.
func (p *proposer) approach(list []asked, now []*attempt) {
	for range halvings {
		for _, a := range now {
			if over := (a.low + a.best.over) / 2; p.numeric(a.best.set) {
				wish(p.wished, a.room.Row, a.best.set, func(j int) float64 { return a.change(j, over) })
				p.try(a, over, a.best.set, p.wished)
			}
		}
		p.settle(list)
		for _, a := range now {
			if !a.fresh {
				a.low = (a.low + a.best.over) / 2
			}
			a.fresh = false
		}
	}
}

// tries holds proposals that the black box has not judged yet. Their memory is reused.
type tries struct {
	list   []proposal
	of     []*attempt
	rows   [][]float64
	values []float64
}

// try adds the proposal that changes a set of features as wished, if the rules allow one.
func (p *proposer) try(a *attempt, over float64, set []int, wished []float64) {
	t, n := &p.tries, len(wished)
	if cap(t.values)-len(t.values) < n {
		t.values = make([]float64, 0, 1024*n)
	}
	row := t.values[len(t.values) : len(t.values)+n : len(t.values)+n]
	if a.room.Decode(mask.Wish{Values: wished}, row) {
		t.values = t.values[:len(t.values)+n]
		t.list, t.of = append(t.list, proposal{set: set, over: over, row: row}), append(t.of, a)
		t.rows = append(t.rows, row)
	}
}

// settle gives each attempt its best try that holds: first by fewest changes, then by distance,
// then by largest lead.
func (p *proposer) settle(list []asked) {
	t := &p.tries
	p.lead = leads(p.schema, p.pass, &p.ballot, t.rows, p.lead[:0], func(i int) int { return list[t.of[i].e].target })
	for i, x := range t.list {
		a := t.of[i]
		if x.lead = p.lead[i] - list[a.e].need; x.lead <= 0 {
			continue
		}
		if b := a.best; len(b.set) == 0 || cmp.Or(cmp.Compare(len(x.set), len(b.set)), cmp.Compare(x.over, b.over),
			cmp.Compare(b.lead, x.lead)) < 0 {
			x.set, x.row = slices.Clone(x.set), slices.Clone(x.row)
			a.best, a.fresh = x, true
		}
	}
	t.list, t.of, t.rows, t.values = t.list[:0], t.of[:0], t.rows[:0], t.values[:0]
}
