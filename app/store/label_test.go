package store

import (
	"slices"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/wire"
)

// cardsOf returns n cards of row 30, whose age changes to from, from+1 and so on.
func cardsOf(from, n int) wire.Cards {
	var c wire.Cards
	for i := range n {
		shares := []float64{0.4, 0.6}
		c.List = append(c.List, label.Card{Row: 3, Factual: []float64{30, 0},
			Counterfactual: []float64{float64(from + i), 0}, Target: 1, Given: shares, Shares: shares})
	}
	return c
}

// labelling is a page that is ready to label, with a deck of 16 cards, ages 31
// to 46.
func labelling(t *testing.T) *page {
	t.Helper()
	p := ready(t)
	p.do(SetLabelName{" Ann \n "}, OpenDeck{})
	ask := answer[wire.AskCards](p, cardsOf(31, 16))
	equal(t, "choice", ask.Choice, label.TeachMost)
	equal(t, "name", p.Labels.Name, "Ann")
	p.idle()
	return p
}

func (p *page) age() float64 {
	p.t.Helper()
	c, ok := p.Labels.Card()
	if !ok {
		p.t.Fatal("there is no card")
	}
	return c.Counterfactual[0]
}

func TestJudgingGoesThroughTheDeck(t *testing.T) {
	p := labelling(t)
	p.do(Judge{Verdict: label.Infeasible, Reason: []int{1, 0}}, Judge{Verdict: label.Unsure}, Judge{})
	equal(t, "age", p.age(), 34)
	equal(t, "labels", p.Labels.Counts, [3]int{1, 1, 1})
	equal(t, "pending", p.Labels.Pending, 2)
	equalSlices(t, "reason, of what changed", p.Labels.List[0].Reason, []int{0})
	p.do(StepCard{Back: true}, StepCard{Back: true})
	equal(t, "age", p.age(), 32)
	c, _ := p.Labels.Card()
	if said, ok := p.Labels.Said(c); !ok || said.Verdict != label.Unsure || said.By != "Ann" || said.Row != 3 {
		t.Errorf("said %+v, %v", said, ok)
	}
	p.do(Judge{Verdict: label.Infeasible})
	equal(t, "labels", p.Labels.Counts, [3]int{1, 2, 0})
	p.do(Undo{}, Undo{})
	equal(t, "labels after two steps back", p.Labels.Counts, [3]int{0, 1, 1})
	p.do(Redo{})
	equal(t, "labels", p.Labels.Counts, [3]int{1, 1, 1})
	p.do(Undo{})
	equal(t, "the card of the label that was undone", p.age(), 33)
	p.idle()
}

func TestCardsAreAskedForAhead(t *testing.T) {
	p := labelling(t)
	for range 9 {
		p.do(Judge{})
	}
	ask, job := take[wire.AskCards](p)
	equal(t, "seen", len(ask.SeenFactual.Rows()), 9+16)
	equal(t, "labels", len(ask.Labels.Target), 9)
	p.do(Judge{}, Fact{job, cardsOf(60, 16)})
	equal(t, "age", p.age(), 41)
	for range 6 {
		p.do(Judge{})
	}
	equal(t, "age", p.age(), 60)
	p.do(SetLabelling{document.Labelling{Choice: label.OfRow, Row: 500, Every: 25, Seed: 1}})
	if _, ok := p.Labels.Card(); ok {
		t.Error("a card of another choice stays")
	}
	ask = answer[wire.AskCards](p, wire.Cards{})
	equal(t, "row", ask.Row, 99)
	if !p.Labels.NoMore {
		t.Error("an empty answer is not the end")
	}
	p.idle()
	p.do(CloseDeck{}, SetLabelling{labelPreset})
	p.idle()
	p.do(OpenDeck{})
	_, job = take[wire.AskCards](p)
	p.do(Fact{job, wire.Failure{Code: wire.CodeInternal, Detail: "No."}})
	p.wantAlert("No.")
	p.idle()
}

