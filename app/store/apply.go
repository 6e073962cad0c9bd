package store

import (
	"slices"
)

// MaxFile is the size of the largest file that is read, in bytes.
const MaxFile = 64 << 20

// turn is one run of Apply: the State being changed, and the effects collected so far.
type turn struct {
	State
	effects      []Effect
	demonstrated bool // cards arrived and the rules labelled them
	unasked      bool // the search runs without a request
}

// Apply returns the state after an intent, and the effects to carry out. It is pure: the same
// arguments give the same result. Five passes follow every intent, so that no intent has to know what
// else depends on the state that it changes.
func Apply(s State, in Intent) (State, []Effect) {
	w := &turn{State: s}
	needs := needsEngine(in)
	if needs && (s.Link.Down || s.Link.Recovering) {
		w.say(sayEngineAgain)
		w.dropFiles(&s, in)
		return w.State, w.effects
	}
	in.apply(w)
	if _, sets := in.(setting); w.lastNotice == s.lastNotice && (sets || needs) {
		w.settleHere()
	}
	w.fit(&s)
	w.forget()
	w.compare(&s)
	w.ask()
	w.preserve(&s, in)
	return w.State, w.effects
}

// fit keeps the person's settings within what table, graph and models allow. It is the first pass,
// because the others read these settings.
func (w *turn) fit(before *State) {
	w.order()
	w.followGraph()
	w.fitLimits(before)
}

// forget drops results of other models, rows or rules, or marks them as stale, so that nothing old is
// compared or shown as new.
func (w *turn) forget() {
	w.dropOldBatch()
	w.dropOldEvaluation()
	w.dropForeign()
	w.dropOldVerify()
	w.Explain.OldRules = w.Explain.HasFound && w.rulesChanged()
}

// compare checks trained models and labels against the current graph, and updates settings that
// nobody chose.
func (w *turn) compare(before *State) {
	edited := w.Graph.Edited != before.Graph.Edited
	if edited || !samePlace(w.Generator.Result.Model, before.Generator.Result.Model) {
		w.compareGraph()
	}
	if edited {
		w.compareRules()
	}
	w.tendLabels()
	w.followProject()
}

// ask sends the engine the questions that the page's views raise, beyond what the intent asked for.
func (w *turn) ask() {
	w.weigh()
	w.answerRow()
	w.answerEveryone()
	w.tendImageCards()
	w.tellNames()
}

// preserve records a change of settings in the history, saves the project and releases files. It runs
// last, so that it saves what the others changed.
func (w *turn) preserve(before *State, in Intent) {
	set, _ := in.(setting)
	if set == nil && w.demonstrated {
		set = LabelByRule{}
	}
	if set != nil {
		w.History.record(before.settings(), w.State.settings(), set.step(w.Data.Table.Schema), mergeKey(set, *before))
	}
	w.tendKeeping(before)
	w.dropFiles(before, in)
}

// dropFiles releases the files that nothing refers to any more, old ones and those that the intent
// brought.
func (w *turn) dropFiles(before *State, in Intent) {
	held := before.heldFiles()
	switch in := in.(type) {
	case FileRead:
		held = append(held, in.File)
	case Fetched:
		for _, r := range in.Records {
			held = append(held, r.File)
		}
	}
	kept := w.State.heldFiles()
	held = slices.DeleteFunc(held, func(n int) bool { return n == 0 || slices.Contains(kept, n) })
	if slices.Sort(held); len(held) > 0 {
		w.effects = append(w.effects, DropFiles{slices.Compact(held)})
	}
}

// heldFiles returns the numbers of files that may be read again.
func (s *State) heldFiles() []int {
	d := s.Data
	return []int{d.incoming.file, d.File.file, d.origin.file.file, d.loading.file.file,
		s.Keeping.opening.file().record.File}
}

func (in Visit) apply(w *turn) {
	w.settleHere()
	w.here = append([]Topic{theAddress}, in.Topics...)
	w.mapRow()
}

func (LinkUnread) apply(w *turn) { w.alert(theAddress, sayLinkUnread) }

func (RestartEngine) apply(w *turn) {
	if w.Link.Final {
		w.Link.Final = false
		w.effects = append(w.effects, Restart{})
	}
}
