package graphfile

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"

	"causeway/core/data"
	"causeway/core/hostile"
	"causeway/core/sketch"
)

// seed adds the good files of a format and the writer's output to a fuzz test.
func seed(f *testing.F, format Format, patterns ...string) {
	for _, p := range append(patterns, "golden/*"+format.Ext()) {
		paths, _ := filepath.Glob("testdata/" + p)
		for _, path := range paths {
			content, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(content))
		}
	}
	for _, cases := range allGraphCases {
		for _, c := range cases {
			f.Add(c.text)
		}
	}
	for i := range uint64(8) {
		s, schema := anySketch(rand.New(rand.NewPCG(i, 99)))
		file, _ := Write(format, schema, s)
		f.Add(string(file))
	}
}

// sound checks that accepted files are within limits and can be drawn, and that the drawing
// survives a round trip through our own format and one other format.
func sound(t *testing.T, format Format, text string) {
	soundBy(t, readers[format], text)
}

func soundBy(t *testing.T, read func(string) (*File, error), text string) {
	clean, err := clean([]byte(text))
	if err != nil {
		return
	}
	f, err := read(clean)
	if err != nil {
		if !utf8.ValidString(err.Error()) || len(err.Error()) > 1000 {
			t.Fatalf("an error that cannot be shown: %q", err)
		}
		return
	}
	names := map[string]bool{}
	for _, n := range f.Nodes {
		if names[n.Name] || n.Name == "" || utf8.RuneCountInString(n.Name) > data.MaxName {
			t.Fatalf("a name %q", n.Name)
		}
		names[n.Name] = true
	}
	pairs := map[[2]int]bool{}
	for _, e := range f.Edges {
		if e.From == e.To || pairs[[2]int{e.From, e.To}] {
			t.Fatalf("an edge %+v", e)
		}
		pairs[[2]int{e.From, e.To}] = true
	}
	shared := map[[2]int]bool{}
	for _, e := range f.Shared {
		if e.From >= e.To || shared[[2]int{e.From, e.To}] {
			t.Fatalf("an unobserved cause %+v", e)
		}
		shared[[2]int{e.From, e.To}] = true
	}
	if len(f.Nodes) > MaxNodes || len(f.Edges) > MaxEdges || len(f.Shared) > MaxEdges || len(f.Notes) > maxNotes {
		t.Fatal("beyond the limits")
	}
	schema := data.Schema{Outcome: data.Feature{Name: "\u2014", Kind: data.Boolean, Levels: []string{"a", "b"}}}
	for i, n := range f.Nodes[:min(len(f.Nodes), 12)] {
		if i > 0 && n.Role == sketch.Latent {
			continue // no column corresponds to it
		}
		c := data.Feature{Name: n.Name, Max: 1, MAD: 1}
		if i%3 == 2 {
			c = data.Feature{Name: n.Name, Kind: data.Category, Levels: []string{"a", "b"}}
		}
		schema.Features = append(schema.Features, c)
	}
	if names[schema.Outcome.Name] || len(f.Nodes) == 0 {
		return
	}
	s, _, err := f.Sketch(schema, f.Match(schema, nil))
	if err != nil {
		return
	}
	if err := s.Check(schema); err != nil {
		t.Fatal(err)
	}
	survives(t, Own, schema, s)
	if all := Formats(); len(text)%len(all) > 0 { // one format for each text, to save time
		survives(t, all[len(text)%len(all)], schema, s)
	} else {
		SVG(schema, s)
	}
}

func survives(t *testing.T, format Format, schema data.Schema, s sketch.Sketch) {
	file, lost := Write(format, schema, s)
	if format == Edges && len(s.Edges) == 0 {
		return
	}
	if got, found := detect(string(file)); !found || got != format {
		t.Fatalf("taken for another format than %v:\n%s", format, file)
	}
	back, err := Read(file)
	if err != nil {
		t.Fatalf("%v: %v in\n%s", format, err, file)
	}
	again, _, err := back.Sketch(schema, back.Match(schema, nil))
	if err != nil {
		t.Fatalf("%v: %v in\n%s", format, err, file)
	}
	if len(again.Edges) != len(s.Edges) {
		t.Fatalf("%v: %d edges became %d in\n%s", format, len(s.Edges), len(again.Edges), file)
	}
	for i, e := range s.Edges {
		if g := again.Edges[i]; g.From != e.From || g.To != e.To {
			t.Fatalf("%v: edge %+v became %+v", format, e, g)
		}
	}
	if want := carried(format, s); (format == DAGitty || format == DOT) && len(back.Notes)+len(lost) == 0 &&
		!sketch.Equal(again, want) {
		t.Fatalf("%v: %+v became %+v in\n%s", format, want, again, file)
	}
	if format == Own && !sketch.Equal(again, s) {
		t.Fatalf("%+v became %+v in\n%s", s, again, file)
	}
}

