package store

import (
	"slices"
	"strings"

	"causeway/core/data"
	"causeway/core/image"
	"causeway/core/model"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// Images is the page's state about images. With Has, the document is images, not a table.
type Images struct {
	Has  bool
	Set  wire.ImagesLoaded
	Wait string // the missing file of a pair or of a saved state; "" if all are there

	Classifier Classifier // its setting for hidden units has no effect
	Generator  ImageGenerator

	Cell    ImageCell    // cell of the confusion matrix that was opened
	Subject ImageSubject // shown in Explain
	Drawing Drawing

	Waits     bool // a saved file without its images
	Verifying bool
	Verified  string // the result of a verification, as a sentence; "": none ran
	Differs   bool   // that result is a failure

	Labels ImageLabels

	Fits   []image.Fitted // fits of the measures in Fitted, from the training images
	Fitted []image.Follow
	fitJob int

	Reading string // how pixels are passed to a classifier from another program
	opening openingModel

	strokes   int             // finished strokes of drawing and region
	saved     snapshot.Images // saved images that wait for their files
	verifyJob int

	load   wire.Message // the command that made the set, to repeat it on another engine
	coming wire.Message // waits for a person's answer
	half   []wire.ImageFile
	remake int // job that makes the set again on another engine
	models int // job of a RestoreImages
}

// ImageGenerator is the generator of counterfactual images.
type ImageGenerator struct {
	Settings  model.ImageRecipe
	Phase     Phase
	Result    wire.ImageGeneratorTrained
	HasResult bool

	Learned model.ImageRecipe // the settings of the training that gave Result
	Origin  Origin            // origin of Result
}

// ImageCell holds the images behind a cell of the confusion matrix.
type ImageCell struct {
	Open             bool
	Truth, Predicted int
	Page             wire.ImagesShown
	job              int
}

// ImageSubject is the explained image: a held-out one, or the drawing.
type ImageSubject struct {
	Drawn bool // the drawing
	Truth int  // label to go through, or -1: any
	Pos   int  // place among the held-out images with Label
	Total int
	Index int // its number, from 0
	Label int

	Pixels []byte // nil: none yet
	Shares []float64
	Found  wire.ImageExplained
	Has    bool // Found is about Pixels
	Asking bool // whether counterfactuals are on their way

	Chosen int // the one of Found.Answers whose path is shown
	Path   []wire.ImageAnswer
	At     int // place on the path

	Rules image.Rules

	pageJob, sharesJob, findJob, pathJob int
	again                                bool // Pixels changed while an answer was on its way
}

// Class returns the class that the classifier predicts for the subject, or -1.
func (s ImageSubject) Class() int {
	if len(s.Shares) == 0 {
		return -1
	}
	return Likeliest(s.Shares)
}

// Drawing is the image that a person draws on the pad.
type Drawing struct {
	Pad    image.Pad
	Erase  bool
	Radius float64 // radius of the pen, in pixels
	Plain  bool    // whether the drawing is not centred
}

// Image returns the drawing as the classifier receives it.
func (d Drawing) Image() []byte {
	if d.Plain {
		return d.Pad.Image()
	}
	return d.Pad.Centered()
}

// newImages returns the initial settings of images.
func newImages() Images {
	c := model.ClassifierFields.Default()
	for _, f := range model.ImageClassifierFields {
		f.Set(&c, f.Default)
	}
	return Images{Classifier: Classifier{Settings: c}, Generator: ImageGenerator{Settings: model.ImageFields.Default()},
		Drawing: Drawing{Radius: 1.3}}.lastingSettings()
}

// lastingSettings returns the settings that suit any images, which remain when the page closes these.
func (g Images) lastingSettings() Images {
	return Images{Classifier: Classifier{Settings: g.Classifier.Settings},
		Generator: ImageGenerator{Settings: g.Generator.Settings},
		Subject:   ImageSubject{Truth: -1}, Drawing: Drawing{Radius: g.Drawing.Radius}}
}

// The page opens with these images.
const (
	mostDigits   = 60_000
	imagePage    = 60
	imageTries   = 64
	imageSteps   = 13
	leastPadPen  = 0.5
	mostPadPen   = 4
	imagesHeader = "\x00\x00\x08"
)

// isImages reports whether a file holds images or labels in IDX form, by its first bytes or its
// name. For a compressed file only the name counts, because tables are compressed too.
func isImages(f file) bool {
	return len(f.Bytes) >= len(imagesHeader) && string(f.Bytes[:len(imagesHeader)]) == imagesHeader ||
		IsImageFile(f.Name)
}

// IsImageFile reports whether a file holds images or labels, by its name.
func IsImageFile(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "idx1-") || strings.Contains(name, "idx3-") ||
		strings.HasSuffix(strings.TrimSuffix(name, ".gz"), "ubyte") ||
		strings.HasSuffix(strings.TrimSuffix(name, ".gz"), ".idx")
}

