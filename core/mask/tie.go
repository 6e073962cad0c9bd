package mask

import (
	"math"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
)

// tie is a rule that involves several features, or whose limits are not exactly those of an
// interval.
type tie struct {
	rule     causal.Rule
	features []int
	effects  []int // features decided after the others
	last     int   // position in the group's order of the last feature involved
	movers   []mover
}

// mover is a feature with the sign of its direction.
type mover struct {
	j    int
	sign float64
	part causal.Part
}

func tieOf(s data.Schema, r causal.Rule) (tie, bool) {
	t := tie{rule: r, features: r.Features()}
	if r.Law.Acted {
		return t, false
	}
	sign := func(falls bool) float64 {
		if falls {
			return -1
		}
		return 1
	}
	switch r.Kind {
	case causal.IfRisesThenRises:
		t.effects = []int{r.Other}
		t.movers = []mover{{r.Feature, 1, causal.Moves}}
		for _, m := range r.Also {
			t.movers = append(t.movers, mover{m.Feature, sign(m.Falls), m.Part})
		}
	case causal.MoveTogether:
		t.movers = []mover{{r.Feature, 1, causal.Moves}, {r.Other, sign(r.Falls), causal.Moves}}
		for _, m := range r.Also {
			t.movers = append(t.movers, mover{m.Feature, sign(m.Falls), causal.Moves})
		}
		if slices.ContainsFunc(t.movers, func(m mover) bool { return s.Features[m.j].Kind == data.Category }) {
			for i := range t.movers {
				t.movers[i].sign = 0 // a change has no direction
			}
		}
	case causal.NeverSeen:
		t.effects = []int{r.Other}
	case causal.Cardinality:
		for k, j := range t.features { // conclusions of an implication
			if r.IsPremise(0) && !r.IsPremise(k) {
				t.effects = append(t.effects, j)
			}
		}
	case causal.Inequality:
	case causal.LessOrEqual, causal.Computed, causal.StaysMissing, causal.MoveAtMost, causal.NotAlone:
		t.effects = []int{r.Feature}
		if r.Kind == causal.MoveAtMost {
			for _, m := range r.Also {
				t.movers = append(t.movers, mover{m.Feature, sign(m.Falls), m.Part})
			}
		}
	default:
		return t, false
	}
	return t, true
}

// rank returns the number by which the values of an ordered feature are compared.
func rank(f *data.Feature, v float64) float64 {
	if f.Kind == data.Ordered && f.Ranks != nil {
		return f.Ranks[int(v)]
	}
	return v
}

// moved returns how far a feature rises from x to c; levels count in ranks.
func moved(s *data.Schema, j int, x, c []float64) float64 {
	if x[j] == c[j] {
		return 0
	}
	f := &s.Features[j]
	return rank(f, c[j]) - rank(f, x[j])
}

// hair bounds the rounding error of a difference of two numbers, with a margin. The checker
// tolerates more.
func hair(a, b float64) float64 { return float64(1e-15 * (math.Abs(a) + math.Abs(b))) }

// keeps reports whether row c keeps the rule for factual x.
func (t *tie) keeps(s *data.Schema, x, c []float64) bool {
	r := &t.rule
	switch r.Kind {
	case causal.LessOrEqual:
		return rank(&s.Features[r.Feature], c[r.Feature]) <= rank(&s.Features[r.Other], c[r.Other])
	case causal.StaysMissing:
		return c[r.Feature] == x[r.Feature] || x[r.Other] == 0 || c[r.Other] == 0
	case causal.NotAlone:
		return c[r.Feature] == x[r.Feature] || slices.ContainsFunc(t.features[1:], func(j int) bool {
			return c[j] != x[j]
		})
	case causal.NeverSeen:
		return t.seen(c) || !t.seen(x)
	case causal.Inequality:
		return t.sumFits(c)
	case causal.Cardinality:
		return t.fits(x, c)
	case causal.MoveAtMost:
		d, h := moved(s, r.Feature, x, c), hair(x[r.Feature], c[r.Feature])
		return (d <= r.Max+h || t.forces(s, x, c, d)) && -d <= r.Min+h
	case causal.Computed:
		return t.computes(s, x, c)
	case causal.MoveTogether:
		return t.together(s, x, c)
	}
	return t.implied(s, x, c, 1) && (!r.Reverse || t.implied(s, x, c, -1))
}

// forces reports whether a cause requires the feature to rise by more than d minus one step.
func (t *tie) forces(s *data.Schema, x, c []float64, d float64) bool {
	j := t.rule.Feature
	before := d - s.Features[j].Step() + float64(100*hair(x[j], c[j]))
	for i, m := range t.movers {
		if by := float64(m.sign * moved(s, m.j, x, c)); by > 0 && before < float64(t.rule.Also[i].Least*by) {
			return true
		}
	}
	return false
}

// seen reports whether the table contains the row's combination of values.
func (t *tie) seen(row []float64) bool {
	r, a, b := &t.rule, false, false
	for _, l := range r.Levels {
		a = a || row[r.Feature] == float64(l)
	}
	for _, l := range r.Then {
		b = b || row[r.Other] == float64(l)
	}
	if len(r.Then) == 0 {
		b = row[r.Other] >= r.Min && row[r.Other] <= r.Max
	}
	return a == b || b && !r.Reverse
}

