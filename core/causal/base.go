package causal

import (
	"math"
	"slices"

	"causeway/core/data"
)

// Base computes the value that each feature of a row would have without an action on it: the value
// that its causes give it. An answer acts on the features that differ from their base. Features
// that differ only from the factual follow from others.
//
//	acted on                     x_j, or more if an edge with Least forces it, see forcedTo
//	a number that goes missing   the number stored instead, see Withholds
//	computed, or follows         x'_j: nothing acts on it
//	follows and is acted on      r_j + f(x'_pa)
type Base struct {
	schema  data.Schema
	factual []float64
	follows []bool
	acted   []*Rule // computed features with an Acted law
	forces  []*Rule // with Least > 0

	withholds []*Rule // rules about known numbers that may go missing
}

// NewBase returns the Base of one factual under hard rules. It is safe for concurrent use.
func NewBase(s data.Schema, rules []Rule, factual []float64) *Base {
	b := &Base{schema: s, factual: factual, follows: Follows(s, rules)}
	for i := range rules {
		switch r := &rules[i]; {
		case r.Follower() && r.Law.Acted:
			b.acted = append(b.acted, r)
		case r.Kind == IfRisesThenRises && r.Least > 0 && !r.Soft && !b.follows[r.Other]:
			b.forces = append(b.forces, r)
		case r.Kind == NeverSeen && r.Withholds(s) && !r.first(factual[r.Feature]) && !b.follows[r.Other]:
			b.withholds = append(b.withholds, r)
		}
	}
	return b
}

// Of writes the base of a row into dst, which must have the row's length.
func (b *Base) Of(row, dst []float64) []float64 {
	copy(dst, b.factual)
	for j, is := range b.follows {
		if is {
			dst[j] = row[j]
		}
	}
	for _, r := range b.acted {
		dst[r.Feature] = r.Computes(b.schema, b.factual, row)
	}
	for _, r := range b.forces {
		if j := r.Other; dst[j] == b.factual[j] || b.beyond(j, row[j], dst[j]) {
			dst[j] = b.forcedTo(r, row, dst[j])
		}
	}
	for _, r := range b.withholds {
		if r.first(row[r.Feature]) {
			dst[r.Other] = r.Min
		}
	}
	return dst
}

// Forced reports whether other features can change feature j: a cause through Least, or a flag with
// which a number goes missing.
func (b *Base) Forced(j int) bool {
	is := func(r *Rule) bool { return r.Other == j }
	return slices.ContainsFunc(b.forces, is) || slices.ContainsFunc(b.withholds, is)
}

// Withholds reports whether numbers may go missing. A row without such a change may cost more.
func (b *Base) Withholds() bool { return len(b.withholds) > 0 }

// Reach returns the most that causes within domains can force the score of a feature down and up,
// rounding included.
func (b *Base) Reach(domains []Domain, j int) (down, up float64) {
	n := narrowing{s: b.schema, x: b.factual, d: domains}
	step := 1.0
	if f := &b.schema.Features[j]; f.Kind.Numeric() {
		step = f.Step()
	}
	for _, r := range b.forces {
		if r.Other != j {
			continue
		}
		low, high := n.scores(r.Feature)
		x := score(&b.schema.Features[r.Feature], b.factual[r.Feature])
		for _, by := range [2]float64{low - x, high - x} { // how far the cause moves
			if by > 0 || by < 0 && r.Reverse {
				to := &up
				if by < 0 != r.Falls {
					to = &down
				}
				*to = max(*to, float64(r.Least*math.Abs(by)*(1+1e-9))+float64(step*(1+1e-6)))
			}
		}
	}
	for _, r := range b.withholds {
		if missing, _ := n.some(r.Feature, r.first); missing && r.Other == j {
			by := float64((r.Min - b.factual[j]) * (1 + 1e-9))
			down, up = max(down, -by), max(up, by)
		}
	}
	return down, up
}

