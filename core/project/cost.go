package project

import (
	"cmp"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/kernel"
	"causeway/core/search"
	"causeway/core/sorting"
)

// Streams of random numbers derived from a query's seed. They differ from those of Explain.
const (
	streamCost    = 109
	streamRefused = 110
)

// Refused samples up to most held-out rows that the black box does not assign to the class. They
// keep the table's order. of is the number of such rows. The same seed draws the same rows.
func (p *Project) Refused(class, most int, seed uint64) (sample [][]float64, of int, err error) {
	if err := p.HasRows(); err != nil {
		return nil, 0, err
	}
	if err := p.Trained(); err != nil {
		return nil, 0, err
	}
	said := p.Predictions(p.Split.Test)
	refused := slices.DeleteFunc(slices.Clone(p.Split.Test), func(i int) bool { return int(said[i]) == class })
	of = len(refused)
	if of > most {
		order := make([]int, of)
		kernel.NewKey(seed).Sub(streamRefused).Perm(order)
		slices.Sort(order[:most])
		for n, at := range order[:most] {
			refused[n] = refused[at] // at is at least n
		}
		refused = refused[:most]
	}
	for _, i := range refused {
		sample = append(sample, p.Table.Row(i, nil))
	}
	return sample, of, nil
}

// Cost prepares to count how many rows lose their answer to each of the query's hard rules for
// everyone. It needs no generator: it tries crossings with training rows, and pinned rows that are
// answers. It skips rows of the target class, and ignores the query's Count, MaxChanged and
// clarity. tick receives the progress.
func (p *Project) Cost(rows [][]float64, q Query) (func(tick func(share float64) error) (document.Cost, error), error) {
	q.Count = 1
	l, err := p.lawsToward(q, rows)
	if err != nil {
		return nil, err
	}
	c := counter{query: q, laws: l, finder: search.NewFinder(p.Seen, p.asks(), p.crossings(q.Target)),
		schema: p.finer(q.Knowledge), key: kernel.NewKey(q.Seed).Sub(streamCost)}
	for i, a := range p.Ask(rows...) {
		if a.Class != q.Target {
			c.rows = append(c.rows, rows[i])
		}
	}
	pinned := slices.DeleteFunc(q.Pinned.Rows(), func(row []float64) bool {
		return checkRow(c.schema, row) != nil
	})
	for i, a := range p.Ask(pinned...) {
		if a.Class == q.Target {
			c.known = append(c.known, pinned[i])
		}
	}
	return c.count, nil
}

// counter counts the rows that have an answer under some rules.
type counter struct {
	query  Query
	laws   laws
	finder search.Finder
	schema data.Schema
	key    kernel.Key
	rows   [][]float64
	known  [][]float64 // rows of the target class, tried as answers
}

func (c *counter) count(tick func(share float64) error) (document.Cost, error) {
	out, hard := document.Cost{Rows: len(c.rows)}, c.laws.pick()
	var lifts []int // indices in hard of the rules that can be lifted
	for i, at := range c.laws.hard {
		if r := c.laws.rules[at]; !r.Local && !r.Follower() {
			lifts = append(lifts, i)
		}
	}
	out.Rules = len(lifts)
	more := make([]int, len(hard))
	for n, row := range c.rows {
		lifted, open, found, err := c.row(n, row, hard, lifts, func() error {
			return tick(float64(n) / float64(len(c.rows)))
		})
		if err != nil {
			return document.Cost{}, err
		}
		switch {
		case found:
			out.Found++
		case open:
			out.Open++
		}
		for _, i := range lifted {
			more[i]++
		}
	}
	for i, n := range more {
		if n > 0 {
			out.Without = append(out.Without, document.Lifted{Rule: c.laws.hard[i], Found: out.Found + n})
		}
	}
	sorting.Stable(out.Without, func(a, b document.Lifted) int { return cmp.Compare(b.Found, a.Found) })
	return out, nil
}

// row reports whether a row has an answer and, if not, which rules would allow one if lifted alone.
// It tries single rules only if lifting all of them helps.
func (c *counter) row(n int, row []float64, hard []causal.Rule, lifts []int, tick func() error) (lifted []int, open,
	found bool, err error) {
	answer, none, err := c.answer(n, row, hard, tick)
	if answer != nil || err != nil || len(lifts) == 0 {
		return nil, !none, answer != nil, err
	}
	without := func(these []int) []causal.Rule {
		var rules []causal.Rule
		for i, r := range hard {
			if !slices.Contains(these, i) {
				rules = append(rules, r)
			}
		}
		return rules
	}
	free, _, err := c.answer(n, row, without(lifts), tick)
	if free == nil || err != nil {
		return nil, !none, false, err
	}
	var broken []int
	for _, i := range lifts {
		if !hard[i].Holds(c.schema, row, free) {
			broken = append(broken, i)
		}
	}
	for _, i := range lifts {
		if hard[i].Kind == causal.NeverSeen && !slices.Contains(broken, i) {
			continue // there may be dozens, and few matter
		}
		if len(broken) == 1 && broken[0] == i {
			lifted = append(lifted, i)
			continue
		}
		answer, _, err := c.answer(n, row, without([]int{i}), tick)
		if err != nil {
			return nil, false, false, err
		}
		if answer != nil {
			lifted = append(lifted, i)
		}
	}
	return lifted, !none, false, nil
}

// answer returns some answer for row n under the rules, or nil.
func (c *counter) answer(n int, row []float64, rules []causal.Rule, tick func() error) (answer []float64, none bool,
	err error) {
	for _, known := range c.known {
		if !slices.Equal(known, row) && causal.AllHold(c.schema, rules, row, known) {
			return known, false, nil
		}
	}
	return c.finder.Some(search.Query{Row: row, Target: c.query.Target, Budget: c.query.Budget, Boxes: c.query.Boxes,
		Key: c.key.Sub(uint64(n)), Rules: rules}, tick)
}

// crossings returns a sampler that replaces some features of a row with those of a training row of
// a class.
func (p *Project) crossings(class int) crossing {
	c := crossing{table: p.Table}
	if p.Table != nil && p.BlackBox != nil {
		said := p.Predictions(p.Split.Train)
		c.donors = slices.DeleteFunc(slices.Clone(p.Split.Train), func(i int) bool { return int(said[i]) != class })
	}
	return c
}

// crossing is a sampler that needs no training.
type crossing struct {
	table  *data.Table
	donors []int
}

func (c crossing) Sample(row []float64, _, n int, _ float32, key kernel.Key) (rows [][]float64) {
	for i := 0; i < n && len(c.donors) > 0; i++ {
		key, out := key.Sub(uint64(i)), slices.Clone(row)
		donor, share := c.donors[key.Intn(0, len(c.donors))], key.Uniform1(1)
		for j := range out {
			if key.Uniform1(uint32(j+2)) < share {
				out[j] = c.table.Cols[j][donor]
			}
		}
		rows = append(rows, out)
	}
	return rows
}
