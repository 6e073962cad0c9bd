package project

import (
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/study"
)

// Verdict is the result of verifying a file.
type Verdict struct {
	Classifier *model.Verified // nil if the file has none
	Generator  *model.Verified
	Evaluation []Repeated // the experiments that have figures
	Why        string     // one sentence on why they could not be repeated
}

// Repeated is an experiment that was repeated.
type Repeated struct {
	Method string
	Seed   uint64
	Differ []model.Differ // figures that differ from the claim
}

// Holds reports whether all models were reproduced exactly, and whether all claims about them and
// the evaluation were measured again and confirmed.
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

// Verify measures again everything that the file claims about its models and its evaluation. It
// retrains models for which the file has the settings, and compares them bit by bit. It needs the
// rows of the table.
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

func (f *File) classifierClaim() model.ClassifierClaim {
	c := f.Saved.Classifier
	return model.ClassifierClaim{Settings: c.Settings, Again: c.Trained && c.Best > 0, Said: c.Said(f.BlackBox.Bytes),
		Course: f.Saved.Course("classifier")}
}

func (f *File) generatorClaim() model.GeneratorClaim {
	g, t, tuned := f.Saved.Generator, f.Saved.Tuning, f.Saved.HasTuning
	c := model.GeneratorClaim{Seed: g.Settings.Seed, Undone: tuned && t.Restored, Asks: tuned &&
		t.Asks, Tuned: len(g.Tunings) > 0 || tuned, Course: f.Saved.Course("generator"),
		Said: g.Said(f.Gen.Bytes)}
	if tuned {
		c.Rounds = t.Said()
	}
	if list := g.Trainings(); g.Best > 0 && !g.Lost && model.Unlabelled(list) == 0 {
		c.Trainings, c.Told = list, model.NewLabels(f.Saved.Labels.Told)
	}
	return c
}

// repeat repeats the experiments that have figures, except those with removed methods.
func (f *File) repeat(h study.Host) (list []Repeated, why string, err error) {
	e, a := f.Saved.Evaluation, f.Saved.Evaluation.Asked
	if !a.Known {
		return nil, "The file does not say what the evaluation was asked for, so it cannot be repeated.", nil
	}
	x := model.Experiment{Own: e.Own, From: a.From, Truth: a.Truth, Known: a.Mechanism, Teach: a.Teach,
		Knowledge: a.Knowledge, CEM: a.CEM}
	if a.Labels != "" {
		told := model.NewLabels(label.Settled(f.Saved.Labels.List))
		if told.Hash() != a.Labels {
			return nil,
				"The labels that the evaluation was told are not those in the file, so it cannot be done again.", nil
		}
		x.Told = told
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
