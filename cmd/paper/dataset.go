package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/model"
	"causeway/core/sim"
)

// dataset is a data set, with everything that an experiment needs to know about it.
type dataset struct {
	name, title string
	constraints []string // constraints by name; nil if the monotone rule is the only one
	methods     []string
	load        func(folder string) (*data.Table, error)

	// fresh returns, for each seed, data on which no setting was chosen. It may be nil.
	fresh func(folder string) (sampled, error)

	// rules returns the rules of a constraint; "" means the monotone rule.
	rules func(s data.Schema, constraint string) ([]causal.Rule, error)
	truth func() (*causal.SCM, error) // nil if unknown

	// states says whether features are acted on or follow. Features that it does not name are acted
	// on. For a person's own table it comes from the graph file.
	states map[string]causal.State

	// world returns the true mechanisms of the rows of a table drawn by the seed. It is nil if
	// truth applies to all rows.
	world func(t *data.Table, seed uint64) (func(row int) *causal.SCM, error)

	// Only rows with this predicted class are explained, as in the paper on Adult. -1 means all
	// rows, each towards the other class.
	from   int
	people []string // features that never change in shown answers

	size model.Size // size of a table without its own settings

	table *data.Table      // a person's own table, see readTable
	known causal.Knowledge // graph and rules for that table
}

// streamFresh is the random stream that draws the rows of adult.test, derived from a run's seed.
const streamFresh = 110

// sampled is a table with its split for a seed.
type sampled func(seed uint64) (*data.Table, data.Split)

// tables returns the tables to explain. With headline, they were not used to choose settings.
func (d *dataset) tables(folder string, headline bool) (sampled, error) {
	if headline {
		return d.fresh(folder)
	}
	return d.usual(folder)
}

// tableSeed is the seed of sampled tables. The seed of a run changes the split, the classifier and
// the generator, but not the table. Tables drawn anew for each run use seeds from freshSeed on.
const (
	tableSeed = 1
	freshSeed = 1_000_000
)

var datasets = []*dataset{
	{name: "simple-bn", title: "Simple-BN", methods: causalMethods, from: -1,
		load:   func(string) (*data.Table, error) { return sim.SimpleBN(sim.SimpleBNRows, tableSeed), nil },
		fresh:  drawn(func(seed uint64) *data.Table { return sim.SimpleBN(sim.SimpleBNRows, seed) }),
		rules:  func(s data.Schema, _ string) ([]causal.Rule, error) { return causal.SimpleBNMonotone(s) },
		truth:  func() (*causal.SCM, error) { return sim.SimpleBNSCM(), nil },
		states: map[string]causal.State{"x3": causal.Following}},
	{name: "sangiovese", title: "Sangiovese", methods: causalMethods, from: -1,
		load:   func(string) (*data.Table, error) { return sim.Sangiovese(sim.SangioveseRows, tableSeed), nil },
		fresh:  drawn(func(seed uint64) *data.Table { return sim.Sangiovese(sim.SangioveseRows, seed) }),
		rules:  func(s data.Schema, _ string) ([]causal.Rule, error) { return causal.SangioveseMonotone(s) },
		truth:  func() (*causal.SCM, error) { return sim.SangioveseSCM("") },
		states: sangioveseStates, world: treated},
	{name: "adult", title: "Adult", constraints: []string{"c1", "c2"}, methods: ruleMethods,
		load: readAdult, fresh: freshAdult, rules: adultRules, people: []string{"race", "gender"}},
	{name: "census", title: "Synthetic census", constraints: []string{"c1", "c2"}, methods: ruleMethods,
		load:  func(string) (*data.Table, error) { return sim.Census(sim.CensusRows, tableSeed), nil },
		fresh: drawn(func(seed uint64) *data.Table { return sim.Census(sim.CensusRows, seed) }),
		rules: adultRules, people: []string{"race", "gender"}},
	hiring("hiring-fair", 0), hiring("hiring-biased", 1),
	{name: "housing", title: "housing", methods: unruledMethods, from: -1,
		size:  model.Size{Rows: sim.HousingRows, Train: sim.HousingRows * 8 / 10},
		load:  func(string) (*data.Table, error) { return sim.Housing(sim.HousingRows, tableSeed), nil },
		fresh: drawn(func(seed uint64) *data.Table { return sim.Housing(sim.HousingRows, seed) }),
		rules: housingRules},
}

// housingRules returns rules that fix a district's location and let the age of its houses only
// rise.
func housingRules(s data.Schema, _ string) ([]causal.Rule, error) {
	return []causal.Rule{{Kind: causal.Immutable, Feature: s.Index("coast")}, {Kind: causal.OnlyIncrease,
		Feature: s.Index("age")}}, nil
}

