package cf

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
	"causeway/core/search"
)

// TestNoShownRowBreaksARule makes counterfactuals under random rules on random tables and judges
// them with an independent checker. It makes a few thousand, or 100,000 if CAUSEWAY_FULL is set
// (make long NAME=property).
func TestNoShownRowBreaksARule(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped with -short: other loops have the same bits, see TestSameBitsEverywhere")
	}
	want, perTable := 3000, 500
	if os.Getenv("CAUSEWAY_FULL") != "" {
		want, perTable = 100_000, 1000
	}
	shown := 0
	for seed := uint64(1); shown < want; seed++ {
		shown += searchRandomTable(t, kernel.NewKey(seed), perTable)
	}
	t.Logf("%d counterfactuals", shown)
}

// searchRandomTable returns the number of counterfactuals judged.
func searchRandomTable(t *testing.T, key kernel.Key, want int) int {
	t.Helper()
	w := randomWorld(t, key)
	f, err := NewFit(BaseVAE(), Config{Seed: 1, Epochs: 3, Batch: 32, Samples: 3, LearningRate: 0.01, Validity: 20,
		Margin: 0.1},
		w.table.Schema, w.blackBox, w.train, w.val)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if _, err := f.Epoch(nothing); err != nil {
			t.Fatal(err)
		}
	}
	g, s, shown := f.Best(), w.table.Schema, 0
	for i := uint64(0); shown < want && i < uint64(want); i++ {
		q := randomQuery(w, key.Sub(100+i))
		for _, c := range g.Search(w.blackBox, q).Rows {
			shown++
			changed, told := 0, 0
			for j, v := range c.Row {
				if v != q.Row[j] && !forced(s, q.Rules, q.Row, c.Row, j) {
					changed++
					told += b2i(slices.ContainsFunc(q.Rules, func(r causal.Rule) bool { // with the flag
						return r.Kind == causal.StaysMissing && r.Feature == j && q.Row[r.Other] != 0
					}))
				}
				if f := s.Features[j]; !f.Holds(v) || f.Kind.Numeric() && f.Round(v) != v {
					t.Fatalf("%s = %v", f.Name, v)
				}
			}
			if q.MaxCost > 0 && c.Cost > q.MaxCost*(1+1e-6) {
				t.Fatalf("%v costs %v, more than %v", c.Row, c.Cost, q.MaxCost)
			}
			if changed != c.Changed || q.MaxChanged > 0 && changed-told > q.MaxChanged {
				t.Fatalf("%d features changed; said are %d, allowed %d", changed, c.Changed, q.MaxChanged)
			}
			if again := Predict(w.blackBox, encodeOne(s, c.Row)); again[0] != q.Target {
				t.Fatalf("%v is of class %d, want %d", c.Row, again[0], q.Target)
			}
			for _, r := range q.Rules {
				if !keeps(s, r, q.Row, c.Row) {
					t.Fatalf("%v for %v breaks %s", c.Row, q.Row, r.String(s))
				}
			}
		}
	}
	return shown
}

func encodeOne(s data.Schema, row []float64) nn.Examples {
	ex := nn.Examples{Width: s.Width(), X: make([]float32, s.Width()), Y: []int{0}}
	s.Encode(row, ex.X)
	return ex
}

// randomWorld returns a table with 3 to 7 features of every kind and an outcome that depends on
// them.
func randomWorld(t *testing.T, key kernel.Key) *world {
	t.Helper()
	n := 3 + key.Intn(0, 5)
	table := &data.Table{Cols: make([][]float64, n)}
	for j := range n {
		f := data.Feature{Name: fmt.Sprint("f", j), Kind: data.Kind(key.Intn(uint32(1+j), 5))}
		levels := 2 + key.Intn(uint32(20+j), 3)
		switch f.Kind {
		case data.Continuous:
			f.Decimals = 1 + key.Intn(uint32(40+j), 2)
		case data.Boolean:
			levels = 2
		}
		for l := range levels {
			if f.Kind != data.Integer && f.Kind != data.Continuous {
				f.Levels = append(f.Levels, fmt.Sprint("l", l))
			}
			if f.Kind == data.Ordered {
				f.Ranks = append(f.Ranks, float64(l/(1+key.Intn(60, 2))))
			}
		}
		table.Schema.Features = append(table.Schema.Features, f)
	}
	table.Schema.Outcome = data.Feature{Name: "y", Kind: data.Category, Levels: []string{"no", "yes"}[:2]}
	for i := range 300 {
		row, sum := key.Sub(7).Sub(uint64(i)), 0.3*float64(key.Sub(8).Normal1(uint32(i)))
		for j, f := range table.Schema.Features {
			v := 30 + 10*float64(row.Normal1(uint32(j)))
			if f.Kind.Numeric() {
				v = f.Round(v)
				sum += (v - 30) / 10 * float64(1-2*(j%2))
			} else {
				v = float64(row.Intn(uint32(j), len(f.Levels)))
				sum += v - float64(len(f.Levels)-1)/2
			}
			table.Cols[j] = append(table.Cols[j], v)
		}
		table.Outcome = append(table.Outcome, b2i(sum > 0))
	}
	w := &world{table: table, split: data.NewSplit(table.Outcome, 1)}
	table.FitScale(w.split.Train)
	w.train, w.val = encode(table, w.split.Train), encode(table, w.split.Val)
	fit := nn.NewClassifierFit(nn.ClassifierConfig{Seed: 1, Epochs: 5, Batch: 16, Hidden: 6, LearningRate: 0.03},
		w.train, w.val, 2)
	for range 5 {
		if _, err := fit.Epoch(nothing); err != nil {
			t.Fatal(err)
		}
	}
	w.blackBox = fit.Best()
	return w
}

