package ui

import (
	"regexp"
	"strings"
	"testing"

	"causeway/app/store"
	"causeway/app/ui/generator"
	"causeway/app/ui/kit"
	labelstep "causeway/app/ui/label"
	"causeway/core/causal"
	"causeway/core/document"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/wire"
)

// cards returns n counterfactuals of one row, with ages starting at from.
func cards(from, n int) wire.Cards {
	var c wire.Cards
	for i := range n {
		shares := []float64{0.25, 0.75}
		c.List = append(c.List, label.Card{Row: 3020, Factual: []float64{39, 1},
			Counterfactual: []float64{float64(from + i), 0}, Target: 1, Given: shares, Shares: shares})
	}
	return c
}

// labelling is a page with cards to judge, of ages 40 to 55.
func labelling(t *testing.T) *page {
	t.Helper()
	p := open(t, kit.PlaceLabel)
	p.loadTable()
	p.train()
	answer[wire.AskCards](p, cards(40, 16))
	return p
}

func (p *page) key(keys ...string) {
	for _, k := range keys {
		p.disp.Context().NewActionWithValue(labelstep.KeyAction, k)
		p.settle()
	}
}

func TestTheLabelStepLeadsToWhatIsMissing(t *testing.T) {
	p := open(t, kit.PlaceLabel)
	p.want(labelstep.TextLabelNoTable, `href="#table"`)
	p.loadTable()
	p.want(labelstep.TextLabelNoModel, labelstep.TextNoLabels)
	p.do(store.TrainClassifier{})
	p.want(labelstep.TextLabelRunning)
	answer[wire.TrainClassifier](p, wire.ClassifierTrained{Confusion: []int{50, 10, 4, 36}, TestRows: 100})
	answer[wire.Predict](p, wire.Predicted{Shares: wire.NewFloats([]float64{0.8, 0.2}, 2)})
	p.want(labelstep.TextLabelNoGenerator)
}

func TestACardIsJudgedByKeys(t *testing.T) {
	p := labelling(t)
	p.want(`>Label next</h2>`, "Person 3,021", "Do: ", "40", `aria-keyshortcuts="Y"`, "No label yet.")
	p.key("1", "n")
	p.want("1 label: 0 feasible, 1 infeasible, 0 unsure.", "41")
	got := p.root.state.Labels.List
	if len(got) != 1 || got[0].Verdict != label.Infeasible || len(got[0].Reason) != 1 || got[0].Reason[0] != 0 {
		t.Fatalf("got %+v", got)
	}
	p.key("y", "u", "arrowleft", "arrowleft")
	p.want("You called this feasible.")
	p.key("arrowleft")
	p.want("You called this infeasible because of age.")
	for name, want := range map[string]bool{"age": true, "work": false} {
		chip := regexp.MustCompile(`<button[^>]*"Because of ` + name + `"[^>]*>`).FindString(p.html())
		if chip == "" || strings.Contains(chip, `aria-pressed="false"`) == want {
			t.Errorf("the chip of %s is %s", name, chip)
		}
	}
	p.key("arrowright", "arrowright", "arrowright", "arrowright", "x", "0")
	if at := p.root.state.Labels.At; at != 3 {
		t.Errorf("at card %d, want 3", at)
	}
}

func TestKeysCanBeSwitchedOff(t *testing.T) {
	p := labelling(t)
	labelstep.StoreKeys(p.disp.Context(), false)
	p.settle()
	p.wantNot(`aria-keyshortcuts="Y"`, `class="key"`)
	p.key("y")
	if n := len(p.root.state.Labels.List); n != 0 {
		t.Errorf("%d labels by keys that are switched off", n)
	}
	if labelstep.StoredKeys(p.disp.Context()) {
		t.Error("the choice is not kept")
	}
	labelstep.StoreKeys(p.disp.Context(), true)
	p.settle()
	p.key("y")
	p.want("1 label: 1 feasible")
}

