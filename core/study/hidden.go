package study

import (
	"fmt"
	"slices"

	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/data"
	"causeway/core/kernel"
)

// Hidden measures how well labels teach a rule that is never stated. Each share is taken over the
// rows with at least one answer that the rule allows, and counts those whose first answer is
// allowed.
type Hidden struct {
	Rule string
	Base float64 // share of valid proposals that the rule allows before labelling

	Before, After float64 // share for the generator before and after labelling
	Search        float64 // share for the search, which does not use labels
	Judged        float64 // share for the search if a judge that learned the labels picks one of ten answers
	Transplant    float64 // share for transplants: the nearest valid answer that the judge allows
	Rows          int     // rows known to have an answer that the rule allows
	Held          float64 // share of rows with a valid answer before labelling that still have one after
}

// hiddenRule decides how proposals are labelled, but no method sees the rule.
type hiddenRule struct {
	text   string
	allows func(x, y []float64) bool
}

// hiddenKinds lists the kinds of hidden rules. Each function draws a rule about features that can
// be acted on, or reports that it found none.
var hiddenKinds = []func(s data.Schema, act []int, draw func(n int) int) (hiddenRule, bool){
	func(s data.Schema, act []int, draw func(int) int) (hiddenRule, bool) { // a threshold
		j, ok := pick(s, act, draw, numeric)
		if !ok {
			return hiddenRule{}, false
		}
		most := s.Features[j].MAD * float64(1+draw(4)) / 2
		return hiddenRule{fmt.Sprintf("%s moves by at most %.3g", s.Features[j].Name, most),
			func(x, y []float64) bool { return max(y[j]-x[j], x[j]-y[j]) <= most }}, true
	},
	func(s data.Schema, act []int, draw func(int) int) (hiddenRule, bool) { // a level
		j, ok := pick(s, act, draw, leveled)
		if !ok {
			return hiddenRule{}, false
		}
		l := float64(draw(len(s.Features[j].Levels)))
		return hiddenRule{fmt.Sprintf("%s does not become %s", s.Features[j].Name, s.Features[j].Levels[int(l)]),
			func(x, y []float64) bool { return x[j] == l || y[j] != l }}, true
	},
	func(s data.Schema, act []int, draw func(int) int) (hiddenRule, bool) { // one step of an order
		j, ok := pick(s, act, draw, ordered)
		return hiddenRule{name(s, j) + " moves by at most one rank", func(x, y []float64) bool {
			f := s.Features[j]
			d := causal.Score(f, y[j]) - causal.Score(f, x[j])
			return d <= 1 && d >= -1
		}}, ok
	},
	func(s data.Schema, act []int, draw func(int) int) (hiddenRule, bool) { // a conjunction
		j, k, ok := two(act, draw)
		return hiddenRule{fmt.Sprintf("%s changes only with %s", name(s, j), name(s, k)),
			func(x, y []float64) bool { return y[j] == x[j] || y[k] != x[k] }}, ok
	},
	func(s data.Schema, act []int, draw func(int) int) (hiddenRule, bool) { // a forbidden combination
		j, k, ok := two(act, draw)
		return hiddenRule{fmt.Sprintf("%s and %s do not both change", name(s, j), name(s, k)),
			func(x, y []float64) bool { return y[j] == x[j] || y[k] == x[k] }}, ok
	},
	func(s data.Schema, act []int, draw func(int) int) (hiddenRule, bool) { // a cost that depends on a third feature
		j, ok := pick(s, act, draw, numeric)
		t, of := pick(s, nil, draw, numeric)
		if !ok || !of || j == t {
			return hiddenRule{}, false
		}
		f, third := s.Features[j], s.Features[t]
		most, middle := f.MAD*float64(1+draw(3))/2, third.Min+(third.Max-third.Min)*float64(1+draw(3))/8
		return hiddenRule{fmt.Sprintf("%s moves by more than %.3g only where %s is above %.3g", f.Name, most,
			third.Name, middle), func(x, y []float64) bool {
			return max(y[j]-x[j], x[j]-y[j]) <= most || x[t] > middle
		}}, true
	},
}

func numeric(f data.Feature) bool { return f.Kind.Numeric() && f.Max > f.Min }
func leveled(f data.Feature) bool { return !f.Kind.Numeric() }
func ordered(f data.Feature) bool { return f.Kind == data.Ordered }

func name(s data.Schema, j int) string {
	if j < 0 {
		return ""
	}
	return s.Features[j].Name
}

// pick draws a feature for which is holds from act, or from all features if act is nil.
func pick(s data.Schema, act []int, draw func(int) int, is func(data.Feature) bool) (int, bool) {
	var list []int
	for j, f := range s.Features {
		if is(f) && (act == nil || slices.Contains(act, j)) {
			list = append(list, j)
		}
	}
	if len(list) == 0 {
		return -1, false
	}
	return list[draw(len(list))], true
}

func two(act []int, draw func(int) int) (j, k int, ok bool) {
	if len(act) < 2 {
		return -1, -1, false
	}
	j, k = act[draw(len(act))], act[draw(len(act))]
	return j, k, j != k
}

// These constants say how hidden rules are drawn and how long a fine-tuning takes.
const (
	leastAllowed = 0.2
	mostAllowed  = 0.6
	hiddenTries  = 200
	hiddenEpochs = 30
	streamHidden = 115
)

