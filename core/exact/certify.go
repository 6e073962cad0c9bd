package exact

import (
	"math"
	"slices"

	"causeway/core/causal"
	"causeway/core/fault"
)

// Step is one step of a proof that others can check. It either divides a box or states why the
// box can be ignored. A proof is a tree in preorder: a division is followed by the steps of its
// low side, then those of its high side.
type Step struct {
	Feature int     // the dividing feature; -1 for a leaf
	At      float64 // numbers up to this value go to the low side
	Levels  []int   // for other features, the levels that go to the low side
	Why     Why
	Rule    int // the rule that every row of the leaf breaks
}

// Why is the reason why a box is a leaf.
type Why uint8

// The reasons. ByModel means that no row belongs to the target class; in the proof of a range, that
// all rows belong to the class and keep the rules.
const (
	ByModel Why = iota
	ByRule
	TooFar // no row is nearer than the answer, or every row changes too many features
)

// Prove proves that no row is nearer than an answer of the problem. Without an answer, it proves
// that no row exists. It uses at most the given number of boxes. Unlike Search.Nearest, it records
// the whole proof: it starts from all rows and names each rule that excludes some. It returns an
// error if a nearer row exists.
func Prove(p Problem, answer []float64, boxes int, tick func() error) ([]Step, error) {
	p.Within, _ = causal.Domains(p.Schema, nil, p.Factual)
	s, err := begin(p, false, true)
	if err == nil && s.reach != nil {
		err = fault.Errorf("exact: proofs can only be written for networks and trees")
	}
	if err != nil {
		return nil, err
	}
	if answer != nil && !s.offer(answer) {
		return nil, fault.Errorf("exact: the row of the proof is not an answer")
	}
	w := proof{s: s, left: boxes, tick: tick}
	err = w.prove(s.rest[0].domains)
	return w.steps, err
}

// Weigh returns the effort and cost of a row. ok is false if the row is not an answer to the
// problem.
func Weigh(p Problem, row []float64) (r Row, ok bool) {
	p.Within, _ = causal.Domains(p.Schema, nil, p.Factual)
	s, err := begin(p, false, true)
	if err != nil || !s.offer(row) {
		return Row{}, false
	}
	return *s.best, true
}

// proof records steps.
type proof struct {
	s     *Search
	steps []Step
	left  int // boxes
	tick  func() error
}

func (w *proof) leaf(why Why, rule int) error {
	w.steps = append(w.steps, Step{Feature: -1, Why: why, Rule: rule})
	return nil
}

// count charges one box to the budget.
func (w *proof) count() error {
	if w.left--; w.left < 0 {
		return fault.Errorf("exact: the proof needs more boxes; raise their limit")
	}
	if w.left%tickBoxes == 0 {
		return w.tick()
	}
	return nil
}

func (w *proof) prove(domains []causal.Domain) error {
	if err := w.count(); err != nil {
		return err
	}
	s := w.s
	b := box{domains: clone(domains), split: -1}
	if !s.narrowFree(&b) {
		return w.leaf(TooFar, 0)
	}
	for i := range s.p.Rules {
		if done, err := w.exclude(i, domains, b.domains); done || err != nil {
			return err
		}
	}
	if s.see(&b) {
		if _, ok := s.judge(s.work.row); ok {
			return fault.Errorf("exact: another row is nearer than the answer of the proof")
		}
		return w.leaf(ByModel, 0)
	}
	if s.trees != nil {
		f := s.trees
		f.see(s, b.domains)
		f.visits.count = s.mayLeave(&b)
		worst := 0
		for k := range f.others {
			s.work.lead[k] = f.bound(s, k, f.decides(s.p.Lead))
			if s.work.lead[k] < s.work.lead[worst] {
				worst = k
			}
		}
		if !f.reachable(s.work.lead, s.p.Lead, s.p.Least) {
			return w.leaf(ByModel, 0)
		}
		open := f.climb(s, worst)
		s.nearestOf(&b)
		switch {
		case open != nil:
			s.chooseTrees(&b, open)
		case !s.says(s.work.row):
			return w.leaf(ByModel, 0)
		default:
			s.chooseAny(&b)
		}
	} else {
		worst, possible := s.bound(false)
		last := len(s.net.layers) - 1
		if !possible {
			return w.leaf(ByModel, 0)
		}
		s.back(last, s.net.layers[last].row(worst), s.net.layers[last].b[worst])
		s.choose(&b)
	}
	whole := b
	whole.domains = clone(domains)
	whole.domains[b.split] = b.domains[b.split]
	return w.divide(b.split, s.divide(whole), func(b box) error { return w.prove(b.domains) })
}

// narrowFree narrows a box without using the rules: it only fixes features that can no longer
// change.
func (s *Search) narrowFree(b *box) bool {
	rules := s.p.Rules
	s.p.Rules = nil
	defer func() { s.p.Rules = rules }()
	return s.narrow(b)
}

