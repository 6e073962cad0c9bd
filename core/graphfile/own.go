package graphfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"causeway/core/causal"
	"causeway/core/fault"
	"causeway/core/sketch"
)

// The own form is JSON. It contains everything and uses names, so that it can be read for another
// table with the same columns. Fields without a value are omitted. Version 1 reads the signs of one
// effect together. Version 2 adds sizes, parts of causes and how signs are read. Version 3 adds
// unobserved features, as marked nodes, and unobserved causes of two nodes. Version 4 adds states
// of nodes, and nodes whose causes are all drawn. A graph is written in the lowest version from 2
// on that can represent it.
const (
	ownFormat  = "causeway graph"
	ownVersion = 4
)

type ownFile struct {
	Format  string           `json:"format"`
	Version int              `json:"version"`
	Signs   string           `json:"signs,omitempty"` // how they are read, a value of readings
	Nodes   limited[ownNode] `json:"nodes"`
	Edges   limited[ownEdge] `json:"edges"`
	Shared  limited[ownEdge] `json:"shared,omitempty"` // edges without a direction
	Rules   limited[Rule]    `json:"rules"`
	Attrs   limited[ownAttr] `json:"attrs,omitempty"`
}

type ownNode struct {
	Name      string                   `json:"name"`
	X         *float64                 `json:"x,omitempty"`
	Y         *float64                 `json:"y,omitempty"`
	Fixed     bool                     `json:"fixed,omitempty"`
	Role      string                   `json:"role,omitempty"`  // latent without a column: an unobserved feature
	Order     limited[limited[string]] `json:"order,omitempty"` // values in ascending order, grouped by rank
	Mechanism string                   `json:"mechanism,omitempty"`
	Formula   string                   `json:"formula,omitempty"`
	State     string                   `json:"state,omitempty"`  // a value of stateWords
	Closed    bool                     `json:"closed,omitempty"` // whether all its causes are drawn
	Attrs     limited[ownAttr]         `json:"attrs,omitempty"`
}

type ownEdge struct {
	From   string           `json:"from"`
	To     string           `json:"to"`
	Sign   string           `json:"sign,omitempty"`
	Strict bool             `json:"strict,omitempty"`
	Soft   bool             `json:"soft,omitempty"`
	Least  float64          `json:"least,omitempty"`
	Most   float64          `json:"most,omitempty"`
	Note   string           `json:"note,omitempty"`
	Attrs  limited[ownAttr] `json:"attrs,omitempty"`
}

// readings names the ways to read the signs of a graph, see causal.Knowledge.Each.
var readings = map[bool]string{false: "together", true: "each"}

// ownAttr is a key and a value.
type ownAttr [2]string

// Rule is a causal.Rule with names.
type Rule struct {
	Kind        string             `json:"kind"`
	Feature     string             `json:"feature"`
	Other       string             `json:"other,omitempty"`
	Also        limited[Member]    `json:"also,omitempty"`
	Falls       bool               `json:"falls,omitempty"`
	Strict      bool               `json:"strict,omitempty"`
	Reverse     bool               `json:"reverse,omitempty"`
	Any         bool               `json:"any,omitempty"`
	Least       float64            `json:"least,omitempty"`
	Most        float64            `json:"most,omitempty"`
	Min         *float64           `json:"min,omitempty"`
	Max         *float64           `json:"max,omitempty"`
	Levels      limited[string]    `json:"levels,omitempty"`
	Then        limited[string]    `json:"then,omitempty"` // levels of the other feature that belong to the levels
	Transitions limited[[2]string] `json:"transitions,omitempty"`
	When        limited[Condition] `json:"when,omitempty"` // conditions of the feature, the other one and those of also
	Soft        bool               `json:"soft,omitempty"`

	// Weights are those of an inequality or, with Shift, of a computed sum. A computed list has the
	// Cuts or levels (From) of its input, and Values.
	Weights limited[float64] `json:"weights,omitempty"`
	Shift   float64          `json:"shift,omitempty"`
	Product bool             `json:"product,omitempty"` // whether the features are multiplied
	Own     bool             `json:"own,omitempty"`     // whether every row keeps its own noise
	Cuts    limited[float64] `json:"cuts,omitempty"`
	From    limited[string]  `json:"from,omitempty"`
	Values  limited[float64] `json:"values,omitempty"`
}

