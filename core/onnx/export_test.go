package onnx

import (
	"bytes"
	"math"
	"os"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/nn"
	"causeway/core/vae"
)

// people returns a schema with a feature of every kind, a constant one, and names that could
// cause conflicts.
func people() data.Schema {
	return data.Schema{
		Features: []data.Feature{
			{Name: "age", Kind: data.Integer, Min: 17, Max: 90, MAD: 10},
			{Name: "job", Kind: data.Category, Levels: []string{"farm", "mill", "office", "school"}},
			{Name: "wage", Kind: data.Continuous, Decimals: 2, Min: -2.5, Max: 31.25, MAD: 3},
			{Name: "member", Kind: data.Boolean, Levels: []string{"no", "yes"}},
			{Name: "_shares", Kind: data.Continuous, Min: 3, Max: 3, MAD: 1},
			{Name: "class", Kind: data.Ordered, Levels: []string{"low\n\"1\"", "mid", "hïgh"}},
			{Name: "one", Kind: data.Category, Levels: []string{"only"}},
		},
		Outcome: data.Feature{Name: "loan", Kind: data.Category, Levels: []string{"no", "later", "yes"}},
	}
}

// somebody draws rows of a schema.
func somebody(s data.Schema, n int, key kernel.Key) [][]float64 {
	rows := make([][]float64, n)
	for i := range rows {
		for j, f := range s.Features {
			k := key.Sub(uint64(j))
			v := float64(k.Intn(uint32(i), max(len(f.Levels), 1)))
			if f.Kind.Numeric() {
				v = f.Round(f.Min + (f.Max-f.Min)*float64(k.Uniform1(uint32(i))))
			}
			rows[i] = append(rows[i], v)
		}
	}
	return rows
}

// encoded encodes rows feature by feature.
func encoded(s data.Schema, rows [][]float64) []float32 {
	n := len(rows)
	x, one := make([]float32, s.Width()*n), make([]float32, s.Width())
	for e, r := range rows {
		s.Encode(r, one)
		for i, v := range one {
			x[i*n+e] = v
		}
	}
	return x
}

// sharesOf returns the shares of a classifier, row by row.
func sharesOf(c *nn.Classifier, s data.Schema, rows [][]float64) [][]float64 {
	n := len(rows)
	y := c.Shares(new(nn.Tape), encoded(s, rows), n, nn.Eval)
	out := make([][]float64, n)
	for e := range out {
		for k := range c.Classes() {
			out[e] = append(out[e], float64(y[k*n+e]))
		}
	}
	return out
}

func apart(a, b [][]float64) float64 {
	worst := 0.0
	for i := range a {
		for k := range a[i] {
			worst = max(worst, math.Abs(a[i][k]-b[i][k]))
		}
	}
	return worst
}

var classifiers = map[string][]nn.Hidden{
	"ours": {{Units: 10, Act: nn.ReLU}},
	"deep": {{Units: 6, Act: nn.Sigmoid}, {Units: 5, Act: nn.ReLU}, {Units: 4, Act: nn.Identity}},
	"none": nil,
}

