package snapshot

import (
	"bytes"
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/form"
	"causeway/core/sketch"
)

// asEarlier returns the file of a project in an earlier format, in which following was a setting
// of the search.
func asEarlier(t *testing.T, p Project, of Followed) []byte {
	t.Helper()
	b, err := Write(p)
	if err != nil {
		t.Fatal(err)
	}
	build, _, parts, err := unpack(b)
	if err != nil {
		t.Fatal(err)
	}
	f := p.Explain
	f.Find.Followed = of
	at := slices.IndexFunc(parts, func(p part) bool { return p.name == partExplain })
	if parts[at].body, err = form.Marshal(f); err != nil {
		t.Fatal(err)
	}
	if b, err = pack(build, parts); err != nil {
		t.Fatal(err)
	}
	return b
}

// Files, links and browser storage from the time before nodes had states still open, and receive
// states. Effects with a mechanism follow if the search was set to do so, except those that were
// acted on. The project is then written with states only, and an invalid graph is rejected as
// before.
func TestFilesOfBeforeStates(t *testing.T) {
	p := Project{Data: fixtureProject(t).Data, Schema: fixtureProject(t).Schema, Settings: fixtureProject(t).Settings,
		Explain: fixtureProject(t).Explain}
	p.Graph = sketch.New(p.Schema)
	var scored []int
	for v, f := range p.Schema.Features {
		if causal.Scored(f) {
			scored = append(scored, v)
		}
	}
	if len(scored) < 3 {
		t.Fatalf("only %d features have an order", len(scored))
	}
	cause, effects := scored[0], scored[1:3]
	var err error
	for _, v := range effects {
		if p.Graph, err = p.Graph.AddEdge(p.Schema, sketch.Edge{From: cause, To: v}); err != nil {
			t.Fatal(err)
		}
		p.Graph.Nodes[v].Form = sketch.Linear
	}
	for name, c := range map[string]struct {
		said Followed
		want []int
	}{
		"nothing follows":       {Followed{}, nil},
		"all effects follow":    {Followed{Carry: true}, effects},
		"but one":               {Followed{Carry: true, Acts: effects[:1]}, effects[1:]},
		"one that does not":     {Followed{Acts: effects[:1]}, nil},
		"one that is not there": {Followed{Carry: true, Acts: []int{-1, 999}}, effects},
	} {
		b := asEarlier(t, p, c.said)
		if bytes.Contains(b, []byte("carry")) != c.said.Carry {
			t.Fatalf("%s: the file is none of before", name)
		}
		link, err := packLink(b)
		if err != nil {
			t.Fatal(err)
		}
		file, err := Read(b)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		kept, lost, err := ReadKept(b, p.Settings)
		if err != nil || len(lost) > 0 {
			t.Fatalf("%s: %v, %v", name, lost, err)
		}
		linked, err := ReadLink(link)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for way, q := range map[string]Project{"file": file, "kept": kept, "link": linked} {
			if got := q.Graph.Knowledge().Followers(q.Schema); !slices.Equal(got, c.want) {
				t.Errorf("%s, %s: %v follow, want %v", name, way, got, c.want)
			}
		}
		again, err := Write(file)
		if err != nil || bytes.Contains(again, []byte("carry")) {
			t.Errorf("%s: it is written as before, %v", name, err)
		}
		if q, err := Read(again); err != nil || !sketch.Equal(q.Graph, file.Graph) {
			t.Errorf("%s: written again it is another graph, %v", name, err)
		}
	}
	p.Graph.Edges = append(p.Graph.Edges, sketch.Edge{From: 0, To: 999})
	build, _, parts, _ := unpack(asEarlier(t, fixtureProject(t), Followed{Carry: true}))
	at := slices.IndexFunc(parts, func(p part) bool { return p.name == partGraph })
	if parts[at].body, err = form.Marshal(p.Graph); err != nil {
		t.Fatal(err)
	}
	b, _ := pack(build, parts)
	if _, err := Read(b); err == nil {
		t.Error("an edge to nowhere is read")
	}
}