// Member is a causal.Member with names.
type Member struct {
	Feature string `json:"feature"`
	Falls   bool   `json:"falls,omitempty"`
	Part    string `json:"part,omitempty"` // a value of partWords
}

// Condition is a causal.Condition with names.
type Condition struct {
	Changes bool            `json:"changes,omitempty"`
	Not     bool            `json:"not,omitempty"`
	Levels  limited[string] `json:"levels,omitempty"`
	Min     *float64        `json:"min,omitempty"`
	Max     *float64        `json:"max,omitempty"`
}

var partWords = [...]string{causal.Moves: "", causal.Quiet: "quiet", causal.Still: "still"}

// limited is a list whose length is checked during reading. Without this, a list of braces would
// need a hundred times its size in memory.
type limited[T any] []T

// UnmarshalJSON reads the elements one by one.
func (l *limited[T]) UnmarshalJSON(text []byte) error {
	*l = nil
	if string(text) == "null" {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if t, err := d.Token(); err != nil || t != json.Delim('[') {
		return errors.New("it must be a list")
	}
	for d.More() {
		if len(*l) == MaxEdges {
			return fmt.Errorf("a list has more than %d entries", MaxEdges)
		}
		var v T
		if err := d.Decode(&v); err != nil {
			return sayKind(err)
		}
		*l = append(*l, v)
	}
	return nil
}

// sayKind names the field whose value has the wrong type. It drops the paths and list positions
// that Go's two decoders add to their errors.
func sayKind(err error) error {
	var kind *json.UnmarshalTypeError
	if !errors.As(err, &kind) {
		return err
	}
	if strings.Trim(kind.Field, ".0123456789") == "" { // a list item, or a field of one
		return errors.New("a list has a value of the wrong kind")
	}
	return fmt.Errorf("%s has a value of the wrong kind", quote(kind.Field))
}

func readOwn(text string) (*File, error) {
	if err := nesting(text); err != nil {
		return nil, err
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	var own ownFile
	if err := d.Decode(&own); err != nil {
		return nil, sayJSON(text, err)
	}
	rest := strings.TrimLeft(text[d.InputOffset():], " \t\r\n")
	switch {
	case rest != "":
		return nil, refuse(text, len(text)-len(rest), "there is more text after the graph")
	case own.Format != ownFormat:
		return nil, fault.Errorf("graphfile: %w", ErrFormat)
	case own.Version < 1 || own.Version > ownVersion:
		return nil,
			fault.Errorf("graphfile: the file has version %d, but this Causeway reads only version %d; reload the "+
				"page to get the newest", own.Version, ownVersion)
	}
	return own.file()
}

// nesting rejects deeply nested JSON before the decoder sees it. The own form has a depth of five.
func nesting(text string) error {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			if depth++; depth > MaxNesting {
				return refuse(text, i, "lists are nested more than %d deep", MaxNesting)
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return nil
}

// sayJSON returns a decoder's error in plain words.
func sayJSON(text string, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return refuse(text, int(syntax.Offset), "this is not valid JSON")
	case errors.As(err, &kind):
		return refuse(text, int(kind.Offset), "%s has a value of the wrong kind", quote(kind.Field))
	case errors.Is(err, io.ErrUnexpectedEOF):
		return refuse(text, len(text), "the file ends in the middle of the graph")
	}
	if _, field, is := strings.Cut(err.Error(), "unknown field "); is {
		return fault.Errorf("graphfile: the file has the field %s, which graphs of this version do not have",
			quote(strings.Trim(field, `"`)))
	}
	return fault.Errorf("graphfile: %s", strings.TrimPrefix(err.Error(), "json: "))
}

func (own ownFile) file() (*File, error) {
	b := newBuilder(Own)
	b.Scale = 1
	if b.Each = own.Signs == readings[true]; !b.Each && own.Signs != "" && own.Signs != readings[false] {
		return nil, fault.Errorf("graphfile: the file reads signs in an unknown way, %s", quote(own.Signs))
	}
	for _, n := range own.Nodes {
		if err := b.ownNode(n); err != nil {
			return nil, fault.Errorf("graphfile: node %s: %w", quote(n.Name), err)
		}
	}
	for _, e := range own.Edges {
		if err := b.ownEdge(e, b.byEnds, b.edge); err != nil {
			return nil, fault.Errorf("graphfile: edge from %s to %s: %w", quote(e.From), quote(e.To), err)
		}
	}
	for _, e := range own.Shared {
		if err := b.ownEdge(e, b.byPair, b.shared); err != nil {
			return nil, fault.Errorf("graphfile: unobserved cause of %s and %s: %w", quote(e.From), quote(e.To), err)
		}
	}
	if len(own.Rules) > sketch.MaxRules {
		return nil, fault.Errorf("graphfile: the file has %d rules; at most %d are "+
			"possible", len(own.Rules), sketch.MaxRules)
	}
	for i, r := range own.Rules {
		if _, known := causal.KindNamed(r.Kind); !known {
			return nil, fault.Errorf("graphfile: rule %d has the unknown kind %s", i+1, quote(r.Kind))
		}
		for _, m := range r.Also {
			if _, known := index(partWords[:], m.Part); m.Part != "" && !known {
				return nil, fault.Errorf("graphfile: a cause in rule %d has the unknown role %s", i+1, quote(m.Part))
			}
		}
		b.Rules = append(b.Rules, r)
	}
	b.ownAttrs(&b.Attrs, own.Attrs)
	return b.File, nil
}

func (b *builder) ownAttrs(to *[]sketch.Attr, list []ownAttr) {
	for _, a := range list {
		b.keep(to, a[0], a[1], true)
	}
}

func (b *builder) ownNode(n ownNode) error {
	if _, twice := b.byName[n.Name]; twice {
		return errors.New("it occurs twice")
	}
	v, err := b.node(n.Name)
	if err != nil {
		return err
	}
	node := &b.Nodes[v]
	for _, a := range [...]ownAttr{{keyRole, n.Role}, {keyForm, n.Mechanism}, {keyState, n.State}} {
		if a[1] != "" && !node.understand(a[0], a[1]) {
			return fmt.Errorf("its %s has the unknown value %s", a[0], quote(a[1]))
		}
	}
	node.Fixed, node.Closed = n.Fixed, n.Closed
	for _, step := range n.Order {
		node.Order = append(node.Order, step)
	}
	if !node.understand(keyFormula, n.Formula) {
		return errors.New("its formula is too long or has a zero byte")
	}
	if n.X != nil && n.Y != nil {
		b.place(v, *n.X, *n.Y)
	}
	b.ownAttrs(&node.Attrs, n.Attrs)
	return nil
}

func (b *builder) ownEdge(e ownEdge, known map[[2]int]int, add func(from, to int) (*Edge, error)) error {
	from, knownFrom := b.byName[e.From]
	to, knownTo := b.byName[e.To]
	if !knownFrom || !knownTo {
		return errors.New("one of its ends is not in the file")
	}
	if _, twice := known[[2]int{from, to}]; twice {
		return errors.New("it occurs twice")
	}
	edge, err := add(from, to)
	if err != nil || edge == nil {
		return err
	}
	if e.Sign != "" && !edge.understand(keySign, e.Sign) {
		return fmt.Errorf("its sign %s is unknown", quote(e.Sign))
	}
	edge.Strict, edge.Soft, edge.Least, edge.Most = e.Strict, e.Soft, e.Least, e.Most
	if !edge.understand(keyNote, e.Note) {
		return errors.New("its note is too long or has a zero byte")
	}
	b.ownAttrs(&edge.Attrs, e.Attrs)
	return nil
}
