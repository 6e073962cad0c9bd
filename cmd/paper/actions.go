package main

import (
	"fmt"
	"io"
	"math"
	"strings"

	many "causeway/core/batch"
	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/kernel"
	"causeway/core/project"
	"causeway/core/recourse"
	"causeway/core/study"
)

const (
	maxActions    = 10
	refusedRows   = 1_000 // training rows for which actions are chosen; the page uses at most this many
	randomActions = 1_000 // number of random choices for comparison

	streamRefused       = 111 // random stream for drawing the rows, derived from a run's seed
	streamRandomActions = 112
)

// The compared choices, and the question for each.
var (
	choices = []string{"chosen", "greedy, same candidates", "best single action", "greedy, random candidates", "random",
		"all candidates"}
	groups = []string{"training rows", "other rows"}
)

// reach prints how many rows outside the second class a few actions bring into it: the
// page's choice, made from counterfactuals of some of the rows, compared with greedy
// choices, the best single action, and random actions. They are chosen on training rows and
// also tried on as many test rows. Fixed features do not change.
func (o options) reach(out, progress io.Writer, clock func() float64) error {
	d, err := o.named()
	if err != nil {
		return err
	}
	shares := make([][2][]float64, len(choices))
	var each []float64 // share of training rows with a separate change
	var first []string
	err = o.benches(d, clock, func(b *bench, start float64) error {
		found, single, words, err := o.choose(b, d)
		if err != nil {
			return fmt.Errorf("%s, seed %d: %w", d.name, b.Seed, err)
		}
		each = append(each, 100*single)
		if first == nil {
			first = words
		}
		for i, of := range found {
			for g := range groups {
				shares[i][g] = append(shares[i][g], 100*of[g])
			}
		}
		fmt.Fprintf(progress, "%s, seed %d: %.1f s\n", d.title, b.Seed, clock()-start)
		return nil
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %d actions, share of rows that they bring to the class, in %%, %s\n\n", o.headlineOf(d),
		o.actions, o.seeds())
	fmt.Fprintf(out, "| Actions | %s |\n|---|--:|--:|\n", strings.Join(groups, " | "))
	for i, name := range choices {
		fmt.Fprintf(out, "| %s | %s | %s |\n", name, mean(shares[i][0], 1), mean(shares[i][1], 1))
	}
	fmt.Fprintf(out, "| a separate change for each row | %s | |\n", mean(each, 1))
	_, err = fmt.Fprintf(out, "\nWith seed %d: %s\n", o.seed, strings.Join(first, "; "))
	return err
}

// choose returns the shares of training rows and of test rows that each choice reaches. each is the
// share of training rows for which a search finds a separate change, and words describes the page's
// actions.
func (o options) choose(b *bench, d *dataset) (shares [][2]float64, each float64, words []string, err error) {
	s := b.Table.Schema
	what, gen, err := o.rivalGenerator(b, d)
	if err != nil {
		return nil, 0, nil, err
	}
	p := project.Of(s, b.BlackBox, gen)
	q := project.Query{Search: document.Search{Target: 1, Count: 3, Budget: 400, Seed: b.Seed}, Boxes: many.Boxes,
		Knowledge: causal.Knowledge{Rules: what.Hard}}
	rows, other := refused(b, p, b.Split.Train), refused(b, p, b.Split.Test)
	if len(rows) == 0 || len(other) == 0 {
		return nil, 0, nil, fmt.Errorf("the model already predicts %s for every row", s.Outcome.Levels[q.Target])
	}
	search, err := p.Many(q)
	if err != nil {
		return nil, 0, nil, err
	}
	never := func() error { return nil }
	found, err := search.All(rows, never)
	if err != nil {
		return nil, 0, nil, err
	}
	var of []int
	var answers [][]float64
	for depth := range q.Count {
		for i, f := range found {
			if depth < len(f.Rows) && len(of) < refusedRows {
				of, answers = append(of, i), append(answers, f.Rows[depth].Row)
			}
		}
	}
	for _, f := range found {
		if len(f.Rows) > 0 {
			each += 1 / float64(len(rows))
		}
	}
	quiet := func(float64) error { return nil }
	own, err := p.Actions(q, rows, of, answers, o.actions, quiet)
	if err != nil {
		return nil, 0, nil, err
	}
	var chosen []recourse.Action
	for _, a := range own.List {
		chosen, words = append(chosen, a.Action), append(words, say(s, a.Action))
	}
	all, err := p.Candidates(q, rows, of, answers)
	if err != nil {
		return nil, 0, nil, err
	}
	follows := causal.Follows(s, what.Hard)
	random := drawActions(s, func(j int) bool { return follows[j] || fixed(what.Hard, j) }, b.Key(streamRandomActions))
	pick := func(list []recourse.Action, by func([][]float64) []int) (some []recourse.Action, err error) {
		costs, err := p.Reach(q, list, rows, quiet)
		if err != nil {
			return nil, err
		}
		for _, a := range by(costs) {
			some = append(some, list[a])
		}
		return some, nil
	}
	greedy := func(costs [][]float64) []int { return recourse.Greedy(costs, o.actions) }
	same, err := pick(all, greedy)
	if err != nil {
		return nil, 0, nil, err
	}
	single, err := pick(all, func(costs [][]float64) []int { return recourse.Greedy(costs, 1) })
	if err != nil {
		return nil, 0, nil, err
	}
	drawn, err := pick(random, greedy)
	if err != nil {
		return nil, 0, nil, err
	}
	for _, list := range [][]recourse.Action{chosen, same, single, drawn, random[:min(o.actions, len(random))], all} {
		var share [2]float64
		for g, group := range [][][]float64{rows, other} {
			costs, err := p.Reach(q, list, group, quiet)
			if err != nil {
				return nil, 0, nil, err
			}
			places := make([]int, len(list))
			for i := range places {
				places[i] = i
			}
			share[g] = float64(recourse.Reached(costs, places)) / float64(len(group))
		}
		shares = append(shares, share)
	}
	return shares, each, words, nil
}

// refused returns some rows of a part that the black box does not assign to the second class.
func refused(b *bench, p *project.Project, part []int) (rows [][]float64) {
	order := make([]int, len(part))
	b.Key(streamRefused).Perm(order)
	for _, i := range order {
		if row := b.Table.Row(part[i], nil); p.Ask(row)[0].Class != 1 {
			if rows = append(rows, row); len(rows) == refusedRows {
				break
			}
		}
	}
	return rows
}

// fixed reports whether a rule says that a feature never changes.
func fixed(rules []causal.Rule, j int) bool {
	for _, r := range rules {
		if r.Kind == causal.Immutable && r.Feature == j {
			return true
		}
	}
	return false
}

// drawActions draws actions on one to three features, each moved by up to its whole range or
// to any level.
func drawActions(s data.Schema, stays func(j int) bool, key kernel.Key) (list []recourse.Action) {
	var free []int
	for j := range s.Features {
		if !stays(j) {
			free = append(free, j)
		}
	}
	if len(free) == 0 {
		return nil
	}
	for n := range randomActions {
		draw := key.Sub(uint64(n))
		order := make([]int, len(free))
		draw.Sub(1).Perm(order)
		change := make([]bool, len(s.Features))
		for _, i := range order[:min(1+draw.Intn(0, 3), len(free))] {
			change[free[i]] = true
		}
		var a recourse.Action
		for j, f := range s.Features {
			switch i := uint32(j + 1); {
			case !change[j]:
			case f.Kind.Numeric():
				a = append(a, recourse.Move{Feature: j,
					By: f.Round((2*float64(draw.Uniform1(i)) - 1) * (f.Max - f.Min))})
			default:
				a = append(a, recourse.Move{Feature: j, To: draw.Intn(i, len(f.Levels))})
			}
		}
		list = append(list, a)
	}
	return list
}

// say writes an action in words.
func say(s data.Schema, a recourse.Action) string {
	var parts []string
	for _, m := range a {
		f := s.Features[m.Feature]
		switch {
		case !f.Kind.Numeric():
			parts = append(parts, f.Name+" to "+f.Format(float64(m.To)))
		case m.By < 0:
			parts = append(parts, f.Name+" less by "+f.Format(math.Abs(m.By)))
		default:
			parts = append(parts, f.Name+" more by "+f.Format(m.By))
		}
	}
	return strings.Join(parts, ", ")
}

// checkActions returns an error if actions cannot be chosen.
func (o options) checkActions() error {
	switch {
	case o.actions < 0 || o.actions > maxActions:
		return usage("-actions is between 1 and %d", maxActions)
	case o.actions == 0 && o.steadyRows == 0 && len(o.fixed) > 0:
		return usage("-fixed is for -actions and -steady")
	case o.actions == 0:
		return nil
	case o.steadyRows > 0:
		return usage("-actions and -steady exclude each other")
	}
	return o.alone("-actions")
}

// alone reports flags that cannot be combined with a separate study.
func (o options) alone(study string) error {
	switch {
	case o.method != "" || o.search > 0 || o.json || o.compared || o.all || o.labelsCurve || o.timeCurve:
		return usage("%s cannot be combined with -method, -search, -json, -compare, -all or a curve", study)
	case o.out != "" && o.actions+o.steadyRows > 0:
		return usage("-actions and -steady take no -out")
	case o.dataset == digitsName:
		return usage("%s is for tables", study)
	}
	return nil
}

// rivalGenerator returns the rival's setting with the fixed features locked, and its generator.
func (o options) rivalGenerator(b *bench, d *dataset) (study.Setting, *cf.Generator, error) {
	s := b.Table.Schema
	what, err := o.applyTo(d, rival, o.constraint).study(s)
	if err != nil {
		return what, nil, err
	}
	for _, name := range o.fixed {
		j := s.Index(name)
		if j < 0 {
			return what, nil, usage("-fixed: the table has no feature %q", name)
		}
		what.Hard = append(what.Hard, causal.Rule{Kind: causal.Immutable, Feature: j})
	}
	m, err := b.Method(what)
	if err != nil {
		return what, nil, err
	}
	gen, err := b.Fit(m, what.Train)
	return what, gen, err
}
