package model

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"causeway/core/causal"
	"causeway/core/form"
)

// TestTablesAreWhole checks that a table lists every number of its recipe once, and nothing else.
func TestTablesAreWhole(t *testing.T) {
	whole(t, ClassifierFields)
	whole(t, GeneratorFields)
	whole(t, ContrastFields)
	whole(t, ImageFields)
}

func whole[R any](t *testing.T, table Fields[R]) {
	t.Helper()
	listed := map[string]int{}
	for _, f := range table {
		listed[f.Of]++
		if f.Label == "" || !(f.Min < f.Max) || !(f.Default >= f.Min || f.Default == 0) || f.Default > f.Max {
			t.Errorf("%T: %+v describes no setting", *new(R), f)
		}
	}
	typ := reflect.TypeFor[R]()
	for i := range typ.NumField() {
		f := typ.Field(i)
		number := f.Type.Kind() == reflect.Int || f.Type.Kind() == reflect.Uint64 || f.Type.Kind() == reflect.Float64
		want := 0
		if number || f.Type.Kind() == reflect.Bool && listed[f.Name] > 0 {
			want = 1
		}
		if got := listed[f.Name]; got != want {
			t.Errorf("%v.%s is in the table %d times, want %d", typ, f.Name, got, want)
		}
		if f.Tag.Get("msgpack") == "" {
			t.Errorf("%v.%s has no key", typ, f.Name)
		}
		delete(listed, f.Name)
	}
	if len(listed) > 0 {
		t.Errorf("%v has no settings %v", typ, listed)
	}
}

// TestWithin checks that Within always returns valid settings, and leaves valid ones unchanged.
func TestWithin(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	odd := func() float64 {
		switch rng.IntN(4) {
		case 0:
			return math.NaN()
		case 1:
			return math.Inf(1 - 2*rng.IntN(2))
		}
		return (rng.Float64() - 0.3) * math.Pow(10, float64(rng.IntN(9)-2))
	}
	old, box := Preset(Adult, ModelApprox, Size{}), ClassifierFields.Default()
	for range 2000 {
		r, c := old, box
		for _, f := range GeneratorFields {
			if v := odd(); v == v && rng.IntN(3) == 0 {
				f.Set(&r, math.Trunc(min(max(v, -1e9), 1e9)))
			}
		}
		r.Validity, r.LearningRate = odd(), odd()
		for _, f := range ClassifierFields {
			if v := odd(); v == v && rng.IntN(2) == 0 {
				f.Set(&c, math.Trunc(min(max(v, -1e9), 1e9)))
			}
		}
		got, clf := r.Within(old), c.Within(box)
		if err := got.Check(); err != nil {
			t.Fatalf("%+v within the bounds is %+v: %v", r, got, err)
		}
		if err := clf.Check(); err != nil {
			t.Fatalf("%+v within the bounds is %+v: %v", c, clf, err)
		}
		if r.Check() == nil && got != r || c.Check() == nil && clf != c {
			t.Fatalf("%+v and %+v become %+v and %+v, though all is possible", r, c, got, clf)
		}
	}
	r := old
	r.Validity = math.NaN()
	if got := r.Within(old); got != old {
		t.Errorf("what is no number becomes %v, want the old %v", got.Validity, old.Validity)
	}
}

func TestCheckRefuses(t *testing.T) {
	for name, spoil := range map[string]func(*Recipe, *ClassifierRecipe){
		"no epoch":    func(r *Recipe, c *ClassifierRecipe) { r.Epochs, c.Epochs = 0, 0 },
		"a rate of 0": func(r *Recipe, c *ClassifierRecipe) { r.LearningRate, c.LearningRate = 0, 0 },
		"a rate of NaN": func(r *Recipe, c *ClassifierRecipe) {
			r.LearningRate, c.LearningRate = math.NaN(), math.NaN()
		},
		"an infinite rate": func(r *Recipe, c *ClassifierRecipe) {
			r.LearningRate, c.LearningRate = math.Inf(1), math.Inf(1)
		},
		"a large step": func(r *Recipe, c *ClassifierRecipe) { r.Samples, c.Batch, c.Hidden = 1000, 65_536, 513 },
	} {
		r, c := Preset(Adult, BaseVAE, Size{}), ClassifierFields.Default()
		spoil(&r, &c)
		if r.Check() == nil || c.Check() == nil {
			t.Errorf("%s: %v, %v", name, r.Check(), c.Check())
		}
	}
}

