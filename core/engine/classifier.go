package engine

import (
	"slices"

	"causeway/core/nn"
	"causeway/core/project"
	"causeway/core/study"
	"causeway/core/wire"
)

func (e *Engine) trainClassifier(id int, m wire.TrainClassifier) error {
	p := &e.project
	if err := p.ready(); err != nil {
		return err
	}
	fit, epochs := newClassifierFit(p, m), m.Epochs
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
	return []string{"validation loss", "validation accuracy"}
}

func (t *classifierTraining) epoch(tick func() error) (float64, []float64, error) {
	s, err := t.fit.Epoch(tick)
	return s.Loss, []float64{s.ValLoss, s.ValAccuracy}, err
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
	fact := measured(b, project.Examples(p.Table, p.Split.Test))
	_, fact.Best = t.fit.Epochs()
	fact.TrainMS, fact.Canceled = end.trainMS, end.canceled
	return fact, nil
}

// measured tries a black box on test rows.
func measured(b *project.BlackBox, test nn.Examples) wire.ClassifierTrained {
	loss, accuracy := b.Score(test)
	return wire.ClassifierTrained{
		Model: b.Bytes, Accuracy: accuracy, LogLoss: loss, Base: base(test.Y, b.Classes()),
		Confusion: study.Confusion(b.Classifier, test), TestRows: test.Rows(), AUC: auc(b.Classifier, test),
	}
}

// auc is the area under the ROC curve, 0 where it is not known; one of 0 is told
// as a little more.
func auc(c *nn.Classifier, test nn.Examples) float64 {
	area, known := study.AUC(c, test)
	if !known {
		return 0
	}
	return max(area, 1e-9)
}

// base is the accuracy of always naming the most frequent class.
func base(y []int, classes int) float64 {
	counts := make([]int, classes)
	for _, k := range y {
		counts[k]++
	}
	return float64(slices.Max(counts)) / float64(max(len(y), 1))
}
