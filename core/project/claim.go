package project

import (
	"causeway/core/form"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/snapshot"
	"causeway/core/study"
)

// Verdict is what a verification of a file found.
type Verdict struct {
	Classifier *model.Verified // nil: the file has none
	Generator  *model.Verified
	Evaluation []Repeated // the experiments that have figures
	Why        string     // they could not be done again; a sentence
}

// Repeated is an experiment that was done again.
type Repeated struct {
	Method string
	Seed   uint64
	Differ []model.Differ // figures that are not as said
}

// Holds reports that all models came out to the last bit and that all that is said of
// them and of the evaluation was measured again and is so.
func (v Verdict) Holds() bool {
	for _, m := range []*model.Verified{v.Classifier, v.Generator} {
		if m != nil && (!m.Same || len(m.Differ)+len(m.Unproved) > 0) {
			return false
		}
	}
	for _, r := range v.Evaluation {
		if len(r.Differ) > 0 {
			return false
		}
	}
	return v.Why == ""
}

// Verify measures everything again that the file says of its models and its
// evaluation. Models are trained again where the file says how, and compared to the
// last bit. It needs the rows of the table.
func (f *File) Verify(h study.Host) (v Verdict, err error) {
	if err := f.HasRows(); err != nil {
		return v, err
	}
	s := f.Saved
	if s.HasClassifier {
		out, err := f.VerifyClassifier(f.classifierClaim(), h)
		if err != nil {
			return v, err
		}
		v.Classifier = &out
	}
	if s.HasGenerator {
		out, err := f.VerifyGenerator(f.generatorClaim(), h)
		if err != nil {
			return v, err
		}
		v.Generator = &out
	}
	if s.HasEvaluation {
		v.Evaluation, v.Why, err = f.repeat(h)
	}
	return v, err
}

func (f *File) classifierClaim() ClassifierClaim {
	c := f.Saved.Classifier
	return ClassifierClaim{Settings: c.Settings, Again: c.Trained && c.Best > 0, Said: model.ClassifierTrained{
		Model: f.BlackBox.Bytes, Best: c.Best, Canceled: c.Canceled, Accuracy: c.Accuracy, LogLoss: c.LogLoss,
		Base: c.Base, Confusion: c.Confusion, TestRows: c.TestRows, AUC: c.AUC, Fidelity: c.Fidelity},
		Course: f.Saved.Course("classifier")}
}

func (f *File) generatorClaim() GeneratorClaim {
	g, t, tuned := f.Saved.Generator, f.Saved.Tuning, f.Saved.HasTuning
	c := GeneratorClaim{Seed: g.Settings.Seed, Undone: tuned && t.Restored, Asks: tuned && t.Asks, Tuned: len(g.Tunings) > 0 || tuned, Course: f.Saved.Course("generator"),
		Said: model.GeneratorTrained{Model: f.Gen.Bytes, Best: g.Best, Canceled: g.Canceled, Soft: g.Soft, Decoded: g.Decoded,
			DataProfiles: g.DataProfiles, TestRows: g.TestRows, Kept: form.NewFloats(g.Kept, len(g.Kept)), KeptAll: g.KeptAll, Answers: g.Answers}}
	if tuned {
		c.Rounds = rounds(t)
	}
	if list := g.Trainings(); g.Best > 0 && !g.Lost && model.Unlabelled(list) == 0 {
		c.Trainings, c.Told = list, model.NewLabels(f.Saved.Labels.Told)
	}
	return c
}

// rounds are what is said of fine-tunings, of the last one with all that is told of it.
func rounds(t snapshot.Tuning) (list []model.FineTuned) {
	measured := func(m snapshot.Measure) model.Measured {
		return model.Measured{Scores: m.Scores, Feasible: m.Feasible, KeptAll: m.KeptAll}
	}
	for _, r := range t.Rounds {
		list = append(list, model.FineTuned{Labels: r.Labels, Judged: r.Judged, Before: measured(r.Before), After: measured(r.After)})
	}
	last := &list[len(list)-1]
	last.Rows, last.JudgeRight, last.JudgeBalanced, last.Feasible, last.Infeasible = t.Rows, t.JudgeRight, t.JudgeBalanced, t.Feasible, t.Infeasible
	last.Before.Kept, last.After.Kept = form.NewFloats(t.KeptBefore, len(t.KeptBefore)), form.NewFloats(t.KeptAfter, len(t.KeptAfter))
	return list
}

// repeat does the experiments again that have figures, of methods that are still made.
func (f *File) repeat(h study.Host) (list []Repeated, why string, err error) {
	e, a := f.Saved.Evaluation, f.Saved.Evaluation.Asked
	if !a.Known {
		return nil, "What the evaluation was asked for is not in the file, so it cannot be done again.", nil
	}
	x := Experiment{Own: e.Own, From: a.From, Truth: a.Truth, Known: a.Mechanism, Teach: a.Teach, Knowledge: a.Knowledge, CEM: a.CEM}
	if a.Labels != "" {
		told := model.NewLabels(label.Settled(f.Saved.Labels.List))
		if told.Hash() != a.Labels {
			return nil, "The labels that the evaluation was told are not those in the file, so it cannot be done again.", nil
		}
		if x.Told, err = f.CheckLabels(told); err != nil {
			return nil, "", err
		}
	}
	for j, seed := range e.Seeds {
		for i, n := range e.Entrants {
			said := e.Records[i][j]
			if len(said.Figures) == 0 || model.Method(n.Method).Gone() {
				continue
			}
			x := x
			x.Method, x.Seed, x.Train, x.Round, x.Labels = model.Method(n.Method), seed, n.Train, n.Round, n.Labels
			run, err := f.Evaluate(x)
			if err != nil {
				return nil, "", err
			}
			o, err := run(h)
			if err != nil {
				return nil, "", err
			}
			found := model.Record{Method: n.Method, Seed: seed, Figures: Figures(o)}
			list = append(list, Repeated{n.Method, seed, model.CompareRecords(said, found)})
		}
	}
	return list, "", nil
}

// Figures are those of an outcome as they are kept.
func Figures(o *study.Outcome) (list []model.Figure) {
	for _, f := range o.Figures() {
		list = append(list, model.Figure{Key: f.Key, Value: f.Value})
	}
	return list
}
