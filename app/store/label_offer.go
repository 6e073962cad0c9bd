package store

import (
	"causeway/core/data"
	"causeway/core/label"
)

// Intents about a file that was opened as a table but seems to hold labels.
type (
	AddOffered    struct{} // adds its labels
	OpenOffered   struct{} // opens it as a table after all
	RejectOffered struct{}
)

// offerLabels asks what to do with a file that has the columns of labels. It reports whether the
// file is one.
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
