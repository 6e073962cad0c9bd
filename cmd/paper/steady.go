package main

import (
	"fmt"
	"io"

	"causeway/core/document"
	"causeway/core/kernel"
	"causeway/core/metric"
	"causeway/core/model"
	"causeway/core/nn"
	"causeway/core/project"
)

const (
	maxSteady = 10_000

	steadyBudget = 400   // number of samples of a search, as on the page
	steadyBoxes  = 2_000 // number of boxes of the complete search for a plain answer
	streamSteady = 113   // random stream for the samples of a row, derived from a run's seed
)

// steadied holds the figures of one run.
type steadied struct {
	rows, plain, held int        // rows searched, with a plain answer, and with a steady one
	robust            [2]float64 // robustness of all plain answers and of the steady ones, see metric.Robust
	distance, changes [2]float64 // means over rows with both answers; distances in MADs and changed levels
}

// steady prints how many answers that must hold after retraining do so under ten classifiers that the
// search never saw. It also prints how much farther they are than the plain answers for the same rows.
func (o options) steady(out, progress io.Writer, clock func() float64) error {
	d, err := o.named()
	if err != nil {
		return err
	}
	var answered, plain, asked, near, far []float64
	fmt.Fprintf(out, "%s: answers required to hold after retraining, first %d rows, %s\n\n", o.headlineOf(d),
		o.steadyRows,
		o.seeds())
	fmt.Fprint(out, "| Seed | rows with a plain answer | with a steady one | plain ones hold, % | steady "+
		"ones hold, % | distance, plain | steady | quotient | changes, plain | steady "+
		"|\n|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	err = o.benches(d, clock, func(b *bench, start float64) error {
		s, err := o.steadied(b, d)
		if err != nil {
			return fmt.Errorf("%s, seed %d: %w", d.name, b.Seed, err)
		}
		fmt.Fprintf(progress, "%s, seed %d: %.1f s\n", d.title, b.Seed, clock()-start)
		if s.held == 0 {
			fmt.Fprintf(out, "| %d | %d of %d | 0 | | | | | | | |\n", b.Seed, s.plain, s.rows)
			return nil
		}
		fmt.Fprintf(out, "| %d | %d of %d | %d | %.1f | %.1f | %.2f | %.2f | %.2f | %.2f | %.2f |\n", b.Seed, s.plain,
			s.rows, s.held,
			100*s.robust[0], 100*s.robust[1], s.distance[0], s.distance[1], s.distance[1]/s.distance[0], s.changes[0],
			s.changes[1])
		answered, plain = append(answered, 100*float64(s.held)/float64(s.plain)), append(plain, 100*s.robust[0])
		asked, near, far = append(asked, 100*s.robust[1]), append(near, s.distance[0]), append(far, s.distance[1])
		return nil
	})
	if err != nil {
		return err
	}
	if len(far) == 0 {
		_, err = fmt.Fprint(out, "\nNo row has a steady answer.\n\n")
		return err
	}
	_, err = fmt.Fprintf(out,
		"\n%s %% of the rows with a plain answer have a steady one. %s %% of the plain answers hold, "+
			"and %s %% of the steady ones. Their mean distance is %.2f times that of the plain ones for the "+
			"same rows: %s and %s.\n\n",
		mean(answered, 1), mean(plain, 1), mean(asked, 1), metric.Summarize(far).Mean/metric.Summarize(near).Mean,
		mean(far, 2), mean(near, 2))
	return err
}

// steadied searches the first test rows as the page does, once for plain and once for
// steady answers.
func (o options) steadied(b *bench, d *dataset) (steadied, error) {
	what, gen, err := o.rivalGenerator(b, d)
	if err != nil {
		return steadied{}, err
	}
	judges, err := b.Retrained()
	if err != nil {
		return steadied{}, err
	}
	by := model.ClassifierFields.Default()
	by.Seed = b.Seed
	p := &project.Project{Schema: b.Table.Schema, Seen: b.Table.Schema, Table: b.Table, Split: b.Split,
		BlackBox: &project.BlackBox{Differentiable: b.BlackBox}, Gen: &project.Generator{Generator: gen}}
	var rows [2][][]float64
	var targets [2][]int
	out := steadied{rows: min(o.steadyRows, len(b.Test.Rows))}
	for i, row := range b.Test.Factual[:out.rows] {
		q := project.Query{Search: document.Search{Target: b.Test.Target[i], Count: 3, Budget: steadyBudget,
			Seed: uint64(kernel.NewKey(b.Seed).Sub(streamSteady).Sub(uint64(i)).A)}, Boxes: steadyBoxes}
		q.Knowledge.Rules = what.Hard
		var far, changed [2]float64
		for k := range rows {
			if k == 1 {
				q.Steady, q.Again, q.Tell = true, by, func(float64) {}
			}
			search, err := p.Search(row, q)
			if err != nil {
				return out, err
			}
			found, err := search(func() error { return nil })
			if err != nil {
				return out, err
			}
			if len(found.Rows) == 0 || found.Unclear || found.Frail {
				break
			}
			rows[k], targets[k] = append(rows[k], found.Rows[0].Row), append(targets[k], q.Target)
			cont, cat, n := metric.Distance(p.Schema, row, found.Rows[0].Row)
			far[k], changed[k] = cont+float64(cat), float64(n)
		}
		if far[1] > 0 {
			for k := range far {
				out.distance[k] += far[k]
				out.changes[k] += changed[k]
			}
		}
	}
	out.plain, out.held = len(rows[0]), len(rows[1])
	for k := range rows {
		var said [][]int
		for _, j := range judges {
			said = append(said, nn.Classes(j, project.EncodeRows(p.Schema, rows[k])))
		}
		out.robust[k] = metric.Robust(targets[k], said)
		out.distance[k] /= float64(max(out.held, 1))
		out.changes[k] /= float64(max(out.held, 1))
	}
	return out, nil
}

// checkSteady returns an error if steady answers cannot be requested.
func (o options) checkSteady() error {
	switch {
	case o.steadyRows < 0 || o.steadyRows > maxSteady:
		return usage("-steady is between 1 and %d rows", maxSteady)
	case o.steadyRows == 0:
		return nil
	}
	return o.alone("-steady")
}
