package graphfile

import (
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/sketch"
)

var ages = data.Schema{Features: []data.Feature{
	{Name: "age", Kind: data.Integer, Min: 17, Max: 90, MAD: 10},
	{Name: "school", Kind: data.Ordered, Levels: []string{"low", "mid", "high"}},
	{Name: "child", Kind: data.Integer, Min: 0, Max: 9, MAD: 1},
}, Outcome: data.Feature{Name: "y", Kind: data.Boolean, Levels: []string{"no", "yes"}}}

// TestOldFilesKeepTheirReading checks that signs are read together in version 1, which has no
// choice, and separately in all other formats.
func TestOldFilesKeepTheirReading(t *testing.T) {
	const own = `"nodes":[{"name":"age"},{"name":"school"},{"name":"child"}],"edges":[
		{"from":"school","to":"age","sign":"rises"},{"from":"child","to":"age","sign":"rises"}],"rules":[]}`
	for _, c := range []struct{ text, want string }{
		{`{"format":"causeway graph","version":1,` + own,
			`If "school" and "child" both rise, "age" must not fall, and if both fall, "age" must not rise.`},
		{`{"format":"causeway graph","version":2,"signs":"together",` + own,
			`If "school" and "child" both rise, "age" must not fall, and if both fall, "age" must not rise.`},
		{`{"format":"causeway graph","version":2,"signs":"each",` + own, `If "school" or "child" rises and neither ` +
			`falls, "age" must not fall, and if either falls and neither rises, "age" must not rise.`},
		{"from,to,sign\nschool,age,+\nchild,age,+\n", `If "school" or "child" rises and neither falls, "age" must ` +
			`not fall, and if either falls and neither rises, "age" must not rise.`},
	} {
		s, _ := back(t, []byte(c.text), ages)
		if got := s.Knowledge().AllRules(ages)[0].String(ages); got != c.want {
			t.Errorf("got %s, want %s in %s", got, c.want, c.text)
		}
	}
}

// TestSizesTravel checks that rules with amounts come back from the own form, and edges with
// amounts from every form. A size without a sign is left out with a note.
func TestSizesTravel(t *testing.T) {
	s, err := sketch.New(ages).AddEdge(ages, sketch.Edge{From: 1, To: 0, Sign: causal.Rises, Least: 2, Most: 6.5})
	for _, r := range []causal.Rule{
		{Kind: causal.MoveAtMost, Feature: 0, Min: causal.Open, Max: 10}, {Kind: causal.MoveAtMost, Feature: 2, Max: 1},
		{Kind: causal.IfRisesThenRises, Feature: 2, Other: 0, Least: 0.5,
			Also: []causal.Member{{Feature: 1, Part: causal.Still}}},
	} {
		if err == nil {
			s, err = s.AddRule(ages, r)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	file, lost := Write(Own, ages, s)
	got, notes := back(t, file, ages)
	if !sketch.Equal(got, s) || lost != nil || notes != nil {
		t.Errorf("%+v became %+v, lost %v, %v in\n%s", s, got, lost, notes, file)
	}
	for _, f := range []Format{DAGitty, DOT, GML, BIF, Edges} {
		file, _ := Write(f, ages, s)
		if got, _ := back(t, file, ages); !sketch.EqualEdges(got.Edges[0], s.Edges[0]) {
			t.Errorf("%v: %+v became %+v", f, s.Edges[0], got.Edges[0])
		}
	}
	bad := strings.Replace(string(file), `"sign":"rises",`, "", 1)
	got, notes = back(t, []byte(bad), ages)
	if got.Edges[0].Least != 0 || len(notes) == 0 || !strings.Contains(notes[0], "but no sign") {
		t.Errorf("%+v, %q", got.Edges[0], notes)
	}
}
