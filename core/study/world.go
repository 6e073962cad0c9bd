package study

import (
	"fmt"
	"reflect"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
)

// World is the causal model under which answers are judged. A person acts on some features, the
// others follow from their causes, and each row keeps its noise.
type World struct {
	States []causal.State // one per feature

	// Of returns the mechanisms for a row of the table. They may differ between rows: in Sangiovese
	// they depend on a treatment that no method sees.
	Of func(row int) *causal.SCM
}

// laws is a World translated to the schema of a bench. If laws is nil, no feature follows.
type laws struct {
	World
	schema    data.Schema
	following []int
	all       []int // the features of following, and the adjustable ones
	bound     map[*causal.SCM]bound
}

// bound is one set of mechanisms with two sets of rules: one for the features that only follow, and
// one for all effects, including those that a person can also adjust.
type bound struct {
	scm           *causal.SCM
	follow, acted []causal.Rule
}

// in converts a world to a schema with the scale of the rows. It panics if the world does not fit
// the table.
func (w World) in(s data.Schema) *laws {
	l := &laws{World: w, schema: s, bound: map[*causal.SCM]bound{}}
	for v, state := range w.States {
		if state == causal.Following {
			l.following = append(l.following, v)
		}
		if state != causal.ActedOn {
			l.all = append(l.all, v)
		}
	}
	return l
}

func (l *laws) boundLaws(row int) bound {
	m := l.Of(row)
	if _, known := l.bound[m]; !known {
		scm, err := causal.NewSCM(l.schema, m.Nodes()...)
		b := bound{scm: scm}
		if err == nil {
			b.follow, err = scm.Followers(l.following, nil)
		}
		if err == nil {
			adjustable := slices.DeleteFunc(slices.Clone(l.all), func(v int) bool {
				return l.States[v] != causal.Adjustable
			})
			b.acted, err = scm.Followers(l.all, adjustable)
		}
		if err != nil {
			panic(fmt.Sprintf("study: World: %v", err))
		}
		l.bound[m] = b
	}
	return l.bound[m]
}

// rules returns the rules for the features that only follow in a row of the table. It leaves out
// adjustable effects: a person sets their values, and their effects follow from these.
func (l *laws) rules(row int) []causal.Rule {
	if l == nil {
		return nil
	}
	return l.boundLaws(row).follow
}

// search returns the rules for a search from a row: the hard rules and those of all effects.
// Adjustable effects may change by an action as well.
func (l *laws) search(rules []causal.Rule, row int) []causal.Rule {
	if l == nil {
		return rules
	}
	return append(slices.Clone(rules), l.boundLaws(row).acted...)
}

// with returns the hard rules together with the rules for features that only follow in a row, and a
// schema precise enough for both.
func (l *laws) with(s data.Schema, rules []causal.Rule, row int) (data.Schema, []causal.Rule) {
	rules = append(slices.Clone(rules), l.rules(row)...)
	return causal.Fine(s, rules), rules
}

func (l *laws) state(j int) causal.State {
	if l == nil {
		return causal.ActedOn
	}
	return l.States[j]
}

// after returns the row that results if a person does what an answer proposes. Features that can be
// acted on get the answer's values, and the other features follow.
func (l *laws) after(s data.Schema, rules []causal.Rule, row int, factual, answer []float64) []float64 {
	after := slices.Clone(answer)
	s, rules = l.with(s, rules, row)
	causal.Compute(s, rules, factual, after)
	return after
}

// actions returns how many features a person acts on to reach a result, and how far: numbers in
// MADs, a changed level as 1. For an adjustable effect, the action is the difference from the value
// that would follow without an action.
func (l *laws) actions(s data.Schema, rules []causal.Rule, row int, factual, after []float64) (n int, far float64) {
	l.acted(s, rules, row, factual, after, func(j int, d float64) {
		if n++; s.Features[j].Kind.Numeric() {
			far += max(d, -d) / s.Features[j].MAD
		} else {
			far++
		}
	})
	return n, far
}

