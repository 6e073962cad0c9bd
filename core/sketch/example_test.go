package sketch

import (
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/sim"
)

func TestExamplesAreTheTrueGraphs(t *testing.T) {
	scm, err := sim.SangioveseSCM("")
	if err != nil {
		t.Fatal(err)
	}
	vine := scm.Schema()
	g, name, ok := Example(vine)
	if !ok || name != "the true graph of Sangiovese" || g.Check(vine) != nil {
		t.Fatalf("Sangiovese: %q, %v, %v", name, ok, g.Check(vine))
	}
	for v := range vine.Features {
		n, caused := scm.Node(v)
		if got := g.Parents(v); !slices.Equal(got, n.Parents) || (g.Nodes[v].Form == Linear) != caused {
			t.Errorf("%s: parents %v, want %v", vine.Features[v].Name, got, n.Parents)
		}
		want := map[string]causal.State{"SproutN": causal.ActedOn, "BunchN": causal.Adjustable,
			"SPAD06": causal.Adjustable}
		state, said := want[vine.Features[v].Name]
		if !said {
			state = causal.Following
		}
		if got := g.State(v); got != state {
			t.Errorf("%s: state %d, want %d", vine.Features[v].Name, got, state)
		}
	}

	bn := sim.SimpleBN(10, 1)
	g, _, ok = Example(bn.Schema)
	if !ok || g.Check(bn.Schema) != nil {
		t.Fatalf("Simple-BN: %v", g.Check(bn.Schema))
	}
	if got := g.Knowledge().Followers(bn.Schema); !slices.Equal(got, []int{2}) {
		t.Errorf("of Simple-BN %v follow", got)
	}
	bn.FitScale([]int{0, 1, 2})
	fit, err := g.Knowledge().Fit(bn, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	if err != nil {
		t.Fatal(err)
	}
	truth := sim.SimpleBNSCM()
	a, _ := fit.Node(2)
	b, _ := truth.Node(2)
	row := []float64{41.5, 63.25, 0}
	if got, want := fit.Mean(a, row), truth.Mean(b, row); got-want > 1e-9 || want-got > 1e-9 {
		t.Errorf("x3 = %v, want %v", got, want)
	}
}

func TestAdultIsTakenWithRanksOnly(t *testing.T) {
	s := numbers("age", "hours")
	s.Features = append(s.Features, data.Feature{Name: "education", Kind: data.Category, Levels: []string{"a", "b"}})
	if _, _, ok := Example(s); ok {
		t.Error("an education without order has an example")
	}
	s.Features[2].Kind = data.Ordered
	g, _, ok := Example(s)
	if !ok || len(g.Rules) != 2 || len(g.Edges) != 1 || !g.Edges[0].Strict || g.Check(s) != nil ||
		len(g.Knowledge().Followers(s)) > 0 {
		t.Errorf("example %+v, %v", g, ok)
	}
}
