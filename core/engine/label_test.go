package engine

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/wire"
)

// cardsOf waits for the answer to an AskCards.
func (s *stage) cardsOf(m wire.AskCards) wire.Cards {
	s.t.Helper()
	s.e.Handle(20, m)
	s.wait()
	got, ok := s.facts[len(s.facts)-1].fact.(wire.Cards)
	if !ok {
		s.t.Fatalf("got %+v", s.facts[len(s.facts)-1].fact)
	}
	return got
}

// told labels cards according to rules.
func told(p *holding, rules []causal.Rule, c wire.Cards) model.Labels {
	return labelled(c, func(x label.Card) bool {
		return causal.AllHold(p.Table.Schema, rules, x.Factual, x.Counterfactual)
	})
}

// labelled returns cards with verdicts.
func labelled(c wire.Cards, feasible func(label.Card) bool) model.Labels {
	var l model.Labels
	var from, to [][]float64
	for _, x := range c.List {
		from, to = append(from, x.Factual), append(to, x.Counterfactual)
		l.Target, l.Feasible = append(l.Target, x.Target), append(l.Feasible, feasible(x))
	}
	l.Factual, l.Counterfactual = wire.NewRows(from), wire.NewRows(to)
	return l
}

func TestCardsAreNewOnesOfTrainingRows(t *testing.T) {
	s, _, _ := generated(t)
	seen := map[string]bool{}
	var from, to [][]float64
	for _, choice := range []label.Choice{label.TeachMost, label.AnyCards, label.OfRow, label.TeachMost} {
		ask := wire.AskCards{Count: 12, Choice: choice, Seed: 5, Row: 7, Toward: -1, SeenFactual: wire.NewRows(from),
			SeenCounterfactual: wire.NewRows(to)}
		got := s.cardsOf(ask)
		if len(got.List) == 0 || len(got.List) < 12 && choice != label.OfRow {
			t.Fatalf("%s: %d cards", choice, len(got.List))
		}
		if again := s.cardsOf(ask); !reflect.DeepEqual(again, got) {
			t.Errorf("%s: the same seed gives other cards", choice)
		}
		for _, c := range got.List {
			row := c.Factual
			if id := c.Pair(); seen[id] {
				t.Errorf("%s: shown twice: %s", choice, id)
			} else {
				seen[id] = true
			}
			from, to = append(from, row), append(to, c.Counterfactual)
			if n := c.Row; choice == label.OfRow && n != 7 || choice != label.OfRow &&
				!slices.Contains(s.e.project.Split.Train, n) ||
				!slices.Equal(s.e.project.Table.Row(n, nil), row) {
				t.Errorf("%s: card of row %d", choice, n)
			}
			if c.Predicted == c.Target {
				t.Errorf("%s: the class does not change", choice)
			}
		}
	}
}