func TestCardsComeOnlyWhileTheStepIsShown(t *testing.T) {
	p := labelling(t)
	p.goTo(kit.PlaceTable)
	p.key("y", "y", "y", "y", "y", "y", "y", "y", "y")
	if n := len(p.root.state.Labels.List); n != 0 || len(p.sent) != 0 {
		t.Errorf("%d labels and %d messages from another step", n, len(p.sent))
	}
	p.goTo(kit.PlaceLabel)
	for range 9 {
		p.key("y")
	}
	answer[wire.AskCards](p, cards(60, 16))
	p.goTo(kit.PlacePerson)
	p.goTo(kit.PlaceLabel)
	p.want("9 labels: 9 feasible", "49") // where it was left
}

func TestLabelsAreListedEditedAndRemoved(t *testing.T) {
	p := labelling(t)
	p.do(store.SetLabelName{Name: "Ann"})
	p.key("y", "n", "u")
	p.want("3 labels: 1 feasible, 1 infeasible, 1 unsure.", "Edit label 3", "age: 39 → 41; work: nurse → clerk",
		">Ann<")
	p.wantNot("Verdict of label")
	p.do(store.SetLabelFilter{LabelFilter: store.LabelFilter{OnlyOf: true, Verdict: label.Infeasible}})
	p.want("1 of 3 labels.", "Edit label 2")
	p.wantNot("Edit label 1", "Edit label 3")
	p.do(store.RemoveShown{})
	p.want(labelstep.TextNoLabelsShown, "2 labels: 1 feasible, 0 infeasible, 1 unsure.", "Removed 1 label.")
	p.do(store.Undo{}, store.SetLabelFilter{})
	p.want("3 labels: 1 feasible, 1 infeasible, 1 unsure.")
	p.do(store.EditLabel{Index: 1, Verdict: label.Feasible, Reason: []int{1}})
	p.want("2 feasible", `<td class="wrap">`+"work</td>")
}

func TestPeopleWhoDisagreeAreShownTogether(t *testing.T) {
	p := labelling(t)
	p.do(store.SetLabelName{Name: "Ann"})
	p.key("y", "n", "n")
	p.key("arrowleft", "arrowleft", "arrowleft")
	p.do(store.SetLabelName{Name: "Bob"})
	p.key("y", "y", "u")
	p.want("People disagree on 1 counterfactual.", labelstep.TextDisagrees)
	p.do(store.SetLabelFilter{LabelFilter: store.LabelFilter{Disagree: true}})
	p.want("2 of 6 labels.", "Edit label 2", "Edit label 5")
	p.wantNot("Edit label 1<", "Edit label 6<")
}

func TestFineTuningIsComparedAndTakenBack(t *testing.T) {
	p := labelling(t)
	p.want(labelstep.TextTuneNone)
	p.do(store.SetLabelling{Labelling: document.Labelling{Choice: label.TeachMost, Every: 3, Seed: 1}})
	p.key("y", "n", "n")
	job := p.sent[0].Job
	p.say(job, wire.Epoch{Epoch: 2, Epochs: 6})
	p.want("epoch 2 of 6", "The generator is learning; keep labelling.", ">Cancel</button>")
	answer[wire.FineTune](p, wire.FineTuned{Model: []byte("tuned"), Labels: 3, Rows: 97, Judged: true, JudgeRight: 0.9,
		TookMS: 1600,
		Before: model.Measured{Feasible: 0.31, Scores: model.Scores{Validity: 0.99}, Kept: wire.NewFloats(nil, 0)},
		After:  model.Measured{Feasible: 0.87, Scores: model.Scores{Validity: 0.95}, Kept: wire.NewFloats(nil, 0)}})
	p.want("31.0 %", "87.0 %", "99.0 %", "95.0 %", "Learned from 3 labels within 1.6 s", "97 held-out rows",
		"gets 90.0 % of unseen labels right", "Adopt what the generator learned from 3 labels?",
		"until you adopt the other")
	p.wantNot(labelstep.TextPreviousInForce)
	p.do(store.AnswerTuned{Adopt: true})
	answer[wire.Restore](p, wire.Restored{Classifier: true, Generator: true})
	p.want("31.0 %", "87.0 %", labelstep.TextBackGenerator)
	p.wantNot("until you adopt the other")
	p.want(labelstep.TextRoundsChart)
	p.wantNot("epoch 2 of 6", labelstep.TextPreviousInForce)
	answer[wire.AskCards](p, cards(60, 16))
	p.do(store.RestorePrevious{})
	answer[wire.Restore](p, wire.Restored{Classifier: true, Generator: true})
	p.want(labelstep.TextPreviousInForce, labelstep.TextAheadGenerator)
}

