package store

import (
	"cmp"
	"reflect"
	"strconv"

	"causeway/core/form"
	"causeway/core/image"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// Records of images: their models and how to get them again, their files, and what a person set and
// made beside them.
const (
	recordImages    = "images"
	recordImageFile = "image-file "
	recordImageWork = "image-work"
)

// keptImages is what a person set and made beside the models.
type keptImages struct {
	imageSettings
	Truth  int           `msgpack:"truth"` // of the explained image
	Pos    int           `msgpack:"pos"`
	Drawn  bool          `msgpack:"drawn"`
	Plain  bool          `msgpack:"plain"`
	Ink    []byte        `msgpack:"ink"` // of the pad; empty: blank
	Labels []label.Image `msgpack:"labels"`
	Name   string        `msgpack:"name,omitempty" since:"2"` // of the person who labels
}

// imagesWork is its present state.
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

// made is what the models' record depends on, except their rules. The record is large, so it is
// written again only for other models.
func (g Images) made() any { return [3]any{g.load, g.Classifier.Result, g.Generator.Result} }

// imagesFingerprint identifies the work on images, as fingerprint does for a table.
func (s *State) imagesFingerprint() string {
	k, _ := s.imagesWork()
	k.Truth, k.Pos, k.Drawn, k.Name = 0, 0, false, "" // which are not work
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
		return [2]any{s.Images.made(), work}
	}
	return nil
}

// keptPixels are the records of models and image files. Saved ones are only named.
func (s *State) keptPixels() (list []KeptRecord, err error) {
	g, k := s.Images, s.Keeping
	models := KeptRecord{Name: recordImages}
	if !reflect.DeepEqual(k.models, g.made()) {
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

// install restores what a person had set and made beside saved images.
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
}

// allows reports whether rules can apply to the images.
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
