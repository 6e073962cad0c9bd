package engine

import (
	"reflect"
	"slices"

	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/wire"
)

// laws are the rules of one search.
type laws struct {
	rules []causal.Rule // for everyone, then the person's own
	laws  []wire.Law    // the same in words
	hard  []int         // places of those that what is shown must keep
}

// laws puts the rules of an Explain together.
func (p *project) laws(m wire.Explain) (laws, error) {
	if _, err := p.known(m.Knowledge); err != nil {
		return laws{}, err
	}
	s := p.said()
	l := laws{rules: append(m.Knowledge.AllRules(s), m.Rules...)}
	stated, everyone := len(m.Knowledge.Rules), len(l.rules)-len(m.Rules)
	for i, r := range l.rules {
		if i >= everyone {
			if err := r.Check(s); err != nil {
				return laws{}, refuse(wire.CodeBadInput, "A rule of your own cannot be used: %s.", fault.Clause(err))
			}
		}
		l.rules[i].Local = i >= everyone
		law := wire.Law{Text: r.String(s), Soft: r.Soft, Local: i >= everyone, Entailed: i >= stated && i < everyone,
			GivenUp: slices.Contains(m.Without, i)}
		if !law.Soft && !law.GivenUp {
			l.hard = append(l.hard, i)
		}
		l.laws = append(l.laws, law)
	}
	return l, nil
}

// without turns places in the hard rules into places in all of them, with those
// that were given up before.
func (l laws) without(hard []int) []int {
	var list []int
	for i, law := range l.laws {
		if law.GivenUp {
			list = append(list, i)
		}
	}
	for _, i := range hard {
		list = append(list, l.hard[i])
	}
	slices.Sort(list)
	return list
}

func pick(rules []causal.Rule, at []int) []causal.Rule {
	list := make([]causal.Rule, len(at))
	for i, k := range at {
		list[i] = rules[k]
	}
	return list
}

// judge proves rows by code that neither generator nor search uses.
type judge struct {
	schema  data.Schema
	rules   []causal.Rule
	factual []float64
	degrees *causal.Degrees // nil where no mechanism is known
}

func (j judge) prove(c cf.Counterfactual) wire.Counterfactual {
	out := counterfactual(c)
	verdicts, _ := causal.CheckAll(j.schema, j.rules, j.factual, c.Row)
	for _, v := range verdicts {
		out.Proof = append(out.Proof, wire.Judged{Pass: v.Pass, Applies: v.Applies, Text: v.Sentence})
	}
	out.Degree = j.degree(c.Row)
	return out
}

func (j judge) degree(row []float64) float64 {
	if j.degrees == nil {
		return 0
	}
	return j.degrees.Of(row)
}

// fitted keeps the degrees of the knowledge that was asked about last: fitting a
// network takes a second.
type fitted struct {
	of      causal.Knowledge // edges and mechanisms
	degrees *causal.Degrees
	why     string
}

// degrees measures likelihoods by the mechanisms of the knowledge, fitted to the
// training rows. Without mechanisms there are none, and where they cannot be
// fitted it says why.
func (p *project) degrees(k causal.Knowledge) (*causal.Degrees, string) {
	if len(k.Mechanisms) == 0 {
		return nil, ""
	}
	of := causal.Knowledge{Edges: k.Edges, Mechanisms: k.Mechanisms}
	if !reflect.DeepEqual(of, p.fitted.of) {
		p.fitted = fitted{of: of}
		if m, err := of.Fit(p.table, p.split.Train); err != nil {
			p.fitted.why = "The degree of feasibility is not known: " + fault.Clause(err) + "."
		} else {
			p.fitted.degrees = causal.NewDegrees(m, p.table, p.split.Train, nil)
		}
	}
	return p.fitted.degrees, p.fitted.why
}
