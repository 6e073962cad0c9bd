package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/fault"
	"causeway/core/metric"
	"causeway/core/model"
	"causeway/core/project"
	"causeway/core/sim"
)

// goalBoxes is the budget of the complete search for a row with a numeric goal.
const goalBoxes = 20_000

// goals holds the figures of one run.
type goals struct {
	there, rows, reachable, held, single, nearest, truly int     // there counts rows that have reached the goal already
	error, r2                                            float64 // errors of the predicted number on the test rows
	cost, changes                                        []float64
	fitted                                               bool // whether the goal is a number
}

// goalIsNumber reports whether the goal is a number rather than the probability of a class.
func (o options) goalIsNumber() bool {
	_, err := o.aim(data.Feature{Cuts: []float64{0}})
	return o.goal != "" && err == nil
}

// aim returns the search for the goal.
func (o options) aim(outcome data.Feature) (document.Search, error) {
	s, text := document.Search{Target: -1, Count: 1, Budget: 400, Clarity: model.Just}, o.goal
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		text += " % higher"
	}
	return s.Aim(text, outcome)
}

// reachGoal prints for how many test rows a way to a goal is found, without rows proved to have none.
// It also prints for how many a change of one feature is enough and, if the true mean is known, for
// how many this mean rises too.
func (o options) reachGoal(out, progress io.Writer, clock func() float64) error {
	d, err := o.named()
	if err != nil {
		return err
	}
	rows := o.rows
	if rows == 0 {
		rows = 200
	}
	fmt.Fprintf(out,
		"%s: the goal is %s, first %d test rows, %s\n\n| Seed | R² | mean error "+
			"| there already | reachable | held, %% | by one feature, %% | proved nearest, %% "+
			"| true mean higher as well, %% | cost "+
			"| changes |\n|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n", o.headlineOf(d), o.goal, rows, o.seeds())
	var held, single []float64
	for run := range o.runs {
		seed, start := o.seed+uint64(run), clock()
		g, err := o.reached(d, seed, rows)
		if err != nil {
			return fmt.Errorf("%s, seed %d: %w", d.name, seed, err)
		}
		fmt.Fprintf(progress, "%s, seed %d: %.1f s\n", d.title, seed, clock()-start)
		share := func(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }
		r2, off, truly := "", "", ""
		if g.fitted {
			r2, off = fmt.Sprintf("%.3f", g.r2), fmt.Sprintf("%.2f", g.error)
		}
		if d.name == "housing" {
			truly = fmt.Sprintf("%.1f", share(g.truly, g.held))
		}
		fmt.Fprintf(out, "| %d | %s | %s | %d | %d of %d | %.1f | %.1f | %.1f | %s | %.2f | %.2f |\n", seed, r2,
			off, g.there,
			g.reachable, g.rows, share(g.held, g.reachable), share(g.single, g.reachable), share(g.nearest, g.held),
			truly,
			metric.Summarize(g.cost).Mean, metric.Summarize(g.changes).Mean)
		held, single = append(held, share(g.held, g.reachable)), append(single, share(g.single, g.reachable))
	}
	_, err = fmt.Fprintf(out, "\nHeld of reachable: %s %%; by one feature %s %%.\n\n", mean(held, 1), mean(single, 1))
	return err
}

