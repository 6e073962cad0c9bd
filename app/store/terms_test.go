package store

import (
	"slices"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/model"
	"causeway/core/sketch"
)

// adultGraph is a person's drawing for Adult's C2 and a little more, over age, education, wage and
// work.
func adultGraph() (data.Schema, Graph) {
	s := data.Schema{Features: []data.Feature{
		{Name: "age", Kind: data.Integer, Min: 17, Max: 90, MAD: 10},
		{Name: "education", Kind: data.Ordered, Levels: []string{"School", "Masters"}, Ranks: []float64{0, 2}},
		{Name: "wage", Kind: data.Continuous, Min: 0, Max: 9, MAD: 1},
		{Name: "work", Kind: data.Category, Levels: []string{"clerk", "nurse"}},
	}, Outcome: testSchema.Outcome}
	g := sketch.New(s)
	g.Edges = []sketch.Edge{{From: 1, To: 0, Sign: causal.Rises, Strict: true}, {From: 0, To: 2, Sign: causal.Falls},
		{From: 3, To: 2}}
	g.Nodes[2].Form = sketch.Linear
	g.Rules = []causal.Rule{{Kind: causal.OnlyIncrease, Feature: 0},
		{Kind: causal.OnlyIncrease, Feature: 1, Soft: true},
		{Kind: causal.Immutable, Feature: 3}, {Kind: causal.Range, Feature: 2, Min: 0, Max: 5, Soft: true}}
	return s, Graph{Sketch: g}
}

// TestPlanSaysWhatCanNeverApply: rules whose causes are fixed have no term and say so; rules with a
// size say how much.
func TestPlanSaysWhatCanNeverApply(t *testing.T) {
	s, g := adultGraph()
	g.Sketch.Edges = []sketch.Edge{{From: 1, To: 0, Sign: causal.Rises, Least: 2, Most: 6},
		{From: 0, To: 2, Sign: causal.Falls}}
	g.Sketch.Nodes[2].Form = sketch.NotKnown
	g.Sketch.Rules = []causal.Rule{{Kind: causal.Immutable, Feature: 0},
		{Kind: causal.MoveAtMost, Feature: 2, Min: causal.Open, Max: 1},
		{Kind: causal.IfRisesThenRises, Feature: 0, Other: 1, Strict: true},
		{Kind: causal.IfRisesThenRises, Feature: 1, Other: 2, Least: 1, Strict: true}}
	want := []string{
		"education → age (rises, at least 2, at most 6): hinge where age does not follow its causes, weight 80",
		"age → wage (falls): not learned: this can never apply: \"age\" may not change",
		"\"age\" may not change: only the search enforces it",
		"\"wage\" may rise by at most 1: hinge if it moves farther, weight 80",
		"If \"age\" rises, \"education\" must rise: not learned: this can never apply: \"age\" may not change",
		"If \"education\" rises, \"wage\" must rise by at least 1 per level: not learned: this can never apply: " +
			"\"education\" may not change, as \"age\" may not change with it",
	}
	var got []string
	for _, p := range g.TermsOf(s, model.Recipe{Method: model.ModelApprox, Feasibility: 80}) {
		got = append(got, p.Of+": "+p.Becomes)
	}
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		t.Errorf("%s\nwant:\n%s", g, w)
	}
}

