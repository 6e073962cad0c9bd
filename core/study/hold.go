package study

import (
	"reflect"
	"slices"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/metric"
	"causeway/core/search"
)

// Holding scores a method's raw answers, one for each explained row, beside the search's answers
// for the same rows.
type Holding struct {
	// Held is the share of the explained rows whose answer reaches the target, differs from the
	// factual and keeps every hard rule, including rules that fix features. Reachable is the share
	// of rows for which the method or the search found a valid answer.
	Held, Reachable float64

	// Open counts rows without an answer for which the complete search ran out of budget. Such a
	// row counts as not reachable, although an answer may exist.
	Open int

	// Own and Search describe the answers of the method and of the search on the rows that both
	// answer. Both are nil if no row has two answers. Distances are negative, as in metric.Score.
	Own, Search *Near
}

// OfReachable returns the share of the reachable rows that have a valid answer, or NaN if no row
// is reachable.
func (h Holding) OfReachable() float64 { return h.Held / h.Reachable }

// Near says how near answers are: the mean number of changed features, the mean proximity, and how
// many distinct combinations of levels occur.
type Near struct {
	Changes, ContProximity float64
	Profiles               int
}

// SearchedBy names the searches that determine Holding.Reachable.
const SearchedBy = "search from crossings with training rows, then complete search of at most 2,000 boxes"

// Hold evaluates the first raw answer for each case. The paper's generators draw it in one pass;
// other methods return only one answer. A row without an answer counts as a failure.
func (b *Bench) Hold(s Setting, m Made) (Holding, error) {
	found, err := b.Found(s)
	return Hold(m.answers(b), found, s.Hard), err
}

// answers returns the first answer for every case.
func (m Made) answers(b *Bench) metric.Pairs {
	p := m.Decoded.First(len(b.Test.Rows))
	p.Class = b.Predict(p.Counterfactual)
	return p
}

// start returns the answers of a setting's generator before training.
func (b *Bench) start(s Setting) (*metric.Pairs, error) {
	g, err := b.Untrained(s)
	if err != nil {
		return nil, err
	}
	p := metric.Pairs{Schema: b.Table.Schema, Factual: b.Test.Factual, Target: b.Test.Target}
	if s.Lead > 0 && s.Method.Acts() {
		p.Counterfactual = make([][]float64, len(p.Factual))
		rules, err := b.keeps(s)
		if err != nil {
			return nil, err
		}
		for target := range b.BlackBox.Classes() {
			asked := g.Under(b.asking(s.Lead, target).BlackBox, rules)
			for i, row := range asked.Answers(p.Factual, p.Target, b.Key(streamAsk)) {
				if p.Target[i] == target {
					p.Counterfactual[i] = row
				}
			}
		}
	} else {
		p.Counterfactual = g.Answers(p.Factual, p.Target, b.Key(streamAsk))
	}
	b.settle(&p)
	return &p, nil
}

// Hold evaluates a method's answer for each row and compares it with the search's result for that
// row.
func Hold(own metric.Pairs, found Finding, rules []causal.Rule) Holding {
	holds := make([]bool, len(found.Factual))
	for i := range holds {
		holds[i] = own.Held(i, rules)
	}
	return hold(holds, own, found.Pairs, found)
}

// hold counts the valid answers, and measures how near they and the search's answers are.
func hold(holds []bool, own, others metric.Pairs, found Finding) (h Holding) {
	both, best := metric.Pairs{Schema: own.Schema}, metric.Pairs{Schema: own.Schema}
	held, reachable, n := 0, 0, len(holds)
	for i, holds := range holds {
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
			best.Add(others, i)
		}
	}
	h.Held, h.Reachable = float64(held)/float64(max(n, 1)), float64(reachable)/float64(max(n, 1))
	if len(both.Factual) > 0 {
		h.Own, h.Search = near(both), near(best)
	}
	return h
}

// holdAsWritten evaluates the answers of an experiment, before and after training, without their
// consequences.
func (b *Bench) holdAsWritten(o *Outcome) {
	rules := o.Setting.Hard
	o.Answers = Hold(o.Made.answers(b), o.Searched, rules)
	if o.Start != nil {
		o.Untrained = ref(Hold(*o.Start, o.Searched, rules))
	}
}

// holdAfter evaluates the same answers with their consequences under the causal model of a setting.
// Distances cover only a person's actions, because nobody performs the consequences.
func (b *Bench) holdAfter(o *Outcome, s Setting) error {
	by, err := b.world(s)
	if err != nil {
		return err
	}
	searched, err := b.judge(s, o.Searched.Pairs, b.Test.Rows, by)
	if err != nil {
		return err
	}
	deeds := func(j Judged) metric.Pairs {
		p := j.Pairs
		p.Counterfactual = make([][]float64, len(j.After))
		for i, after := range j.After {
			p.Counterfactual[i] = by.alone(p.Schema, s.Hard, b.Test.Rows[i], p.Factual[i], after)
		}
		return p
	}
	best := deeds(searched)
	o.Answers = hold(o.Judged.Held, deeds(o.Judged), best, o.Searched)
	if o.Start != nil {
		o.Untrained = ref(hold(o.JudgedStart.Held, deeds(o.JudgedStart), best, o.Searched))
	}
	return nil
}

