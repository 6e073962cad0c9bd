package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
)

// certificate is the content of the file. Rows have one value per feature: a number, or the index of a level.
type certificate struct {
	Format               string // "causeway certificate 1"
	Schema, Rules, Model part
	Row                  []float64 // row of the person
	Target               int       // the class to reach
	Lead, Least          float64   // by how much its share must exceed every other one, and the smallest share
	MaxChanged           int       // features that may change; 0: any number
	MaxCost              float64   // largest cost of the changes; 0: any
	Effort               []float64 // effort of changing each feature
	LevelCost            float64   // cost of a changed level; a number costs its change in MADs
	Claim                string    // "answer", "nearest", "none" or "range"
	Answer               *answer
	Low, High            []float64 // limits of a range
	Proof                []step    // the tree of boxes: a split, its low side, its high side

	problem
	off float64 // the largest error of a logit, in any row
}

type answer struct {
	Row          []float64
	Shares       []float64 // shares of the classes
	Effort, Cost float64
}

// part is a JSON text that the certificate names by its SHA-256, inside it or in a file beside it. Its
// hash is computed without white space between tokens.
type part struct {
	SHA256 string
	File   string
	JSON   json.RawMessage
}

// step divides a box or, at a leaf, says why the box can be ignored.
type step struct {
	Split  *int    // the feature by which a box is divided
	At     float64 // a number up to this goes to the low side
	Levels []int   // levels that go to the low side
	Leaf   string  // "rule", "far" or "class"
	Rule   int     // the rule that no row of the box keeps
}

type feature struct {
	Name     string
	Kind     string // "number", "ordered", "category" or "boolean"
	Levels   []string
	Ranks    []float64 // ranks of ordered levels; none: 0, 1, 2, …
	Min, Max float64   // range of the training rows
	MAD      float64
	Decimals int
	offset   int // offset of its inputs
}

// rule is a rule as in core/causal; see can.
type rule struct {
	Kind            string
	Says            string
	Feature, Other  int
	Also            []member
	Any, Falls      bool
	Strict, Reverse bool
	Least, Most     float64
	Min, Max        float64
	Levels, Then    []int
	Transitions     [][2]int
	Weights         []float64   // factors of a sum of Other and Also, or of an inequality
	Shift           float64     // constant of the sum
	When            []condition // conditions on Feature, Other and Also; none: each changes
	Withholds       bool        // Other becomes Min for free once Feature has one of Levels
}

// condition says that a feature changes or, otherwise, that its value is one of Levels or a number
// from Min to Max.
type condition struct {
	Changes, Not bool
	Levels       []int
	Min, Max     float64
}

type member struct {
	Feature int
	Falls   bool
	Part    string // role of a cause: "moves", "quiet" or "still"
	Least   float64
}

type model struct {
	Layers []layer // layers of a network
	Trees  *forest
}

type layer struct {
	W   [][]float32 // outputs, inputs
	B   []float32
	Act string // "none", "relu" or "sigmoid"
}

// problem is the content of schema, rules and model.
type problem struct {
	features []feature
	classes  []string
	rules    []rule
	model    model
	inputs   int
	follows  []bool
}

// checkFile verifies a file, which has one certificate or a list of them.
func checkFile(path string) (says []string, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	list := []json.RawMessage{text}
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("[")) {
		if err := decode(text, &list); err != nil {
			return nil, fmt.Errorf("the file is not a list of certificates: %w", err)
		}
		if len(list) == 0 {
			return nil, errors.New("the file contains no certificate")
		}
	}
	for _, text := range list {
		c, err := parse(text, filepath.Dir(path))
		if err != nil {
			return nil, err
		}
		more, err := verify(c)
		if err != nil {
			return nil, err
		}
		says = append(says, more...)
	}
	return says, nil
}

func parse(text []byte, folder string) (*certificate, error) {
	c := &certificate{}
	if err := decode(text, c); err != nil {
		return nil, fmt.Errorf("the file cannot be read as a certificate: %w", err)
	}
	var schema struct {
		Features []feature
		Classes  []string
	}
	for _, p := range []struct {
		name string
		of   part
		to   any
	}{{"schema", c.Schema, &schema}, {"rules", c.Rules, &c.rules}, {"model", c.Model, &c.model}} {
		text := []byte(p.of.JSON)
		if p.of.JSON == nil {
			var err error
			if text, err = os.ReadFile(filepath.Join(folder, filepath.Base(p.of.File))); err != nil {
				return nil, fmt.Errorf("the file with the %s is missing: %w", p.name, err)
			}
		}
		var plain bytes.Buffer
		if err := json.Compact(&plain, text); err != nil {
			return nil, fmt.Errorf("the text of the %s is not JSON: %w", p.name, err)
		}
		if sum := sha256.Sum256(plain.Bytes()); hex.EncodeToString(sum[:]) != p.of.SHA256 {
			return nil, fmt.Errorf("the certificate does not match the %s, whose hash is %x", p.name, sum)
		}
		if err := decode(text, p.to); err != nil {
			return nil, fmt.Errorf("the %s cannot be read: %w", p.name, err)
		}
	}
	c.features, c.classes = schema.Features, schema.Classes
	return c, c.sound()
}

