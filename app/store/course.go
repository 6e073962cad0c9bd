package store

import (
	"causeway/core/model"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// courseOf is the known history of a model's training.
func (s *State) courseOf(m Topic) model.Course {
	return snapshot.Project{Courses: s.courses()}.Course(trainingNames[m])
}

// courses are the saved training histories of the present models.
func (s *State) courses() (list []snapshot.Course) {
	c, g := s.Classifier, s.Generator
	if c.HasResult && !c.Foreign {
		x := s.ClassifierRun.course(c.Phase)
		x.Model, x.TrainMS = trainingNames[TheClassifier], c.Result.TrainMS
		list = append(list, x)
	}
	if g.HasResult {
		x := s.GeneratorRun.course(g.Phase)
		x.Model, x.TrainMS, x.PerThousand = trainingNames[TheGenerator], g.Result.TrainMS, g.Result.PerThousand
		list = append(list, x)
	}
	return list
}

// course is the history of a finished training. If another training runs, it has no epochs.
func (r Run) course(p Phase) (c snapshot.Course) {
	if p.Active() || !r.HasEpoch {
		return c
	}
	e, rows := r.Epoch, r.Epoch.History.Rows()
	c.Epochs, c.Best = e.Epochs, e.Best
	for _, t := range e.Terms {
		c.Terms = append(c.Terms, t.Name)
	}
	for _, i := range snapshot.Thinned(len(rows), e.Best) {
		c.At, c.Values = append(c.At, r.EpochOf(i)), append(c.Values, rows[i])
	}
	return c
}

// EpochOf is the epoch of a row of the history, from 1.
func (r Run) EpochOf(i int) int {
	if i < len(r.At) {
		return r.At[i]
	}
	return i + 1
}

// installCourses shows the training histories of a file.
func (w *turn) installCourses(list []snapshot.Course) {
	for _, c := range list {
		m := TheClassifier
		if c.Model == trainingNames[TheGenerator] {
			m = TheGenerator
			w.Generator.Result.TrainMS, w.Generator.Result.PerThousand = c.TrainMS, c.PerThousand
		} else {
			w.Classifier.Result.TrainMS = c.TrainMS
		}
		n := len(c.At)
		if n == 0 {
			continue
		}
		last := c.Values[n-1]
		e := wire.Epoch{Epoch: c.At[n-1], Epochs: c.Epochs, Best: c.Best, Loss: last[0], ElapsedMS: c.TrainMS,
			History: wire.NewRows(c.Values)}
		for i, name := range c.Terms {
			e.Terms = append(e.Terms, wire.Term{Name: name, Value: last[1+i]})
		}
		*w.Run(m) = Run{Epoch: e, HasEpoch: true, At: c.At, Origin: Claimed,
			Floor: -w.Generator.Learned.Settings.Validity * w.Generator.Learned.Settings.Margin}
	}
}