// exclude records that a rule excludes a box or a part of it, and then proves the rest. domains are
// those of the box; free is the part that is near enough.
func (w *proof) exclude(rule int, domains, free []causal.Domain) (done bool, err error) {
	s, r := w.s, w.s.p.Rules[rule]
	left := clone(free)
	switch {
	case w.excludes(rule, left):
		return true, w.leaf(ByRule, rule)
	case slices.ContainsFunc(left, causal.Domain.Empty): // the rule excludes the box only value by value
		return false, nil
	}
	for _, j := range r.Features() {
		c, d, e := &s.cols[j], free[j], left[j]
		var parts []causal.Domain
		kept := 0 // index of the part that is not excluded
		switch {
		case !c.number:
			in, out := make([]bool, len(d.Levels)), make([]bool, len(d.Levels))
			for l, has := range d.Levels {
				in[l], out[l] = has && e.Levels[l], has && !e.Levels[l]
			}
			parts = []causal.Domain{{Levels: in}, {Levels: out}}
		case e.Min > d.Min && c.nextBelow(e.Min) >= d.Min:
			at := c.nextBelow(e.Min)
			parts, kept = []causal.Domain{{Min: d.Min, Max: at}, {Min: c.nextAbove(at), Max: d.Max}}, 1
		case e.Max < d.Max:
			at := c.nextBelow(c.nextAbove(e.Max))
			parts = []causal.Domain{{Min: d.Min, Max: at}, {Min: c.nextAbove(at), Max: d.Max}}
		default:
			continue
		}
		if parts[0].Empty() || parts[1].Empty() {
			continue
		}
		out := box{domains: clone(domains)}
		out.domains[j] = parts[1-kept]
		far := !s.narrowFree(&out)
		if !far && !w.excludes(rule, out.domains) {
			continue
		}
		var boxes []box
		for _, e := range parts {
			b := box{domains: clone(domains)}
			b.domains[j] = e
			boxes = append(boxes, b)
		}
		at := 0
		return true, w.divide(j, boxes, func(b box) error {
			if at++; at-1 == kept {
				return w.prove(b.domains)
			}
			if far {
				return w.leaf(TooFar, 0)
			}
			return w.leaf(ByRule, rule)
		})
	}
	return false, nil
}

// excludes narrows domains by one rule and reports whether nothing is left. For a sum, it uses
// only the bounds of the terms.
func (w *proof) excludes(rule int, domains []causal.Domain) bool {
	r, s := w.s.p.Rules[rule], w.s.p.Schema
	beyond := false
	if r.Kind == causal.Computed {
		low, high, size := r.Law.Shift, r.Law.Shift, math.Abs(r.Law.Shift)
		for i, j := range r.Features()[1:] {
			ends := domains[j]
			if l := ends.Levels; l != nil { // a Boolean
				ends.Min, ends.Max = float64(b2i(!l[0])), float64(b2i(l[1]))
			}
			a, b := float64(r.Law.Weights[i]*ends.Min), float64(r.Law.Weights[i]*ends.Max)
			low, high, size = low+min(a, b), high+max(a, b), size+max(math.Abs(a), math.Abs(b))
		}
		d, step := domains[r.Feature], s.Features[r.Feature].Step()
		slack := float64(0.5000001*step) + float64(2e-12*size)
		beyond = d.Min > high+slack || d.Max < low-slack
	}
	blocked := causal.Narrow(s, w.s.p.Rules[rule:rule+1], w.s.p.Factual, domains) >= 0
	return beyond || blocked && r.Kind != causal.Computed
}

// divide records the division of a box by feature j of the search, then calls each for every
// part.
func (w *proof) divide(j int, parts []box, each func(box) error) error {
	for i, b := range parts {
		if d := b.domains[j]; i < len(parts)-1 {
			step := Step{Feature: w.s.open[j], At: d.Max}
			for l, in := range d.Levels {
				if in {
					step.Levels = append(step.Levels, l)
				}
			}
			w.steps = append(w.steps, step)
		}
		if err := each(b); err != nil {
			return err
		}
	}
	return nil
}

// nextBelow returns the largest possible value of the feature below v, and nextAbove the smallest
// one above it.
func (c *column) nextBelow(v float64) float64 {
	w := c.down(v)
	if w >= v {
		w = c.before(v)
	}
	if w < c.factual && c.factual < v {
		return c.factual
	}
	return w
}

func (c *column) nextAbove(v float64) float64 {
	w := c.up(v)
	if w <= v {
		w = c.after(v)
	}
	if v < c.factual && c.factual < w {
		return c.factual
	}
	return w
}

// ProveRange proves, with at most the given number of boxes, that every row of a range around an
// answer belongs to the class and keeps the rules. See Widen.
func ProveRange(p Problem, answer []float64, r Range, boxes int, tick func() error) ([]Step, error) {
	widener, err := newWidener(p, answer)
	if err != nil {
		return nil, err
	}
	if widener == nil {
		return nil, fault.Errorf("exact: the range of the answer contains only one row")
	}
	w := proof{s: widener.s, left: boxes, tick: tick}
	var prove func(b box) error
	prove = func(b box) error {
		if err := w.count(); err != nil {
			return err
		}
		switch widener.look(&b) {
		case yes:
			if widener.broadest(&b, widener.all) < 0 && !widener.certainlyFollows(&b) {
				return fault.Errorf("exact: the range has no proof, because a computed number falls between two values")
			}
			return w.leaf(ByModel, 0)
		case no:
			return fault.Errorf("exact: a row of the range misses the target or breaks a rule")
		}
		return w.divide(b.split, w.s.divide(b), prove)
	}
	err = prove(widener.first(r))
	return w.steps, err
}

// certainlyFollows reports whether a row stays valid for every value of its computed features
// that keeps the rules.
func (w *widener) certainlyFollows(b *box) bool {
	if !slices.ContainsFunc(b.domains, func(d causal.Domain) bool { return !d.Empty() && !d.Single() }) {
		return true
	}
	_, kept := w.doubtful(b.domains)
	return kept && w.sure(b)
}

// first returns the box that equals a range.
func (w *widener) first(r Range) box {
	b := box{domains: clone(w.s.within), split: -1}
	for i, j := range w.s.open {
		if c := &w.s.cols[i]; c.number && !c.follows {
			b.domains[i] = causal.Domain{Min: r.Low[j], Max: r.High[j]}
		}
	}
	return b
}