// Undo returns a row without the action on feature j. It computes the dependent features again
// and keeps all other actions.
func (b *Base) Undo(rules []Rule, row []float64, j int) []float64 {
	was, out := b.Of(row, make([]float64, len(row))), slices.Clone(row)
	out[j] = b.factual[j]
	b.again(rules, row, was, out, func(k int) bool { return k != j && row[k] != was[k] })
	return out
}

// Act returns the factual after actions. to is the factual with the values that the actions set;
// Act adds what follows from them.
func (b *Base) Act(rules []Rule, to []float64) []float64 {
	out := slices.Clone(to)
	b.again(rules, to, b.factual, out, func(k int) bool { return to[k] != b.factual[k] })
	return out
}

// again computes, in place, what follows in a row. It then repeats the actions: each adds the
// difference between row and its base.
func (b *Base) again(rules []Rule, row, was, out []float64, done func(k int) bool) {
	set := func(k int, v float64) {
		if f := b.schema.Features[k]; done(k) {
			v = Nearest(f, Score(f, v)+Score(f, row[k])-Score(f, was[k]), row[k])
		}
		out[k] = v
	}
	for range out {
		before := slices.Clone(out)
		Compute(b.schema, rules, b.factual, out)
		for _, r := range b.acted {
			set(r.Feature, r.Computes(b.schema, b.factual, out))
		}
		for _, r := range b.forces {
			set(r.Other, b.consequence(r.Other, out))
		}
		for _, r := range b.withholds {
			v := b.factual[r.Other]
			if r.first(out[r.Feature]) {
				v = r.Min
			}
			set(r.Other, v)
		}
		if slices.Equal(before, out) {
			return
		}
	}
}

// consequence returns the value that the causes in a row force on a feature.
func (b *Base) consequence(j int, row []float64) float64 {
	v := b.factual[j]
	for _, r := range b.forces {
		if at, way := b.forced(r, row); r.Other == j && way != 0 && b.beyond(j, at, v) {
			v = at
		}
	}
	return v
}

// beyond reports whether to is further from the factual value of feature j than v.
func (b *Base) beyond(j int, to, v float64) bool {
	f := &b.schema.Features[j]
	x := score(f, b.factual[j])
	return distance(score(f, to), x) > distance(score(f, v), x)
}

// forcedTo returns the value to which a rule with Least moves its effect in the direction of the
// row, if other rules already move it to v.
func (b *Base) forcedTo(r *Rule, row []float64, v float64) float64 {
	j := r.Other
	at, way := b.forced(r, row)
	f := &b.schema.Features[j]
	to, x := score(f, row[j]), score(f, b.factual[j])
	switch {
	case way == 0 || (to-x)*way <= 0:
		return v
	case (score(f, at)-to)*way >= 0: // not further than the row itself
		return row[j]
	case b.beyond(j, at, v):
		return at
	}
	return v
}

// forced returns the value to which a rule moves its effect, and the direction, or 0 if it does
// not move it. If the cause moves by k, at least k * Least of the effect's move follows, rounded
// up to a value that the column can hold.
func (b *Base) forced(r *Rule, row []float64) (at, way float64) {
	way = float64(r.Way(b.schema, b.factual, row))
	if way == 0 {
		return 0, 0
	}
	f, own := &b.schema.Features[r.Other], b.factual[r.Other]
	least, _ := r.Asks(b.schema, b.factual, row)
	x := score(f, own)
	if f.Kind.Numeric() {
		if way > 0 {
			return upTo(f, x+least), way
		}
		return -upTo(f, least-x), way
	}
	best := -1
	for l := range f.Levels {
		if far := (score(f, float64(l)) - x) * way; far >= least-1e-9 &&
			(best < 0 || far < (score(f, float64(best))-x)*way) {
			best = l
		}
	}
	if best < 0 {
		return own, 0
	}
	return float64(best), way
}
