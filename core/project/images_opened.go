package project

import (
	"causeway/core/fault"
	"causeway/core/model"
	"causeway/core/nn"
	"causeway/core/onnx"
	"causeway/core/vision"
)

// OpenClassifier makes a classifier from another program the black box of the images. Files do not
// say how pixels are encoded. OpenClassifier therefore tries the usual encodings, and keeps and
// reports the one that classifies most validation images correctly; in a tie, the first. It removes
// the generator.
func (p *Images) OpenClassifier(file []byte, output string) (m *onnx.ImageModel, reading string, err error) {
	m, err = p.readClassifier(file, output)
	if err != nil {
		return nil, "", err
	}
	rows := p.Split.Val
	if len(rows) == 0 {
		rows = p.Split.Train
	}
	best, right := -1, -1
	for _, r := range m.Readings() {
		n := 0
		for i, c := range nn.Classes(m.Classifier(r), p.Rows(rows)) {
			if c == int(p.Set.Labels[rows[i]]) {
				n++
			}
		}
		if n > right {
			best, right = r, n
		}
	}
	s := Pack(imageClassifierKind, p.Hash, nn.State{Counters: []uint64{uint64(best)}})
	s.Opened = []model.Opened{{File: file, Output: m.Output}}
	b, err := model.EncodeState(s)
	if err != nil {
		return nil, "", err
	}
	p.Classifier, p.Foreign, p.Gen, p.said = m.Classifier(best), true, nil, nil
	p.Models.Classifier, p.Models.Generator = b, nil
	return m, onnx.Readings[best].Name, nil
}

// readClassifier reads a file and checks that its network fits these images.
func (p *Images) readClassifier(file []byte, output string) (*onnx.ImageModel, error) {
	m, err := onnx.ReadImages(file, output, p.Set.H, p.Set.W)
	if err != nil {
		return nil, Refuse(BadInput, "%s", fault.Sentence(err))
	}
	if m.Classes != p.Set.Classes {
		return nil, Refuse(BadInput, "The network has %d classes, but the images have %d.", m.Classes,
			p.Set.Classes)
	}
	return m, nil
}

// keptClassifier returns the classifier of a stored state: our own, or one from another program's
// file.
func (p *Images) keptClassifier(s model.State) (c *nn.Classifier, foreign bool, err error) {
	if len(s.Opened) == 0 {
		shape, c, err := vision.LoadClassifier(Unpack(s))
		if err == nil && !shape.Fits(p.Set) {
			err = fault.Errorf("project: the model is for images of another size")
		}
		return c, false, err
	}
	if len(s.Counters) != 1 || s.Counters[0] >= uint64(len(onnx.Readings)) {
		return nil, false, fault.Errorf("project: the model does not say how pixels are encoded")
	}
	m, err := p.readClassifier(s.Opened[0].File, s.Opened[0].Output)
	if err != nil {
		return nil, false, err
	}
	return m.Classifier(int(s.Counters[0])), true, nil
}

// WriteClassifier exports the classifier for other programs.
func (p *Images) WriteClassifier() ([]byte, error) {
	switch {
	case p.Classifier == nil:
		return nil, Refuse(NotReady, "Train a classifier first.")
	case p.Foreign:
		return nil,
			Refuse(BadInput, "This classifier was imported. Use its original file in other programs.")
	}
	return onnx.WriteImageClassifier(p.Classifier, vision.ShapeOf(p.Set))
}

// WriteGenerator exports the generator for other programs.
func (p *Images) WriteGenerator() ([]byte, error) {
	if p.Gen == nil {
		return nil, Refuse(NotReady, "Train a generator first.")
	}
	return onnx.WriteImageGenerator(p.Gen)
}
