package store

import (
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/document"
	"causeway/core/label"
)

// verdicts gives a page this many labels.
func (p *page) verdicts(n int) {
	p.t.Helper()
	var list []label.Label
	from := slices.Repeat([]float64{1}, len(p.Data.Table.Schema.Features))
	for i := range n {
		to := slices.Clone(from)
		to[0] += float64(1 + i)
		list = append(list, label.Label{Row: i, Factual: from, Counterfactual: to, Verdict: label.Verdict(i % 2)})
	}
	w := &turn{State: p.State}
	w.setLabels(list)
	p.State = w.State
	p.do(Say{})
}

// An automatic choice can always run. A person's choice stays, whatever else changes.
func TestEvaluationFollowsTheProject(t *testing.T) {
	p := trained(t)
	check := func(when string, told bool, want ...string) {
		t.Helper()
		v := p.Evaluation.Settings
		if v.Told != told || !slices.Equal(v.Methods, want) {
			t.Errorf("%s: %q, told by labels: %v; want %q, %v", when, v.Methods, v.Told, want, told)
		}
	}
	runs := func(when, alert string) {
		t.Helper()
		q := page{t: t, State: p.State}
		q.do(RunEvaluation{}, Cancel{TheEvaluation})
		q.wantAlert(alert)
	}
	rule := AddRule{causal.Rule{Kind: causal.Immutable, Feature: 0}}
	set := func(change func(v *document.Evaluation)) {
		v := p.Evaluation.Settings
		change(&v)
		p.do(SetEvaluation{v})
	}
	check("with nothing", false, "base", "approx", "actions")
	runs("with nothing", "")
	p.do(rule)
	check("with a rule", false, "base", "approx", "example", "actions")
	runs("with a rule", "")
	p.do(Undo{})
	check("the rule is gone", false, "base", "approx", "actions")
	p.verdicts(EnoughLabels - 1)
	check("too few labels", false, "base", "approx", "actions")
	p.verdicts(EnoughLabels)
	check("labels", true, "base", "approx", "example", "actions")
	runs("labels", "")
	p.do(rule)
	check("both", false, "base", "approx", "example", "actions")

	set(func(v *document.Evaluation) { v.Methods = []string{"approx", "example", "cem"} })
	equalSlices(t, "chosen", p.Evaluation.Settings.Chosen, []string{"base", "actions", "cem"})
	p.do(Undo{})
	p.verdicts(0)
	check("base is out and CEM in", false, "approx", "cem")
	set(func(v *document.Evaluation) { v.Methods = []string{"approx", "example", "cem"} })
	check("Example-based is wanted", false, "approx", "example", "cem")
	runs("Example-based is wanted", sayNoOracle)
	p.verdicts(EnoughLabels)
	check("and learns from labels", true, "approx", "example", "cem")
	set(func(v *document.Evaluation) { v.Told = false })
	p.do(rule)
	set(func(v *document.Evaluation) { v.Told = true })
	p.verdicts(0)
	check("labels are wanted", true, "approx", "example", "cem")
	runs("labels are wanted", sayFewLabels)
}

// A file has the same automatic choices with or without its labels.
func TestEvaluationIsSavedApartFromTheProject(t *testing.T) {
	p := trainedWhole(t)
	before := p.file(Travel{})
	q := page{t: t, State: p.State}
	q.verdicts(EnoughLabels)
	equal(t, "told", q.Evaluation.Settings.Told, true)
	if a, b := p.allSettings().Evaluation, q.allSettings().Evaluation; !slices.Equal(a.Methods, b.Methods) ||
		a.Told != b.Told || len(a.Chosen)+len(b.Chosen) > 0 {
		t.Errorf("saved %+v and %+v", a, b)
	}
	v := p.Evaluation.Settings
	v.Methods = []string{"base", "example"}
	p.do(SetEvaluation{v})
	r := newWhole(t)
	r.open(p.file(Travel{}))
	equalSlices(t, "chosen", r.Evaluation.Settings.Chosen, []string{"approx", "example"})
	equalSlices(t, "methods", r.Evaluation.Settings.Methods, []string{"base", "example"})
	r.open(before)
	equalSlices(t, "methods", r.Evaluation.Settings.Methods, []string{"base", "approx"})
}