func TestFineTuningGoesOnBesideLabelling(t *testing.T) {
	p := labelling(t)
	p.do(SetLabelling{document.Labelling{Choice: label.TeachMost, Every: 3, Seed: 1}})
	p.do(Judge{}, Judge{Verdict: label.Unsure}, Judge{Verdict: label.Infeasible})
	p.idle() // one is unsure
	p.do(Judge{})
	tune, job := take[wire.FineTune](p)
	equal(t, "labels to learn from", len(tune.Labels.Target), 3)
	if err := tune.Train.Check(); err != nil {
		t.Error(err)
	}
	p.do(Judge{}, Fact{job, wire.Epoch{Epoch: 1, Epochs: 6}})
	equal(t, "pending", p.Labels.Pending, 1)
	equal(t, "progress", p.Labels.Progress.Epoch, 1)
	age := p.age()
	p.do(Fact{job, wire.FineTuned{Model: []byte("tuned"), Labels: 3}})
	equal(t, "model until it is adopted", string(p.Generator.Result.Model), "g")
	p.do(AnswerTuned{Adopt: true})
	answer[wire.Restore](p, wire.Restored{Classifier: true, Generator: true})
	equal(t, "model", string(p.Generator.Result.Model), "tuned")
	equal(t, "pending", p.Labels.Pending, 1)
	equal(t, "cards that stay: those judged and the present one", len(p.Labels.Deck), 6)
	equal(t, "age", p.age(), age)
	_, cards := take[wire.AskCards](p)

	p.do(RestorePrevious{})
	back := answer[wire.Restore](p, wire.Restored{Classifier: true, Generator: true})
	equal(t, "restored", string(back.Generator), "g")
	equal(t, "model", string(p.Generator.Result.Model), "g")
	if !p.Labels.Restored || !p.Labels.HasResult {
		t.Error("what was compared is gone")
	}
	p.do(Fact{cards, cardsOf(80, 3)})
	equal(t, "stale cards that come late", len(p.Labels.Deck), 6)
	answer[wire.AskCards](p, cardsOf(60, 16))

	p.do(RestorePrevious{})
	answer[wire.Restore](p, wire.Restored{Classifier: true, Generator: true})
	equal(t, "model", string(p.Generator.Result.Model), "tuned")
	answer[wire.AskCards](p, cardsOf(70, 16))

	p.do(FineTuneNow{}, FineTuneNow{}, Cancel{TheLabels})
	_, job = take[wire.FineTune](p)
	if _, j := take[wire.Cancel](p); j != job {
		t.Error("another job was canceled")
	}
	p.do(Fact{job, wire.Canceled{}})
	equal(t, "phase", p.Labels.Phase, Resting)
	equal(t, "model", string(p.Generator.Result.Model), "tuned")
	p.idle()

	// A new training of the generator ends a fine-tuning and its comparison.
	p.do(FineTuneNow{}, TrainGenerator{})
	_, job = take[wire.FineTune](p)
	take[wire.Cancel](p)
	_, train := take[wire.TrainGenerator](p)
	p.do(Fact{job, wire.Canceled{}}, Fact{train, wire.GeneratorTrained{Model: []byte("new")}})
	if p.Labels.HasResult || p.Labels.HasPrevious() {
		t.Error("a generator that was trained anew has no generator before it")
	}
}

func TestLabelsOfAFile(t *testing.T) {
	p := labelling(t)
	p.do(Judge{}, Judge{Verdict: label.Infeasible})
	file := p.Labels.CSV(testSchema)
	p.do(RemoveLabel{0}, EditLabel{Index: 0, Verdict: label.Unsure}, RemoveLabel{7}, EditLabel{Index: -1})
	equal(t, "labels", p.Labels.Counts, [3]int{0, 0, 1})
	p.do(ImportLabels{[]byte(strings.ReplaceAll(string(file), "Ann", "Bob"))}, ImportLabels{file})
	equal(t, "labels of two people", len(p.Labels.List), 4)
	equalSlices(t, "people", p.Labels.People(), []string{"Ann", "Bob"})
	equal(t, "disagreements", len(p.Labels.Disagree), 0)
	at := slices.IndexFunc(p.Labels.List, func(x label.Label) bool { return x.By == "Bob" })
	p.do(EditLabel{Index: at, Verdict: label.Infeasible},
		SetLabelFilter{LabelFilter{Disagree: true, OnlyBy: true, By: "Bob"}})
	equal(t, "disagreements", len(p.Labels.Disagree), 1)
	equalSlices(t, "shown", p.Labels.Shown(), []int{at})
	p.do(ImportLabels{[]byte("a,b\n1,2\n")})
	p.wantAlert("is missing")
	equal(t, "labels", len(p.Labels.List), 4)
}

