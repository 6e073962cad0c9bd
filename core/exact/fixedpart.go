package exact

import (
	"slices"

	"causeway/core/causal"
)

// fixedPart holds the features that have the same value in all rows of a search. They contribute
// the same to the first layer's sums, the effort and the cost of every row. The time per box
// therefore depends only on the open features: a search along a line takes little longer with
// hundreds of columns than with ten.
type fixedPart struct {
	row          []float64 // values of all features
	changed      int       // number of fixed features that changed, without those that follow
	effort, cost float64
}

// agrees reports whether a whole row has the fixed values.
func (x *fixedPart) agrees(row []float64, open []int) bool {
	for j, v := range row {
		if len(open) > 0 && open[0] == j {
			open = open[1:]
		} else if v != x.row[j] {
			return false
		}
	}
	return true
}

// partFixed separates the fixed features of a problem from the open ones, and returns the domains
// that the rules leave to the open ones. some is false if no row is left. Features that follow from
// others are always open. If few is false, all features are open.
func (s *Search) partFixed(p Problem, few bool) (domains []causal.Domain, some bool) {
	all, blocked := clone(p.Within), -1
	if p.Within == nil {
		all, blocked = causal.Domains(p.Schema, p.Rules, p.Factual)
	} else if few {
		blocked = causal.Narrow(p.Schema, p.Rules, p.Factual, all)
	}
	some = blocked < 0
	follows := causal.Follows(p.Schema, p.Rules)
	free := make([]bool, len(all))
	for j, d := range all {
		free[j] = !few || !some || follows[j] || !d.Single()
	}
	isOpen, kept, decided := tied(p.Rules, free)
	s.p, s.fixed.row, s.x = p, slices.Clone(p.Factual), make([]float32, p.Schema.Width())
	s.p.Schema.Features, s.p.Factual, s.p.Effort, s.p.Rules, s.p.Within = nil, nil, nil, nil, nil
	joined := causal.Joined(p.Rules, p.Factual)
	at, input, offset := make([]int, len(all)), 0, 0
	for j := range p.Schema.Features {
		c := columnOf(p, j)
		c.joined = joined != nil && joined[j]
		c.input, c.offset, c.follows = input, offset, follows[j]
		input += c.Width()
		if !free[j] {
			s.fixed.row[j] = all[j].Only()
			some = some && (!c.number || c.shows(s.fixed.row[j]))
		}
		if isOpen[j] {
			at[j] = len(s.open)
			offset += c.Width()
			s.open, s.cols, domains = append(s.open, j), append(s.cols, c), append(domains, all[j])
			s.p.Schema.Features, s.p.Factual = append(s.p.Schema.Features, *c.Feature), append(s.p.Factual, c.factual)
			continue
		}
	}
	base := causal.NewBase(p.Schema, p.Rules, p.Factual).Of(s.fixed.row, make([]float64, len(all)))
	for j, v := range s.fixed.row {
		if c := columnOf(p, j); !isOpen[j] && v != base[j] {
			s.fixed.changed += b2i(joined == nil || !joined[j])
			s.fixed.effort += c.effort
			s.fixed.cost += c.cost(v, base[j])
		}
	}
	for _, r := range kept {
		s.p.Rules = append(s.p.Rules, r.Among(at))
	}
	s.base = causal.NewBase(s.p.Schema, s.p.Rules, s.p.Factual)
	for i := range s.cols {
		s.cols[i].forced = s.base.Forced(i)
		s.follow = s.follow || s.cols[i].follows
	}
	for i := range s.p.Rules {
		if r := &s.p.Rules[i]; r.Follower() {
			s.cols[r.Feature].causes = r.Features()[1:]
		}
	}
	p.Schema.Encode(s.fixed.row, s.x)
	for i := range s.cols {
		clear(s.x[s.cols[i].input:][:s.cols[i].Width()])
	}
	s.within = clone(domains)
	return domains, some && causal.AllHold(p.Schema, decided, p.Factual, s.fixed.row)
}

// tied opens the free features and all features that share a rule with one of them. It separates
// rules about open features from rules that the fixed values already decide.
func tied(rules []causal.Rule, free []bool) (open []bool, kept, decided []causal.Rule) {
	open = slices.Clone(free)
	for _, r := range rules {
		list := r.Features()
		if !slices.ContainsFunc(list, func(j int) bool { return free[j] }) {
			decided = append(decided, r)
			continue
		}
		kept = append(kept, r)
		for _, j := range list {
			open[j] = true
		}
	}
	return open, kept, decided
}

// columnOf returns feature j of a problem as a column.
func columnOf(p Problem, j int) column {
	f := &p.Schema.Features[j]
	c := column{Feature: f, effort: 1, factual: p.Factual[j]}
	if p.Effort != nil {
		c.effort = p.Effort[j]
	}
	c.price = c.effort * p.LevelCost
	if f.Kind.Numeric() {
		c.number, c.price = true, c.effort/f.MAD
		c.at = float64(f.Scale(c.factual))
		c.off = f.Round(c.factual) != c.factual
	}
	return c
}

// inputs returns the indices of the black box's inputs that belong to open features.
func (s *Search) inputs() (list []int) {
	for i := range s.cols {
		for l := range s.cols[i].Width() {
			list = append(list, s.cols[i].input+l)
		}
	}
	return list
}
