package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/graphfile"
	"causeway/core/metric"
	"causeway/core/nn"
	"causeway/core/sketch"
	"causeway/core/vae"
)

// proof holds the models behind an experiment's scores, besides its rows and black box. A bench drops
// them after its experiments.
type proof struct {
	autos     *autosFile // nil if some class is too rare for an auto-encoder
	retrained []network
}

// prove collects the proof. All its models were already trained for the scores.
func (b *bench) prove() (p proof, err error) {
	all, ofClass, err := b.AutoEncoders()
	if err != nil {
		return p, err
	}
	if all != nil {
		p.autos = newAutosFile(b.Table.Schema, all, ofClass)
	}
	again, err := b.Retrained()
	for _, c := range again {
		p.retrained = append(p.retrained, newNetwork(b.Table.Schema, c))
	}
	return p, err
}

// autosFile holds the auto-encoders of IM1 and IM2 as a file. The input is the code of a row as
// the black box reads it; the output is, feature by feature, the sigmoid of a number and the
// softmax over the levels of a category. A layer with a norm is
//
//	gamma (weights x + bias - mean) / sqrt(variance + epsilon) + beta, then the activation
type autosFile struct {
	Widths  []int            `json:"widths"` // widths of the features in the code
	Epsilon float64          `json:"epsilon"`
	All     []networkLayer   `json:"all"`
	Classes [][]networkLayer `json:"classes"` // one per class
	Names   []string         `json:"names"`
}

func newAutosFile(s data.Schema, all *vae.AutoEncoder, ofClass []*vae.AutoEncoder) *autosFile {
	f := &autosFile{Epsilon: nn.NormEps, All: autoLayers(all), Names: s.Outcome.Levels}
	for _, feature := range s.Features {
		f.Widths = append(f.Widths, feature.Width())
	}
	for _, a := range ofClass {
		f.Classes = append(f.Classes, autoLayers(a))
	}
	return f
}

func autoLayers(a *vae.AutoEncoder) []networkLayer { return append(layers(a.Enc), layers(a.Dec)...) }

func layers(n nn.Net) (list []networkLayer) {
	names := map[nn.Activation]string{nn.Identity: "identity", nn.ReLU: "relu", nn.Sigmoid: "sigmoid"}
	for _, b := range n.Blocks() {
		l := networkLayer{In: b.In, Out: b.Out, Activation: names[b.Act], Weights: b.W, Bias: b.B}
		if b.Norm != nil {
			l.Norm = &networkNorm{b.Norm.Gamma, b.Norm.Beta, b.Norm.Mean, b.Norm.Var}
		}
		list = append(list, l)
	}
	return list
}

// mechanismFile is the mechanism of a monotone rule's effect, if known. The mean is intercept + sum
// of coefficients times causes, or k (sum of causes)^2 + b.
type mechanismFile struct {
	Effect       string    `json:"effect"`
	Causes       []string  `json:"causes"`
	Intercept    float64   `json:"intercept,omitempty"`
	Coefficients []float64 `json:"coefficients,omitempty"`
	K            float64   `json:"k,omitempty"`
	B            float64   `json:"b,omitempty"`
	Variance     float64   `json:"variance"`
	Other        bool      `json:"other,omitempty"` // neither of these
}

func (o *outcome) mechanism() *mechanismFile {
	p, s := o.bench.Problem, o.bench.Table.Schema
	if p.Truth == nil || len(p.Constraints[0].Rules) == 0 {
		return nil
	}
	n, ok := p.Truth.Node(p.Constraints[0].Rules[0].Other)
	if !ok {
		return nil
	}
	f := newMechanismFile(s, n)
	return &f
}

func newMechanismFile(s data.Schema, n causal.Node) mechanismFile {
	f := mechanismFile{Effect: s.Features[n.Feature].Name, Variance: n.Variance}
	for _, j := range n.Parents {
		f.Causes = append(f.Causes, s.Features[j].Name)
	}
	switch m := n.Mechanism.(type) {
	case causal.Linear:
		f.Intercept, f.Coefficients = m.Intercept, m.Coef
	case causal.Quadratic:
		f.K, f.B = m.K, m.B
	default: // another kind of mechanism: its followers are only in after.csv
		f.Other = true
	}
	return f
}

