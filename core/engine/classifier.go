package engine

import (
	"causeway/core/nn"
	"causeway/core/project"
	"causeway/core/wire"
)

func (e *Engine) trainClassifier(id int, m wire.TrainClassifier) error {
	p := &e.project
	if err := p.ready(); err != nil {
		return err
	}
	fit, epochs := p.FitClassifier(m.ClassifierRecipe), m.Epochs
	checkpoint := m.Resume
	m.Epochs, m.Resume = 1, nil // a training may be prolonged
	return e.start(&job{
		id: id, epochs: epochs, kind: "classifier training",
		of: project.Fingerprint([]byte(p.Hash), settings(m)),
		t:  &classifierTraining{fit, e.useClassifier},
	}, checkpoint)
}

// classifierTraining trains a black box for rows or for images. use makes the best one the
// project's and measures it on held-out data.
type classifierTraining struct {
	fit *nn.ClassifierFit
	use func(*nn.Classifier) (wire.ClassifierTrained, error)
}

func (t *classifierTraining) terms() []string {
	return project.ClassifierTerms
}

func (t *classifierTraining) epoch(tick func() error) (float64, []float64, error) {
	s, err := t.fit.Epoch(tick)
	return s.Loss, project.ClassifierValues(s)[1:], err
}

func (t *classifierTraining) epochs() (done, best int) { return t.fit.Epochs() }
func (t *classifierTraining) state() nn.State          { return t.fit.State() }
func (t *classifierTraining) restore(s nn.State) error { return t.fit.Restore(s) }

func (t *classifierTraining) finish(end ending, tick func() error) (wire.Message, error) {
	if err := tick(); err != nil {
		return nil, err
	}
	fact, err := t.use(t.fit.Best())
	if err != nil {
		return nil, err
	}
	_, fact.Best = t.fit.Epochs()
	fact.TrainMS, fact.Canceled = end.trainMS, end.canceled
	return fact, nil
}

// useClassifier makes a classifier the black box. It removes the generator, which was trained on
// the previous one.
func (e *Engine) useClassifier(c *nn.Classifier) (wire.ClassifierTrained, error) {
	p := &e.project
	b, err := project.NewBlackBox(c, p.Hash)
	if err != nil {
		return wire.ClassifierTrained{}, err
	}
	p.BlackBox, p.Gen = b, nil
	return p.Measure(b), nil
}
