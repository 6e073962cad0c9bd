package ui

import (
	"regexp"
	"strings"
	"testing"

	"causeway/app/store"
	"causeway/app/ui/explain"
	"causeway/app/ui/generator"
	"causeway/app/ui/kit"
	"causeway/app/ui/uitest"
	"causeway/core/causal"
	"causeway/core/model"
	"causeway/core/wire"
)

func explained(t *testing.T, x wire.Explained) *page {
	t.Helper()
	p := open(t, kit.PlacePerson)
	p.loadTable()
	p.train()
	p.find()
	answer[wire.Explain](p, x)
	return p
}

func TestEveryCounterfactualCarriesItsProof(t *testing.T) {
	p := explained(t, uitest.Proved())
	list := regexp.MustCompile(`(?s)<ul[^>]*aria-label="Proof"[^>]*>.*?</ul>`).FindAllString(p.html(), -1)
	if len(list) != 1 || strings.Count(list[0], "<li") != 3 {
		t.Fatalf("proofs = %q, want one list of the class and the two rules that say something", list)
	}
	folded := regexp.MustCompile(`(?s)<details class="proof-silent">.*?</details>`).FindString(p.html())
	if !strings.Contains(folded, "<summary>\n1 rule does not apply to this change") &&
		!strings.Contains(folded, "1 rule does not apply to this change</summary>") ||
		!strings.Contains(folded, "may not change; it stays at nurse (your own).") ||
		strings.Count(folded, "<li") != 1 {
		t.Errorf("what says nothing is folded as %s", folded)
	}
	for _, want := range []string{"Reached: “high”", "it goes from 39 to 45.",
		"Broken: if", "stays at nurse (soft).", "is-broken"} {
		if !strings.Contains(strings.ReplaceAll(list[0], "&#34;", `"`), want) {
			t.Errorf("the proof lacks %q", want)
		}
	}
	p.want("Degree of feasibility: plausible.", "as likely as 43 % of the training rows; the factual, as 61 % of them.")
}

func TestWhyNoneNamesAWayOut(t *testing.T) {
	x := uitest.Proved()
	x.Relaxed = []wire.Relaxation{{Without: []int{0}, Row: x.Rows[0]},
		{Without: []int{1}, Wider: true, Row: x.Rows[0]}}
	x.Rows, x.Conflicts = nil, []string{"No value of \"age\" keeps all of these."}
	p := explained(t, x)
	p.want("Why none?", "No value of", "If you drop one of these rules, an answer exists:", "may not decrease",
		"may not change (your own); and the limit on changes, of which it has 1",
		"Search without it: way 1")
	p.do(store.Relax{Index: 0})
	ask := p.sent[0].Body.(wire.Explain)
	if len(ask.Without) != 1 || ask.Without[0] != 0 {
		t.Errorf("the search gives up %v", ask.Without)
	}
	freed := uitest.Proved()
	freed.Laws[0].GivenUp = true
	answer[wire.Explain](p, freed)
	p.want("For this search alone, given up: ", "it goes from 39 to 45 (given up for this search).")
}

func TestNothingIsInTheWayButTheModel(t *testing.T) {
	x := uitest.Proved()
	x.Rows = nil
	p := explained(t, x)
	p.want(explain.TextWhyNothing)
}

func TestChangedRulesAreSaid(t *testing.T) {
	x := uitest.Proved()
	x.Nearest = true
	p := explained(t, x)
	p.want("nearest, proved", explain.TextNearest(x), ">Write the notice<")
	p.wantNot(explain.TextOldRules, explain.TextNoNotice)
	p.do(store.AddRule{Rule: causal.Rule{Kind: causal.OnlyIncrease, Feature: 0}})
	p.want("checked against earlier rules", explain.TextNoNotice)
	p.wantNot("nearest, proved", explain.TextNearest(x))
}

