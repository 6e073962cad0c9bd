package mask

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
)

// TestEveryRowKeepsEveryRule decodes random wishes for random rows, tables and rules, and has the
// checker judge the results. For a small table it also enumerates all rows: decoding may fail
// only if no row exists, and may change a wish only if the wish breaks a rule. It decodes twenty
// thousand rows, or a million if CAUSEWAY_FULL is set (make long NAME=property).
func TestEveryRowKeepsEveryRule(t *testing.T) {
	want := 20_000
	if os.Getenv("CAUSEWAY_FULL") != "" {
		want = 1_000_000
	}
	var seen counts
	for seed := uint64(1); seen.decoded < want; seed++ {
		r := rand.New(rand.NewPCG(seed, 1))
		small := r.IntN(4) == 0
		s := randomSchema(r, small)
		decodeRandomly(t, r, s, small, &seen)
	}
	t.Logf("%+v", seen)
	if seen.none < seen.decoded/50 || seen.rules < 2*seen.asked || seen.exact < seen.decoded/100 {
		t.Errorf("too easy: %+v", seen)
	}
	if seen.missed > (seen.none+seen.asked)/1000 {
		t.Errorf("of %d rows without an answer %d have one", seen.none, seen.missed)
	}
	if seen.followers < want/300 {
		t.Errorf("%d features follow", seen.followers)
	}
	for k, n := range seen.kinds {
		if n < want/200 {
			t.Errorf("rules of kind %d stood beside %d rows", k, n)
		}
	}
}

