package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/model"
	"causeway/core/sim"
)

// dataset is one of the paper's, with what an experiment must know of it.
type dataset struct {
	name, title string
	constraints []string // by name; none where there is one alone, the monotone rule
	methods     []string
	load        func(folder string) (*data.Table, error)

	// rules are those of a constraint, with "" the monotone rule.
	rules func(s data.Schema, constraint string) ([]causal.Rule, error)
	truth func() (*causal.SCM, error) // nil where nobody knows it

	// Only rows of this class, predicted so, are explained, as the paper does on
	// Adult; -1 stands for all rows, each towards the other class.
	from   int
	people []string // features that never change in what is shown

	table *data.Table      // of anyone's, where it is none of the above; see readTable
	known causal.Knowledge // of it
}

// tableSeed samples the tables: the seed of a run changes the split, the
// classifier and the generator, and not the table.
const tableSeed = 1

var datasets = []*dataset{
	{name: "simple-bn", title: "Simple-BN", methods: causalMethods, from: -1,
		load:  func(string) (*data.Table, error) { return sim.SimpleBN(sim.SimpleBNRows, tableSeed), nil },
		rules: func(s data.Schema, _ string) ([]causal.Rule, error) { return causal.SimpleBNMonotone(s) },
		truth: func() (*causal.SCM, error) { return sim.SimpleBNSCM(), nil }},
	{name: "sangiovese", title: "Sangiovese", methods: causalMethods, from: -1,
		load:  func(string) (*data.Table, error) { return sim.Sangiovese(sim.SangioveseRows, tableSeed), nil },
		rules: func(s data.Schema, _ string) ([]causal.Rule, error) { return causal.SangioveseMonotone(s) },
		truth: func() (*causal.SCM, error) { return sim.SangioveseSCM("") }},
	{name: "adult", title: "Adult", constraints: []string{"c1", "c2"}, methods: ruleMethods,
		load: readAdult, rules: adultRules, people: []string{"race", "gender"}},
	{name: "census", title: "Synthetic census", constraints: []string{"c1", "c2"}, methods: ruleMethods,
		load:  func(string) (*data.Table, error) { return sim.Census(sim.CensusRows, tableSeed), nil },
		rules: adultRules, people: []string{"race", "gender"}},
}

// The methods of tables with a known causal model, and of others.
var (
	causalMethods = methodNames()
	ruleMethods   = slices.DeleteFunc(methodNames(), func(m string) bool { return model.Method(m).Learns().Mechanisms })
)

func adultRules(s data.Schema, constraint string) ([]causal.Rule, error) {
	if constraint == "c2" {
		return causal.AdultC2(s)
	}
	return causal.AdultC1(s)
}

func readAdult(folder string) (*data.Table, error) {
	path := filepath.Join(folder, "adult", "adult.data")
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, usage("the data file %s cannot be read; -data names the folder that holds adult/adult.data", path)
	}
	f, err := data.Inspect(filepath.Base(path), b)
	if err != nil {
		return nil, usage("%s: %v", path, err)
	}
	plan := f.Preview(nil).Plan
	if plan.Recipe != "adult" {
		return nil, usage("%s is not the UCI Adult data", path)
	}
	t, _, err := f.Import(plan)
	if err != nil {
		return nil, usage("%s: %v", path, err)
	}
	return t, nil
}

// find returns the data set of a name.
func find(name string) (*dataset, error) {
	var names []string
	for _, d := range datasets {
		if d.name == name {
			return d, nil
		}
		names = append(names, d.name)
	}
	return nil, usage("there is no data set %q; -dataset is one of %s", name, strings.Join(names, ", "))
}

// hard are the rules of what is shown to a person: those of the constraint, if
// there is one, and that race and gender stay.
func (d *dataset) hard(s data.Schema, constraint string) ([]causal.Rule, error) {
	var rules []causal.Rule
	if constraint != "" || d.constraints == nil {
		var err error
		if rules, err = d.rules(s, constraint); err != nil {
			return nil, err
		}
	}
	for _, name := range d.people {
		j := s.Index(name)
		if j < 0 {
			return nil, fmt.Errorf("the table has no feature %q", name)
		}
		rules = append(rules, causal.Rule{Kind: causal.Immutable, Feature: j})
	}
	return rules, nil
}

// has reports whether the data set has a constraint of that name.
func (d *dataset) has(constraint string) bool { return slices.Contains(d.constraints, constraint) }
