package ui

import (
	"slices"
	"strings"
	"testing"

	"causeway/app/store"
	"causeway/app/ui/dagview"
	"causeway/app/ui/graph"
	"causeway/app/ui/kit"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/sketch"
	"causeway/core/wire"
)

// graphPage shows the place Causes for a table of three numbers and a category.
func graphPage(t *testing.T) *page {
	t.Helper()
	table := testTable
	table.Schema.Features = []data.Feature{
		{Name: "x1", MAD: 1, Max: 9}, {Name: "x2", MAD: 1, Max: 9}, {Name: "x3", MAD: 1, Max: 9},
		{Name: "kind", Kind: data.Category, Levels: []string{"red", "green"}},
	}
	number := wire.Summary{Edges: wire.NewFloats([]float64{0, 9}, 2), Counts: []int{10}}
	table.Columns = []wire.Summary{number, number, number, {Counts: []int{5, 5}}}
	table.Head = wire.NewRows([][]float64{{1, 2, 3, 0}, {1, 2, 3, 1}})
	p := open(t, kit.PlaceTable)
	p.do(store.LoadSample{})
	answer[wire.Sample](p, table)
	answer[wire.Rows](p, wire.Page{Total: 100, Index: []int{7}, Values: wire.NewRows([][]float64{{1, 2, 3, 0}}),
		Outcomes: []int{0}})
	p.goTo(kit.PlaceCauses)
	return p
}

func (p *page) draw(from, to int, sign causal.Sign) {
	p.do(store.AddEdge{Edge: sketch.Edge{From: from, To: to, Sign: sign}})
}

func strong(r float64) causal.Dependence {
	return causal.Dependence{Strength: r, P: 1e-9, Signed: true, Tested: true, Ample: true}
}

func TestEvidenceSaysWhatIsContradicted(t *testing.T) {
	p := graphPage(t)
	p.want(graph.TextEvidenceNone, "Search for edges")
	p.draw(2, 0, causal.Rises)
	p.want(graph.TextEvidenceBusy)
	answer[wire.CheckGraph](p, wire.GraphChecked{Rows: 800, Tests: 2,
		Edges: []causal.CheckedEdge{{From: 2, To: 0, Dependence: strong(0.7), Verdict: causal.Reversed}},
		Missing: []causal.MissingEdge{{A: 0, B: 1, Given: []int{2}, Dependence: strong(-0.5), Effect: 2},
			{A: 0, B: 3, Dependence: causal.Dependence{Strength: 0.3}, Way: causal.AToB, Effect: -1}},
	})
	p.want("The edge is contradicted.",
		"If no edge is missing, 2 pairs are independent given their causes, and 2 are not.",
		"Linear tests on 800 training rows. Rows can contradict a drawing but never confirm it.",
		"Contradicted: x3 looks like an effect of x1, not a cause: correlation +0.70, p &lt; 0.001.",
		"Reverse edge x3 → x1",
		"x1 and x2: partial correlation −0.50 given x3. Without x3 they are independent, so x3 looks like an effect "+
			"of both.",
		"Add edge x1 → x2", "Add edge x2 → x1", "x1 and kind: association 0.30.", "Add edge x1 → kind")
	p.wantNot("Add edge kind → x1")
	if n := strings.Count(p.html(), `data-part="doubt"`); n != 2 { // and that of the legend
		t.Error("the edge has no mark")
	}
	if !strings.Contains(p.html(), "the data contradict the edge from x3") {
		t.Error("the mark is not said in words")
	}
	// x1 and x2 are dependent only given their common effect, so no edge is suggested.
	if got := offers(p); !slices.Equal(got, []string{"Draw x1 → kind"}) {
		t.Errorf("ghost edges %q", got)
	}
	p.do(store.ReverseEdge{Ends: store.Ends{From: 2, To: 0}})
	answer[wire.CheckGraph](p, wire.GraphChecked{Rows: 800,
		Edges: []causal.CheckedEdge{{From: 0, To: 2, Dependence: strong(0.7)}}})
	p.want("No edge is contradicted.")
	p.wantNot("Reverse edge", "the data contradict the edge from", graph.TextFailing)
}

// The three verdicts on a sign differ in the page, and the interval is drawn for a selected edge.
func TestTheSignOfAnEdgeIsAgreedWithContradictedOrOpen(t *testing.T) {
	unsure := causal.Dependence{Strength: 0.09, Low: -0.01, High: 0.19, P: 0.016, Signed: true, Tested: true}
	wrong := causal.Dependence{Strength: 0.3, Low: 0.2, High: 0.4, P: 1e-9, Signed: true, Tested: true}
	for verdict, want := range map[causal.EdgeVerdict]struct {
		of   causal.Dependence
		says string
	}{
		causal.Unsure: {unsure, "Cannot tell: x1 depends on x3, but the rows do not show the direction: " +
			"correlation +0.09, 99 %: −0.01 to +0.19, p = 0.016."},
		causal.Against: {wrong,
			"Contradicted: x1 rises when x3 rises: correlation +0.30, 99 %: +0.20 to +0.40, p &lt; 0.001."},
		causal.Agrees: {causal.Dependence{Strength: -0.3, Low: -0.4, High: -0.2, P: 1e-9, Signed: true, Tested: true},
			"Agrees with the data: correlation −0.30"},
	} {
		p := graphPage(t)
		p.draw(2, 0, causal.Falls)
		answer[wire.CheckGraph](p, wire.GraphChecked{Rows: 800,
			Edges: []causal.CheckedEdge{{From: 2, To: 0, Dependence: want.of, Verdict: verdict}}})
		graph.Wish(p.disp.Context(), dagview.Select{Edge: dagview.Ends{From: 2, To: 0}, HasEdge: true})
		p.settle()
		p.want(want.says, `data-chart="interval"`, `data-part="side"`)
		if verdict != causal.Agrees {
			p.wantNot("Agrees with the data")
		}
	}
}

