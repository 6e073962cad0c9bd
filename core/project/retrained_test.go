package project

import (
	"errors"
	"reflect"
	"testing"

	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/nn"
	"causeway/core/sim"
	"causeway/core/study"
)

// TestAnswersHoldWhenTrainedAgain checks that answers that must survive retraining move further
// and hold under more black boxes that the search never used. These are trained once, resume
// where they were stopped, and are the same in a reopened project.
func TestAnswersHoldWhenTrainedAgain(t *testing.T) {
	table := sim.SimpleBN(1200, 3)
	by := model.ClassifierFields.Default()
	by.Epochs, by.LearningRate = 8, 0.01
	open := func() *Project {
		p := New("numbers", table, 1, false)
		fit := p.FitClassifier(by)
		for range by.Epochs {
			if _, err := fit.Epoch(nothing); err != nil {
				t.Fatal(err)
			}
		}
		b, err := NewBlackBox(fit.Best(), p.Hash)
		if err != nil {
			t.Fatal(err)
		}
		p.BlackBox = b
		p.other = &other{b.Network, scatter{p.Schema}}
		return &p
	}
	p := open()
	q := Query{Search: document.Search{Target: -1, Count: 1, Budget: 100, Seed: 1}}
	row := func(i int) []float64 { return p.Table.Row(p.Split.Test[i], nil) }

	stop, told := errors.New("stop"), 0.0
	steps := 0
	q.Steady, q.Again, q.Tell = true, by, func(share float64) {
		if share < told || share > 1 {
			t.Errorf("%v is done after %v", share, told)
		}
		told = share
	}
	if _, err := p.Explain(row(0), q, func() error {
		if steps++; steps > 3000 {
			return stop
		}
		return nil
	}); err != stop || len(p.retrained.done) == 0 {
		t.Fatalf("error %v after %d trainings, want %v after some", err, len(p.retrained.done), stop)
	}
	told = 0 // the stopped training starts again
	was := append([]*nn.Classifier(nil), p.retrained.done...)

	plain, steady, far, further, asked := 0, 0, 0.0, 0.0, 0
	for i := range 25 {
		x, err := p.Explain(row(i), q, nothing)
		if err != nil {
			t.Fatal(err)
		}
		free := q
		free.Steady = false
		y, err := p.Explain(row(i), free, nothing)
		if err != nil {
			t.Fatal(err)
		}
		if x.Judges != study.Judges || y.Judges != 0 {
			t.Fatalf("%d judges, and %d where nobody asked", x.Judges, y.Judges)
		}
		if len(x.Rows) == 0 || x.Frail || len(y.Rows) == 0 {
			continue
		}
		p.retrained.judge(y.Rows, p, y.Target)
		asked++
		plain, steady = plain+y.Rows[0].Holds, steady+x.Rows[0].Holds
		far, further = far+y.Rows[0].Cost, further+x.Rows[0].Cost
		if x.Rows[0].Class != x.Target || p.Ask(x.Rows[0].Row)[0].Class != x.Target ||
			!reflect.DeepEqual(x.Rows[0].Shares, p.Ask(x.Rows[0].Row)[0].Shares) {
			t.Errorf("row %d: class %d of shares %v is not what the black box says", i, x.Rows[0].Class,
				x.Rows[0].Shares)
		}
	}
	if asked < 15 || steady <= plain || 10*steady < 9*10*asked || further <= far {
		t.Errorf("of %d answers %d of %d hold, %d of the usual ones, at distances %.2f and %.2f", asked, steady,
			10*asked, plain, further, far)
	}
	for i, c := range was {
		if c != p.retrained.done[i] {
			t.Error("what was trained before the stop was trained again")
		}
	}
	again := open()
	if _, err := again.Explain(row(0), Query{Search: document.Search{Target: -1, Count: 1, Budget: 100, Seed: 1,
		Clarity: model.Just, Steady: true}, Again: by, Tell: func(float64) {}}, nothing); err != nil {
		t.Fatal(err)
	}
	for i, c := range p.retrained.done {
		if !reflect.DeepEqual(c.Model(), again.retrained.done[i].Model()) {
			t.Fatalf("the classifier of number %d is another one in a project opened anew", i)
		}
	}

	bare := Of(p.Schema, tree{}, scatter{p.Schema})
	if _, err := bare.Explain(row(0), q, nothing); err == nil {
		t.Error("a black box that nobody trained is trained again")
	}
	first := row(0)
	p.Table = nil
	if _, err := p.Explain(first, Query{Search: document.Search{Target: -1, Count: 1, Budget: 10, Clarity: model.Just,
		Steady: true}, Again: by, Tell: func(float64) {}}, nothing); err == nil {
		t.Error("a classifier is trained again without rows")
	}
}
