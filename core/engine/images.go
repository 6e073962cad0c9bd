package engine

import (
	"errors"
	"slices"

	"causeway/core/fault"
	"causeway/core/image"
	"causeway/core/kernel"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/nn"
	"causeway/core/project"
	"causeway/core/sim"
	"causeway/core/vision"
	"causeway/core/wire"
)

// sheetImages is the number of images per class in an ImagesLoaded.
const sheetImages = 12

// openImages reads files of images and labels. A file without its partner changes nothing.
func (e *Engine) openImages(m wire.OpenImages) (wire.Message, error) {
	var files []*image.File
	for _, f := range m.Files {
		read, err := image.Read(f.Name, f.Bytes)
		if err != nil {
			return nil, refuse(wire.CodeBadInput, "%s", fault.Sentence(err))
		}
		files = append(files, read)
	}
	s, err := image.Join(files)
	if errors.Is(err, image.ErrPartner) {
		return wire.ImagesWait{Text: fault.Sentence(err)}, nil
	}
	if err != nil {
		return nil, refuse(wire.CodeBadInput, "%s", fault.Sentence(err))
	}
	name := m.Files[0].Name
	for i, f := range files {
		if f.HoldsImages() {
			name = m.Files[i].Name
			break
		}
	}
	return e.useImages(project.NewImages(name, s, m.Seed))
}

func (e *Engine) sampleImages(m wire.SampleImages) (wire.Message, error) {
	s, _ := sim.Digits(m.Rows, m.Seed)
	return e.useImages(project.NewImages("Digits", s, m.Seed))
}

// useImages replaces the engine's images and stops the trainings on the previous ones.
func (e *Engine) useImages(p *project.Images) (wire.Message, error) {
	e.abandon(ofImages)
	e.images = p
	s := p.Set
	out := wire.ImagesLoaded{Name: p.Name, H: s.H, W: s.W, Classes: s.Classes, Rows: s.Rows(),
		Train: len(p.Split.Train), Val: len(p.Split.Val), Test: len(p.Split.Test), Counts: s.Counts(), Hash: p.Hash}
	all := s.All()
	for c := range s.Classes {
		of := s.Of(c, all)
		out.Means = append(out.Means, s.Mean(of)...)
		of = of[:min(len(of), sheetImages)]
		out.Shown = append(out.Shown, len(of))
		for _, r := range of {
			out.Pixels = append(out.Pixels, s.Image(r)...)
		}
	}
	return out, nil
}

// withImages returns the images, or an error if none are open.
func (e *Engine) withImages() (*project.Images, error) {
	if e.images == nil {
		return nil, refuse(wire.CodeNotReady, "No images are open. Open a pair of files or sample digits first.")
	}
	return e.images, nil
}

func (e *Engine) trainImageClassifier(id int, m wire.TrainImageClassifier) error {
	p, err := e.withImages()
	if err != nil {
		return err
	}
	fit, epochs, checkpoint := p.FitClassifier(m.ClassifierRecipe), m.Epochs, m.Resume
	m.Epochs, m.Resume = 1, nil // a training may be prolonged
	return e.start(&job{id: id, epochs: epochs, kind: "image classifier training",
		of: project.Fingerprint([]byte(p.Hash), settings(m)), work: ofImages,
		steps: steps(len(p.Split.Train), m.Batch),
		t: &classifierTraining{fit, func(c *nn.Classifier) (wire.ClassifierTrained, error) {
			if err := p.UseClassifier(c); err != nil {
				return wire.ClassifierTrained{}, err
			}
			return p.Measure(), nil
		}}}, checkpoint)
}

// steps returns the number of steps in an epoch; the last batch may be smaller.
func steps(rows, batch int) int { return (rows + batch - 1) / batch }

func (e *Engine) trainImageGenerator(id int, m wire.TrainImageGenerator) error {
	p, err := e.withImages()
	if err != nil {
		return err
	}
	fit, err := p.FitGenerator(m.ImageRecipe)
	if len(m.Labels) > 0 {
		fit, err = p.FitLabels(m.ImageRecipe, m.Labels)
	}
	if err != nil {
		return err
	}
	epochs, checkpoint := m.Epochs, m.Resume
	m.Epochs, m.Resume = 1, nil
	return e.start(&job{id: id, epochs: epochs, kind: "image generator training",
		of: project.Fingerprint(p.Models.Classifier, settings(m)), work: ofImages,
		steps: steps(len(p.Split.Train), m.Batch), t: &imageGeneratorTraining{fit, p, m.Seed, e.now, m.Labels, p.Gen}},
		checkpoint)
}

// imageGeneratorTraining trains the generator of images.
type imageGeneratorTraining struct {
	fit  *vision.VAEFit
	p    *project.Images
	seed uint64
	now  func() float64

	labels []label.Image // to learn from
	before *vision.VAE   // the generator to start from, if there are labels
}