// hiring returns a table whose two groups differ only by a known bias.
func hiring(name string, bias float64) *dataset {
	table := func(seed uint64) *data.Table { return sim.Hiring(sim.HiringRows, seed, bias) }
	return &dataset{name: name, title: name, methods: unruledMethods, from: -1,
		size: model.Size{Rows: sim.HiringRows, Train: sim.HiringRows * 8 / 10},
		load: func(string) (*data.Table, error) { return table(tableSeed), nil }, fresh: drawn(table), rules: noRules,
		truth:  func() (*causal.SCM, error) { return sim.HiringSCM(), nil },
		states: map[string]causal.State{"score": causal.Following},
		people: []string{"group"}}
}

// The methods of tables with a known causal model, and of others.
var (
	causalMethods  = methodNames()
	unruledMethods = slices.DeleteFunc(methodNames(), func(m string) bool { // methods that do not learn rules
		return model.Method(m).FromLabels() || model.Method(m) == model.ModelApprox
	})
	ruleMethods = slices.DeleteFunc(methodNames(), func(m string) bool { return model.Method(m).Learns().Mechanisms })
)

func noRules(data.Schema, string) ([]causal.Rule, error) { return nil, nil }

func adultRules(s data.Schema, constraint string) ([]causal.Rule, error) {
	if constraint == "c2" {
		return causal.AdultC2(s)
	}
	return causal.AdultC1(s)
}

// drawn returns a function that draws a table for each seed.
func drawn(table func(seed uint64) *data.Table) func(string) (sampled, error) {
	return func(string) (sampled, error) {
		return func(seed uint64) (*data.Table, data.Split) {
			t := table(freshSeed + seed)
			return t, data.NewSplit(t.Outcome, seed)
		}, nil
	}
}

// usual returns a function that gives the same table for all seeds.
func (d *dataset) usual(folder string) (sampled, error) {
	t, err := d.load(folder)
	if err != nil {
		return nil, err
	}
	return func(seed uint64) (*data.Table, data.Split) { return t, data.NewSplit(t.Outcome, seed) }, nil
}

// freshAdult trains on adult.data as readAdult does, with the same split, and replaces the test rows
// with the same number of rows from adult.test, drawn by the seed.
func freshAdult(folder string) (sampled, error) {
	own, err := readAdultFile(folder, "adult.data")
	if err != nil {
		return nil, err
	}
	other, err := readAdultFile(folder, "adult.test")
	if err != nil {
		return nil, err
	}
	both, err := joined(own, other)
	if err != nil {
		return nil, err
	}
	return func(seed uint64) (*data.Table, data.Split) {
		split := data.NewSplit(own.Outcome, seed)
		rows := make([]int, other.Rows())
		kernel.NewKey(seed).Sub(streamFresh).Perm(rows)
		split.Test = rows[:min(len(split.Test), len(rows))]
		for i := range split.Test {
			split.Test[i] += own.Rows()
		}
		slices.Sort(split.Test)
		return both, split
	}, nil
}

// joined returns the rows of two tables with the same columns.
func joined(a, b *data.Table) (*data.Table, error) {
	t := &data.Table{Schema: a.Schema, Outcome: slices.Concat(a.Outcome, b.Outcome)}
	for j, f := range a.Schema.Features {
		if g := b.Schema.Features[j]; g.Name != f.Name || !slices.Equal(g.Levels, f.Levels) {
			return nil, fmt.Errorf("adult.data and adult.test have different columns %q", f.Name)
		}
		t.Cols = append(t.Cols, slices.Concat(a.Cols[j], b.Cols[j]))
	}
	return t, t.Check()
}

func readAdult(folder string) (*data.Table, error) { return readAdultFile(folder, "adult.data") }

func readAdultFile(folder, name string) (*data.Table, error) {
	path := filepath.Join(folder, "adult", name)
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, usage("the data file %s cannot be read; -data names the folder that holds adult/%s", path, name)
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

// find returns the data set with a name.
func find(name string) (*dataset, error) {
	var names []string
	for _, d := range datasets {
		if d.name == name {
			return d, nil
		}
		names = append(names, d.name)
	}
	return nil, usage("no data set is called %q; -dataset is one of %s", name, strings.Join(names, ", "))
}

// hard returns the rules for answers shown to a person: those of the constraint, if any, and that
// race and gender do not change.
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

// has reports whether the data set has a constraint with that name.
func (d *dataset) has(constraint string) bool { return slices.Contains(d.constraints, constraint) }
