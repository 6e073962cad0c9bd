package main

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"causeway/app/bridge"
	"causeway/app/store"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
)

// manyTab is a tab with both models and settings for two long jobs.
func manyTab(t *testing.T, m *bridge.Memory) *tab {
	p := openTab(t, m)
	p.load()
	c, g := p.Classifier.Settings, p.Generator.Settings
	c.Epochs, g.Epochs, g.Samples = 60, 20, 5
	p.do(store.SetClassifier{ClassifierRecipe: c}, store.SetGenerator{Recipe: g}, store.TrainClassifier{},
		store.TrainGenerator{})
	p.untilTrained()
	b, v := p.Batch.Settings, p.Evaluation.Settings
	b.Part, b.Filter, b.Budget = data.AllRows, document.RowFilter{}, 100
	v.Methods, v.Seeds, v.Mine = []string{"base"}, 12, true // enough rows that some are left after a save and a kill
	p.do(store.SetBatch{Batch: b}, store.SetEvaluation{Evaluation: v})
	return p
}

// onlyUp is a rule that slows an evaluation down.
var onlyUp = store.AddRule{Rule: causal.Rule{Kind: causal.OnlyIncrease, Feature: 0}}

// A tab dies up to three times while it explains many rows, and gets the same results as an
// uninterrupted one. A fast machine may finish before a later kill; the first must leave some rows.
func TestKilledBatchesGoOnToTheSameRows(t *testing.T) {
	long := func(p *tab) store.SetBatch { // some are left after a save and a kill on any machine
		b := p.Batch.Settings
		b.Budget = 2000
		return store.SetBatch{Batch: b}
	}
	whole := manyTab(t, bridge.NewMemory())
	whole.do(long(whole), onlyUp, store.ExplainMany{})
	whole.until("all rows", func() bool { return whole.Batch.Finished })
	if _, found := whole.Batch.Covered(); found < 200 {
		t.Fatalf("%d of 400 rows have a counterfactual", found)
	}

	m := bridge.NewMemory()
	p := manyTab(t, m)
	p.do(long(p), onlyUp, store.ExplainMany{})
	for kill := 1; kill <= 3; kill++ {
		done := p.Batch.Count(store.EveryRow)
		p.until("another saved part", func() bool {
			return p.Batch.Count(store.EveryRow) > done && p.Keeping.Stage == store.KeepSaved
		})
		if kill > 1 && p.Batch.Finished {
			break
		}
		p.kill()
		saved := p.Batch.Count(store.EveryRow)
		p = openTab(t, m)
		p.openLast()
		if got := p.Batch.Count(store.EveryRow); got != saved ||
			!strings.Contains(p.alerts(), "rows had been explained") || !p.Batch.CanGoOn() ||
			p.Batch.Phase != store.Resting {
			t.Fatalf("kill %d: %d rows came back of %d: %s", kill, got, saved, p.alerts())
		}
		p.do(store.ExplainMany{Rest: true})
		p.until("the rest to begin", func() bool { return p.Batch.Phase == store.Running })
		if p.BatchRun.Done*p.Batch.Per != saved {
			t.Errorf("kill %d: it goes on at part %d, %d rows are done", kill, p.BatchRun.Done, saved)
		}
	}
	p.until("all rows", func() bool { return p.Batch.Finished })
	if s := p.Data.Table.Schema; !bytes.Equal(p.Batch.CSV(s), whole.Batch.CSV(s)) || p.Batch.CanGoOn() ||
		p.alerts() != "" {
		t.Errorf("the rows are not those of an uninterrupted run; %s", p.alerts())
	}
	p.untilSaved()
	p.kill()
	p = openTab(t, m)
	p.openLast()
	if s := p.Data.Table.Schema; !bytes.Equal(p.Batch.CSV(s), whole.Batch.CSV(s)) || p.Batch.CanGoOn() ||
		p.alerts() != "" {
		t.Errorf("what is done does not come back: %s", p.alerts())
	}
}

