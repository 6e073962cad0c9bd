package store

import "causeway/core/snapshot"

// Intents about the finished projects that come with the page.
type (
	// OpenFinished opens one and searches for the counterfactuals of its row. It behaves like any
	// project file, but asks only if something would be lost: the open project is saved first and
	// stays in the list.
	OpenFinished struct {
		Name  string // of the file
		Bytes []byte
	}

	// FinishedUnread says that its file could not be fetched.
	FinishedUnread struct{ Why string }
)

func (in OpenFinished) apply(w *turn) {
	if snapshot.HoldsImages(in.Bytes) {
		w.keepFirst()
		w.openSavedImages(file{Name: in.Name, Bytes: in.Bytes})
		if w.Data.Ask == askImages && w.losesNothing() {
			Answer{Replace: true}.apply(w)
		}
		return
	}
	o := Offered{Name: in.Name, finished: true}
	p, err := snapshot.Read(in.Bytes)
	w.offer(o, p, err)
	if err != nil {
		return
	}
	w.keepFirst()
	if w.losesNothing() {
		AnswerProject{Take: true}.apply(w)
	}
}

// losesNothing reports whether leaving the open project loses nothing: it is in the list, or empty.
func (w *turn) losesNothing() bool {
	k := w.Keeping
	return k.Stage != KeepOff && k.Stage != KeepFailed && !k.packing || !w.Unsaved()
}

func (in FinishedUnread) apply(w *turn) { w.alert(TheProject, sayFinishedUnread(in.Why)) }
