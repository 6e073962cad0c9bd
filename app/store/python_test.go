package store

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"causeway/core/cf"
	"causeway/core/document"
	"causeway/core/kernel"
	"causeway/core/model"
	"causeway/core/nn"
	"causeway/core/sketch"
)

// python finds a Python with numpy, which the script needs.
func python(t *testing.T) string {
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "import numpy").Run() == nil {
			return name
		}
	}
	t.Skip("skipped: no Python with numpy (apt-get install python3-numpy)")
	return ""
}

// answers is the output of core/snapshot/testdata/read.py.
type answers struct {
	Shares, Soft, Decoded [][]float64
}

func TestAnotherLanguageReadsTheModels(t *testing.T) {
	name := python(t)
	p := newWhole(t)
	p.do(SetSample{document.Sample{Rows: 1500, Seed: 5}}, LoadSample{model.Census})
	c, g := p.Classifier.Settings, p.Generator.Settings
	c.Epochs, g.Method, g.Epochs, g.Batch, g.Samples = 20, model.BaseVAE, 15, 64, 5
	p.do(SetClassifier{c}, SetGenerator{g}, TrainClassifier{}, TrainGenerator{})
	for i := 0; i < 20 && len(p.Explain.Found.Rows) == 0; i++ {
		p.do(GoToRow{i}, FindCounterfactuals{})
	}
	if len(p.Explain.Found.Rows) == 0 {
		t.Fatalf("nothing was found: %v", p.Notices)
	}
	rows, want := [][]float64{p.Explain.Row}, [][]float64{p.Explain.Found.Factual.Shares}
	for _, f := range p.Explain.Found.Rows {
		rows, want = append(rows, f.Row), append(want, f.Shares)
	}
	got := p.agrees(name, rows)
	near(t, "the page's predictions", got.Shares, want, 1e-5)
}

// A generator with final mechanisms of every kind, which read numbers and levels.
func TestAnotherLanguageReadsMechanisms(t *testing.T) {
	name := python(t)
	p := newWhole(t)
	p.do(SetSample{document.Sample{Rows: 600, Seed: 5}}, LoadSample{model.Sangiovese})
	s := p.Data.Table.Schema
	var effects []int
	p.do(LoadExample{})
	for v, n := range p.Graph.Sketch.Nodes {
		if parents := p.Graph.Sketch.Parents(v); n.Form != sketch.NotKnown && len(parents) > 1 {
			effects = append(effects, v)
		}
	}
	if len(effects) < 3 {
		t.Fatalf("the example has %d effects of several causes", len(effects))
	}
	a, b := p.Graph.Sketch.Parents(effects[1])[0], p.Graph.Sketch.Parents(effects[1])[1]
	text := fmt.Sprintf("max(%q, -3) ^ 2 / 7 - sqrt(abs(%q)) * 0.1 + min(%q, 1)", s.Features[a].Name,
		s.Features[b].Name, s.Features[b].Name)
	p.do(SetNode{Node: effects[0], To: sketch.Node{Form: sketch.Network}},
		SetNode{Node: effects[1], To: sketch.Node{Form: sketch.Formula, Formula: text}})
	c, g := p.Classifier.Settings, p.Generator.Settings
	c.Epochs, g.Epochs, g.Batch, g.Samples, g.Method = 5, 3, 64, 3, model.ModelBased
	p.do(SetClassifier{c}, SetGenerator{g}, TrainClassifier{}, TrainGenerator{}, packRows{})
	if !p.Generator.HasResult {
		t.Fatalf("not trained: %v", p.Notices)
	}
	model, err := model.DecodeState(p.Generator.Result.Model)
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	for _, e := range model.Ends {
		kinds[e.Mechanism.Kind]++
	}
	if len(kinds) != 3 || len(model.Ends) < 5 {
		t.Fatalf("the mechanisms are %v", kinds)
	}
	p.agrees(name, p.Data.Table.Head.Rows())
}