// scale is the scaling of a feature. An input is (value - min) / (max - min), and distances of
// numbers are in units of mad.
type scale struct {
	Name     string    `json:"name"`
	Number   bool      `json:"number"`
	Min      float64   `json:"min"`
	Max      float64   `json:"max"`
	MAD      float64   `json:"mad"`
	Decimals int       `json:"decimals"`
	Levels   []string  `json:"levels,omitempty"`
	Ranks    []float64 `json:"ranks,omitempty"`
}

func (o *outcome) scaling() (list []scale) {
	for _, f := range o.bench.Table.Schema.Features {
		s := scale{Name: f.Name, Number: f.Kind.Numeric(), Min: f.Min, Max: f.Max, MAD: f.MAD, Decimals: f.Decimals,
			Levels: f.Levels}
		for l := range f.Levels {
			s.Ranks = append(s.Ranks, f.Rank(l))
		}
		list = append(list, s)
	}
	return list
}

// evidence writes a record, the rows behind it, and the data that judge them.
func (o *outcome) evidence(folder string, files map[string][][]string, record any) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for name, rows := range files {
		if err := writeCSV(filepath.Join(folder, name), rows); err != nil {
			return err
		}
	}
	objects := map[string]any{"record.json": record, "scaling.json": o.scaling(), "retrained.json": o.proof.retrained,
		"domains.json":    o.domains(),
		"classifier.json": newNetwork(o.bench.Table.Schema, o.bench.BlackBox.(*nn.Classifier))}
	if o.proof.autos != nil {
		objects["autoencoders.json"] = o.proof.autos
	}
	if m := o.mechanism(); m != nil {
		objects["mechanism.json"] = m
	}
	world, err := o.world()
	if err != nil {
		return err
	}
	objects["world.json"] = world
	for name, v := range objects {
		b, err := json.MarshalIndent(v, "", " ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, name), append(b, '\n'), 0o644); err != nil {
			return err
		}
	}
	rules := map[string][]causal.Rule{"rules.json": o.study.Setting.Hard}
	for _, c := range o.bench.Problem.Constraints {
		rules[strings.TrimSuffix("constraint-"+c.Name, "-")+".json"] = c.Rules
	}
	s := o.bench.Table.Schema
	for name, list := range rules {
		drawn := sketch.New(s)
		drawn.Rules = list
		file, _ := graphfile.Write(graphfile.Own, s, drawn)
		if err := os.WriteFile(filepath.Join(folder, name), file, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// table writes the rows of all parts.
func (o *outcome) table() [][]string {
	t, split := o.bench.Table, o.bench.Split
	rows := [][]string{append(header(t.Schema, "row", "part"), t.Schema.Outcome.Name)}
	for _, part := range []struct {
		name string
		of   []int
	}{{"train", split.Train}, {"validation", split.Val}, {"test", split.Test}} {
		for _, i := range part.of {
			rows = append(rows, append(fields(t.Schema, t.Row(i, nil), strconv.Itoa(i), part.name),
				t.Schema.Outcome.Levels[t.Outcome[i]]))
		}
	}
	return rows
}

// searched writes the answers of the search, for comparison. For an open row, it found no answer and
// no proof that none exists.
func (o *outcome) searched() [][]string {
	f := o.study.Searched
	rows := o.pairs(f.Pairs)
	rows[0] = append(rows[0], "open")
	for i := range f.Factual {
		rows[i+1] = append(rows[i+1], strconv.FormatBool(f.Open(i)))
	}
	return rows
}

// pairs writes one counterfactual for each explained row.
func (o *outcome) pairs(p metric.Pairs) [][]string {
	s := o.bench.Table.Schema
	rows := [][]string{header(s, "row", "target", "found")}
	for i, row := range p.Counterfactual {
		rows = append(rows, fields(s, row, o.start(p.Target[i], i, p.Found == nil || p.Found[i])...))
	}
	return rows
}

// requestedRows writes the rows for which answers were requested.
func (o *outcome) requestedRows() [][]string {
	rows := [][]string{{"row", "admissible"}}
	for i, at := range o.shown.Rows {
		rows = append(rows, []string{strconv.Itoa(at), strconv.FormatBool(o.shown.Admissible(i))})
	}
	return rows
}
