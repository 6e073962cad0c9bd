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
	bound     map[*causal.SCM]bound
}

// bound is one set of mechanisms.
type bound struct {
	scm   *causal.SCM
	carry *causal.Carried // nil where nothing only follows
}

// in puts a world into a schema with the scale of the rows. It panics where it is none of
// the table.
func (w World) in(s data.Schema) *laws {
	l := &laws{World: w, schema: s, bound: map[*causal.SCM]bound{}}
	for v, state := range w.States {
		if state == causal.Following {
			l.following = append(l.following, v)
		}
	}
	return l
}

func (l *laws) of(row int) bound {
	m := l.Of(row)
	if _, known := l.bound[m]; !known {
		scm, err := causal.NewSCM(l.schema, m.Nodes()...)
		var carry *causal.Carried
		if err == nil && len(l.following) > 0 {
			carry, err = scm.Carry(l.following)
		}
		if err != nil {
			panic(fmt.Sprintf("study: World: %v", err))
		}
		l.bound[m] = bound{scm, carry}
	}
	return l.bound[m]
}

// carry has a row of the table follow; nil where nothing does. Effects that follow and can
// be changed as well are not carried: their value is what a person brings about, and what
// follows from them follows from that.
func (l *laws) carry(row int) *causal.Carried {
	if l == nil {
		return nil
	}
	return l.of(row).carry
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
	var own *causal.Own
	if c := l.carry(row); c != nil {
		own, s = c.Of(factual), c.Schema()
	}
	after := slices.Clone(answer)
	causal.Settle(s, rules, own, factual, after)
	return after
}

// actions are the features that a person acts on to get from a row to what becomes of it,
// and how far: numbers in MADs, levels by 1. An effect that follows and can be changed is
// acted on by as much as it differs from what would follow.
func (l *laws) actions(s data.Schema, rules []causal.Rule, row int, factual, after []float64) (n int, far float64) {
	computed := causal.Follows(s, rules)
	for j, f := range s.Features {
		from := factual[j]
		switch state := l.state(j); {
		case computed[j] || state == causal.Following:
			continue
		case state == causal.Adjustable:
			scm := l.of(row).scm
			node, _ := scm.Node(j)
			if d := scm.Mean(node, after) - scm.Mean(node, factual); d != 0 {
				from = causal.Nearest(f, causal.Score(f, from)+d, from)
			}
		}
		switch d := after[j] - from; {
		case d == 0:
		case f.Kind.Numeric():
			n, far = n+1, far+max(d, -d)/f.MAD
		default:
			n, far = n+1, far+1
		}
	}
	return n, far
}

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
	for _, t := range b.told {
		if t.given == s.Given && reflect.DeepEqual(t.of, k) {
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
	m := s.Given
	if m == nil {
		var err error
		if m, err = k.Fit(b.Table, b.Split.Train); err != nil {
			return nil, err
		}
	}
	w.Of = func(int) *causal.SCM { return m }
	l := w.in(schema)
	b.told = append(b.told, told{k, s.Given, l})
	return l, nil
}

// told are the laws of a setting that a bench has bound already.
type told struct {
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
