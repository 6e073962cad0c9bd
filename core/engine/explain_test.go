package engine

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/wire"
)

// TestExplainProves checks that it is proved if the rules allow no answer, and that a row found
// is proved to be the nearest. The row must reach the class by the required lead, and rows drawn
// from its range must belong to the class.
func TestExplainProves(t *testing.T) {
	s, _, _ := generated(t)
	frozen := []causal.Rule{{Kind: causal.Immutable, Feature: 0, Local: true},
		{Kind: causal.Immutable, Feature: 1, Local: true}, {Kind: causal.Immutable, Feature: 2, Local: true}}
	nearest, ranges, none := 0, 0, 0
	for _, row := range s.do(wire.Rows{Part: data.TestRows, Limit: 30}).(wire.Page).Values.Rows() {
		ask := wire.Explain{Search: document.Search{Target: -1, Count: 3, Budget: 50, Seed: 1, Clarity: model.Surely},
			Row: list(row), Boxes: 20_000}
		x, ok := s.do(ask).(wire.Explained)
		if !ok {
			t.Fatalf("got %+v", s.facts[len(s.facts)-1].fact)
		}
		if x.Nearest {
			nearest++
		}
		for _, c := range x.Rows {
			shares := c.Shares
			if lead := shares[c.Class] - shares[1-c.Class]; !x.Unclear && lead < 0.5 {
				t.Errorf("asked for surely, and the class leads by %v", lead)
			}
			if len(c.Low) == 0 {
				continue
			}
			ranges++
			for i := range 20 {
				at := slices.Clone(c.Low)
				for j := range at {
					at[j] += (c.High[j] - at[j]) * float64((i*(j+3))%20) / 19
				}
				if p := s.do(wire.Predict{Row: list(at)}).(wire.Predicted).Shares.Values(); p[x.Target] <= 0.5 {
					t.Errorf("%v between %v and %v has %v", at, c.Low, c.High, p)
				}
			}
		}
		ask.Rules = frozen
		if y := s.do(ask).(wire.Explained); y.None && len(y.Rows) == 0 {
			none++
		}
	}
	if nearest < 28 || ranges < 60 || none != 30 {
		t.Errorf("%d of 30 proved to be nearest, %d with a range, %d proved to have none", nearest,
			ranges, none)
	}
}

// TestExplainWhenTrainedAgain checks answers that must survive retraining. After progress
// messages, each must contain how many of the judging classifiers agree. A second search must not
// train anything.
func TestExplainWhenTrainedAgain(t *testing.T) {
	s, _, _ := generated(t)
	row := s.do(wire.Rows{Part: data.TestRows, Limit: 1}).(wire.Page).Values.Rows()[0]
	ask := wire.Explain{Search: document.Search{Target: -1, Count: 3, Budget: 50, Seed: 1, Steady: true},
		Row:   list(row),
		Again: model.ClassifierRecipe{Seed: 1, Epochs: 4, Batch: 32, LearningRate: 0.005, Hidden: 10}}
	var first wire.Explained
	for i := range 2 {
		before := len(s.told())
		last := s.do(ask)
		for wait := 0; wait < 4000; wait++ { // progress arrives first
			list := s.told()
			if last = list[len(list)-1].fact; reflect.TypeOf(last) != reflect.TypeFor[wire.Progress]() {
				break
			}
			time.Sleep(5 * time.Millisecond)
		}
		x, ok := last.(wire.Explained)
		if !ok || x.Judges != 10 {
			t.Fatalf("got %+v", last)
		}
		progress := 0
		for _, f := range s.told()[before:] {
			if p, ok := f.fact.(wire.Progress); ok && p.Share > 0 && p.Share <= 1 {
				progress++
			}
		}
		if i == 0 {
			if first = x; progress == 0 {
				t.Error("20 trainings are not told of")
			}
		} else if x.TookMS = first.TookMS; progress > 0 || !reflect.DeepEqual(first, x) {
			t.Errorf("asked again it trains again, or answers otherwise: %+v, then %+v", first, x)
		}
	}
	ask.Again.Epochs = 0
	if got := s.do(ask); !refused(got, wire.CodeBadInput) {
		t.Errorf("a training of no epochs: %+v", got)
	}
}

// TestExplainIsStopped checks that a long search lets other work run and can be canceled.
func TestExplainIsStopped(t *testing.T) {
	s, _, _ := generated(t)
	row := s.do(wire.Rows{Part: data.TestRows, Limit: 1}).(wire.Page).Values.Rows()[0]
	s.mu.Lock()
	s.atRest = append(s.atRest, func() { s.e.Handle(31, wire.Cancel{}) })
	s.mu.Unlock()
	stop := make(chan struct{})
	go func() { // time passes during the search
		for {
			select {
			case <-stop:
				return
			default:
				s.pass(restMS)
				time.Sleep(time.Millisecond)
			}
		}
	}()
	defer close(stop)
	s.e.Handle(31, wire.Explain{Search: document.Search{Target: -1, Count: 10, Budget: 10_000}, Row: list(row),
		Boxes: wire.MaxBoxes})
	for range 2000 {
		for _, f := range s.told() {
			if f.job != 31 {
				continue
			}
			switch f.fact.(type) {
			case wire.Canceled:
				return
			case wire.Explained:
				t.Fatal("the search ended before it was stopped")
			}
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatal("the search was not stopped")
}

// TestAGlanceIsAnAnswer checks that a quick answer belongs to the target class and keeps the
// rules, or is missing.
func TestAGlanceIsAnAnswer(t *testing.T) {
	s, _, _ := generated(t)
	rows := s.do(wire.Rows{Part: data.AllRows, Limit: 20}).(wire.Page).Values.Rows()
	found := 0
	for _, row := range rows {
		ask := wire.Glance{Query: wire.Explain{Search: document.Search{Target: -1, Count: 3, Budget: 200, Seed: 1},
			Row: list(row), Boxes: 20_000,
			Rules: []causal.Rule{{Kind: causal.OnlyIncrease, Feature: 0, Local: true}}}}
		x, ok := s.do(ask).(wire.Explained)
		if !ok {
			t.Fatal("no answer came")
		}
		if len(x.Rows) > 1 || x.Boxes > 0 {
			t.Fatalf("%d answers after %d boxes", len(x.Rows), x.Boxes)
		}
		for _, c := range x.Rows {
			v := c.Row
			said := s.do(wire.Predict{Row: list(v)}).(wire.Predicted).Shares.Values()
			if found++; c.Class != x.Target || said[x.Target] <= 0.5 || v[0] < row[0] {
				t.Errorf("%v is answered by %v of class %d, %v", row, v, c.Class, said)
			}
		}
	}
	if found == 0 {
		t.Error("no row was answered, so nothing is tested")
	}
}
