package store

import (
	"reflect"
	"testing"

	"causeway/core/snapshot"
)

// A training's history and duration come back with its file.
func TestCurvesAndTimesComeBack(t *testing.T) {
	p := trainedWhole(t)
	q := newWhole(t)
	q.open(p.file(Travel{}))
	if q.Classifier.Result.TrainMS != p.Classifier.Result.TrainMS || p.Classifier.Result.TrainMS == 0 ||
		q.Generator.Result.TrainMS != p.Generator.Result.TrainMS ||
		q.Generator.Result.PerThousand != p.Generator.Result.PerThousand {
		t.Errorf("times %v and %v, want %v and %v", q.Classifier.Result.TrainMS, q.Generator.Result.TrainMS,
			p.Classifier.Result.TrainMS, p.Generator.Result.TrainMS)
	}
	for _, m := range []Topic{TheClassifier, TheGenerator} {
		a, b := (&turn{State: p.State}).Run(m), (&turn{State: q.State}).Run(m)
		if !reflect.DeepEqual(a.Epoch.History.Rows(), b.Epoch.History.Rows()) ||
			len(b.Epoch.Terms) != len(a.Epoch.Terms) || b.Epoch.Best != a.Epoch.Best || b.Floor != a.Floor &&
			m == TheGenerator {
			t.Errorf("the course of model %d: %+v, want %+v", m, b.Epoch, a.Epoch)
		}
	}
}

// A long course is thinned once: its ends and the best epoch stay.
func TestALongCourseIsThinned(t *testing.T) {
	for _, n := range []int{1, snapshot.MaxPoints, snapshot.MaxPoints + 1, 777, 10_000} {
		best := n/3 + 1
		at := snapshot.Thinned(n, best)
		has := map[int]bool{}
		for i, x := range at {
			has[x] = true
			if i > 0 && x <= at[i-1] {
				t.Errorf("of %d epochs, %d follows %d", n, x, at[i-1])
			}
		}
		if len(at) > snapshot.MaxPoints || !has[0] || !has[n-1] || !has[best-1] {
			t.Errorf("of %d epochs, the best %d, these are kept: %v", n, best, at)
		}
	}
}
