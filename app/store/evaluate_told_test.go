package store

import (
	"slices"
	"strings"
	"testing"

	"causeway/core/batch"
	"causeway/core/data"
	"causeway/core/label"
)

// In an evaluation Example-based can learn from the project's labels without any rule. Held-out
// rows with labels are not explained.
func TestEvaluationLearnsFromTheProjectsLabels(t *testing.T) {
	p := trainedWhole(t)
	v := p.Evaluation.Settings
	v.Methods, v.Seeds, v.Told, v.Mine = []string{"base", "example"}, 1, true, true
	p.do(SetEvaluation{v}, RunEvaluation{})
	if p.Evaluation.HasResult || len(p.Notices.Alerts) != 1 ||
		!strings.Contains(p.Notices.Alerts[0].Text, "at least 25 labels") {
		t.Fatalf("without labels: %+v", p.Notices)
	}
	v.Methods = []string{"base"}
	p.do(SetEvaluation{v}, RunEvaluation{})
	all := p.Evaluation.Summary(0, "explained").Mean
	if p.Evaluation.Told.Labels != 0 || all < 30 {
		t.Fatalf("%v rows are explained without labels: %+v", all, p.Notices)
	}

	p.do(SetPart{data.TestRows}, GoToRow{0})
	held := p.Explain.Row
	p.do(SetPart{data.TrainRows})
	var list []label.Label
	for i := range 30 {
		p.do(GoToRow{i})
		from := p.Explain.Row
		if i < 2 { // two people about a held-out row
			from = held
		}
		to := slices.Clone(from)
		to[i%3] += 0.01 * float64(i+1)
		list = append(list, label.Label{Row: i, Factual: from, Counterfactual: to, Target: i % 2,
			Verdict: label.Verdict(i % 2), By: []string{"Ada", "Bob"}[i%2]})
	}
	list[29].Verdict = label.Unsure
	w := &turn{State: p.State}
	w.setLabels(list)
	p.State = w.State
	p.do(RunEvaluation{}) // they estimate feasibility, and nobody learns
	right := p.Evaluation.Summary(0, "judge.right").Mean
	if n, r, ok := p.Evaluation.Judge(); !ok || n != 29 || r <= 0 || r != right || p.Evaluation.Told.Labels != 0 ||
		p.Evaluation.Summary(0, "explained").Mean != all {
		t.Errorf("a judge of %d labels, %v right, %+v", n, r, p.Evaluation.Told)
	}
	if csv := string(p.Evaluation.CSV()); !strings.Contains(csv,
		",decoded.estimate,decoded.heldEstimate,judge.labels,judge.right\r\n") ||
		!strings.Contains(csv, ",29,"+batch.Exact(right)+"\r\n") {
		t.Errorf("saved figures %q", csv)
	}
	v.Methods = []string{"base", "example"}
	p.do(SetEvaluation{v}, RunEvaluation{})
	e := p.Evaluation
	if e.Done() != 2 || e.Told.Labels != 29 || !slices.Equal(e.Told.By, []string{"Ada", "Bob"}) ||
		e.Entrants[1].Labels != 29 {
		t.Fatalf("%d experiments with %+v: %+v, %v", e.Done(), e.Told, p.Notices, e.Failures)
	}
	for i := range e.Entrants {
		if s := e.Summary(i, "judge.right"); s.N != 1 || s.Mean != right || e.Summary(i, "decoded.estimate").N != 1 {
			t.Errorf("entrant %d is judged by another judge: %+v", i, s)
		}
		if got := e.Summary(i, "explained").Mean; got != all-1 {
			t.Errorf("entrant %d explains %v rows, of %v one is labelled", i, got, all)
		}
	}
	for with, names := range map[Travel]int{{Labels: true}: 2, {}: 0} {
		q := newWhole(t)
		q.open(p.file(with))
		if got := q.Evaluation.Told; got.Labels != 29 || len(got.By) != names {
			t.Errorf("a file with labels %v says %+v", with.Labels, got)
		}
	}
}
