// Package certify writes certificates. A certificate states a claim about an answer, a nearest
// answer, a range or the absence of answers, with everything that cmd/check needs to verify it.
// The format is described in cmd/check/README.md. Start reading at Certificate.
package certify

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/exact"
	"causeway/core/fault"
	"causeway/core/nn"
)

// Format is the beginning of a certificate.
const Format = "causeway certificate 1"

// Claim is the kind of statement in a certificate.
type Claim string

// The claims.
const (
	IsAnswer Claim = "answer"  // it belongs to the class and keeps the rules
	Nearest  Claim = "nearest" // and none is nearer
	None     Claim = "none"    // no row is an answer
	InRange  Claim = "range"   // all rows in a range are answers
)

// Asked contains the claim to certify. Boxes limits the proof.
type Asked struct {
	Claim  Claim
	Answer []float64 // for all claims except None
	Range  exact.Range
	Boxes  int
}

// file is a certificate.
type file struct {
	Format     string    `json:"format"`
	Claim      Claim     `json:"claim"`
	Row        []float64 `json:"row"`
	Target     int       `json:"target"`
	Lead       float64   `json:"lead"`
	Least      float64   `json:"least"`
	MaxChanged int       `json:"maxChanged"`
	MaxCost    float64   `json:"maxCost,omitempty"`
	Effort     []float64 `json:"effort"`
	LevelCost  float64   `json:"levelCost"`
	Answer     *answer   `json:"answer,omitempty"`
	Low        []float64 `json:"low,omitempty"`
	High       []float64 `json:"high,omitempty"`
	Proof      []step    `json:"proof,omitempty"`
	Schema     part      `json:"schema"`
	Rules      part      `json:"rules"`
	Model      part      `json:"model"`
}

type answer struct {
	Row    []float64 `json:"row"`
	Shares []float64 `json:"shares"`
	Effort float64   `json:"effort"`
	Cost   float64   `json:"cost"`
}

type part struct {
	SHA256 string          `json:"sha256"`
	JSON   json.RawMessage `json:"json"`
}

type step struct {
	Split  *int    `json:"split,omitempty"`
	At     float64 `json:"at,omitempty"`
	Levels []int   `json:"levels,omitempty"`
	Leaf   string  `json:"leaf,omitempty"`
	Rule   int     `json:"rule,omitempty"`
}

// Certificate returns the certificate of a claim about a problem, as JSON. It returns an error if
// the claim cannot be proved, or if certificates do not support the model or the rules. It calls
// tick regularly and stops with its error.
func Certificate(p exact.Problem, a Asked, tick func() error) ([]byte, error) {
	f := file{Format: Format, Claim: a.Claim, Row: p.Factual, Target: p.Target, Lead: p.Lead, Least: p.Least,
		MaxChanged: p.MaxChanged, MaxCost: p.MaxCost, Effort: p.Effort, LevelCost: p.LevelCost}
	if f.Effort == nil {
		for range p.Factual {
			f.Effort = append(f.Effort, 1)
		}
	}
	rules, err := rulesOf(p)
	if err != nil {
		return nil, err
	}
	model, err := modelOf(p.BlackBox)
	if err != nil {
		return nil, err
	}
	f.Schema, f.Rules, f.Model = partOf(schemaOf(p.Schema)), partOf(rules), partOf(model)
	if a.Claim != None {
		if f.Answer, err = answerOf(p, a.Answer); err != nil {
			return nil, err
		}
	}
	var steps []exact.Step
	switch a.Claim {
	case Nearest:
		steps, err = exact.Prove(p, a.Answer, a.Boxes, tick)
	case None:
		steps, err = exact.Prove(p, nil, a.Boxes, tick)
	case InRange:
		f.Low, f.High = a.Range.Low, a.Range.High
		steps, err = exact.ProveRange(p, a.Answer, a.Range, a.Boxes, tick)
	}
	if err != nil {
		return nil, err
	}
	for _, s := range steps {
		switch {
		case s.Feature >= 0:
			f.Proof = append(f.Proof, step{Split: &s.Feature, At: s.At, Levels: s.Levels})
		case s.Why == exact.ByRule:
			f.Proof = append(f.Proof, step{Leaf: "rule", Rule: s.Rule})
		case s.Why == exact.TooFar:
			f.Proof = append(f.Proof, step{Leaf: "far"})
		default:
			f.Proof = append(f.Proof, step{Leaf: "class"})
		}
	}
	return json.Marshal(f)
}

