package study

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/exact"
	"causeway/core/metric"
	"causeway/core/nn"
)

// Worth scores answers under the causal model: a person takes the actions of an answer, the other
// features follow, and the resulting row is judged.
type Worth struct {
	Rows, Answers int // rows for which an answer was requested, and number of answers

	// Held is the share of the rows whose answer reaches the target, differs from the factual and
	// keeps every hard rule. The answer must have the required lead even after rounding to float32.
	// Reaches is the share of the answers that reach the target by any lead.
	Held, Reaches float64

	// HeldAsTold is like Held, but requires the lead only under the mechanisms that methods
	// receive. Under the true ones, the row must still belong to the target class.
	HeldAsTold float64

	// Against is the share of the answers that contradict the mechanisms that methods receive: a
	// feature that only follows has another value.
	Against float64

	// These describe the valid answers and are nil without any: the median lead, the mean number of
	// features acted on, and the mean distance in MADs and changed levels. Survive is the share
	// that retrained black boxes also assign to the target; it is computed for a method's own
	// answers only.
	Lead, Actions, Distance, Survive *float64

	Rules []RuleCount // one per hard rule, over the answers
}

// RuleCount counts the answers for which a rule applied and was kept, applied and was broken, or
// did not apply.
type RuleCount struct {
	Rule                 string
	Kept, Broken, Silent int
}

// Judged holds answers with their consequences.
type Judged struct {
	metric.Pairs
	After           [][]float64
	Leads, Rounding []float64
	Against, Held   []bool
	AsTold          []bool    // see Worth.HeldAsTold
	Actions         []int     // features on which a person acts
	Far             []float64 // distance in MADs and changed levels
}

// judge evaluates answers for rows of the table by their consequences under the causal model.
func (b *Bench) judge(s Setting, p metric.Pairs, rows []int, by *laws) (j Judged, err error) {
	told, err := b.lawsForMethod(s)
	if err != nil {
		return j, err
	}
	if b.clear == nil {
		b.clear = exact.NewClear(b.Table.Schema, b.BlackBox)
	}
	j.Pairs = p
	for i, row := range p.Counterfactual {
		factual, target := p.Factual[i], p.Target[i]
		after := by.after(p.Schema, s.Hard, rows[i], factual, row)
		lead, rounding := b.clear.Lead(after, target)
		n, far := by.actions(p.Schema, s.Hard, rows[i], factual, after)
		j.Actions, j.Far = append(j.Actions, n), append(j.Far, far)
		found := p.Found == nil || p.Found[i]
		j.After, j.Leads, j.Rounding = append(j.After, after), append(j.Leads, lead), append(j.Rounding, rounding)
		known := told.after(p.Schema, s.Hard, rows[i], factual, row)
		j.Against = append(j.Against, found && told.against(row, known))
		holds := found && j.reaches(i, 0) && !slices.Equal(factual, after) &&
			causal.AllHold(by.finer(p.Schema, rows[i]), s.Hard, factual, after)
		j.Held = append(j.Held, holds && j.reaches(i, s.Lead))
		lead, rounding = b.clear.Lead(known, target)
		j.AsTold = append(j.AsTold, holds && lead-rounding > s.Lead)
	}
	return j, nil
}

// become returns the valid answers with their consequences.
func (j Judged) become() metric.Pairs {
	of, held := j.Pairs, metric.Pairs{Schema: j.Schema}
	of.Counterfactual = j.After
	for i, holds := range j.Held {
		if holds {
			held.Add(of, i)
		}
	}
	return held
}

// reaches reports whether the result of answer i belongs to the target class by a lead. The lead
// is computed in float64 and must exceed the rounding of float32.
func (j Judged) reaches(i int, lead float64) bool { return j.Leads[i]-j.Rounding[i] > lead }

// worth summarizes judged answers.
func (b *Bench) worth(s Setting, j Judged, rows []int, by *laws) (w Worth) {
	schema := j.Schema
	for _, r := range s.Hard {
		w.Rules = append(w.Rules, RuleCount{Rule: r.String(schema)})
	}
	var leads []float64
	actions, far := 0.0, 0.0
	for i, after := range j.After {
		if j.Found != nil && !j.Found[i] {
			continue
		}
		w.Answers++
		w.Reaches += count(j.reaches(i, 0))
		w.Against += count(j.Against[i])
		fine := by.finer(schema, rows[i])
		for k, r := range s.Hard {
			switch c := &w.Rules[k]; {
			case !r.Holds(fine, j.Factual[i], after):
				c.Broken++
			case r.Applies(fine, j.Factual[i], after):
				c.Kept++
			default:
				c.Silent++
			}
		}
		if !j.Held[i] {
			continue
		}
		actions, far, leads = actions+float64(j.Actions[i]), far+j.Far[i], append(leads, j.Leads[i])
	}
	for _, is := range j.AsTold {
		w.HeldAsTold += count(is) / float64(len(j.AsTold))
	}
	w.Rows, w.Held = len(j.After), float64(len(leads))/float64(max(len(j.After), 1))
	w.Reaches /= float64(max(w.Answers, 1))
	w.Against /= float64(max(w.Answers, 1))
	if len(leads) == 0 {
		return w
	}
	n := float64(len(leads))
	w.Lead, w.Actions, w.Distance = ref(metric.Median(leads)), ref(actions/n), ref(far/n)
	return w
}