// TestPresets fixes the settings chosen on validation rows, so that no change of the tables goes
// unnoticed.
func TestPresets(t *testing.T) {
	for _, tt := range []struct {
		kind Kind
		m    Method
		want Recipe
	}{
		{SimpleBN, BaseVAE, Recipe{Batch: 64, Validity: 40, Margin: 0.3}},
		{SimpleBN, ModelBased, Recipe{Batch: 64, Validity: 30, Margin: 0.2, Feasibility: 30}},
		{SimpleBN, ModelApprox, Recipe{Batch: 64, Validity: 15, Margin: 0.05, Feasibility: 10}},
		{Sangiovese, BaseVAE, Recipe{Batch: 256, Validity: 40, Margin: 0.3}},
		{Sangiovese, ModelBased, Recipe{Batch: 256, Validity: 15, Margin: 0.3, Feasibility: 10}},
		{Sangiovese, ModelApprox, Recipe{Batch: 256, Validity: 15, Margin: 0.3, Feasibility: 10}},
		{Adult, BaseVAE, Recipe{Batch: 256, Validity: 40, Margin: 0.3}},
		{Adult, ModelApprox, Recipe{Batch: 256, Validity: 120, Margin: 0.15, Feasibility: 100, GiveUp: 0.2}},
		{Census, ModelApprox, Recipe{Batch: 256, Validity: 120, Margin: 0.15, Feasibility: 100, GiveUp: 0.2}},
		{Census, ExampleBased, Recipe{Batch: 256, Validity: 40, Margin: 0.3}},
	} {
		tt.want.Seed, tt.want.Epochs, tt.want.Samples, tt.want.LearningRate, tt.want.Method = 1, 50, 10, 0.01, tt.m
		if got := Preset(tt.kind, tt.m, Size{10_000, 8000}); got != tt.want {
			t.Errorf("%s, %s: %+v, want %+v", tt.kind, tt.m, got, tt.want)
		}
	}
	for kind, want := range map[Kind]Recipe{
		SimpleBN:   {Batch: 64, Epochs: 20, Validity: 40, Margin: 0.3, Feasibility: 60},
		Sangiovese: {Batch: 256, Epochs: 20, Validity: 40, Margin: 0.3, Feasibility: 60},
		Adult: {Batch: 256, Epochs: 40, Validity: 320, Margin: 0.3, Feasibility: 200, Levels: 2, Pull: 1,
			Finish: 80, Reach: 4.25},
		Census: {Batch: 256, Epochs: 40, Validity: 320, Margin: 0.3, Feasibility: 200, Levels: 2, Pull: 1,
			Finish: 80, Reach: 4.25},
	} {
		want.Samples, want.LearningRate = 1, 0.007
		if got := Round(kind, Size{10_000, 8000}); got != want {
			t.Errorf("a round on %s: %+v, want %+v", kind, got, want)
		}
	}
}

// TestMethods checks that the registry describes each method as in the paper.
func TestMethods(t *testing.T) {
	for _, tt := range []struct {
		m              Method
		title          string
		learns         causal.Learns
		start          Method
		chosen, trains bool
	}{
		{BaseVAE, "BaseVAE+", causal.Learns{}, BaseVAE, true, true},
		{ModelBased, "Model-based+", causal.Learns{Mechanisms: true, Rules: true}, ModelBased, true, true},
		{ModelApprox, "Model-approx+", causal.Learns{Lines: true, Rules: true}, ModelApprox, true, true},
		{ExampleBased, "Example-based+", causal.Learns{}, BaseVAE, true, false},
		{CEM, "CEM", causal.Learns{}, CEM, false, false},
		{"guess", "guess", causal.Learns{}, "guess", false, false},
	} {
		if m := tt.m; m.Title() != tt.title || m.Learns() != tt.learns || m.Start() != tt.start ||
			m.Chosen() != tt.chosen || m.Trains() != tt.trains ||
			m.Known() != (m != "guess") || m.FromLabels() != (m == ExampleBased) {
			t.Errorf("%s: %q, learns %+v, starts as %s, chosen %v, trains %v", m, m.Title(), m.Learns(), m.Start(),
				m.Chosen(), m.Trains())
		}
	}
}

