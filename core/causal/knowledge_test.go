package causal

import (
	"strings"
	"testing"

	"causeway/core/data"
)

func TestKnowledgeRefuses(t *testing.T) {
	s := formulaSchema()
	edge := []Edge{{From: 0, To: 4}}
	for name, c := range map[string]struct {
		k    Knowledge
		want string
	}{
		"a cycle":                    {Knowledge{Edges: []Edge{{From: 0, To: 4}, {From: 4, To: 0}}}, "cycle"},
		"a mechanism without causes": {Knowledge{Mechanisms: []Assignment{{Feature: 4}}}, "no cause"},
		"a mechanism of nothing": {Knowledge{Mechanisms: []Assignment{{Feature: 5}}},
			"feature 5, but the table has only 5"},
		"a mechanism of a category": {Knowledge{Edges: []Edge{{From: 0, To: 3}},
			Mechanisms: []Assignment{{Feature: 3}}}, "no order"},
		"two mechanisms": {Knowledge{Edges: edge, Mechanisms: []Assignment{{Feature: 4}, {Feature: 4}}},
			"two mechanisms"},
		"an unknown form": {Knowledge{Edges: edge, Mechanisms: []Assignment{{Feature: 4, Form: 9}}},
			"unknown form"},
		"a formula of no cause": {Knowledge{Edges: edge,
			Mechanisms: []Assignment{{Feature: 4, Form: Given, Formula: "school"}}}, "not a cause"},
		"a formula that is not asked": {Knowledge{Edges: edge, Mechanisms: []Assignment{{Feature: 4, Formula: "x1"}}},
			"both fitted and given"},
		"a bad rule": {Knowledge{Rules: []Rule{{Kind: OnlyIncrease, Feature: 3}}}, "no order"},
	} {
		if err := c.k.Check(s); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want a word of %q", name, err, c.want)
		}
	}
	if err := (Knowledge{}).Check(s); err != nil {
		t.Errorf("nothing known: %v", err)
	}
}

// TestHardRules checks that a rule is soft if it is marked as soft, or if the edge of its sign
// is.
func TestHardRules(t *testing.T) {
	k := Knowledge{
		Edges: []Edge{{From: 0, To: 1, Sign: Rises, Soft: true}, {From: 0, To: 4, Sign: Falls, Strict: true}},
		Rules: []Rule{{Kind: OnlyIncrease, Feature: 1}, {Kind: Immutable, Feature: 3, Soft: true}},
	}
	all := k.AllRules(formulaSchema())
	if len(all) != 4 {
		t.Fatalf("%d rules, want the two stated and one of each signed edge", len(all))
	}
	hard := Hard(all)
	if len(hard) != 2 || hard[0].Kind != OnlyIncrease || hard[1].Kind != IfRisesThenRises || hard[1].Other != 4 ||
		!hard[1].Falls {
		t.Errorf("hard rules %+v, want only-increase and the strict edge", hard)
	}
}

// TestKnowledgeFits uses a table in which y = 0.1 (x1 + rank)² + 10 holds exactly.
func TestKnowledgeFits(t *testing.T) {
	s := formulaSchema()
	table := &data.Table{Schema: s, Cols: make([][]float64, 5)}
	for i := range 60 {
		x, l := float64(i%10), float64(i%2)
		rank := 2 * l
		for j, v := range []float64{x, float64(i), l, float64(i % 2), 0.1*(x+rank)*(x+rank) + 10} {
			table.Cols[j] = append(table.Cols[j], v)
		}
		table.Outcome = append(table.Outcome, 0)
	}
	rows := make([]int, 60)
	for i := range rows {
		rows[i] = i
	}
	k := Knowledge{Edges: []Edge{{From: 0, To: 4}, {From: 2, To: 4}, {From: 0, To: 1, Sign: Falls}}}
	variance := map[Form]float64{}
	for _, form := range []Form{FittedLinear, FittedNetwork, Given} {
		a := Assignment{Feature: 4, Form: form}
		if form == Given {
			a.Formula = "0.1 * (x1 + school)^2 + 10"
		}
		k.Mechanisms = []Assignment{a, {Feature: 1}}
		m, err := k.Fit(table, rows)
		if err != nil {
			t.Fatal(err)
		}
		n, ok := m.Node(4)
		if !ok || len(m.Nodes()) != 2 {
			t.Fatalf("form %d: mechanisms %v", form, m.Nodes())
		}
		variance[form] = n.Variance
	}
	if rounding := 0.01 * 0.01 / 12; variance[Given] > rounding*1.0001 {
		t.Errorf("the true formula leaves a variance of %v, want that of rounding, %v", variance[Given], rounding)
	}
	if !(variance[Given] <= variance[FittedNetwork] && variance[FittedNetwork] < variance[FittedLinear]) {
		t.Errorf("variances %v, want a line above a network above a formula or equal to it", variance)
	}
	k.Mechanisms = []Assignment{{Feature: 4, Form: Given, Formula: "1 / school"}}
	if _, err := k.Fit(table, rows); err == nil || !strings.Contains(err.Error(), "finite") {
		t.Errorf("1/0: %v, want that a value is not finite", err)
	}
}
