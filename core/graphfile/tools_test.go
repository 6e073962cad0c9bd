package graphfile

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"causeway/core/data"
	"causeway/core/sketch"
)

// The tests below pass files to other programs, if these are installed (on Debian: graphviz,
// python3-networkx, python3-pydot, python3-igraph).

// python finds an interpreter that has a module.
func python(t *testing.T, module string) string {
	for _, path := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(path, "-c", "import "+module).Run() == nil {
			return path
		}
	}
	t.Skipf("not run: %s for Python is not installed", module)
	return ""
}

func run(t *testing.T, input []byte, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Stdin = strings.NewReader(string(input))
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v: %s\n%s", name, err, errs.String(), input)
	}
	return out
}

// seen is the graph as another program reads it.
type seen struct {
	Nodes []string          // names
	Edges [][2]string       // by name
	Signs map[string]string // of "a>b"
	Place map[string][2]float64
}

func (s seen) compare(t *testing.T, name func(v int) string, want sketch.Sketch, up bool) {
	t.Helper()
	drawn := append(slices.Clone(want.Edges), want.Links...)
	if len(s.Nodes) != want.Count()+1 || len(s.Edges) != len(drawn) { // the outcome is a node too
		t.Fatalf("got %d nodes and %d edges, want %d and %d", len(s.Nodes), len(s.Edges), want.Count()+1, len(drawn))
	}
	edges := map[[2]string]bool{}
	for _, e := range s.Edges {
		edges[e] = true
	}
	for _, e := range drawn {
		from, to := name(e.From), name(e.To)
		if !edges[[2]string{from, to}] || s.Signs[from+">"+to] != signWords[e.Sign] {
			t.Errorf("edge %q to %q with sign %d: got %q in %v", from, to, e.Sign, s.Signs[from+">"+to], s.Edges)
		}
	}
	for v := range want.Count() {
		n, first, at, from := want.Node(v), want.Nodes[0], s.Place[name(v)], s.Place[name(0)]
		dx, dy := n.X-first.X, n.Y-first.Y
		if up {
			dy = 0 - dy
		}
		// Graphviz shifts all positions by the same amount and prints five digits.
		if math.Abs(at[0]-from[0]-dx) > 0.1 || math.Abs(at[1]-from[1]-dy) > 0.1 {
			t.Errorf("%q is at %v and %q at %v, want %v, %v between them", name(v), at, name(0), from, dx, dy)
		}
	}
}

// forTools returns a drawing with awkward names and with positions that every program prints
// exactly.
func forTools(seed uint64) (sketch.Sketch, data.Schema) {
	s, schema := anySketch(rand.New(rand.NewPCG(seed, 4)))
	s.Attrs = nil
	for v := range s.Nodes {
		s.Nodes[v].Fixed = false
	}
	for v := range s.Hidden {
		s.Hidden[v].Fixed = false
	}
	return s.Layout(), schema
}

func TestGraphvizReadsDOT(t *testing.T) {
	if _, err := exec.LookPath("dot"); err != nil {
		t.Skip("not run: Graphviz is not installed")
	}
	for seed := range uint64(10) {
		s, schema := forTools(seed)
		file, _ := Write(DOT, schema, s)
		var g struct {
			Objects []struct {
				Name, Pos string
				ID        int `json:"_gvid"`
			}
			Edges []struct {
				Tail, Head int
				Sign       string
			}
		}
		if err := json.Unmarshal(run(t, file, "dot", "-Kneato", "-n2", "-Tjson0"), &g); err != nil {
			t.Fatal(err)
		}
		got := seen{Signs: map[string]string{}, Place: map[string][2]float64{}}
		for _, o := range g.Objects {
			got.Nodes = append(got.Nodes, o.Name)
			x, y, _, _ := readPair(o.Pos)
			got.Place[o.Name] = [2]float64{x, y}
		}
		for _, e := range g.Edges {
			from, to := g.Objects[e.Tail].Name, g.Objects[e.Head].Name
			got.Edges = append(got.Edges, [2]string{from, to})
			got.Signs[from+">"+to] = e.Sign
		}
		w := &writer{schema: schema, s: s, told: map[string]bool{}}
		names := map[int]string{}
		for v := range s.Count() {
			id := w.dotName(v)
			names[v] = strings.ReplaceAll(id[1:len(id)-1], `\"`, `"`)
		}
		got.compare(t, func(v int) string { return names[v] }, s, true)

		// Causeway reads the same graph from the file that Graphviz writes.
		again, _ := back(t, run(t, file, "dot", "-Tdot"), schema)
		if fmt.Sprint(edgesOf(again)) != fmt.Sprint(edgesOf(s)) {
			t.Errorf("after Graphviz: got %v, want %v", edgesOf(again), edgesOf(s))
		}
	}
}

