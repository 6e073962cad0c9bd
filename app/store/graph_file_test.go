package store

import (
	"strings"
	"testing"
)

func TestAGraphFileIsTakenOrMatched(t *testing.T) {
	p := drawn(t)
	p.do(OpenGraph{"g.dag", []byte("dag { a -> b }")})
	if p.Graph.HasFile || len(p.Graph.Sketch.Edges) != 1 {
		t.Fatalf("file waits: %v, edges %v", p.Graph.HasFile, p.Graph.Sketch.Edges)
	}
	equal(t, "status", p.Notices.Status, "g.dag is drawn: 1 edge.")
	before := p.frozen()

	p.do(OpenGraph{"h.dag", []byte("dag { a -> other }")})
	if !p.Graph.HasFile || p.frozen() != before {
		t.Fatal("a node without a column was taken")
	}
	p.do(MatchNode{"other", "c"}, TakeGraph{})
	if p.Graph.HasFile || len(p.Graph.Sketch.Edges) != 1 || p.Graph.Sketch.Edges[0].To != 2 {
		t.Errorf("edges %v", p.Graph.Sketch.Edges)
	}
	p.do(Undo{})
	if p.frozen() != before {
		t.Error("undo does not bring the drawing back")
	}

	p.do(OpenGraph{"i.dag", []byte("dag { a -> other }")}, DropGraph{})
	if p.Graph.HasFile || p.frozen() != before {
		t.Error("a closed file left something")
	}
}

// Before the drawing changes, the page shows a file's other contents.
func TestAGraphFileWaitsWithItsNotes(t *testing.T) {
	p := drawn(t)
	before := p.frozen()
	p.do(OpenGraph{"g.csv", []byte("Source,Target,Type\na,b,Undirected\nb,c,Directed\n")})
	if !p.Graph.HasFile || p.frozen() != before {
		t.Fatal("a file with an undirected edge was taken without a word")
	}
	equal(t, "notes", strings.Join(p.Graph.File.Notes, "|"),
		`Edges that do not say which end is the cause are left out: "a" – "b".`)
	p.do(TakeGraph{})
	equal(t, "status", p.Notices.Status, "g.csv is drawn: 1 edge.")

	p.do(OpenGraph{"m.txt", []byte("graph TD\n a --> b\n")})
	p.wantAlert("m.txt was not opened. This is a Mermaid diagram, which Causeway cannot read; write each edge as a " +
		"line such as age -> pay, or save DOT, GML or a list of edges with a first line from,to.")
}

func TestABadGraphFileGetsOneSentence(t *testing.T) {
	p := drawn(t)
	before := p.frozen()
	for _, text := range []string{"", "\x00\x01", "<html>", "dag { a -> b b -> a }", strings.Repeat("{", 1000)} {
		p.do(OpenGraph{"bad", []byte(text)})
		if p.Graph.HasFile {
			if p.Graph.File.Problem == "" {
				t.Errorf("%.20q waits without a problem", text)
			}
			p.do(TakeGraph{})
			p.wantAlert("bad was not opened")
			p.do(DropGraph{})
		} else {
			p.wantAlert("bad was not opened")
		}
		if p.frozen() != before {
			t.Errorf("%.20q changed the drawing", text)
		}
	}
}

func TestStepsOfTheSameNodesAreOneChange(t *testing.T) {
	p := drawn(t)
	first := p.frozen()
	step := MoveNodes{Nodes: []int{1}, DX: 20, Step: true}
	p.do(step, step, step)
	equal(t, "steps", p.History.At(), 1)
	p.do(MoveNodes{Nodes: []int{2}, DX: 20, Step: true})
	equal(t, "steps", p.History.At(), 2)
	p.do(Undo{}, Undo{})
	if p.frozen() != first {
		t.Error("undo does not go back before the first step")
	}
	p.do(Redo{}, step)
	equal(t, "steps", p.History.At(), 2)
}
