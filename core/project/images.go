package project

import (
	"crypto/sha256"
	"encoding/hex"

	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/image"
	"causeway/core/kernel"
	"causeway/core/model"
	"causeway/core/nn"
	"causeway/core/vision"
)

// Images is a set of images and the models trained on it.
type Images struct {
	Name  string
	Set   *image.Set
	Seed  uint64 // seed of the split
	Split data.Split
	Hash  string // SHA-256 of sizes, labels and pixels

	Classifier *nn.Classifier // nil until one is trained or opened
	Foreign    bool           // whether it comes from another program
	Gen        *vision.VAE    // nil until one is trained
	Models     struct{ Classifier, Generator []byte }

	seen []image.Measures // measures of the first training images, once computed
	said []int            // predicted class of every image, -1 if not yet computed
}

// NewImages splits a set by a seed.
func NewImages(name string, s *image.Set, seed uint64) *Images {
	h := sha256.New()
	h.Write([]byte{byte(s.H), byte(s.W), byte(s.Classes)})
	h.Write(s.Labels)
	h.Write(s.Pixels)
	return &Images{Name: name, Set: s, Seed: seed, Split: s.Split(seed), Hash: hex.EncodeToString(h.Sum(nil))}
}

// Kinds of states for image networks.
const (
	imageClassifierKind = "image classifier"
	imageGeneratorKind  = "image generator"
)

// Rows returns the images with the given indices.
func (p *Images) Rows(rows []int) vision.Rows { return vision.Rows{Set: p.Set, Of: rows} }

// FitClassifier starts training a classifier. It ignores the recipe's number of hidden units; see
// vision.NewClassifier.
func (p *Images) FitClassifier(r model.ClassifierRecipe) *nn.ClassifierFit {
	return vision.NewClassifierFit(nn.ClassifierConfig(r), p.Rows(p.Split.Train), p.Rows(p.Split.Val))
}

// FitGenerator starts training a generator for the classifier.
func (p *Images) FitGenerator(r model.ImageRecipe) (*vision.VAEFit, error) {
	if p.Classifier == nil {
		return nil, Refuse(NotReady, "Train a classifier first.")
	}
	fit, err := vision.NewVAEFit(imageConfig(r), p.Classifier, p.Rows(p.Split.Train), p.Rows(p.Split.Val))
	if err != nil {
		return nil, Refuse(BadInput, "The generator cannot be trained: %s.", fault.Clause(err))
	}
	return fit, nil
}

func imageConfig(r model.ImageRecipe) vision.VAEConfig {
	return vision.VAEConfig{Seed: r.Seed, Epochs: r.Epochs, Batch: r.Batch, LearningRate: r.LearningRate,
		Proximity: r.Proximity, Validity: r.Validity, Margin: r.Margin, KL: r.KL, Own: r.Own, Slim: r.Slim}
}

// pack encodes a network for storage.
func (p *Images) pack(kind, of string, s nn.State) ([]byte, error) {
	return model.EncodeState(Pack(kind, of, s))
}

// UseClassifier makes c the black box. It removes the generator, which was trained for the previous
// black box.
func (p *Images) UseClassifier(c *nn.Classifier) error {
	b, err := p.pack(imageClassifierKind, p.Hash, vision.Model(vision.ShapeOf(p.Set), c))
	if err != nil {
		return err
	}
	p.Classifier, p.Foreign, p.Gen, p.said = c, false, nil, nil
	p.Models.Classifier, p.Models.Generator = b, nil
	return nil
}

// UseGenerator sets the generator used for explanations.
func (p *Images) UseGenerator(v *vision.VAE) error {
	b, err := p.pack(imageGeneratorKind, Fingerprint(p.Models.Classifier), v.Model())
	if err != nil {
		return err
	}
	p.Gen, p.Models.Generator = v, b
	return nil
}

