package explain

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/uitest"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/wire"
)

// The table of counterfactuals marks a feature that a rule computes as following, if they
// were found under that rule.
func TestWhatFollowsIsMarked(t *testing.T) {
	p := uitest.Related(t)
	p.Do(store.AddRule{Rule: p.State.Data.Table.Relations[0]})
	panel := &valuesPanel{State: &p.State}
	from, to := []float64{1, 2, 3, 3, 0, 0, 0}, []float64{4, 2, 6, 3, 0, 0, 0}
	found := func(values []float64) wire.Counterfactual {
		return wire.Counterfactual{Row: values,
			Shares: []float64{0.2, 0.8}, Class: 1, Changed: 1}
	}
	panel.Explain.Found = wire.Explained{Factual: found(from), Rows: []wire.Counterfactual{found(to)},
		Laws: make([]document.Law, 5)} // four of missing values come first
	panel.Explain.HasFound = true
	marks := func() int { return strings.Count(app.HTMLString(panel.table()), TextFollowsMark) }
	if got := marks(); got != 1 {
		t.Errorf("%d values follow, want the total alone", got)
	}
	panel.Explain.Found.Laws[4].GivenUp = true
	if got := marks(); got != 0 {
		t.Errorf("%d values follow from a rule that was given up", got)
	}
	panel.Explain.Found.Laws[4].GivenUp, panel.Explain.OldRules = false, true
	if got := marks(); got != 0 {
		t.Errorf("%d values follow from a rule that nobody had stated", got)
	}
}

func TestProofsAreExported(t *testing.T) {
	p := &valuesPanel{State: new(store.State)}
	p.Data.Table.Schema = uitest.Schema
	p.Explain.Found = uitest.Proved()
	want := `Row,age,work,Predicted,Probability,"""age"" may not decrease","""work"" may not change (your own)","If ` +
		`""age"" rises, ""work"" must rise (soft)",Degree of feasibility,Proved,"Works as well, proved"` + "\r\n" +
		"Factual,39,nurse,low,0.8,,,,0.61,,\r\n" +
		"Counterfactual 1,45,nurse,high,0.9,kept,does not apply,broken,0.43,,\r\n"
	if got := p.csv(); got != want {
		t.Errorf("csv = %s\nwant %s", got, want)
	}
}

func TestSpreadsheetsComputeNothing(t *testing.T) {
	s := uitest.Schema
	s.Features = slices.Clone(s.Features)
	s.Features[0].Name, s.Features[1].Levels = "@age", []string{"clerk", "=1+1"}
	p := &valuesPanel{State: new(store.State)}
	p.Data.Table.Schema = s
	p.Explain.Found = uitest.Found()
	if got := p.csv(); !strings.Contains(got, "Row,'@age,") || !strings.Contains(got, ",'=1+1,") {
		t.Errorf("csv = %s", got)
	}
}

// Limits show the row's present value and offer nothing that a rule for everyone forbids:
// a fixed feature is locked and names the rule.
func TestLimitsOfferWhatRulesLeave(t *testing.T) {
	p := uitest.Open(t)
	p.People()
	p.Do(store.AddRule{Rule: causal.Rule{Kind: causal.Immutable, Feature: 1}},
		store.AddRule{Rule: causal.Rule{Kind: causal.OnlyIncrease}})
	panel := &rowPanel{State: &p.State}
	html := strings.ReplaceAll(uitest.HTML(panel), "&#34;", `"`)
	for _, want := range []string{"Nobody can change", "Locked for everyone: \"work\" may not change."} {
		if !strings.Contains(html, want) {
			t.Errorf("the limits lack %q:\n%s", want, html)
		}
	}
	if strings.Contains(html, "Change of work") {
		t.Error("a limit of what may not change is offered")
	}
	leeway := p.State.Graph.Leeways(p.State.Data.Table.Schema, p.State.Explain.Edited)
	if kinds := leeway[0].Kinds(uitest.Schema.Features[0]); slices.Contains(kinds, causal.OnlyDown) ||
		!slices.Contains(kinds, causal.OnlyUp) {
		t.Errorf("kinds of what may only increase = %v", kinds)
	}
}