func near(p metric.Pairs) *Near {
	s := metric.Score(p)
	return &Near{s.Changed, s.ContProximity, s.Profiles}
}

// Finding holds the search's answers for rows under hard rules. A row without an answer stands for
// itself.
type Finding struct {
	metric.Pairs
	rules []causal.Rule
	lead  float64
	by    *laws
	open  []bool // nothing was found or proved
}

// Open reports whether the search neither found an answer for row i nor proved that none exists.
func (f Finding) Open(i int) bool { return !f.Found[i] && f.open[i] }

// Found returns the search's answers under a setting's rules. Methods with the same rules share one
// search.
func (b *Bench) Found(of Setting) (Finding, error) {
	by, err := b.world(of)
	if err != nil {
		return Finding{}, err
	}
	for _, f := range b.searched {
		if f.by == by && f.lead == of.Lead && reflect.DeepEqual(f.rules, of.Hard) {
			return f, nil
		}
	}
	f, err := b.find(of, by)
	if err != nil {
		return f, err
	}
	f.by, f.lead = by, of.Lead
	if err := b.known(of, &f); err != nil {
		return f, err
	}
	b.searched = append(b.searched, f)
	return f, nil
}

// find searches for an answer to each case. Features with causes follow the laws.
func (b *Bench) find(of Setting, by *laws) (Finding, error) {
	s := Searching{Schema: b.Table.Schema, BlackBox: b.BlackBox, Train: b.trainRows(), Rules: of.Hard, Lead: of.Lead}
	if by != nil {
		s.Of = func(i int) []causal.Rule { return by.search(of.Hard, b.Test.Rows[i]) }
	}
	return s.Find(b.Test.Factual, b.Test.Target, func(i int) kernel.Key {
		b.host.step(i, len(b.Test.Rows))
		return b.Key(streamHold).Sub(uint64(b.Test.Rows[i]))
	}, b.host.Tick)
}

// trainRows returns the decoded training rows.
func (b *Bench) trainRows() (rows [][]float64) {
	for _, i := range b.Split.Train {
		rows = append(rows, b.Table.Row(i, nil))
	}
	return rows
}

// Searching is the search whose answers every method is compared with. It learns nothing, so it is
// the same for all methods.
type Searching struct {
	Schema   data.Schema
	BlackBox blackbox.BlackBox
	Train    [][]float64 // rows to be crossed with the explained row
	Rules    []causal.Rule
	Lead     float64                   // see Setting
	Of       func(i int) []causal.Rule // rules for row i with its consequences; if nil, Rules apply to all
}

// Find searches for an answer to each row; key gives the random numbers for row i. It stops if tick
// returns an error.
func (s Searching) Find(rows [][]float64, target []int, key func(i int) kernel.Key, tick func() error) (Finding,
	error) {
	f := Finding{rules: s.Rules, Pairs: metric.Pairs{Schema: s.Schema, Factual: rows, Target: target}}
	finder := search.NewFinder(s.Schema, s.BlackBox, s.crossings())
	for i, factual := range rows {
		q := search.Query{Row: factual, Target: target[i], Count: 1, Budget: holdBudget,
			Key: key(i), Rules: s.Rules, Boxes: showBoxes, Brief: true, Lead: s.Lead}
		if s.Of != nil {
			q.Rules = s.Of(i)
		}
		if q.Lead > 0 { // first with a margin for rounding; if nothing is found, with the lead as given
			q.Lead += leadHair
		}
		got, err := finder.Search(q, tick)
		if err == nil && q.Lead > 0 && (len(got.Rows) == 0 || got.Unclear) {
			q.Lead = s.Lead
			got, err = finder.Search(q, tick)
		}
		if err != nil {
			return f, err
		}
		row, some := factual, len(got.Rows) > 0 && !got.Unclear
		if some {
			row = got.Rows[0].Row
		}
		f.Counterfactual = append(f.Counterfactual, row)
		f.open = append(f.open, !some && !got.None && !got.NoClear)
	}
	f.Class = s.predict(f.Counterfactual)
	found := make([]bool, len(rows))
	for i := range found {
		found[i] = f.Held(i, s.Rules)
	}
	f.Found = found
	return f, nil
}

func (s Searching) predict(rows [][]float64) []int {
	if len(rows) == 0 {
		return nil
	}
	return cf.Predict(s.BlackBox, encoded(s.Schema, rows))
}

// crossings returns a sampler that crosses rows with training rows, grouped by the black box's
// prediction.
func (s Searching) crossings() blackbox.Sampler {
	c := crossing{of: make([][][]float64, s.BlackBox.Classes())}
	for i, class := range s.predict(s.Train) {
		c.of[class] = append(c.of[class], s.Train[i])
	}
	return c
}

// crossing is a sampler without training. It replaces some features of a row with those of a
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
