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
	m.Epochs, m.Resume = 1, nil // a training may be made longer
	return e.start(&job{
		id: id, epochs: epochs, kind: "classifier training",
		of: project.Fingerprint([]byte(p.Hash), settings(m)),
		t:  &classifierTraining{fit, e},
	}, checkpoint)
}

// classifierTraining is the trainer of the black box.
type classifierTraining struct {
	fit *nn.ClassifierFit
	e   *Engine
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

// finish measures the best classifier on the test rows. The generator goes, as
// it was trained on the black box that is replaced.
func (t *classifierTraining) finish(end ending, rest func() error) (wire.Message, error) {
	if err := rest(); err != nil {
		return nil, err
	}
	p := &t.e.project
	b, err := project.NewBlackBox(t.fit.Best(), p.Hash)
	if err != nil {
		return nil, err
	}
	p.BlackBox, p.Gen = b, nil
	fact := p.Measure(b)
	_, fact.Best = t.fit.Epochs()
	fact.TrainMS, fact.Canceled = end.trainMS, end.canceled
	return fact, nil
}

// measureClassifier says what the black box does on the test rows at any threshold.
func (e *Engine) measureClassifier(m wire.MeasureClassifier) (wire.Message, error) {
	c, err := e.project.Curves(m.Threshold)
	if err != nil {
		return nil, err
	}
	var out wire.ClassifierMeasured
	for _, b := range c.Bins {
		out.Bins = append(append(out.Bins, b.Own[:]...), b.Others[:]...)
	}
	for _, g := range c.Groups {
		out.Groups = append(out.Groups, wire.GroupFit(g))
	}
	return out, nil
}