func (t *imageGeneratorTraining) terms() []string {
	return []string{"distance of those that change", "cross entropy of those that stay", "validity", "KL"}
}

// epoch reports the validation loss as the loss, because the two halves of the training objective
// are meaningful only together.
func (t *imageGeneratorTraining) epoch(tick func() error) (float64, []float64, error) {
	l, err := t.fit.Epoch(tick)
	return l.Loss, []float64{l.Proximity, l.Own, l.Hinge, l.KL}, err
}

func (t *imageGeneratorTraining) epochs() (done, best int) { return t.fit.Epochs() }
func (t *imageGeneratorTraining) state() nn.State          { return t.fit.State() }
func (t *imageGeneratorTraining) restore(s nn.State) error { return t.fit.Restore(s) }

func (t *imageGeneratorTraining) finish(end ending, tick func() error) (wire.Message, error) {
	if err := t.p.UseGenerator(t.fit.Best()); err != nil {
		return nil, err
	}
	rate := t.p.Rate
	if len(t.labels) > 0 {
		rate = func(seed uint64, now func() float64, tick func() error) (model.ImageGeneratorTrained, error) {
			return t.p.RateLabelled(t.before, t.labels, seed, now, tick)
		}
	}
	r, err := rate(t.seed, t.now, tick)
	if err != nil {
		return nil, err
	}
	_, r.Best = t.fit.Epochs()
	r.TrainMS, r.Canceled = end.trainMS, end.canceled
	return r, nil
}

// drawImageCards draws counterfactuals to be labelled.
func (e *Engine) drawImageCards(id int, m wire.DrawImageCards) error {
	p, err := e.withImages()
	if err != nil {
		return err
	}
	rules, err := imageRules(p, m.Rules)
	if err != nil {
		return err
	}
	return e.pursueLater(id, ofImages, func(q *inquiry) (wire.Message, error) {
		cards, err := p.Cards(rules, m.Count, m.Seed)
		return wire.ImageCards{Cards: cards}, err
	})
}

// fitMeasures fits how measures follow from others in the training images.
func (e *Engine) fitMeasures(m wire.FitMeasures) (wire.Message, error) {
	p, err := e.withImages()
	if err != nil {
		return nil, err
	}
	var out wire.MeasuresFitted
	for _, f := range m.Follows {
		x, err := p.Follow(f.Measure, f.Causes)
		if err != nil {
			x.Why = fault.Sentence(err)
		}
		out.Fits = append(out.Fits, x)
	}
	return out, nil
}

// useImageModel makes a classifier from another program the black box, and removes the generator.
func (e *Engine) useImageModel(m wire.UseImageModel) (wire.Message, error) {
	p, err := e.withImages()
	if err != nil {
		return nil, err
	}
	if e.job != nil {
		return nil, errTrains
	}
	o, reading, err := p.OpenClassifier(m.Bytes, "")
	if err != nil {
		return nil, err
	}
	return wire.ImageModelUsed{Trained: p.Measure(), Producer: o.Producer, Reading: reading}, nil
}

// writeImageModel exports the classifier or the generator for other programs.
func (e *Engine) writeImageModel(m wire.WriteImageModel) (wire.Message, error) {
	p, err := e.withImages()
	if err != nil {
		return nil, err
	}
	write := p.WriteClassifier
	if m.Generator {
		write = p.WriteGenerator
	}
	b, err := write()
	if err != nil {
		return nil, err
	}
	return wire.ModelWritten{Bytes: b}, nil
}

func (e *Engine) restoreImages(m wire.RestoreImages) (wire.Message, error) {
	p, err := e.withImages()
	if err != nil {
		return nil, err
	}
	if m.Hash != p.Hash {
		return nil, refuse(wire.CodeProtocol, "The engine and the page have different images. Reload the page.")
	}
	if err := p.Load(m.Classifier, m.Generator); err != nil {
		return nil, err
	}
	return wire.Restored{Classifier: p.Classifier != nil, Generator: p.Gen != nil}, nil
}

// verifyImages measures the models again, as at the end of a training.
func (e *Engine) verifyImages(id int, m wire.VerifyImages) error {
	p, err := e.withImages()
	switch {
	case err != nil:
		return err
	case p.Classifier == nil:
		return errNoClassifier
	}
	return e.pursueLater(id, ofImages, func(q *inquiry) (wire.Message, error) {
		if err := q.tick(); err != nil {
			return nil, err
		}
		out := wire.ImagesVerified{Classifier: p.MeasureAnew()}
		if p.Gen == nil {
			return out, nil
		}
		g, err := p.Rate(m.Seed, e.now, q.tick)
		out.Generator = g
		return out, err
	})
}

