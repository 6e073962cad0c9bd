package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"causeway/core/data"
	"causeway/core/form"
	"causeway/core/model"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// Verify says whether the project's claims hold. It measures every figure, and searches again for the answers in
// the file. On request it trains the models again and compares every bit, or repeats the evaluation.
type Verify struct {
	Phase      Phase   // idle, preparing or running
	Share      float64 // finished share of the work
	Classifier Check
	Generator  Check
	Evaluation Check
	Answers    [2]Check // the file's answers, for the person and for everyone
	Trained    bool     // the models are trained again
	Headline   string   // the result, as a sentence

	job      int
	evaluate bool // the evaluation is being repeated
	tasks    []verifyTask
	of       batchOf
	said     [][]byte // the answers of the file
	found    []Batch  // the answers found now
}

// verifyTask identifies a task: a model, an experiment, or a part of the answers.
type verifyTask struct {
	model         Topic
	experiment    bool
	entrant, seed int
	answers       bool
	which, part   int // of Verify.found
}

// Check is the result for one model, or for the evaluation.
type Check struct {
	Verdict  checkVerdict
	Why      string             // for notVerifiable and for a failure
	Measured bool               // its figures were measured again
	Differ   []model.Differ     // figures that differ from the claim
	Unproved []model.Unmeasured // what could not be measured
}

// Holds reports that every claim was proved.
func (c Check) Holds() bool {
	return (c.Verdict == SameBytes || c.Verdict == FiguresOnly) && c.Measured && len(c.Differ)+len(c.Unproved) == 0
}

// Fails reports that a claim is wrong.
func (c Check) Fails() bool { return c.Verdict == OtherBytes || len(c.Differ) > 0 }

// checkVerdict is a verification's verdict on a model.
type checkVerdict uint8

// The verdicts. For an evaluation SameBytes means that it was repeated.
const (
	NotChecked checkVerdict = iota
	Checking
	SameBytes
	OtherBytes
	FiguresOnly // nothing was trained
	notVerifiable
)

// HasResult reports whether there is a result.
func (v Verify) HasResult() bool {
	return v.Classifier.Verdict > Checking || v.Generator.Verdict > Checking || v.Evaluation.Verdict > Checking
}

// Intents about a verification.
type (
	// VerifyProject verifies without training. With Train it also compares the models' bytes, with
	// Evaluation the evaluation, and adds both to an earlier result.
	VerifyProject struct{ Train, Evaluation bool }
	CloseVerify   struct{}
)

func (in VerifyProject) apply(w *turn) {
	w.settle(TheProject)
	v := &w.Project.Verify
	switch {
	case w.Images.Has:
		w.verifyImages()
	case in.Evaluation:
		w.verifyFigures()
	case !w.Data.HasTable:
		w.alert(TheProject, sayOpenFirst)
	case !w.Classifier.HasResult:
		w.alert(TheProject, sayNothingToVerify)
	case v.Phase != Resting:
	default:
		*v = Verify{Phase: preparing, of: w.batchOf(), Trained: in.Train, Answers: v.Answers}
		if w.hasTable() {
			w.runVerify()
		}
	}
}

// verifyFigures repeats the evaluation.
func (w *turn) verifyFigures() {
	v := &w.Project.Verify
	if v.Phase != Resting || !v.HasResult() || w.Evaluation.Done() == 0 {
		return
	}
	v.Phase, v.evaluate = preparing, true
	if w.hasTable() {
		w.runVerify()
	}
}

// runVerify sends the tasks to the workers.
func (w *turn) runVerify() {
	v := &w.Project.Verify
	var tasks []task
	if v.tasks = nil; v.evaluate {
		tasks = w.verifyEvaluation()
	} else {
		tasks = w.verifyModels()
		if !v.Trained {
			tasks = append(tasks, w.verifyAnswers()...)
		}
	}
	if len(tasks) == 0 {
		v.Phase = Resting
		w.verifyEnded("")
		return
	}
	w.lastJob++
	v.Phase, v.job, v.Share = Running, w.lastJob, 0
	w.effects = append(w.effects, RunTasks{Job: v.job, Setup: w.setup(), Tasks: tasks})
	w.say(sayVerifying[v.Trained || v.evaluate])
}

// verifyAnswers searches again for the file's answers, unless the project has changed since.
func (w *turn) verifyAnswers() (tasks []task) {
	v := &w.Project.Verify
	if v.said = w.Project.answers; w.fingerprint() != w.Project.saved {
		v.said = nil
	}
	v.found = make([]Batch, len(v.said))
	for i, text := range v.said {
		var f struct{ Asked []byte }
		b, c := &v.found[i], &v.Answers[i]
		if len(text) == 0 {
			continue
		}
		_ = json.Unmarshal(text, &f)
		k, err := form.UnmarshalKept[keptRows](f.Asked)
		if err == nil && k.Rows.Check() == nil {
			err = restBatch{keptBatch: keptBatch{Run: "file"}, keptRows: k}.fits(w.Data.schema)
		}
		if one := len(k.Rows.Index) == 1; err != nil || i == 0 && !one {
			*c = Check{Verdict: notVerifiable, Why: whyUnasked}
			continue
		}
		w.askAgain(b, k)
		b.Settings, b.asked = w.Batch.Settings, f.Asked
		if *c = (Check{Verdict: Checking}); !reflect.DeepEqual(b.Query.Knowledge, w.Graph.Sketch.Knowledge()) {
			c.Why = whyOtherKnowledge
		}
		for part := range b.Parts {
			t := task{Group: 2 + part, Body: b.question(part, w.Classifier.From)}
			if i == 0 {
				b.Settings.By, b.Query.Row = -1, b.part(0)
				t.Body = b.Query
			}
			tasks = append(tasks, t)
			v.tasks = append(v.tasks, verifyTask{answers: true, which: i, part: part})
		}
	}
	return tasks
}

