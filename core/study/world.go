package study

import (
	"fmt"
	"reflect"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
)

// World is the causal model that answers are judged under: a person acts on some features,
// and the others follow from their causes while each row keeps what is its own.
type World struct {
	States []causal.State // of the features

	// Of are the mechanisms of a row of the table. They may be a row's own, as those of
	// Sangiovese are, where a treatment that no method sees decides.
	Of func(row int) *causal.SCM
}

// laws is a World in the schema of a bench. A nil one has nothing that follows.
type laws struct {
	World
	schema    data.Schema
	following []int
	all       []int // the same and what can be changed as well
	bound     map[*causal.SCM]bound
}

// bound is one set of mechanisms, with the rules of what only follows, and of all that follows,
// to some of which an action may add.
type bound struct {
	scm           *causal.SCM
	follow, acted []causal.Rule
}

// in puts a world into a schema with the scale of the rows. It panics if the world does not fit
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

func (l *laws) of(row int) bound {
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

// rules are those of what only follows in a row of the table. Effects that can be changed as
// well are not among them: their value is what a person brings about, and what follows from
// them follows from that.
func (l *laws) rules(row int) []causal.Rule {
	if l == nil {
		return nil
	}
	return l.of(row).follow
}

// search are the rules that a search is given for a row: hard ones, and of all that follows,
// with actions on what can be changed.
func (l *laws) search(rules []causal.Rule, row int) []causal.Rule {
	if l == nil {
		return rules
	}
	return append(slices.Clone(rules), l.of(row).acted...)
}

// with are hard rules and those of what only follows in a row, and the schema that is fine
// enough for them.
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

// after is what a row becomes where a person does what an answer says: its values of what
// can be acted on are the actions, and the rest follows.
func (l *laws) after(s data.Schema, rules []causal.Rule, row int, factual, answer []float64) []float64 {
	after := slices.Clone(answer)
	s, rules = l.with(s, rules, row)
	causal.Compute(s, rules, factual, after)
	return after
}

// actions are the features that a person acts on to get from a row to what becomes of it,
// and how far: numbers in MADs, levels by 1. An effect that follows and can be changed is
// acted on by as much as it differs from what would follow.
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

// acted hands over the features that a person acts on, with the difference that it makes.
func (l *laws) acted(s data.Schema, rules []causal.Rule, row int, factual, after []float64,
	each func(j int, d float64)) {
	rules = l.search(rules, row)
	base := causal.NewBase(causal.Fine(s, rules), rules, factual).Of(after, make([]float64, len(after)))
	for j, f := range s.Features {
		d, least := after[j]-base[j], 0.0
		if l.state(j) == causal.Adjustable && f.Kind.Numeric() { // the column rounds what is brought about
			least = float64(actionSteps * f.Step())
		}
		if max(d, -d) > least {
			each(j, d)
		}
	}
}

// alone is the factual with a person's actions, and without what follows from them.
func (l *laws) alone(s data.Schema, rules []causal.Rule, row int, factual, after []float64) []float64 {
	out := slices.Clone(factual)
	l.acted(s, rules, row, factual, after, func(j int, d float64) { out[j] += d })
	return out
}

// actionSteps are the steps of a column up to which a value that is brought about may be off
// what would follow without any action.
const actionSteps = 0.6

// against reports whether an answer gives a feature that only follows another value than
// what follows, by more than the column shows.
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

// given are the mechanisms and states that a method of a setting is told, nil where nothing
// follows: those of its knowledge, fitted to the training rows where the setting gives none.
func (b *Bench) given(s Setting) (*laws, error) {
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

// toldLaws are the laws of a setting that a bench has bound already.
type toldLaws struct {
	of    causal.Knowledge
	given *causal.SCM
	laws  *laws
}

// Laws are the mechanisms that methods of a setting are told, those that answers for a row of
// the table are judged by, and the states of the features; nil where nothing follows.
func (b *Bench) Laws(s Setting) (told *causal.SCM, by func(row int) *causal.SCM, states []causal.State, err error) {
	l, err := b.given(s)
	if err != nil || l == nil {
		return nil, nil, nil, err
	}
	w, err := b.world(s)
	if err != nil {
		return nil, nil, nil, err
	}
	return l.of(0).scm, func(row int) *causal.SCM { return w.of(row).scm }, w.States, nil
}

// world is what answers to a setting are judged under: the true mechanisms where the
// problem knows them, else those that the method is told.
func (b *Bench) world(s Setting) (*laws, error) {
	if b.Problem.World == nil {
		return b.given(s)
	}
	if b.laws == nil {
		b.laws = b.Problem.World.in(b.Table.Schema)
	}
	return b.laws, nil
}
