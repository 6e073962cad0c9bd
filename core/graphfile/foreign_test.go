package graphfile

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"causeway/core/data"
	"causeway/core/sketch"
)

func readFile(t *testing.T, name string) *File {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata/foreign", name))
	if err != nil {
		t.Fatal(err)
	}
	f, err := Read(content)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func (f *File) arrows() string {
	var list []string
	for _, e := range f.Edges {
		list = append(list, f.Nodes[e.From].Name+">"+f.Nodes[e.To].Name)
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

func (f *File) find(name string) Node {
	for _, n := range f.Nodes {
		if n.Name == name {
			return n
		}
	}
	return Node{}
}

func value(list []sketch.Attr, key string) string {
	for _, a := range list {
		if a.Key == key {
			return a.Value
		}
	}
	return ""
}

const heart = "Age>Body mass Age>Exercise Body mass>Heart attack Diet>Body mass Exercise>Body mass"

func TestFilesOfOtherPrograms(t *testing.T) {
	noDiet := strings.ReplaceAll(heart, "Diet>Body mass ", "")
	for _, test := range []struct {
		file   string
		format Format
		arrows string
		notes  string // a part of each note
	}{
		{"dagitty3.dag", DAGitty, heart, ""},
		{"dagitty_bare.txt", DAGitty,
			"Age>Body mass Age>Exercise Body mass>Heart attack Diet>Body mass Exercise>Heart attack", ""},
		{"dagitty1.txt", DAGitty, heart, ""},
		{"graphviz_in.dot", DOT, heart, "not kept|Ports"},
		{"graphviz_out.dot", DOT, heart, "not kept|drawn anew|Ports"},
		{"networkx.gml", GML, noDiet, ""},
		{"igraph.gml", GML, noDiet, ""},
		{"asia.bif", BIF, "asia>tub bronc>dysp either>dysp either>xray lung>either smoke>bronc smoke>lung tub>either",
			"probabilities"},
		{"javabayes.bif", BIF, "family-out>light-on", "probabilities"},
	} {
		f := readFile(t, test.file)
		if got := f.arrows(); f.Format != test.format || got != test.arrows {
			t.Errorf("%s: got %v: %s\nwant %v: %s", test.file, f.Format, got, test.format, test.arrows)
		}
		var wanted []string
		if test.notes != "" {
			wanted = strings.Split(test.notes, "|")
		}
		for _, part := range wanted {
			if !strings.Contains(strings.Join(f.Notes, " "), part) {
				t.Errorf("%s: no note on %q: %q", test.file, part, f.Notes)
			}
		}
		if len(f.Notes) != len(wanted) {
			t.Errorf("%s: notes %q", test.file, f.Notes)
		}
	}
}

func TestWhatFilesSayOfNodes(t *testing.T) {
	for _, file := range []string{"dagitty3.dag", "dagitty1.txt"} {
		f := readFile(t, file)
		for name, role := range map[string]sketch.Role{
			"Age": sketch.Adjusted, "Body mass": sketch.NoRole, "Diet": sketch.Latent, "Exercise": sketch.Exposure,
			"Heart attack": sketch.OutcomeRole,
		} {
			if got := f.find(name).Role; got != role {
				t.Errorf("%s: role of %s: got %d, want %d", file, name, got, role)
			}
		}
		if n := f.find("Body mass"); !n.HasPlace || n.X != 0.12 || n.Y != -0.934 {
			t.Errorf("%s: place of Body mass: %+v", file, n)
		}
		for _, e := range f.Edges {
			if f.Nodes[e.From].Name == "Exercise" && value(e.Attrs, keyBend) != "-0.800,-0.100" {
				t.Errorf("%s: bend of an edge: %+v", file, e.Attrs)
			}
		}
	}
	dot := readFile(t, "graphviz_out.dot")
	if n := dot.find("Diet"); value(n.Attrs, "html:label") != "<b>Diet</b> &amp; more" || n.X != 75.145 || n.Y != -34 {
		t.Errorf("Diet in DOT: %+v", n)
	}
	if got := value(dot.Attrs, "node:fontname") + value(dot.Attrs, "edge:color") + value(
		dot.Attrs, "rankdir"); got != "Helvetica,Arial#555555LR" {
		t.Errorf("defaults in DOT: %+v", dot.Attrs)
	}
	nx := readFile(t, "networkx.gml")
	if n := nx.find("Age"); n.X != -10.5 || n.Y != 3.25 || value(n.Attrs, "graphics.fill") != "#ffcc00" {
		t.Errorf("Age in GML: %+v", n)
	}
	if n := nx.find("Exercise"); n.HasPlace || value(n.Attrs, "note") != `says "hello" & über` {
		t.Errorf("Exercise in GML: %+v", n)
	}
	if n := readFile(t, "igraph.gml").find("Heart attack"); n.X != 3 || n.Y != 2 {
		t.Errorf("igraph: %+v", n)
	}
	if n := readFile(t, "javabayes.bif").find("family-out"); n.X != 112 || n.Y != 69 {
		t.Errorf("JavaBayes: %+v", n)
	}
}

// TestForeignFilesComeBack checks that positions and attributes of a foreign file are unchanged
// after it was drawn and written, whatever the scale of the drawing.
func TestForeignFilesComeBack(t *testing.T) {
	for _, name := range []string{"dagitty3.dag", "dagitty1.txt", "graphviz_out.dot", "networkx.gml", "igraph.gml",
		"asia.bif", "javabayes.bif"} {
		f := readFile(t, name)
		schema := data.Schema{Outcome: data.Feature{Name: "none of these", Kind: data.Boolean,
			Levels: []string{"no", "yes"}}}
		for _, n := range f.Nodes {
			schema.Features = append(schema.Features, data.Feature{Name: n.Name, Max: 1, MAD: 1})
		}
		s, _, err := f.Sketch(schema, f.Match(schema, nil))
		if err != nil {
			t.Fatal(err)
		}
		for a := range s.Nodes {
			for b := range a {
				if dx, dy := s.Nodes[a].X-s.Nodes[b].X,
					s.Nodes[a].Y-s.Nodes[b].Y; dx*dx < sketch.NodeWidth*sketch.NodeWidth &&
					dy*dy < sketch.NodeHeight*sketch.NodeHeight {
					t.Errorf("%s: %s and %s overlap", name, f.Nodes[a].Name, f.Nodes[b].Name)
				}
			}
		}
		file, _ := Write(f.Format, schema, s)
		g, err := Read(file)
		if err != nil {
			t.Fatal(err)
		}
		if g.arrows() != f.arrows() || !slices.Equal(f.Attrs, g.Attrs) {
			t.Errorf("%s: %s, %v\nbecame %s, %v", name, f.arrows(), f.Attrs, g.arrows(), g.Attrs)
		}
		for _, n := range f.Nodes {
			m := g.find(n.Name)
			if n.HasPlace && (m.X != n.X || m.Y != n.Y) || m.Role != n.Role || !slices.Equal(m.Attrs, n.Attrs) {
				t.Errorf("%s: %+v became %+v", name, n, m)
			}
		}
	}
}

func table(names ...string) data.Schema {
	s := data.Schema{Outcome: data.Feature{Name: "income", Kind: data.Boolean, Levels: []string{"no", "yes"}}}
	for _, n := range names {
		s.Features = append(s.Features, data.Feature{Name: n, Max: 1, MAD: 1})
	}
	return s
}

func TestMatch(t *testing.T) {
	schema := table("age", "hours-per-week", "Hours per Week 2", "hours per week2", "job")
	f, err := Read([]byte(`digraph { Age -> Hours_Per_Week; "hours per week 2" -> x; n4 [label="job"]; Income; ` +
		`unknown -> age; a -> b }`))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]Match{}
	for _, m := range f.Match(schema, map[string]string{"a": "Hours per Week 2", "b": "", "Income": "income"}) {
		got[m.Name] = m
	}
	for name, want := range map[string]Match{
		"Age":              {"Age", "", Missing}, // "age" belongs to the node with exactly that name
		"age":              {"age", "age", Same},
		"Hours_Per_Week":   {"Hours_Per_Week", "hours-per-week", Similar},
		"hours per week 2": {"hours per week 2", "", Missing}, // two columns are similar to it
		"n4":               {"n4", "job", Similar},
		"Income":           {"Income", "income", ByHand},
		"a":                {"a", "Hours per Week 2", ByHand},
		"b":                {"b", "", ByHand},
		"unknown":          {"unknown", "", Missing},
	} {
		if got[name] != want {
			t.Errorf("got %+v, want %+v", got[name], want)
		}
	}
}

func TestSketchOfAFile(t *testing.T) {
	schema := table("a", "b", "c")
	read := func(text string) (sketch.Sketch, []string, error) {
		t.Helper()
		f, err := Read([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return f.Sketch(schema, f.Match(schema, nil))
	}
	s, notes, err := read(`dag { a -> b -> income; c -> z -> a; u [latent]; u -> a; a [formula="1"] b ` +
		`[mechanism=formula, formula="2*c"] }`)
	if err != nil || len(s.Edges) != 1 || s.Nodes[1].Form != sketch.NotKnown || s.Nodes[1].Formula != "2*c" {
		t.Errorf("got %+v, %v", s, err)
	}
	if len(s.Hidden) != 1 || s.Hidden[0].Name != "u" || len(s.Links) != 1 || s.Links[0].From != 3 ||
		s.Links[0].To != 0 {
		t.Errorf("what is unobserved became %+v with the edges %+v", s.Hidden, s.Links)
	}
	for i, part := range []string{`1 of the 6 nodes match no column and are left out with their edges: "z"`,
		`outcome "income"`, `formula of "b"`} {
		if i >= len(notes) || !strings.Contains(notes[i], part) {
			t.Errorf("note %d: no %q in %q", i, part, notes)
		}
	}
	if _, _, err := read("digraph { a -> b -> c -> a }"); err == nil ||
		!strings.Contains(err.Error(), "the cycle a → b → c → a") {
		t.Errorf("a cycle: %v", err)
	}
	if s, _, err := read("digraph { a -> b -> z -> a }"); err != nil || len(s.Edges) != 1 {
		t.Errorf("a cycle through a node that is left out: %v", err)
	}
	f, _ := Read([]byte("digraph { x -> y }"))
	if _, _, err := f.Sketch(schema, []Match{{Name: "x", Column: "a"}, {Name: "y", Column: "a"}}); err == nil {
		t.Error("two nodes stand for one column")
	}
}

// TestRefusals checks that errors are reported in one sentence with the line.
func TestRefusals(t *testing.T) {
	deep := strings.Repeat("{", 100_000)
	long := strings.Repeat("x", 10_000)
	var nodes strings.Builder
	for i := range 1_000_000 {
		nodes.WriteString(" n" + number(float64(i)))
	}
	for name, test := range map[string]struct{ text, want string }{
		"nothing":     {"", "not a graph that Causeway can read"},
		"prose":       {"Dear all\nhere is it", "not a graph that Causeway can read"},
		"not UTF-8":   {"digraph {\n a -> \xff }", "line 2: the text is not UTF-8"},
		"a zero byte": {"digraph {\n\n a\x00b }", "line 3: the file has a zero byte"},
		"an open graph": {"digraph {\n a -> b\n",
			"line 3: the file ends inside the graph; a } is missing"},
		"an open string":  {"digraph {\n a -> \"b }", "line 2: a string is not closed"},
		"an open comment": {"digraph {\n /* a -> b }", "line 2: a comment is not closed"},
		"an open list":    {"digraph { a [b=c", "a ] is missing"},
		"open HTML": {"digraph {\n a [label=<b <i>] }",
			"line 2: text in angle brackets is not closed"},
		"an undirected graph": {"graph {\n a -- b }", "line 2: the graph is not directed"},
		"an undirected GML": {"graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 ] ]",
			"directed 1"},
		"an arrow to nothing": {"digraph {\n a ->\n}", `line 3: expected a name`},
		"a self loop":         {"digraph {\n a -> a }", `line 2: an edge goes from "a" to itself`},
		"deep groups":         {"digraph " + deep, "nested more than 64 deep"},
		"deep lists":          {"graph " + strings.Repeat("[ a ", 100_000), "nested more than 64 deep"},
		"deep JSON": {`{"format":"causeway graph","nodes":` + strings.Repeat("[", 100_000),
			"nested more than 64 deep"},
		"a million nodes": {"digraph {" + nodes.String() + "}", "more than 5000 nodes"},
		"a million pairs": {"digraph {{" + nodes.String()[:5_000] + "} -> {" +
			nodes.String()[500_000:505_000] + "}}", "more than 20000 edges"},
		"a long name":           {"digraph {\n" + long + " -> b }", "line 2: a name has 10000 characters"},
		"a long name in a list": {"from,to\n" + long + ",b", "line 2: a name has 10000 characters"},
		"too many attributes": {"digraph { a [" + strings.Repeat("x=1,", 200) + "] }",
			"more than 100 attributes"},
		"a node without a name": {`digraph { "" -> a }`, "a node has no name"},
		"a GML edge to nowhere": {"graph [ directed 1\nnode [ id 1 ]\nedge [ source 1 target 7 ] ]",
			`line 3: an edge ends at node "7", which is not in the file`},
		"a GML node twice": {"graph [ directed 1\nnode [ id 1 ]\nnode [ id 1 ] ]",
			"line 3: a node has no id, or the id"},
		"two GML nodes of one name": {"graph [ node [ id 1 label \"a\" ]\nnode [ id 2 label \"a\" ] ]",
			`line 2: two nodes are called "a"`},
		"an open GML list": {"graph [ node [ id 1", "a ] is missing"},
		"a variable twice": {"network x { }\nvariable a { }\nvariable a { }",
			`line 3: the variable "a" occurs twice`},
		"an open block": {"network x { }\nvariable a {", "line 2: the file ends inside a block"},
		"probabilities of nothing": {"network x { }\nprobability ( ) { }",
			"line 2: a block of probabilities names no variable"},
		"a word of its own":         {"network x { }\nfoo", `line 2: expected network`},
		"a list with an open quote": {"from,to\na,\"b", "line 2: a quote is opened and never closed"},
		"text behind a quote":       {"from,to\n\"a\"x,b", `line 2: "x" follows a quoted field`},
		"a list of many columns":    {"from,to\n" + strings.Repeat("a,", 100), "has more than 64 columns"},
		"a list without edges":      {"from,to\n", "the list has no edge"},
		"a list with a loop":        {"from,to\na,b\na,a", `line 3: an edge goes from "a" to itself`},
		"other JSON":                {"{}", "not a graph that Causeway can read"},
		"a newer version": {`{"format":"causeway graph","version":5,"nodes":[],"edges":[],"rules":[]}`,
			"version 5"},
		"an unknown field": {`{"format":"causeway graph","version":1,"colour":1}`, "colour"},
		"an unknown field in a list": {`{"format":"causeway graph","version":1,"nodes":[{"name":"a","colour":1}]}`,
			"colour"},
		"half a file": {`{"format":"causeway graph","version":1,"nodes":[`, "ends in the middle"},
		"a wrong kind": {"{\"format\":\"causeway graph\",\n\"version\":\"x\"}",
			`line 2: "version" has a value of the wrong kind`},
		"text behind it": {"{\"format\":\"causeway graph\",\"version\":1}\nx", "line 2: there is more text after"},
		"an edge between strangers": {`{"format":"causeway graph","version":1,"nodes":[],"edges":[{"from":"a","to":"` +
			`b"}]}`, `edge from "a" to "b"`},
		"a rule of no kind": {`{"format":"causeway graph","version":1,"rules":[{"kind":"x"}]}`,
			`unknown kind "x"`},
		"signs of no reading": {`{"format":"causeway graph","version":2,"signs":"all"}`, `unknown way, "all"`},
		"a cause of no part": {`{"format":"causeway graph","version":2,"rules":[{"kind":"if rises then ` +
			`rises","also":[{"feature":"a","part":"x"}]}]}`, `unknown role "x"`},
		"a sign of no kind": {`{"format":"causeway graph","version":1,"nodes":[{"name":"a"},{"name":"b"}],"e` +
			`dges":[{"from":"a","to":"b","sign":"up"}]}`, `sign "up" is unknown`},
	} {
		f, err := Read([]byte(test.text))
		switch {
		case test.want == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case test.want == "":
		case err == nil:
			t.Errorf("%s: accepted as %+v", name, f)
		case !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") || len(err.Error()) > 250:
			t.Errorf("%s: got %v, want %q", name, err, test.want)
		}
	}
	if _, err := Read(make([]byte, MaxBytes+1)); err == nil || errors.Is(err, ErrFormat) {
		t.Errorf("a large file: %v", err)
	}
}