func TestLabelsBelongToTheirTable(t *testing.T) {
	p := labelling(t)
	p.do(Judge{}, Judge{})
	load := func(hash string) {
		p.do(LoadSample{})
		p.do(Answer{Replace: true})
		other := testLoaded
		other.Hash = hash
		answer[wire.Sample](p, other)
		answer[wire.Rows](p, rowPage(10, 0, 39, 1))
	}
	load("other")
	equal(t, "labels of another table", len(p.Labels.List), 0)
	equal(t, "cards", len(p.Labels.Deck), 0)
	load("h1")
	equal(t, "labels", len(p.Labels.List), 2)
	load("h1")
	equal(t, "labels", len(p.Labels.List), 2)
	equal(t, "name", p.Labels.Name, "Ann")
}

func TestLabelsSurviveTheEngine(t *testing.T) {
	p := labelling(t)
	p.do(Judge{}, FineTuneNow{})
	take[wire.FineTune](p)
	p.do(EngineDown{}, Judge{})
	equal(t, "labels", len(p.Labels.List), 2)
	equal(t, "phase", p.Labels.Phase, Resting)
	equal(t, "pending", p.Labels.Pending, 2)
}

func TestRulesLabelForADemonstration(t *testing.T) {
	p := labelling(t)
	p.do(LabelByRule{Count: 20})
	p.wantAlert("needs a hard rule")
	p.do(AddRule{Rule: causal.Rule{Kind: causal.OnlyDecrease, Feature: 0}})
	p.sent = nil
	p.do(LabelByRule{Count: 20})
	if ask := answer[wire.AskCards](p, cardsOf(31, 16)); !ask.Raw {
		t.Error("the rules judge cards that keep them")
	}
	equal(t, "labels", len(p.Labels.List), 16)
	answer[wire.AskCards](p, cardsOf(18, 10))
	equal(t, "labels", p.Labels.Counts, [3]int{4, 16, 0})
	equal(t, "raw cards that are left", len(p.Labels.Deck)-p.Labels.At, 0)
	if ask, _ := take[wire.AskCards](p); ask.Raw || len(ask.Knowledge.Rules) != 1 {
		t.Errorf("a person's cards are asked for by %+v", ask)
	}
	equal(t, "labels that contradict a rule", len(p.Labels.Broken), 0)
	for _, x := range p.Labels.List {
		if x.Source != label.Rules || x.By == p.Labels.Name {
			t.Errorf("%+v does not say where it comes from", x)
		}
	}
	equal(t, "proposals, as the rule is known", len(p.Labels.Proposals), 0)
}

// Cards lead to the wanted class, unless the person names another.
func TestCardsLeadWhereThePersonSaid(t *testing.T) {
	p := labelling(t)
	leads := func(name string, want int, in ...Intent) {
		t.Helper()
		p.do(in...)
		ask := answer[wire.AskCards](p, cardsOf(31, 16))
		equal(t, name, ask.Toward, want)
	}
	leads("another wanted class", 0, SetWanted{0})
	to := p.Labels.Settings
	to.Toward = document.AnyClass
	leads("any class", -1, SetLabelling{to})
	p.do(SetWanted{1})
	p.idle() // it is not asked
	to.Toward = 1
	leads("a class", 0, SetLabelling{to})
	for _, none := range []int{-2, 3} {
		to.Toward = none
		p.do(SetLabelling{to})
		equal(t, "a class that there is not", p.Labels.Settings.Toward, 0)
	}
	leads("the wanted one", 1)
}

// Cards that a new hard rule forbids disappear, and later ones obey it.
func TestCardsFollowTheRules(t *testing.T) {
	p := labelling(t)
	p.do(Judge{}, AddRule{Rule: causal.Rule{Kind: causal.OnlyIncrease, Feature: 0}})
	ask, _ := take[wire.AskCards](p)
	equal(t, "rules", len(ask.Knowledge.Rules), 1)
	equal(t, "the card that keeps the rule", p.age(), 32)
	p.do(AddRule{Rule: causal.Rule{Kind: causal.OnlyIncrease, Feature: 0, Soft: true}})
	p.idle() // a soft rule filters nothing
	p.do(AddRule{Rule: causal.Rule{Kind: causal.OnlyDecrease, Feature: 0}})
	if c, ok := p.Labels.Card(); ok {
		t.Errorf("the card %v is shown, which breaks a rule", c)
	}
	answer[wire.AskCards](p, wire.Cards{Of: wire.Drawn{Rows: 3, Drawn: 90, Reached: 40, Broken: []int{10, 40}}})
	equal(t, "of", p.Labels.Of.Drawn, 90)
	p.do(RemoveRule{2})
	take[wire.AskCards](p)
}

