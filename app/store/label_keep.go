package store

import (
	"cmp"

	"causeway/core/data"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/snapshot"
)

// tuning returns the result of the fine-tunings in the form of a file, without measured times.
func (l Labels) tuning(s data.Schema) snapshot.Tuning {
	r := l.Result
	t := snapshot.Tuning{Rows: r.Rows, JudgeRight: r.JudgeRight, Restored: l.Restored,
		JudgeBalanced: r.JudgeBalanced, Feasible: r.Feasible, Infeasible: r.Infeasible, Asks: l.asks}
	if before, after, rules := r.Before.Kept.Values(), r.After.Kept.Values(), l.Judged.Texts(s); len(rules) > 0 &&
		len(before) == len(rules) && len(after) == len(rules) {
		t.Rules, t.KeptBefore, t.KeptAfter = rules, before, after
	}
	t.Rounds = l.Rounds
	return t
}

// setTuning restores a result that tuning returned.
func (l *Labels) setTuning(t snapshot.Tuning) {
	said := t.Said()
	l.Rounds, l.Result = t.Rounds, said[len(said)-1]
	l.HasResult, l.Judged, l.Restored, l.asks = true, MeasuredBy{Said: t.Rules}, t.Restored, t.Asks
}

// recordPrevious names the record of the generator before the last fine-tuning.
const recordPrevious = "previous generator"

// keptPrevious is that generator. Only the browser saves it, because it serves as an undo and would
// double the size of a file.
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

// previousGist returns whether the person must choose between the two generators, and the one that is not in use.
func (s *State) previousGist() any {
	return struct {
		asks  bool
		other []byte
	}{s.Labels.asks, s.Labels.previous}
}

// install makes the saved generator the one that can be restored.
func (p keptPrevious) install(w *turn, _ arrival) {
	if w.Labels.HasResult {
		w.Labels.previous, w.Labels.before = p.Model, w.Generator.Learned
		w.Labels.before.Tunings, w.Labels.before.Lost = p.Tunings, p.Lost
	}
}

// check verifies that the fine-tunings used only labels that the project's generator learned from too.
func (p keptPrevious) check(of snapshot.Project) error {
	_, err := model.DecodeState(p.Model)
	for _, t := range p.Tunings {
		err = cmp.Or(err, t.Validate(len(of.Labels.Told)))
	}
	return err
}

// Intents about a file that was opened as a table but seems to hold labels.
type (
	AddOffered    struct{} // adds its labels
	OpenOffered   struct{} // opens it as a table
	RejectOffered struct{}
)

// offerLabels asks what to do with a file that has the columns of labels. It reports whether the file
// has them.
func (w *turn) offerLabels(f file) bool {
	if !w.seemsLabels(f) {
		return false
	}
	w.Data.Stage, w.Data.incoming = Idle, file{}
	w.stopWaiting()
	w.Labels.Offer = f
	w.say(sayLabelsOffered(f.Name))
	w.backToPreview()
	return true
}

// seemsLabels reports whether a file has the columns of labels and a table is open for them.
func (w *turn) seemsLabels(f file) bool {
	return w.Data.HasTable && w.Project.Waiting == nil && label.IsCSV(f.Bytes)
}

// offered takes the file out of the offer.
func (l *Labels) offered() file {
	f := l.Offer
	l.Offer = file{}
	return f
}

func (AddOffered) apply(w *turn) {
	if f := w.Labels.offered(); f.Name != "" {
		ImportLabels{f.Bytes}.apply(w)
	}
}
func (AddOffered) step(data.Schema) string { return "Opened labels" }

func (OpenOffered) apply(w *turn) {
	if f := w.Labels.offered(); f.Name != "" {
		w.settle(TheTable)
		w.open(f)
	}
}

func (RejectOffered) apply(w *turn) {
	w.Labels.offered()
	w.say(sayRejected)
}
