package causal

import (
	"slices"

	"causeway/core/data"
)

// Idle is a rule that can never apply, for any person.
type Idle struct {
	Rule     int    // its index in the list of rules
	Sentence string // why the rule can never apply
}

// Idles lists the rules that can never apply because the other hard rules prevent their causes from
// changing in the required direction. This includes causes that would force an effect that cannot
// move, through chains of any length. Each listed rule is certain to be idle: without all listed
// rules, the others still exclude the same rows. Idles looks at one feature at a time, so it may
// miss some.
func Idles(s data.Schema, rules []Rule) (list []Idle) {
	all, left := roomOf(s, rules), slices.Clone(rules)
	for i, r := range rules {
		if !r.idle(all.open) {
			continue
		}
		left[i].Soft = true // without the rule itself and those already listed
		if w := roomOf(s, left); r.idle(w.open) {
			list = append(list, Idle{i, "This can never apply: " + r.why(s, w) + "."})
		} else {
			left[i].Soft = r.Soft
		}
	}
	return list
}

// ways returns the directions in which the rules let each feature of any person move. An unordered
// feature that can change counts as moving both ways.
func ways(s data.Schema, rules []Rule) []moves {
	w := make([]moves, len(s.Features))
	for j := range w {
		w[j] = falls | stays | rises
	}
	settle(w, func() {
		for _, r := range rules {
			r.block(s, w)
		}
	})
	return w
}

// settle repeats narrow until nothing changes.
func settle(w []moves, narrow func()) {
	for changed := true; changed; {
		before := slices.Clone(w)
		narrow()
		changed = !slices.Equal(w, before)
	}
}

// room holds the directions in which each feature can move (see ways), given that an effect that
// cannot follow blocks its causes. by holds, for each direction, the rule that keeps a cause from
// rising or falling.
type room struct {
	open []moves
	by   map[way]Rule
}

// way is a direction in which a feature moves.
type way struct {
	feature int
	to      moves
}

// roomOf returns the room that the hard rules of a list leave.
func roomOf(s data.Schema, rules []Rule) room {
	rules = Hard(rules)
	w := room{ways(s, rules), map[way]Rule{}}
	settle(w.open, func() {
		for _, r := range rules {
			r.block(s, w.open)
			if r.Kind != IfRisesThenRises || !r.Strict {
				continue
			}
			if r.unable(w, rises); r.Reverse {
				r.unable(w, falls)
			}
		}
	})
	return w
}

// unable removes a direction from each cause that alone would require an impossible move of its
// effect, even if all other causes help.
func (r Rule) unable(w room, to moves) {
	if w.open[r.Other]&to.turned(r.Falls) != 0 {
		return
	}
	causes := r.causes()
	for i, m := range causes {
		alone := m.Part == Moves && (r.Any || r.movers() == 1)
		for k, o := range causes {
			breaks := to.turned(o.Falls).turned(true)
			if o.Part == Still {
				breaks = falls | rises
			}
			alone = alone && (k == i || w.open[o.Feature]&breaks == 0)
		}
		if to := to.turned(m.Falls); alone && w.open[m.Feature]&to != 0 {
			w.open[m.Feature] &^= to
			w.by[way{m.Feature, to}] = r
		}
	}
}

// leastMove returns the smallest possible change of a feature's score.
func leastMove(f data.Feature) float64 {
	if f.Kind.Numeric() {
		return f.Step()
	}
	scores := make([]float64, len(f.Levels))
	for l := range scores {
		scores[l] = Score(f, float64(l))
	}
	slices.Sort(scores)
	scores = slices.Compact(scores)
	least := Open
	for i := 1; i < len(scores); i++ {
		least = min(least, scores[i]-scores[i-1])
	}
	return least
}

// open lists the directions of the transitions that a rule allows.
func (r Rule) open(f data.Feature) (w moves) {
	closed := map[Transition]bool{}
	for _, t := range r.Transitions {
		closed[t] = true
	}
	for from := range f.Levels {
		for to := range f.Levels {
			switch a, b := Score(f, float64(from)), Score(f, float64(to)); {
			case closed[Transition{from, to}] || a == b:
			case b > a:
				w |= rises
			default:
				w |= falls
			}
			if w == rises|falls {
				return w
			}
		}
	}
	return w
}

// idle reports whether an IfRisesThenRises rule can never apply.
func (r Rule) idle(w []moves) bool {
	return r.Kind == IfRisesThenRises && !r.can(w, rises) && !(r.Reverse && r.can(w, falls))
}

// can reports whether the causes can move in one direction, as the premise requires.
func (r Rule) can(w []moves, way moves) bool {
	any, all := false, true
	for _, m := range r.causes() {
		if m.Part == Moves {
			can := w[m.Feature]&way.turned(m.Falls) != 0
			any, all = any || can, all && can
		}
	}
	return all || r.Any && any
}

// why says which causes keep a rule from ever applying.
func (r Rule) why(s data.Schema, w room) string {
	var said []int
	var parts []string
	for _, to := range []moves{rises, falls} {
		for _, m := range r.causes() {
			if m.Part != Moves || w.open[m.Feature]&to.turned(m.Falls) != 0 || to == falls && !r.Reverse {
				continue
			}
			if !slices.Contains(said, m.Feature) {
				said = append(said, m.Feature)
				part := quote(s.Features[m.Feature].Name) + cannot(w.open[m.Feature])
				if by, ok := w.by[way{m.Feature, to.turned(m.Falls)}]; ok {
					part += ", as " + by.unableClause(s, w)
				}
				parts = append(parts, part)
			}
			if !r.Any {
				break // one such cause is enough
			}
		}
	}
	return join(parts, "and")
}

// unableClause names the effect that cannot follow.
func (r Rule) unableClause(s data.Schema, w room) string {
	return quote(s.Features[r.Other].Name) + cannot(w.open[r.Other]) + " with it"
}

func cannot(w moves) string {
	switch {
	case w&(rises|falls) == 0:
		return " may not change"
	case w&rises == 0:
		return " may not rise"
	}
	return " may not fall"
}
