package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// verify says what a certificate proves, or returns the first error.
func verify(c *certificate) (says []string, err error) {
	name := c.classes[c.Target]
	says = append(says, fmt.Sprintf("Schema %.12s…, rules %.12s…, model %.12s….", c.Schema.SHA256, c.Rules.SHA256,
		c.Model.SHA256))
	all := c.universe(c.Row)
	c.off = c.model.off(&c.problem, all)
	switch {
	case !slices.Contains([]string{"answer", "nearest", "none", "range"}, c.Claim):
		return nil, fmt.Errorf("the claim %q is unknown", c.Claim)
	case (c.Answer == nil) != (c.Claim == "none"):
		return nil,
			fmt.Errorf("the claim %q does not fit the certificate's answer, or lack of one", c.Claim)
	case (c.Proof == nil) != (c.Claim == "answer") || (c.Low == nil) != (c.Claim != "range"):
		return nil, fmt.Errorf("the certificate has a claim without its proof or range, or one of these without the " +
			"claim")
	}
	if a := c.Answer; a != nil {
		changed, err := c.verifyAnswer(all)
		if err != nil {
			return nil, err
		}
		says = append(says, fmt.Sprintf("The answer is of class %q by more than rounding, with a share of %.4f.", name,
			a.Shares[c.Target]), fmt.Sprintf("It keeps all rules (%d). Features changed: %d, effort %.6g, cost %.6g.",
			len(c.rules), changed, a.Effort, a.Cost))
	}
	if c.Claim == "answer" {
		return says, nil
	}
	if c.Claim == "range" {
		if all, err = c.rangeBox(); err != nil {
			return nil, err
		}
	}
	w := walk{c: c, steps: c.Proof}
	if err := w.down(all); err != nil {
		return nil, err
	}
	if len(w.steps) > 0 {
		return nil, fmt.Errorf("the proof has extra bytes after its end")
	}
	says = append(says, map[string]string{
		"nearest": "No row that keeps the rules takes less effort, or as much at less cost, and is of that class by " +
			"more than rounding.",
		"none": fmt.Sprintf("No row that keeps the rules is of class %q by more than rounding.", name),
		"range": fmt.Sprintf("Every row between these ends is of class %q by more than rounding and keeps the rules: "+
			"%s.", name, c.ends()),
	}[c.Claim])
	return append(says, fmt.Sprintf("Proved by %d boxes that together cover all rows in question: %d that a rule "+
		"excludes, %d too far, %d by the model, %d of these within rounding.", w.rule+w.far+w.class, w.rule, w.far,
		w.class, w.ties)), nil
}

// verifyAnswer checks an answer's values, class and shares, the rules, and its distance.
func (c *certificate) verifyAnswer(all box) (changed int, err error) {
	a := c.Answer
	if !c.isRow(a.Row) || len(a.Shares) != len(c.classes) {
		return 0, fmt.Errorf("the answer does not match the schema")
	}
	for j, v := range a.Row {
		if f := &c.features[j]; !all[j].has(v) || f.number() && v != c.Row[j] && f.grid(v, false) != v {
			return 0, fmt.Errorf("the answer's value of %q has too many decimals or is outside the range of the "+
				"column", f.Name)
		}
	}
	b := c.point(a.Row)
	for i := range c.rules {
		if _, harm := c.can(&c.rules[i], c.Row, b); harm {
			return 0, fmt.Errorf("the answer breaks a rule: %s", c.rules[i].Says)
		}
	}
	changed, effort, cost := c.weigh(a.Row)
	if !same(effort, a.Effort) || !same(cost, a.Cost) || changed == 0 && effort == 0 ||
		c.MaxChanged > 0 && changed > c.MaxChanged || !c.affords(cost, 2) {
		return 0, fmt.Errorf("the answer changes %d features with an effort of %v and a cost of %v, but the "+
			"certificate claims other numbers", changed, effort, cost)
	}
	v := &view{certificate: c, box: b, free: b, must: make([]bool, len(b)), left: math.Inf(1), count: -1}
	lead, _ := v.leads(false)
	off := c.model.off(&c.problem, b)
	leads, share := c.shares(lead, 0)
	k := 0
	for i, s := range a.Shares {
		want := share
		if i != c.Target {
			want = share - leads[k]
			if c.Target >= 0 && a.Shares[c.Target]-s < c.Lead {
				return 0, fmt.Errorf("the target's share does not exceed that of class %q by %v", c.classes[i], c.Lead)
			}
			if !(leads[k] > off+certain) {
				return 0, fmt.Errorf("the answer leads by less than rounding may change")
			}
			k++
		}
		if !(math.Abs(s-want) <= c.shareError()+off) {
			return 0, fmt.Errorf("the share of class %q is %v, but the certificate says %v", c.classes[i], want, s)
		}
	}
	if a.Shares[c.Target] < c.Least {
		return 0, fmt.Errorf("the target's share in the answer is below %v", c.Least)
	}
	return changed, nil
}

