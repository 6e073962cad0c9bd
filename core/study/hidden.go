package study

import (
	"fmt"
	"math"
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
	Rule HiddenRule
	Base float64 // share of valid proposals that the rule allows before labelling

	Before, After float64 // share for the generator before and after labelling
	Search        float64 // share for the search, which does not use labels
	Judged        float64 // share for the search if a judge that learned the labels picks one of ten answers
	Transplant    float64 // share for transplants: the nearest valid answer that the judge allows
	Rows          int     // rows known to have an answer that the rule allows
	Held          float64 // share of rows with a valid answer before labelling that still have one after
}

// Answers holds the answers of one author for each row.
type Answers struct {
	By   string
	Rows [][][]float64
}

// HiddenRule is a rule that labels follow but that is never stated.
type HiddenRule struct {
	Text           string
	Kind           string
	Feature, Other string  // Other is empty for kinds with one feature
	Level          string  // for notLevel
	Most, Above    float64 // in units of Feature and of Other
}

// The kinds of hidden rules.
const (
	moveLimit   = "limit"       // Feature moves by at most Most
	notLevel    = "level"       // Feature does not become Level
	oneRank     = "rank"        // Feature moves by at most one rank
	conjunction = "conjunction" // Feature changes only with Other
	forbidden   = "forbidden"   // Feature and Other do not both change
	dearer      = "dearer"      // Feature moves by more than Most only where Other is above Above
)

func (r HiddenRule) allows(s data.Schema, x, y []float64) bool {
	j, k := s.Index(r.Feature), s.Index(r.Other)
	f := &s.Features[j]
	switch r.Kind {
	case moveLimit:
		return math.Abs(y[j]-x[j]) <= r.Most
	case notLevel:
		return y[j] == x[j] || f.Levels[int(y[j])] != r.Level
	case oneRank:
		return math.Abs(causal.Score(*f, y[j])-causal.Score(*f, x[j])) <= 1
	case conjunction:
		return y[j] == x[j] || y[k] != x[k]
	case forbidden:
		return y[j] == x[j] || y[k] == x[k]
	}
	return math.Abs(y[j]-x[j]) <= r.Most || x[k] > r.Above
}

// hiddenKinds lists the kinds of hidden rules. Each draws a rule for the features that can be
// acted on, or reports that it found none.
var hiddenKinds = []func(s data.Schema, act []int, draw func(n int) int) (HiddenRule, bool){
	func(s data.Schema, act []int, draw func(int) int) (HiddenRule, bool) {
		j, ok := pick(s, act, draw, numeric)
		if !ok {
			return HiddenRule{}, false
		}
		most := s.Features[j].MAD * float64(1+draw(4)) / 2
		return HiddenRule{Text: fmt.Sprintf("%s moves by at most %.3g", name(s, j), most), Kind: moveLimit,
			Feature: name(s, j), Most: most}, true
	},
	func(s data.Schema, act []int, draw func(int) int) (HiddenRule, bool) {
		j, ok := pick(s, act, draw, leveled)
		if !ok {
			return HiddenRule{}, false
		}
		l := s.Features[j].Levels[draw(len(s.Features[j].Levels))]
		return HiddenRule{Text: fmt.Sprintf("%s does not become %s", name(s, j), l), Kind: notLevel,
			Feature: name(s, j), Level: l}, true
	},
	func(s data.Schema, act []int, draw func(int) int) (HiddenRule, bool) {
		j, ok := pick(s, act, draw, ordered)
		return HiddenRule{Text: name(s, j) + " moves by at most one rank", Kind: oneRank, Feature: name(s, j)}, ok
	},
	func(s data.Schema, act []int, draw func(int) int) (HiddenRule, bool) {
		j, k, ok := two(act, draw)
		return HiddenRule{Text: fmt.Sprintf("%s changes only with %s", name(s, j), name(s, k)), Kind: conjunction,
			Feature: name(s, j), Other: name(s, k)}, ok
	},
	func(s data.Schema, act []int, draw func(int) int) (HiddenRule, bool) {
		j, k, ok := two(act, draw)
		return HiddenRule{Text: fmt.Sprintf("%s and %s do not both change", name(s, j), name(s, k)), Kind: forbidden,
			Feature: name(s, j), Other: name(s, k)}, ok
	},
	func(s data.Schema, act []int, draw func(int) int) (HiddenRule, bool) {
		j, ok := pick(s, act, draw, numeric)
		t, of := pick(s, nil, draw, numeric)
		if !ok || !of || j == t {
			return HiddenRule{}, false
		}
		third := &s.Features[t]
		r := HiddenRule{Kind: dearer, Feature: name(s, j), Other: third.Name,
			Most:  s.Features[j].MAD * float64(1+draw(3)) / 2,
			Above: third.Min + (third.Max-third.Min)*float64(1+draw(3))/8}
		r.Text = fmt.Sprintf("%s moves by more than %.3g only where %s is above %.3g", r.Feature, r.Most, r.Other,
			r.Above)
		return r, true
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

// Hidden teaches hidden rules of each kind to a generator that decodes actions, with the given
// number of labels on its own valid proposals. It also returns the answers that it counted.
func (b *Bench) Hidden(s Setting, labels int) (list []Hidden, answers []Answers, err error) {
	m, err := b.Method(s)
	if err != nil {
		return nil, nil, err
	}
	fit, err := b.newFit(m, s.Train)
	if err != nil {
		return nil, nil, err
	}
	gen, err := b.run(fit, s.Train.Epochs, func(int, int) {})
	if err != nil {
		return nil, nil, err
	}
	rules, err := b.keeps(s)
	if err != nil {
		return nil, nil, err
	}
	gen = gen.Under(b.BlackBox, rules)
	searched, err := b.several(s, gen)
	if err != nil {
		return nil, nil, err
	}
	pool := b.labelPool(gen, labels)
	known := []Answers{{"Search", searched}, {"Transplant", b.transplanted(fit, rules)}}
	known = append(known, b.answersOf(gen, "Before")...)
	answers = known
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
			told[i].Feasible = rule.allows(b.Table.Schema, told[i].Factual, told[i].Counterfactual)
		}
		c := s.Train
		c.Epochs, c.Seed = hiddenEpochs, b.Seed
		fit, err := cf.NewFineTuneBy(m, gen, c, b.Table.Schema, b.BlackBox, b.train, b.val, told)
		if err != nil {
			return nil, nil, err
		}
		after, err := b.run(fit, c.Epochs, func(int, int) {})
		if err != nil {
			return nil, nil, err
		}
		taught := after.Under(b.BlackBox, rules)
		own := append(b.answersOf(taught, rule.Text), b.firstAllowed(taught, rule.Text, known[ofSearch]),
			b.firstAllowed(taught, rule.Text, known[ofTransplant]))
		h := b.hidden(rule, slices.Concat(known, own))
		h.Rule, h.Base = rule, base
		list, answers = append(list, h), append(answers, own...)
	}
	return list, answers, nil
}

