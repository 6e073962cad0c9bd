package store

import (
	"cmp"

	"causeway/core/model"
	"causeway/core/snapshot"
)

// tuning is what the fine-tunings have brought, as a file holds it: without the
// times that were measured.
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

// setTuning takes what tuning gave.
func (l *Labels) setTuning(t snapshot.Tuning) {
	said := t.Said()
	l.Rounds, l.Result = t.Rounds, said[len(said)-1]
	l.HasResult, l.Rules, l.Restored, l.asks = true, t.Rules, t.Restored, t.Asks
}

// recordPrevious names the record of the generator before the last fine-tuning.
const recordPrevious = "previous generator"

// keptPrevious is that generator. It is saved in this browser and not in files:
// it is the way back of the person at work, and would double what a file weighs.
type keptPrevious struct {
	Model   []byte         `msgpack:"model"`
	Tunings []model.Tuning `msgpack:"tunings"` // that it went through after its training
	Lost    bool           `msgpack:"lost"`    // not all that it came from is known
}

// keptPrevious is it, if there is one.
func (s *State) keptPrevious() (keptPrevious, bool) {
	l := &s.Labels
	return keptPrevious{l.previous, l.before.Tunings, l.before.Lost}, l.HasPrevious()
}

// previousGist is whether the person is asked which of the two is in force, and the other
// one.
func (s *State) previousGist() any {
	return struct {
		asks  bool
		other []byte
	}{s.Labels.asks, s.Labels.previous}
}

// install makes it the one that can be brought back.
func (p keptPrevious) install(w *work, _ arrival) {
	if w.Labels.HasResult {
		w.Labels.previous, w.Labels.before = p.Model, w.Generator.Learned
		w.Labels.before.Tunings, w.Labels.before.Lost = p.Tunings, p.Lost
	}
}

// check holds that its fine-tunings learned from some of the labels that the project's generator was told.
func (p keptPrevious) check(of snapshot.Project) error {
	_, err := model.DecodeState(p.Model)
	for _, t := range p.Tunings {
		err = cmp.Or(err, t.Validate(len(of.Labels.Told)))
	}
	return err
}
