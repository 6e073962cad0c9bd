package store

import (
	"fmt"
	"strings"

	"causeway/core/image"
	"causeway/core/label"
	"causeway/core/wire"
)

// pictures holds a clerk's images, of 8 by 8 pixels in 3 classes.
type pictures struct {
	set wire.ImagesLoaded
	box bool // there is a classifier
}

const (
	pixels   = 64
	heldOut  = 5 // of pictures
	pictured = 3 // classes
)

// pictureFiles stand in for chosen files of images: the labels, and the images with some hash.
func pictureFiles(n int) []wire.ImageFile {
	labels := wire.ImageFile{Name: "labels-idx1-ubyte", Bytes: []byte("labels")}
	images := wire.ImageFile{Name: "images-idx3-ubyte", Bytes: []byte{byte(n / 3), 7}}
	return [][]wire.ImageFile{{images, labels}, {images}, {labels}}[n%3]
}

// pictured answers a command about images, or is nil.
func (c *clerk) pictured(job int, m wire.Message) wire.Message {
	notReady := wire.Failure{Code: wire.CodeNotReady, Detail: "There are no images yet; open or sample some first."}
	switch m := m.(type) {
	case wire.SampleImages:
		return c.showPictures("Digits", m.Rows, fmt.Sprint("sampled", m.Rows, m.Seed))
	case wire.OpenImages:
		if len(m.Files) < 2 || m.Files[0].Name == m.Files[1].Name {
			return wire.ImagesWait{Text: "Choose the other file as well."}
		}
		return c.showPictures(m.Files[0].Name, 100, fmt.Sprint(m.Files))
	case wire.ShowImages:
		from := min(m.From, heldOut-1)
		f := wire.ImagesShown{Total: heldOut, From: from}
		for i := from; i < min(heldOut, from+m.Limit); i++ {
			f.Index, f.Labels, f.Pixels = append(f.Index, i), append(f.Labels, i%pictured),
				append(f.Pixels, picture(i)...)
		}
		return f
	case wire.TrainImageClassifier:
		c.train(job, m.Epochs, c.pictureClassifier())
	case wire.TrainImageGenerator:
		if !c.pictures.box {
			return notReady
		}
		c.made++
		c.train(job, m.Epochs, wire.ImageGeneratorTrained{Model: fmt.Append(nil, "image generator ", c.made), Best: 1,
			Validity: c.r.Float64(), Labels: len(m.Labels)})
	case wire.RestoreImages:
		if m.Hash != c.pictures.set.Hash {
			return wire.Failure{Code: wire.CodeBadInput, Detail: "These are models of other images."}
		}
		c.pictures.box = len(m.Classifier) > 0
		return wire.Restored{Classifier: len(m.Classifier) > 0, Generator: len(m.Generator) > 0}
	case wire.PredictImage:
		return wire.Predicted{Shares: c.pictureShares()}
	case wire.ExplainImage:
		f := wire.ImageExplained{Shares: c.pictureShares()}
		for _, t := range m.Targets {
			f.Answers = append(f.Answers, wire.ImageAnswer{Pixels: picture(t), Target: t, Valid: c.r.IntN(2) == 0,
				Shares: c.pictureShares()})
			for range m.Steps {
				f.Paths = append(f.Paths, f.Answers[len(f.Answers)-1])
			}
		}
		return f
	case wire.DrawImageCards:
		var f wire.ImageCards
		for i := range c.r.IntN(m.Count + 1) {
			f.Cards = append(f.Cards, label.Image{Factual: picture(i), Pixels: picture(i + 1), Target: i % pictured})
		}
		return f
	case wire.FitMeasures:
		f := wire.MeasuresFitted{}
		for _, x := range m.Follows {
			f.Fits = append(f.Fits, image.Fitted{Slopes: make([]float64, len(x.Causes)), Images: heldOut})
		}
		return f
	case wire.VerifyImages:
		return wire.ImagesVerified{Classifier: wire.ClassifierTrained{Confusion: make([]int, pictured*pictured),
			TestRows: heldOut}}
	case wire.UseImageModel:
		t := c.pictureClassifier()
		c.pictures.box = true
		return wire.ImageModelUsed{Trained: t, Producer: "test", Reading: "from 0 to 1"}
	case wire.WriteImageModel:
		return wire.ModelWritten{Bytes: []byte("onnx")}
	}
	return nil
}

