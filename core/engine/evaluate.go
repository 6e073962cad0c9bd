package engine

import (
	"errors"
	"reflect"
	"slices"

	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/model"
	"causeway/core/nn"
	"causeway/core/project"
	"causeway/core/sim"
	"causeway/core/study"
	"causeway/core/wire"
)

// bench is what the last experiment leaves for others with the same split, black
// box and knowledge.
type bench struct {
	of string // fingerprint of them
	*study.Bench
}

// evaluate runs an experiment.
func (e *Engine) evaluate(id int, m wire.Evaluate) error {
	p := &e.project
	if err := p.ready(); err != nil {
		return err
	}
	if !m.Own {
		if err := p.trained(); err != nil {
			return err
		}
	}
	if m.From >= p.Table.Schema.Classes() {
		return refuse(wire.CodeBadInput, "The table has no such class; choose one of %d.", p.Table.Schema.Classes())
	}
	if _, err := p.known(m.Knowledge); err != nil {
		return err
	}
	told, err := p.labels(m.Told)
	if err != nil {
		return err
	}
	problem, err := p.problem(m, told)
	if err != nil {
		return err
	}
	return e.inquire(id, func(q *inquiry) (wire.Message, error) {
		h := study.Host{Clock: func() float64 { return e.now() / 1000 }, Tick: q.tick, Tell: func(share float64) {
			q.tell(func() wire.Message { return wire.Progress{Share: min(share, 1)} })
		}}
		problem.Judge = p.judgeOf(m.Told, told)
		b, err := e.benchOf(problem, m, h)
		if err != nil {
			return nil, notEvaluated(err)
		}
		o, err := b.Run(settingOf(m, problem))
		if err != nil {
			return nil, notEvaluated(err)
		}
		out := wire.Evaluated{Method: string(m.Method), Seed: m.Seed}
		for _, f := range o.Figures() {
			out.Figures = append(out.Figures, wire.Figure{Key: f.Key, Value: f.Value})
		}
		return out, nil
	})
}

// problem puts the rules of a message together: a single monotone rule is judged
// as the paper does, others all together and then one by one.
func (p *holding) problem(m wire.Evaluate, told []cf.Label) (out study.Problem, err error) {
	out = study.Problem{Name: p.Name, From: m.From}
	if m.Teach {
		out.Told = told
	}
	rules := m.Knowledge.AllRules(p.Table.Schema)
	if len(rules) > 0 {
		out.Constraints = []study.Constraint{{Rules: rules}}
	}
	for i := range rules {
		if len(rules) > 1 {
			out.Constraints = append(out.Constraints, study.Constraint{Rules: rules[i : i+1]})
		}
	}
	switch m.Truth {
	case "simple-bn":
		out.Truth = sim.SimpleBNSCM()
	case "sangiovese":
		out.Truth, err = sim.SangioveseSCM("")
	}
	if out.Truth != nil && len(p.Table.Schema.Features) <= out.Truth.Nodes()[0].Feature {
		return out, refuse(wire.CodeBadInput, "The table is not one of the model %q.", m.Truth)
	}
	return out, err
}

// judged is what was learned from labels for experiments.
type judged struct {
	of    wire.Labels
	table *data.Table
	from  *study.Judge
}

// judgeOf is the judge of labels, which a message tells as of, learned once for all
// experiments.
func (p *holding) judgeOf(of wire.Labels, labels []cf.Label) *study.Judge {
	if p.judge.table != p.Table || !reflect.DeepEqual(p.judge.of, of) {
		p.judge = judged{of, p.Table, study.NewJudge(p.Table.Schema, labels)}
	}
	return p.judge.from
}

// benchOf is the bench of a message, as the experiment before left it if it was
// of the same.
func (e *Engine) benchOf(problem study.Problem, m wire.Evaluate, h study.Host) (*study.Bench, error) {
	p := &e.project
	shared := wire.Evaluate{Method: model.BaseVAE, Seed: m.Seed, Own: m.Own, From: m.From, Truth: m.Truth, Knowledge: m.Knowledge, Told: m.Told, Teach: m.Teach,
		Train: model.Recipe{Epochs: 1, Batch: 2, Samples: 1, LearningRate: 1}}
	of := project.Fingerprint([]byte(p.Hash), settings(shared))
	if !m.Own {
		of = project.Fingerprint([]byte(of), p.BlackBox.Bytes, settings(wire.Sample{Model: "split", Rows: p.Table.Rows(), Seed: p.Seed, Plain: p.Plain}))
	}
	if e.bench.of == of {
		e.bench.Use(h)
		return e.bench.Bench, nil
	}
	e.bench = bench{}
	if !m.Own {
		e.bench = bench{of, study.NewBenchOf(problem, p.Table, p.Split, p.BlackBox.Classifier, m.Seed, h)}
		return e.bench.Bench, nil
	}
	b, err := study.NewBench(problem, p.Table, p.Table.Split(m.Seed, p.Plain), m.Seed, h)
	if err == nil {
		e.bench = bench{of, b}
	}
	return b, err
}

func settingOf(m wire.Evaluate, p study.Problem) study.Setting {
	s := study.Setting{Method: m.Method, Learned: -1, Knowledge: m.Knowledge, Labels: m.Labels,
		Train: m.Train.Alone(), Base: m.Train.Alone(), Round: m.Round.Alone(), CEM: cf.NewCEMConfig(m.CEM)}
	if len(p.Constraints) > 0 {
		s.Learned, s.Hard = 0, causal.Hard(p.Constraints[0].Rules)
		if m.Known {
			s.Nodes = mechanisms(p.Truth, p.Constraints[0].Rules)
		}
	}
	return s
}

// mechanisms are those that a model has for the effects of rules.
func mechanisms(truth *causal.SCM, rules []causal.Rule) (nodes []causal.Node) {
	for _, r := range rules {
		if r.Kind != causal.IfRisesThenRises || slices.ContainsFunc(nodes, func(n causal.Node) bool { return n.Feature == r.Other }) {
			continue
		}
		for _, n := range truth.Nodes() {
			if n.Feature == r.Other {
				nodes = append(nodes, n)
			}
		}
	}
	return nodes
}

// notEvaluated says in words why an experiment ended.
func notEvaluated(err error) error {
	switch {
	case errors.Is(err, errCanceled):
		return err
	case errors.Is(err, nn.ErrDiverged):
		return refuse(wire.CodeNumeric, "A training broke down: its loss is not a finite number. Try a smaller learning rate.")
	}
	return refuse(wire.CodeBadInput, "The experiment cannot be done: %s.", fault.Clause(err))
}