// agrees checks that the script generates the page's counterfactuals, and returns its output about
// rows.
func (p *whole) agrees(name string, rows [][]float64) answers {
	t := p.t
	page := p.Data.Table.Head.Rows()
	target := make([]int, len(page))
	for i := range target {
		target[i] = i % 2
	}
	key := kernel.NewKey(7)
	out := p.generates(page, target, key)
	got := p.ask(name, map[string]any{"rows": rows, "counterfactuals": page, "target": target,
		"key": keyText(key.Sub(0))})
	soft := make([][]float64, len(out.Raw))
	for i, r := range out.Raw {
		for _, v := range r {
			soft[i] = append(soft[i], float64(v))
		}
	}
	near(t, "raw counterfactuals", got.Soft, soft, 1e-5)
	differ := 0
	for i, r := range out.Rows {
		for j, v := range r {
			if f := p.Data.Table.Schema.Features[j]; math.Abs(got.Decoded[i][j]-v) > f.Step() || !f.Kind.Numeric() &&
				got.Decoded[i][j] != v {
				differ++
			}
		}
	}
	if differ > 0 {
		t.Errorf("%d values of %d decoded counterfactuals differ", differ, len(out.Rows))
	}
	return got
}

// generates returns raw counterfactuals of rows, from the generator in the page's state.
func (p *whole) generates(rows [][]float64, target []int, key kernel.Key) cf.Outputs {
	state := func(b []byte) nn.State {
		s, err := model.DecodeState(b)
		if err != nil {
			p.t.Fatal(err)
		}
		out := nn.State{Counters: s.Counters}
		for _, x := range s.Tensors {
			out.Tensors = append(out.Tensors, nn.Tensor{Name: x.Name, Shape: x.Shape, Data: x.Values()})
		}
		return out
	}
	schema := p.Data.Table.Schema
	c, err := nn.LoadClassifier(state(p.Classifier.Result.Model))
	if err != nil {
		p.t.Fatal(err)
	}
	model, err := model.DecodeState(p.Generator.Result.Model)
	if err != nil {
		p.t.Fatal(err)
	}
	g, err := cf.LoadGenerator(schema, model.Ends, state(p.Generator.Result.Model))
	if err != nil {
		p.t.Fatal(err)
	}
	w := schema.Width()
	ex := nn.Examples{X: make([]float32, w*len(rows)), Y: make([]int, len(rows)), Width: w}
	for i, r := range rows {
		schema.Encode(r, ex.X[i*w:(i+1)*w])
	}
	return g.Generate(c, ex, target, 1, key)
}

func (p *whole) ask(name string, questions map[string]any) (a answers) {
	dir := p.t.TempDir()
	file, ask := filepath.Join(dir, "a.causeway"), filepath.Join(dir, "questions.json")
	text, err := json.Marshal(questions)
	if err != nil {
		p.t.Fatal(err)
	}
	for path, b := range map[string][]byte{file: p.file(Travel{}), ask: text} {
		if err := os.WriteFile(path, b, 0o600); err != nil {
			p.t.Fatal(err)
		}
	}
	cmd := exec.Command(name, "-B", "../../core/snapshot/testdata/read.py", file, ask) // no bytecode beside it
	cmd.Stderr = os.Stderr
	said, err := cmd.Output()
	if err != nil {
		p.t.Fatal(err)
	}
	if err := json.Unmarshal(said, &a); err != nil {
		p.t.Fatal(err)
	}
	return a
}

func keyText(k kernel.Key) string { return strconv.FormatUint(uint64(k.A)<<32|uint64(k.B), 10) }

func near(t *testing.T, what string, got, want [][]float64, within float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d, want %d", what, len(got), len(want))
	}
	worst := 0.0
	for i := range want {
		if len(got[i]) != len(want[i]) {
			t.Fatalf("%s: %d numbers, want %d", what, len(got[i]), len(want[i]))
		}
		for j := range want[i] {
			worst = max(worst, math.Abs(got[i][j]-want[i][j]))
		}
	}
	if !(worst <= within) {
		t.Errorf("%s: off by up to %g, %g is float32 rounding", what, worst, within)
	}
	t.Logf("%s: %d, off by at most %.1e", what, len(want), worst)
}