// edgesOf returns the edges without foreign attributes.
func edgesOf(s sketch.Sketch) []sketch.Edge {
	var list []sketch.Edge
	for _, e := range s.Edges {
		e.Attrs = nil
		list = append(list, e)
	}
	return list
}

const networkxScript = `
import sys, json, networkx as nx
g = nx.read_gml(sys.argv[1])
assert g.is_directed()
print(json.dumps({
  "Nodes": list(g.nodes),
  "Edges": [[a, b] for a, b in g.edges],
  "Signs": {a + ">" + b: d.get("sign", "") for a, b, d in g.edges(data=True)},
  "Place": {a: [d["graphics"]["x"], d["graphics"]["y"]] for a, d in g.nodes(data=True)},
}))
nx.write_gml(g, sys.argv[2])
`

func TestNetworkxReadsGML(t *testing.T) {
	interpreter := python(t, "networkx")
	for seed := range uint64(3) {
		s, schema := forTools(seed)
		file, _ := Write(GML, schema, s)
		dir := t.TempDir()
		in, out := filepath.Join(dir, "in.gml"), filepath.Join(dir, "out.gml")
		if err := os.WriteFile(in, file, 0o600); err != nil {
			t.Fatal(err)
		}
		var got seen
		if err := json.Unmarshal(run(t, nil, interpreter, "-c", networkxScript, in, out), &got); err != nil {
			t.Fatal(err)
		}
		got.compare(t, func(v int) string { return s.Name(schema, v) }, s, false)
		written, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		again, _ := back(t, written, schema)
		if fmt.Sprint(edgesOf(again)) != fmt.Sprint(edgesOf(s)) {
			t.Errorf("after networkx: got %v, want %v", edgesOf(again), edgesOf(s))
		}
		for v := range s.Nodes {
			a, b := again.Nodes[v], s.Nodes[v]
			if a.X != b.X || a.Y != b.Y || a.Role != b.Role || a.Form != b.Form || a.Formula != b.Formula {
				t.Errorf("after networkx: %+v, want %+v", a, b)
			}
		}
	}
}