// answerFound stores an answer found now.
func (v *Verify) answerFound(t verifyTask, body wire.Message) {
	b, c := &v.found[t.which], &v.Answers[t.which]
	switch f := body.(type) {
	case wire.Explained:
		b.only(f)
	case wire.ExplainedMany:
		b.Parts[t.part] = f // only this job uses found
	case wire.Failure:
		*c = Check{Verdict: notVerifiable, Why: f.Detail}
	}
}

// compareAnswers compares the file's answers with those found now.
func (w *turn) compareAnswers() {
	v := &w.Project.Verify
	for i, said := range v.said {
		if c := &v.Answers[i]; c.Verdict == Checking {
			found := v.found[i].JSON(w.Data.Table, w.Data.Wanted())
			if c.Verdict, c.Measured = SameBytes, c.Why == ""; !bytes.Equal(said, found) {
				c.Verdict, c.Why = OtherBytes, sayOtherAnswers(string(said), string(found))
			}
		}
	}
	v.said, v.found = nil, nil
}

// verifyModels measures each model again. On request it also trains each model that has a recipe.
func (w *turn) verifyModels() []task {
	v, c, g := &w.Project.Verify, w.Classifier, w.Generator
	why := w.noRecipe(TheClassifier)
	v.Classifier = Check{Verdict: Checking, Why: why}
	tasks := []task{{Group: 0, Body: wire.VerifyClassifier{Settings: c.Learned, Again: v.Trained && why == "",
		Said:   c.Result,
		Course: w.State.courseOf(TheClassifier)}}}
	v.tasks = []verifyTask{{model: TheClassifier}}
	if g.HasResult {
		why := w.noRecipe(TheGenerator)
		v.Generator = Check{Verdict: Checking, Why: why}
		m := w.generatorClaim()
		m.Course = w.State.courseOf(TheGenerator)
		if v.Trained && why == "" {
			m.Trainings, m.Told = g.trainings(), model.NewLabels(g.Learned.Told)
		}
		tasks, v.tasks = append(tasks, task{Group: 1, Body: m}), append(v.tasks, verifyTask{model: TheGenerator})
	}
	return tasks
}

// generatorClaim returns what the project claims about the generator, beside its history.
func (w *turn) generatorClaim() wire.VerifyGenerator {
	g, l := w.Generator, w.Labels
	return wire.VerifyGenerator{Said: g.Result, Seed: g.Learned.Settings.Seed,
		Rounds: l.claimedTunings(w.Data.Table.Schema),
		Undone: l.HasResult && l.Restored, Asks: l.asks, Tuned: len(g.Learned.Tunings) > 0 || l.HasResult}
}

// claimedTunings returns what the project claims about the fine-tunings.
func (l Labels) claimedTunings(s data.Schema) (list []model.FineTuned) {
	if !l.HasResult {
		return nil
	}
	list = l.tuning(s).Said()
	list[len(list)-1] = l.Result // with every claim about the last one
	for i := range list {
		list[i].Model = []byte{0}
	}
	return list
}

// verifyEvaluation repeats the experiments that have figures.
func (w *turn) verifyEvaluation() (tasks []task) {
	v, e := &w.Project.Verify, w.Evaluation
	v.Evaluation = Check{Verdict: Checking}
	asked, why := w.askedAgain()
	if why != "" {
		v.Evaluation = Check{Verdict: notVerifiable, Why: why}
		return nil
	}
	if found := w.Labels.labelSources(); asked.Teach &&
		(e.Told.Labels != found.Labels || len(e.Told.By) > 0 && !slices.Equal(e.Told.By, found.By)) {
		v.Evaluation.Differ = []model.Differ{{What: "told", Said: float64(e.Told.Labels), Found: float64(found.Labels)}}
	}
	e.asked = asked
	for j, seed := range e.Seeds {
		for i, x := range e.Entrants {
			if model.Method(x.Method).Gone() {
				v.Evaluation.Unproved = []model.Unmeasured{model.GoneMethod}
			} else if len(e.Records[i][j].Figures) > 0 {
				tasks = append(tasks, task{Group: j, Body: e.experiment(x, seed)})
				v.tasks = append(v.tasks, verifyTask{experiment: true, entrant: i, seed: j})
			}
		}
	}
	return tasks
}