// Texts about limits write a feature's name as the table does, even at the start of a sentence.
func TestLimitsKeepNamesAsTheyAre(t *testing.T) {
	s := data.Schema{Features: []data.Feature{{Name: "x1", Kind: data.Integer, Max: 9},
		{Name: "iPhone", Kind: data.Integer, Max: 9}}}
	e := store.Explain{Limits: []causal.Limit{{Kind: causal.OnlyUp}, {Kind: causal.Between, Min: 1, Max: 4}}}
	if got, want := textLimitsSet(s, e, nil), "x1 only up; iPhone 1 to 4."; got != want {
		t.Errorf("limits are %q, want %q", got, want)
	}
}

func TestCounterfactualsAsCSV(t *testing.T) {
	s := uitest.Schema
	s.Features[1].Levels = []string{"clerk", `nurse, "senior"`}
	p := &valuesPanel{State: new(store.State)}
	p.Data.Table.Schema = s
	p.Explain.Found = uitest.Found()
	p.Explain.Found.Nearest = true
	c := &p.Explain.Found.Rows[0]
	c.Low, c.High = []float64{44, 1}, []float64{52, 1}
	want := "Row,age,work,Predicted,Probability,Proved,\"Works as well, proved\"\r\n" +
		"Factual,39,\"nurse, \"\"senior\"\"\",low,0.8,,\r\n" +
		"Counterfactual 1,45,\"nurse, \"\"senior\"\"\",high,0.9,nearest,age 44 to 52\r\n"
	if got := p.csv(); got != want {
		t.Errorf("csv = %q, want %q", got, want)
	}
	s.Features[1].Levels = []string{"clerk", "nurse"}
}

