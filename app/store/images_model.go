package store

import (
	"crypto/sha256"
	"encoding/hex"

	"causeway/core/model"
	"causeway/core/wire"
)

// openImageModel makes another program's classifier the black box of the images.
func (w *turn) openImageModel(in OpenModel) {
	g := &w.Images
	w.settle(TheImageClassifier)
	switch {
	case in.Size > MaxModelFile:
		w.alert(TheImageClassifier, sayTooBig(in.Name, in.Size, MaxModelFile))
	case g.Classifier.Phase.Active() || w.trainsOther(TheImageClassifier):
	case g.opening.job != 0:
	default:
		g.opening = openingModel{job: w.send(wire.UseImageModel{Bytes: in.Bytes}),
			from: model.Provenance{Name: in.Name, Size: in.Size, Hash: hashOf(in.Bytes)}}
		w.say(sayReadingImageModel(in.Name))
	}
}

func hashOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// openingModel is a file that the engine reads.
type openingModel struct {
	job  int
	from model.Provenance
}

// imageModelUsed takes the other program's classifier.
func (w *turn) imageModelUsed(m wire.ImageModelUsed) {
	g := &w.Images
	from := g.opening.from
	from.Producer = m.Producer
	w.ClassifierRun.command = nil
	w.imageClassifierTrained(m.Trained)
	g.Classifier.Foreign, g.Classifier.From, g.Reading, g.Classifier.Learned = true, from, m.Reading,
		g.Classifier.Settings
	g.opening = openingModel{}
	w.say(sayImageModelUsed(from.Name, m))
}