func TestIgraphReadsGML(t *testing.T) {
	interpreter := python(t, "igraph")
	s, schema := example(t)
	file, _ := Write(GML, schema, s)
	in := filepath.Join(t.TempDir(), "in.gml")
	if err := os.WriteFile(in, file, 0o600); err != nil {
		t.Fatal(err)
	}
	const script = `
import sys, igraph
g = igraph.Graph.Read_GML(sys.argv[1])
assert g.is_directed()
print("; ".join(g.vs[e.source]["label"] + ">" + g.vs[e.target]["label"] + " " + (e["sign"] or "") for e in g.es))
`
	got := strings.TrimSpace(string(run(t, nil, interpreter, "-W", "ignore", "-c", script, in)))
	if want := "education>age rises; age>hours per week ; education>hours per week falls; hours per week>capital " +
		"gain of the last year rises"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestPydotReadsDOT(t *testing.T) {
	interpreter := python(t, "pydot")
	s, schema := example(t)
	file, _ := Write(DOT, schema, s)
	const script = `
import sys, pydot
g, = pydot.graph_from_dot_data(sys.stdin.read())
print("; ".join(e.get_source() + ">" + e.get_destination() + " " + (e.get("sign") or "") for e in g.get_edges()))
`
	got := strings.TrimSpace(string(run(t, file, interpreter, "-c", script)))
	if want := `"education">"age" "rises"; "age">"hours per week" ; "education">"hours per week" "falls"; "hours per ` +
		`week">"capital gain of the last year" "rises"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// anyEnds returns DOT text that marks the ends of edges in every possible way.
func anyEnds(r *rand.Rand) string {
	graph := []string{"digraph", "strict digraph", "graph", "strict graph"}[r.IntN(4)]
	arrow := " -> "
	if !strings.HasSuffix(graph, "digraph") {
		arrow = " -- "
	}
	word := func(key string, values ...string) string { return key + "=" + values[r.IntN(len(values))] }
	ends := func() string {
		var list []string
		for range r.IntN(4) {
			list = append(list, []string{
				word("dir", "forward", "back", "both", "none"),
				word("arrowhead", "normal", "none", "odot", "vee", "tee"),
				word("arrowtail", "normal", "none", "dot", "open"), "weight=2",
			}[r.IntN(4)])
		}
		return " [" + strings.Join(list, ", ") + "]\n"
	}
	var text strings.Builder
	text.WriteString(graph + " {\n")
	open := 0
	for range 1 + r.IntN(14) {
		a := r.IntN(5)
		switch r.IntN(6) {
		case 0:
			text.WriteString("edge" + ends())
		case 1:
			text.WriteString("subgraph {\n")
			open++
		case 2:
			if open > 0 {
				text.WriteString("}\n")
				open--
			}
		default:
			text.WriteString(string(rune('a'+a)) + arrow + string(rune('a'+(a+1+r.IntN(5))%6)) + ends())
		}
	}
	return text.String() + strings.Repeat("}\n", open+1)
}

// TestGraphvizDrawsTheSameEnds checks that an edge is read as Graphviz draws it.
func TestGraphvizDrawsTheSameEnds(t *testing.T) {
	if _, err := exec.LookPath("dot"); err != nil {
		t.Skip("not run: Graphviz is not installed")
	}
	edges := 0
	for seed := range uint64(100) {
		text := anyEnds(rand.New(rand.NewPCG(seed, 8)))
		var g struct {
			Objects []struct {
				Name  string
				ID    int `json:"_gvid"`
				Nodes []int
			}
			Edges []struct {
				Tail, Head int
				AtHead     []struct{ Op string } `json:"_hdraw_"`
				AtTail     []struct{ Op string } `json:"_tdraw_"`
			}
		}
		if err := json.Unmarshal(run(t, []byte(text), "dot", "-Tjson"), &g); err != nil {
			t.Fatal(err)
		}
		names := map[int]string{}
		for _, o := range g.Objects {
			names[o.ID] = o.Name
		}
		drawn := map[string]bool{}
		for _, e := range g.Edges {
			circle := strings.ContainsAny(fmt.Sprint(e.AtHead, e.AtTail), "eE")
			from, to := names[e.Tail], names[e.Head]
			switch {
			case circle:
			case e.AtHead != nil && e.AtTail != nil:
				drawn[min(from, to)+"<>"+max(from, to)] = true
			case e.AtHead != nil:
				drawn[from+">"+to] = true
			case e.AtTail != nil:
				drawn[to+">"+from] = true
			}
		}
		edges += len(drawn)
		got := map[string]bool{}
		f, err := Read([]byte(text))
		if err == nil {
			for _, word := range strings.Fields(f.summary()) {
				got[word] = true
			}
		}
		for ends := range drawn { // edges in both directions are left out
			if from, to, is := strings.Cut(ends, ">"); is && !strings.HasSuffix(from, "<") && drawn[to+">"+from] {
				delete(drawn, ends)
				delete(drawn, to+">"+from)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(drawn) {
			t.Errorf("read as %v, %v; Graphviz draws %v of\n%s", got, err, drawn, text)
		}
	}
	if edges < 100 {
		t.Errorf("%d edges have a direction: too few to say anything", edges)
	}
}