// randomFollowers sometimes adds one or two effects that linear or quadratic mechanisms compute
// from other features. In a small table they have levels.
func randomFollowers(t *testing.T, r *rand.Rand, s data.Schema, small bool) []causal.Rule {
	t.Helper()
	if r.IntN(3) > 0 {
		return nil
	}
	var nodes []causal.Node
	var effects []int
	for range 1 + r.IntN(2) {
		v := r.IntN(len(s.Features))
		var parents []int
		in := 0
		for j, f := range s.Features {
			if j != v && r.IntN(2) == 0 {
				parents, in = append(parents, j), in+causal.InputWidth(f)
			}
		}
		if len(parents) == 0 || !causal.Scored(s.Features[v]) || small && s.Features[v].Kind.Numeric() ||
			slices.Contains(effects, v) {
			continue
		}
		line := causal.Linear{Coef: make([]float64, in)}
		for i := range line.Coef {
			line.Coef[i] = r.NormFloat64()
		}
		var m causal.Mechanism = line
		if r.IntN(3) == 0 {
			m = causal.Quadratic{K: r.NormFloat64() / 50, N: in}
		}
		nodes, effects = append(nodes, causal.Node{Feature: v, Parents: parents, Mechanism: m, Variance: 1}),
			append(effects, v)
	}
	m, err := causal.NewSCM(s, nodes...)
	if err != nil {
		return nil // a cycle
	}
	rules, err := m.Followers(effects, nil)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// counts records what a property test has covered.
type counts struct {
	decoded, none, missed int
	exact, rules, asked   int
	followers             int
	kinds                 [causal.KindCount]int
}

func decodeRandomly(t *testing.T, r *rand.Rand, s data.Schema, small bool, seen *counts) {
	t.Helper()
	for range 4 {
		var rules []causal.Rule
		for range r.IntN(6) {
			rules = append(rules, randomRule(r, s))
		}
		if r.IntN(3) == 0 { // a rule for this person only
			j := r.IntN(len(s.Features))
			l := causal.Limit{Kind: causal.LimitKind(1 + r.IntN(3))}
			if f := s.Features[j]; l.Kind == causal.Frozen || causal.Scored(f) {
				rules = append(rules, l.Rules(f, j, nil)...)
			}
		}
		followers := randomFollowers(t, r, s, small)
		rules = append(rules, followers...)
		s := causal.Fine(s, rules)
		seen.followers += len(followers)
		room := New(s, rules).Room()
		for range 6 {
			x, dst := randomRow(r, s), make([]float64, len(s.Features))
			room.Enter(x)
			some := small && anyRow(s, rules, x)
			for range 4 {
				w := randomWish(r, s, x)
				seen.asked++
				seen.rules += len(rules)
				if !room.Decode(w, dst) {
					seen.none++
					if some {
						seen.missed++
						t.Logf("%v under %s has a row and none was found", x, said(s, rules))
					}
					continue
				}
				seen.decoded++
				for _, u := range rules {
					seen.kinds[u.Kind]++
				}
				judge(t, s, rules, x, dst)
				alters(t, r, room, dst)
				if valid(s, w.Values, x) && causal.AllHold(s, causal.Hard(rules), x, w.Values) {
					if seen.exact++; !slices.Equal(dst, w.Values) {
						t.Fatalf("%v under %s: wished for %v, which keeps them, and got %v", x, said(s, rules),
							w.Values, dst)
					}
				}
			}
		}
	}
}

// alters checks that changing one feature of a decoded row with Alter returns the same row as
// decoding all features again.
func alters(t *testing.T, r *rand.Rand, room *Room, row []float64) {
	t.Helper()
	s := room.Schema()
	j := r.IntN(len(s.Features))
	got, want := make([]float64, len(row)), make([]float64, len(row))
	wish := wished(row, j, randomWish(r, s, row).Values[j])
	ok, all := room.Alter(row, j, wish[j], got), room.Decode(Wish{Values: wish}, want)
	if ok != all || ok && !slices.Equal(got, want) {
		t.Fatalf("%v with %v for feature %d: altered %v, %v, decoded %v, %v", row, wish[j], j, got, ok, want, all)
	}
}

// judge fails the test if a decoded row contains an impossible value or breaks a hard rule.
func judge(t *testing.T, s data.Schema, rules []causal.Rule, x, c []float64) {
	t.Helper()
	for j, v := range c {
		f := s.Features[j]
		if !f.Holds(v) || !possible(f, v, x[j]) {
			t.Fatalf("%v under %s: %s = %v", x, said(s, rules), f.Name, v)
		}
	}
	if verdicts, pass := causal.CheckAll(s, causal.Hard(rules), x, c); !pass {
		for _, v := range verdicts {
			t.Log(v.Sentence)
		}
		t.Fatalf("%v under %s gives %v", x, said(s, rules), c)
	}
}

func said(s data.Schema, rules []causal.Rule) string {
	text := ""
	for _, r := range rules {
		text += fmt.Sprintf(" [%s soft %v]", r.String(s), r.Soft)
	}
	return text
}

// valid reports whether a row could be decoded without any rules.
func valid(s data.Schema, c, x []float64) bool {
	for j, v := range c {
		if !possible(s.Features[j], v, x[j]) {
			return false
		}
	}
	return true
}

// possible reports whether v is the factual's value or one that the column can show, inside the
// range of the training rows if that is known.
func possible(f data.Feature, v, x float64) bool {
	return !f.Kind.Numeric() || v == x || f.Round(v) == v &&
		(f.Min == f.Max || min(f.Min, x) <= v && v <= max(f.Max, x))
}

// anyRow enumerates the rows of a small schema and reports whether one keeps the rules.
func anyRow(s data.Schema, rules []causal.Rule, x []float64) bool {
	hard, c := causal.Hard(rules), slices.Clone(x)
	var walk func(j int) bool
	walk = func(j int) bool {
		if j == len(c) {
			return causal.AllHold(s, hard, x, c)
		}
		n := len(s.Features[j].Levels)
		if n == 0 {
			n = int(s.Features[j].Max) + 1
		}
		for v := range n {
			if c[j] = float64(v); walk(j + 1) {
				return true
			}
		}
		return false
	}
	return walk(0)
}

func randomSchema(r *rand.Rand, small bool) data.Schema {
	s := data.Schema{Outcome: data.Feature{Name: "class", Kind: data.Category, Levels: []string{"a", "b"}}}
	n := 5
	if !small {
		n = 3 + r.IntN(8)
	}
	for j := range n {
		f := data.Feature{Name: fmt.Sprint("f", j), Kind: data.Kind(r.IntN(5)), MAD: 1}
		switch {
		case f.Kind == data.Integer || small && f.Kind == data.Continuous:
			f.Kind, f.Max = data.Integer, float64(1+r.IntN(3))
			if !small {
				f.Min, f.Max = float64(r.IntN(5)), float64(5+r.IntN(60))
			}
		case f.Kind == data.Continuous:
			f.Decimals = r.IntN(7)
			scale := math.Pow10(r.IntN(5) - 1)
			f.Min = f.Round(scale * (r.Float64() - 0.5))
			f.Max = f.Round(f.Min + scale*r.Float64())
			if r.IntN(20) == 0 { // more digits than the column shows
				f.Decimals, f.Min, f.Max = 12, 1e5, 1e5+r.Float64()
			}
		case f.Kind == data.Boolean:
			f.Levels = []string{"no", "yes"}
		default:
			for l := range 2 + r.IntN(3) {
				f.Levels = append(f.Levels, fmt.Sprint("l", l))
			}
			if f.Kind == data.Ordered && r.IntN(2) == 0 {
				for l := range f.Levels {
					f.Ranks = append(f.Ranks, float64(l/2))
				}
			}
		}
		s.Features = append(s.Features, f)
	}
	return s
}

func value(r *rand.Rand, f data.Feature) float64 {
	if !f.Kind.Numeric() {
		return float64(r.IntN(len(f.Levels)))
	}
	return min(max(f.Round(f.Min+r.Float64()*(f.Max-f.Min)), f.Min), f.Max)
}

func randomRow(r *rand.Rand, s data.Schema) []float64 {
	row := make([]float64, len(s.Features))
	for j, f := range s.Features {
		row[j] = value(r, f)
	}
	return row
}

// randomWish changes some features of a row. Numbers change to any value, or only slightly.
func randomWish(r *rand.Rand, s data.Schema, x []float64) Wish {
	w, share := Wish{Values: slices.Clone(x)}, r.Float64()
	for j, f := range s.Features {
		if r.Float64() > share {
			continue
		}
		w.Values[j] = value(r, f)
		if f.Kind.Numeric() {
			switch r.IntN(4) {
			case 0:
				w.Values[j] = f.Min + (f.Max-f.Min)*(3*r.Float64()-1)
			case 1:
				w.Values[j] = f.Round(x[j] + f.Step()*float64(r.IntN(5)-2))
			}
		}
	}
	if r.IntN(2) == 0 {
		shares := make([]float32, 8)
		for l := range shares {
			shares[l] = r.Float32()
		}
		w.Shares = func(int) []float32 { return shares }
	}
	return w
}

func randomRule(r *rand.Rand, s data.Schema) causal.Rule {
	n := len(s.Features)
	kinds := r.Perm(causal.KindCount)
	for {
		u := causal.Rule{Kind: causal.RuleKind(kinds[0]), Feature: r.IntN(n), Other: r.IntN(n), Falls: r.IntN(3) == 0,
			Strict: r.IntN(2) == 0, Reverse: r.IntN(2) == 0, Soft: r.IntN(10) == 0}
		if r.IntN(50) == 0 { // not every schema has suitable features for every kind
			kinds = r.Perm(causal.KindCount)
		}
		f, o := s.Features[u.Feature], s.Features[u.Other]
		for range r.IntN(3) {
			m := causal.Member{Feature: r.IntN(n), Falls: r.IntN(3) == 0}
			if u.Kind == causal.IfRisesThenRises {
				u.Any, m.Part = r.IntN(2) == 0, causal.Part(r.IntN(3))
			}
			if c := s.Features[m.Feature]; u.Kind == causal.MoveAtMost && f.Kind.Numeric() {
				size := f.Max - f.Min
				if c.Kind.Numeric() && c.Max > c.Min {
					size /= c.Max - c.Min
				}
				u.Local, m.Least = true, size*r.Float64()
			}
			u.Also = append(u.Also, m)
		}
		if f.Kind.Numeric() {
			a, b := value(r, f), value(r, f)
			u.Min, u.Max = min(a, b), max(a, b)
			if u.Kind == causal.MoveAtMost {
				u.Min, u.Max = (f.Max-f.Min)*r.Float64(), f.Round((f.Max-f.Min)*r.Float64())
			}
			size := float64(1)
			if o.Kind.Numeric() && f.Max > f.Min {
				size = (o.Max - o.Min) / (f.Max - f.Min)
			}
			if u.Kind == causal.IfRisesThenRises && r.IntN(3) == 0 {
				u.Also, u.Least = nil, size*r.Float64()
				u.Most = float64(r.IntN(2)) * (u.Least + size*r.Float64())
			}
		} else if u.Kind == causal.MoveAtMost {
			u.Min, u.Max = float64(r.IntN(3)), float64(r.IntN(3))
		}
		for l := range f.Levels {
			if r.IntN(2) == 0 {
				u.Levels = append(u.Levels, l)
			}
			if to := r.IntN(len(f.Levels)); to != l {
				u.Transitions = append(u.Transitions, causal.Transition{From: l, To: to})
			}
		}
		if u.Kind == causal.NeverSeen {
			u.Then, u.Min, u.Max = nil, 0, 0
			for l := range o.Levels {
				if r.IntN(2) == 0 {
					u.Then = append(u.Then, l)
				}
			}
			if o.Kind.Numeric() {
				a, b := value(r, o), value(r, o)
				u.Min, u.Max = [...]float64{min(a, b), a, -causal.Open}[r.IntN(3)], max(a, b)
			}
		}
		switch u.Kind {
		case causal.Computed:
			u = randomComputed(r, s, u)
		case causal.Inequality:
			u.Law.Weights = nil
			size := 0.0
			for _, j := range u.Features() {
				w := []float64{-2, -1, -0.3, 0.1, 0.7, 1}[r.IntN(6)]
				if f := s.Features[j]; f.Kind.Numeric() {
					size += w * value(r, f)
				}
				u.Law.Weights = append(u.Law.Weights, w)
			}
			u.Min, u.Max = 0, size
		case causal.Cardinality:
			u = randomCount(r, s, u)
		}
		if u.Check(s) == nil {
			return u
		}
	}
}

// randomCount turns a rule into one about how many conditions hold.
func randomCount(r *rand.Rand, s data.Schema, u causal.Rule) causal.Rule {
	n := len(u.Features())
	u.Min, u.Max = float64(r.IntN(2)), float64(r.IntN(n+1))
	if r.IntN(2) == 0 {
		u.Max = float64(n)
	}
	if r.IntN(4) == 0 {
		return u
	}
	for _, j := range u.Features() {
		f, c := s.Features[j], causal.Condition{Not: r.IntN(2) == 0, Changes: r.IntN(4) == 0}
		for l := range f.Levels {
			if !c.Changes && r.IntN(2) == 0 {
				c.Levels = append(c.Levels, l)
			}
		}
		if f.Kind.Numeric() && !c.Changes {
			a, b := value(r, f), value(r, f)
			c.Min, c.Max = [...]float64{min(a, b), a, -causal.Open}[r.IntN(3)], max(a, b)
		}
		u.When = append(u.When, c)
	}
	return u
}

// randomComputed turns a rule into a sum or a list. The result may not suit its features.
func randomComputed(r *rand.Rand, s data.Schema, u causal.Rule) causal.Rule {
	f, in := s.Features[u.Feature], s.Features[u.Other]
	u = causal.Rule{Kind: causal.Computed, Feature: u.Feature, Other: u.Other, Soft: u.Soft, Also: u.Also}
	if f.Kind.Numeric() && len(u.Also) > 0 && r.IntN(2) == 0 {
		u.Law.Weights, u.Law.Product, u.Law.Own = []float64{[]float64{1, 0.5, -1, 0.01}[r.IntN(4)]}, true,
			r.IntN(2) == 0
		if !u.Law.Own {
			u.Law.Shift = f.Min
		}
		return u
	}
	if f.Kind.Numeric() && r.IntN(2) == 0 {
		u.Law.Shift = f.Min
		for range 1 + len(u.Also) {
			w := []float64{-1, 0.5, 1, 2}[r.IntN(4)]
			u.Law.Weights = append(u.Law.Weights, w)
		}
		return u
	}
	u.Also = nil
	parts := len(in.Levels)
	if in.Kind.Numeric() {
		a, b := value(r, in), value(r, in)
		parts, u.Law.Cuts = 3, []float64{min(a, b), max(a, b)}
	}
	for range parts {
		if f.Kind.Numeric() {
			u.Law.Values = append(u.Law.Values, value(r, f))
		} else {
			u.Levels = append(u.Levels, r.IntN(len(f.Levels)))
		}
	}
	return u
}

// TestWhereNothingIsLeft checks that no row is returned for a rule that no row can keep, and that
// the wish is decoded again once the rules are removed.
func TestWhereNothingIsLeft(t *testing.T) {
	s := data.Schema{Features: []data.Feature{{Name: "a", Kind: data.Continuous, Min: 0, Max: 1, MAD: 1, Decimals: 1}}}
	dst, wish := make([]float64, 1), Wish{Values: []float64{0.36}}
	decode := func(rules ...causal.Rule) (float64, bool) {
		room := New(s, rules).Room()
		room.Enter([]float64{0.9})
		ok := room.Decode(wish, dst)
		return dst[0], ok
	}
	if _, ok := decode(causal.Rule{Kind: causal.Range, Min: 0.31, Max: 0.39}); ok {
		t.Error("there is no value with one decimal between 0.31 and 0.39")
	}
	if v, ok := decode(causal.Rule{Kind: causal.Range, Min: 0.41, Max: 0.69}); !ok || v != 0.5 {
		t.Errorf("got %v, %v, want the first value of the range", v, ok)
	}
	if v, ok := decode(causal.Rule{Kind: causal.OnlyIncrease}); !ok || v != 0.9 {
		t.Errorf("got %v, %v, want what it was", v, ok)
	}
	if v, ok := decode(); !ok || v != 0.4 {
		t.Errorf("got %v, %v, want the wish, rounded", v, ok)
	}
}
