package project

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
	"causeway/core/sim"
	"causeway/core/study"
)

// bench caches the bench of the last experiment, for experiments with the same inputs.
type bench struct {
	of      model.Experiment
	table   *data.Table
	asked   *BlackBox // nil if each experiment trains its own
	problem *study.Bench
}

// labelCache caches the judge that experiments learned from labels.
type labelCache struct {
	of    []cf.Label
	table *data.Table
	from  *study.Judge
}

// Evaluate prepares an experiment. It returns an error at once if the experiment is invalid.
func (p *Project) Evaluate(x model.Experiment) (func(h study.Host) (*study.Outcome, error), error) {
	if err := p.HasRows(); err != nil {
		return nil, err
	}
	if !x.Own {
		if err := p.Trained(); err != nil {
			return nil, err
		}
	}
	if x.From >= p.Schema.Classes() {
		return nil, p.noClass()
	}
	if _, err := p.Know(x.Knowledge); err != nil {
		return nil, err
	}
	x.Knowledge, _ = p.admitted(x.Knowledge)
	told, err := p.CheckLabels(x.Told)
	if err != nil {
		return nil, err
	}
	problem, err := p.problem(x, told)
	if err != nil {
		return nil, err
	}
	return func(h study.Host) (*study.Outcome, error) {
		var stopped error
		tick := h.Tick
		h.Tick = func() error {
			stopped = tick()
			return stopped
		}
		problem.Judge = p.judgeOf(told)
		b, err := p.benchOf(problem, x, h)
		if err == nil {
			var o *study.Outcome
			if o, err = b.Run(setting(x, problem)); err == nil {
				return o, nil
			}
		}
		switch {
		case stopped != nil:
			return nil, stopped
		case errors.Is(err, nn.ErrDiverged):
			return nil,
				Refuse(Numeric, "A training failed because the loss is not a finite number. Try a smaller learning "+
					"rate.")
		}
		return nil, Refuse(BadInput, "The experiment cannot be run: %s.", fault.Clause(err))
	}, nil
}

// problem collects the rules of an experiment. A single monotone rule is scored as in the paper;
// several rules are scored together and then one by one. Rules about computed effects count in the
// scores of raw proposals. Valid answers are judged after these effects are computed.
func (p *Project) problem(x model.Experiment, told []cf.Label) (out study.Problem, err error) {
	out = study.Problem{Name: p.Name, From: x.From, Follows: x.Knowledge}
	if x.Teach {
		out.Told = told
	}
	rules := x.Knowledge.Free().AllRules(p.Table.Schema)
	if len(rules) > 0 {
		out.Constraints = []study.Constraint{{Rules: rules}}
	}
	for i := range rules {
		if len(rules) > 1 {
			out.Constraints = append(out.Constraints, study.Constraint{Rules: rules[i : i+1]})
		}
	}
	switch x.Truth {
	case "simple-bn":
		out.Truth = sim.SimpleBNSCM()
	case "sangiovese":
		out.Truth, err = sim.SangioveseSCM("")
	}
	if out.Truth != nil && len(p.Schema.Features) <= out.Truth.Nodes()[0].Feature {
		return out, Refuse(BadInput, "The table does not have the features of the causal model %q.", x.Truth)
	}
	return out, err
}

// judgeOf returns the judge for labels. All experiments with the same labels share it.
func (p *Project) judgeOf(labels []cf.Label) *study.Judge {
	if p.judge.table != p.Table || !reflect.DeepEqual(p.judge.of, labels) {
		p.judge = labelCache{labels, p.Table, study.NewJudge(p.Table.Schema, labels)}
	}
	return p.judge.from
}

// benchOf returns the bench of an experiment. It reuses the previous one if the inputs are the
// same.
func (p *Project) benchOf(problem study.Problem, x model.Experiment, h study.Host) (*study.Bench, error) {
	of := bench{of: model.Experiment{Seed: x.Seed, Own: x.Own, From: x.From, Truth: x.Truth, Knowledge: x.Knowledge,
		Told: x.Told, Teach: x.Teach}, table: p.Table}
	if !x.Own {
		of.asked = p.BlackBox
	}
	if b := p.bench; b.table == of.table && b.asked == of.asked && reflect.DeepEqual(b.of, of.of) {
		b.problem.Use(h)
		return b.problem, nil
	}
	before := p.bench
	p.bench = bench{}
	if x.Own {
		b, err := study.NewBench(problem, p.Table, p.Table.Split(x.Seed, p.Plain), x.Seed, h)
		if err != nil {
			return nil, err
		}
		of.problem = b
	} else {
		of.problem = study.NewBenchOf(problem, p.Table, p.Split, p.BlackBox.Differentiable, x.Seed, h)
		if before.table == of.table && before.asked == of.asked {
			of.problem.Inherit(before.problem)
		}
	}
	p.bench = of
	return of.problem, nil
}

func setting(x model.Experiment, p study.Problem) study.Setting {
	s := study.Setting{Method: x.Method, Learned: -1, Knowledge: x.Knowledge.Free(), Labels: x.Labels,
		Train: x.Train.Alone(), Base: x.Train.Alone(), Round: x.Round.Alone(), CEM: cf.NewCEMConfig(x.CEM)}
	if len(p.Constraints) > 0 {
		s.Learned, s.Hard = 0, causal.Hard(p.Constraints[0].Rules)
		if x.Known {
			s.Nodes = mechanisms(p.Truth, p.Constraints[0].Rules)
		}
	}
	return s
}

// mechanisms returns the mechanisms of a model for the effects of rules.
func mechanisms(truth *causal.SCM, rules []causal.Rule) (nodes []causal.Node) {
	for _, r := range rules {
		if r.Kind != causal.IfRisesThenRises || slices.ContainsFunc(nodes,
			func(n causal.Node) bool { return n.Feature == r.Other }) {
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

// Figures returns the figures of an outcome in the form that files store.
func Figures(o *study.Outcome) (list []model.Figure) {
	for _, f := range o.Figures() {
		list = append(list, model.Figure{Key: f.Key, Value: f.Value})
	}
	return list
}