// offers lists the edges that the ghosts would draw.
func offers(p *page) (list []string) {
	for _, part := range strings.Split(p.html(), `aria-label="Draw `)[1:] {
		name, _, _ := strings.Cut(part, `"`)
		list = append(list, "Draw "+name)
	}
	slices.Sort(list)
	return list
}

// The drawing shows the five strongest suggestions, in each direction that makes no
// cycle, and pressing a tip draws the edge without a sign.
func TestGhostEdgesAreAccepted(t *testing.T) {
	p := graphPage(t)
	p.draw(2, 0, causal.Rises)
	p.draw(0, 1, causal.Rises)
	answer[wire.CheckGraph](p, wire.GraphChecked{Rows: 800, Tests: 3, Missing: []causal.MissingEdge{
		{A: 1, B: 2, Dependence: strong(0.5), Effect: -1},
		{A: 1, B: 3, Dependence: causal.Dependence{Strength: 0.4}, Effect: -1},
	}})
	if got, want := offers(p), []string{"Draw kind → x2", "Draw x2 → kind", "Draw x3 → x2"}; !slices.Equal(got, want) {
		t.Errorf("ghosts %q, want %q", got, want)
	}
	signs := strings.Count(p.html(), `data-sign="1"`)
	graph.Wish(p.disp.Context(), dagview.Accept{From: 3, To: 1})
	p.settle()
	p.want(`data-edge="dag-edge-3-1"`)
	if n := strings.Count(p.html(), `data-sign="1"`); n != signs {
		t.Errorf("%d lines with a sign, want %d as before", n, signs)
	}
	if got := offers(p); !slices.Equal(got, []string{"Draw x3 → x2"}) {
		t.Errorf("ghosts %q after one is drawn", got)
	}
}

func TestAChosenEdgeIsPlotted(t *testing.T) {
	p := graphPage(t)
	p.draw(0, 2, causal.Rises)
	answer[wire.CheckGraph](p, wire.GraphChecked{Rows: 800,
		Edges: []causal.CheckedEdge{{From: 0, To: 2, Dependence: strong(0.7)}}})
	graph.Wish(p.disp.Context(), dagview.Select{Edge: dagview.Ends{From: 0, To: 2}, HasEdge: true})
	p.settle()
	xy := []float64{1, 2}
	answer[wire.PlotEdge](p, wire.EdgePlot{From: 0, To: 2, X: xy, Y: xy, CurveX: xy, CurveY: xy, Deviation: 0.5,
		Explained: 0.75, Fitted: true})
	p.want("Agrees with the data: correlation +0.70", "x3 by x1", "A straight line for display only",
		"75.0 % of the variance")
	p.draw(3, 2, causal.Unknown)
	answer[wire.CheckGraph](p, wire.GraphChecked{})
	answer[wire.PlotEdge](p, wire.Failure{Code: wire.CodeBadInput, Detail: "No plot."})
	p.want("No plot.")
}

func TestSuggestedEdgesAreAddedByHandOnly(t *testing.T) {
	p := graphPage(t)
	p.do(store.SearchEdges{})
	p.want("Search for edges", "Cancel", "beginning")
	job := p.sent[0].Job
	p.say(job, wire.Searching{Given: 1, MaxGiven: 3, Done: 2, Total: 6})
	p.want("given 1 at once, pair 2 of 6")
	answer[wire.SearchGraph](p, wire.GraphSuggested{Tests: 9, Rows: 800, Edges: []causal.Suggestion{
		{From: 0, To: 2, Directed: true, Dependence: strong(0.7)},
		{From: 1, To: 3, Dependence: causal.Dependence{Strength: 0.2}}}})
	p.want("x1 → x3: correlation +0.70 or stronger", "x2 — kind: association 0.20",
		"The rows do not show the direction.",
		"Add edge x1 → x3", "Add edge x2 → kind", "Add edge kind → x2", "9 tests on 800 training rows.")
	p.want("Add edge x3 → x1") // the person may know better
	p.draw(0, 2, causal.Unknown)
	p.wantNot("Add edge x1 → x3")
	p.draw(3, 1, causal.Unknown)
	p.want(graph.TextSuggestedAdded)
}

func TestSanityInWords(t *testing.T) {
	m := wire.GraphChecked{Pairs: 1500, Found: 5}
	for _, c := range []struct {
		broken, found int
		want          string
	}{
		{0, 0, "None of the nearest rows of another class break it."},
		{45, 1, "3 % of the nearest rows of another class and 1 of 5 answers break it."},
		{1, 0, "Under 1 %"}, {1499, 0, "Over 99 %"}, {1500, 0, "100 %"},
	} {
		if got := graph.TextSanity(m, wire.RuleShare{Broken: c.broken, FoundBroken: c.found}); !strings.Contains(got,
			c.want) {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	if graph.TextSanity(wire.GraphChecked{}, wire.RuleShare{}) != "" {
		t.Error("nothing was judged")
	}
}