// drawHidden draws a rule of a kind that allows some but not most of the answers.
func (b *Bench) drawHidden(kind int, draw func(data.Schema, []int, func(int) int) (HiddenRule, bool), act []int,
	pool []cf.Label) (HiddenRule, float64, bool) {
	for try := range hiddenTries {
		key, n := b.Key(streamHidden).Sub(uint64(kind)).Sub(uint64(try)), uint32(0)
		rule, ok := draw(b.Table.Schema, act, func(of int) int { n++; return key.Intn(n, of) })
		if !ok {
			continue
		}
		allowed := 0.0
		for _, q := range pool {
			if rule.allows(b.Table.Schema, q.Factual, q.Counterfactual) {
				allowed++
			}
		}
		if base := allowed / float64(len(pool)); base >= leastAllowed && base <= mostAllowed {
			return rule, base, true
		}
	}
	return HiddenRule{}, 0, false
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

// answersOf returns the answer and the proposals of a generator.
func (b *Bench) answersOf(gen *cf.Generator, by string) []Answers {
	c := b.Test
	answers := slices.Collect(slices.Chunk(gen.Answers(c.Factual, c.Target, kernel.Key{}), 1))
	return []Answers{{by + ", answer", answers}, {by + ", proposals", gen.Proposals(c.Factual, c.Target)}}
}

// The lists of answers that a hidden rule is measured with, in order.
const (
	ofSearch = iota
	ofTransplant
	before
	beforeAll // proposals
	after
	afterAll
	searchJudged // see firstAllowed
	transplantJudged
	hiddenLists
)

// firstAllowed returns each row's first valid answer that the judge of a generator allows. If the judge
// allows none, it is the first valid one.
func (b *Bench) firstAllowed(gen *cf.Generator, by string, of Answers) Answers {
	first := Answers{by + ", " + of.By + " judged", make([][][]float64, len(of.Rows))}
	for i, x := range b.Test.Factual {
		if held := b.holding(of.Rows[i], b.Test.Target[i]); len(held) > 0 {
			at := max(0, slices.IndexFunc(held, func(y []float64) bool { return gen.Allows(x, y) }))
			first.Rows[i] = held[at : at+1]
		}
	}
	return first
}

// hidden counts the rows whose first answer a rule allows.
func (b *Bench) hidden(rule HiddenRule, lists []Answers) (h Hidden) {
	heldBefore := 0.0
	for i, x := range b.Test.Factual {
		allows := func(y []float64) bool { return rule.allows(b.Table.Schema, x, y) }
		var held [hiddenLists][][]float64
		known := false
		for k, of := range lists {
			held[k] = b.holding(of.Rows[i], b.Test.Target[i])
			known = known || slices.ContainsFunc(held[k], allows)
		}
		if len(held[before]) > 0 {
			heldBefore++
			h.Held += float64(len(held[after]))
		}
		if !known {
			continue
		}
		h.Rows++
		for k, sum := range map[int]*float64{before: &h.Before, after: &h.After, ofSearch: &h.Search,
			searchJudged: &h.Judged, transplantJudged: &h.Transplant} {
			if len(held[k]) > 0 && allows(held[k][0]) {
				*sum++
			}
		}
	}
	for _, v := range []*float64{&h.Before, &h.After, &h.Search, &h.Judged, &h.Transplant} {
		*v /= float64(max(h.Rows, 1))
	}
	h.Held /= max(heldBefore, 1)
	return h
}
