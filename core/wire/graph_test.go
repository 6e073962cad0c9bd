package wire

import (
	"math"
	"testing"

	"causeway/core/causal"
)

func TestQuestionsAboutGraphsAreChecked(t *testing.T) {
	row := NewFloats([]float64{1, 2}, 2)
	d := Dependence{Strength: 0.5, P: 0.1}
	for name, m := range map[string]Message{
		"a formula that is too long":       CheckGraph{Knowledge: causal.Knowledge{Mechanisms: []causal.Assignment{{Formula: string(make([]byte, 5000))}}}},
		"counterfactuals without a row":    CheckGraph{Found: NewRows([][]float64{{1}})},
		"counterfactuals of another width": CheckGraph{Factual: row, Found: NewRows([][]float64{{1}})},
		"too many counterfactuals":         CheckGraph{Factual: row, Found: NewFloats(make([]float64, 202), 101, 2)},
		"an edge to itself":                PlotEdge{From: 1, To: 1},
		"an edge from nowhere":             PlotEdge{From: -1, To: 1},
		"alpha of 0":                       SearchGraph{MaxGiven: 1},
		"alpha that is no number":          SearchGraph{Alpha: math.NaN()},
		"too many given":                   SearchGraph{Alpha: 0.01, MaxGiven: 7},
		"a P above 1":                      GraphChecked{Edges: []CheckedEdge{{To: 1, Dependence: Dependence{P: 1.5}}}},
		"a negative strength without sign": GraphChecked{Missing: []MissingEdge{{B: 1, Dependence: Dependence{Strength: -0.5}}}},
		"an unknown verdict":               GraphChecked{Edges: []CheckedEdge{{To: 1, Verdict: 9}}},
		"an unknown way":                   GraphChecked{Missing: []MissingEdge{{B: 1, Way: 3}}},
		"more broken than judged":          GraphChecked{Rules: []RuleShare{{Broken: 2}}, Pairs: 1},
		"points without partners":          EdgePlot{To: 1, X: row},
		"an R² above 1":                    EdgePlot{To: 1, Explained: 2},
		"more done than there is":          Searching{Done: 3, Total: 2},
		"a feature that the row lacks":     Intervene{Row: row, Feature: 2},
		"shares before alone":              Intervened{Row: row, Before: row},
		"rows to draw and a row":           WeighRules{Rows: 3, Row: row},
		"no row to weigh rules by":         WeighRules{},
		"answers of another row":           WeighRules{Row: row, Known: NewRows([][]float64{{1}})},
		"more answers than rows":           RulesWeighed{Rows: 3, Found: 2, Open: 2},
		"a rule that costs nothing":        RulesWeighed{Rows: 3, Found: 2, Rules: 1, Without: []RuleWeight{{Found: 2}}},
		"a dear rule after a cheap one":    RulesWeighed{Rows: 3, Rules: 2, Without: []RuleWeight{{Found: 1}, {Found: 2}}},
		"a suggested loop":                 GraphSuggested{Edges: []Suggestion{{From: 2, To: 2, Dependence: d}}},
	} {
		if Validate(m) == nil {
			t.Errorf("%s: %+v is accepted", name, m)
		}
	}
}