// TestCardsKeepTheRulesAndLeadWhereAsked checks that a person's cards keep every hard rule of the
// graph and lead to the requested class, and that the fact describes how they were obtained. Raw
// cards do neither.
func TestCardsKeepTheRulesAndLeadWhereAsked(t *testing.T) {
	s := newStage(t)
	s.do(wire.Sample{Model: "census", Rows: 1500, Seed: 2})
	s.e.Handle(2, wire.TrainClassifier{ClassifierRecipe: model.ClassifierRecipe{Seed: 1, Epochs: 10, Batch: 32,
		LearningRate: 0.001, Hidden: 10}})
	s.wait()
	s.e.Handle(3, wire.TrainGenerator{Recipe: model.Recipe{Method: "base", Seed: 1, Epochs: 5, Batch: 64,
		LearningRate: 0.01, Samples: 5, Validity: 40, Margin: 0.3}})
	s.wait()
	schema := s.e.project.Table.Schema
	at := func(name string) int { return schema.Index(name) }
	k := causal.Knowledge{Rules: []causal.Rule{{Kind: causal.OnlyIncrease, Feature: at("age")},
		{Kind: causal.Immutable, Feature: at("gender")},
		{Kind: causal.Immutable, Feature: at("race")},
		{Kind: causal.OnlyIncrease, Feature: at("hours_per_week"), Soft: true}}}
	broken := func(c wire.Cards, rules []causal.Rule) (n int) {
		for _, x := range c.List {
			if !causal.AllHold(schema, rules, x.Factual, x.Counterfactual) {
				n++
			}
		}
		return n
	}
	for _, toward := range []int{-1, 0, 1} {
		for _, choice := range []label.Choice{label.TeachMost, label.AnyCards} {
			c := s.cardsOf(wire.AskCards{Count: 30, Choice: choice, Seed: 4, Knowledge: k, Toward: toward})
			if n := broken(c, causal.Hard(k.Rules)); len(c.List) != 30 || n > 0 {
				t.Errorf("toward %d, %s: %d of %d cards break a rule", toward, choice, n, len(c.List))
			}
			if broken(c, k.Rules) == 0 {
				t.Errorf("toward %d, %s: a soft rule filters cards", toward, choice)
			}
			for _, x := range c.List {
				if toward >= 0 && x.Target != toward || x.Target == x.Predicted {
					t.Errorf("toward %d: a card from %d to %d", toward, x.Predicted, x.Target)
				}
			}
			d := c.Of
			if d.Rows == 0 || d.Drawn < d.Reached || d.Reached < d.Kept || d.Kept+d.Mended == 0 || len(d.Broken) != 3 ||
				(d.Other > 0) != (toward >= 0) {
				t.Errorf("toward %d: %+v", toward, d)
			}
		}
	}
	raw := s.cardsOf(wire.AskCards{Count: 30, Choice: label.TeachMost, Seed: 4, Knowledge: k, Toward: 1, Raw: true})
	if broken(raw, causal.Hard(k.Rules)) < 10 ||
		!slices.ContainsFunc(raw.List, func(c label.Card) bool { return c.Target == 0 }) {
		t.Errorf("raw cards are filtered: %d of %d break a rule", broken(raw, k.Rules), len(raw.List))
	}
	for j := range schema.Features {
		k.Rules = append(k.Rules, causal.Rule{Kind: causal.Immutable, Feature: j})
	}
	if none := s.cardsOf(wire.AskCards{Count: 30, Choice: label.TeachMost, Seed: 4,
		Knowledge: k, Toward: 1}); len(none.List) > 0 || none.Of.Kept+none.Of.Mended > 0 || none.Of.Reached == 0 ||
		slices.Max(none.Of.Broken) == 0 {
		t.Errorf("where nothing may change: %d cards, %+v", len(none.List), none.Of)
	}
	if f, ok := s.do(wire.AskCards{Count: 1, Choice: label.AnyCards, Toward: 2}).(wire.Failure); !ok ||
		!sentence(f.Detail) {
		t.Errorf("a class that there is not: %+v", f)
	}
}

func TestFineTuning(t *testing.T) {
	s, c, g := generated(t)
	p := &s.e.project
	rules, err := causal.SimpleBNMonotone(p.Table.Schema)
	if err != nil {
		t.Fatal(err)
	}
	cards := s.cardsOf(wire.AskCards{Count: 100, Choice: label.TeachMost, Seed: 5, Raw: true})
	tune := wire.FineTune{Labels: told(p, rules, cards), Seed: 1, Knowledge: causal.Knowledge{Rules: rules},
		Train: model.Recipe{Epochs: 5, Batch: 64, Samples: 1, LearningRate: 0.007, Validity: 40, Margin: 0.3,
			Feasibility: 60}}

	// Canceling leaves the generator unchanged.
	s.e.now = func() float64 { s.pass(1); return s.now() }
	s.atRest = append(s.atRest, s.command(30, wire.Cancel{}))
	s.e.Handle(30, tune)
	s.wait()
	if len(all[wire.FineTuned](s)) > 0 || !bytes.Equal(p.Gen.Bytes, g.Model) {
		t.Fatal("a canceled fine-tuning changes the generator")
	}

	s.e.Handle(31, tune)
	s.wait()
	got := all[wire.FineTuned](s)
	if len(got) != 1 {
		t.Fatalf("got %+v", s.facts[len(s.facts)-1].fact)
	}
	f := got[0]
	if f.Rows == 0 || f.Labels != len(cards.List) || !f.Judged || f.JudgeRight < 0.6 || bytes.Equal(f.Model, g.Model) ||
		!bytes.Equal(p.Gen.Bytes, g.Model) {
		t.Errorf("got %+v", f)
	}
	if f.After.KeptAll <= f.Before.KeptAll || f.After.Scores.Validity < 0.8 {
		t.Errorf("before %+v, after %+v", f.Before, f.After)
	}
	t.Logf("before %.3f judged %.3f, after %.3f judged %.3f, validity %.3f, judge right %.2f", f.Before.KeptAll,
		f.Before.Feasible,
		f.After.KeptAll, f.After.Feasible, f.After.Scores.Validity, f.JudgeRight)

	// Adopt the new generator, then go one step back.
	if got := s.do(wire.Restore{Classifier: c.Model, Generator: f.Model}); got != (wire.Restored{Classifier: true,
		Generator: true, AUC: c.AUC}) || !bytes.Equal(p.Gen.Bytes, f.Model) {
		t.Errorf("got %+v", got)
	}
	if got := s.do(wire.Restore{Classifier: c.Model, Generator: g.Model}); got != (wire.Restored{Classifier: true,
		Generator: true, AUC: c.AUC}) || !bytes.Equal(p.Gen.Bytes, g.Model) {
		t.Errorf("got %+v", got)
	}
}

