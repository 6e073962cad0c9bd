package cf

import (
	"fmt"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/nn"
	"causeway/core/search"
)

// TestComputedFollows plants features that others determine in random tables, detects them and
// searches for counterfactuals under the resulting rules. In every answer these features follow,
// and following does not count as a change. Answers are found.
func TestComputedFollows(t *testing.T) {
	asked, answered, shown, followed, rules := 0, 0, 0, 0, 0
	for seed := uint64(1); seed <= 8; seed++ {
		w := plantedWorld(t, kernel.NewKey(seed))
		found := causal.Relations(w.table)
		if rules += len(found); len(found) == 0 {
			t.Errorf("seed %d: nothing is found", seed)
			continue
		}
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
		g, s := f.Best(), w.table.Schema
		follows := causal.Follows(s, found)
		for i := range 12 {
			row := w.table.Row(i*17, nil)
			q := search.Query{Row: row, Target: 1 - Predict(w.blackBox, encodeOne(s, row))[0], Count: 8, Budget: 48,
				Key: kernel.NewKey(uint64(i)), Rules: found, Brief: true}
			if i%3 == 0 {
				q.MaxChanged = 1
			}
			rows := g.Search(w.blackBox, q).Rows
			asked++
			answered += b2i(len(rows) > 0)
			for _, c := range rows {
				shown++
				changed := 0
				for j, v := range c.Row {
					if v == row[j] {
						continue
					}
					if follows[j] {
						followed++
					} else {
						changed++
					}
				}
				if changed != c.Changed || q.MaxChanged > 0 && changed > q.MaxChanged {
					t.Fatalf("%d features changed by themselves; said are %d", changed, c.Changed)
				}
				x := map[string]float64{}
				for j, v := range c.Row {
					x[s.Features[j].Name] = v
				}
				if x["total"] != x["a"]+x["b"] || x["again"] != x["c"] ||
					x["class"] != float64(b2i(x["a"] >= 25)+b2i(x["a"] >= 40)) {
					t.Fatalf("left behind: %v under %d rules", x, len(found))
				}
			}
		}
	}
	t.Logf("%d rules, %d of %d rows answered, %d counterfactuals, %d values followed", rules, answered, asked, shown,
		followed)
	if answered < asked*3/4 || followed < shown/4 {
		t.Errorf("%d of %d rows answered, %d values followed in %d counterfactuals", answered, asked, followed, shown)
	}
}

// plantedWorld returns a table with two integers and their sum, a category and a copy with other
// level names, and a class that depends on a number.
func plantedWorld(t *testing.T, key kernel.Key) *world {
	t.Helper()
	table := &data.Table{Schema: data.Schema{
		Features: []data.Feature{{Name: "a", Kind: data.Integer}, {Name: "b", Kind: data.Integer},
			{Name: "total", Kind: data.Integer},
			{Name: "c", Kind: data.Category, Levels: []string{"p", "q", "r"}},
			{Name: "again", Kind: data.Category, Levels: []string{"1", "2", "3"}},
			{Name: "class", Kind: data.Ordered, Levels: []string{"low", "mid", "high"}},
			{Name: "d", Kind: data.Continuous, Decimals: 1}},
		Outcome: data.Feature{Name: "y", Kind: data.Category, Levels: []string{"no", "yes"}},
	}, Cols: make([][]float64, 7)}
	for i := range 400 {
		k := key.Sub(uint64(i))
		a, b := float64(10+k.Intn(0, 45)), float64(k.Intn(1, 30))
		c, d := float64(k.Intn(2, 3)), float64(int(100*k.Uniform1(3)))/10
		for j, v := range []float64{a, b, a + b, c, c, float64(b2i(a >= 25) + b2i(a >= 40)), d} {
			table.Cols[j] = append(table.Cols[j], v)
		}
		table.Outcome = append(table.Outcome, b2i((a+b-47)/12+(c-1)/2+(d-5)/4+0.3*float64(k.Normal1(4)) > 0))
	}
	w := &world{table: table, split: data.NewSplit(table.Outcome, 1)}
	table.FitScale(w.split.Train)
	w.train, w.val = encode(table, w.split.Train), encode(table, w.split.Val)
	fit := nn.NewClassifierFit(nn.ClassifierConfig{Seed: 1, Epochs: 8, Batch: 16, Hidden: 6, LearningRate: 0.03},
		w.train, w.val, 2)
	for range 8 {
		if _, err := fit.Epoch(nothing); err != nil {
			t.Fatal(err)
		}
	}
	w.blackBox = fit.Best()
	return w
}

// TestComputedSentence checks that verdicts on a computed feature state its numbers.
func TestComputedSentence(t *testing.T) {
	s := plantedWorld(t, kernel.NewKey(1)).table.Schema
	r := causal.Rule{Kind: causal.Computed, Feature: 2, Other: 0, Also: []causal.Member{{Feature: 1}},
		Law: causal.Law{Weights: []float64{1, 1}}}
	x := []float64{12, 3, 15, 0, 0, 0, 1}
	y := []float64{12, 4, 15, 0, 0, 0, 1}
	for _, c := range []struct {
		row  []float64
		want string
	}{
		{x, `Kept: "total" is always "a" + "b"; 12 + 3 = 15, and it is 15.`},
		{y, `Broken: "total" is always "a" + "b"; 12 + 4 = 16, but it is 15.`},
	} {
		if got := r.Verdict(s, x, c.row).Sentence; got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	list := causal.Rule{Kind: causal.Computed, Feature: 5, Other: 0, Levels: []int{0, 1, 2},
		Law: causal.Law{Cuts: []float64{25, 40}}}
	if got, want := fmt.Sprint(list.String(s)),
		`"class" always follows from "a" (below 25: low; 25 to below 40: mid; from 40: high).`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
