package exact

import (
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// TestAgreesWithEnumeration compares the search with a complete enumeration on random small
// tables, networks, rules, efforts and limits. Both must agree on whether a row exists and on how
// near the nearest one is.
func TestAgreesWithEnumeration(t *testing.T) {
	agree(t, randomProblem)
}

// TestAgreesWithinDomains does the same if some features are restricted to a single value and
// others to a part of their values.
func TestAgreesWithinDomains(t *testing.T) {
	agree(t, func(key kernel.Key) Problem {
		p := randomProblem(key)
		p.Within, _ = causal.Domains(p.Schema, nil, p.Factual)
		for j, f := range p.Schema.Features {
			k, d := key.Sub(9).Sub(uint64(j)), &p.Within[j]
			x := p.Factual[j]
			v := f.Round(d.Min + (d.Max-d.Min)*float64(k.Uniform1(0)))
			if !f.Kind.Numeric() {
				v = float64(k.Intn(0, len(f.Levels)))
			}
			switch k.Intn(1, 7) {
			case 0:
				v = x
				fallthrough
			case 1:
				d.Min, d.Max = v, v
				for l := range d.Levels {
					d.Levels[l] = l == int(v)
				}
			case 2:
				d.Min, d.Max = min(x, v), max(x, v)
				if !f.Kind.Numeric() {
					d.Min, d.Max, d.Levels[int(v)] = 0, 0, v == x
				}
			}
		}
		return p
	})
}

// TestAgreesWithFollowers does the same if effects follow from linear, quadratic or other
// formulas. The enumeration computes them from their causes.
func TestAgreesWithFollowers(t *testing.T) {
	followed := 0
	cases := agree(t, func(key kernel.Key) Problem {
		p := randomFollowers(t, key)
		for _, r := range p.Rules {
			followed += b2i(r.Follower())
		}
		return p
	})
	if followed < cases/8 {
		t.Errorf("only %d effects follow in %d problems", followed, cases)
	}
}

// randomFollowers adds computed effects to a problem of randomProblem.
func randomFollowers(t *testing.T, key kernel.Key) Problem {
	p := randomProblem(key)
	n := len(p.Schema.Features)
	var nodes []causal.Node
	var effects []int
	for v := range n {
		k := key.Sub(10).Sub(uint64(v))
		var parents []int
		in := 0
		for j := range v {
			if k.Intn(uint32(j), 3) > 0 {
				parents, in = append(parents, j), in+causal.InputWidth(p.Schema.Features[j])
			}
		}
		if f := p.Schema.Features[v]; len(parents) == 0 || !causal.Scored(f) || k.Intn(20, 2) == 0 {
			continue
		}
		line := causal.Linear{Coef: make([]float64, in)}
		for i := range line.Coef {
			line.Coef[i] = float64(k.Normal1(uint32(30 + i)))
		}
		var m causal.Mechanism = line
		if k.Intn(21, 2) == 0 {
			m = causal.Quadratic{K: float64(k.Normal1(22)) / 10, N: in}
		}
		nodes, effects = append(nodes, causal.Node{Feature: v, Parents: parents, Mechanism: m, Variance: 1}),
			append(effects, v)
	}
	m, err := causal.NewSCM(p.Schema, nodes...)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := m.Followers(effects, nil)
	if err != nil {
		t.Fatal(err)
	}
	p.Rules = append(p.Rules, rules...)
	p.Schema = causal.Fine(p.Schema, rules)
	return p
}

// agree compares the search with an enumeration and returns the number of problems compared.
func agree(t *testing.T, problem func(kernel.Key) Problem) (cases int) {
	t.Helper()
	cases = 4000
	if testing.Short() {
		cases = 500
	}
	if os.Getenv("CAUSEWAY_FULL") != "" {
		cases = 60_000
	}
	exist, none, clipped := 0, 0, 0
	for seed := range cases {
		p := problem(kernel.NewKey(uint64(seed)))
		want := enumerate(p)
		s, err := New(p)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Any(200_000, nothing); err != nil {
			t.Fatal(err)
		}
		any := s.Best()
		if any == nil && !s.Done() {
			clipped++
			continue
		}
		if (any != nil) != (want != nil) {
			t.Fatalf("seed %d: found %v, want %v\n%+v", seed, any, want, p)
		}
		if want == nil {
			none++
			continue
		}
		exist++
		s, _ = New(p)
		if seed%2 == 0 {
			s.Offer(any.Values)
		}
		if err := s.Nearest(200_000, nothing); err != nil {
			t.Fatal(err)
		}
		got := s.Best()
		switch {
		case !s.Done():
			clipped++
		case got == nil || math.Abs(got.Effort-want.Effort) > 1e-6 || math.Abs(got.Cost-want.Cost) > 1e-6:
			t.Fatalf("seed %d: nearest %+v, want %+v\n%+v", seed, got, want, p)
		}
	}
	t.Logf("%d exist, %d do not, %d undecided", exist, none, clipped)
	if exist < cases/4 || none < cases/8 || clipped > cases/50 {
		t.Errorf("%d exist, %d do not, %d undecided of %d: too few to prove something", exist, none, clipped, cases)
	}
	return cases
}

func nothing() error { return nil }

// enumerate looks at every row and returns a nearest one that is an answer, or nil.
func enumerate(p Problem) (best *Row) {
	domains := p.Within
	if domains == nil {
		domains, _ = causal.Domains(p.Schema, nil, p.Factual)
	}
	pass, x := p.BlackBox.Pass(), make([]float32, p.Schema.Width())
	followers := slices.DeleteFunc(slices.Clone(p.Rules), func(r causal.Rule) bool { return !r.Follower() })
	eachRow(p, domains, followers, func(whole []float64) {
		p.Schema.Encode(whole, x)
		if r := p.weigh(whole); (best == nil || r.Nearer(*best)) && p.counts(r, pass.Shares(x, 1)) {
			best = &r
		}
	})
	return best
}

// eachRow visits every row of the domains, with the features that rules compute.
func eachRow(p Problem, domains []causal.Domain, computed []causal.Rule, visit func(whole []float64)) {
	row := make([]float64, len(p.Factual))
	var each func(j int)
	each = func(j int) {
		if j == len(row) {
			whole := slices.Clone(row)
			causal.Compute(p.Schema, computed, p.Factual, whole)
			for v, d := range domains {
				if !d.Has(whole[v]) {
					return
				}
			}
			visit(whole)
			return
		}
		if slices.ContainsFunc(computed, func(r causal.Rule) bool { return r.Feature == j }) {
			row[j] = p.Factual[j]
			each(j + 1)
			return
		}
		f, d := p.Schema.Features[j], domains[j]
		seen := false
		try := func(v float64) {
			row[j] = v
			seen = seen || v == p.Factual[j]
			each(j + 1)
		}
		if f.Kind.Numeric() {
			for i := 0.0; ; i++ {
				v := f.Round(d.Min + i*f.Step())
				if v > d.Max {
					break
				}
				if v >= d.Min {
					try(v)
				}
			}
			if !seen && d.Has(p.Factual[j]) {
				try(p.Factual[j])
			}
			return
		}
		for l, in := range d.Levels {
			if in {
				row[j] = float64(l)
				each(j + 1)
			}
		}
	}
	each(0)
}

// weigh measures how far a row is from the factual.
func (p *Problem) weigh(row []float64) (r Row) {
	r.Values = row
	base := causal.NewBase(p.Schema, p.Rules, p.Factual).Of(row, make([]float64, len(row)))
	for j, f := range p.Schema.Features {
		if row[j] == base[j] {
			continue
		}
		effort := 1.0
		if p.Effort != nil {
			effort = p.Effort[j]
		}
		r.Changed += b2i(!slices.ContainsFunc(p.Rules, func(r causal.Rule) bool { // telling a number is one change
			return r.Kind == causal.StaysMissing && r.Feature == j && p.Factual[r.Other] != 0
		}))
		r.Effort += effort
		if f.Kind.Numeric() {
			r.Cost += effort * math.Abs(row[j]-base[j]) / f.MAD
		} else {
			r.Cost += effort * p.LevelCost
		}
	}
	return r
}

// counts reports whether a row with these class shares is a counterfactual.
func (p *Problem) counts(r Row, shares []float32) bool {
	if r.Changed == 0 && r.Effort == 0 || p.MaxChanged > 0 && r.Changed > p.MaxChanged ||
		p.MaxCost > 0 && r.Cost > p.MaxCost*(1+1e-9) {
		return false
	}
	target := shares[p.Target]
	for k, v := range shares {
		if k != p.Target && (v > target || v == target && k < p.Target || float64(target)-float64(v) < p.Lead) {
			return false
		}
	}
	return float64(target) >= p.Least && causal.AllHold(p.Schema, p.Rules, p.Factual, r.Values) &&
		p.aboveRounding(r.Values)
}

// aboveRounding reports whether a row belongs to the target class whatever the rounding.
func (p *Problem) aboveRounding(row []float64) bool {
	if p.Clear == nil {
		p.Clear = NewClear(p.Schema, p.BlackBox)
	}
	lead, rounding := p.Clear.Lead(row, p.Target)
	return lead > rounding
}

func randomProblem(key kernel.Key) Problem {
	n := 1 + key.Intn(0, 4)
	var s data.Schema
	var row []float64
	for j := range n {
		k := key.Sub(1).Sub(uint64(j))
		f := data.Feature{Name: fmt.Sprint("f", j), Kind: data.Kind(k.Intn(0, 5)), MAD: 1}
		levels := 2 + k.Intn(1, 3)
		switch {
		case f.Kind.Numeric():
			f.Min = float64(k.Intn(2, 20))
			f.Max = f.Min + float64(1+k.Intn(3, 11))
			f.MAD = 0.5 + float64(k.Uniform1(4))
			if f.Kind == data.Continuous {
				f.Decimals = 1
				f.Max = f.Round(f.Min + (f.Max-f.Min)/10)
			}
			v := f.Min + (f.Max-f.Min)*(1.2*float64(k.Uniform1(5))-0.1)
			if k.Intn(6, 5) > 0 { // otherwise a factual that the column would not show
				v = f.Round(v)
			}
			row = append(row, v)
		default:
			if f.Kind == data.Boolean {
				levels = 2
			}
			for l := range levels {
				f.Levels = append(f.Levels, fmt.Sprint("l", l))
				if f.Kind == data.Ordered {
					f.Ranks = append(f.Ranks, float64(l/(1+k.Intn(7, 2))))
				}
			}
			row = append(row, float64(k.Intn(8, levels)))
		}
		s.Features = append(s.Features, f)
	}
	classes := 2 + b2i(key.Intn(2, 3) == 0)
	var hidden []nn.Hidden
	for i := range key.Intn(3, 3) {
		hidden = append(hidden, nn.Hidden{Units: 2 + key.Intn(uint32(4+i), 5),
			Act: nn.Activation(key.Intn(uint32(6+i), 3))})
	}
	clf := nn.NewDeepClassifier(s.Width(), hidden, classes, key.Sub(2))
	for i, b := range clf.Net.Blocks() {
		for o := range b.W {
			b.W[o] = 3 * key.Sub(3).Sub(uint64(i)).Normal1(uint32(o))
		}
		for o := range b.B {
			b.B[o] = key.Sub(4).Sub(uint64(i)).Normal1(uint32(o))
		}
	}
	p := Problem{Schema: s, BlackBox: clf, Factual: row, LevelCost: 0.5, Lead: []float64{0, 0.1, 0.6}[key.Intn(8, 3)]}
	if key.Intn(9, 4) == 0 {
		p.Least = 0.8
	}
	x := make([]float32, s.Width())
	s.Encode(row, x)
	var tape nn.Tape
	class := []int{0}
	nn.Best(clf.Shares(&tape, x, 1, nn.Eval), class)
	p.Target = (class[0] + 1 + key.Intn(10, classes-1)) % classes
	if key.Intn(11, 3) == 0 {
		p.MaxChanged = 1 + key.Intn(12, 3)
	}
	if key.Intn(15, 3) == 0 {
		p.MaxCost = 0.3 + 4*float64(key.Uniform1(16))
	}
	if key.Intn(13, 2) == 0 {
		for j := range n {
			p.Effort = append(p.Effort, []float64{0.25, 0.5, 1, 2, 4}[key.Intn(uint32(20+j), 5)])
		}
	}
	for i := range key.Intn(14, 4) {
		if r := anyRule(s, row, key.Sub(5).Sub(uint64(i))); r.Check(s) == nil {
			p.Rules = append(p.Rules, r)
		}
	}
	if r := anyComputed(s, row, key.Sub(6)); key.Intn(15, 3) == 0 && r.Check(s) == nil {
		p.Rules = append(p.Rules, r)
	}
	p.Rules = append(p.Rules, anyGaps(s, key.Sub(11))...)
	return p
}

// anyGaps makes some Boolean a flag of the number before it, and returns what may be told or withheld.
func anyGaps(s data.Schema, key kernel.Key) (rules []causal.Rule) {
	for j := 1; j < len(s.Features); j++ {
		f, flag, k := s.Features[j-1], &s.Features[j], key.Sub(uint64(j))
		if f.Kind.Numeric() && flag.Kind == data.Boolean && k.Intn(0, 4) > 0 {
			flag.Name, flag.Levels = data.FlagName(f.Name), []string{"no", "yes"}
			usual := f.Round(f.Min + (f.Max-f.Min)*float64(k.Uniform1(1)))
			rules = append(rules, causal.GapRules(s, j-1, causal.Telling(k.Intn(2, 4)), usual)...)
		}
	}
	return rules
}

// anyComputed draws a rule that computes a feature from another one, or from two numbers, and
// that the factual keeps.
func anyComputed(s data.Schema, row []float64, key kernel.Key) causal.Rule {
	n := len(s.Features)
	r := causal.Rule{Kind: causal.Computed, Feature: key.Intn(0, n), Other: key.Intn(1, n)}
	f, in := s.Features[r.Feature], s.Features[r.Other]
	if f.Kind.Numeric() && in.Kind.Numeric() {
		r.Law.Weights, r.Law.Shift = []float64{[]float64{1, -1, 0.5, 2}[key.Intn(2, 4)]}, row[r.Feature]-row[r.Other]
		if third := key.Intn(3, n); s.Features[third].Kind.Numeric() && third != r.Other {
			r.Also, r.Law.Weights = []causal.Member{{Feature: third}}, append(r.Law.Weights, 1)
			if key.Intn(4, 2) == 0 {
				r.Law.Weights, r.Law.Product = r.Law.Weights[:1], true
				if r.Law.Own = key.Intn(5, 2) == 0; r.Law.Own {
					r.Law.Shift = 0
					return r
				}
			}
		}
		r.Law.Shift += row[r.Feature] - r.Computes(s, row, row)
		return r
	}
	parts := len(in.Levels)
	if in.Kind.Numeric() {
		parts, r.Law.Cuts = 3, []float64{in.Min + (in.Max-in.Min)/3, in.Max}
	}
	for k := range parts {
		if f.Kind.Numeric() {
			r.Law.Values = append(r.Law.Values, f.Round(f.Min+(f.Max-f.Min)*float64(key.Uniform1(uint32(10+k)))))
		} else {
			r.Levels = append(r.Levels, key.Intn(uint32(30+k), len(f.Levels)))
		}
	}
	return r
}

// anyRule draws a rule of any kind. It need not suit the features that it names.
func anyRule(s data.Schema, row []float64, key kernel.Key) causal.Rule {
	n := len(s.Features)
	r := causal.Rule{Kind: causal.RuleKind(key.Intn(0, int(causal.KindCount))), Feature: key.Intn(1, n),
		Other: key.Intn(2, n),
		Falls: key.Intn(3, 2) == 0, Strict: key.Intn(4, 2) == 0, Reverse: key.Intn(5, 2) == 0}
	switch f := s.Features[r.Feature]; r.Kind {
	case causal.IfRisesThenRises, causal.MoveTogether:
		if key.Intn(6, 3) == 0 {
			r.Also = []causal.Member{{Feature: key.Intn(7, n), Falls: key.Intn(8, 2) == 0}}
			if r.Kind == causal.IfRisesThenRises {
				r.Any, r.Also[0].Part = key.Intn(11, 2) == 0, causal.Part(key.Intn(12, 3))
			}
		}
		if key.Intn(13, 2) == 0 {
			r.Least = float64(key.Intn(14, 6)) / 2
		}
		if key.Intn(15, 3) == 0 {
			r.Most = r.Least + float64(1+key.Intn(16, 4))/2
		}
	case causal.Inequality:
		if key.Intn(6, 3) == 0 {
			r.Also = []causal.Member{{Feature: key.Intn(7, n)}}
		}
		r.Max = 0
		for k, j := range r.Features() {
			w := []float64{-2, -1, -0.3, 0.5, 1}[key.Intn(uint32(60+k), 5)]
			r.Law.Weights = append(r.Law.Weights, w)
			r.Max += w*row[j] + float64(key.Uniform1(uint32(70+k))) - 0.3
		}
	case causal.Cardinality:
		if key.Intn(6, 2) == 0 {
			r.Also = []causal.Member{{Feature: key.Intn(7, n)}}
		}
		list := r.Features()
		r.Min, r.Max = float64(key.Intn(60, 2)), float64(key.Intn(61, len(list)+1))
		if key.Intn(62, 2) == 0 {
			r.Max = float64(len(list))
		}
		if key.Intn(63, 4) == 0 {
			break
		}
		for k, j := range list {
			key, f := key.Sub(uint64(k)), s.Features[j]
			c := causal.Condition{Not: key.Intn(0, 2) == 0, Changes: key.Intn(1, 4) == 0}
			for l := range f.Levels {
				if !c.Changes && key.Intn(uint32(20+l), 2) == 0 {
					c.Levels = append(c.Levels, l)
				}
			}
			if f.Kind.Numeric() && !c.Changes {
				a, b := f.Min+(f.Max-f.Min)*float64(key.Uniform1(9)), f.Min+(f.Max-f.Min)*float64(key.Uniform1(10))
				c.Min, c.Max = f.Round(min(a, b)), [...]float64{f.Round(max(a, b)), causal.Open}[key.Intn(2, 2)]
			}
			r.When = append(r.When, c)
		}
	case causal.NotAlone:
		if key.Intn(6, 3) == 0 {
			r.Also = []causal.Member{{Feature: key.Intn(7, n)}}
		}
	case causal.MoveAtMost:
		r.Min, r.Max = 6*float64(key.Uniform1(9)), 6*float64(key.Uniform1(10))
		if key.Intn(11, 2) == 0 {
			r.Local, r.Also = true, []causal.Member{{Feature: key.Intn(12, n), Falls: key.Intn(13, 2) == 0,
				Least: 3 * float64(key.Uniform1(14))}}
		}
	case causal.Range:
		r.Min = row[r.Feature] - 5*float64(key.Uniform1(9))
		r.Max = r.Min + 10*float64(key.Uniform1(10))
	case causal.NeverSeen:
		for l := range f.Levels {
			if key.Intn(uint32(20+l), 2) == 0 {
				r.Levels = append(r.Levels, l)
			}
		}
		o := s.Features[r.Other]
		for l := range o.Levels {
			if key.Intn(uint32(40+l), 2) == 0 {
				r.Then = append(r.Then, l)
			}
		}
		if o.Kind.Numeric() {
			a, b := o.Min+(o.Max-o.Min)*float64(key.Uniform1(9)), o.Min+(o.Max-o.Min)*float64(key.Uniform1(10))
			r.Min, r.Max = o.Round(min(a, b)), o.Round(max(a, b))
		}
	case causal.Allowed, causal.ForbiddenTransitions:
		for l := range f.Levels {
			if key.Intn(uint32(20+l), 2) == 0 {
				r.Levels = append(r.Levels, l)
				r.Transitions = append(r.Transitions, causal.Transition{From: int(row[r.Feature]), To: l})
			}
		}
	}
	return r
}