// The same for an evaluation; only its times may differ.
func TestKilledEvaluationsGoOnToTheSameFigures(t *testing.T) {
	whole := manyTab(t, bridge.NewMemory())
	whole.do(store.RunEvaluation{})
	whole.until("all experiments", func() bool { return whole.Evaluation.Finished })

	m := bridge.NewMemory()
	p := manyTab(t, m)
	p.do(store.RunEvaluation{})
	for kill := 1; kill <= 2; kill++ {
		done := p.Evaluation.Done()
		p.until("another experiment", func() bool {
			return p.Evaluation.Done() > done && p.Keeping.Stage == store.KeepSaved
		})
		if kill > 1 && p.Evaluation.Finished {
			break
		}
		saved := p.Evaluation.Done()
		p.kill()
		p = openTab(t, m)
		p.openLast()
		if got := p.Evaluation.Done(); got != saved || !strings.Contains(p.alerts(), "experiments were done") ||
			!p.Evaluation.CanGoOn() || p.Evaluation.OldRules {
			t.Fatalf("kill %d: %d experiments came back of %d: %s", kill, got, saved, p.alerts())
		}
		p.do(store.RunEvaluation{Rest: true})
		p.until("the rest to begin", func() bool { return p.Evaluation.Phase == store.Running })
		if p.EvaluationRun.Done != saved {
			t.Errorf("kill %d: it goes on at experiment %d, %d are done", kill, p.EvaluationRun.Done, saved)
		}
	}
	p.until("all experiments", func() bool { return p.Evaluation.Finished })
	if got, want := untimed(p.Evaluation), untimed(whole.Evaluation); !reflect.DeepEqual(got, want) ||
		p.Evaluation.CanGoOn() {
		t.Errorf("figures\n%v\nwant\n%v", got, want)
	}
}

// times lists the figures of an experiment that depend on the machine.
var times = []string{"trainS", "per1000S"}

// untimed returns the figures without the times.
func untimed(v store.Evaluation) (list []string) {
	for _, line := range strings.Split(string(v.CSV()), "\r\n") {
		cells := strings.Split(line, ",")
		for _, key := range times {
			if at := slices.Index(strings.Split(strings.SplitN(string(v.CSV()), "\r\n", 2)[0], ","), key); at >= 0 &&
				at < len(cells) {
				cells[at] = ""
			}
		}
		list = append(list, strings.Join(cells, ","))
	}
	return list
}

// If the explained rows do not fit, everything else is saved.
func TestABatchThatDoesNotFitKeepsNothingElseOut(t *testing.T) {
	m := bridge.NewMemory()
	p := manyTab(t, m)
	for _, in := range []store.Intent{onlyUp, store.Undo{}, onlyUp} { // both states are without a training
		p.untilSaved()
		p.do(in)
	}
	p.untilSaved()
	v, _ := m.NewTab()
	space, err := v.Space()
	if err != nil {
		t.Fatal(err)
	}
	m.Quota = int(space.Usage) + 15_000 // there is room for two states, and for the rows beside one
	p.do(store.ExplainMany{})
	p.until("all rows", func() bool { return p.Batch.Finished && p.Keeping.Stage == store.KeepSaved })
	if !strings.Contains(p.alerts(), "The explanation of many rows could not be saved in this browser and was left "+
		"out: it does not fit") {
		t.Fatalf("%d bytes were enough, or nothing was said: %s", m.Quota, p.alerts())
	}
	m.Quota = 0
	p.do(store.AddRule{Rule: causal.Rule{Kind: causal.OnlyIncrease, Feature: 1}})
	p.untilSaved()
	p.kill()
	p = openTab(t, m)
	p.openLast()
	if p.Batch.HasResult || len(p.Graph.Sketch.Rules) != 2 || !p.Generator.HasResult {
		t.Errorf("the project did not come back: %s", p.alerts())
	}
}