// reached trains on one split and searches for ways for the test rows.
func (o options) reached(d *dataset, seed uint64, rows int) (g goals, err error) {
	draw, err := d.tables(o.data, o.headline && d.fresh != nil)
	if err != nil {
		return g, err
	}
	table, _ := draw(seed)
	search, err := o.aim(table.Schema.Outcome)
	if err != nil {
		return g, usage("%s", fault.Sentence(err))
	}
	rules, err := d.rules(table.Schema, "")
	if err != nil {
		return g, err
	}
	p := project.New(d.name, table, seed, false)
	by := model.ClassifierFields.Default()
	by.Seed = seed
	fit := p.FitClassifier(by)
	for range by.Epochs {
		if _, err := fit.Epoch(func() error { return nil }); err != nil {
			return g, err
		}
	}
	if p.BlackBox, err = project.NewBlackBox(fit.Best(), p.Hash); err != nil {
		return g, err
	}
	know := causal.Knowledge{Rules: rules, Orders: d.known.Orders}
	recipe := model.Preset(model.Other, model.Actions, model.Size{Rows: table.Rows(), Train: len(p.Split.Train)})
	recipe.Seed = seed
	taught, lesson, err := p.FitGenerator(recipe, know, nil)
	if err != nil {
		return g, err
	}
	for range recipe.Epochs {
		if _, err := taught.Epoch(func() error { return nil }); err != nil {
			return g, err
		}
	}
	gen, err := p.NewGenerator(taught.Best(), lesson)
	if err != nil {
		return g, err
	}
	p.Use(gen)
	if g.fitted = !search.Goal.OfChance(); g.fitted {
		g.fits(&p)
	}
	for _, i := range p.Split.Test[:min(rows, len(p.Split.Test))] {
		row := p.Table.Row(i, nil)
		view, _, band, err := p.Toward(row, search)
		if err != nil {
			return g, err
		}
		if view.Ask(row)[0].Class == band {
			g.there++
			continue
		}
		q := project.Query{Search: search, Boxes: goalBoxes, Knowledge: know}
		x, err := p.Explain(row, q, func() error { return nil })
		if err != nil {
			return g, err
		}
		g.rows++
		if x.None {
			continue
		}
		g.reachable++
		g.count(&p, view, band, search, row, x, rules)
	}
	return g, nil
}

// count adds a row that may have a way. view predicts the bands of the goal.
func (g *goals) count(p, view *project.Project, band int, s document.Search, row []float64, x document.Explained,
	rules []causal.Rule) {
	reaches := func(to []float64) bool {
		return view.Ask(to)[0].Class == band && causal.AllHold(p.Seen, rules, row, to)
	}
	if slices.ContainsFunc(singles(p.Seen, row), reaches) {
		g.single++
	}
	if len(x.Rows) == 0 || !reaches(x.Rows[0].Row) {
		return
	}
	c := x.Rows[0]
	g.held++
	g.cost, g.changes = append(g.cost, c.Cost), append(g.changes, float64(c.Changed))
	if x.Nearest {
		g.nearest++
	}
	if len(row) == 5 && s.Goal == document.HigherBy &&
		sim.HousingValue(c.Row) >= sim.HousingValue(row)*(1+s.From/100) {
		g.truly++
	}
}

// singleValues is the number of values tried for a number that changes alone.
const singleValues = 101

// singles returns rows that differ from a given one in a single feature.
func singles(s data.Schema, row []float64) (rows [][]float64) {
	for j, f := range s.Features {
		n := len(f.Levels)
		if n == 0 {
			n = singleValues
		}
		for k := range n {
			to := slices.Clone(row)
			if to[j] = float64(k); f.Kind.Numeric() {
				to[j] = f.Round(f.Min + (f.Max-f.Min)*float64(k)/(singleValues-1))
			}
			if to[j] != row[j] {
				rows = append(rows, to)
			}
		}
	}
	return rows
}

// fits measures the errors of the predicted number on the test rows.
func (g *goals) fits(p *project.Project) {
	rows, sum := [][]float64{}, 0.0
	for _, i := range p.Split.Test {
		rows, sum = append(rows, p.Table.Row(i, nil)), sum+p.Table.Numbers[i]
	}
	said, _ := p.Number(rows...)
	n, left, all := float64(len(rows)), 0.0, 0.0
	for k, i := range p.Split.Test {
		v := p.Table.Numbers[i]
		left, all = left+(v-said[k])*(v-said[k]), all+(v-sum/n)*(v-sum/n)
		g.error += math.Abs(v-said[k]) / n
	}
	g.r2 = 1 - left/all
}