// together reports whether all features move in the same direction; if one is a category, whether
// all change or all stay.
func (t *tie) together(s *data.Schema, x, c []float64) bool {
	way := func(m mover) float64 {
		if m.sign == 0 {
			return toSign(math.Abs(c[m.j] - x[m.j]))
		}
		return toSign(m.sign * moved(s, m.j, x, c))
	}
	first := way(t.movers[0])
	for _, m := range t.movers[1:] {
		if way(m) != first {
			return false
		}
	}
	return true
}

func toSign(d float64) float64 {
	switch {
	case d > 0:
		return 1
	case d < 0:
		return -1
	}
	return 0
}

// implied reports whether the effect moves as far as required if the causes move as in the
// premise. If turn is -1, all directions are reversed.
func (t *tie) implied(s *data.Schema, x, c []float64, turn float64) bool {
	r := &t.rule
	some, all := false, true
	for _, m := range t.movers {
		d := float64(m.sign*turn) * moved(s, m.j, x, c)
		switch {
		case d < 0 || m.part == causal.Still && d != 0:
			return true
		case m.part == causal.Moves && d > 0:
			some = true
		case m.part == causal.Moves:
			all = false
		}
	}
	if !some || !all && !r.Any {
		return true
	}
	d := turn * moved(s, r.Other, x, c)
	if r.Falls {
		d = -d
	}
	if d < 0 || d == 0 && r.Strict {
		return false
	}
	if r.Least == 0 && r.Most == 0 {
		return true
	}
	f, g := &s.Features[r.Feature], &s.Features[r.Other]
	by := math.Abs(moved(s, r.Feature, x, c))
	h := hair(rank(g, x[r.Other]), rank(g, c[r.Other]))
	lag := hair(rank(f, x[r.Feature]), rank(f, c[r.Feature]))
	return d >= float64(r.Least*(by-lag))-h && (r.Most == 0 || d <= float64(r.Most*(by+lag))+h)
}

// computes reports whether the feature has the value that its law determines.
func (t *tie) computes(s *data.Schema, x, c []float64) bool {
	v := c[t.rule.Feature]
	if t.rule.Law.Mechanism != nil {
		want, ok := t.follows(s, x, c)
		if f := &s.Features[t.rule.Feature]; f.Kind.Numeric() {
			return ok && math.Abs(want-v) <= float64(f.Step()*(0.5+5e-10))+float64(5e-13*math.Abs(want))
		}
		return ok && want == v
	}
	if t.rule.Law.Weights == nil {
		return v == t.listed(s, c)
	}
	sum, size := t.sum(x, c)
	return math.Abs(v-sum) <= float64(s.Features[t.rule.Feature].Step()*(0.5+5e-10))+float64(5e-13*size)
}

// value returns the value that the law of a computed feature determines in row c, for factual x.
func (t *tie) value(s *data.Schema, x, c []float64) float64 {
	if t.rule.Law.Mechanism != nil {
		v, _ := t.follows(s, x, c)
		return v
	}
	if t.rule.Law.Weights == nil {
		return t.listed(s, c)
	}
	sum, _ := t.sum(x, c)
	return s.Features[t.rule.Feature].Round(sum)
}

// follows returns the value of an effect under which its residual stays the same, given the causes
// in row c and the factual x. ok is false if the mechanism has no finite value.
func (t *tie) follows(s *data.Schema, x, c []float64) (v float64, ok bool) {
	j, causes := t.rule.Feature, t.features[1:]
	f, stays := &s.Features[j], true
	for _, i := range causes {
		stays = stays && c[i] == x[i]
	}
	if stays {
		return x[j], true
	}
	was := t.rule.Law.Mechanism.Mean(causal.Inputs(*s, causes, x, nil))
	is := t.rule.Law.Mechanism.Mean(causal.Inputs(*s, causes, c, nil))
	if v = rank(f, x[j]) - was + is; math.IsNaN(v) || math.IsInf(v, 0) {
		return x[j], false
	}
	if f.Kind.Numeric() {
		return f.Round(v), true
	}
	best := int(x[j])
	for l := range f.Levels {
		if math.Abs(rank(f, float64(l))-v) < math.Abs(rank(f, float64(best))-v) {
			best = l
		}
	}
	return float64(best), true
}

// sum returns the law's sum or product, and the sum of the absolute values of its terms.
func (t *tie) sum(x, c []float64) (sum, size float64) {
	sum = t.rule.Law.Shift
	if law := t.rule.Law; law.Product {
		was, is, w := 1.0, 1.0, law.Weights[0]
		for _, j := range t.features[1:] {
			was *= x[j]
			is *= c[j]
		}
		switch own := x[t.rule.Feature]; {
		case law.Own && was == 0:
			sum = own
		case law.Own:
			sum, w = 0, own/was
		}
		part := float64(w * is)
		return sum + part, math.Abs(sum) + math.Abs(part)
	}
	size = math.Abs(sum)
	for i, j := range t.features[1:] {
		d := float64(t.rule.Law.Weights[i] * c[j])
		sum += d
		size += math.Abs(d)
	}
	return sum, size
}

// listed returns the value in the law's list that belongs to the value of its input.
func (t *tie) listed(s *data.Schema, c []float64) float64 {
	r := &t.rule
	at := int(c[r.Other])
	if s.Features[r.Other].Kind.Numeric() {
		at = 0
		for at < len(r.Law.Cuts) && r.Law.Cuts[at] <= c[r.Other] {
			at++
		}
	}
	if r.Levels != nil {
		return float64(r.Levels[at])
	}
	return r.Law.Values[at]
}
