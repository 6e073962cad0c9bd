package store

import (
	"cmp"
	"errors"
	"reflect"
	"slices"
	"strconv"

	"causeway/core/form"
	"causeway/core/image"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// FromFiles reports whether the images were opened from files rather than sampled.
func (g Images) FromFiles() bool {
	_, is := g.load.(wire.OpenImages)
	return is
}

// file returns the file of the images, with or without their pixels.
func (g Images) file(pixels bool) snapshot.Images {
	s := snapshot.Images{Build: wire.Build, Set: snapshot.ImageSet{Name: g.Set.Name, Hash: g.Set.Hash,
		Rules: g.Subject.Rules}}
	switch m := g.load.(type) {
	case wire.SampleImages:
		s.Set.Sampled, s.Set.Seed = m.Rows, m.Seed
	case wire.OpenImages:
		s.Set.Seed = m.Seed
		for _, f := range m.Files {
			s.Set.Files = append(s.Set.Files, snapshot.ImageFile{Name: f.Name, Size: len(f.Bytes)})
			if pixels {
				s.Files = append(s.Files, f.Bytes)
			}
		}
	}
	if pixels || s.Set.Sampled > 0 { // with images from files, labels show a person's images
		s.Labels = g.Labels.List
	}
	if c := g.Classifier; c.HasResult {
		s.HasClassifier, s.Classifier = true, snapshot.ImageClassifier{Settings: c.Learned, Trained: c.Result,
			From: c.From.Name, Producer: c.From.Producer, Reading: g.Reading}
	}
	if v := g.Generator; v.HasResult {
		s.HasGenerator, s.Generator = true, snapshot.ImageGenerator{Settings: v.Learned, Trained: v.Result}
	}
	return s
}

// openSavedImages puts the images of a saved file on the page. If it lacks their pixels, its models
// wait for the files.
func (w *turn) openSavedImages(f file) {
	w.settle(TheTable)
	w.backToPreview()
	s, err := snapshot.ReadImages(f.Bytes)
	w.takeSavedImages(Offered{Name: f.Name, place: f.place}, s, err)
}

// takeSavedImages puts images from a file, a link or this browser on the page.
func (w *turn) takeSavedImages(from Offered, s snapshot.Images, err error) {
	g := &w.Images
	switch {
	case err != nil:
		w.alert(TheTable, sayNotTaken(from, err))
		return
	case from.kept == "" && (w.Data.Stage == Loading || w.Data.Ask == askImages):
		return
	}
	w.stopExpecting()
	w.Project.WaitingFor, w.Data.Ask = from, AskNothing
	g.saved, g.Waits, g.half, g.Wait = s, true, nil, ""
	switch m := g.again(s); {
	case m == nil:
		g.Wait = sayImagesAwaited(from.Name, s.Set.Files)
		w.say(g.Wait)
	case from.kept != "": // the open project is saved
		g.coming = m
		w.load(askImages)
	default:
		w.replaceImages(m)
	}
}

// again returns the command that makes the images of a saved file, if their pixels are at hand.
func (g Images) again(s snapshot.Images) wire.Message {
	open, _ := g.load.(wire.OpenImages)
	switch {
	case s.Set.Sampled > 0:
		return wire.SampleImages{Rows: clamp(s.Set.Sampled, 100, mostDigits), Seed: s.Set.Seed}
	case len(s.Files) > 0:
		return wire.OpenImages{Seed: s.Set.Seed, Files: imageFiles(s)}
	case g.Set.Hash == s.Set.Hash && len(open.Files) > 0:
		return wire.OpenImages{Seed: s.Set.Seed, Files: open.Files}
	}
	return nil
}

// imageFiles returns the image files inside a saved one.
func imageFiles(s snapshot.Images) (list []wire.ImageFile) {
	for i, b := range s.Files {
		list = append(list, wire.ImageFile{Name: s.Set.Files[i].Name, Bytes: b})
	}
	return list
}

// giveUpSaved forgets a saved file that waits for its images.
func (w *turn) giveUpSaved() {
	g := &w.Images
	if g.Waits {
		w.Project.WaitingFor = Offered{}
	}
	g.saved, g.Waits, g.Wait = snapshot.Images{}, false, ""
}

// giveUpImages drops images that never arrived, and everything that was waiting for them.
func (w *turn) giveUpImages() {
	if w.Data.loading.images != nil {
		w.Images.half = nil
		w.giveUpSaved()
	}
}

// takeSaved installs the saved models if they belong to the images that arrived, and reports whether
// they do.
func (w *turn) takeSaved(s snapshot.Images) bool {
	g := &w.Images
	if n := g.Set.Classes; g.Set.Hash != s.Set.Hash || s.HasClassifier && len(s.Classifier.Trained.Confusion) != n*n {
		w.alert(TheTable, sayOtherImages(s.Set.Name))
		return false
	}
	w.History = history{}
	if r := s.Set.Rules; g.allows(r) {
		g.Subject.Rules = r
		w.fitMeasures()
	}
	g.takeLabels(s.Labels)
	if !s.HasClassifier {
		return true
	}
	c := &g.Classifier
	c.Settings, c.Learned, c.Result, c.HasResult = s.Classifier.Settings, s.Classifier.Settings, s.Classifier.Trained,
		true
	c.Foreign, c.From, g.Reading = s.Classifier.From != "",
		model.Provenance{Name: s.Classifier.From, Producer: s.Classifier.Producer}, s.Classifier.Reading
	c.Origin, g.Generator.Origin = Claimed, Claimed
	if s.HasGenerator {
		v := &g.Generator
		v.Settings, v.Learned, v.Result, v.HasResult = s.Generator.Settings, s.Generator.Settings,
			s.Generator.Trained, true
	}
	g.models = w.send(wire.RestoreImages{Hash: g.Set.Hash, Classifier: c.Result.Model,
		Generator: g.Generator.Result.Model})
	w.say(sayImagesOpened(g.Set.Name, s.HasGenerator))
	return true
}

// takeLabels adds the labels about these images.
func (g *Images) takeLabels(list []label.Image) {
	for _, l := range list {
		if g.fits(l) && len(g.Labels.List) < wire.MaxImageLabels {
			g.Labels.List = append(g.Labels.List, l)
		}
	}
}

// fits reports whether a label is about images of this size and these classes.
func (g Images) fits(l label.Image) bool {
	n := g.Set.H * g.Set.W
	return len(l.Factual) == n && len(l.Pixels) == n && l.Target >= 0 && l.Target < g.Set.Classes
}

// check reports the first setting that these images cannot have.
func (g Images) check(s settings) error {
	if !g.allows(s.image.Rules) || len(s.imageLabels) > wire.MaxImageLabels || len(s.ink) != len(g.Drawing.Pad.Ink) ||
		slices.ContainsFunc(s.imageLabels, func(l label.Image) bool { return !g.fits(l) }) {
		return errors.New("its rules, labels or drawing belong to other images")
	}
	return cmp.Or(s.image.Classifier.Check(), model.ImageFields.Check(s.image.Generator))
}

// verifyImages asks the engine to measure the figures of the models again.
func (w *turn) verifyImages() {
	g := &w.Images
	// models on their way arrive first: the engine processes messages in order
	if !g.Classifier.HasResult || g.Verifying || w.Data.Stage == Loading {
		return
	}
	w.settle(TheTable)
	g.Verifying, g.Verified = true, ""
	g.verifyJob = w.send(wire.VerifyImages{Seed: g.Generator.Learned.Seed})
}

func (w *turn) imagesVerified(m wire.ImagesVerified) {
	g := &w.Images
	c, v := g.Classifier.Result, g.Generator.Result
	g.Verifying = false
	m.Classifier.Best, m.Generator.Best, m.Generator.EachMS = c.Best, v.Best,
		v.EachMS // only a training can confirm these
	m.Generator.Labels, m.Generator.Before, m.Generator.Believed = v.Labels, v.Before, v.Believed
	same := len(model.Compare(wire.ImagesVerified{Classifier: c, Generator: v}, m)) == 0
	taught := v.Labels > 0 && g.Generator.Origin != Ours // these are not measured again
	g.Verified, g.Differs = sayImagesVerified(same, taught, m), !same
	for _, o := range []*Origin{&g.Classifier.Origin, &g.Generator.Origin} {
		found := Check{Measured: !taught || o == &g.Classifier.Origin}
		if !same {
			found.Verdict = OtherBytes
		}
		*o = o.by(found)
	}
	w.say(g.Verified)
}

// unverified drops the result of a verification, because the models are new.
func (g *Images) unverified() { g.Verified, g.Differs = "", false }

// Seed returns the seed that split the images, and that sampled them if they were sampled.
func (g Images) Seed() uint64 {
	switch m := g.load.(type) {
	case wire.SampleImages:
		return m.Seed
	case wire.OpenImages:
		return m.Seed
	}
	return 0
}

// Source says in a sentence how to get the images again.
func (g Images) Source() string {
	var names []string
	if m, is := g.load.(wire.OpenImages); is {
		for _, f := range m.Files {
			names = append(names, f.Name)
		}
	}
	return sayImagesSource(names)
}

// Records of images: their models and how to get them again, their files, and the person's settings
// and work.
const (
	recordImages    = "images"
	recordImageFile = "image-file "
	recordImageWork = "image-work"
)

// keptImages is what a person set and made beside the models.
type keptImages struct {
	imageSettings
	Truth  int           `msgpack:"truth"` // true class of the explained image
	Pos    int           `msgpack:"pos"`
	Drawn  bool          `msgpack:"drawn"`
	Plain  bool          `msgpack:"plain"`
	Ink    []byte        `msgpack:"ink"` // pixels of the pad; empty: blank
	Labels []label.Image `msgpack:"labels"`
	Name   string        `msgpack:"name,omitempty" since:"2"` // name of the person who labels
}

// imagesWork returns the present keptImages.
func (s *State) imagesWork() (keptImages, bool) {
	g := &s.Images
	k := keptImages{imageSettings: g.settings(), Name: s.Labels.Name,
		Truth: g.Subject.Truth, Pos: g.Subject.Pos, Drawn: g.Subject.Drawn, Plain: g.Drawing.Plain,
		Labels: g.Labels.List}
	if !g.Drawing.Pad.Empty() {
		k.Ink = g.Drawing.Pad.Ink
	}
	return k, g.Has
}

// modelsKey identifies the inputs of the models' record, except their rules. The record is large, so
// it is rewritten only when the models change.
func (g Images) modelsKey() any { return [3]any{g.load, g.Classifier.Result, g.Generator.Result} }

// imagesFingerprint identifies the work on images, as fingerprintOf does for a table.
func (s *State) imagesFingerprint() string {
	k, _ := s.imagesWork()
	k.Truth, k.Pos, k.Drawn, k.Name = 0, 0, false, "" // these are not work
	work, e := form.Marshal(k)
	b, err := snapshot.WriteImages(s.Images.file(false))
	if cmp.Or(e, err) != nil {
		return ""
	}
	return hashOf(append(b, work...))
}

// imagesGist changes whenever images need saving.
func (s *State) imagesGist() any {
	if work, is := s.imagesWork(); is {
		return [2]any{s.Images.modelsKey(), work}
	}
	return nil
}

// keptPixels returns the records of models and image files. A record that is already saved is only named.
func (s *State) keptPixels() (list []KeptRecord, err error) {
	g, k := s.Images, s.Keeping
	models := KeptRecord{Name: recordImages}
	if !reflect.DeepEqual(k.models, g.modelsKey()) {
		f := g.file(false)
		f.Labels = nil // the record of the person's work holds them
		models.Bytes, err = snapshot.WriteImages(f)
	}
	list = append(list, models)
	if open, is := g.load.(wire.OpenImages); is && !s.withoutRows() {
		for i, f := range open.Files {
			r := KeptRecord{Name: recordImageFile + strconv.Itoa(i)}
			if k.table != g.Set.Hash {
				r.Bytes = f.Bytes
			}
			list = append(list, r)
		}
	}
	return list, err
}

// install restores the person's settings and work beside saved images.
func (k keptImages) install(w *turn, _ arrival) {
	g := &w.Images
	if r := k.Rules; g.allows(r) {
		w.setImageRules(r)
	}
	g.Classifier.Settings = model.ImageClassifierFields.Within(k.Classifier, g.Classifier.Settings)
	g.Generator.Settings = model.ImageFields.Within(k.Generator, g.Generator.Settings)
	g.Drawing.Plain = k.Plain
	g.takeLabels(k.Labels)
	if w.Labels.Name == "" {
		w.Labels.Name = oneLine(k.Name, label.MaxName)
	}
	if len(k.Ink) == len(g.Drawing.Pad.Ink) {
		g.Drawing.Pad = image.Pad{H: g.Set.H, W: g.Set.W, Ink: k.Ink}
	}
	ChooseImage{Truth: clamp(k.Truth, -1, g.Set.Classes-1), Pos: max(k.Pos, 0)}.apply(w)
	if k.Drawn {
		DrawOwn{On: true}.apply(w)
	}
	w.Project.saved = w.fingerprint()
}

// allows reports whether the images can have these rules.
func (g Images) allows(r image.Rules) bool {
	n := g.Set.H * g.Set.W
	return form.Check(r) == nil && r.Budget <= n && (len(r.Keep) == 0 || len(r.Keep) == n)
}

// readImages reads the records of models and image files. It reports whether there are any.
func (o *arrival) readImages(r records) (is bool, err error) {
	b, is := r.get(recordImages)
	if !is {
		return false, nil
	}
	s, err := snapshot.ReadImages(b)
	for i, f := range s.Set.Files {
		if b, there := r.get(recordImageFile + strconv.Itoa(i)); there && len(b) == f.Size {
			s.Files = append(s.Files, b)
		}
	}
	if len(s.Files) < len(s.Set.Files) {
		s.Files = nil
	}
	o.images, o.isImages, o.hash, o.rows = s, true, s.Set.Hash, len(s.Files) > 0
	return true, err
}
