package store

import (
	"causeway/core/data"
	"causeway/core/image"
	"causeway/core/model"
	"causeway/core/wire"
)

// imagesLoaded makes images the document and drops everything made from the previous one.
func (w *turn) imagesLoaded(m wire.ImagesLoaded) {
	g, d := &w.Images, &w.Data
	load, saved, waits, from := d.loading.images, g.saved, g.Waits, w.Project.WaitingFor
	d.loadJob, d.Stage, d.origin, d.loading = 0, Idle, origin{}, origin{}
	w.stopWaiting()
	w.stopExpecting()
	w.freshGraph(d.schema, data.Schema{})
	d.HasTable = false
	w.leaveFor(wire.Loaded{}, model.Other)
	w.arrived()
	g.Has, g.Set, g.load, g.Drawing.Pad = true, m, load, image.NewPad(m.H, m.W)
	w.say(sayImagesLoaded(m))
	if o := &w.Keeping.opening; waits {
		took := w.takeSaved(saved)
		if o.came = took && from.kept != "" && from.kept == o.id; took && from.kept == "" {
			w.Project.Name, w.Project.Place = from.Name, from.place
		}
		w.Project.saved = w.fingerprint()
	}
	ChooseImage{Truth: -1}.apply(w)
}

// imagesWait keeps a file of images until the file of labels arrives, or the other way round. The open document stays.
func (w *turn) imagesWait(m wire.ImagesWait) {
	g, d := &w.Images, &w.Data
	if open, ok := d.loading.images.(wire.OpenImages); ok {
		g.half = open.Files
	}
	d.loadJob, d.Stage, d.loading, g.Wait = 0, Idle, origin{}, m.Text
	w.say(m.Text)
}

func (w *turn) subjectCame(m wire.ImagesShown) {
	s := &w.Images.Subject
	s.Total = m.Total
	if len(m.Index) == 0 && m.Total > 0 {
		ChooseImage{Truth: s.Truth, Pos: m.Total - 1}.apply(w)
		return
	}
	if len(m.Index) == 0 {
		w.setSubject(nil)
		return
	}
	s.Pos, s.Index, s.Label = m.From, m.Index[0], m.Labels[0]
	w.setSubject(m.Pixels)
}

func (w *turn) pathCame(m wire.ImageExplained) {
	s := &w.Images.Subject
	s.Path, s.At = m.Paths, max(len(m.Paths)-1, 0)
}

// imageClassifierTrained takes the new black box of images.
func (w *turn) imageClassifierTrained(f wire.ClassifierTrained) {
	g := &w.Images
	g.Classifier.Result, g.Classifier.HasResult, g.Classifier.Phase = f, true, Resting
	g.Classifier.Foreign, g.Classifier.From, g.Reading, g.Classifier.Origin = false, model.Provenance{}, "", Ours
	if c, ok := w.ClassifierRun.command.(wire.TrainImageClassifier); ok {
		g.Classifier.Learned = c.ClassifierRecipe
	}
	g.unverified()
	w.ClassifierRun.job = 0
	w.dropRun(TheGenerator)
	g.Generator.HasResult, g.Generator.Result = false, wire.ImageGeneratorTrained{}
	g.Labels.dropCards()
	g.Cell = ImageCell{}
	w.say(sayImageClassifierTrained(f.Accuracy))
	if f.Canceled {
		w.say(sayCanceledBest)
	}
	w.setSubject(g.Subject.Pixels)
}

func (w *turn) imageGeneratorTrained(f wire.ImageGeneratorTrained) {
	g := &w.Images
	g.Generator.Result, g.Generator.HasResult, g.Generator.Phase, g.Generator.Origin = f, true, Resting, Ours
	if c, ok := w.GeneratorRun.command.(wire.TrainImageGenerator); ok {
		g.Generator.Learned = c.ImageRecipe
	}
	g.unverified()
	g.Labels.dropCards()
	w.GeneratorRun.job = 0
	w.say(sayImageGeneratorTrained(f.Validity))
	if f.Canceled {
		w.say(sayCanceledBest)
	}
	w.setSubject(g.Subject.Pixels)
}

func (w *turn) dropImageModels() {
	g := &w.Images
	w.dropRun(TheClassifier)
	w.dropRun(TheGenerator)
	g.Classifier.HasResult, g.Classifier.Result = false, wire.ClassifierTrained{}
	g.Generator.HasResult, g.Generator.Result = false, wire.ImageGeneratorTrained{}
	g.Cell = ImageCell{}
	w.setSubject(g.Subject.Pixels)
}

// imagesDown notes that the engine died.
func (w *turn) imagesDown() {
	g, s := &w.Images, &w.Images.Subject
	g.Verifying, g.opening, g.Fitted, s.again, s.Asking = false, openingModel{}, nil, false, false
}

// imagesBack sends a new engine the images and then their models; the engine processes messages in order.
func (w *turn) imagesBack() {
	g := &w.Images
	if g.Has {
		g.remake = w.send(g.load)
		if g.Classifier.HasResult {
			g.models = w.send(wire.RestoreImages{Hash: g.Set.Hash, Classifier: g.Classifier.Result.Model,
				Generator: g.Generator.Result.Model})
		}
	}
	if g.Has && g.Subject.Pixels == nil && !g.Subject.Drawn {
		ChooseImage{Truth: g.Subject.Truth, Pos: g.Subject.Pos}.apply(w)
	}
	w.goOnWith(models...)
}

// openImageModel makes another program's classifier the black box of the images.
func (w *turn) openImageModel(in OpenModel) {
	g := &w.Images
	w.settle(TheClassifier)
	switch {
	case in.Size > MaxModelFile:
		w.alert(TheClassifier, sayTooBig(in.Name, in.Size, MaxModelFile))
	case g.Classifier.Phase.Active():
	case w.isTraining():
		w.alert(TheClassifier, sayBusyEngine)
	case g.opening.job != 0:
	default:
		g.opening = openingModel{job: w.send(wire.UseImageModel{Bytes: in.Bytes}),
			from: model.Provenance{Name: in.Name, Size: in.Size, Hash: hashOf(in.Bytes)}}
		w.say(sayReadingImageModel(in.Name))
	}
}

// openingModel is a file that the engine reads.
type openingModel struct {
	job  int
	from model.Provenance
}

// imageModelUsed makes the other program's classifier the page's.
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