// A label that calls feasible what a hard rule forbids is named until the label or the rule
// changes.
func TestLabelsAgainstARule(t *testing.T) {
	p := labelling(t)
	p.do(Judge{}, Judge{Verdict: label.Infeasible}, Judge{})
	equal(t, "without a rule", len(p.Labels.Broken), 0)
	p.do(AddRule{Rule: causal.Rule{Kind: causal.OnlyDecrease, Feature: 0}})
	equal(t, "labels against it", len(p.Labels.Broken), 2)
	equal(t, "first", p.Labels.Broken[0].Label, 0)
	equal(t, "second", p.Labels.Broken[1].Label, 2)
	equal(t, "rules", p.Labels.Against(2)[0].Kind, causal.OnlyDecrease)
	equal(t, "rules of another", len(p.Labels.Against(1)), 0)
	if b, ok := p.Labels.LastAgainst(); !ok || b.Label != 2 {
		t.Errorf("the card before this one: %+v, %v", b, ok)
	}
	p.do(SetLabelFilter{LabelFilter{Broken: true}})
	equalSlices(t, "shown", p.Labels.Shown(), []int{0, 2})
	p.do(EditLabel{Index: 2, Verdict: label.Infeasible})
	equal(t, "labels against it", len(p.Labels.Broken), 1)
	p.do(StepCard{Back: true}, StepCard{Back: true}, StepCard{Back: true}, Judge{})
	if !strings.Contains(p.Notices.Status, "hard rule") {
		t.Errorf("on judging: %q", p.Notices.Status)
	}
	p.do(RemoveRule{0})
	equal(t, "without a rule", len(p.Labels.Broken), 0)
}

// worse is the result of a fine-tuning that keeps rules less often.
var worse = wire.FineTuned{Model: []byte("careless"), Labels: 3, Rows: 50, Broke: 31, Mended: 1,
	Before: model.Measured{KeptAll: 0.76, Scores: model.Scores{Validity: 0.9}}, After: model.Measured{KeptAll: 0.16}}

// A generator that keeps rules less often than before is adopted only when the person says so. Until
// then, no other generator replaces it.
func TestAGeneratorThatKeepsRulesLessOftenAsks(t *testing.T) {
	p := labelling(t)
	p.do(SetLabelling{document.Labelling{Choice: label.TeachMost, Every: 3, Seed: 1}}, Judge{},
		Judge{Verdict: label.Infeasible}, Judge{})
	tune, job := take[wire.FineTune](p)
	was := p.Generator
	p.do(Fact{job, worse})
	if l := p.Labels; !l.Asking() || string(p.Generator.Result.Model) != "g" ||
		p.Generator.Result.Decoded != was.Result.Decoded || p.Generator.Learned.Tuned() != 0 {
		t.Fatalf("in force is %q, asking %v", p.Generator.Result.Model, l.Asking())
	}
	if s := p.Notices.Status; !strings.HasPrefix(s,
		"Keeps all rules less often: 16.0 % of held-out rows; before, 76.0 %.") {
		t.Errorf("the headline is %q", s)
	}
	p.do(Judge{}, Judge{}, Judge{}, Judge{})
	p.idle() // the next round waits
	p.do(FineTuneNow{})
	p.wantAlert("First decide")
	p.do(AnswerTuned{Adopt: true})
	if back := answer[wire.Restore](p, wire.Restored{Classifier: true, Generator: true}); string(
		back.Generator) != "careless" {
		t.Errorf("the engine is told to take %q", back.Generator)
	}
	if l := p.Labels; l.Asking() || l.Restored || string(p.Generator.Result.Model) != "careless" ||
		string(l.previous) != "g" || p.Generator.Learned.Tuned() != 3 {
		t.Errorf("adopted: in force is %q", p.Generator.Result.Model)
	}
	for len(p.sent) > 0 { // cards of the new one, and the round that waited
		if m, ok := p.sent[0].Body.(wire.FineTune); ok {
			equal(t, "labels", len(m.Labels.Target), 7)
			p.do(Fact{p.sent[0].Job, wire.Canceled{}})
		}
		p.sent = p.sent[1:]
	}
	equal(t, "terms of a generator that learned nothing of the graph", tune.Train.Rules, 0)
}