func same(a, b float64) bool { return math.Abs(a-b) <= hair*(1+math.Abs(a)) }

// off bounds the error of a logit, or of a sum from which shares are computed.
func (m *model) off(p *problem, b box) float64 {
	switch {
	case m.Trees == nil:
		return p.rounded(b)
	case m.Trees.Shares:
		return m.Trees.Wrong / m.Trees.low
	}
	return m.Trees.Wrong
}

// shareError bounds the difference between the program's share and the exact share of its
// logits.
func (p *problem) shareError() float64 { return 2*functionError + float64(len(p.classes)+2)*roundError }

// shares bounds the target's share and its lead over every other share. It starts from bounds of
// the leads of logits or sums and adds more to each. A negative lead is a bound for rows that the
// program may assign to the target.
func (c *certificate) shares(lead []float64, more float64) (leads []float64, share float64) {
	n := float64(len(c.classes))
	if t := c.model.Trees; t != nil && t.Shares {
		share = 1 / n
		for _, d := range lead {
			d += more
			leads = append(leads, max(d/t.low, d/t.high))
			share += max(d/t.low, d/t.high) / n
		}
		return leads, share
	}
	sum := 1.0
	for _, d := range lead {
		sum += math.Exp(-d - more)
	}
	for _, d := range lead {
		gap, by := -math.Expm1(-d-more), sum
		if gap < 0 && more > 0 {
			by = 1 / (1/n - c.shareError())
		}
		leads = append(leads, gap/by)
	}
	return leads, 1 / sum
}

// cannot reports whether the program never assigns the class to a row of a view. If the model sees all
// its rows as equal, it suffices that no row has the class beyond rounding; tie is then true.
func (v *view) cannot() (is, tie bool) {
	if row, one := v.box.row(); one {
		if changed, _, _ := v.weigh(row); changed == 0 { // the factual, or the value that follows without a change
			return true, false
		}
	}
	lead, alike := v.leads(false)
	e := v.shareError()
	leads, share := v.shares(lead, 2*v.off*v.total())
	is = share+e < v.Least
	for _, d := range leads {
		is = is || d+2*e < v.Lead
	}
	if is || !alike {
		return is, false
	}
	leads, share = v.shares(lead, 0)
	tie = share-e < v.Least
	for _, d := range leads {
		tie = tie || d <= v.off+certain || v.Lead > 0 && d-2*e < v.Lead
	}
	return tie, tie
}

// total converts a share's error back to sums.
func (c *certificate) total() float64 {
	if t := c.model.Trees; t != nil && t.Shares {
		return t.low
	}
	return 1
}

// sure reports whether every row of a view is in the class beyond rounding.
func (v *view) sure() bool {
	lead, _ := v.leads(true)
	for i := range lead {
		lead[i] = -lead[i]
	}
	off := v.model.off(&v.problem, v.box)
	t, sum := v.model.Trees, 1.0
	for _, d := range lead {
		sum += math.Exp(-d)
	}
	for _, d := range lead {
		by := -math.Expm1(-d) / sum
		if t != nil && t.Shares {
			by = d / t.high
		}
		if !(by > off+certain) {
			return false
		}
	}
	return true
}

// rangeBox returns the box of a range. Computed features may have any value.
func (c *certificate) rangeBox() (box, error) {
	if !c.isRow(c.Low) || !c.isRow(c.High) {
		return nil, fmt.Errorf("the range does not match the schema")
	}
	b := c.point(c.Low)
	for j := range b {
		f, v := &c.features[j], c.Answer.Row[j]
		if !(c.Low[j] <= v && v <= c.High[j]) || !f.number() && c.Low[j] != c.High[j] {
			return nil, fmt.Errorf("the answer's value of %q is outside the range", f.Name)
		}
		if b[j].high = c.High[j]; c.follows[j] {
			b[j] = domain{low: -1e15, high: 1e15}
		}
	}
	return b, nil
}

