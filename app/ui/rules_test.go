package ui

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/wire"
)

// proved is found() under one rule of the graph and one of the person's own.
func proved() wire.Explained {
	x := found()
	x.Laws = []wire.Law{{Text: `"age" may not decrease.`}, {Text: `"work" may not change.`, Local: true}, {Text: `If "age" rises, "work" must rise.`, Soft: true}}
	x.HasDegree, x.Factual.Degree = true, 0.61
	x.Found[0].Degree = 0.43
	x.Found[0].Proof = []wire.Judged{
		{Pass: true, Applies: true, Text: `Kept: "age" may not decrease; it goes from 39 to 45.`},
		{Pass: true, Applies: false, Text: `Kept: "work" may not change; it stays at nurse.`},
		{Pass: false, Applies: true, Text: `Broken: if "age" rises, "work" must rise; "work" stays at nurse.`},
	}
	return x
}

func explained(t *testing.T, x wire.Explained) *page {
	t.Helper()
	p := open(t, StepExplain)
	p.loadTable()
	p.train()
	p.do(store.FindCounterfactuals{})
	answer[wire.Explain](p, x)
	return p
}

func TestEveryCounterfactualCarriesItsProof(t *testing.T) {
	p := explained(t, proved())
	list := regexp.MustCompile(`(?s)<ul[^>]*aria-label="Proof"[^>]*>.*?</ul>`).FindAllString(p.html(), -1)
	if len(list) != 1 || strings.Count(list[0], "<li") != 3 {
		t.Fatalf("proofs = %q, want one list of the class and the two rules that say something", list)
	}
	folded := regexp.MustCompile(`(?s)<details class="proof-silent">.*?</details>`).FindString(p.html())
	if !strings.Contains(folded, "<summary>\n1 rule says nothing about this change") && !strings.Contains(folded, "1 rule says nothing about this change</summary>") ||
		!strings.Contains(folded, "may not change; it stays at nurse (your own).") || strings.Count(folded, "<li") != 1 {
		t.Errorf("what says nothing is folded as %s", folded)
	}
	for _, want := range []string{"Reached: “high”", "it goes from 39 to 45.",
		"Broken: if", "stays at nurse (soft).", "is-broken"} {
		if !strings.Contains(strings.ReplaceAll(list[0], "&#34;", `"`), want) {
			t.Errorf("the proof lacks %q", want)
		}
	}
	p.want("Degree of feasibility: plausible.", "as likely as 43 % of the training rows; the factual is as 61 %.")
}

func TestProofsAreExported(t *testing.T) {
	p := &resultPanel{}
	p.data.Table.Schema = testSchema
	p.explain.Found = proved()
	want := `Row,age,work,Predicted,Probability,"""age"" may not decrease","""work"" may not change (your own)","If ""age"" rises, ""work"" must rise (soft)",Degree of feasibility,Proved` + "\r\n" +
		"Factual,39,nurse,low,0.8,,,,0.61,\r\n" +
		"Counterfactual 1,45,nurse,high,0.9,kept,does not apply,broken,0.43,\r\n"
	if got := p.csv(); got != want {
		t.Errorf("csv = %s\nwant %s", got, want)
	}
}

func TestSpreadsheetsComputeNothing(t *testing.T) {
	s := testSchema
	s.Features = slices.Clone(s.Features)
	s.Features[0].Name, s.Features[1].Levels = "@age", []string{"clerk", "=1+1"}
	p := &resultPanel{}
	p.data.Table.Schema = s
	p.explain.Found = found()
	if got := p.csv(); !strings.Contains(got, "Row,'@age,") || !strings.Contains(got, ",'=1+1,") {
		t.Errorf("csv = %s", got)
	}
}

func TestWhyNoneNamesAWayOut(t *testing.T) {
	x := proved()
	x.Relaxed = []wire.Relaxation{{Without: []int{0}, Row: x.Found[0]}, {Without: []int{1}, Wider: true, Row: x.Found[0]}}
	x.Found, x.Conflicts = nil, []string{"No value of \"age\" keeps all of these."}
	p := explained(t, x)
	p.want("Why none?", "No value of", "Without: ", "may not decrease.", "may not change (your own); and the limit on changes, of which it has 1.",
		"Search without it: way 1", "<bdi>")
	p.do(store.Relax{Index: 0})
	ask := p.sent[0].Body.(wire.Explain)
	if len(ask.Without) != 1 || ask.Without[0] != 0 {
		t.Errorf("the search gives up %v", ask.Without)
	}
	freed := proved()
	freed.Laws[0].GivenUp = true
	answer[wire.Explain](p, freed)
	p.want("For this search alone, given up: ", "it goes from 39 to 45 (given up for this search).")
}