func FuzzDOT(f *testing.F) {
	seed(f, DOT, "foreign/*.dot", "foreign/*.dag")
	f.Fuzz(func(t *testing.T, text string) { sound(t, DOT, text) })
}

func FuzzDAGitty(f *testing.F) {
	seed(f, DAGitty, "foreign/*.dag", "foreign/dagitty_bare.txt")
	for _, text := range []string{
		"dag { x <-> y x -> y U [latent] U -> { x y } }", "dag { {a b} <-> c <-> a [pos=\"1,2\"] a <-> a }",
		"x <-> y <-> z <- x\nz [l]",
		"mag { a <-> b -- c }", "digraph { a <-> b }", "graph { a <-> b }",
		// The file contains keys that have a meaning for the reader and are protected only by
		// encoding.
		`dag { U [latent] U -> a [causeway_encoded_causeway_encoded_sign="1", beta="2"] U -> b a <-> b ` +
			`[causeway_encoded_bend="x%0Ay", causeway_encoded_pos="no"] }`,
		`dag { U [latent] U -> a U -> b [causeway_encoded_lp="1", causeway_encoded_causeway_encoded_x="%zz"] a ` +
			`[causeway_encoded_pos="1,2", causeway_encoded_causeway_name="c"] a <-> U }`,
		`digraph { U [latent=1, e=1] U -> a [""=<no>, x=<1>] a [latent="", causeway_encoded_x=<%41>] U -> b b [o=1, ` +
			`sign=""] }`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { sound(t, DAGitty, text) })
}

func FuzzDAGitty1(f *testing.F) {
	seed(f, legacyFixture, "foreign/dagitty1.txt")
	f.Add("a E @0,0\nb O @1,0\nu U @0,1\n\na b @0.5,0.5\nb a\nu a b\n")
	f.Fuzz(func(t *testing.T, text string) { sound(t, legacy, text) })
}

// legacyFixture seeds the reader of the old format, which has no writer.
const legacyFixture = Edges

func FuzzGML(f *testing.F) {
	seed(f, GML, "foreign/*.gml")
	f.Fuzz(func(t *testing.T, text string) { sound(t, GML, text) })
}

func FuzzBIF(f *testing.F) {
	seed(f, BIF, "foreign/*.bif")
	f.Fuzz(func(t *testing.T, text string) { sound(t, BIF, text) })
}

func FuzzEdges(f *testing.F) {
	seed(f, Edges)
	f.Fuzz(func(t *testing.T, text string) { sound(t, Edges, text) })
}

// FuzzOwn changes values in good graphs but keeps them valid JSON, which most random changes
// would not.
func FuzzOwn(f *testing.F) {
	good, err := os.ReadFile("testdata/golden/example.graph.json")
	if err != nil {
		f.Fatal(err)
	}
	zero := `{"format":"causeway graph","version":2,"nodes":[{"name":"a","attrs":[["k","\\u0000"],["\\u0000","1"]]},{` +
		`"name":"b"}],"edges":[{"from":"a","to":"b","attrs":[["k","\\u0000"]]}],"rules":[]}`
	files := [][]byte{good, []byte(zero)}
	for i := range uint64(12) {
		s, schema := anySketch(rand.New(rand.NewPCG(i, 99)))
		file, _ := Write(Own, schema, s)
		files = append(files, file)
	}
	for i := range files {
		for k := range byte(8) {
			f.Add(uint8(i), bytes.Repeat([]byte{k, 37 * k, k ^ 85, 101 * k, 9 * k}, 8))
		}
	}
	f.Fuzz(func(t *testing.T, of uint8, script []byte) {
		sound(t, Own, string(hostile.JSON(files[int(of)%len(files)], script)))
	})
}

func FuzzTetrad(f *testing.F) {
	seed(f, Edges)
	f.Fuzz(func(t *testing.T, text string) { sound(t, tetrad, text) })
}

func FuzzGraphJSON(f *testing.F) {
	seed(f, Own)
	f.Fuzz(func(t *testing.T, text string) { sound(t, otherJSON, text) })
}

// FuzzReadGraph uses text in any format, as a person might paste it.
func FuzzReadGraph(f *testing.F) {
	seed(f, DOT, "foreign/*")
	f.Fuzz(func(t *testing.T, text string) {
		soundBy(t, func(text string) (*File, error) { return Read([]byte(text)) }, text)
	})
}