func picture(i int) []byte {
	b := make([]byte, pixels)
	b[9+i%9] = byte(i)
	return b
}

func (c *clerk) showPictures(name string, rows int, of string) wire.Message {
	c.pictures = pictures{set: wire.ImagesLoaded{Name: name, H: 8, W: 8, Classes: pictured, Rows: rows,
		Train: rows - 2*heldOut, Val: heldOut, Test: heldOut,
		Counts: []int{rows, 0, 0}, Hash: hashOf([]byte(of)), Shown: make([]int, pictured),
		Means: make([]byte, pictured*pixels)}}
	return c.pictures.set
}

func (c *clerk) pictureClassifier() wire.ClassifierTrained {
	c.made++
	return wire.ClassifierTrained{Model: fmt.Append(nil, "image classifier ", c.made), Best: 1, Accuracy: c.r.Float64(),
		LogLoss: 1, Base: 1, Confusion: make([]int, pictured*pictured), TestRows: heldOut}
}

func (c *clerk) pictureShares() wire.Floats {
	v := make([]float64, pictured)
	v[c.r.IntN(pictured)] = 1
	return wire.NewFloats(v, pictured)
}

// oftenPictured lists intents about images that must occur often, so that a run has something to save.
var oftenPictured = []Intent{SampleDigits{}, OpenImages{}, TrainClassifier{}, TrainClassifier{},
	TrainGenerator{}, TrainGenerator{}, SetImageRule{}, SetImageRule{}, PaintTo{}, PaintTo{}, PaintPixel{},
	SetClassifier{}, SetImageGenerator{}, Visit{Topics: []Topic{TheLabels}}, Judge{}, Judge{},
	Judge{}, EditLabel{}, RemoveLabel{}, ImportLabels{}, FineTuneNow{}, DrawOwn{}, DrawTo{}, DrawTo{},
	ChooseImage{}, FindImages{}, Undo{}, Undo{}, Redo{}, GoToStep{}, Answer{Replace: true}, SaveProject{}, ChooseFile{},
	PasteTable{}, OpenKept{}}

// pictureIntent returns a random intent about images, or nil.
func (d *driver) pictureIntent(in Intent) Intent {
	at := func() float64 { return float64(d.r.IntN(9)) }
	switch in.(type) {
	case OpenImages:
		return OpenImages{Files: pictureFiles(d.r.IntN(6))}
	case SetImageRule:
		r := image.Rules{Keep: d.Images.Subject.Rules.Keep, Ink: image.Ink(d.r.IntN(3)), Budget: d.r.IntN(pixels + 9)}
		if d.r.IntN(2) == 0 {
			r.Seen = []image.Bound{{Measure: []string{"ink", "slant"}[d.r.IntN(2)], Down: -1, Up: at()}}
		}
		if d.r.IntN(2) == 0 {
			r.Follows = []image.Follow{{Measure: "ink", Causes: []string{[]string{"ink", "thickness"}[d.r.IntN(2)]},
				Within: at()}}
		}
		return SetImageRule{r}
	case PaintTo:
		return PaintTo{at(), at(), at(), at(), d.r.IntN(3) == 0, d.r.IntN(2) == 0}
	case DrawTo:
		return DrawTo{at(), at(), at(), at(), d.r.IntN(2) == 0}
	case ChooseImage:
		return ChooseImage{Truth: d.r.IntN(pictured+1) - 1, Pos: d.r.IntN(heldOut + 2)}
	case ImportLabels:
		if !d.Images.Has {
			return nil
		}
		return ImportLabels{[]byte(strings.ReplaceAll(string(d.Images.CSV()), ",feasible,", ",infeasible,"))}
	}
	return nil
}