// Load loads stored models; an empty one is skipped.
func (p *Images) Load(classifier, generator []byte) error {
	if len(classifier) == 0 {
		return nil
	}
	load := func(b []byte, kind, of string, read func(model.State) error) error {
		s, err := model.DecodeState(b)
		if err == nil && s.Kind == kind && s.Of == of {
			err = read(s)
		} else if err == nil {
			err = fault.Errorf("project: the model belongs to other images")
		}
		if err != nil {
			return Refuse(BadInput, "The saved %s cannot be used (%s). Train it again.", kind, fault.Text(err))
		}
		return nil
	}
	q := *p
	q.said, q.Gen, q.Models.Generator, q.Models.Classifier = nil, nil, nil, classifier
	err := load(classifier, imageClassifierKind, p.Hash, func(s model.State) (err error) {
		q.Classifier, q.Foreign, err = p.keptClassifier(s)
		return err
	})
	if err == nil && len(generator) > 0 {
		err = load(generator, imageGeneratorKind, Fingerprint(classifier), func(s model.State) (err error) {
			if q.Gen, err = vision.LoadVAE(Unpack(s)); err == nil && !q.Gen.Shape.Fits(p.Set) {
				err = fault.Errorf("project: the model is for images of another size")
			}
			q.Models.Generator = generator
			return err
		})
	}
	if err == nil {
		*p = q
	}
	return err
}

// MeasureAnew discards cached predictions and then measures.
func (p *Images) MeasureAnew() model.ClassifierTrained {
	p.said = nil
	return p.Measure()
}

// Measure evaluates the classifier on the test images. Figures that only a training knows stay
// empty.
func (p *Images) Measure() model.ClassifierTrained {
	test, n := p.Rows(p.Split.Test), p.Set.Classes
	loss, accuracy := p.Classifier.Score(test)
	out := model.ClassifierTrained{Model: p.Models.Classifier, Accuracy: accuracy, LogLoss: loss, TestRows: test.Rows(),
		Confusion: make([]int, n*n)}
	truth := make([]int, test.Rows())
	said := p.Said(p.Split.Test)
	for i, c := range said {
		truth[i] = test.Class(i)
		out.Confusion[truth[i]*n+c]++
	}
	out.Base = base(truth, n)
	return out
}

// Said returns the predicted classes of images. It caches them.
func (p *Images) Said(rows []int) []int {
	if p.said == nil {
		p.said = make([]int, p.Set.Rows())
		for i := range p.said {
			p.said[i] = -1
		}
	}
	var unknown []int
	for _, r := range rows {
		if p.said[r] < 0 {
			unknown = append(unknown, r)
		}
	}
	if len(unknown) > 0 {
		for i, c := range nn.Classes(p.Classifier, p.Rows(unknown)) {
			p.said[unknown[i]] = c
		}
	}
	all := make([]int, len(rows))
	for i, r := range rows {
		all[i] = p.said[r]
	}
	return all
}

// mostRated is the largest number of held-out images on which a generator is evaluated.
const mostRated = 200

// Rate evaluates a generator on held-out images. Each gets one counterfactual for a random other
// class, decoded once. now returns the time in milliseconds.
func (p *Images) Rate(seed uint64, now func() float64, rest func() error) (model.ImageGeneratorTrained, error) {
	out, _, err := p.rate(p.Gen, seed, now, rest)
	return out, err
}

func (p *Images) rate(v *vision.VAE, seed uint64, now func() float64, rest func() error) (model.ImageGeneratorTrained,
	[]vision.Pair, error) {
	rows := p.Split.Test[:min(len(p.Split.Test), mostRated)]
	out, e, key := model.ImageGeneratorTrained{Model: p.Models.Generator, TestRows: len(rows)},
		vision.NewExplainer(v, p.Classifier), kernel.NewKey(seed)
	from := p.Said(rows)
	var pairs []vision.Pair
	spent := 0.0
	for i, r := range rows {
		pairs = append(pairs, vision.Pair{Factual: p.Set.Image(r), From: from[i],
			Target: (from[i] + 1 + key.Intn(uint32(r), p.Set.Classes-1)) % p.Set.Classes})
	}
	const part = 16
	for at := 0; at < len(pairs); at += part {
		if err := rest(); err != nil {
			return out, nil, err
		}
		some := pairs[at:min(at+part, len(pairs))]
		images, target := make([][]byte, len(some)), make([]int, len(some))
		for i, q := range some {
			images[i], target[i] = q.Factual, q.Target
		}
		began := now()
		for i, a := range e.Answers(images, target, 0, key) {
			some[i].Counterfactual = a.Image
		}
		spent += now() - began
	}
	s := vision.Score(pairs, p.Classifier, nil, nil)
	out.Validity, out.Distance, out.Changed, out.EachMS = s.Validity, s.Proximity, s.Changed,
		spent/float64(max(len(pairs), 1))
	return out, pairs, nil
}