// Hidden teaches hidden rules of each kind to a generator that decodes actions. The labels are on
// the generator's own valid proposals.
func (b *Bench) Hidden(s Setting, labels int) (list []Hidden, err error) {
	m, err := b.Method(s)
	if err != nil {
		return nil, err
	}
	fit, err := b.newFit(m, s.Train)
	if err != nil {
		return nil, err
	}
	gen, err := b.run(fit, s.Train.Epochs, func(int, int) {})
	if err != nil {
		return nil, err
	}
	rules, err := b.keeps(s)
	if err != nil {
		return nil, err
	}
	gen = gen.Under(b.BlackBox, rules)
	searched, err := b.several(s, gen)
	if err != nil {
		return nil, err
	}
	transplanted, pool := b.transplanted(fit, rules), b.labelPool(gen, labels)
	var acted []int
	for j, follows := range causal.Follows(b.Table.Schema, rules) {
		if !follows && slices.ContainsFunc(pool, func(q cf.Label) bool { return q.Counterfactual[j] != q.Factual[j] }) {
			acted = append(acted, j)
		}
	}
	for kind, drawn := range hiddenKinds {
		rule, base, ok := b.drawHidden(kind, drawn, acted, pool)
		if !ok {
			continue
		}
		told := slices.Clone(pool[:min(labels, len(pool))])
		for i := range told {
			told[i].Feasible = rule.allows(told[i].Factual, told[i].Counterfactual)
		}
		c := s.Train
		c.Epochs, c.Seed = hiddenEpochs, b.Seed
		fit, err := cf.NewFineTuneBy(m, gen, c, b.Table.Schema, b.BlackBox, b.train, b.val, told)
		if err != nil {
			return nil, err
		}
		after, err := b.run(fit, c.Epochs, func(int, int) {})
		if err != nil {
			return nil, err
		}
		h := b.hidden(rule, gen, after.Under(b.BlackBox, rules), searched, transplanted)
		h.Rule, h.Base = rule.text, base
		list = append(list, h)
	}
	return list, nil
}

// drawHidden draws a rule of a kind. The rule must allow some of the answers, but not most.
func (b *Bench) drawHidden(kind int, draw func(data.Schema, []int, func(int) int) (hiddenRule, bool), act []int,
	pool []cf.Label) (hiddenRule, float64, bool) {
	for try := range hiddenTries {
		key, n := b.Key(streamHidden).Sub(uint64(kind)).Sub(uint64(try)), uint32(0)
		rule, ok := draw(b.Table.Schema, act, func(of int) int { n++; return key.Intn(n, of) })
		if !ok {
			continue
		}
		allowed := 0.0
		for _, q := range pool {
			if rule.allows(q.Factual, q.Counterfactual) {
				allowed++
			}
		}
		if base := allowed / float64(len(pool)); base >= leastAllowed && base <= mostAllowed {
			return rule, base, true
		}
	}
	return hiddenRule{}, 0, false
}

// labelPool returns valid proposals to be labelled, one for each training row, and at least 200 of
// them.
func (b *Bench) labelPool(gen *cf.Generator, labels int) (list []cf.Label) {
	rows, key := b.trainRows(), b.Key(streamHidden)
	order := make([]int, len(rows))
	key.Perm(order)
	classes := b.Predict(rows)
	for _, i := range order {
		if len(list) >= max(labels, 200) {
			break
		}
		if from := b.Problem.From; from >= 0 && classes[i] != from {
			continue
		}
		target := cf.Target(classes[i], b.BlackBox.Classes(), key, uint32(i))
		held := b.holding(gen.Proposals(rows[i:i+1], []int{target})[0], target)
		if len(held) > 0 {
			list = append(list, cf.Label{Factual: rows[i],
				Counterfactual: held[kernel.NewKey(uint64(i)).Intn(0, len(held))], Target: target})
		}
	}
	return list
}

// holding returns the rows that the black box assigns to the target.
func (b *Bench) holding(rows [][]float64, target int) (list [][]float64) {
	rows = slices.DeleteFunc(slices.Clone(rows), func(row []float64) bool { return row == nil })
	for i, class := range b.Predict(rows) {
		if class == target {
			list = append(list, rows[i])
		}
	}
	return list
}

// hidden computes the share of rows whose first answer a rule allows.
func (b *Bench) hidden(rule hiddenRule, before, after *cf.Generator, searched, transplanted [][][]float64) (h Hidden) {
	c := b.Test
	was, is := before.Answers(c.Factual, c.Target, kernel.Key{}), after.Answers(c.Factual, c.Target, kernel.Key{})
	olds, news := before.Proposals(c.Factual, c.Target), after.Proposals(c.Factual, c.Target)
	heldBefore := 0.0
	for i, x := range c.Factual {
		held := func(rows ...[]float64) [][]float64 { return b.holding(rows, c.Target[i]) }
		first := func(rows [][]float64, judged bool) bool {
			if at := slices.IndexFunc(rows, func(y []float64) bool { return !judged || after.Allows(x, y) }); at >= 0 {
				return rule.allows(x, rows[at])
			}
			return len(rows) > 0 && rule.allows(x, rows[0])
		}
		found, moved := held(searched[i]...), held(transplanted[i]...)
		if b4 := held(was[i]); len(b4) > 0 {
			heldBefore++
			h.Held += float64(len(held(is[i])))
		}
		if !slices.ContainsFunc(slices.Concat(found, moved, held(olds[i]...), held(news[i]...)),
			func(y []float64) bool { return rule.allows(x, y) }) {
			continue
		}
		h.Rows++
		for _, of := range []struct {
			sum   *float64
			first bool
		}{{&h.Before, first(held(was[i]), false)}, {&h.After, first(held(is[i]), false)},
			{&h.Search, first(found, false)}, {&h.Judged, first(found, true)}, {&h.Transplant, first(moved, true)}} {
			if of.first {
				*of.sum++
			}
		}
	}
	for _, v := range []*float64{&h.Before, &h.After, &h.Search, &h.Judged, &h.Transplant} {
		*v /= float64(max(h.Rows, 1))
	}
	h.Held /= max(heldBefore, 1)
	return h
}