// TestFineTuningKeepsRules checks that a generator trained with rules still keeps them after
// learning from labels, both careless and sensible ones, and that a repetition has the same
// bytes. Without the rules' terms it forgets them.
func TestFineTuningKeepsRules(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped with -short: it trains for seconds")
	}
	for seed := uint64(1); seed <= 2; seed++ {
		s := newStage(t)
		s.do(wire.Sample{Model: "census", Rows: 2000, Seed: seed})
		s.e.Handle(2, wire.TrainClassifier{ClassifierRecipe: model.ClassifierRecipe{Seed: seed, Epochs: 20, Batch: 32,
			LearningRate: 0.001, Hidden: 10}})
		s.wait()
		p := &s.e.project
		age, education, hours := p.Table.Schema.Index("age"), p.Table.Schema.Index("education"),
			p.Table.Schema.Index("hours_per_week")
		k := causal.Knowledge{Rules: []causal.Rule{{Kind: causal.OnlyIncrease, Feature: age},
			{Kind: causal.OnlyIncrease, Feature: education},
			{Kind: causal.IfRisesThenRises, Feature: education, Other: age, Strict: true}}}
		train := wire.TrainGenerator{Recipe: model.Recipe{Method: model.ModelApprox, Seed: seed, Epochs: 30, Batch: 64,
			LearningRate: 0.01, Samples: 5, Validity: 120, Margin: 0.15, Feasibility: 100, GiveUp: 0.2}, Knowledge: k}
		s.e.Handle(3, train)
		s.wait()
		base, best := p.Gen.Bytes, all[wire.GeneratorTrained](s)[0].Best
		c := s.cardsOf(wire.AskCards{Count: 25, Choice: label.TeachMost, Seed: 5, Toward: 1, Knowledge: k})
		for how, says := range map[string]func(x label.Card) bool{
			"careless": func(x label.Card) bool { return x.Pair() == c.List[3].Pair() },
			"sensible": func(x label.Card) bool { return x.Counterfactual[hours] <= x.Factual[hours] },
		} {
			l := labelled(c, says)
			tune := func(rules float64) (wire.FineTuned, wire.FineTune) {
				s.do(wire.Restore{Classifier: p.BlackBox.Bytes, Generator: base})
				s.facts = nil
				m := wire.FineTune{Labels: l, Seed: 1, Knowledge: k,
					Train: model.Recipe{Epochs: 10, Batch: 64, Samples: 1, LearningRate: 0.007, Validity: 200,
						Margin: 0.15, Feasibility: 64, Rules: rules, GiveUp: 0.2}}
				s.e.Handle(31, m)
				s.wait()
				return all[wire.FineTuned](s)[0], m
			}
			f, _ := tune(0)
			if !f.Worse() || f.After.KeptAll > 0.8 {
				t.Errorf("%s, without terms of rules: kept %v, before %v", how, f.After.KeptAll, f.Before.KeptAll)
			}
			if how == "careless" && (f.Judged || f.Feasible != 1 || f.Infeasible != 24) {
				t.Errorf("an estimate from 1 feasible label: %+v", f)
			}
			f, m := tune(167)
			t.Logf("seed %d, %s: kept %.3f, before %.3f", seed, how, f.After.KeptAll, f.Before.KeptAll)
			if f.After.KeptAll < f.Before.KeptAll-0.02 {
				t.Errorf("%s: all rules are kept by %v, before %v", how, f.After.KeptAll, f.Before.KeptAll)
			}
			if again := p.again(t, s, train, best, m, f.Model); seed == 1 && !again.Same {
				t.Errorf("%s: trained again, the generator is another", how)
			}
		}
	}
}

