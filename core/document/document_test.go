package document

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"causeway/core/data"
	"causeway/core/model"
)

var schema = data.Schema{
	Features: []data.Feature{{Name: "age", Kind: data.Continuous, Max: 90},
		{Name: "town", Kind: data.Category, Levels: []string{"a", "b", "c"}}},
	Outcome: data.Feature{Name: "loan", Kind: data.Category, Levels: []string{"no", "yes"}},
}

// TestTheTableNamesEveryField checks that the table and the struct of a search have the same
// fields, each once.
func TestTheTableNamesEveryField(t *testing.T) {
	of := reflect.TypeFor[Search]()
	if of.NumField() != len(SearchFields) {
		t.Errorf("%d fields and %d in the table", of.NumField(), len(SearchFields))
	}
	for i := range of.NumField() {
		f := SearchFields.Named(of.Field(i).Name)
		s := SearchFields.Default()
		if f.Value(s) != f.Default {
			t.Errorf("%s is %v by default, want %v", f.Of, f.Value(s), f.Default)
		}
		if len(f.Choices) > 0 {
			f.Chosen(s)
		}
	}
}

// TestWithinIsWhatCanBeAsked checks that any search becomes a valid one, which Within then leaves
// unchanged.
func TestWithinIsWhatCanBeAsked(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	wild := func() int { return []int{-1 << 40, -1, 0, 1, 2, 9, 1 << 40}[r.IntN(7)] }
	of := SearchOf(schema)
	for range 2000 {
		s := Search{Count: wild(), Seed: r.Uint64(), Target: wild(), Budget: wild(), MaxChanged: wild(),
			Clarity: model.Clarity(wild()),
			Least:   []float64{math.NaN(), math.Inf(1), -1, 0, 0.3, 7}[r.IntN(6)], Apart: model.Apart(wild()),
			Steady: r.IntN(2) == 0, Horizon: r.IntN(2) == 0}
		got := s.Within(schema)
		if err := of.Check(got); err != nil {
			t.Fatalf("%+v became %+v: %v", s, got, err)
		}
		if again := got.Within(schema); again != got {
			t.Fatalf("%+v became %+v, and that %+v", s, got, again)
		}
		if (got.Clarity == model.AtLeast) != (got.Least > 0) || got.Target >= schema.Classes() ||
			got.MaxChanged > len(schema.Features) {
			t.Fatalf("%+v became %+v", s, got)
		}
		if s.Seed != got.Seed || s.Steady != got.Steady || s.Horizon != got.Horizon {
			t.Fatalf("%+v became %+v", s, got)
		}
	}
	if s := SearchFields.Default(); s.Within(schema) != s {
		t.Errorf("the default became %+v", s.Within(schema))
	}
}

// TestABatchAsksForASearch checks that the search of a batch has the batch's settings, and that a
// batch adopts all settings of a search.
func TestABatchAsksForASearch(t *testing.T) {
	s := Search{Count: 3, Seed: 4, Target: 1, Budget: 50, MaxChanged: 2, Clarity: model.AtLeast, Least: 0.7,
		Apart: model.NothingShared}
	b := Batch{Most: 9, By: -1}.Asking(s)
	if b.Asked() != s || b.Most != 9 || b.By != -1 {
		t.Errorf("asked for %+v, got %+v", s, b)
	}
}

// TestEvaluationFollowsTheProject checks that only settings that nobody chose adapt to the
// project.
func TestEvaluationFollowsTheProject(t *testing.T) {
	s := NewEvaluation()
	with := s
	with.Methods = append([]string{"cem"}, s.Methods...)
	with = with.Since(s)
	if got := with.Following(false, false, true).Methods; !reflect.DeepEqual(got,
		[]string{"base", "approx", "actions", "cem"}) {
		t.Errorf("without rules and labels: %v", got)
	}
	if got := with.Apart().Within(2); len(got.Methods) != 4 || got.Seeds != 5 {
		t.Errorf("saved: %+v", got)
	}
	if got := (Evaluation{Seeds: 1000, From: 7, Labels: -1, Methods: []string{"none"}}).Within(2); got.Seeds != 50 ||
		got.From != 1 || got.Labels != 0 || got.Methods != nil {
		t.Errorf("within: %+v", got)
	}
}

func TestRowFilterWithin(t *testing.T) {
	f := RowFilter{Predicted: 9, Outcome: -4,
		Where: []data.Where{{Feature: 7}, {Feature: 0, Min: math.NaN(), Max: 30, Levels: []int{1}},
			{Feature: 1, Levels: []int{-1, 2, 3}}}}.Within(schema)
	if f.Predicted != 2 || f.Outcome != 0 || len(f.Where) != 2 || f.Where[0].Levels != nil || f.Where[0].Max != 30 ||
		!reflect.DeepEqual(f.Where[1].Levels, []int{2}) {
		t.Errorf("%+v", f)
	}
	if f.IsAny() || !(RowFilter{}).IsAny() {
		t.Error("a filter takes all, or the empty one does not")
	}
}