func TestNothingIsInTheWayButTheModel(t *testing.T) {
	x := proved()
	x.Found = nil
	p := explained(t, x)
	p.want(textWhyNothing)
}

func TestChangedRulesAreSaid(t *testing.T) {
	p := explained(t, proved())
	p.wantNot(textOldRules)
	p.do(store.AddRule{Rule: causal.Rule{Kind: causal.OnlyIncrease, Feature: 0}})
	p.want(textOldRules)
}

func TestLimitsAreSummedUp(t *testing.T) {
	p := open(t, StepExplain)
	p.loadTable()
	p.train()
	p.want(textLimits, textNoLimits, `aria-expanded="false"`, textMaxChanged)
	p.wantNot("Difficulty of age") // folded
	p.do(store.SetLimit{Feature: 0, Limit: store.Limit{Kind: store.OnlyUp, Difficulty: store.VeryHard}},
		store.SetLimit{Feature: 1, Limit: store.Limit{Kind: store.OnlyThese}})
	p.want("Age only up, very hard; work only clerk, nurse.")
}

func TestTheMethodSaysWhatItLearns(t *testing.T) {
	p := open(t, StepGenerator)
	p.loadTable()
	p.want(">BaseVAE</option>", ">Model-approx</option>", textNoGraphBase)
	p.wantNot(textFeasibility)
	p.do(store.AddRule{Rule: causal.Rule{Kind: causal.OnlyIncrease, Feature: 0}}, store.AddRule{Rule: causal.Rule{Kind: causal.Immutable, Feature: 1}})
	p.want("Model-approx was chosen because of the graph: it learns 1 of its 2 edges and rules.")
	g := p.root.state.Generator.Settings
	g.Method = store.BaseVAE
	p.do(store.SetGenerator{GeneratorSettings: g})
	p.want("By the graph it would be Model-approx, which learns 1 of its 2 edges and rules.", ">"+textFollowGraph+"<")
	g.Method = store.ModelApprox
	p.do(store.SetGenerator{GeneratorSettings: g})
	p.want(textChosenSuits)
	p.want(textFeasibility, "1 of 2 edges and rules", ": hinge, weight 10.", ": obeyed by the search only.")
	p.train()
	p.wantNot(textOutdated)
	p.do(store.RemoveRule{At: 0})
	p.want(textOutdated, textRetrainWarm, textRetrainScratch, textOutOfDate)
	p.do(store.AddRule{Rule: causal.Rule{Kind: causal.Range, Feature: 0, Min: 20, Max: 30}},
		store.AddRule{Rule: causal.Rule{Kind: causal.Range, Feature: 0, Min: 40, Max: 50}})
	p.want("The rules contradict each other")
}

// Limits say what the row has now, and offer nothing that a rule for everyone
// forbids: what may not change is locked with the rule.
func TestLimitsOfferWhatRulesLeave(t *testing.T) {
	p := open(t, StepExplain)
	p.loadTable()
	p.train()
	p.do(store.AddRule{Rule: store.Rule{Kind: store.Immutable, Feature: 1}}, store.AddRule{Rule: store.Rule{Kind: store.OnlyIncrease}})
	panel := &limitPanel{open: true, data: p.root.state.Data, explain: p.root.state.Explain, graph: p.root.state.Graph}
	html := strings.ReplaceAll(app.HTMLString(app.Div().Body(panel.Render())), "&#34;", `"`)
	for _, want := range []string{"Now nurse. Locked for everyone: \"work\" may not change."} {
		if !strings.Contains(html, want) {
			t.Errorf("the limits lack %q:\n%s", want, html)
		}
	}
	if strings.Contains(html, "Change of work") {
		t.Error("a limit of what may not change is offered")
	}
	leeway := store.Leeways(p.root.state.Data.Table.Schema, p.root.state.Graph, p.root.state.Explain.Edited)
	if kinds := leeway[0].Kinds(testSchema.Features[0]); slices.Contains(kinds, store.OnlyDown) || !slices.Contains(kinds, store.OnlyUp) {
		t.Errorf("kinds of what may only increase = %v", kinds)
	}
}