// again verifies a generator that was trained and fine-tuned once.
func (p *holding) again(t *testing.T, s *stage, train wire.TrainGenerator, best int,
	m wire.FineTune, claim []byte) wire.Verified {
	t.Helper()
	s.facts = nil
	gen := p.Gen
	s.e.Handle(40, wire.VerifyGenerator{Told: m.Labels, Said: wire.GeneratorTrained{Model: claim},
		Trainings: []model.Past{{Lesson: model.Lesson{Method: train.Method, Knowledge: train.Knowledge},
			Settings: train.Recipe, Best: best,
			Tunings: []model.Tuning{{Train: m.Train, Seed: m.Seed, Orders: m.Knowledge.Orders,
				Labels: len(m.Labels.Target),
				Which:  []int{0, len(m.Labels.Target)}}}}}})
	for len(all[wire.Verified](s))+len(all[wire.Failure](s)) == 0 {
		runtime.Gosched()
	}
	p.Gen = gen
	if f := all[wire.Failure](s); len(f) > 0 {
		t.Fatal(f[0].Detail)
	}
	return all[wire.Verified](s)[0]
}

func TestLabelRefusals(t *testing.T) {
	s, _, _ := generated(t)
	row := wire.NewRows([][]float64{{1, 2}})
	settings := model.Recipe{Epochs: 1, Batch: 8, Samples: 1, LearningRate: 0.1}
	for name, m := range map[string]wire.Message{
		"a row that the table does not have": wire.AskCards{Count: 1, Choice: label.OfRow, Row: 2000},
		"labels of another table": wire.FineTune{Train: settings,
			Labels: model.Labels{Factual: row, Counterfactual: row, Target: []int{0}, Feasible: []bool{true}}},
	} {
		if f, ok := s.do(m).(wire.Failure); !ok || f.Code != wire.CodeBadInput || !sentence(f.Detail) {
			t.Errorf("%s: got %+v", name, f)
		}
	}
}

// BenchmarkFineTuning measures a fine-tuning after a batch of labels on Adult, with cmd/paper's
// settings of a round but fewer epochs.
func BenchmarkFineTuning(b *testing.B) {
	file, err := os.ReadFile(filepath.Join(os.Getenv("CAUSEWAY_DATA"), "adult/adult.data"))
	if err != nil {
		b.Skip("skipped: CAUSEWAY_DATA names no folder with adult/adult.data")
	}
	c := command{b, make(chan wire.Message, 1000)}
	e := c.engine()
	e.Handle(1, wire.Open{Name: "adult.data", Bytes: file})
	e.Handle(2, wire.Import{Plan: answerOf[wire.Previewed](c).Preview.Plan, Seed: 1})
	answerOf[wire.Loaded](c)
	e.Handle(3, wire.TrainClassifier{ClassifierRecipe: model.ClassifierRecipe{Seed: 1, Epochs: 5, Batch: 32,
		LearningRate: 0.001, Hidden: 10}})
	answerOf[wire.ClassifierTrained](c)
	e.Handle(4, wire.TrainGenerator{Recipe: model.Recipe{Method: "base", Seed: 1, Epochs: 10, Batch: 256,
		LearningRate: 0.01, Samples: 10, Validity: 40, Margin: 0.3}})
	answerOf[wire.GeneratorTrained](c)
	rules, err := causal.AdultC1(e.project.Table.Schema)
	if err != nil {
		b.Fatal(err)
	}
	var cards, tuned float64
	for b.Loop() {
		from := e.now()
		e.Handle(5, wire.AskCards{Count: 25, Choice: label.TeachMost, Seed: uint64(b.N)})
		got := answerOf[wire.Cards](c)
		cards += e.now() - from
		e.Handle(6, wire.FineTune{Labels: told(&e.project, rules, got), Seed: 1,
			Knowledge: causal.Knowledge{Rules: rules},
			Train: model.Recipe{Epochs: 6, Batch: 256, Samples: 1, LearningRate: 0.007, Validity: 200, Margin: 0.15,
				Feasibility: 60, GiveUp: 0.3}})
		f := answerOf[wire.FineTuned](c)
		tuned += f.TookMS
		b.Logf("trained %.0f ms of %.0f; kept %.2f, then %.2f; judged %.2f, then %.2f; validity %.2f", f.TrainMS,
			f.TookMS,
			f.Before.KeptAll, f.After.KeptAll, f.Before.Feasible, f.After.Feasible, f.After.Scores.Validity)
	}
	b.ReportMetric(cards/float64(b.N)/1000, "s/cards")
	b.ReportMetric(tuned/float64(b.N)/1000, "s/tuning")
}