func written(t *testing.T, c *nn.Classifier, s data.Schema) []byte {
	t.Helper()
	b, err := WriteClassifier(c, s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// strange is a layer of a kind that no file can hold.
type strange struct{ nn.Layer }

// TestStrangeNetworksAreRefused checks that a network that no file can hold is rejected with a
// sentence.
func TestStrangeNetworksAreRefused(t *testing.T) {
	s := people()
	c := nn.NewClassifier(s.Width(), 3, 3, kernel.NewKey(5))
	c.Net = append(nn.Net{strange{c.Net[0]}}, c.Net[1:]...)
	if b, err := WriteClassifier(c, s); b != nil || err == nil || !strings.Contains(err.Error(), "layer 1 of 2") {
		t.Errorf("got %d bytes, %v", len(b), err)
	}
}

// TestReadsWhatItWrote checks that an exported classifier is read back unchanged, and that the
// guess finds every feature and level by the names in the file.
func TestReadsWhatItWrote(t *testing.T) {
	s := people()
	rows := somebody(s, 50, kernel.NewKey(4))
	for name, hidden := range classifiers {
		c := nn.NewDeepClassifier(s.Width(), hidden, 3, kernel.NewKey(5))
		b := written(t, c, s)
		if !bytes.Equal(b, written(t, c, s)) {
			t.Errorf("%s: written twice, the bytes differ", name)
		}
		m, err := Read(b, "")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		p, notes := Guess(m, &data.Table{Schema: s})
		if len(notes) > 0 { // the file contains its levels and classes
			t.Errorf("%s: notes %q", name, notes)
		}
		d, err := m.Classifier(p, s)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		// A layer without activation is merged with the next one.
		if want := len(c.Net); name == "deep" && len(d.Net) != want-1 || name != "deep" && len(d.Net) != want {
			t.Errorf("%s: %d layers for %d", name, len(d.Net), want)
		}
		want := sharesOf(c, s, rows)
		if worst := apart(sharesOf(d, s, rows), want); worst > 1e-6 { // float32 rounding of merged weights
			t.Errorf("%s: shares differ by %v", name, worst)
		}
		for i, r := range rows {
			got, err := m.Shares(p.Values(m, r))
			if err != nil || apart([][]float64{got}, want[i:i+1]) > 1e-6 {
				t.Errorf("%s: row %d: %v %v, want %v", name, i, got, err, want[i])
			}
		}
	}
}

func generator(s data.Schema, carry float32) *vae.CVAE {
	c := vae.Paper(nil, s.Classes())
	for _, f := range s.Features {
		c.Groups = append(c.Groups, f.Width())
	}
	c.Carry, c.Drop = carry, 0
	g := vae.New(c, kernel.NewKey(6))
	for i, t := range g.Tensors() { // move away from the initial values of a training
		for k := range t.Data {
			if strings.HasSuffix(t.Name, ".var") || strings.HasSuffix(t.Name, ".gamma") {
				t.Data[k] = 0.5 + kernel.NewKey(uint64(i)).Uniform1(uint32(k))
			} else if strings.HasSuffix(t.Name, ".mean") || strings.HasSuffix(t.Name, ".beta") {
				t.Data[k] = kernel.NewKey(uint64(i)).Normal1(uint32(k)) / 2
			}
		}
	}
	return g
}

// endings returns mechanisms of each kind for people: wage from age and job, then age from wage
// and class, then _shares from constant features.
func endings(s data.Schema) ([]causal.End, []causal.Mechanism) {
	formula, err := causal.ParseFormula(`max(abs(2 - age/9), min(sqrt(age), 3*job["mill"])) - (-1.5)^3 + job["farm"]^0`,
		s, []int{0, 1})
	if err != nil {
		panic(err)
	}
	net := &causal.Network{Hidden: 3, Center: []float64{10, 1}, Scale: []float64{8, 0.5}, B1: []float64{0.1, -0.4, 0.3},
		W2: []float64{9, -12, 20}, B2: 40,
		W1: []float64{1, -1, 0.2, 0.3, -0.7, 1}}
	line := causal.Linear{Intercept: 20, Coef: []float64{0.2, -0.3}}
	read := func(j, level int) causal.Reading {
		return causal.Reading{First: s.Offset(j) + level, Weights: []float64{1}}
	}
	number := func(j int) causal.Reading {
		return causal.Reading{First: s.Offset(j), Base: s.Features[j].Min,
			Weights: []float64{s.Features[j].Max - s.Features[j].Min}}
	}
	class := causal.Reading{First: s.Offset(5), Weights: []float64{0, 1, 2}}
	wage, age := s.Features[2], s.Features[0]
	ends := []causal.End{
		{At: s.Offset(2), Base: wage.Min, Range: wage.Max - wage.Min,
			Causes: []causal.Reading{number(0), read(1, 0), read(1, 1), read(1, 2), read(1, 3)}},
		{At: s.Offset(0), Base: age.Min, Range: age.Max - age.Min, Causes: []causal.Reading{number(2), class}},
		{At: s.Offset(4), Base: 3, Range: 50, Causes: []causal.Reading{number(2), number(0)}},
	}
	m := []causal.Mechanism{formula, net, line}
	for i := range ends {
		ends[i].Mechanism = causal.Save(m[i])
	}
	return ends, m
}

// TestWrittenBytes compares the exported files with golden ones. An environment variable updates
// them, because the package has no flags.
func TestWrittenBytes(t *testing.T) {
	s := people()
	ends, _ := endings(s)
	for name, b := range map[string][]byte{
		"classifier.golden": written(t, nn.NewClassifier(s.Width(), 3, 3, kernel.NewKey(5)), s),
		"generator.golden":  WriteGenerator(generator(s, 3), nil, s),
		"endings.golden":    WriteGenerator(generator(s, 3), ends, s),
	} {
		path := "testdata/" + name
		if os.Getenv("CAUSEWAY_UPDATE") != "" {
			if err := os.WriteFile(path, b, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want := read(t, path); !bytes.Equal(b, want) {
			t.Errorf("%s: %d bytes differ from the %d kept ones; CAUSEWAY_UPDATE=1 keeps these", name, len(b),
				len(want))
		}
	}
}