func TestADeclinedGeneratorIsKept(t *testing.T) {
	p := labelling(t)
	p.do(Judge{}, Judge{Verdict: label.Infeasible}, FineTuneNow{})
	_, job := take[wire.FineTune](p)
	p.do(Fact{job, worse}, AnswerTuned{})
	p.idle()
	equal(t, "rows that the one in force was measured on", p.Generator.Result.TestRows, worse.Rows)
	equal(t, "scores of the one in force", p.Generator.Result.Decoded, worse.Before.Scores)
	if l := p.Labels; l.Asking() || !l.Restored || string(p.Generator.Result.Model) != "g" || !l.HasPrevious() {
		t.Errorf("in force is %q", p.Generator.Result.Model)
	}
	p.do(RestorePrevious{})
	answer[wire.Restore](p, wire.Restored{Classifier: true, Generator: true})
	equal(t, "taken after all", string(p.Generator.Result.Model), "careless")
}

// What a generator learned from the graph keeps its weight beside validity.
func TestFineTuningKeepsTheTermsOfTheGraph(t *testing.T) {
	p := ready(t)
	p.do(AddRule{Rule: causal.Rule{Kind: causal.OnlyIncrease, Feature: 0}})
	g := p.Generator.Settings
	g.Method, g.Validity, g.Feasibility, g.GiveUp = model.ModelApprox, 20, 50, 0.2
	p.do(SetGenerator{g}, TrainGenerator{})
	answer[wire.TrainGenerator](p, wire.GeneratorTrained{Model: []byte("ruled")})
	p.do(OpenDeck{})
	answer[wire.AskCards](p, cardsOf(31, 16))
	p.do(Judge{}, Judge{Verdict: label.Infeasible}, FineTuneNow{})
	tune, _ := take[wire.FineTune](p)
	equal(t, "weight of the rules beside validity", tune.Train.Rules/tune.Train.Validity, 50.0/20)
	equal(t, "giving up", tune.Train.GiveUp, 0.2)
}

func TestARuleBehindTheLabelsIsProposed(t *testing.T) {
	p := labelling(t)
	p.do(SetLabelling{document.Labelling{Choice: label.TeachMost, Seed: 1}})
	for range 9 {
		p.do(Judge{Verdict: label.Infeasible})
	}
	_, job := take[wire.AskCards](p)
	p.do(Fact{job, cardsOf(10, 16)})
	for range 16 {
		v := label.Feasible
		if p.age() > 30 {
			v = label.Infeasible
		}
		p.do(Judge{Verdict: v})
	}
	got := p.Labels.Proposals
	if len(got) != 1 || got[0].Rule.Kind != causal.OnlyDecrease || got[0].Rule.Feature != 0 || got[0].Explains != 16 ||
		got[0].Feasible != 9 {
		t.Fatalf("got %+v", got)
	}
	p.do(AddRule{Rule: got[0].Rule})
	equal(t, "proposals once it is drawn", len(p.Labels.Proposals), 0)
}

func TestExampleBasedLearnsFromTheLabelsThereAre(t *testing.T) {
	p := labelling(t)
	settings := p.Generator.Settings
	settings.Method = model.ExampleBased
	p.do(SetGenerator{settings})
	equal(t, "weights of its start", p.Generator.Settings.Validity,
		generatorPreset(model.SimpleBN, model.BaseVAE, p.Data.Table).Validity)
	retrain := func(as string) {
		p.do(TrainGenerator{})
		train := answer[wire.TrainGenerator](p, wire.GeneratorTrained{Model: []byte(as)})
		equal(t, "method that is trained", train.Method, model.BaseVAE)
		if err := train.Check(); err != nil {
			t.Error(err)
		}
	}
	retrain("without labels")
	answer[wire.AskCards](p, cardsOf(61, 16))
	p.do(Judge{}, Judge{Verdict: label.Infeasible}, Judge{Verdict: label.Unsure})
	p.idle() // three labels do not start a fine-tuning automatically
	retrain("with labels")
	take[wire.AskCards](p)
	tune, job := take[wire.FineTune](p)
	equal(t, "labels", len(tune.Labels.Target), 2)
	equal(t, "weight of the labels", tune.Train.Feasibility,
		model.PersonRound(p.Generator.Preset, model.Size{}).Feasibility)
	p.do(Fact{job, wire.FineTuned{Model: []byte("tuned"), Labels: 2}}, AnswerTuned{Adopt: true})
	answer[wire.Restore](p, wire.Restored{Classifier: true, Generator: true})
	take[wire.AskCards](p)
	p.idle()
}

