package store

import (
	"reflect"

	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/wire"
)

// recordAsked names the record of an evaluation's question, which allows the remaining experiments to
// run. Only the browser keeps it, because a file's readers need only the figures.
const recordAsked = "evaluation"

type keptEvaluation struct {
	Asked   wire.Evaluate `msgpack:"asked"`   // command for the first entrant and seed
	Running bool          `msgpack:"running"` // it was running
}

func (s *State) askedGist() any { return s.Evaluation.Phase.HasTasks() }

func (s *State) keptAsked() (keptEvaluation, bool) {
	v := &s.Evaluation
	return keptEvaluation{v.asked, v.Phase.HasTasks()}, v.HasResult && v.asked.Method != "" && len(v.missing()) > 0
}

// install gives an evaluation from a file the request that started it, so that its missing
// experiments can run when the person asks for them.
func (k keptEvaluation) install(w *turn, _ arrival) {
	v, s := &w.Evaluation, w.Data.schema // the question has its own orders
	if !v.HasResult || k.Asked.Method == "" || k.Asked.Knowledge.Check(s) != nil {
		return
	}
	v.asked = k.Asked
	if !reflect.DeepEqual(k.Asked.Knowledge, w.Graph.Sketch.Knowledge()) {
		v.edited = -1 // another graph
	}
	if k.Running && v.CanGoOn() {
		w.alert(TheEvaluation, sayEvaluationInterrupted(v.Done(), v.Experiments()))
	}
}

// CanGoOn reports whether requested experiments are left.
func (v Evaluation) CanGoOn() bool {
	return v.HasResult && v.asked.Method != "" && v.Phase == Resting && len(v.missing()) > 0
}

// missing lists the unfinished experiments, those of a seed together.
func (v Evaluation) missing() (list []int) {
	for i := range v.Experiments() {
		if len(v.Records[i%len(v.Entrants)][i/len(v.Entrants)].Figures) == 0 {
			list = append(list, i)
		}
	}
	return list
}

// continueEvaluation runs the remaining experiments with the same question.
func (w *turn) continueEvaluation() {
	v := &w.Evaluation
	switch {
	case !v.CanGoOn():
		return
	case !v.own && !w.Classifier.HasResult:
		w.alert(TheEvaluation, sayClassifierFirst)
		return
	}
	w.settle(TheEvaluation)
	v.Phase, v.rest = preparing, true
	if w.hasTable() {
		w.restOfEvaluation()
	}
}

// restOfEvaluation sends the unfinished experiments to the workers. Experiments of one seed share
// work, so they form a group.
func (w *turn) restOfEvaluation() {
	v := &w.Evaluation
	v.tasks, v.Failures, v.rest = v.missing(), nil, false
	var tasks []task
	for _, i := range v.tasks {
		e, seed := v.Entrants[i%len(v.Entrants)], i/len(v.Entrants)
		tasks = append(tasks, task{Group: seed, Kind: e.Method, Body: v.experiment(e, v.Seeds[seed])})
	}
	v.Phase, v.Finished = Running, false
	w.lastJob++
	v.job = w.lastJob
	w.EvaluationRun = TaskRun{LeftMS: -1}.behind(v.Experiments()-len(tasks), v.Experiments())
	w.effects = append(w.effects, RunTasks{Job: v.job, Setup: w.setup(), Tasks: tasks})
	w.say(sayEvaluating(len(tasks)))
}

// experiment returns the command for an entrant and a seed.
func (v Evaluation) experiment(e document.Entrant, seed uint64) wire.Evaluate {
	m := v.asked
	m.Method, m.Seed, m.Train, m.Labels, m.Round = model.Method(e.Method), seed, e.Train, e.Labels, e.Round
	return m
}
