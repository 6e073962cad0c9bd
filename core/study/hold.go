package study

import (
	"reflect"
	"slices"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/kernel"
	"causeway/core/metric"
)

// Holding is what one raw answer for each explained row is worth, beside what a search
// finds for the same rows.
type Holding struct {
	// Held is the share of the explained rows whose answer reaches the target, differs
	// from the factual and keeps every hard rule, fixed features among them. Reachable is
	// the share that has any such answer: one that the method gave, or the search found.
	Held, Reachable float64

	// Open counts rows without an answer of which the complete search came to no end
	// within its budget: they count as not reachable, and might be.
	Open int

	// Of the rows for which both the method's and the search's answer holds, so that
	// the two can be compared; nil where there is none. Distances are those of
	// metric.Score, negative.
	Own, Search *Near
}

// Near says how near answers are: the means of the features that change and of
// proximity, and how many combinations of levels there are among them.
type Near struct {
	Changes, ContProximity float64
	Profiles               int
}

// SearchedBy names what Holding.Reachable rests on.
const SearchedBy = "search from crossings with training rows, then complete search of at most 2,000 boxes"

// Hold judges the first raw answer of every case, as the paper's generators draw it in
// one pass; other methods give one alone. A row without one is a failure.
func (b *Bench) Hold(s Setting, m Made) (Holding, error) {
	n := len(b.Test.Rows)
	own := m.Decoded.First(n)
	own.Class = b.Predict(own.Counterfactual)
	found, err := b.found(s.Hard)
	if err != nil {
		return Holding{}, err
	}
	h := Holding{}
	both, best := metric.Pairs{Schema: b.Table.Schema}, metric.Pairs{Schema: b.Table.Schema}
	held, reachable := 0, 0
	for i := range n {
		holds := own.Held(i, s.Hard)
		if holds {
			held++
		}
		if holds || found.Found[i] {
			reachable++
		} else if found.open[i] {
			h.Open++
		}
		if holds && found.Found[i] {
			both.Add(own, i)
			best.Add(found.Pairs, i)
		}
	}
	h.Held, h.Reachable = float64(held)/float64(max(n, 1)), float64(reachable)/float64(max(n, 1))
	if len(both.Factual) > 0 {
		h.Own, h.Search = near(both), near(best)
	}
	return h, nil
}

func near(p metric.Pairs) *Near {
	s := metric.Score(p)
	return &Near{s.Changed, s.ContProximity, s.Profiles}
}

// finding is what the search finds for the explained rows under hard rules.
type finding struct {
	metric.Pairs
	rules []causal.Rule
	open  []bool // nothing was found, and nothing is proved
}

// found searches once for each set of rules: methods share the answers.
func (b *Bench) found(rules []causal.Rule) (finding, error) {
	for _, f := range b.searched {
		if reflect.DeepEqual(f.rules, rules) {
			return f, nil
		}
	}
	f := finding{rules: rules, Pairs: metric.Pairs{Schema: b.Table.Schema, Factual: b.Test.Factual, Target: b.Test.Target}}
	finder := cf.NewFinder(b.Table.Schema, b.BlackBox, b.crossings())
	for i, factual := range b.Test.Factual {
		got, err := finder.Search(cf.Query{Row: factual, Target: b.Test.Target[i], Count: 1, Budget: holdBudget,
			Key: b.Key(streamHold).Sub(uint64(b.Test.Rows[i])), Rules: rules, Boxes: showBoxes, Brief: true}, b.host.Tick)
		if err != nil {
			return f, err
		}
		row := factual
		if len(got.Rows) > 0 {
			row = got.Rows[0].Row
		}
		f.Counterfactual = append(f.Counterfactual, row)
		f.open = append(f.open, len(got.Rows) == 0 && !got.None)
	}
	f.Class = b.Predict(f.Counterfactual)
	found := make([]bool, len(f.Factual))
	for i := range found {
		found[i] = f.Held(i, rules)
	}
	f.Found = found
	b.searched = append(b.searched, f)
	return f, nil
}

// crossings are those of the training rows, by the class that the black box gives them.
func (b *Bench) crossings() blackbox.Sampler {
	c := crossing{of: make([][][]float64, b.BlackBox.Classes())}
	var rows [][]float64
	for _, i := range b.Split.Train {
		rows = append(rows, b.Table.Row(i, nil))
	}
	for i, class := range b.Predict(rows) {
		c.of[class] = append(c.of[class], rows[i])
	}
	return c
}

// crossing is a sampler that has learned nothing: it takes some features of a row from a
// training row of the target class.
type crossing struct{ of [][][]float64 } // classes × rows

func (c crossing) Sample(row []float64, target, n int, _ float32, key kernel.Key) (rows [][]float64) {
	for i := range n {
		key, out := key.Sub(uint64(i)), slices.Clone(row)
		if donors := c.of[target]; len(donors) > 0 {
			donor, share := donors[key.Intn(0, len(donors))], key.Uniform1(1)
			for j := range out {
				if key.Uniform1(uint32(j+2)) < share {
					out[j] = donor[j]
				}
			}
		}
		rows = append(rows, out)
	}
	return rows
}
