package store

import (
	"cmp"

	"causeway/core/model"
	"causeway/core/snapshot"
)

// tuning is the result of the fine-tunings as a file holds it, without measured times.
func (l Labels) tuning() snapshot.Tuning {
	r := l.Result
	t := snapshot.Tuning{Rows: r.Rows, JudgeRight: r.JudgeRight, Restored: l.Restored,
		JudgeBalanced: r.JudgeBalanced, Feasible: r.Feasible, Infeasible: r.Infeasible, Asks: l.asks}
	if before, after, n := r.Before.Kept.Values(), r.After.Kept.Values(), len(l.Rules); n > 0 && len(before) == n &&
		len(after) == n {
		t.Rules, t.KeptBefore, t.KeptAfter = l.Rules, before, after
	}
	t.Rounds = l.Rounds
	return t
}

// setTuning restores the result of tuning.
func (l *Labels) setTuning(t snapshot.Tuning) {
	said := t.Said()
	l.Rounds, l.Result = t.Rounds, said[len(said)-1]
	l.HasResult, l.Rules, l.Restored, l.asks = true, t.Rules, t.Restored, t.Asks
}

// recordPrevious names the record of the generator before the last fine-tuning.
const recordPrevious = "previous generator"

// keptPrevious is that generator. Only the browser saves it: it is an undo for the person at work,
// and would double the size of a file.
type keptPrevious struct {
	Model   []byte         `msgpack:"model"`
	Tunings []model.Tuning `msgpack:"tunings"` // its trainings after the first
	Lost    bool           `msgpack:"lost"`    // part of its history is unknown
}

// keptPrevious is it, if there is one.
func (s *State) keptPrevious() (keptPrevious, bool) {
	l := &s.Labels
	return keptPrevious{l.previous, l.before.Tunings, l.before.Lost}, l.HasPrevious()
}

// previousGist is whether the person must choose between the two, and the other one.
func (s *State) previousGist() any {
	return struct {
		asks  bool
		other []byte
	}{s.Labels.asks, s.Labels.previous}
}

// install makes it the generator that can be restored.
func (p keptPrevious) install(w *turn, _ arrival) {
	if w.Labels.HasResult {
		w.Labels.previous, w.Labels.before = p.Model, w.Generator.Learned
		w.Labels.before.Tunings, w.Labels.before.Lost = p.Tunings, p.Lost
	}
}

// check verifies that its fine-tunings learned only from labels that the project's generator was
// taught.
func (p keptPrevious) check(of snapshot.Project) error {
	_, err := model.DecodeState(p.Model)
	for _, t := range p.Tunings {
		err = cmp.Or(err, t.Validate(len(of.Labels.Told)))
	}
	return err
}