// showImages lists images of a part. It runs the classifier only on the images shown, unless its
// classes filter them.
func (e *Engine) showImages(m wire.ShowImages) (wire.Message, error) {
	p, err := e.withImages()
	if err != nil {
		return nil, err
	}
	rows := p.Split.Part(m.Part, p.Set.Rows())
	if m.Truth >= 0 {
		rows = p.Set.Of(m.Truth, rows)
	}
	if m.Predicted >= 0 {
		if p.Classifier == nil {
			return nil, errNoClassifier
		}
		var meant []int
		for i, c := range p.Said(rows) {
			if c == m.Predicted {
				meant = append(meant, rows[i])
			}
		}
		rows = meant
	}
	out := wire.ImagesShown{Total: len(rows), From: min(m.From, len(rows))}
	out.Index = rows[out.From:min(out.From+m.Limit, len(rows))]
	for _, r := range out.Index {
		out.Pixels, out.Labels = append(out.Pixels, p.Set.Image(r)...), append(out.Labels, int(p.Set.Labels[r]))
	}
	if p.Classifier != nil {
		out.Predicted = p.Said(out.Index)
	}
	return out, nil
}

// image checks that untrusted pixels form an image of the right size.
func (e *Engine) image(pixels []byte) (*project.Images, error) {
	p, err := e.withImages()
	switch {
	case err != nil:
		return nil, err
	case len(pixels) != p.Set.Size():
		return nil, refuse(wire.CodeBadInput, "The image has %d pixels, but the project's images have %d.",
			len(pixels), p.Set.Size())
	case p.Classifier == nil:
		return nil, errNoClassifier
	}
	return p, nil
}

func (e *Engine) predictImage(m wire.PredictImage) (wire.Message, error) {
	p, err := e.image(m.Pixels)
	if err != nil {
		return nil, err
	}
	return wire.Predicted{Shares: floats(vision.Shares(p.Classifier, [][]byte{m.Pixels})[0])}, nil
}

func floats(v []float32) wire.Floats {
	out := make([]float64, len(v))
	for i, x := range v {
		out[i] = float64(x)
	}
	return wire.NewFloats(out, len(out))
}

// explainImage finds a counterfactual for each target, and lets other work run between passes.
func (e *Engine) explainImage(id int, m wire.ExplainImage) error {
	p, err := e.image(m.Pixels)
	if err != nil {
		return err
	}
	if p.Gen == nil {
		return errNoGenerator
	}
	for _, c := range m.Targets {
		if c >= p.Set.Classes {
			return refuse(wire.CodeBadInput, "Class %d does not exist.", c)
		}
	}
	rules, err := imageRules(p, m.Rules)
	if err != nil {
		return err
	}
	began := e.now()
	return e.pursueLater(id, ofImages, func(q *inquiry) (wire.Message, error) {
		x := vision.NewExplainer(p.Gen, p.Classifier)
		x.Rules = rules
		shares := vision.Shares(p.Classifier, [][]byte{m.Pixels})[0]
		out, from := wire.ImageExplained{Shares: floats(shares)}, best(shares)
		images := make([][]byte, len(m.Targets))
		for i := range images {
			images[i] = m.Pixels
		}
		answers, err := x.Explain(images, m.Targets, m.Tries, kernel.NewKey(m.Seed), q.tick)
		if err != nil {
			return nil, err
		}
		for _, a := range answers {
			answer := imageAnswer(a)
			answer.Proofs = rules.Proofs(m.Pixels, a.Image, p.Set.H, p.Set.W)
			out.Answers = append(out.Answers, answer)
			if m.Steps > 0 {
				if err := q.tick(); err != nil {
					return nil, err
				}
				for _, b := range x.Path(m.Pixels, from, &a, m.Steps) {
					out.Paths = append(out.Paths, imageAnswer(b))
				}
			}
		}
		out.TookMS = e.now() - began
		return out, nil
	})
}

// imageRules returns rules whose measures are fitted to the images.
func imageRules(p *project.Images, r image.Rules) (image.Rules, error) {
	r.Follows = slices.Clone(r.Follows)
	for i, f := range r.Follows {
		x, err := p.Follow(f.Measure, f.Causes)
		if err != nil {
			return r, refuse(wire.CodeBadInput, "%s", fault.Sentence(err))
		}
		r.Follows[i].Slopes = x.Slopes
	}
	if err := r.Check(p.Set.H, p.Set.W); err != nil {
		return r, refuse(wire.CodeBadInput, "%s", fault.Sentence(err))
	}
	return r, nil
}

func imageAnswer(a vision.Answer) wire.ImageAnswer {
	return wire.ImageAnswer{Pixels: a.Image, Target: a.Target, Valid: a.Valid, Shares: floats(a.Shares),
		Broken: a.Broken, Tries: a.Tries}
}

func best(shares []float32) int {
	y := make([]int, 1)
	nn.Best(shares, y)
	return y[0]
}
