package store

import "causeway/core/wire"

// Verify says whether the models of the project come from its settings, seeds and
// table: they are trained again and compared to the last bit.
type Verify struct {
	Phase      BatchPhase // idle, preparing or running
	Share      float64    // of the work that is done
	Classifier Check
	Generator  Check

	job   int
	tasks []Model // by their index
	of    batchOf
}

// Check is what is known of one model.
type Check struct {
	Verdict CheckVerdict
	Why     string // of NotVerifiable and of a failure
}

// CheckVerdict is what a verification says of a model.
type CheckVerdict uint8

// The verdicts.
const (
	NotChecked CheckVerdict = iota
	Checking
	SameBytes
	OtherBytes
	NotVerifiable
)

// HasResult reports whether something was found out.
func (v Verify) HasResult() bool {
	return v.Classifier.Verdict > Checking || v.Generator.Verdict > Checking
}

// Intents about a verification.
type (
	VerifyProject struct{}
	CancelVerify  struct{}
	CloseVerify   struct{}
)

func (VerifyProject) intent() {}
func (CancelVerify) intent()  {}
func (CloseVerify) intent()   {}

func (VerifyProject) on(w *work) {
	w.settle(AboutProject)
	v := &w.Project.Verify
	switch {
	case !w.Data.HasTable:
		w.alert(AboutProject, sayOpenFirst)
	case !w.Classifier.HasResult:
		w.alert(AboutProject, sayNothingToVerify)
	case v.Phase != BatchIdle:
	default:
		*v = Verify{Phase: BatchPreparing, of: w.batchOf()}
		if w.hasTable() {
			w.runVerify()
		}
	}
}

// runVerify hands out a training for each model that has a recipe.
func (w *work) runVerify() {
	v, c, g := &w.Project.Verify, w.Classifier, w.Generator
	var tasks []Task
	v.Classifier = Check{Verdict: Checking}
	if why := w.noRecipe(TheClassifier); why != "" {
		v.Classifier = Check{NotVerifiable, why}
	} else {
		tasks, v.tasks = append(tasks, Task{Group: 0, Body: wire.VerifyClassifier{Train: c.Learned.command(), Best: c.Result.Best, Model: c.Result.Model}}), append(v.tasks, TheClassifier)
	}
	if g.HasResult {
		v.Generator = Check{Verdict: Checking}
		if why := w.noRecipe(TheGenerator); why != "" {
			v.Generator = Check{NotVerifiable, why}
		} else {
			tasks, v.tasks = append(tasks, Task{Group: 1, Body: wire.VerifyGenerator{Trainings: g.trainings(), Told: wireLabels(g.Learned.Told), Model: g.Result.Model}}), append(v.tasks, TheGenerator)
		}
	}
	if len(tasks) == 0 {
		v.Phase = BatchIdle
		w.say(sayVerified(*v))
		return
	}
	w.lastJob++
	v.Phase, v.job = BatchRunning, w.lastJob
	w.effects = append(w.effects, RunTasks{Job: v.job, Setup: w.setup(), Tasks: tasks})
	w.say(sayVerifying)
}

// noRecipe says why a model cannot be trained again to the same bytes, or
// nothing.
func (w *work) noRecipe(m Model) string {
	c, g := w.Classifier, w.Generator
	switch {
	case m == TheClassifier && (c.Foreign || c.Result.Best == 0):
		return whyForeign
	case m == TheGenerator && g.Result.Best == 0:
		return whyForeign
	case m == TheGenerator && g.Learned.Lost:
		return whyLost
	case m == TheGenerator:
		if n := unlabelled(g.trainings()); n > 0 {
			return whyUnlabelled(n)
		}
	}
	return ""
}

// command is a training by the settings.
func (c ClassifierSettings) command() wire.TrainClassifier {
	return wire.TrainClassifier{Seed: c.Seed, Epochs: c.Epochs, Batch: c.Batch, LearningRate: c.LearningRate, Hidden: c.Hidden}
}

func (g GeneratorSettings) command() wire.TrainGenerator {
	return wire.TrainGenerator{Seed: g.Seed, Epochs: g.Epochs, Batch: g.Batch, LearningRate: g.LearningRate, Samples: g.Samples,
		Validity: g.Validity, Margin: g.Margin, Method: g.Method.Start(), Feasibility: g.Feasibility, GiveUp: g.GiveUp}
}

func (v *Verify) check(index int) *Check {
	if index < 0 || index >= len(v.tasks) {
		return nil
	}
	if v.tasks[index] == TheClassifier {
		return &v.Classifier
	}
	return &v.Generator
}

func (w *work) verified(index int, body Message) {
	c := w.Project.Verify.check(index)
	if c == nil {
		return
	}
	switch f := body.(type) {
	case wire.Verified:
		if c.Verdict = OtherBytes; f.Same {
			c.Verdict = SameBytes
		}
	case wire.Failure:
		*c = Check{NotVerifiable, f.Detail}
	}
}

func (w *work) verifyEnded(why string) {
	v := &w.Project.Verify
	v.job, v.Phase, v.tasks = 0, BatchIdle, nil
	for _, c := range []*Check{&v.Classifier, &v.Generator} {
		if c.Verdict == Checking {
			*c = Check{}
		}
	}
	if why != "" {
		w.alert(AboutProject, why)
		return
	}
	w.say(sayVerified(*v))
}

func (CancelVerify) on(w *work) {
	v := &w.Project.Verify
	if v.Phase == BatchRunning {
		w.effects = append(w.effects, CancelTasks{v.job})
	}
	*v = Verify{}
	w.say(sayVerifyCanceled)
}

func (CloseVerify) on(w *work) {
	if w.Project.Verify.Phase == BatchIdle {
		w.Project.Verify = Verify{}
	}
}

// dropOldVerify ends and forgets a verification of models that were replaced.
func (w *work) dropOldVerify() {
	v, now := &w.Project.Verify, w.batchOf()
	if v.Phase == BatchIdle && !v.HasResult() || v.of.table == now.table && same(v.of.classifier, now.classifier) && same(v.of.generator, now.generator) {
		return
	}
	if v.job != 0 {
		w.effects = append(w.effects, CancelTasks{v.job})
	}
	*v = Verify{}
}