// TestPlanOfATrainingNow: hard rules between causes and effects are no longer terms; soft ones and
// one-way features are. Fixed features are kept by construction.
func TestPlanOfATrainingNow(t *testing.T) {
	s, g := adultGraph()
	for m, want := range map[model.Method][]string{
		model.BaseVAE: {"\"work\" may not change: every answer keeps it, by construction *"},
		model.ModelBased: {
			"education → age (rises, strict): only the search enforces it",
			"age → wage (falls): distance of wage from the line fitted to its causes, weight 80 *",
			"\"age\" may not decrease: hinge, weight 80 *",
			"\"work\" may not change: every answer keeps it, by construction *"},
		model.ModelApprox: {
			"education → age (rises, strict): only the search enforces it",
			"age → wage (falls): distance of wage from the line through the training rows whose slopes have the " +
				"signs of its causes, weight 80 *",
			"\"education\" may not decrease (soft): hinge on the ranks of its levels, weight 80 *"},
	} {
		said := map[string]bool{}
		for _, p := range g.TermsOf(s, model.Recipe{Method: m, Feasibility: 80}.Current()) {
			line := p.Of + ": " + p.Becomes
			if p.Learned {
				line += " *"
			}
			said[line] = true
		}
		for _, line := range want {
			if !said[line] {
				t.Errorf("%s: %q is not among %v", m, line, said)
			}
		}
	}
	soft := g
	soft.Sketch.Edges = slices.Clone(g.Sketch.Edges)
	soft.Sketch.Edges[0].Soft = true
	if p := soft.TermsOf(s, model.Recipe{Method: model.ModelApprox, Feasibility: 80}.Current())[0]; !p.Learned ||
		!strings.Contains(p.Becomes, "hinge where age does not follow") {
		t.Errorf("a soft edge: %+v", p)
	}
}

func TestPlanSaysWhatIsLearned(t *testing.T) {
	s, g := adultGraph()
	const judged = "\"wage\" must be between 0 and 5 (soft): not learned: counterfactuals are judged by it and may " +
		"break it"
	cases := map[model.Method][]string{
		model.Actions: {
			"education → age (rises, strict): every answer keeps it, by construction *",
			"age → wage (falls): every answer keeps it, by construction *",
			"work → wage (no sign): not a rule: only signs between features that can rise and fall count",
			"\"age\" may not decrease: every answer keeps it, by construction *",
			"\"education\" may not decrease (soft): not learned: counterfactuals are judged by it and may break it",
			"\"work\" may not change: every answer keeps it, by construction *",
			judged},
		model.BaseVAE: {
			"education → age (rises, strict): only the search enforces it: BaseVAE+ does not learn from the graph",
			"age → wage (falls): only the search enforces it: BaseVAE+ does not learn from the graph",
			"work → wage (no sign): not learned: BaseVAE+ does not learn from the graph",
			"\"age\" may not decrease: only the search enforces it",
			"\"education\" may not decrease (soft): not learned: counterfactuals are judged by it and may break it",
			"\"work\" may not change: only the search enforces it",
			judged,
		},
		model.ModelBased: {
			"education → age (rises, strict): hinge where age does not follow its causes, weight 80 *",
			"age → wage (falls): distance of wage from the line fitted to its causes, and hinge where wage does not " +
				"follow its causes, weight 80 *",
			"work → wage (no sign): distance of wage from the line fitted to its causes, weight 80 *",
			"\"age\" may not decrease: hinge, weight 80 *",
			"\"education\" may not decrease (soft): hinge on the ranks of its levels, weight 80 *",
			"\"work\" may not change: only the search enforces it",
			judged,
		},
		model.ModelApprox: {
			"education → age (rises, strict): hinge where age does not follow its causes, weight 80 *",
			"age → wage (falls): distance of wage from the line through the training rows whose slopes have the " +
				"signs of its causes, and hinge where wage does not follow its causes, weight 80 *",
			"work → wage (no sign): not learned: this method does not use mechanisms; Model-based+ does",
			"\"age\" may not decrease: hinge, weight 80 *",
			"\"education\" may not decrease (soft): hinge on the ranks of its levels, weight 80 *",
			"\"work\" may not change: only the search enforces it",
			judged,
		},
	}
	for m, want := range cases {
		var got []string
		for _, p := range g.TermsOf(s, model.Recipe{Method: m, Feasibility: 80}) {
			line := p.Of + ": " + p.Becomes
			if p.Learned {
				line += " *"
			}
			got = append(got, line)
		}
		if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
			t.Errorf("%s:\n%s\nwant:\n%s", m, g, w)
		}
	}
}
