package snapshot

import (
	"slices"

	"causeway/core/fault"
	"causeway/core/form"
	"causeway/core/image"
	"causeway/core/label"
	"causeway/core/model"
)

// Images is a saved set of images with its models. Its file is a container like that of a project,
// but with other parts.
type Images struct {
	Build string
	Set   ImageSet
	Files [][]byte // contents of Set.Files, or nil if the user left them out

	Labels []label.Image // labels of counterfactuals; like Files, they contain pixels

	Classifier                  ImageClassifier
	Generator                   ImageGenerator
	HasClassifier, HasGenerator bool // the generator needs the classifier
}

// ImageSet says which images these are, how to obtain them again, and which rules their
// counterfactuals must keep.
type ImageSet struct {
	Name    string      `msgpack:"name"`
	Hash    string      `msgpack:"hash"`    // hexadecimal SHA-256 of sizes, labels and pixels
	Seed    uint64      `msgpack:"seed"`    // for the split and the digits
	Sampled int         `msgpack:"sampled"` // number of sampled digits; 0 if files were opened
	Files   []ImageFile `msgpack:"files"`
	Rules   image.Rules `msgpack:"rules"`
}

// ImageFile is a file of images or labels.
type ImageFile struct {
	Name string `msgpack:"name"`
	Size int    `msgpack:"size"`
}

// ImageClassifier is a classifier of images with its settings and measurements.
type ImageClassifier struct {
	Settings model.ClassifierRecipe  `msgpack:"settings"`
	Trained  model.ClassifierTrained `msgpack:"trained"`

	// These describe a model from another program: its file, the program that wrote it, and how it
	// takes pixels. The file itself is in Trained.Model.
	From     string `msgpack:"from" since:"2"`
	Producer string `msgpack:"producer" since:"2"`
	Reading  string `msgpack:"reading" since:"2"`
}

// ImageGenerator is a generator of images with its settings and measurements.
type ImageGenerator struct {
	Settings model.ImageRecipe           `msgpack:"settings"`
	Trained  model.ImageGeneratorTrained `msgpack:"trained"`
}

// The parts of a file of images.
const (
	partImages          = "images"
	partImageClassifier = "image-classifier"
	partImageGenerator  = "image-generator"
	partImageFiles      = "image-files"
	partImageLabels     = "image-labels"
)

// maxImageFiles is the largest number of image files that a file can list.
const maxImageFiles = 8

// WriteImages returns the file for a set of images. The same set always produces the same bytes.
func WriteImages(s Images) ([]byte, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	w := writer{pause: func() {}}
	put(&w, partImages, true, s.Set)
	if s.HasClassifier {
		put(&w, partImageClassifier, true, s.Classifier)
	}
	if s.HasGenerator {
		put(&w, partImageGenerator, true, s.Generator)
	}
	if len(s.Files) > 0 {
		put(&w, partImageFiles, true, s.Files)
	}
	if len(s.Labels) > 0 {
		put(&w, partImageLabels, true, s.Labels)
	}
	if w.err != nil {
		return nil, w.err
	}
	b, err := pack(s.Build, w.parts)
	if err == nil && len(b) > MaxFile {
		return nil, tooLarge(len(b))
	}
	return b, err
}

// ReadImages returns the images in a file. Errors wrap ErrFormat and describe the problem in one
// sentence.
func ReadImages(b []byte) (s Images, err error) {
	build, version, parts, err := unpack(b)
	if err != nil {
		return Images{}, err
	}
	r := reader{parts: parts, version: version}
	if !r.has(partImages) {
		return Images{}, fault.Errorf("%w: its part %q is missing", ErrFormat, partImages)
	}
	s.Build = build
	get(&r, partImages, func(f ImageSet) error { s.Set = f; return nil })
	get(&r, partImageClassifier, func(f ImageClassifier) error { s.Classifier, s.HasClassifier = f, true; return nil })
	get(&r, partImageGenerator, func(f ImageGenerator) error { s.Generator, s.HasGenerator = f, true; return nil })
	get(&r, partImageFiles, func(f [][]byte) error { s.Files = f; return nil })
	get(&r, partImageLabels, func(f []label.Image) error { s.Labels = f; return nil })
	if r.err != nil {
		return Images{}, r.err
	}
	if _, err := r.unknown(); err != nil {
		return Images{}, err
	}
	return s, s.check()
}

// HoldsImages reports whether a file contains images and not a table. It reads only as far as the
// table of contents.
func HoldsImages(b []byte) bool {
	_, _, parts, err := unpack(b)
	return err == nil && slices.ContainsFunc(parts, func(p part) bool { return p.name == partImages })
}

func (s Images) check() error {
	c := checks{}
	c.that(s.Set.Sampled >= 0 && (s.Set.Sampled > 0) != (len(s.Set.Files) > 0),
		"the images must be either sampled or from files")
	c.that(len(s.Set.Files) <= maxImageFiles, "it lists %d files of images; at most %d are possible",
		len(s.Set.Files), maxImageFiles)
	c.that(len(s.Set.Hash) == 64, "the fingerprint of the images has %d characters", len(s.Set.Hash))
	c.that(len(s.Files) == 0 || len(s.Files) == len(s.Set.Files), "it contains %d files but lists %d", len(s.Files),
		len(s.Set.Files))
	c.text("the name of the images", s.Set.Name)
	for i, f := range s.Set.Files {
		c.text("the name of a file", f.Name)
		c.that(len(s.Files) == 0 || i >= len(s.Files) ||
			len(s.Files[i]) == f.Size, "a file does not have the stated size")
	}
	c.that(len(s.Labels) <= label.MaxImages, "it has %d labels; at most %d are possible", len(s.Labels),
		label.MaxImages)
	for _, l := range s.Labels {
		c.fine("a label", form.Check(l))
		n := len(l.Factual)
		c.that(n == len(l.Pixels) && n == len(s.Labels[0].Factual), "the images of a label have %d and %d pixels", n,
			len(l.Pixels))
		c.that(len(l.By) <= label.MaxName, "the author of a label has a name of %d bytes; at most %d are possible",
			len(l.By), label.MaxName)
	}
	c.that(s.HasClassifier || !s.HasGenerator, "it has a generator but no classifier")
	if s.HasClassifier {
		for _, text := range []string{s.Classifier.From, s.Classifier.Producer, s.Classifier.Reading} {
			c.text("a text about the classifier's origin", text)
		}
		c.fine("the classifier's settings", s.Classifier.Settings.Check())
		c.fine("the classifier", form.Check(s.Classifier.Trained))
	}
	if s.HasGenerator {
		c.fine("the generator's settings", model.ImageFields.Check(s.Generator.Settings))
		c.fine("the generator", form.Check(s.Generator.Trained))
	}
	return c.err
}