// acted calls each with the index and the size of every action.
func (l *laws) acted(s data.Schema, rules []causal.Rule, row int, factual, after []float64,
	each func(j int, d float64)) {
	rules = l.search(rules, row)
	base := causal.NewBase(causal.Fine(s, rules), rules, factual).Of(after, make([]float64, len(after)))
	for j, f := range s.Features {
		d, least := after[j]-base[j], 0.0
		if l.state(j) == causal.Adjustable && f.Kind.Numeric() { // the column rounds the resulting value
			least = float64(actionSteps * f.Step())
		}
		if max(d, -d) > least {
			each(j, d)
		}
	}
}

// alone returns the factual with a person's actions but without their consequences.
func (l *laws) alone(s data.Schema, rules []causal.Rule, row int, factual, after []float64) []float64 {
	out := slices.Clone(factual)
	l.acted(s, rules, row, factual, after, func(j int, d float64) { out[j] += d })
	return out
}

// actionSteps is the tolerance of an adjustable value, in steps of its column. A value that is
// closer than this to the one that would follow is not an action.
const actionSteps = 0.6

// against reports whether an answer contradicts the laws, because a feature that only follows
// differs from its consequence by more than the column's precision.
func (l *laws) against(answer, after []float64) bool {
	return l != nil && slices.ContainsFunc(l.following, func(v int) bool {
		f, slack := l.schema.Features[v], 0.0
		if f.Kind.Numeric() {
			slack = float64(0.501 * f.Step())
		}
		d := answer[v] - after[v]
		return max(d, -d) > slack
	})
}

// lawsForMethod returns the mechanisms and states that a method receives under a setting. If the
// setting has no mechanisms, they are fitted to the training rows. The result is nil if no feature
// follows.
func (b *Bench) lawsForMethod(s Setting) (*laws, error) {
	k, schema := s.Knowledge, b.Table.Schema
	followers := k.Followers(schema)
	if len(followers) == 0 {
		return nil, nil
	}
	for _, t := range b.toldLaws {
		if t.given == s.Told && reflect.DeepEqual(t.of, k) {
			return t.laws, nil
		}
	}
	w := World{States: make([]causal.State, len(schema.Features))}
	for _, v := range followers {
		w.States[v] = causal.Following
	}
	for _, v := range k.Adjustables(schema) {
		w.States[v] = causal.Adjustable
	}
	m := s.Told
	if m == nil {
		var err error
		if m, err = k.Fit(b.Table, b.Split.Train); err != nil {
			return nil, err
		}
	}
	w.Of = func(int) *causal.SCM { return m }
	l := w.in(schema)
	b.toldLaws = append(b.toldLaws, toldLaws{k, s.Told, l})
	return l, nil
}

// toldLaws caches the laws that methods receive under a setting.
type toldLaws struct {
	of    causal.Knowledge
	given *causal.SCM
	laws  *laws
}

// Laws returns the mechanisms that methods receive under a setting, the mechanisms that judge
// answers for a row of the table, and the states of the features. All are nil if no feature
// follows.
func (b *Bench) Laws(s Setting) (told *causal.SCM, by func(row int) *causal.SCM, states []causal.State, err error) {
	l, err := b.lawsForMethod(s)
	if err != nil || l == nil {
		return nil, nil, nil, err
	}
	w, err := b.world(s)
	if err != nil {
		return nil, nil, nil, err
	}
	return l.boundLaws(0).scm, func(row int) *causal.SCM { return w.boundLaws(row).scm }, w.States, nil
}

// world returns the laws that judge answers: the problem's true mechanisms if it has them,
// otherwise those that the method receives.
func (b *Bench) world(s Setting) (*laws, error) {
	if b.Problem.World == nil {
		return b.lawsForMethod(s)
	}
	if b.laws == nil {
		b.laws = b.Problem.World.in(b.Table.Schema)
	}
	return b.laws, nil
}
