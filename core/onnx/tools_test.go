package onnx

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/nn"
	"causeway/core/vae"
)

// python is the interpreter for which Debian's packages are installed.
const python = "/usr/bin/python3"

// TestReadsWhatPyTorchWrites lets PyTorch and scikit-learn write all fixtures again, and checks
// that they have the predictions of these programs.
func TestReadsWhatPyTorchWrites(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped with -short: the loops do not read files")
	}
	if err := exec.Command(python, "-c", "import torch, onnx, sklearn").Run(); err != nil {
		t.Skip("needs PyTorch, onnx and scikit-learn: apt-get install python3-torch python3-onnx python3-sklearn")
	}
	dir := t.TempDir()
	for _, program := range []string{"make.py", "boxes.py"} {
		if out, err := exec.Command(python, "-W", "ignore", filepath.Join("testdata", program), dir).
			CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", program, err, out)
		}
	}
	for _, name := range fixtures(t) {
		m, ex := open(t, dir, name)
		worst := furthest(t, m, ex)
		t.Logf("%s: %.2g", name, worst)
		if !(worst <= tolerance) {
			t.Errorf("%s: shares differ by %v", name, worst)
		}
	}
}

type feed struct {
	Type string `json:"type"`
	Dims []int  `json:"dims"`
	Data []any  `json:"data"`
}

// onnxruntime finds node with onnxruntime-node, or skips the test.
func onnxruntime(t *testing.T) func(file string, feeds map[string]feed, outputs ...string) map[string][]float64 {
	t.Helper()
	const hint = "needs onnxruntime-node: npm install --prefix DIR onnxruntime-node, then NODE_PATH=DIR/node_modules"
	if err := exec.Command("node", "-e", "require('onnxruntime-node')").Run(); err != nil {
		t.Skip(hint)
	}
	return func(file string, feeds map[string]feed, outputs ...string) map[string][]float64 {
		t.Helper()
		job := map[string]any{"file": file, "inputs": feeds}
		if len(outputs) > 0 {
			job["outputs"] = outputs
		}
		in, err := json.Marshal(job)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("node", "testdata/run.js")
		var stderr bytes.Buffer
		cmd.Stdin, cmd.Stderr = bytes.NewReader(in), &stderr
		b, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v: %s", file, err, stderr.String())
		}
		var out map[string][]float64
		if err := json.Unmarshal(b, &out); err != nil {
			t.Fatalf("%s: %v in %.200s", file, err, b)
		}
		return out
	}
}

// feeds returns the inputs of exported files for rows of a table.
func feeds(s data.Schema, rows [][]float64) map[string]feed {
	all := map[string]feed{}
	for j, f := range s.Features {
		v := feed{Type: "int64", Dims: []int{len(rows), 1}}
		if f.Kind.Numeric() {
			v.Type = "float64"
		}
		for _, r := range rows {
			v.Data = append(v.Data, r[j])
		}
		all[f.Name] = v
	}
	return all
}

func save(t *testing.T, b []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "model.onnx")
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestRuntimeRunsClassifiers(t *testing.T) {
	run := onnxruntime(t)
	s := people()
	rows := somebody(s, 200, kernel.NewKey(8))
	for name, hidden := range classifiers {
		c := nn.NewDeepClassifier(s.Width(), hidden, 3, kernel.NewKey(9))
		out := run(save(t, written(t, c, s)), feeds(s, rows))
		want := sharesOf(c, s, rows)
		worst, wrong := 0.0, 0
		for i, w := range want {
			got := out["shares"][3*i : 3*i+3]
			worst = max(worst, apart([][]float64{got}, [][]float64{w}))
			best := 0
			for k := range w {
				if w[k] > w[best] {
					best = k
				}
			}
			if out["class_"][i] != float64(best) { // a feature is named class
				wrong++
			}
		}
		t.Logf("%s: %.2g", name, worst)
		if !(worst <= tolerance) || wrong > 0 {
			t.Errorf("%s: shares differ by %v, %d classes", name, worst, wrong)
		}
	}
}