func TestTheWeightOfTheLabelsIsThePresetsUntilItIsSet(t *testing.T) {
	p := labelling(t)
	preset := model.PersonRound(p.Generator.Preset, model.Size{}).Feasibility
	equal(t, "weight", p.Labels.Settings.WeightFor(p.Generator.Preset), preset)
	set := p.Labels.Settings
	set.Weight = 7
	p.do(SetLabelling{set}, Judge{}, FineTuneNow{})
	tune, _ := take[wire.FineTune](p)
	equal(t, "weight that was set", tune.Train.Feasibility, 7)
	set.Weight = preset
	p.do(SetLabelling{set})
	equal(t, "weight of the preset", p.Labels.Settings.Weight, 0)
}

func TestLabelsAreRemovedByTheFilterAndGoneOnFrom(t *testing.T) {
	p := labelling(t)
	p.do(Judge{}, Judge{Verdict: label.Infeasible}, Judge{}, StepCard{Back: true}, StepCard{}, StepCard{})
	equal(t, "a card that is not judged is not passed", p.Labels.At, 3)
	p.do(SetLabelFilter{LabelFilter{OnlyOf: true, Verdict: label.Feasible}}, RemoveShown{})
	equal(t, "labels", p.Labels.Counts, [3]int{0, 1, 0})
	p.do(RemoveShown{}, Undo{})
	equal(t, "labels", p.Labels.Counts, [3]int{2, 1, 0})
}

func TestLabelsByTheRulesAreOneStep(t *testing.T) {
	p := labelling(t)
	p.do(Judge{}, AddRule{Rule: causal.Rule{Kind: causal.OnlyDecrease, Feature: 0}})
	p.sent = nil
	p.do(LabelByRule{Count: 20})
	answer[wire.AskCards](p, cardsOf(60, 16))
	answer[wire.AskCards](p, cardsOf(80, 16))
	equal(t, "labels", len(p.Labels.List), 21)
	p.do(Undo{})
	equal(t, "labels without the demonstration", len(p.Labels.List), 1)
	p.do(Redo{})
	equal(t, "labels", len(p.Labels.List), 21)
}

// A generator whose method was removed cannot be tuned, and a sentence says why.
func TestLabelsTuneNothingThatIsGone(t *testing.T) {
	p := labelling(t)
	p.Generator.Learned.Method = model.Distilled
	p.do(SetLabelling{document.Labelling{Choice: label.TeachMost, Every: 2, Seed: 1}}, Judge{},
		Judge{Verdict: label.Infeasible})
	equal(t, "phase", p.Labels.Phase, Resting)
	p.do(FineTuneNow{})
	if a := p.Notices.Alerts; len(a) == 0 || a[len(a)-1].Text != sayGone(model.Distilled) {
		t.Errorf("it says %+v", a)
	}
}

// An answer to the goal of a probability cannot be a label: its number is not the outcome.
func TestAChanceIsNoLabel(t *testing.T) {
	var s State
	s.Data.Table.Schema.Outcome = data.Feature{Name: "grade", Levels: []string{"below 12", "12 or more"},
		Cuts: []float64{12}}
	e := &s.Explain
	e.HasFound, e.Found.Cuts, e.Found.Factual.Number = true, []float64{50}, 5
	e.Found.Rows = []wire.Counterfactual{{Number: 60}}
	if _, ok := s.WayCard(0); !ok {
		t.Error("an answer to a number cannot be labelled")
	}
	e.Found.Of = 1
	if _, ok := s.WayCard(0); ok {
		t.Error("60 % became a grade")
	}
}
