package store

import (
	"bytes"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/sketch"
)

// ordered is a page where Causes gave a category an order.
func orderedWhole(t *testing.T) (p *whole, job, age int) {
	p = newWhole(t)
	p.do(SetSample{document.Sample{Rows: 300, Seed: 5}}, LoadSample{model.Census})
	job, age = p.Data.Table.Schema.Index("workclass"), p.Data.Table.Schema.Index("age")
	ranks := make([]int, len(p.Data.Table.Schema.Features[job].Levels))
	for l := range ranks {
		ranks[l] = len(ranks) - 1 - l
	}
	p.do(SetOrder{Node: job, Ranks: ranks})
	c, g := p.Classifier.Settings, p.Generator.Settings
	c.Epochs, c.Hidden, g.Epochs, g.Batch, g.Samples = 3, 4, 2, 64, 3
	v := p.Evaluation.Settings
	v.Methods, v.Seeds = []string{"base"}, 1
	p.do(SetClassifier{c}, SetGenerator{g}, TrainClassifier{}, TrainGenerator{}, SetEvaluation{v})
	return p, job, age
}

// Results judged by an order of the graph are saved and come back, also after the graph's order
// changed or went.
func TestOrdersOfTheGraphCanBeSaved(t *testing.T) {
	for name, use := range map[string]func(p *whole, job, age int) []Intent{
		"a signed edge": func(p *whole, job, age int) []Intent {
			return []Intent{AddEdge{sketch.Edge{From: age, To: job, Sign: causal.Rises}}}
		},
		"a rule": func(p *whole, job, age int) []Intent {
			return []Intent{AddRule{causal.Rule{Kind: causal.OnlyIncrease, Feature: job}}}
		},
	} {
		t.Run(name, func(t *testing.T) {
			p, job, age := orderedWhole(t)
			p.do(use(p, job, age)...)
			p.do(SetLabelName{"Ada"}, OpenDeck{}, Judge{Verdict: label.Feasible}, Judge{Verdict: label.Infeasible},
				Judge{Verdict: label.Infeasible}, CloseDeck{},
				FineTuneNow{}, AnswerTuned{Adopt: true},
				SetBatch{Batch: document.Batch{Part: data.TestRows, Most: 20, Count: 1, Budget: 50,
					Target: -1, By: -1}}, ExplainMany{}, RunEvaluation{})
			if p.Evaluation.Done() == 0 || !p.Batch.HasResult || !p.Labels.HasResult {
				t.Fatalf("nothing to save: %+v", p.Notices)
			}
			saved := func(when string) {
				t.Helper()
				if e, err := p.keepProject(); err != nil {
					t.Fatalf("%s, in the browser: %v", when, err)
				} else if e, err = e.Pack(func() {}); err != nil || len(e.left) > 0 {
					t.Fatalf("%s, in the browser: %v, left out %v", when, err, e.left)
				}
				p.do(packRows{})
				b := p.file(Travel{Rows: true, Labels: true})
				q := newWhole(t)
				q.open(b)
				q.do(packRows{})
				if again := q.file(Travel{Rows: true, Labels: true}); !bytes.Equal(again, b) ||
					q.Evaluation.Done() != p.Evaluation.Done() || q.Evaluation.OldRules != p.Evaluation.OldRules {
					t.Errorf("%s: %d bytes became %d; %+v", when, len(b), len(again), q.Notices)
				}
			}
			saved("with its order")
			p.do(SetLimit{job, causal.Limit{Kind: causal.OnlyUp}},
				AddOwnRule{causal.Rule{Kind: causal.OnlyDecrease, Feature: job}},
				RemoveEdges{Edges: []Ends{{From: age, To: job}}}, RemoveRule{0}, SetOrder{Node: job})
			if causal.Scored(p.Data.Table.Schema.Features[job]) {
				t.Fatalf("the order is still there: %+v", p.Notices)
			}
			saved("without it")
			if p.Explain.Limited() != 0 || len(p.Notices.Alerts) == 0 {
				t.Errorf("limits that need an order: %+v; %+v", p.Explain.Limits, p.Explain.Own)
			}
			p.do(Undo{})
			if p.Explain.Limited() != 2 {
				t.Errorf("undone, there are %d limits, want 2", p.Explain.Limited())
			}
			saved("with it again")
		})
	}
}
