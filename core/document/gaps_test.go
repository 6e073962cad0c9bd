package document

import (
	"reflect"
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
)

// flagged has an income with a flag, an age, and a debt whose flag gives a reason.
func flagged() data.Schema {
	return data.Schema{Features: []data.Feature{
		{Name: "income", Kind: data.Integer, Max: 9, MAD: 1},
		{Name: data.FlagName("income"), Kind: data.Boolean, Levels: []string{"no", "yes"}},
		{Name: "age", Kind: data.Integer, Max: 9, MAD: 1},
		{Name: "debt", Kind: data.Integer, Max: 9, MAD: 1},
		{Name: data.FlagName("debt"), Kind: data.Category, Levels: []string{"no", "-9", "-8"}},
	}, Outcome: data.Feature{Name: "y", Kind: data.Boolean, Levels: []string{"no", "yes"}}}
}

// TestAPairIsOneFeature checks how answers about a missing income read: it is not given, telling it is
// one change and one step even at the usual value, and the stored number never appears. A flag with
// reasons stays a feature.
func TestAPairIsOneFeature(t *testing.T) {
	s := flagged()
	if got := s.Displayed(); !slices.Equal(got, []int{0, 2, 3, 4}) {
		t.Fatalf("people see features %v", got)
	}
	x := []float64{4, 1, 5, 2, 2}
	step := func(row []float64, does ...int) Step { return Step{Stage: causal.Stage{Does: does, Row: row}} }
	told := []float64{7, 0, 5, 2, 2}
	answers := Explained{Found: Found{Factual: Counterfactual{Row: x}, Rows: []Counterfactual{
		{Row: told, Changed: 2, Without: []float64{0.6, 0.2, 0.9, 0.9, 0.9},
			Plan: []Step{step([]float64{4, 0, 5, 2, 2}, 1), step(told, 0)}},
		{Row: []float64{4, 0, 5, 2, 2}, Changed: 1, Plan: []Step{step([]float64{4, 0, 5, 2, 2}, 1)}},
		{Row: []float64{4, 1, 6, 2, 2}, Changed: 1},
	}}}
	before := reflect.ValueOf(answers.Rows[0].Plan[0].Row).Pointer()
	b := answers.Blank(s)
	for i, want := range []struct {
		now     string
		does    []int
		changed int
		steps   int
	}{{"7", []int{0}, 1, 1}, {"4", []int{0}, 1, 1}, {data.NotGiven, []int{2}, 1, 0}} {
		c := b.Rows[i]
		d := Following{}.Deeds(b.Factual.Row, c)
		var does []int
		for j := range s.Features {
			if d.Does(j) {
				does = append(does, j)
			}
		}
		old, now := s.Features[0].Say(d.Factual[0]), s.Features[0].Say(d.Values[0])
		if old != data.NotGiven || now != want.now || !slices.Equal(does, want.does) || c.Changed != want.changed ||
			len(c.Plan) != want.steps {
			t.Errorf("answer %d: from %s to %s by %v, %d changes, plan %+v", i, old, now, does, c.Changed, c.Plan)
		}
	}
	if c := b.Rows[0]; c.Without[0] != 0.2 || !slices.Equal(c.Plan[0].Does, []int{0}) || c.Plan[0].Row[0] != 7 {
		t.Errorf("told: without it %v, steps %+v", c.Without, c.Plan)
	}
	if s.Features[3].Format(b.Factual.Row[3]) != data.NotGiven || b.Factual.Row[4] != 2 {
		t.Errorf("the debt is %v", b.Factual.Row[3:])
	}
	if a := answers.Rows[0]; a.Row[0] != 7 || a.Changed != 2 || len(a.Plan) != 2 || a.Plan[0].Row[1] != 0 ||
		reflect.ValueOf(a.Plan[0].Row).Pointer() != before || answers.Factual.Row[0] != 4 {
		t.Error("the answers themselves have changed")
	}
	if again := b.Blank(s); !reflect.DeepEqual(again, b) {
		t.Error("answers for display change when they are displayed again")
	}
}

// TestReasonsOfAPair checks that "not given" counts as a reason under the number's name, once.
func TestReasonsOfAPair(t *testing.T) {
	s := flagged()
	each := []Reason{{Feature: 0, Locked: true}, {Feature: 1, Locked: true, Against: true}, {Feature: 2}}
	sets := []Together{{Features: []int{0, 1, 2}, Row: []float64{7, 0, 6, 2, 2}}}
	r := Reasons{Row: []float64{4, 1, 5, 2, 2}, Each: each, Sets: sets}.Blank(s)
	if len(r.Each) != 2 || r.Each[0].Feature != 0 || !r.Each[0].Against || r.Row[0] != data.Blank ||
		!slices.Equal(r.Sets[0].Features, []int{0, 2}) {
		t.Errorf("reasons %+v", r)
	}
	if known := (Reasons{Row: []float64{4, 0, 5, 2, 2}, Each: each}).Blank(s); len(known.Each) != 2 ||
		known.Each[0].Against || known.Row[0] != 4 {
		t.Errorf("with a known income: %+v", known)
	}
}