// A number that may be withheld has a field for the difficulty of this. Until it is set, it shows the
// difficulty of giving the number.
func TestWithholdingHasItsOwnDifficulty(t *testing.T) {
	p := uitest.Open(t)
	p.People()
	row := &limitRow{State: &p.State, Feature: p.State.Data.Table.Schema.Features[0]}
	label := textWithholding(row.Feature.Name)
	if strings.Contains(uitest.HTML(row), label) {
		t.Error("a number without a flag can be withheld")
	}
	if row.Flag = 1; !strings.Contains(uitest.HTML(row), label) {
		t.Error("a number that may be withheld has no field")
	}
	row.Holding.Difficulty = causal.Difficult
	if got := row.holding(); got != causal.Difficult {
		t.Errorf("as hard as telling: %d", got)
	}
	row.Holding.Withheld = 1 + causal.VeryEasy
	if got := row.holding(); got != causal.VeryEasy {
		t.Errorf("on its own: %d", got)
	}
	row.onWithheld(p.Context(), strconv.Itoa(int(causal.Easy)))
	p.Settle()
	if got, want := p.State.Explain.LimitOf(1), (causal.Limit{Difficulty: causal.Difficult,
		Withheld: 1 + causal.Easy}); !reflect.DeepEqual(got, want) {
		t.Errorf("chosen: %+v, want %+v", got, want)
	}
	if got, want := textWithheld("pay", causal.VeryDifficult), "pay very hard to withhold"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// In limits and in rules, a category without an order can be chosen to rise, and the page then asks
// for its order.
func TestOnlyUpOffersAnOrder(t *testing.T) {
	p := uitest.Open(t)
	p.People()
	s := p.State.Data.Table.Schema
	row := &limitRow{State: &p.State, Index: 1, Feature: s.Features[1]}
	html := uitest.HTML(row)
	if !strings.Contains(html, "Only up, once ordered") {
		t.Errorf("a category cannot be asked to rise:\n%s", html)
	}
	row.onKind(p.Context(), strconv.Itoa(int(causal.OnlyUp)))
	if html = uitest.HTML(row); !strings.Contains(html, "work has no order yet") {
		t.Errorf("no order is asked for:\n%s", html)
	}
	p.Do(store.SetOrder{Node: 1, Ranks: []int{0, 1}})
	row.Feature = p.State.Data.Table.Schema.Features[1]
	row.OnUpdate(p.Context())
	p.Settle()
	if got := p.State.Explain.LimitOf(1).Kind; got != causal.OnlyUp {
		t.Errorf("limit once ordered = %v", got)
	}
}

// A card among many is drawn in its own turn when its feature changes; until then, presses
// affect the feature it shows.
func TestACardActsOnWhatItShows(t *testing.T) {
	p := uitest.Open(t)
	p.People()
	of := func(j int) cardOf {
		e := p.State.Explain
		return cardOf{Index: j, Feature: p.State.Data.Table.Schema.Features[j], Value: e.Edited[j], Limit: e.LimitOf(j),
			Leeway: p.State.Graph.Leeways(p.State.Data.Table.Schema, e.Edited)[j]}
	}
	frozen := func(j int) bool { return p.State.Explain.LimitOf(j).Kind == causal.Frozen }
	c := &card{Of: of(0), Late: true}
	if html := uitest.HTML(c); !strings.Contains(html, "is-late") {
		t.Errorf("drawn with its panel:\n%s", html)
	}
	c.OnMount(p.Context())
	c.Of = of(1)
	if html := uitest.HTML(c); !strings.Contains(html, "Lock "+c.Feature.Name) || c.Index != 0 {
		t.Errorf("feature %d is drawn before its turn:\n%s", c.Index, html)
	}
	c.onLock(p.Context(), app.Event{})
	if p.Settle(); !frozen(0) || frozen(1) {
		t.Errorf("locked are %v and %v", frozen(0), frozen(1))
	}
	c.OnUpdate(p.Context())
	if html := uitest.HTML(c); !strings.Contains(html, "Lock "+c.Of.Feature.Name) || c.Index != 1 {
		t.Errorf("feature %d is drawn in the turn of 1:\n%s", c.Index, html)
	}
}

// Pressing a level forbids or allows it, the last one stays allowed, and allowing all is
// not a limit.
func TestLevelsArePressed(t *testing.T) {
	p := uitest.Open(t)
	p.People()
	c := func() *card {
		e := p.State.Explain
		c := &card{Of: cardOf{Index: 1, Feature: p.State.Data.Table.Schema.Features[1], Value: e.Edited[1],
			Strip: stripOf(p.State.Data, e, 1, 1),
			Limit: e.LimitOf(1), Leeway: p.State.Graph.Leeways(p.State.Data.Table.Schema, e.Edited)[1]}}
		c.become()
		return c
	}
	if got := c().levels(); !slices.Equal(got, []int{0, 1}) {
		t.Errorf("levels without a limit: %v", got)
	}
	p.Do(store.SetLimit{Feature: 1, Limit: causal.Limit{Kind: causal.OnlyThese, Levels: []int{1}}})
	if got := c().levels(); !slices.Equal(got, []int{1}) {
		t.Errorf("levels of a limit: %v", got)
	}
	opened := c()
	opened.open = true
	html := uitest.HTML(opened)
	if !strings.Contains(html, `aria-label="Allow work “clerk”" aria-pressed="false"`) &&
		!strings.Contains(html, `aria-pressed="false"`) {
		t.Errorf("the barred level is not told:\n%s", html)
	}
	p.Do(store.SetLimit{Feature: 1, Limit: causal.Limit{Kind: causal.Frozen}})
	if got := c().levels(); !slices.Equal(got, []int{int(p.State.Explain.Edited[1])}) {
		t.Errorf("levels of what is frozen: %v", got)
	}
}

// Features changed by the shown counterfactual come first, and features that nobody can change last.
func TestFeaturesComeInGroups(t *testing.T) {
	s := data.Schema{Outcome: data.Feature{Name: "y", Kind: data.Category, Levels: []string{"no", "yes"}}}
	for _, name := range []string{"a", "b", "c", "d"} {
		s.Features = append(s.Features, data.Feature{Name: name, Kind: data.Integer, Max: 9})
	}
	found := func(values ...float64) wire.Counterfactual {
		return wire.Counterfactual{Row: values}
	}
	p := &rowPanel{State: new(store.State)}
	p.Data.Table.Schema, p.Explain.HasRow, p.Explain.Edited = s, true, make([]float64, 4)
	leeways := []store.Leeway{{Locked: "a may not change"}, {}, {}, {}}
	same := func(when string, want [3][]int) {
		t.Helper()
		if got := p.groups(leeways); !slices.EqualFunc(got[:], want[:], slices.Equal[[]int]) {
			t.Errorf("%s: %v, want %v", when, got, want)
		}
	}
	same("before a search", [3][]int{nil, {1, 2, 3}, {0}})
	p.Explain.HasFound, p.Explain.Finding = true, true
	p.Explain.Found = wire.Explained{Factual: found(0, 0, 0, 0),
		Rows: []wire.Counterfactual{found(0, 0, 0, 2), found(0, 0, 1, 2)}}
	same("by the first way", [3][]int{{3}, {1, 2}, {0}})
	p.Explain.Way = 1
	same("by the second", [3][]int{{2, 3}, {1}, {0}})
}

// The map shows levels in their order or, without one, sorted by their share of the class.
func TestLevelsOfAMapHaveAnOrder(t *testing.T) {
	of := []int{5, 1, 3}
	count := func(l int) int { return of[l] }
	names := []string{"a", "b", "c"}
	for want, f := range map[string]data.Feature{
		"[0 1 2]": {Kind: data.Ordered, Levels: names},
		"[2 0 1]": {Kind: data.Ordered, Levels: names, Ranks: []float64{2, 3, 1}},
		"[1 2 0]": {Kind: data.Category, Levels: names}, "[]": {Kind: data.Integer},
	} {
		if got := fmt.Sprint(orderOf(f, 3, count)); got != want {
			t.Errorf("%+v: %s, want %s", f, got, want)
		}
	}
}

// The headline names at most three changes, and what follows if this is short.
func TestTheAnswerIsASentence(t *testing.T) {
	s := data.Schema{Outcome: data.Feature{Name: "y", Kind: data.Category, Levels: []string{"no", "yes"}}}
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		s.Features = append(s.Features, data.Feature{Name: name, Kind: data.Integer, Max: 9})
	}
	from := make([]float64, 5)
	for _, c := range []struct {
		to      []float64
		follows store.Following
		want    string
	}{
		{[]float64{1, 0, 0, 0, 0}, nil, "Change a to 1. The model would then say yes, 62.0 %."},
		{[]float64{1, 2, 0, 0, 0}, store.Following{1: true},
			"Change a to 1; b would be 2. The model would then say yes, 62.0 %."},
		{[]float64{1, 2, 3, 4, 0}, nil,
			"Change a to 1, b to 2 and c to 3, and 1 more. The model would then say yes, 62.0 %."},
		{[]float64{1, 2, 3, 4, 0}, store.Following{1: true, 2: true, 3: true},
			"Change a to 1; 3 others follow. The model would then say yes, 62.0 %."},
	} {
		x := wire.Counterfactual{Row: c.to, Class: 1,
			Shares: []float64{0.38, 0.62}}
		got := ""
		for _, p := range headlineOf(s, c.follows.Deeds(from, x), x) {
			got += p.Text
		}
		if got != c.want {
			t.Errorf("%v: %q, want %q", c.to, got, c.want)
		}
	}
}