// survive returns the share of the valid answers that retrained black boxes assign to the target.
// It returns nil if no answer is valid or the black box cannot be retrained.
func (b *Bench) survive(j Judged) (*float64, error) {
	var held metric.Pairs
	for i, after := range j.After {
		if j.Held[i] {
			held.Counterfactual, held.Target = append(held.Counterfactual, after), append(held.Target, j.Target[i])
		}
	}
	if len(held.Target) == 0 {
		return nil, nil
	}
	judges, err := b.Retrained()
	if err != nil || len(judges) == 0 {
		return nil, err
	}
	var said [][]int
	ex := b.encoded(held.Counterfactual)
	for _, c := range judges {
		said = append(said, nn.Classes(c, ex))
	}
	return ref(metric.Robust(held.Target, said)), nil
}

func ref[T any](v T) *T { return &v }

func count(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// Causal is a method's evaluation under the causal model, as it is published.
type Causal struct {
	Answers   Worth  // the first answer for each explained row
	Untrained *Worth // scores of the generator before its training; nil without a generator

	// Shown scores the first displayed answer of each row under the mechanisms that methods
	// receive, ShownTrue under those that judge answers.
	Shown, ShownTrue Worth

	// Reachable is the share of the rows that may have an answer, because no search proved
	// otherwise. Unknown counts the rows among them for which nothing was found or proved.
	Reachable float64
	Unknown   int

	Actable int // number of features that can be acted on
}

// causal evaluates an experiment under the causal model of a setting.
func (b *Bench) causal(o *Outcome, s Setting) error {
	c := &o.Record.Causal
	by, err := b.world(s)
	if err != nil {
		return err
	}
	told, err := b.lawsForMethod(s)
	if err != nil {
		return err
	}
	if o.Judged, c.Answers, err = b.judged(s, o.Made.answers(b), b.Test.Rows, by); err != nil {
		return err
	}
	if c.Answers.Survive, err = b.survive(o.Judged); err != nil {
		return err
	}
	if o.Start != nil {
		var w Worth
		if o.JudgedStart, w, err = b.judged(s, *o.Start, b.Test.Rows, by); err != nil {
			return err
		}
		c.Untrained = &w
	}
	first := o.Gallery.first(b)
	if o.JudgedShown, c.Shown, err = b.judged(s, first, o.Gallery.Rows, told); err != nil {
		return err
	}
	if o.JudgedTrue, c.ShownTrue, err = b.judged(s, first, o.Gallery.Rows, by); err != nil {
		return err
	}
	c.Reachable, c.Unknown = o.Searched.reachable(o.Judged.Held)
	c.Actable = by.actable(b.Table.Schema, s.Hard)
	return nil
}

func (b *Bench) judged(s Setting, p metric.Pairs, rows []int, by *laws) (Judged, Worth, error) {
	j, err := b.judge(s, p, rows, by)
	if err != nil {
		return j, Worth{}, err
	}
	return j, b.worth(s, j, rows, by), nil
}

// reachable returns the share of rows that may have an answer, and how many of these have none from
// the method or the search.
func (f Finding) reachable(held []bool) (share float64, unknown int) {
	n := 0
	for i, holds := range held {
		switch {
		case holds || f.Found[i]:
			n++
		case f.open[i]:
			n, unknown = n+1, unknown+1
		}
	}
	return float64(n) / float64(max(len(held), 1)), unknown
}

// first returns the nearest displayed row for each case, or no answer if none is displayed.
func (g Gallery) first(b *Bench) metric.Pairs {
	p := metric.Pairs{Schema: b.Table.Schema, Factual: g.Factual, Target: g.Target}
	for _, rows := range g.Shown {
		var row []float64
		if len(rows) > 0 {
			row = rows[0]
		}
		p.Counterfactual = append(p.Counterfactual, row)
	}
	b.settle(&p)
	return p
}

// actable counts the features on which a person can act. Features that never change, that follow
// or that a rule computes are excluded.
func (l *laws) actable(s data.Schema, rules []causal.Rule) (n int) {
	computed, still := causal.Follows(s, rules), fixed(len(s.Features), rules)
	for j := range s.Features {
		if !computed[j] && !still[j] && l.state(j) != causal.Following {
			n++
		}
	}
	return n
}

// finer returns a schema precise enough that the consequences in a row keep their rules.
func (l *laws) finer(s data.Schema, row int) data.Schema {
	return causal.Fine(s, l.rules(row))
}