func TestARuleBehindTheLabelsIsAddedByOneButton(t *testing.T) {
	p := labelling(t)
	p.do(store.SetLabelling{Labelling: document.Labelling{Choice: label.TeachMost, Seed: 1}})
	for range 9 {
		p.key("n")
	}
	answer[wire.AskCards](p, cards(20, 16))
	for range 7 {
		p.key("n")
	}
	for range 12 {
		p.key("y")
	}
	p.want(labelstep.TextProposals, "Add as rule: ",
		"16 of 16 infeasible labels break it, and none of 12 feasible ones does.")
	p.do(store.AddRule{Rule: p.root.state.Labels.Proposals[0].Rule})
	p.wantNot(labelstep.TextProposals)
}

func TestADemonstrationSaysThatItIsOne(t *testing.T) {
	p := labelling(t)
	p.want(labelstep.TextDemo, labelstep.TextDemoNone)
	p.wantNot(labelstep.TextDemoButton + "</button>")
	p.do(store.AddRule{Rule: causal.Rule{Kind: causal.OnlyDecrease}})
	p.want(labelstep.TextDemoButton+"</button>", labelstep.TextDemoHelp)
	p.do(store.LabelByRule{Count: 10})
	answer[wire.AskCards](p, wire.Cards{}) // a person's labels, which arrive too late
	answer[wire.AskCards](p, cards(40, 16))
	p.want("as a demonstration", "10 labels: 0 feasible, 10 infeasible", ">the rules<")
}

func TestTheGeneratorStepOffersExampleBased(t *testing.T) {
	p := open(t, kit.PlaceGenerator)
	p.loadTable()
	g := p.root.state.Generator.Settings
	g.Method = model.ExampleBased
	p.do(store.SetGenerator{Recipe: g})
	p.want(generator.TextMeaningOf(model.ExampleBased)[:40],
		"In Label, it learns after every 25 labels, with weight 60.", `href="#label"`, "Example-based+ on Simple-BN")
	p.train()
	if next := regexp.MustCompile(`<a [^>]*is-primary[^>]*>[^<]*`).FindString(p.drawer()); !strings.HasSuffix(next,
		kit.TextGoLabel) {
		t.Errorf("it leads on to %q", next)
	}
}

func TestAGeneratorWithoutCounterfactualsIsSaid(t *testing.T) {
	p := open(t, kit.PlaceLabel)
	p.loadTable()
	p.train()
	answer[wire.AskCards](p, wire.Cards{})
	for _, c := range []struct {
		of   wire.Drawn
		want string
	}{
		{wire.Drawn{Rows: 3, Drawn: 90}, "None of 90 different counterfactuals drawn for 3 rows leads to"},
		{wire.Drawn{Other: 40}, "Choose another target or other rows here"},
		{wire.Drawn{Rows: 3, Drawn: 90, Reached: 40, Kept: 7}, "You have seen all proposals"},
		{wire.Drawn{Rows: 3, Drawn: 90, Reached: 40, Broken: []int{2, 40}}, "none of them keeps every hard rule of " +
			"the graph, even after repair. This rule forbids most of them (40): "},
	} {
		for k := range c.of.Broken {
			p.do(store.AddRule{Rule: causal.Rule{Kind: []causal.RuleKind{causal.OnlyDecrease, causal.OnlyIncrease}[k]}})
			answer[wire.AskCards](p, wire.Cards{})
		}
		p.do(store.SetLabelling{Labelling: document.Labelling{Choice: label.AnyCards,
			Seed: p.root.state.Labels.Settings.Seed + 1}})
		answer[wire.AskCards](p, wire.Cards{Of: c.of})
		p.want(c.want)
	}
}

