package causal

import (
	"slices"

	"causeway/core/data"
)

// Idle is a rule that never says anything, whoever is explained.
type Idle struct {
	Rule     int    // its place in the list of rules
	Sentence string // why
}

// Idles names the rules that can never apply: their causes may not change, or
// only the other way, because of the other hard rules. What it names is certain.
func Idles(s data.Schema, rules []Rule) (list []Idle) {
	w := ways(s, Hard(rules))
	for i, r := range rules {
		if r.idle(w) {
			list = append(list, Idle{i, "This can never apply: " + r.why(s, w) + "."})
		}
	}
	return list
}

// ways are the directions in which each feature can go for somebody; one without
// order that can change goes both.
func ways(s data.Schema, rules []Rule) []moves {
	w := make([]moves, len(s.Features))
	for j := range w {
		w[j] = falls | stays | rises
	}
	for changed := true; changed; {
		before := slices.Clone(w)
		for _, r := range rules {
			r.block(s, w)
		}
		changed = !slices.Equal(w, before)
	}
	return w
}

// block takes away the directions that a rule closes for everyone.
func (r Rule) block(s data.Schema, w []moves) {
	j := r.Feature
	f := s.Features[j]
	switch r.Kind {
	case Immutable:
		w[j] &= stays
	case OnlyIncrease:
		w[j] &^= falls
	case OnlyDecrease:
		w[j] &^= rises
	case MoveAtMost:
		least := leastMove(f)
		if r.Min < least {
			w[j] &^= falls
		}
		if r.Max < least {
			w[j] &^= rises
		}
	case ForbiddenTransitions:
		w[j] &= stays | r.open(f)
	case MoveTogether:
		all, ordered := falls|stays|rises, r.ordered(s)
		for _, m := range r.members() {
			if now := w[m.Feature]; ordered || now == stays {
				all &= now.turned(m.Falls)
			}
		}
		for _, m := range r.members() {
			w[m.Feature] &= all.turned(m.Falls)
		}
	}
}

// leastMove is the least change of a feature's score.
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

// open lists the directions of the transitions that a rule leaves.
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

// can reports whether causes can move one way as the premise has it.
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

// why names the causes that keep a rule from applying.
func (r Rule) why(s data.Schema, w []moves) string {
	var said []int
	var parts []string
	for _, way := range []moves{rises, falls} {
		for _, m := range r.causes() {
			if m.Part != Moves || w[m.Feature]&way.turned(m.Falls) != 0 || way == falls && !r.Reverse {
				continue
			}
			if !slices.Contains(said, m.Feature) {
				said = append(said, m.Feature)
				parts = append(parts, quote(s.Features[m.Feature].Name)+cannot(w[m.Feature]))
			}
			if !r.Any {
				break // one is enough
			}
		}
	}
	return join(parts, "and")
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
