package graphfile

import (
	"strings"
	"testing"

	"causeway/core/sketch"
)

// TestUnobservedTravels checks that unobserved causes in a DAGitty file are drawn and written
// back unchanged, and that other formats report what they cannot represent.
func TestUnobservedTravels(t *testing.T) {
	const text = `dag {
causeway_scale="1"
"age" [pos="0,0"]
"job" [pos="300,0"]
"pay" [pos="600,0"]
"Talent" [latent,pos="450,-100"]
"loan" [outcome,pos="900,0"]
"age" -> "job"
"job" -> "pay"
"Talent" -> "job" [beta="0.3"]
"Talent" -> "pay"
"age" <-> "job" [pos="150,-60"]
"age" <-> "Talent"
}
`
	schema := table("age", "job", "pay")
	schema.Outcome.Name = "loan"
	f, err := Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	s, notes, err := f.Sketch(schema, f.Match(schema, nil))
	if err != nil || len(notes) > 0 {
		t.Fatalf("%v, %q", err, notes)
	}
	if len(s.Edges) != 2 || len(s.Hidden) != 1 || len(s.Links) != 2 || len(s.Shared) != 2 {
		t.Fatalf("read as %+v", s)
	}
	if file, lost := Write(DAGitty, schema, s); string(file) != text || len(lost) > 0 {
		t.Errorf("written as\n%s\nlost %q", file, lost)
	}
	if k := s.Knowledge(); len(k.Edges) != 2 || len(k.Rules) != 0 {
		t.Errorf("what is unobserved became knowledge: %+v", k)
	}
	own, lost := Write(Own, schema, s)
	if got, _ := back(t, own, schema); !sketch.Equal(got, s) || len(lost) > 0 ||
		!strings.Contains(string(own), `"version": 3`) {
		t.Errorf("the own form gives back %+v, lost %q", got, lost)
	}
	s.Shared, s.Hidden, s.Links = nil, nil, nil
	if own, _ := Write(Own, schema, s); !strings.Contains(string(own), `"version": 2`) {
		t.Errorf("without anything unobserved older versions could not read it:\n%s", own)
	}
}

// TestOtherFormatsSayWhatTheyLose checks that formats report how much they leave out.
func TestOtherFormatsSayWhatTheyLose(t *testing.T) {
	schema := table("a", "b")
	s := sketch.New(schema)
	var err error
	for _, edit := range []func() (sketch.Sketch, error){
		func() (sketch.Sketch, error) { return s.AddEdge(schema, sketch.Edge{From: 0, To: 1}) },
		func() (sketch.Sketch, error) { return s.AddHidden(schema, sketch.Hidden{}) },
		func() (sketch.Sketch, error) { return s.AddEdge(schema, sketch.Edge{From: 2, To: 1}) },
		func() (sketch.Sketch, error) { return s.Share(schema, sketch.Edge{From: 1, To: 0}) },
	} {
		if s, err = edit(); err != nil {
			t.Fatal(err)
		}
	}
	for format, parts := range map[Format][]string{
		DOT: {"the one such edge is left out"}, GML: {"the one such edge is left out"},
		BIF: {"the one such edge is left out",
			"Unobserved features cannot be saved as BIF structure: the one is left out"},
		Edges: {"the one such edge is left out", "Unobserved features cannot be saved"},
	} {
		_, lost := Write(format, schema, s)
		for _, part := range parts {
			if !strings.Contains(strings.Join(lost, " "), part) {
				t.Errorf("%v: no %q in %q", format, part, lost)
			}
		}
	}
	picture := string(SVG(schema, s))
	for _, part := range []string{`a ↔ b`, `U → b`, `stroke-dasharray="3 4"`, "share an unobserved cause", "latent"} {
		if !strings.Contains(picture, part) {
			t.Errorf("the picture has no %q", part)
		}
	}
}

// TestAHandLeavesAnUnobservedNodeOut checks that the user's choice takes precedence.
func TestAHandLeavesAnUnobservedNodeOut(t *testing.T) {
	schema := table("a", "b")
	f, err := Read([]byte("dag { a -> b; u [latent]; u -> a; u <-> b; a <-> a }"))
	if err != nil {
		t.Fatal(err)
	}
	s, notes, err := f.Sketch(schema, f.Match(schema, map[string]string{"u": ""}))
	if err != nil || len(s.Hidden)+len(s.Links)+len(s.Shared) > 0 || len(s.Edges) != 1 || len(notes) != 2 {
		t.Errorf("%+v, %q, %v", s, notes, err)
	}
	if _, _, err := f.Sketch(schema, f.Match(schema, nil)); err != nil {
		t.Error(err)
	}
	f, err = Read([]byte("dag { a -> u -> b -> a; u [latent] }"))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := f.Sketch(schema, f.Match(schema, nil)); err == nil || !strings.Contains(err.Error(), "u") {
		t.Errorf("a cycle through an unobserved feature: %v", err)
	}
	if f, err = Read([]byte("dag { a -> b; b <-> a }")); err != nil {
		t.Fatal(err)
	}
	if s, _, err := f.Sketch(schema, f.Match(schema, nil)); err != nil || len(s.Shared) != 1 {
		t.Errorf("an arrow and an unobserved cause of the same two: %+v, %v", s.Shared, err)
	}
}
