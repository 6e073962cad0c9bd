package main

import (
	"fmt"
	"slices"

	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/data"
	"causeway/core/model"
	"causeway/core/study"
)

// setting is one experiment without its seed.
type setting struct {
	data               *dataset
	method, constraint string
	labels             int  // number of labels for the Example-based method
	random             bool // whether its queries are chosen at random
	literal            bool // whether it has the paper's settings
	letter             cf.Letter
	lead               float64
	given              given
}

// methodNames lists the available methods.
func methodNames() (list []string) {
	for _, m := range model.Methods() {
		if string(m) != lineMethod {
			list = append(list, string(m))
		}
	}
	return append(list, lineMethod)
}

// bench holds the bench of a data set for a seed. Only one goroutine may use it.
type bench struct {
	*study.Bench
	set     *dataset
	reached [][2]float64 // see reach; set on first use
}

// newBench makes the bench of a seed, with a split of the table; clock is the time in
// seconds.
func newBench(set *dataset, t *data.Table, split data.Split, seed uint64, clock func() float64) (*bench, error) {
	p, err := set.problem(t.Schema)
	if err != nil {
		return nil, err
	}
	if p.World, err = set.judgedBy(t, seed); err != nil {
		return nil, err
	}
	b, err := study.NewBench(p, t, split, seed, study.Quiet(clock))
	return &bench{Bench: b, set: set}, err
}

// benches yields the bench of each seed of the command line in turn, with its starting
// time.
func (o options) benches(d *dataset, clock func() float64, each func(b *bench, start float64) error) error {
	of, err := d.tables(o.data, o.headline)
	if err != nil {
		return err
	}
	for r := range o.runs {
		seed, start := o.seed+uint64(r), clock()
		t, split := of(seed)
		b, err := newBench(d, t, split, seed, clock)
		if err != nil {
			return err
		}
		b.Few(o.rows)
		if err := each(b, start); err != nil {
			return err
		}
		b.Drop()
	}
	return nil
}

// outcome is the record of an experiment with the rows behind it.
type outcome struct {
	record
	setting
	bench *bench
	study *study.Outcome
	made  study.Made
	shown study.Gallery
	proof proof
}

// experiment runs a setting on a bench. It is a pure function of both, except for the
// times in the record.
func (b *bench) experiment(s setting) (*outcome, error) {
	what, err := s.study(b.Table.Schema)
	if err != nil {
		return nil, err
	}
	run, err := b.Run(what)
	if err != nil {
		return nil, err
	}
	o := &outcome{record: newRecord(s, b.Seed, run.Record), setting: s, bench: b, study: run, made: run.Made,
		shown: run.Gallery}
	if s.labels < 0 {
		o.Labels = &run.Made.Labels
	}
	if o.Bound, err = b.bound(s); err != nil {
		return nil, err
	}
	o.proof, err = b.prove()
	return o, err
}

// problem returns the data set in the form that core/study takes.
func (d *dataset) problem(s data.Schema) (study.Problem, error) {
	p := study.Problem{Name: d.name, From: d.from}
	names := d.constraints
	if names == nil {
		names = []string{""}
	}
	for _, name := range names {
		rules, err := d.rules(s, name)
		if err != nil {
			return p, err
		}
		p.Constraints = append(p.Constraints, study.Constraint{Name: name, Rules: rules})
	}
	if d.truth == nil {
		return p, nil
	}
	var err error
	p.Truth, err = d.truth()
	return p, err
}

// paperLabels is the paper's number of labels.
const paperLabels = 100

// study returns the setting in the form that core/study takes.
func (s setting) study(schema data.Schema) (study.Setting, error) {
	name := s.data.name
	out := study.Setting{Method: model.Method(s.method), Labels: s.labels, Random: s.random, Letter: s.letter,
		Learned: slices.Index(s.data.constraints, s.constraint), Lead: s.lead}
	if s.data.constraints == nil {
		out.Learned = 0
	}
	out.Train = s.given.recipe(name, out.Method)
	out.Base, out.Round = out.Train, s.given.round(name)
	out.CEM = cf.NewCEMConfig(model.ContrastPreset(model.Kind(name)))
	if s.literal {
		out.Train = s.given.literal(name, s.constraint, out.Method)
		out.Base, out.Round, out.CEM = out.Train, out.Train, literalContrast(name)
	}
	if size := s.data.size; size.Rows > 0 {
		out.Train = s.given.presetFor(model.Preset(model.Other, out.Method, size), out.Method)
		out.Base, out.Round = out.Train, s.given.in(model.Round(model.Other, size))
		out.CEM = cf.NewCEMConfig(model.ContrastPreset(model.Other))
	}
	if s.data.table != nil {
		out.Knowledge, out.Hard = s.data.known, causal.Hard(s.data.known.AllRules(schema))
		return out, nil
	}
	var err error
	if out.Hard, err = s.data.hard(schema, s.constraint); err != nil || out.Learned < 0 {
		return out, err
	}
	if out.Knowledge.Rules, err = s.data.rules(schema, s.constraint); err != nil {
		return out, err
	}
	if out.Told, err = s.data.follow(schema, &out.Knowledge); err != nil || !out.Method.Learns().Mechanisms {
		return out, err
	}
	truth, err := s.data.truth()
	if err != nil {
		return out, err
	}
	if len(out.Knowledge.Rules) == 0 {
		out.Nodes = truth.Nodes()
		return out, nil
	}
	n, ok := truth.Node(out.Knowledge.Rules[0].Other) // the effect of the monotone rule
	if !ok {
		return out, fmt.Errorf("%s: the effect of the first rule has no mechanism", name)
	}
	out.Nodes = []causal.Node{n}
	return out, nil
}