// partOf identifies a part by its hash. All numbers in it can be represented in JSON.
func partOf(v any) part {
	text, err := json.Marshal(v)
	if err != nil {
		panic("certify: partOf: " + err.Error())
	}
	sum := sha256.Sum256(text)
	return part{hex.EncodeToString(sum[:]), text}
}

// answerOf measures an answer.
func answerOf(p exact.Problem, row []float64) (*answer, error) {
	r, ok := exact.Weigh(p, row)
	if !ok {
		return nil, fault.Errorf("certify: the row is not a valid answer, so it gets no certificate")
	}
	a := &answer{Row: row, Effort: r.Effort, Cost: r.Cost}
	x := make([]float32, p.Schema.Width())
	p.Schema.Encode(row, x)
	for _, v := range p.BlackBox.Pass().Shares(x, 1) {
		a.Shares = append(a.Shares, float64(v))
	}
	return a, nil
}

type feature struct {
	Name     string    `json:"name"`
	Kind     string    `json:"kind"`
	Levels   []string  `json:"levels,omitempty"`
	Ranks    []float64 `json:"ranks,omitempty"`
	Min      float64   `json:"min"`
	Max      float64   `json:"max"`
	MAD      float64   `json:"mad"`
	Decimals int       `json:"decimals"`
}

func schemaOf(s data.Schema) any {
	var list []feature
	for _, f := range s.Features {
		kind := [...]string{"number", "number", "ordered", "category", "boolean"}[f.Kind]
		list = append(list, feature{f.Name, kind, f.Levels, f.Ranks, f.Min, f.Max, f.MAD, f.Decimals})
	}
	return struct {
		Features []feature `json:"features"`
		Classes  []string  `json:"classes"`
	}{list, s.Outcome.Levels}
}

type rule struct {
	Kind        string    `json:"kind"`
	Says        string    `json:"says"`
	Feature     int       `json:"feature"`
	Other       int       `json:"other"`
	Also        []member  `json:"also,omitempty"`
	Any         bool      `json:"any,omitempty"`
	Falls       bool      `json:"falls,omitempty"`
	Strict      bool      `json:"strict,omitempty"`
	Reverse     bool      `json:"reverse,omitempty"`
	Least       float64   `json:"least,omitempty"`
	Most        float64   `json:"most,omitempty"`
	Min         float64   `json:"min"`
	Max         float64   `json:"max"`
	Levels      []int     `json:"levels,omitempty"`
	Then        []int     `json:"then,omitempty"`
	Transitions [][2]int  `json:"transitions,omitempty"`
	Weights     []float64 `json:"weights,omitempty"`
	Shift       float64   `json:"shift,omitempty"`

	When []condition `json:"when,omitempty"`

	Withholds bool `json:"withholds,omitempty"`
}

type condition struct {
	Changes bool    `json:"changes,omitempty"`
	Not     bool    `json:"not,omitempty"`
	Levels  []int   `json:"levels,omitempty"`
	Min     float64 `json:"min"`
	Max     float64 `json:"max"`
}

type member struct {
	Feature int     `json:"feature"`
	Falls   bool    `json:"falls,omitempty"`
	Part    string  `json:"part"`
	Least   float64 `json:"least,omitempty"`
}

var kinds = map[causal.RuleKind]string{causal.Immutable: "immutable", causal.Range: "range",
	causal.Allowed: "allowed", causal.OnlyIncrease: "only increase", causal.OnlyDecrease: "only decrease",
	causal.IfRisesThenRises: "if rises", causal.LessOrEqual: "less or equal",
	causal.ForbiddenTransitions: "forbidden transitions", causal.MoveTogether: "move together",
	causal.MoveAtMost: "move at most", causal.Computed: "computed", causal.StaysMissing: "stays missing",
	causal.NeverSeen: "never seen", causal.NotAlone: "not alone",
	causal.Inequality: "inequality", causal.Cardinality: "cardinality"}

