package store

import (
	"slices"

	"causeway/core/wire"
)

// MaxFile is the size of the largest file that is read, in bytes.
const MaxFile = 64 << 20

// work is a State on its way through Apply with the effects found so far.
type work struct {
	State
	effects      []Effect
	demonstrated bool // the rules have labelled cards that came
	unasked      bool // nobody has asked for the search
}

// Apply returns the state after an intent and what must be done for it. It is a
// pure function: the same arguments give the same answer.
func Apply(s State, in Intent) (State, []Effect) {
	w := &work{State: s}
	before := s.settings()
	needs := needsEngine(in)
	if needs && (s.Link.Down || s.Link.Recovering) {
		w.say(sayEngineAgain)
		w.dropFiles(&s, in)
		return w.State, w.effects
	}
	in.apply(w)
	set, sets := in.(setting)
	if w.lastNotice == s.lastNotice && (sets || needs) {
		w.settleHere()
	}
	w.fit(&s)
	w.forget()
	w.compare(&s)
	w.ask()
	w.remember(before, s, set)
	w.tendKeeping(&s) // last, as it saves what all of these have made
	w.dropFiles(&s, in)
	return w.State, w.effects
}

// dropFiles lets go of the files that the page held before or that an intent brings, and that nothing
// asks for any more.
func (w *work) dropFiles(before *State, in Intent) {
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

// heldFiles are the numbers of the page's files that may be read again.
func (s *State) heldFiles() []int {
	d := s.Data
	return []int{d.incoming.file, d.File.file, d.origin.file.file, d.loading.file.file,
		s.Keeping.opening.file().record.File}
}

// fit makes what a person has set what table, graph and models allow.
func (w *work) fit(before *State) {
	w.order()
	w.followGraph()
	w.fitLimits(before)
}

// forget drops what was found by other models, of other rows or under other rules, or says
// that it was.
func (w *work) forget() {
	w.dropOldBatch()
	w.dropOldEvaluation()
	w.dropForeign()
	w.dropOldVerify()
	w.Explain.OldRules = w.Explain.HasFound && w.rulesChanged()
}

// compare holds what was learned and labelled against the graph as it is drawn now, and has
// settings follow that nobody chose.
func (w *work) compare(before *State) {
	if w.Graph.Edited != before.Graph.Edited {
		w.compareGraph()
		w.compareRules()
	}
	w.tendLabels()
	w.followProject()
}

// ask has the engine say what the page shows beside what was asked for.
func (w *work) ask() {
	w.weigh()
	w.answerRow()
	w.tendImageCards()
	w.tellNames()
}

// remember makes a change of settings a step that undo takes back.
func (w *work) remember(before settings, of State, set setting) {
	if set == nil && w.demonstrated {
		set = LabelByRule{}
	}
	if set != nil {
		w.History.record(before, w.State.settings(), set.step(w.Data.Table.Schema), mergeKey(set, of))
	}
}

func (in Dismiss) apply(w *work) {
	w.Notices.Alerts = w.alertsWithout(func(a alert) bool { return a.ID == in.ID })
}

func (in Say) apply(w *work) { w.say(in.Text) }

func (in Visit) apply(w *work) {
	w.settleHere()
	w.here = append([]Topic{theAddress}, in.Topics...)
	w.mapRow()
}

func (LinkUnread) apply(w *work) { w.alert(theAddress, sayLinkUnread) }

func (RestartEngine) apply(w *work) {
	if w.Link.Final {
		w.Link.Final = false
		w.effects = append(w.effects, Restart{})
	}
}

// send asks for a message to be sent under a new job number, which it returns.
func (w *work) send(m wire.Message) int {
	w.lastJob++
	w.sendAs(w.lastJob, m)
	return w.lastJob
}

func (w *work) sendAs(job int, m wire.Message) {
	w.effects = append(w.effects, Send{Job: job, Body: m})
}

// say replaces the status sentence.
func (w *work) say(text string) {
	w.Notices.Status = text
	w.Notices.Said++
}

// alert adds a sentence that stays. The same sentence is not added twice, and
// only the last few are kept.
func (w *work) alert(about Topic, text string) {
	kept := w.alertsWithout(func(a alert) bool { return a.Text == text })
	w.lastNotice++
	kept = append(kept, alert{ID: w.lastNotice, Topic: about, Text: text})
	if n := len(kept) - 4; n > 0 {
		kept = kept[n:]
	}
	w.Notices.Alerts = kept
}

// settle takes away the alerts about a topic that is attempted anew.
func (w *work) settle(about Topic) {
	w.Notices.Alerts = w.alertsWithout(func(a alert) bool { return a.Topic == about })
}

// settleHere takes away the alerts about the step that the person is at: they go
// with the next thing that succeeds there, and when the person leaves. Of a step
// that is not shown they stay until it was.
func (w *work) settleHere() {
	for _, t := range w.here {
		w.settle(t)
	}
	if slices.Contains(w.here, TheGraph) {
		w.Graph.Cycle = nil
	}
}

func (w *work) alertsWithout(drop func(alert) bool) []alert {
	var kept []alert
	for _, a := range w.Notices.Alerts {
		if !drop(a) {
			kept = append(kept, a)
		}
	}
	return kept
}