func decode(text []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return fmt.Errorf("it has extra bytes after its end")
	}
	return nil
}

// sound returns an error for the first inconsistency.
func (c *certificate) sound() error {
	n, classes := len(c.features), len(c.classes)
	bad := func(format string, args ...any) error { return fmt.Errorf(format, args...) }
	if c.Format != "causeway certificate 1" {
		return bad("the format %q is unknown", c.Format)
	}
	for j := range c.features {
		f := &c.features[j]
		f.offset = c.inputs
		if f.number() {
			c.inputs++
			if !(f.MAD > 0) || !(f.Min <= f.Max) || f.Decimals < 0 || f.Decimals > 30 {
				return bad("the numbers of %q have no range", f.Name)
			}
			continue
		}
		c.inputs += len(f.Levels)
		if len(f.Levels) == 0 || f.Ranks != nil && len(f.Ranks) != len(f.Levels) ||
			f.Kind != "ordered" && f.Kind != "category" && f.Kind != "boolean" {
			return bad("the feature %q has no levels, or an unknown kind", f.Name)
		}
	}
	if classes < 2 || c.Target < 0 || c.Target >= classes || len(c.Effort) != n || !(c.LevelCost >= 0) ||
		!(c.Lead >= 0) || !(c.Least >= 0) || c.MaxChanged < 0 || !(c.MaxCost >= 0) {
		return bad("the class, the efforts or the limits do not fit the schema")
	}
	for j, v := range c.Effort {
		if !(v > 0) {
			return bad("the effort of %q must be above 0", c.features[j].Name)
		}
	}
	c.follows = make([]bool, n)
	for i := range c.rules {
		if !c.fits(&c.rules[i]) {
			return bad("rule %d does not fit the schema", i+1)
		}
		if r := &c.rules[i]; r.Kind == "computed" {
			c.follows[r.Feature] = true
		}
	}
	if !c.isRow(c.Row) {
		return bad("the row does not fit the schema")
	}
	if c.model.Trees != nil {
		return c.model.Trees.sound(c)
	}
	in := c.inputs
	for i, l := range c.model.Layers {
		last := i == len(c.model.Layers)-1
		if len(l.W) != len(l.B) || len(l.W) == 0 || last && (len(l.B) != classes || l.Act != "none") ||
			l.Act != "none" && l.Act != "relu" && l.Act != "sigmoid" {
			return bad("layer %d of the model does not fit", i+1)
		}
		for _, w := range l.W {
			if len(w) != in {
				return bad("layer %d of the model does not fit", i+1)
			}
		}
		in = len(l.B)
	}
	if len(c.model.Layers) == 0 {
		return bad("the model has neither layers nor trees")
	}
	return nil
}

// fits reports whether a rule names existing features and levels.
func (p *problem) fits(r *rule) bool {
	has := func(j int) bool { return j >= 0 && j < len(p.features) }
	if !has(r.Feature) || !has(r.Other) {
		return false
	}
	for _, m := range r.Also {
		if !has(m.Feature) || m.Part != "moves" && m.Part != "quiet" && m.Part != "still" {
			return false
		}
	}
	f, o := &p.features[r.Feature], &p.features[r.Other]
	switch r.Kind {
	case "immutable", "only increase", "only decrease", "if rises", "less or equal", "move together", "not alone":
		return true
	case "range", "move at most":
		return r.Kind == "move at most" || f.number()
	case "computed":
		return f.number() && len(r.Weights) == 1+len(r.Also)
	case "allowed", "forbidden transitions":
		return !f.number()
	case "stays missing":
		return !o.number()
	case "never seen":
		return !f.number() && (r.Then == nil) == o.number() && (!r.Withholds || o.number() && r.Min == r.Max &&
			!r.Reverse)
	case "inequality":
		return len(r.Weights) == 2+len(r.Also) && !slices.ContainsFunc(r.list(), func(j int) bool {
			return !p.features[j].number()
		})
	case "cardinality":
		return r.When == nil || len(r.When) == 2+len(r.Also)
	}
	return false
}

// isRow reports whether the features can have these values.
func (p *problem) isRow(row []float64) bool {
	if len(row) != len(p.features) {
		return false
	}
	for j, v := range row {
		f := &p.features[j]
		if v-v != 0 || !f.number() && (v != math.Trunc(v) || v < 0 || v >= float64(len(f.Levels))) {
			return false
		}
	}
	return true
}
