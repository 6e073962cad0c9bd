package causal

import (
	"reflect"
	"slices"
	"testing"

	"causeway/core/data"
)

func people() data.Schema {
	return data.Schema{
		Features: []data.Feature{
			{Name: "age", Kind: data.Integer, Min: 17, Max: 90, MAD: 10},
			{Name: "school", Kind: data.Ordered, Levels: []string{"low", "mid", "high"}, Ranks: []float64{0, 1, 2}},
			{Name: "wage", Kind: data.Continuous, Decimals: 1, Min: 0, Max: 50, MAD: 5},
			{Name: "job", Kind: data.Category, Levels: []string{"a", "b"}},
		},
		Outcome: data.Feature{Name: "y", Kind: data.Boolean, Levels: []string{"no", "yes"}},
	}
}

// TestTermsOfC2 checks that Adult's C2, drawn as an edge and two rules about single features,
// trains the same terms as the paper's three rules, in any order. Education cannot fall, so the
// reverse direction of the edge has no term.
func TestTermsOfC2(t *testing.T) {
	s := people()
	up := []Rule{{Kind: OnlyIncrease, Feature: 0}, {Kind: OnlyIncrease, Feature: 1}}
	stated := Knowledge{Rules: append(slices.Clone(up),
		Rule{Kind: IfRisesThenRises, Feature: 1, Other: 0, Strict: true})}
	drawn := Knowledge{Rules: []Rule{up[1], up[0]}, Edges: []Edge{{From: 1, To: 0, Sign: Rises, Strict: true}}}
	want := []Term{{Kind: HingeTerm, Rule: up[0]}, {Kind: HingeTerm, Rule: up[1]},
		{Kind: FollowTerm, Rule: stated.Rules[2]}}
	for _, k := range []Knowledge{stated, drawn} {
		if got := k.Terms(s, approx); !reflect.DeepEqual(got, want) {
			t.Errorf("terms = %+v, want %+v", got, want)
		}
	}
}

// The parts that Model-based and Model-approx learn.
var (
	based  = Learns{Mechanisms: true, Rules: true}
	approx = Learns{Lines: true, Rules: true}
)

func TestTerms(t *testing.T) {
	s := people()
	sign := Knowledge{Edges: []Edge{{From: 0, To: 2, Sign: Falls}}, Mechanisms: []Assignment{{Feature: 2}}}
	cases := []struct {
		name   string
		k      Knowledge
		learns Learns
		want   []TermKind
	}{
		{"BaseVAE learns nothing", sign, Learns{}, nil},
		{"a signed edge between numbers is a line and a hinge", sign, approx, []TermKind{LineTerm, FollowTerm}},
		{"its mechanism stands in the line's place", sign, based, []TermKind{MechanismTerm, FollowTerm}},
		{"an edge without sign and mechanism is known and no more", Knowledge{Edges: []Edge{{From: 0, To: 2}}},
			based, nil},
		{"rules for the search have no term", Knowledge{Rules: []Rule{{Kind: Immutable, Feature: 3},
			{Kind: Range, Feature: 0, Min: 1, Max: 2}}}, approx, nil},
		{"a bound on a move is a hinge", Knowledge{Rules: []Rule{{Kind: MoveAtMost, Feature: 0, Max: 5}}}, approx,
			[]TermKind{HingeTerm}},
		{"a size is a hinge of its own", Knowledge{Each: true,
			Edges: []Edge{{From: 1, To: 0, Sign: Rises, Least: 2, Most: 4}, {From: 2, To: 0, Sign: Rises}}},
			approx, []TermKind{FollowTerm, FollowTerm, FollowTerm}},
		{"what can never apply has none", Knowledge{Edges: sign.Edges, Rules: []Rule{{Kind: Immutable, Feature: 0}}},
			approx, nil},
		{"a rule that is stated and entailed counts once", Knowledge{Edges: sign.Edges,
			Rules: []Rule{{Kind: IfRisesThenRises, Feature: 0, Other: 2, Falls: true, Reverse: true}}}, approx,
			[]TermKind{LineTerm, FollowTerm}},
	}
	for _, c := range cases {
		var got []TermKind
		for _, term := range c.k.Terms(s, c.learns) {
			got = append(got, term.Kind)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestCauses(t *testing.T) {
	g, err := NewGraph(people(), Edge{From: 0, To: 2, Sign: Falls, Strict: true},
		Edge{From: 1, To: 2, Sign: Rises, Strict: true})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := g.Rules(people())[0].Causes(), g.Edges(); !reflect.DeepEqual(got, want) {
		t.Errorf("causes = %+v, want the edges %+v", got, want)
	}
}
