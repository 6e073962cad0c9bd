package store

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/snapshot"
)

// A file's claims about models of images are measured again.
func TestForgedImagesAreFoundOut(t *testing.T) {
	p := newWhole(t)
	p.do(SetSample{document.Sample{Rows: 200, Seed: 4}}, SampleDigits{})
	c, g := p.Images.Classifier.Settings, p.Images.Generator.Settings
	c.Epochs, c.Batch, c.Hidden, g.Epochs, g.Slim = 2, 16, 1, 1, true
	p.do(SetClassifier{c}, SetImageGenerator{g}, TrainClassifier{}, TrainGenerator{})
	if !p.Images.Generator.HasResult {
		t.Fatalf("there are no models: %v", p.Notices)
	}
	good, err := snapshot.WriteImages(p.Images.file(false))
	if err != nil {
		t.Fatal(err)
	}
	type images = snapshot.Images
	for _, f := range []struct {
		name  string
		forge func(s *images)
		want  fate
	}{
		{"nothing", func(*images) {}, passed},
		{"an accuracy alone", func(s *images) { s.Classifier.Trained.Accuracy = 1 }, foundOut},
		{"an accuracy with its confusion matrix", func(s *images) {
			m := &s.Classifier.Trained
			for i := range 10 {
				row, sum := m.Confusion[10*i:10*i+10], 0
				for j := range row {
					sum, row[j] = sum+row[j], 0
				}
				row[i] = sum
			}
			m.Accuracy = 1
		}, foundOut},
		{"a log loss", func(s *images) { s.Classifier.Trained.LogLoss *= 0.99 }, foundOut},
		{"an area under the curve", func(s *images) { s.Classifier.Trained.AUC = 0.99 }, foundOut},
		{"a base", func(s *images) { s.Classifier.Trained.Base = 0.01 }, foundOut},
		{"held-out images", func(s *images) { s.Classifier.Trained.TestRows *= 2 }, foundOut},
		{"a validity", func(s *images) { s.Generator.Trained.Validity = 1 }, foundOut},
		{"a distance", func(s *images) { s.Generator.Trained.Distance += 3 }, foundOut},
		{"changed pixels", func(s *images) { s.Generator.Trained.Changed += 3 }, foundOut},
		{"images that were tried", func(s *images) { s.Generator.Trained.TestRows *= 2 }, foundOut},
		{"labels that nobody gave", func(s *images) { s.Generator.Trained.Labels = 50 }, unproved},
		{"what is believed", func(s *images) { s.Generator.Trained.Labels, s.Generator.Trained.Believed = 50, 1 },
			unproved},
		{"one bit of a classifier's weight", func(s *images) { turnWeight(&s.Classifier.Trained.Model, 1) }, refused},
		{"the sign of a classifier's weight", func(s *images) { turnWeight(&s.Classifier.Trained.Model, 1<<31) },
			refused},
		{"the sign of a classifier's weight, without a generator", func(s *images) {
			s.HasGenerator, s.Generator = false, snapshot.ImageGenerator{}
			turnWeight(&s.Classifier.Trained.Model, 1<<31)
		}, foundOut},
		// it has fewer claims
		{"no generator", func(s *images) { s.HasGenerator, s.Generator = false, snapshot.ImageGenerator{} }, passed},
		{"the generator's model for the classifier",
			func(s *images) { s.Classifier.Trained.Model = s.Generator.Trained.Model }, refused},
		{"the hash of the images", func(s *images) { s.Set.Hash = s.Set.Hash[1:] + "0" }, refused},
		{"the seed of the images", func(s *images) { s.Set.Seed++ }, refused},
		{"more digits", func(s *images) { s.Set.Sampled = 300 }, refused},
	} {
		t.Run(f.name, func(t *testing.T) {
			s, err := snapshot.ReadImages(good)
			if err != nil {
				t.Fatal(err)
			}
			f.forge(&s)
			b, err := snapshot.WriteImages(s)
			if err != nil { // ReadImages would say the same
				if f.want == passed || f.want == unproved {
					t.Error(err)
				}
				return
			}
			q := newWhole(t)
			q.do(ChooseFile{ID: 7, Name: "Digits.causeway", Size: len(b)}, FileRead{ID: 7, Bytes: b})
			g := &q.Images
			if g.Classifier.HasResult && (g.Classifier.Origin != Claimed || g.Generator.HasResult &&
				g.Generator.Origin != Claimed) {
				t.Errorf("what a file says is said to be ours: %v, %v", g.Classifier.Origin, g.Generator.Origin)
			}
			q.do(VerifyProject{})
			got := refused
			switch {
			case g.Differs:
				got = foundOut
			case strings.HasPrefix(g.Verified, "Not verified:") && g.Generator.Origin == Claimed:
				got = unproved
			case g.Verified != "":
				got = passed
			}
			if got != f.want {
				t.Errorf("it is %s, want %s: %s; %v", got, f.want, g.Verified, q.Notices.Alerts)
			}
		})
	}
}

// turnWeight flips bits of a model's last weight.
func turnWeight(b *[]byte, bits uint32) {
	m, err := model.DecodeState(*b)
	if err != nil {
		panic(err)
	}
	m.Tensors = slices.Clone(m.Tensors)
	last := &m.Tensors[len(m.Tensors)-1]
	last.Data = slices.Clone(last.Data)
	d := last.Data[len(last.Data)-4:]
	binary.LittleEndian.PutUint32(d, binary.LittleEndian.Uint32(d)^bits)
	if *b, err = model.EncodeState(m); err != nil {
		panic(err)
	}
}