func TestFlags(t *testing.T) {
	if got := GeneratorFields.Named("LearningRate").Flag(); got != "learning-rate" {
		t.Errorf("the flag is %q", got)
	}
}

// TestOldFiguresAreNoDifference checks that figures of an experiment that only an earlier version
// or only this one measured do not count as different, and that all others do.
func TestOldFiguresAreNoDifference(t *testing.T) {
	old := Record{Method: "base", Figures: []Figure{{Key: "decoded.validity", Value: 0.9},
		{Key: "decoded.robust", Value: 0.5}}}
	now := Record{Method: "base", Figures: []Figure{{Key: "answers.held", Value: 0.4},
		{Key: "answers.changes", Value: 2}, {Key: "decoded.validity", Value: 0.9}}}
	if d := CompareRecords(old, now); len(d) > 0 {
		t.Errorf("an experiment of an earlier version differs in %v", d)
	}
	said := Record{Method: "base", Figures: []Figure{{Key: "answers.held", Value: 0.8},
		{Key: "decoded.validity", Value: 0.9}}}
	if d := CompareRecords(said, now); len(d) != 2 {
		t.Errorf("%v differ, want what is held and the changes that are not said", d)
	}
}

// TestMendedIsWhatWasFound checks that a mended fact has the figures found, and that the original
// is unchanged.
func TestMendedIsWhatWasFound(t *testing.T) {
	said := ClassifierTrained{Best: 3, Accuracy: 1, LogLoss: 0.5, Confusion: []int{9, 0, 1, 8}, TestRows: 18, AUC: 0.9,
		Model: []byte{1}}
	found := ClassifierTrained{Best: 4, Accuracy: 0.75, LogLoss: 0.25, Confusion: []int{7, 2, 1, 8}, TestRows: 18,
		AUC: 0.5, Model: []byte{2}}
	differ := Compare(said, found)
	got := Mended(said, differ)
	if left := Compare(got, found); len(left) > 0 || !reflect.DeepEqual(got.Model, said.Model) {
		t.Errorf("%+v differs in %+v", got, left)
	}
	if said.Confusion[0] != 9 {
		t.Error("what was said has changed")
	}
	g := GeneratorTrained{Kept: form.NewFloats([]float64{1, 1}, 2), Soft: Scores{Validity: 1}}
	h := GeneratorTrained{Kept: form.NewFloats([]float64{1, 0.5}, 2), Soft: Scores{Validity: 0.25}, Untaught: true}
	if left := Compare(Mended(g, Compare(g, h)), h); len(left) > 0 || g.Kept.Values()[1] != 1 {
		t.Errorf("a generator differs in %+v", left)
	}
}

// TestOnlyTheSearchIsHeldToAThousandth checks that only figures of the search may differ from
// those of an earlier version, by at most a thousandth.
func TestOnlyTheSearchIsHeldToAThousandth(t *testing.T) {
	said := Answers{Rows: 200, Held: 0.5, SearchContProximity: -0.4}
	found := said
	found.SearchContProximity *= 1.0009
	type fact struct {
		Answers Answers `msgpack:"answers"`
	}
	if d := Compare(fact{said}, fact{found}); len(d) > 0 {
		t.Errorf("the search of a fact: %+v", d)
	}
	found.SearchContProximity = -0.4 * 1.002
	found.Held *= 1.0001
	if d := Compare(fact{said}, fact{found}); len(d) != 2 {
		t.Errorf("%+v", d)
	}
}
