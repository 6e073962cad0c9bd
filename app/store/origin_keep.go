package store

import (
	"causeway/core/form"
	"causeway/core/snapshot"
)

// recordOrigins names the record of what was measured here. Only this browser can vouch for it,
// never a file.
const recordOrigins = "origins"

type keptOrigins struct {
	Classifier    Origin `msgpack:"classifier" bound:"0..3"`
	ClassifierRun Origin `msgpack:"classifierRun" bound:"0..3"`
	Generator     Origin `msgpack:"generator" bound:"0..3"`
	GeneratorRun  Origin `msgpack:"generatorRun" bound:"0..3"`
	AnswersLate   bool   `msgpack:"answersLate"`
	Labels        Origin `msgpack:"labels" bound:"0..3"`
	Evaluation    Origin `msgpack:"evaluation" bound:"0..3"`
}

func (s *State) keptOrigins() (keptOrigins, bool) {
	return keptOrigins{s.Classifier.Origin, s.ClassifierRun.Origin, s.Generator.Origin, s.GeneratorRun.Origin,
		s.Generator.AnswersLate, s.Labels.Origin, s.Evaluation.Origin}, true
}

func (k keptOrigins) check(snapshot.Project) error { return form.Check(k) }

func (k keptOrigins) install(w *turn, _ arrival) {
	w.Classifier.Origin, w.ClassifierRun.Origin = k.Classifier, k.ClassifierRun
	w.Generator.Origin, w.GeneratorRun.Origin, w.Generator.AnswersLate = k.Generator, k.GeneratorRun, k.AnswersLate
	w.Labels.Origin, w.Evaluation.Origin = k.Labels, k.Evaluation
}
