package study

import (
	"fmt"
	"reflect"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
)

// World is the causal model under which answers are judged. A person acts on some features, the
// others follow from their causes, and each row keeps its own noise.
type World struct {
	States []causal.State // one per feature

	// Of returns the mechanisms for a row of the table. They may differ between rows, as in
	// Sangiovese, whose mechanisms depend on a treatment that no method sees.
	Of func(row int) *causal.SCM
}

// laws is a World in the schema of a bench. With nil laws, no feature follows.
type laws struct {
	World
	schema    data.Schema
	following []int
	all       []int // following, plus the adjustable features
	bound     map[*causal.SCM]bound
}

// bound is one set of mechanisms with two sets of rules: those for features that only follow, and
// those for all effects, to some of which an action may add.
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

// rules returns the rules for the features that only follow in a row of the table. Adjustable
// effects are not included: a person sets their values, and their own effects follow from these
// values.
func (l *laws) rules(row int) []causal.Rule {
	if l == nil {
		return nil
	}
	return l.boundLaws(row).follow
}

// search returns the rules for searching from a row: the hard rules and those of all effects,
// with actions on the adjustable ones.
func (l *laws) search(rules []causal.Rule, row int) []causal.Rule {
	if l == nil {
		return rules
	}
	return append(slices.Clone(rules), l.boundLaws(row).acted...)
}

// with returns the hard rules together with those of the features that only follow in a row, and
// a schema with enough precision for them.
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

// after returns the row that results if a person does what an answer proposes. The answer's
// values for features that can be acted on are the actions, and the other features follow.
func (l *laws) after(s data.Schema, rules []causal.Rule, row int, factual, answer []float64) []float64 {
	after := slices.Clone(answer)
	s, rules = l.with(s, rules, row)
	causal.Compute(s, rules, factual, after)
	return after
}

// actions returns the number of features on which a person acts to turn a row into its result,
// and the distance: numbers in MADs, levels as 1. For an adjustable effect, the action is the
// difference from the value that would follow without it.
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

// acted calls each with every feature on which a person acts and the size of the action.
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

// actionSteps is the number of steps of a column by which an adjustable value may differ from the
// value that would follow without counting as an action.
const actionSteps = 0.6

// against reports whether an answer contradicts the laws: it assigns to a feature that only
// follows a value that differs from the consequence by more than the column's precision.
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

// lawsForMethod returns the mechanisms and states that a setting gives to a method: those of its
// knowledge, fitted to the training rows if the setting has no mechanisms. It returns nil if
// nothing follows.
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

// toldLaws are the laws of a setting that a bench has already bound.
type toldLaws struct {
	of    causal.Knowledge
	given *causal.SCM
	laws  *laws
}

// Laws returns the mechanisms that a setting gives to methods, those by which answers for a row
// of the table are judged, and the states of the features. All are nil if nothing follows.
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

// world returns the laws under which answers to a setting are judged: the true mechanisms if the
// problem contains them, otherwise those that the method receives.
func (b *Bench) world(s Setting) (*laws, error) {
	if b.Problem.World == nil {
		return b.lawsForMethod(s)
	}
	if b.laws == nil {
		b.laws = b.Problem.World.in(b.Table.Schema)
	}
	return b.laws, nil
}