// Intents about images.
type (
	// SampleDigits samples digits from a model of strokes as the page's images.
	SampleDigits struct{}

	// OpenImages opens files of images and labels chosen together.
	OpenImages struct {
		Files  []wire.ImageFile
		Unread string // a file that the browser could not read, or ""
		Why    string
	}

	SetImageGenerator struct{ model.ImageRecipe }

	// ShowCell shows the held-out images with one label that the classifier predicts as a class.
	ShowCell struct {
		Truth, Predicted int
		From             int
	}
	CloseCell struct{}

	// ChooseImage explains a held-out image, by its place among the images with a label.
	ChooseImage struct {
		Truth int // or -1: any
		Pos   int
	}

	// ExplainShown explains one of the images of the cell.
	ExplainShown struct{ At int }

	// DrawOwn explains the drawing instead of a held-out image.
	DrawOwn struct{ On bool }

	// DrawTo draws a line between two places, in pixels. End ends the stroke.
	DrawTo struct {
		X0, Y0, X1, Y1 float64
		End            bool
	}

	// DrawPixel sets a pixel of the pad, or clears it.
	DrawPixel struct {
		Row, Column int
		Erase       bool
	}
	ClearPad struct{}
	SetPad   struct {
		Erase, Plain bool
		Radius       float64
	}

	FindImages   struct{}
	ChoosePath   struct{ Answer int }
	GoAlongPath  struct{ At int }
	SetImageRule struct{ image.Rules }

	// PaintTo adds the line between two places, in pixels, to the fixed region, or removes it. End
	// ends the stroke.
	PaintTo struct {
		X0, Y0, X1, Y1 float64
		Erase, End     bool
	}

	// PaintPixel adds a pixel to the fixed region, or removes it.
	PaintPixel struct {
		Row, Column int
		Erase       bool
	}
)

func (in SampleDigits) apply(w *turn) {
	w.giveUpSaved()
	w.replaceImages(wire.SampleImages{Rows: clamp(w.Data.Sample.Rows, 100, mostDigits), Seed: w.Data.Sample.Seed})
}

func (in OpenImages) apply(w *turn) {
	w.settle(TheTable)
	if in.Unread != "" {
		w.alert(TheTable, sayUnreadable(in.Unread, in.Why))
		return
	}
	if len(in.Files) == 0 {
		return
	}
	for _, f := range in.Files {
		if len(f.Bytes) > MaxFile {
			w.alert(TheTable, sayTooBig(f.Name, len(f.Bytes), MaxFile))
			return
		}
	}
	files := slices.Concat(w.Images.half, in.Files)
	if len(files) > wire.MaxImageFiles {
		files = in.Files
	}
	size := 0
	for _, f := range files {
		size += len(f.Bytes)
	}
	if size > MaxFile+MaxFile/4 || len(files) > wire.MaxImageFiles { // a frame's limit
		w.alert(TheTable, sayImagesTogether(size))
		return
	}
	seed := w.Data.Sample.Seed
	if w.Images.Waits {
		seed = w.Images.saved.Set.Seed
	}
	w.replaceImages(wire.OpenImages{Files: files, Seed: seed})
}

// replaceImages makes images the document. It asks first if models would be lost.
func (w *turn) replaceImages(m wire.Message) {
	if w.Data.Stage != Loading {
		w.Images.coming = m
		w.replace(askImages)
	}
}

func (in SetImageGenerator) apply(w *turn) {
	w.Images.Generator.Settings = model.ImageFields.Within(in.ImageRecipe, w.Images.Generator.Settings)
}
func (SetImageGenerator) step(data.Schema) string { return "Settings of the generator" }

func (w *turn) trainImageClassifier() {
	switch g := &w.Images; {
	case g.Classifier.Phase.Active():
	case w.isTraining():
		w.alert(TheClassifier, sayBusyEngine)
	default:
		w.start(TheClassifier, wire.TrainImageClassifier{ClassifierRecipe: g.Classifier.Settings})
		w.say(sayTraining(TheClassifier))
	}
}

func (w *turn) trainImageGenerator() {
	switch g := &w.Images; {
	case g.Generator.Phase.Active():
	case w.isTraining():
		w.alert(TheGenerator, sayBusyEngine)
	case !g.Classifier.HasResult:
		w.alert(TheGenerator, sayClassifierFirst)
	default:
		w.start(TheGenerator, wire.TrainImageGenerator{ImageRecipe: g.Generator.Settings})
		w.say(sayTraining(TheGenerator))
	}
}

func (in ShowCell) apply(w *turn) {
	g, c := &w.Images, &w.Images.Cell
	if n := g.Set.Classes; !g.Classifier.HasResult || in.Truth < 0 || in.Predicted < 0 || in.Truth >= n ||
		in.Predicted >= n || in.From < 0 {
		return
	}
	if !c.Open || c.Truth != in.Truth || c.Predicted != in.Predicted {
		c.Page = wire.ImagesShown{}
	}
	c.Open, c.Truth, c.Predicted = true, in.Truth, in.Predicted
	c.job = w.send(wire.ShowImages{Part: data.TestRows, Truth: in.Truth, Predicted: in.Predicted, From: in.From,
		Limit: imagePage})
}

func (CloseCell) apply(w *turn) { w.Images.Cell = ImageCell{} }