// askedAgain returns the evaluation's question, or why it is unknown.
func (w *turn) askedAgain() (wire.Evaluate, string) {
	e, a := w.Evaluation, w.Evaluation.recipe
	if !a.Known {
		return wire.Evaluate{}, whyNotAsked
	}
	m := wire.Evaluate{Own: e.own, From: a.From, Truth: a.Truth, Known: a.Mechanism, Teach: a.Teach,
		Knowledge: a.Knowledge, CEM: a.CEM}
	if a.Labels != "" {
		if m.Told = teach(w.Labels.List); m.Told.Hash() != a.Labels {
			return m, whyOtherLabels
		}
	}
	return m, ""
}

// recipeOf returns the part of an evaluation's question that a file keeps.
func recipeOf(m wire.Evaluate) snapshot.Asked {
	return snapshot.Asked{Known: true, From: m.From, Truth: m.Truth, Mechanism: m.Known, Teach: m.Teach,
		Knowledge: m.Knowledge, CEM: m.CEM,
		Labels: m.Told.Hash()}
}

// noRecipe returns why training cannot reproduce a model's bytes, or "".
func (w *turn) noRecipe(m Topic) string {
	c, g := w.Classifier, w.Generator
	switch {
	case m == TheClassifier && (c.Foreign || c.Result.Best == 0):
		return whyForeign
	case m == TheGenerator && g.Result.Best == 0:
		return whyForeign
	case m == TheGenerator && g.Learned.Lost:
		return whyLost
	case m == TheGenerator:
		if n := model.Unlabelled(g.trainings()); n > 0 {
			return whyUnlabelled(n)
		}
	}
	return ""
}

func (w *turn) verified(index int, body wire.Message) {
	v := &w.Project.Verify
	if index < 0 || index >= len(v.tasks) {
		return
	}
	t := v.tasks[index]
	if t.answers {
		v.answerFound(t, body)
		return
	}
	c := &v.Classifier
	switch {
	case t.experiment:
		c = &v.Evaluation
	case t.model == TheGenerator:
		c = &v.Generator
	}
	switch f := body.(type) {
	case wire.Verified:
		c.Differ, c.Unproved = f.Differ, f.Unproved
		c.Measured = !slices.Contains(f.Unproved, model.AllFigures) && !slices.Contains(f.Unproved, model.GoneMethod)
		switch {
		case !v.Trained:
			if c.Verdict, c.Why = FiguresOnly, ""; slices.Contains(f.Unproved, model.AllFigures) {
				c.Unproved, c.Why = nil, whyTuned
			}
		case !f.Again:
			c.Verdict = notVerifiable
			if c.Why == "" {
				c.Why = whyRetired
			}
		case f.Same:
			c.Verdict = SameBytes
		default:
			c.Verdict = OtherBytes
		}
	case wire.Evaluated:
		said := w.Evaluation.Records[t.entrant][t.seed]
		for _, d := range model.CompareRecords(said, model.Record(f)) {
			d.What = fmt.Sprintf("%s, seed %d: %s", said.Method, said.Seed, d.What)
			c.Differ = append(slices.Clone(c.Differ), d)
		}
		c.Measured = true
	case wire.Failure:
		c.Verdict, c.Why = notVerifiable, f.Detail
	}
}

func (w *turn) verifyEnded(why string) {
	v := &w.Project.Verify
	v.job, v.Phase, v.tasks = 0, Resting, nil
	if e := &v.Evaluation; v.evaluate && why == "" && e.Verdict == Checking {
		e.Verdict = SameBytes
	}
	if v.evaluate = false; why == "" {
		w.compareAnswers()
	}
	for _, c := range []*Check{&v.Classifier, &v.Generator, &v.Evaluation, &v.Answers[0], &v.Answers[1]} {
		if c.Verdict == Checking {
			*c = Check{}
		}
	}
	if why != "" {
		w.alert(TheProject, why)
		return
	}
	w.proved()
	v.Headline = sayVerified(*v, w.Evaluation)
	w.say(v.Headline)
}

func (w *turn) cancelVerify() {
	v := &w.Project.Verify
	if v.Phase == Running {
		w.effects = append(w.effects, TellTasks{v.job, wire.Cancel{}})
	}
	if v.evaluate { // results about the models stay
		v.Phase, v.job, v.tasks, v.evaluate, v.Evaluation = Resting, 0, nil, false, Check{}
	} else {
		*v = Verify{}
	}
	w.say(sayVerifyCanceled)
}

func (CloseVerify) apply(w *turn) {
	if w.Project.Verify.Phase == Resting {
		w.Project.Verify = Verify{}
	}
}

// dropOldVerify cancels and forgets a verification of replaced models.
func (w *turn) dropOldVerify() {
	v, now := &w.Project.Verify, w.batchOf()
	if v.Phase == Resting && !v.HasResult() || v.of.table == now.table && samePlace(v.of.classifier, now.classifier) &&
		samePlace(v.of.generator, now.generator) {
		return
	}
	if v.job != 0 {
		w.effects = append(w.effects, TellTasks{v.job, wire.Cancel{}})
	}
	*v = Verify{}
}
