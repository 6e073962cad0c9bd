package graphfile

import (
	"encoding/xml"
	"flag"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/sketch"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// example returns a small drawing that contains every kind of element.
func example(t *testing.T) (sketch.Sketch, data.Schema) {
	t.Helper()
	var schema data.Schema
	for _, name := range []string{"age", "education", "hours per week", "capital gain of the last year", "sector"} {
		schema.Features = append(schema.Features, data.Feature{Name: name, Max: 1, MAD: 1})
	}
	schema.Features[4] = data.Feature{Name: "sector", Kind: data.Category, Levels: []string{"private", "state", "self"}}
	schema.Outcome = data.Feature{Name: "income", Kind: data.Boolean, Levels: []string{"<=50K", ">50K"}}
	s := sketch.New(schema)
	must := func(next sketch.Sketch, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		s = next
	}
	must(s.AddEdge(schema, sketch.Edge{From: 1, To: 0, Sign: causal.Rises, Strict: true, Note: "studying takes time"}))
	must(s.AddEdge(schema, sketch.Edge{From: 1, To: 2, Sign: causal.Falls, Soft: true}))
	must(s.AddEdge(schema, sketch.Edge{From: 0, To: 2}))
	must(s.AddEdge(schema, sketch.Edge{From: 2, To: 3, Sign: causal.Rises}))
	must(s.SetNode(schema, 1, sketch.Node{Role: sketch.Exposure}))
	must(s.SetNode(schema, 2, sketch.Node{Form: sketch.Formula, Formula: "age / 2 + 3 * education"}))
	must(s.SetNode(schema, 4, sketch.Node{Role: sketch.Latent}))
	must(s.AddRule(schema, causal.Rule{Kind: causal.OnlyIncrease, Feature: 0}))
	must(s.AddRule(schema, causal.Rule{Kind: causal.Allowed, Feature: 4, Levels: []int{0, 2}, Soft: true}))
	must(s.AddRule(schema, causal.Rule{Kind: causal.Range, Feature: 2, Min: -causal.Open, Max: 80}))
	return s.Layout(), schema
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := "testdata/golden/" + name
	if *update {
		if err := os.MkdirAll("testdata/golden", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("%s differs; -update rewrites it; got\n%s", name, got)
	}
}

func TestGoldenFiles(t *testing.T) {
	s, schema := example(t)
	for _, f := range Formats() {
		file, _ := Write(f, schema, s)
		golden(t, "example"+f.Ext(), file)
	}
	golden(t, "example.svg", SVG(schema, s))
}

// The picture is valid XML whatever the names, and consists only of text and shapes.
func TestSVGOfHostileNames(t *testing.T) {
	for seed := range uint64(50) {
		s, schema := anySketch(rand.New(rand.NewPCG(seed, 3)))
		schema.Outcome.Name = `</text><script>alert("x")</script>`
		d := xml.NewDecoder(strings.NewReader(string(SVG(schema, s))))
		for {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if e, is := token.(xml.StartElement); is &&
				!strings.Contains(" svg title desc rect path circle g text ", " "+e.Name.Local+" ") {
				t.Fatalf("the picture has a <%s>", e.Name.Local)
			}
		}
	}
}