// A category without an order is offered to rise, and asks for the order then and
// there, in limits and in rules.
func TestOnlyUpOffersAnOrder(t *testing.T) {
	p := open(t, StepExplain)
	p.loadTable()
	p.train()
	s := p.root.state.Data.Table.Schema
	row := &limitRow{Index: 1, Feature: s.Features[1]}
	html := app.HTMLString(app.Div().Body(row.Render()))
	if !strings.Contains(html, "Only up, once ordered") {
		t.Errorf("a category cannot be asked to rise:\n%s", html)
	}
	row.onKind(p.disp.Context(), strconv.Itoa(int(store.OnlyUp)))
	if html = app.HTMLString(app.Div().Body(row.Render())); !strings.Contains(html, "work has no order yet") {
		t.Errorf("no order is asked for:\n%s", html)
	}
	p.do(store.SetOrder{Node: 1, Ranks: []int{0, 1}})
	row.Feature = p.root.state.Data.Table.Schema.Features[1]
	row.OnUpdate(p.disp.Context())
	p.settle()
	if got := p.root.state.Explain.LimitOf(1).Kind; got != store.OnlyUp {
		t.Errorf("limit once ordered = %v", got)
	}

	q := open(t, StepGraph)
	q.loadTable()
	form := &ruleForm{data: q.root.state.Data, graph: q.root.state.Graph, ready: true}
	form.draft = newDraft()
	form.draft.Kind = strconv.Itoa(int(store.OnlyIncrease))
	form.draft.Feature = 1
	if html := app.HTMLString(app.Div().Body(form.Render())); !strings.Contains(html, "work has no order yet") {
		t.Errorf("the rule asks for no order:\n%s", html)
	}
}

// The order that the names of values tell is offered where an order is given, and
// can be undone.
func TestTheOrderOfNamesIsOffered(t *testing.T) {
	drawn := func(levels ...string) *page {
		p := open(t, StepData)
		table := testTable
		table.Schema.Features = slices.Clone(table.Schema.Features)
		table.Schema.Features[1].Kind, table.Schema.Features[1].Levels = data.Category, levels
		p.do(store.LoadSample{})
		answer[wire.Sample](p, table)
		p.goTo(StepGraph)
		return p
	}
	p := drawn("1-4y", "<1y", ">=7y", "4-7y")
	panel := &orderPanel{Node: 1, Now: true}
	render := func() string {
		panel.data, panel.graph = p.root.state.Data, p.root.state.Graph
		return app.HTMLString(app.Div().Body(panel.Render()))
	}
	offer := "As their names say: &lt;1y &lt; 1-4y &lt; 4-7y &lt; &gt;=7y."
	if html := render(); !strings.Contains(html, offer) || !strings.Contains(html, textOrderSo) {
		t.Fatalf("the order is not offered:\n%s", html)
	}
	panel.onNames(p.disp.Context(), app.Event{})
	p.settle()
	if got := p.root.state.Graph.Sketch.Nodes[1].Ranks; !slices.Equal(got, []int{1, 0, 3, 2}) {
		t.Errorf("ranks = %v", got)
	}
	if html := render(); strings.Contains(html, textOrderSo) {
		t.Error("the order that holds is offered")
	}
	p.do(store.Undo{})
	if html := render(); !strings.Contains(html, textOrderSo) {
		t.Error("taken back, the order is not offered again")
	}
	p = drawn("red", "green", "blue")
	if html := render(); strings.Contains(html, textOrderSo) {
		t.Error("names without an order are ordered by them")
	}
}

// The generator's table says how many of its raw counterfactuals keep each rule.
func TestTheGeneratorSaysWhatItKeeps(t *testing.T) {
	p := open(t, StepGenerator)
	p.loadTable()
	p.do(store.AddRule{Rule: causal.Rule{Kind: causal.OnlyIncrease, Feature: 0}}, store.AddRule{Rule: causal.Rule{Kind: causal.Immutable, Feature: 1, Soft: true}})
	p.do(store.TrainClassifier{})
	answer[wire.TrainClassifier](p, wire.ClassifierTrained{Model: []byte{1}, Confusion: []int{50, 10, 4, 36}, TestRows: 100})
	answer[wire.Predict](p, wire.Predicted{Shares: wire.NewFloats([]float64{0.8, 0.2}, 2)})
	p.do(store.TrainGenerator{})
	answer[wire.TrainGenerator](p, wire.GeneratorTrained{Model: []byte{2}, Best: 1, TestRows: 100, Kept: wire.NewFloats([]float64{0.81, 0.34}, 2), KeptAll: 0.29})
	p.want(">"+textScoreKeptAll+"<", ">29.0 %<", "may not decrease</th>", ">81.0 %<", ">34.0 %<", textKeptMeaning)
}
