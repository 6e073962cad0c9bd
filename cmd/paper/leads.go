package main

import (
	"fmt"
	"io"
	"path/filepath"

	"causeway/core/model"
)

// askedLeads lists the leads of the curve of distance against survival.
var askedLeads = []float64{0, 0.1, 0.2, 0.4, 0.6, 0.8}

// checkLeads returns an error if the curve cannot be drawn.
func (o options) checkLeads() error {
	switch {
	case !o.leadCurve:
		return nil
	case o.lead != 0:
		return usage("-lead-curve chooses its leads, so it takes no -lead")
	case o.search > 0 || o.json || o.compared || o.all || o.labelsCurve || o.timeCurve || o.actions+o.steadyRows > 0:
		return usage("-lead-curve takes no -search, -json, -compare, -all, -actions, -steady or other curve")
	case o.dataset == digitsName:
		return usage("-lead-curve is for tables")
	}
	return o.checkSeveral("-lead-curve")
}

// leads prints, for each lead and method, the share of answers that hold, the distance of the
// actions, and how many answers survive when the classifier is retrained.
func (o options) leads(out, progress io.Writer, clock func() float64) error {
	d, err := o.named()
	if err != nil {
		return err
	}
	methods := d.methods
	if o.method != "" {
		methods = []string{o.method}
	}
	lines := make([][]beside, len(methods))
	for i := range lines {
		lines[i] = make([]beside, len(askedLeads))
	}
	far, reachable := map[[2]int][]float64{}, make([][]float64, len(askedLeads))
	err = o.benches(d, clock, func(b *bench, start float64) error {
		for k, lead := range askedLeads {
			asked := o
			asked.lead = lead
			if o.out != "" {
				asked.out = filepath.Join(o.out, fmt.Sprintf("lead-%g", lead))
			}
			for i, m := range methods {
				what, err := asked.applyTo(d, m, o.constraint).study(b.Table.Schema)
				if err != nil {
					return err
				}
				a, err := asked.answered(b, d, m, what)
				if err != nil {
					return fmt.Errorf("%s, %s, seed %d, lead %g: %w", d.name, m, b.Seed, lead, err)
				}
				lines[i][k].add(a, a)
				if v := a.Causal.Answers.Distance; v != nil {
					far[[2]int{i, k}] = append(far[[2]int{i, k}], *v)
				}
				if i == 0 {
					reachable[k] = append(reachable[k], 100*a.Causal.Reachable)
				}
			}
		}
		fmt.Fprintf(progress, "%s, seed %d: %.1f s\n", d.title, b.Seed, clock()-start)
		return nil
	})
	if err != nil {
		return err
	}
	out, done, err := o.also(out, "leads.md")
	if err != nil {
		return err
	}
	defer done()
	fmt.Fprintf(out, "%s: for held answers, distance of the actions against survival under retrained classifiers, "+
		"%s\n\n", o.headlineOf(d), o.seeds())
	fmt.Fprint(out, "| Method | Required lead | Reachable, % | Held, % | Distance | Survive, % "+
		"|\n|---|--:|--:|--:|--:|--:|\n")
	for i, m := range methods {
		for k, lead := range askedLeads {
			fmt.Fprintf(out, "| %s | %g | %s | %s | %s | %s |\n", model.Method(m).Title(), lead, mean(reachable[k], 1),
				mean(lines[i][k].held, 1), mean(far[[2]int{i, k}], 2), mean(lines[i][k].survive, 1))
		}
	}
	_, err = fmt.Fprintln(out)
	return err
}