func rulesOf(p exact.Problem) ([]rule, error) {
	list := []rule{}
	for _, r := range p.Rules {
		says := r.String(p.Schema)
		if r.Kind == causal.Computed && (r.Follower() || r.Law.Weights == nil || r.Law.Product) {
			return nil, fault.Errorf("certify: no certificate can be made with the rule %q: a rule that computes a "+
				"feature can be checked only if it is a sum", says)
		}
		out := rule{Kind: kinds[r.Kind], Says: says, Feature: r.Feature, Other: r.Other, Any: r.Any, Falls: r.Falls,
			Strict: r.Strict, Reverse: r.Reverse, Least: r.Least, Most: r.Most, Min: r.Min, Max: r.Max,
			Levels: r.Levels, Then: r.Then, Weights: r.Law.Weights, Shift: r.Law.Shift,
			Withholds: r.Withholds(p.Schema)}
		for _, m := range r.Also {
			part := [...]string{"moves", "quiet", "still"}[m.Part]
			out.Also = append(out.Also, member{m.Feature, m.Falls, part, m.Least})
		}
		for _, c := range r.When {
			out.When = append(out.When, condition(c))
		}
		for _, t := range r.Transitions {
			out.Transitions = append(out.Transitions, [2]int{t.From, t.To})
		}
		list = append(list, out)
	}
	return list, nil
}

type layer struct {
	W   [][]float32 `json:"w"`
	B   []float32   `json:"b"`
	Act string      `json:"act"`
}

type node struct {
	Feature int          `json:"feature"`
	At      float64      `json:"at"`
	Set     []int        `json:"set"`
	Yes     int          `json:"yes,omitempty"`
	No      int          `json:"no,omitempty"`
	Flag    int          `json:"flag"`
	Gap     bool         `json:"gap,omitempty"`
	Gives   [][2]float64 `json:"gives,omitempty"`
}

type forest struct {
	Nodes  []node    `json:"nodes"`
	Roots  []int     `json:"roots"`
	Base   []float64 `json:"base"`
	Shares bool      `json:"shares"`
	Wrong  float64   `json:"wrong"`
}

func modelOf(b blackbox.BlackBox) (any, error) {
	if c := exact.NetworkOf(b); c != nil {
		if err := c.Net.CheckBlocks(); err != nil {
			return nil, err
		}
		var layers []layer
		for _, l := range c.Net.Blocks() {
			if l.Norm != nil {
				return nil, fault.Errorf("certify: a model with a normalisation layer cannot be certified")
			}
			out := layer{B: l.B, Act: [...]string{nn.Identity: "none", nn.ReLU: "relu", nn.Sigmoid: "sigmoid"}[l.Act]}
			for o := range l.Out {
				out.W = append(out.W, l.W[o*l.In:(o+1)*l.In])
			}
			layers = append(layers, out)
		}
		return map[string]any{"layers": layers}, nil
	}
	t := exact.TreesOf(b)
	if t == nil {
		return nil, fault.Errorf("certify: no certificate can be made for a model that is neither a network nor trees")
	}
	f := forest{Base: t.Base, Shares: t.Shares, Wrong: t.Wrong}
	for _, root := range t.Roots {
		f.Roots = append(f.Roots, f.add(t, root))
	}
	return map[string]any{"trees": f}, nil
}

// add writes the nodes below a node, each before its successors, and returns its index.
func (f *forest) add(t *blackbox.Trees, i int32) int {
	n, at := &t.Nodes[i], len(f.Nodes)
	f.Nodes = append(f.Nodes, node{})
	out := node{Feature: int(n.Feature), Flag: int(n.Flag), Gap: n.GapGoes}
	if n.Feature < 0 {
		out.Flag, out.Gives = -1, [][2]float64{}
		for _, g := range t.Gives[n.Yes:n.No] {
			out.Gives = append(out.Gives, [2]float64{float64(g.Class), g.Add})
		}
		if len(out.Gives) == 0 { // marks a leaf
			out.Gives = append(out.Gives, [2]float64{})
		}
		f.Nodes[at] = out
		return at
	}
	if n.Set >= 0 {
		out.Set = []int{}
		for l, in := range t.Sets[n.Set] {
			if in {
				out.Set = append(out.Set, l)
			}
		}
	} else {
		out.At = max(min(n.At, math.MaxFloat64), -math.MaxFloat64)
	}
	out.Yes = f.add(t, n.Yes)
	if out.No = out.Yes; n.No != n.Yes {
		out.No = f.add(t, n.No)
	}
	f.Nodes[at] = out
	return at
}