func TestRuntimeRunsGenerators(t *testing.T) {
	run := onnxruntime(t)
	s := people()
	const n = 100
	rows := somebody(s, n, kernel.NewKey(8))
	for _, carry := range []float32{0, 3} {
		for classes := 2; classes <= 3; classes++ {
			s.Outcome.Levels = []string{"no", "later", "yes"}[:classes]
			g := generator(s, carry)
			in, target, key := feeds(s, rows), make([]int, n), kernel.NewKey(10)
			eps := make([]float32, g.Latent*n)
			kernel.Normal(key, 0, eps)
			tf, nf := feed{Type: "int64", Dims: []int{n, 1}}, feed{Type: "float32", Dims: []int{n, g.Latent}}
			for e := range n {
				target[e] = e % classes
				tf.Data = append(tf.Data, target[e])
				for k := range g.Latent {
					nf.Data = append(nf.Data, eps[k*n+e])
				}
			}
			in["target"], in["noise"] = tf, nf
			ends, mechanisms := endings(s)
			if carry == 0 {
				ends = nil
			}
			out := run(save(t, WriteGenerator(g, ends, s)), in)
			x := encoded(s, rows)
			y := g.Forward(new(vae.Tape), x, target, 1, nn.Eval, key, kernel.Key{})
			moved := end(ends, mechanisms, x, y, n)
			if carry > 0 && moved < 2*n {
				t.Errorf("mechanisms move %d numbers of %d rows", moved, n)
			}
			worst := 0.0
			for e := range n {
				for i := range g.Width() {
					worst = max(worst, math.Abs(out["encoded"][e*g.Width()+i]-float64(y[i*n+e])))
				}
			}
			t.Logf("carry %v, %d classes: %.2g", carry, classes, worst)
			if !(worst <= tolerance) {
				t.Errorf("carry %v, %d classes: outputs differ by %v", carry, classes, worst)
			}
			checkDecoded(t, s, out, y, n)
		}
	}
}

// TestRuntimeKeepsFixedFeatures checks a generator with fixed features. Their outputs must equal
// the factual's, including causes of mechanisms, and an effect must change as its mechanism
// implies.
func TestRuntimeKeepsFixedFeatures(t *testing.T) {
	run := onnxruntime(t)
	s := people()
	const n = 60
	rows := somebody(s, n, kernel.NewKey(8))
	for i := range rows {
		rows[i][0] += float64(100 * (i % 2)) // outside the range
	}
	g, key := generator(s, 3), kernel.NewKey(10)
	in, target, eps := feeds(s, rows), make([]int, n), make([]float32, g.Latent*n)
	kernel.Normal(key, 0, eps)
	tf, nf := feed{Type: "int64", Dims: []int{n, 1}}, feed{Type: "float32", Dims: []int{n, g.Latent}}
	for e := range n {
		tf.Data = append(tf.Data, target[e])
		for k := range g.Latent {
			nf.Data = append(nf.Data, eps[k*n+e])
		}
	}
	in["target"], in["noise"] = tf, nf
	ends, mechanisms := endings(s)
	for _, fixed := range [][]bool{make([]bool, len(s.Features)), {true, false, false, true, false, true, false}} {
		out := run(save(t, WriteGenerator(g, ends, s, fixed...)), in)
		x := encoded(s, rows)
		y := g.Forward(new(vae.Tape), x, target, 1, nn.Eval, key, kernel.Key{})
		keep := func() {
			for j, is := range fixed {
				for i := s.Offset(j); is && i < s.Offset(j)+s.Features[j].Width(); i++ {
					copy(y[i*n:(i+1)*n], x[i*n:(i+1)*n])
				}
			}
		}
		keep()
		for i, m := range ends { // the effect keeps its residual
			for e := range n {
				at := m.At*n + e
				y[at] += scaledMean(m, mechanisms[i], y, e, n) - scaledMean(m, mechanisms[i], x, e, n)
				y[at] = min(max(y[at], 0), 1)
			}
		}
		keep()
		for e := range n {
			for i := range g.Width() {
				if d := math.Abs(out["encoded"][e*g.Width()+i] - float64(y[i*n+e])); d > 10*tolerance && y[i*n+e] > 0 &&
					y[i*n+e] < 1 {
					t.Fatalf("row %d, input %d: %v, want %v", e, i, out["encoded"][e*g.Width()+i], y[i*n+e])
				}
			}
			for j, is := range fixed {
				if got := out["counterfactual."+s.Features[j].Name][e]; is && got != rows[e][j] {
					t.Fatalf("row %d: %q is fixed at %v and is %v", e, s.Features[j].Name, rows[e][j], got)
				}
			}
		}
	}
}

