package store

import (
	"fmt"
	"reflect"

	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/wire"
)

// imagesSettings is what a person sets of images and undo brings back while they are shown. What
// is drawn on the pad has an undo of its own.
type imagesSettings struct {
	rules      wire.ImageRules
	classifier model.ClassifierRecipe
	generator  model.ImageRecipe
	labels     []label.Image
}

func (g Images) settings() imagesSettings {
	return imagesSettings{rules: g.Subject.Rules, classifier: g.Classifier.Settings, generator: g.Generator.Settings, labels: g.Labels.List}
}

// imagesChange is a change with the settings on its other side.
type imagesChange struct {
	name, key string // as change has them
	imagesSettings
}

// imagesSetting is an intent that undo takes back.
type imagesSetting interface {
	imagesStep(g Images) (name, key string)
}

func (SetImageClassifier) imagesStep(Images) (string, string) {
	return "Settings of the classifier", ""
}
func (SetImageGenerator) imagesStep(Images) (string, string) { return "Settings of the generator", "" }
func (SetImageRule) imagesStep(Images) (string, string)      { return "Rules of the image", "" }
func (PaintPixel) imagesStep(Images) (string, string)        { return "Region that stays", "" }
func (PaintTo) imagesStep(g Images) (string, string) {
	return "Region that stays", fmt.Sprint("stroke ", g.strokes)
}

// recordImages remembers the settings before a change, if there was one.
func (w *work) recordImages(before Images, in Intent) {
	g := &w.Images
	set, is := in.(imagesSetting)
	if !is || before.ID != g.ID || reflect.DeepEqual(before.settings(), g.settings()) {
		return
	}
	name, key := set.imagesStep(before)
	if n := len(g.past); key != "" && n > 0 && g.past[n-1].key == key && len(g.future) == 0 {
		return
	}
	from := max(0, len(g.past)+1-maxHistory)
	g.past = append(g.past[from:len(g.past):len(g.past)], imagesChange{name, key, before.settings()})
	g.future = nil
}

// stepImages takes the last change of one list back and puts it on the other; it reports its name.
func (w *work) stepImages(from, to *[]imagesChange) (name string, did bool) {
	g, n := &w.Images, len(*from)
	if n == 0 {
		return "", false
	}
	c := (*from)[n-1]
	*from = (*from)[: n-1 : n-1]
	*to = append((*to)[:len(*to):len(*to)], imagesChange{name: c.name, imagesSettings: g.settings()})
	g.Classifier.Settings, g.Generator.Settings, g.Labels.List = c.classifier, c.generator, c.labels
	if !reflect.DeepEqual(g.Subject.Rules, c.rules) {
		g.Subject.Rules = c.rules
		w.imageRulesChanged()
		w.findByRules()
		w.fitMeasures()
	}
	return c.name, true
}

// CanUndo and CanRedo report whether there is a change to take back, and one to do again, of what the
// steps are about.
func (s State) CanUndo() bool {
	if s.Images.Shown {
		return len(s.Images.past) > 0
	}
	return s.History.CanUndo()
}

// CanRedo is described at CanUndo.
func (s State) CanRedo() bool {
	if s.Images.Shown {
		return len(s.Images.future) > 0
	}
	return s.History.CanRedo()
}