// The question and the changes come before the buttons; the reasons, the values of all features and
// the source of the cards come after them.
func TestTheCardAsksBeforeItsButtons(t *testing.T) {
	p := open(t, kit.PlaceLabel)
	p.loadTable()
	p.train()
	answer[wire.AskCards](p, cards(20, 16))
	c := cards(40, 16)
	c.Of = wire.Drawn{Rows: 50, Drawn: 400, Reached: 300, Kept: 123, Mended: 60, Broken: []int{177}}
	p.do(store.AddRule{Rule: causal.Rule{Kind: causal.OnlyIncrease}})
	answer[wire.AskCards](p, c)
	html, last := p.html(), -1
	for _, part := range []string{`class="headline"`, labelstep.TextJudgeHint, `class="card-buttons"`,
		`aria-label="Because of age"`, labelstep.TextCardTable,
		"400 different counterfactuals drawn for 50 rows; 300 lead to ",
		"123 of them keep 1 hard rule of the graph, and 60 more do after repair."} {
		at := strings.Index(html, part)
		if at < last || at < 0 {
			t.Errorf("%q is at %d, after %d", part, at, last)
		}
		last = at
	}
}

// If a person calls feasible what a hard rule forbids, the page names the rule, and the
// person can undo the label or go to the rule.
func TestALabelAgainstARuleIsNamed(t *testing.T) {
	p := labelling(t)
	p.key("y", "y")
	p.wantNot(labelstep.TextCallInfeasible)
	p.do(store.AddRule{Rule: causal.Rule{Kind: causal.OnlyDecrease}})
	answer[wire.AskCards](p, cards(30, 16))
	p.want("2 labels call something feasible that a hard rule forbids.", labelstep.TextCallInfeasibleNo(2),
		"You called the previous card feasible", "may not increase", `href="#causes"`)
	p.do(store.EditLabel{Index: 1, Verdict: label.Infeasible})
	p.want("1 label calls something feasible", "1 feasible, 1 infeasible")
	p.wantNot("You called the previous card feasible", labelstep.TextCallInfeasibleNo(2))
}

func TestUnsureSaysWhyItDoesNotCount(t *testing.T) {
	p := labelling(t)
	p.key("y")
	p.wantNot("are not used for training")
	p.key("u")
	p.want("learns after 24 more labels. Unsure labels (1) are not used")
}

// If a generator keeps rules less often, the page asks at the top of the step, with
// buttons, and says what would change.
func TestAWorseGeneratorAsks(t *testing.T) {
	p := labelling(t)
	p.key("y", "n")
	p.wantNot(labelstep.TextAdoptWorse)
	p.do(store.FineTuneNow{})
	answer[wire.FineTune](p, wire.FineTuned{Model: []byte{9}, Labels: 2, Rows: 100, Broke: 60, Feasible: 1,
		Infeasible: 1,
		Before:     model.Measured{KeptAll: 0.76}, After: model.Measured{KeptAll: 0.16}})
	p.want(labelstep.TextAdoptWorse+" It keeps all rules for 16.0 % of held-out rows; the current one, for 76.0 %.",
		"for 16.0 % of held-out rows; the current one, for 76.0 %", ">"+labelstep.TextKeepPresent+"<",
		">"+labelstep.TextAdoptTuned+"<", "once you decide whether",
		"cannot be estimated from 1 feasible and 1 infeasible labels. At least 10 of each are needed")
	p.wantNot(labelstep.TextAheadGenerator, labelstep.TextBackGenerator, labelstep.TextByLabels+"</th>")
	if !p.disabled(labelstep.TextTuneNow) {
		t.Error("another fine-tuning can begin")
	}
	p.do(store.AnswerTuned{})
	p.want(labelstep.TextAheadGenerator, labelstep.TextPreviousInForce,
		"The generator in use has not learned from the latest labels")
	p.wantNot(labelstep.TextAdoptWorse)
}

// The judge's accuracy is shown beside the accuracy of always giving the commoner answer.
func TestTheJudgeHasABaseline(t *testing.T) {
	for want, r := range map[string]wire.FineTuned{
		"gets 90.0 % of unseen labels right; always naming the more frequent verdict gets 75.0 %. Its balanced " +
			"accuracy is 85.0 %; guessing gets 50 %": {Judged: true, JudgeRight: 0.9,
			JudgeBalanced: 0.85, Feasible: 10, Infeasible: 30},
		"cannot be estimated from 1 feasible and 22 infeasible labels": {Feasible: 1, Infeasible: 22},
		"How often the more frequent verdict alone would be right is unknown": {Judged: true,
			JudgeRight: 0.957},
	} {
		if got := labelstep.TextJudge(r); !strings.Contains(got, want) {
			t.Errorf("%+v: %q", r, got)
		}
	}
}