// end applies mechanisms as causal.End defines them. It counts the numbers that they move and
// that are not at an end of their range.
func end(ends []causal.End, mechanisms []causal.Mechanism, x, y []float32, n int) (moved int) {
	for i, m := range ends {
		for e := range n {
			at := m.At*n + e
			was := y[at]
			y[at] += scaledMean(m, mechanisms[i], y, e, n) - x[at]
			y[at] = min(max(y[at], 0), 1)
			if y[at] != was && y[at] > 0 && y[at] < 1 {
				moved++
			}
		}
	}
	return moved
}

// scaledMean is what the causes of row e imply for an effect, on the scale of its range.
func scaledMean(m causal.End, f causal.Mechanism, rows []float32, e, n int) float32 {
	var p []float64
	for _, c := range m.Causes {
		v := c.Base
		for k, w := range c.Weights {
			v += w * float64(rows[(c.First+k)*n+e])
		}
		p = append(p, v)
	}
	return float32((f.Mean(p) - m.Base) / m.Range)
}

// checkDecoded compares decoded rows. A number halfway between two steps may be rounded either
// way.
func checkDecoded(t *testing.T, s data.Schema, out map[string][]float64, y []float32, n int) {
	t.Helper()
	one, row, differ := make([]float32, s.Width()), make([]float64, len(s.Features)), 0
	for e := range n {
		for i := range one {
			one[i] = y[i*n+e]
		}
		s.Decode(one, row)
		for j, f := range s.Features {
			got := out["counterfactual."+f.Name][e]
			if d := math.Abs(got - row[j]); d > 1e-9 {
				differ++
				if !f.Kind.Numeric() || d > f.Step()+1e-9 {
					t.Errorf("row %d, %q: %v, want %v", e, f.Name, got, row[j])
				}
			}
		}
	}
	if differ > n/50 {
		t.Errorf("%d decoded values of %d rows differ", differ, n)
	}
}

// TestRuntimeAgreesOnFixtures checks that files of other programs, and handmade ones in the style
// of skl2onnx, mean the same in onnxruntime. Its Node binding does not support maps, so files
// that end in one are skipped.
func TestRuntimeAgreesOnFixtures(t *testing.T) {
	run := onnxruntime(t)
	ran := 0
	for _, name := range fixtures(t) {
		m, ex := open(t, "testdata", name)
		f, err := readModel(read(t, "testdata/"+name+".onnx"))
		if err != nil {
			t.Fatal(err)
		}
		output := ""
		for _, o := range f.graph.out {
			if o.name == m.Output && o.kind == 1 {
				output = o.name
			}
		}
		if output == "" || strings.Contains(name, "fixed") {
			continue
		}
		ran++
		out := run("testdata/"+name+".onnx", fixtureFeeds(f, ex), output)[output]
		worst := 0.0
		for i := range ex.Shares {
			got, err := m.Shares(ex.row(t, m, i))
			if err != nil {
				t.Fatal(err)
			}
			n := len(out) / len(ex.Shares)
			worst = max(worst, apart([][]float64{got}, [][]float64{asShares(m, out[i*n:(i+1)*n])}))
		}
		t.Logf("%s: %.2g", name, worst)
		if !(worst <= tolerance) {
			t.Errorf("%s: shares differ by %v", name, worst)
		}
	}
	if ran < 7 {
		t.Errorf("only %d files were run", ran)
	}
}

func fixtureFeeds(f *model, ex example) map[string]feed {
	all := map[string]feed{}
	for _, v := range f.graph.in {
		rows := ex.Inputs[v.name]
		in := feed{Type: map[int64]string{typeFloat: "float32", typeInt64: "int64", typeString: "string"}[v.elem],
			Dims: []int{len(rows), len(rows[0])}}
		for _, r := range rows {
			in.Data = append(in.Data, r...)
		}
		all[v.name] = in
	}
	return all
}

// asShares converts an output to shares.
func asShares(m *Model, y []float64) []float64 {
	if len(y) == 1 {
		if m.Ends == Scores {
			y = []float64{1 / (1 + math.Exp(m.Threshold-y[0]))}
		}
		return []float64{1 - y[0], y[0]}
	}
	sum, out := 0.0, make([]float64, len(y))
	for i, v := range y {
		if m.Ends == Scores || v < 0 { // or logarithms of shares
			v = math.Exp(v)
		}
		out[i] = v
		sum += v
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}