// ends names the numbers of a range.
func (c *certificate) ends() string {
	var list []string
	for j := range c.Low {
		if c.Low[j] < c.High[j] {
			list = append(list, fmt.Sprintf("%s from %v to %v", c.features[j].Name, c.Low[j], c.High[j]))
		}
	}
	return strings.Join(list, ", ")
}

// walk follows a proof.
type walk struct {
	c                      *certificate
	steps                  []step // steps that are left
	rule, far, class, ties int
}

func (w *walk) down(b box) error {
	c := w.c
	if len(w.steps) == 0 {
		return fmt.Errorf("the proof ends before all boxes are covered")
	}
	s := w.steps[0]
	w.steps = w.steps[1:]
	if s.Split != nil {
		low, high, err := c.split(b, s)
		if err == nil {
			err = w.down(low)
		}
		if err == nil {
			err = w.down(high)
		}
		return err
	}
	v, far := c.look(b)
	switch {
	case s.Leaf == "far":
		if w.far++; !far {
			return fmt.Errorf("the proof wrongly calls a box too far away: %s", c.say(b))
		}
		return nil
	case far:
		w.far++
		return nil
	case s.Leaf == "rule":
		if w.rule++; s.Rule < 0 || s.Rule >= len(c.rules) {
			return fmt.Errorf("a box of the proof names a rule that does not exist")
		}
		r := &c.rules[s.Rule]
		keep, _ := c.can(r, c.Row, v.box)
		if keep || c.Claim == "range" && r.Kind != "computed" {
			return fmt.Errorf("the proof says that a rule excludes a box, but the rule allows part of it: %s: "+
				"%s", r.Says, c.say(b))
		}
		return nil
	case s.Leaf != "class":
		return fmt.Errorf("a box of the proof has the unknown reason %q", s.Leaf)
	}
	w.class++
	if c.Claim != "range" {
		is, tie := v.cannot()
		if tie {
			w.ties++
		}
		if !is {
			return fmt.Errorf("some row of a box may reach the target: %s", c.say(b))
		}
		return nil
	}
	for i := range c.rules {
		if _, harm := c.can(&c.rules[i], c.Row, v.box); harm && c.rules[i].Kind != "computed" {
			return fmt.Errorf("a row of the range may break a rule: %s: %s", c.rules[i].Says, c.say(b))
		}
	}
	if !v.sure() {
		return fmt.Errorf("a row of the range may have another class: %s", c.say(b))
	}
	return nil
}

// split divides a box into two that contain all its rows.
func (c *certificate) split(b box, s step) (low, high box, err error) {
	j := *s.Split
	if j < 0 || j >= len(b) {
		return nil, nil, fmt.Errorf("the proof splits a box by a feature that does not exist")
	}
	f, d := &c.features[j], b[j]
	if f.number() {
		if !(d.low <= s.At && s.At < d.high) {
			return nil, nil, fmt.Errorf("the proof splits a box outside its range: %q at %v", f.Name, s.At)
		}
		next := f.next(s.At, c.Row[j])
		if next > d.high {
			return nil, nil, fmt.Errorf("the proof splits a box at its end: %q at %v", f.Name, s.At)
		}
		return b.with(j, domain{low: d.low, high: s.At}), b.with(j, domain{low: next, high: d.high}), nil
	}
	in, out := make([]bool, len(d.levels)), slices.Clone(d.levels)
	for _, l := range s.Levels {
		if l < 0 || l >= len(out) || !out[l] {
			return nil, nil, fmt.Errorf("the proof splits a box by a level of %q that the box does not contain", f.Name)
		}
		in[l], out[l] = true, false
	}
	if len(s.Levels) == 0 || !slices.Contains(out, true) {
		return nil, nil, fmt.Errorf("the proof splits a box and leaves one half empty")
	}
	return b.with(j, domain{levels: in}), b.with(j, domain{levels: out}), nil
}

// say describes the restricted features of a box.
func (c *certificate) say(b box) string {
	var list []string
	all := c.universe(c.Row)
	for j, d := range b {
		f := &c.features[j]
		if f.number() && (d.low != all[j].low || d.high != all[j].high) {
			list = append(list, fmt.Sprintf("%s from %v to %v", f.Name, d.low, d.high))
		} else if !f.number() && slices.Contains(d.levels, false) {
			var names []string
			for l, in := range d.levels {
				if in {
					names = append(names, f.Levels[l])
				}
			}
			list = append(list, f.Name+" "+strings.Join(names, " or "))
		}
	}
	if list == nil {
		return "all rows"
	}
	return strings.Join(list, ", ")
}