func TestLimitsAreSummedUp(t *testing.T) {
	p := open(t, kit.PlacePerson)
	p.loadTable()
	p.train()
	p.want(explain.TextLimits, `aria-expanded="false"`, "Changes at most")
	p.wantNot("Difficulty of age") // folded
	p.do(store.SetLimit{Feature: 0, Limit: causal.Limit{Kind: causal.OnlyUp, Difficulty: causal.VeryDifficult}},
		store.SetLimit{Feature: 1, Limit: causal.Limit{Kind: causal.OnlyThese}})
	p.want("age only up, very hard; work only clerk, nurse.")
}

func TestTheMethodSaysWhatItLearns(t *testing.T) {
	p := open(t, kit.PlaceGenerator)
	p.loadTable()
	p.want(">Knows nothing of cause and effect: the baseline (BaseVAE+)</option>", "(Model-approx+)</option>",
		"The graph is still empty. Every answer keeps the hard rules you draw")
	p.wantNot(model.GeneratorFields.Named("Feasibility").Label)
	p.do(store.AddRule{Rule: causal.Rule{Kind: causal.Immutable, Feature: 1}})
	p.want("Action VAE was chosen because all its answers keep the hard rules")
	g := p.root.state.Generator.Settings
	g.Method = model.ModelApprox
	p.do(store.SetGenerator{Recipe: g})
	p.want("Causeway would choose Action VAE, whose answers all keep the hard rules.",
		">"+generator.TextFollowGraph+"<")
	g.Follows = true
	p.do(store.SetGenerator{Recipe: g}, store.RemoveRule{At: 0})
	p.do(store.AddRule{Rule: causal.Rule{Kind: causal.OnlyIncrease, Feature: 0, Soft: true}},
		store.AddRule{Rule: causal.Rule{Kind: causal.Range, Feature: 0, Max: 200}})
	p.want("Model-approx+ was chosen to suit the graph: it learns 1 of its 2 edges and rules.")
	g = p.root.state.Generator.Settings
	g.Method = model.BaseVAE
	p.do(store.SetGenerator{Recipe: g})
	p.want("Model-approx+ would suit the graph better: it learns 1 of its 2 edges and rules.",
		">"+generator.TextFollowGraph+"<")
	g.Method = model.ModelApprox
	p.do(store.SetGenerator{Recipe: g})
	p.want(generator.TextChosenSuits)
	p.want(model.GeneratorFields.Named("Feasibility").Label, "1 of 2 edges and rules", ": hinge, weight 10.",
		": only the search enforces it.")
	p.train()
	p.wantNot(generator.TextOutdated)
	p.do(store.RemoveRule{At: 0})
	p.want(generator.TextOutdated, generator.TextRetrainWarm, generator.TextRetrainScratch, textOutOfDate)
	p.do(store.AddRule{Rule: causal.Rule{Kind: causal.Range, Feature: 0, Min: 20, Max: 30}},
		store.AddRule{Rule: causal.Rule{Kind: causal.Range, Feature: 0, Min: 40, Max: 50}})
	p.want("The rules contradict each other")
}

// The generator's table says how many of its raw counterfactuals keep each rule.
func TestTheGeneratorSaysWhatItKeeps(t *testing.T) {
	p := open(t, kit.PlaceGenerator)
	p.loadTable()
	p.do(store.AddRule{Rule: causal.Rule{Kind: causal.OnlyIncrease, Feature: 0}},
		store.AddRule{Rule: causal.Rule{Kind: causal.Immutable, Feature: 1, Soft: true}})
	p.do(store.TrainClassifier{})
	answer[wire.TrainClassifier](p, wire.ClassifierTrained{Model: []byte{1}, Confusion: []int{50, 10, 4, 36},
		TestRows: 100})
	answer[wire.Predict](p, wire.Predicted{Shares: wire.NewFloats([]float64{0.8, 0.2}, 2)})
	p.do(store.TrainGenerator{})
	answer[wire.TrainGenerator](p, wire.GeneratorTrained{Model: []byte{2}, Best: 1, TestRows: 100,
		Kept: wire.NewFloats([]float64{0.81, 0.34}, 2), KeptAll: 0.29})
	p.want(">"+generator.TextScoreKeptAll+"<", ">29.0 %<", "may not decrease</th>", ">81.0 %<", ">34.0 %<")
}
