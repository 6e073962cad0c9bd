package causal

// implies narrows by one implication of an IfRisesThenRises rule. If the premise certainly holds,
// it narrows the effect. If the effect cannot follow and only one part of the premise can still
// fail, it makes that part fail.
func (n *narrowing) implies(r *Rule, way moves) {
	effect := way
	if !r.Strict {
		effect |= stays
	}
	effect = effect.turned(r.Falls)
	able := n.moves(r.Other)&effect != 0
	outs := n.outs(r, way)
	switch {
	case len(outs) == 0 && !able:
		n.empty(r.Feature)
	case len(outs) == 0:
		n.restrict(r.Other, effect)
	case len(outs) == 1 && !able:
		for _, o := range outs[0] {
			n.restrict(o.feature, o.to)
		}
	}
	if r.Sized() && able {
		n.size(r, way, outs)
	}
}

// only is the requirement that a feature moves in one of some directions.
type only struct {
	feature int
	to      moves
}

// outs returns the ways in which the premise can still fail, given how the features can move. The
// result is valid until the next call.
func (n *narrowing) outs(r *Rule, way moves) [][]only {
	const all = falls | stays | rises
	list, ways := n.list[:0], n.ways[:0]
	var none []only // no cause moves; used if any moving cause is enough
	certain := false
	for i := range 1 + len(r.Also) {
		m := r.cause(i)
		with := way.turned(m.Falls)
		now := n.moves(m.Feature)
		against := with.turned(true)
		switch {
		case m.Part == Still:
			against = all &^ stays
		case m.Part == Moves && !r.Any:
			against = all &^ with
		case m.Part == Moves:
			none = append(none, only{m.Feature, all &^ with})
			certain = certain || now == with
		}
		if now&against != 0 {
			ways = append(ways, only{m.Feature, against})
			list = append(list, ways[len(ways)-1:])
		}
	}
	if r.Any && !certain {
		list = append(list, none)
	}
	n.list, n.ways = list, ways
	return list
}

// size narrows by the size of the change: the effect by how far its cause moves, and the cause by
// how far the effect can follow.
func (n *narrowing) size(r *Rule, way moves, outs [][]only) {
	if len(outs) == 0 {
		least, most := n.extent(r.Feature, way)
		low, high := r.Least*max(least, 0), Open
		if r.Most > 0 {
			high = r.Most * most
		}
		n.extend(r.Other, way.turned(r.Falls), low, high, n.slack(r))
	}
	own := len(outs) == 0 || len(outs) == 1 && outs[0][0].feature == r.Feature // the premise depends only on the cause
	if _, most := n.extent(r.Other, way.turned(r.Falls)); own && r.Least > 0 {
		n.extend(r.Feature, way, -Open, most/r.Least, n.slack(r)/r.Least)
	}
}

// slack returns a tolerance larger than any rounding error in the comparisons of a rule with a
// size.
func (n *narrowing) slack(r *Rule) float64 {
	size := func(j int) float64 {
		low, high := n.scores(j)
		from := score(&n.s.Features[j], n.x[j])
		return float64(2 * (rounding(low, high) + rounding(from, from)))
	}
	return size(r.Other) + float64(max(r.Least, r.Most)*size(r.Feature))
}

// extent returns the least and the most that a feature moves in one direction.
func (n *narrowing) extent(j int, way moves) (least, most float64) {
	low, high := n.scores(j)
	from := score(&n.s.Features[j], n.x[j])
	if way == falls {
		return from - high, from - low
	}
	return low - from, high - from
}

// extend keeps the values that move by an amount from least to most in one direction.
func (n *narrowing) extend(j int, way moves, least, most, slack float64) {
	from := score(&n.s.Features[j], n.x[j])
	low, high := from+least, from+most
	if way == falls {
		low, high = from-most, from-least
	}
	n.atLeast(j, low-slack)
	n.atMost(j, high+slack)
}