// randomQuery returns a query for a row of the table with one to four rules, sometimes with
// difficulties and a limit.
func randomQuery(w *world, key kernel.Key) search.Query {
	s := w.table.Schema
	row := w.table.Row(key.Intn(0, w.table.Rows()), nil)
	q := search.Query{Row: row, Target: 1 - Predict(w.blackBox, encodeOne(s, row))[0], Count: 12, Budget: 24,
		Key: key.Sub(1)}
	if key.Intn(1, 3) == 0 {
		q.MaxChanged = 1 + key.Intn(2, 3)
	}
	for j := range s.Features {
		if key.Intn(3, 3) == 0 {
			q.Effort = append(q.Effort, []float64{0.25, 0.5, 1, 2, 4}[key.Intn(uint32(10+j), 5)])
		}
	}
	if key.Intn(5, 3) == 0 {
		q.MaxCost = 0.3 + 4*float64(key.Uniform1(6))
	}
	want := 1 + key.Intn(4, 4)
	for i := uint64(0); len(q.Rules) < want; i++ {
		if r := anyRule(s, row, key.Sub(50+i)); r.Check(s) == nil {
			q.Rules = append(q.Rules, r)
		}
	}
	return q
}

// anyRule draws a rule of any kind. It may not suit the features that it names.
func anyRule(s data.Schema, row []float64, key kernel.Key) causal.Rule {
	n := len(s.Features)
	r := causal.Rule{Kind: causal.RuleKind(key.Intn(0, causal.KindCount)), Feature: key.Intn(1, n),
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
		if size := float64(1+key.Intn(13, 8)) / 4; key.Intn(14, 2) == 0 && s.Features[r.Other].Kind.Numeric() {
			r.Least = 3 * size
		} else if key.Intn(15, 2) == 0 {
			r.Least = size / 4
		}
		if key.Intn(16, 3) == 0 {
			r.Most = r.Least + float64(key.Uniform1(17))
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
		r.Min, r.Max = 10*float64(key.Uniform1(9)), 10*float64(key.Uniform1(10))
		if key.Intn(11, 2) == 0 {
			r.Min = causal.Open
		}
		if key.Intn(12, 2) == 0 {
			r.Local, r.Also = true, []causal.Member{{Feature: key.Intn(13, n), Falls: key.Intn(14, 2) == 0,
				Least: 4 * float64(key.Uniform1(15))}}
		}
	case causal.Range:
		r.Min = row[r.Feature] - 20*float64(key.Uniform1(9))
		r.Max = r.Min + 30*float64(key.Uniform1(10))
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

// forced reports whether a cause forces the size of a feature's change, to within one step.
func forced(s data.Schema, rules []causal.Rule, x, y []float64, j int) bool {
	score := func(k int, v float64) float64 { return causal.Score(s.Features[k], v) }
	step := 1.0
	if s.Features[j].Kind.Numeric() {
		step = s.Features[j].Step()
	}
	return slices.ContainsFunc(rules, func(r causal.Rule) bool {
		if r.Kind != causal.IfRisesThenRises || r.Soft || r.Least == 0 || r.Other != j || r.Way(s, x, y) == 0 {
			return false
		}
		asks := r.Least * math.Abs(score(r.Feature, y[r.Feature])-score(r.Feature, x[r.Feature]))
		moves := float64(r.Way(s, x, y)) * (score(j, y[j]) - score(j, x[j]))
		return moves > 0 && moves < asks+step*(1-1e-6)
	})
}

// keeps judges a rule by the documented meaning of its kind, with code that is independent of the
// search and of package causal.
func keeps(s data.Schema, r causal.Rule, x, y []float64) bool {
	rank := func(j int, v float64) float64 {
		if f := s.Features[j]; f.Kind == data.Ordered {
			return f.Ranks[int(v)]
		}
		return v
	}
	move := func(j int, falls bool) int { // 1 up, -1 down, 0 unchanged
		a, b := rank(j, x[j]), rank(j, y[j])
		if falls {
			a, b = b, a
		}
		return b2i(b > a) - b2i(b < a)
	}
	j, k := r.Feature, r.Other
	switch r.Kind {
	case causal.Immutable:
		return x[j] == y[j]
	case causal.Range:
		return y[j] >= r.Min && y[j] <= r.Max
	case causal.Allowed:
		return slices.Contains(r.Levels, int(y[j]))
	case causal.OnlyIncrease:
		return move(j, false) >= 0
	case causal.OnlyDecrease:
		return move(j, false) <= 0
	case causal.LessOrEqual:
		return rank(j, y[j]) <= rank(k, y[k])
	case causal.ForbiddenTransitions:
		return !slices.Contains(r.Transitions, causal.Transition{From: int(x[j]), To: int(y[j])})
	case causal.MoveAtMost:
		by := rank(j, y[j]) - rank(j, x[j])
		forced := false
		for _, m := range r.Also {
			d := float64(move(m.Feature, m.Falls)) * math.Abs(rank(m.Feature, y[m.Feature])-rank(m.Feature,
				x[m.Feature]))
			forced = forced || d > 0 && by-m.Least*d < s.Features[j].Step()*(1-1e-6)
		}
		return by >= -r.Min-1e-9 && (by <= r.Max+1e-9 || forced)
	case causal.NeverSeen:
		for _, row := range [][]float64{x, y} {
			first, second := slices.Contains(r.Levels, int(row[j])), slices.Contains(r.Then, int(row[k]))
			if s.Features[k].Kind.Numeric() {
				second = r.Min <= row[k] && row[k] <= r.Max
			}
			if first && !second || r.Reverse && second && !first { // a factual that breaks it is unrestricted
				return &row[0] == &x[0]
			}
		}
		return true
	case causal.Inequality:
		over := r.Law.Weights[0]*y[j] + r.Law.Weights[1]*y[k] - r.Max
		for i, m := range r.Also {
			over += r.Law.Weights[2+i] * y[m.Feature]
		}
		return over <= 1e-9
	case causal.Cardinality:
		n := 0
		for i, m := range append([]causal.Member{{Feature: j}, {Feature: k}}, r.Also...) {
			v := y[m.Feature]
			is := v != x[m.Feature]
			if r.When != nil {
				if w := r.When[i]; w.Levels != nil {
					is = slices.Contains(w.Levels, int(v))
				} else if !w.Changes {
					is = w.Min <= v && v <= w.Max
				}
				is = is != r.When[i].Not
			}
			n += b2i(is)
		}
		return int(r.Min) <= n && n <= int(r.Max)
	case causal.NotAlone:
		moved := x[k] != y[k]
		for _, m := range r.Also {
			moved = moved || x[m.Feature] != y[m.Feature]
		}
		return moved || x[j] == y[j]
	case causal.StaysMissing:
		return x[k] == 0 || y[k] == 0 || x[j] == y[j]
	case causal.IfRisesThenRises:
		return keepsIf(r, move, math.Abs(rank(j, y[j])-rank(j, x[j])), math.Abs(rank(k, y[k])-rank(k, x[k])))
	}
	category := s.Features[j].Kind == data.Category || s.Features[k].Kind == data.Category
	for _, m := range r.Also {
		category = category || s.Features[m.Feature].Kind == data.Category
	}
	same := func(m int, falls bool) bool {
		if category {
			return (x[m] != y[m]) == (x[j] != y[j])
		}
		return move(m, falls) == move(j, false)
	}
	for _, m := range r.Also {
		if !same(m.Feature, m.Falls) {
			return false
		}
	}
	return same(k, r.Falls)
}

// keepsIf judges an implication. cause and effect are the changes of the first cause and of the
// effect.
func keepsIf(r causal.Rule, move func(j int, falls bool) int, cause, effect float64) bool {
	ways := map[int]int{move(r.Feature, false): 1} // causes that must move, by direction
	for _, m := range r.Also {
		if m.Part == causal.Moves {
			ways[move(m.Feature, m.Falls)]++
		}
	}
	if ways[1] > 0 && ways[-1] > 0 || ways[0] > 0 && !r.Any {
		return true
	}
	way := b2i(ways[1] > 0) - b2i(ways[-1] > 0)
	for _, m := range r.Also {
		d := move(m.Feature, m.Falls)
		if m.Part == causal.Quiet && d == -way || m.Part == causal.Still && d != 0 {
			return true
		}
	}
	if way == 0 || way < 0 && !r.Reverse {
		return true
	}
	to := way * move(r.Other, r.Falls)
	return (to > 0 || to == 0 && !r.Strict) && effect >= r.Least*cause-1e-9 &&
		(r.Most == 0 || effect <= r.Most*cause+1e-9)
}
