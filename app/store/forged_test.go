package store

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/document"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/project"
	"causeway/core/snapshot"
)

// The possible fates of a forged file.
type fate string

const (
	refused  fate = "refused"      // it is not opened
	foundOut fate = "foundOut"     // Verify says what is false
	unproved fate = "not verified" // Verify says what it cannot show
	ignored  fate = "ignored"      // the page shows its own figures instead
	passed   fate = "verified"
	waits    fate = "not verified yet" // until the evaluation is repeated
)

// forgery is one change of an honest file, with correct checksums.
type forgery struct {
	name  string
	forge func(p *snapshot.Project)
	want  fate
}

// plain is a page with an evaluation, and models of a sampled table that were trained once.
func plain(t *testing.T) *whole {
	p := newWhole(t)
	p.do(SetSample{document.Sample{Rows: 400, Seed: 3}}, LoadSample{model.SimpleBN},
		AddRule{causal.Rule{Kind: causal.OnlyIncrease, Feature: 0}},
		AddRule{causal.Rule{Kind: causal.OnlyIncrease, Feature: 2}})
	c, g := p.Classifier.Settings, p.Generator.Settings
	c.Epochs, g.Epochs, g.Samples, g.Method = 6, 4, 3, model.ModelApprox
	v := p.Evaluation.Settings
	v.Methods, v.Seeds, v.Mine = []string{"base"}, 2, false
	p.do(SetClassifier{c}, SetGenerator{g}, TrainClassifier{}, TrainGenerator{}, SetEvaluation{v}, RunEvaluation{})
	if p.Evaluation.Done() != 2 || len(p.Generator.Judged.rules) != 2 || p.Generator.Result.Answers.Rows == 0 {
		t.Fatalf("something is missing: %v, %d rules, %+v", p.Notices, len(p.Generator.Judged.rules),
			p.Generator.Result.Answers)
	}
	return p
}

// judged opens a file, checks what the page says at once, and verifies everything, or everything
// except the evaluation.
func judged(t *testing.T, b []byte, evaluation bool) (*whole, fate) {
	t.Helper()
	q := newWhole(t)
	s, err := snapshot.Read(b)
	if err != nil {
		return q, refused
	}
	q.do(takeProject{"forged.causeway", s})
	if !q.Classifier.HasResult {
		return q, refused
	}
	if q.Classifier.Origin == Ours || q.Generator.HasResult && q.Generator.Origin == Ours || q.Evaluation.HasResult &&
		q.Evaluation.Origin != Claimed ||
		q.ClassifierRun.HasEpoch && q.ClassifierRun.Origin != Claimed || q.Labels.HasResult &&
		q.Labels.Origin != Claimed {
		t.Errorf("what a file says is said to be ours: %v, %v, %v", q.Classifier.Origin, q.Generator.Origin,
			q.Evaluation.Origin)
	}
	q.do(VerifyProject{Train: true})
	if q.Evaluation.Done() > 0 && strings.HasPrefix(q.Project.Verify.Headline, "Verified") {
		t.Errorf("before the evaluation was done again: %q", q.Project.Verify.Headline)
	}
	v := q.Project.Verify
	if evaluation && !v.Classifier.Fails() && !v.Generator.Fails() { // or it is found out already
		q.do(VerifyProject{Evaluation: true})
		v = q.Project.Verify
	}
	switch {
	case v.Classifier.Fails() || v.Generator.Fails() || v.Evaluation.Fails():
		return q, foundOut
	case strings.HasPrefix(v.Headline, "Not verified yet:"):
		return q, waits
	case strings.HasPrefix(v.Headline, "Not verified:"):
		return q, unproved
	}
	return q, passed
}

// suffer applies and tries each forgery.
func suffer(t *testing.T, good []byte, list []forgery) {
	t.Helper()
	q, got := judged(t, good, true)
	if got != passed || q.Classifier.Origin != Proved || q.Generator.Origin != Proved ||
		q.Evaluation.Origin != Proved || q.ClassifierRun.Origin != Proved || q.GeneratorRun.Origin != Proved {
		v := q.Project.Verify
		t.Fatalf("the honest file: %s; %s\n%+v\n%+v\n%+v", got, v.Headline, v.Classifier, v.Generator, v.Evaluation)
	}
	for _, f := range list {
		t.Run(f.name, func(t *testing.T) {
			s, err := snapshot.Read(good)
			if err != nil {
				t.Fatal(err)
			}
			f.forge(&s)
			ofIts(t, &s)
			b, err := snapshot.Write(s)
			if err != nil { // Read would say the same
				if f.want != refused {
					t.Errorf("it is refused: %v", err)
				}
				return
			}
			if q, got := judged(t, b, true); got != f.want && !(f.want == ignored && got == passed) {
				v := q.Project.Verify
				t.Errorf("it is %s, want %s: %s\n%+v\n%+v\n%+v", got, f.want, v.Headline, v.Classifier, v.Generator,
					v.Evaluation)
			} else if text := q.everyWord(); strings.Contains(text, "forged") {
				t.Errorf("the page says %s", text)
			}
		})
	}
}

// ofIts links the generator to its classifier again, as when it is read.
func ofIts(t *testing.T, p *snapshot.Project) {
	t.Helper()
	b, err := model.EncodeState(p.Classifier.Model)
	if err != nil {
		t.Fatal(err)
	}
	p.Generator.Model.Of = project.Fingerprint([]byte(p.Classifier.Model.Of), b)
}

// everyWord is everything that the page says about rules and the table.
func (p *whole) everyWord() string {
	s := p.Data.Table.Schema
	return strings.Join(slices.Concat([]string{p.Data.Table.Name}, p.Generator.Judged.Texts(s),
		p.Labels.Judged.Texts(s)), "\n")
}

// flip flips a bit of a model's first weights.
func flip(s *model.State, at int, bit byte) {
	s.Tensors = slices.Clone(s.Tensors)
	d := slices.Clone(s.Tensors[0].Data)
	d[at] ^= bit
	s.Tensors[0].Data = d
}

// course is the training curve of a model in a file.
func course(p *snapshot.Project, of string) *snapshot.Course {
	for i := range p.Courses {
		if c := &p.Courses[i]; c.Model == of {
			c.Values = slices.Clone(c.Values)
			for j := range c.Values {
				c.Values[j] = slices.Clone(c.Values[j])
			}
			return c
		}
	}
	panic("no course of " + of)
}

// moveShare changes a share of n rows by one row.
func moveShare(v *float64, rows int) {
	step := 1 / float64(rows)
	if *v+step > 1 {
		step = -step
	}
	*v = math.Round((*v+step)*float64(rows)) / float64(rows)
}

func TestForgeriesAreFoundOut(t *testing.T) {
	record := func(p *snapshot.Project) *model.Record { return &p.Evaluation.Records[0][0] }
	at := func(r *model.Record, end string) *model.Figure {
		for i := range r.Figures {
			if strings.HasSuffix(r.Figures[i].Key, end) {
				return &r.Figures[i]
			}
		}
		panic("no figure " + end)
	}
	foreign := func(p *snapshot.Project) {
		p.Classifier.Trained, p.Classifier.Best = false, 0
		p.Classifier.From = model.Provenance{Name: "trusted.onnx", Size: 100, Hash: "00", Producer: "auditor"}
	}
	lost := func(p *snapshot.Project) { p.Generator.Lost, p.Generator.Warm = true, true }
	swap := func(p *snapshot.Project) { // the figures that follow from another confusion matrix
		m := &p.Classifier.Confusion
		for i := range 2 {
			(*m)[i*2+i], (*m)[i*2+1-i] = (*m)[i*2+i]+(*m)[i*2+1-i], 0
		}
		p.Classifier.Accuracy = 1
		for i := range p.Evaluation.Records[0] {
			at(&p.Evaluation.Records[0][i], "accuracy").Value = 1
		}
	}
	suffer(t, plain(t).file(Travel{}), []forgery{
		// figures of the classifier
		{"an accuracy alone", func(p *snapshot.Project) { p.Classifier.Accuracy = 0.955 }, refused},
		{"an accuracy with its confusion matrix", swap, foundOut},
		{"a log loss", func(p *snapshot.Project) { p.Classifier.LogLoss *= 0.99 }, foundOut},
		{"an area under the curve", func(p *snapshot.Project) { p.Classifier.AUC = 0.99 }, foundOut},
		{"held-out rows", func(p *snapshot.Project) { p.Classifier.TestRows *= 2 }, refused},
		{"a base", func(p *snapshot.Project) { p.Classifier.Base = 0.5001 }, refused},
		{"the fidelity of a stand-in that is none", func(p *snapshot.Project) { p.Classifier.Fidelity = 0.99 },
			foundOut},
		{"the best epoch", func(p *snapshot.Project) { p.Classifier.Best-- }, foundOut},

		// how it was trained
		{"that it was ended early", func(p *snapshot.Project) { p.Classifier.Canceled = true }, foundOut},
		{"that it was ended early, and no course",
			func(p *snapshot.Project) { p.Classifier.Canceled, p.Courses = true, nil }, foundOut},
		{"that both were ended early, and no course",
			func(p *snapshot.Project) { p.Generator.Canceled, p.Classifier.Canceled, p.Courses = true, true, nil },
			foundOut},
		{"a seed", func(p *snapshot.Project) { p.Classifier.Settings.Seed++ }, foundOut},
		{"more epochs", func(p *snapshot.Project) { p.Classifier.Settings.Epochs = 30 }, foundOut},
		{"more epochs, and a course of them", func(p *snapshot.Project) {
			p.Classifier.Settings.Epochs = 30
			course(p, "classifier").Epochs = 30
		}, foundOut},
		{"fewer epochs, and a course of them", func(p *snapshot.Project) {
			c := course(p, "classifier")
			p.Classifier.Settings.Epochs, p.Classifier.Best, c.Epochs, c.Best, c.At, c.Values = 4, 4, 4, 4, c.At[:4],
				c.Values[:4]
		}, foundOut},
		{"a learning rate", func(p *snapshot.Project) { p.Classifier.Settings.LearningRate /= 2 }, foundOut},
		{"a batch", func(p *snapshot.Project) { p.Classifier.Settings.Batch *= 2 }, foundOut},
		{"hidden units", func(p *snapshot.Project) { p.Classifier.Settings.Hidden++ }, refused},
		{"a threshold", func(p *snapshot.Project) { p.Classifier.Settings.Threshold = 0.7 }, foundOut},
		{"that another program made it", foreign, unproved},
		{"that another program made it, with figures", func(p *snapshot.Project) { foreign(p); swap(p) }, foundOut},
		{"that another program made it, with weights", func(p *snapshot.Project) {
			foreign(p)
			flip(&p.Classifier.Model, 3, 0x80)
		}, foundOut},

		// weights
		{"one bit of a classifier's weight", func(p *snapshot.Project) { flip(&p.Classifier.Model, 0, 1) }, foundOut},
		{"the sign of a classifier's weight", func(p *snapshot.Project) { flip(&p.Classifier.Model, 3, 0x80) },
			foundOut},
		{"one bit of a generator's weight", func(p *snapshot.Project) { flip(&p.Generator.Model, 0, 1) }, foundOut},
		{"the sign of a generator's weight", func(p *snapshot.Project) { flip(&p.Generator.Model, 3, 0x80) }, foundOut},

		// where the generator comes from
		{"trainings that are lost", func(p *snapshot.Project) { p.Generator.Lost = true }, refused},
		{"that it went on from another", func(p *snapshot.Project) { p.Generator.Warm = true }, refused},
		{"trainings that are lost, of one that went on", lost, unproved},
		{"trainings that are lost, with one bit", func(p *snapshot.Project) { lost(p); flip(&p.Generator.Model, 0, 1) },
			unproved},
		{"trainings that are lost, with a weight", func(p *snapshot.Project) {
			lost(p)
			flip(&p.Generator.Model, 3, 0x80)
		}, foundOut},
		{"trainings that are lost, with a figure", func(p *snapshot.Project) {
			lost(p)
			p.Generator.Decoded.ContProximity /= 2
		}, foundOut},
		{"trainings that are lost, with answers", func(p *snapshot.Project) {
			lost(p)
			p.Generator.Answers.Held, p.Generator.Answers.Reachable = 1, 1
		}, foundOut},
		{"trainings that are lost, with another method", func(p *snapshot.Project) {
			lost(p)
			p.Generator.Settings.Validity++
		}, unproved},
		{"a training of no epoch", func(p *snapshot.Project) { p.Generator.Best = 0 }, unproved},
		{"a training of no epoch, with a figure", func(p *snapshot.Project) {
			p.Generator.Best = 0
			p.Generator.Soft.ContProximity *= 2
		}, foundOut},
		{"an earlier training", func(p *snapshot.Project) {
			g := &p.Generator
			g.Warm, g.Earlier = true, []model.Past{{Lesson: g.Model.Lesson, Settings: g.Settings, Best: g.Best}}
		}, foundOut},
		{"the generator's seed", func(p *snapshot.Project) { p.Generator.Settings.Seed++ }, foundOut},
		{"the generator's epochs", func(p *snapshot.Project) { p.Generator.Settings.Epochs = 40 }, foundOut},
		{"the generator's weight of validity", func(p *snapshot.Project) { p.Generator.Settings.Validity++ }, foundOut},
		{"the generator's best epoch", func(p *snapshot.Project) { p.Generator.Best-- }, foundOut},
		{"that the generator was ended early", func(p *snapshot.Project) { p.Generator.Canceled = true }, foundOut},
		{"what it learned", func(p *snapshot.Project) { p.Generator.Model.Lesson.Knowledge.Rules = nil }, foundOut},

		// figures of the generator
		{"the validity of raw outputs", func(p *snapshot.Project) {
			moveShare(&p.Generator.Soft.Validity, p.Generator.TestRows)
		}, foundOut},
		{"a validity", func(p *snapshot.Project) { moveShare(&p.Generator.Decoded.Validity, p.Generator.TestRows) },
			foundOut},
		{"a proximity", func(p *snapshot.Project) { p.Generator.Decoded.ContProximity *= 0.5 }, foundOut},
		{"rows that it was tried on", func(p *snapshot.Project) { p.Generator.TestRows /= 2 }, refused},
		{"changed features", func(p *snapshot.Project) { p.Generator.Decoded.FeaturesChange = 1 }, foundOut},
		{"a share that keeps a rule", func(p *snapshot.Project) {
			moveShare(&p.Generator.Kept[0], p.Generator.TestRows)
		}, foundOut},
		{"the share that keeps all rules", func(p *snapshot.Project) {
			moveShare(&p.Generator.KeptAll, p.Generator.TestRows)
		}, foundOut},
		{"that no rule is broken, as there are none",
			func(p *snapshot.Project) { p.Generator.Kept, p.Generator.Rules, p.Generator.KeptAll = nil, nil, 1 },
			foundOut},
		{"all rules kept by half, as there are none",
			func(p *snapshot.Project) { p.Generator.Kept, p.Generator.Rules, p.Generator.KeptAll = nil, nil, 0.5 },
			refused},
		{"one rule fewer", func(p *snapshot.Project) {
			p.Generator.Kept, p.Generator.Rules = p.Generator.Kept[:1], p.Generator.Rules[:1]
		}, foundOut},
		{"what a rule says", func(p *snapshot.Project) { p.Generator.Rules = []string{"forged", "forged as well"} },
			ignored},

		// answers
		{"answers that hold", func(p *snapshot.Project) {
			moveShare(&p.Generator.Answers.Held, p.Generator.Answers.Rows)
			p.Generator.Answers.Reachable = 1
		}, foundOut},
		{"rows that can have an answer", func(p *snapshot.Project) {
			moveShare(&p.Generator.Answers.Reachable, p.Generator.Answers.Rows)
		}, foundOut},
		{"rows that were answered", func(p *snapshot.Project) {
			a := &p.Generator.Answers
			*a = model.Answers{Rows: 10, Held: 1, Reachable: 1, Changes: a.Changes, SearchChanges: a.SearchChanges,
				Profiles: 1, SearchProfiles: 1}
		}, foundOut},
		{"how little answers change", func(p *snapshot.Project) { p.Generator.Answers.Changes = 0.5 }, foundOut},
		{"how much a search changes", func(p *snapshot.Project) { p.Generator.Answers.SearchChanges = 3 }, foundOut},
		{"how near answers are", func(p *snapshot.Project) { p.Generator.Answers.ContProximity = -0.01 }, foundOut},

		// curves
		{"a curve of half the loss", func(p *snapshot.Project) {
			for _, v := range course(p, "classifier").Values {
				v[0] /= 2
			}
		}, foundOut},
		{"one point of a curve", func(p *snapshot.Project) { course(p, "classifier").Values[2][1] *= 0.999 }, foundOut},
		{"a millionth of a point", func(p *snapshot.Project) { course(p, "generator").Values[1][0] *= 1 + 1e-6 },
			foundOut},
		{"the generator's curve", func(p *snapshot.Project) {
			for _, v := range course(p, "generator").Values {
				v[1] /= 2
			}
		}, foundOut},
		{"the epochs of a curve", func(p *snapshot.Project) { course(p, "generator").Epochs *= 2 }, foundOut},
		{"the best epoch of a curve", func(p *snapshot.Project) { course(p, "generator").Best = 1 }, foundOut},
		{"the end of a curve", func(p *snapshot.Project) {
			c := course(p, "classifier")
			c.At, c.Values = c.At[:3], c.Values[:3]
		}, foundOut},
		{"the name of a curve", func(p *snapshot.Project) {
			course(p, "classifier").Terms = []string{"validation loss", "validation AUC"}
		}, foundOut},
		{"a curve less", func(p *snapshot.Project) {
			c := course(p, "classifier")
			c.Terms = c.Terms[:1]
			for i, v := range c.Values {
				c.Values[i] = v[:2]
			}
		}, foundOut},

		// the evaluation
		{"a figure of the evaluation", func(p *snapshot.Project) { at(record(p), ".contProximity").Value /= 2 },
			foundOut},
		{"an evaluation in which all hold", func(p *snapshot.Project) { at(record(p), "answers.held").Value = 1 },
			foundOut},
		{"an accuracy in the evaluation", func(p *snapshot.Project) { at(record(p), "accuracy").Value = 0.25 },
			refused},
		{"a figure more", func(p *snapshot.Project) {
			r := record(p)
			r.Figures = append(r.Figures, model.Figure{Key: "decoded.estimate", Value: 1})
		}, foundOut},
		{"a figure less", func(p *snapshot.Project) { r := record(p); r.Figures = r.Figures[:len(r.Figures)-1]; _ = r },
			foundOut},
		{"the same seed twice", func(p *snapshot.Project) {
			p.Evaluation.Seeds[1], p.Evaluation.Records[0][1] = p.Evaluation.Seeds[0], p.Evaluation.Records[0][0]
		}, refused},
		{"another seed", func(p *snapshot.Project) { p.Evaluation.Seeds[0], record(p).Seed = 77, 77 }, foundOut},
		{"another method", func(p *snapshot.Project) {
			p.Evaluation.Entrants[0].Method = "actions"
			for i := range p.Evaluation.Records[0] {
				p.Evaluation.Records[0][i].Method = "actions"
			}
		}, foundOut},
		{"other settings of a method", func(p *snapshot.Project) { p.Evaluation.Entrants[0].Train.Validity /= 2 },
			foundOut},
		{"that nobody knows how it was done", func(p *snapshot.Project) { p.Evaluation.Asked = snapshot.Asked{} },
			unproved},
		{"that nobody knows, with figures", func(p *snapshot.Project) {
			p.Evaluation.Asked = snapshot.Asked{}
			at(record(p), "answers.held").Value = 1
		}, unproved},
		{"rows of one class", func(p *snapshot.Project) { p.Evaluation.Asked.From = 0 }, foundOut},
		{"that labels told it", func(p *snapshot.Project) { p.Evaluation.Told = 500 }, refused},
		{"who told it", func(p *snapshot.Project) { p.Evaluation.By = []string{"an auditor"} }, refused},
		{"labels that nobody has", func(p *snapshot.Project) {
			p.Evaluation.Asked.Teach, p.Evaluation.Told, p.Evaluation.Asked.Labels = true, 500, "00"
		}, unproved},

		// the table
		{"the name of a sampled table", func(p *snapshot.Project) { p.Data.Name = "forged census" }, ignored},
		{"the range of a number", func(p *snapshot.Project) { p.Schema.Features[0].Max *= 2 }, refused},
		{"the spread of a number", func(p *snapshot.Project) { p.Schema.Features[0].MAD *= 2 }, refused},
		{"the decimals of a number", func(p *snapshot.Project) { p.Schema.Features[0].Decimals++ }, refused},
		{"the hash of the table", func(p *snapshot.Project) { p.Data.Hash = strings.Repeat("0", 64) }, refused},
		{"the seed of the split", func(p *snapshot.Project) { p.Data.Seed++ }, refused},
		{"that the split does not heed classes", func(p *snapshot.Project) { p.Data.Stratified = false }, refused},
	})
}

// Claims about learning from labels.
func TestForgeriesOfLabelsAreFoundOut(t *testing.T) {
	tuning := func(p *snapshot.Project) *model.Tuning { return &p.Generator.Tunings[len(p.Generator.Tunings)-1] }
	last := func(p *snapshot.Project) *snapshot.Round { return &p.Tuning.Rounds[len(p.Tuning.Rounds)-1] }
	withheld := func(p *snapshot.Project) {
		p.HasLabels, p.Labels = false, snapshot.Labels{}
		p.Generator.Tunings = withoutLabels(p.Generator.Tunings)
		for i := range p.Generator.Earlier {
			p.Generator.Earlier[i].Tunings = withoutLabels(p.Generator.Earlier[i].Tunings)
		}
	}
	scores := func(p *snapshot.Project, change func(s *model.Scores)) {
		change(&p.Generator.Decoded)
		change(&last(p).After.Scores)
	}
	p := furnished(t)
	p.do(packRows{})
	suffer(t, p.file(Travel{Rows: true, Labels: true}), []forgery{
		{"what a label said that was learned", func(p *snapshot.Project) {
			p.Labels.Told[0].Verdict = label.Infeasible - p.Labels.Told[0].Verdict
		}, foundOut},
		{"what a label was about", func(p *snapshot.Project) { p.Labels.Told[1].Factual[0]++ }, foundOut},
		{"a fine-tuning's number of labels", func(p *snapshot.Project) { tuning(p).Labels++ }, refused},
		{"a fine-tuning's seed", func(p *snapshot.Project) { tuning(p).Seed++ }, foundOut},
		{"a fine-tuning's epochs", func(p *snapshot.Project) { tuning(p).Train.Epochs++ }, foundOut},
		{"a fine-tuning less", func(p *snapshot.Project) { p.Generator.Earlier[0].Tunings = nil }, foundOut},
		{"the scores after a fine-tuning", func(p *snapshot.Project) {
			scores(p, func(s *model.Scores) { s.ContProximity *= 0.5 })
		}, foundOut},
		{"the scores before a fine-tuning", func(p *snapshot.Project) { last(p).Before.Scores.ContProximity *= 2 },
			foundOut},
		{"how many keep a rule after it", func(p *snapshot.Project) {
			moveShare(&p.Tuning.KeptAfter[0], p.Tuning.Rows)
			last(p).After.KeptAll = p.Tuning.KeptAfter[0]
		}, foundOut},
		{"a round more", func(p *snapshot.Project) {
			p.Tuning.Rounds = append([]snapshot.Round{p.Tuning.Rounds[0]}, p.Tuning.Rounds...)
		}, unproved},
		{"how many labels the judge had", func(p *snapshot.Project) {
			p.Tuning.Feasible, p.Tuning.Infeasible = 2, 0
		}, foundOut},
		{"a judge", func(p *snapshot.Project) { last(p).Judged, last(p).After.Feasible = true, 1 }, foundOut},
		{"a judge of an earlier version", func(p *snapshot.Project) {
			last(p).Judged, last(p).After.Feasible, p.Tuning.Feasible, p.Tuning.Infeasible = true, 1, 0, 0
		}, unproved},
		{"what the rules say that it was measured by", func(p *snapshot.Project) {
			p.Tuning.Rules = slices.Clone(p.Tuning.Rules)
			for i := range p.Tuning.Rules {
				p.Tuning.Rules[i] = "forged"
			}
		}, ignored},
		{"rules that nobody knows", func(p *snapshot.Project) {
			tuning(p).Rules = nil
			for i := range p.Tuning.KeptAfter {
				p.Tuning.KeptAfter[i], p.Generator.Kept[i] = 1, 1
			}
			last(p).After.KeptAll, p.Generator.KeptAll = 1, 1
		}, unproved},
		{"rules that nobody knows, of the generator alone", func(p *snapshot.Project) {
			tuning(p).Rules = nil
			p.Tuning.Rules, p.Tuning.KeptBefore, p.Tuning.KeptAfter, last(p).Before.KeptAll,
				last(p).After.KeptAll = nil, nil, nil, 1, 1
			for i := range p.Generator.Kept {
				p.Generator.Kept[i] = 1
			}
			p.Generator.KeptAll = 1
		}, unproved},
		{"that the generator before is in force", func(p *snapshot.Project) { p.Tuning.Restored = true }, refused},
		{"that it is, with its scores", func(p *snapshot.Project) {
			p.Tuning.Restored, p.Generator.Decoded = true,
				last(p).Before.Scores
		}, unproved},
		{"that it is asked about", func(p *snapshot.Project) {
			p.Tuning.Restored, p.Tuning.Asks, p.Generator.Decoded.ContProximity = true, true, -0.001
		}, foundOut},
		{"labels that are withheld", withheld, unproved},
		{"labels that are withheld, with scores", func(p *snapshot.Project) {
			withheld(p)
			scores(p, func(s *model.Scores) { s.ContProximity *= 0.5 })
		}, unproved},
		{"labels that are withheld, with one bit", func(p *snapshot.Project) {
			withheld(p)
			flip(&p.Generator.Model, 0, 1)
		}, unproved},
		{"labels that are lost", func(p *snapshot.Project) {
			withheld(p)
			p.Generator.Lost, p.Generator.Earlier = true, nil
			flip(&p.Generator.Model, 3, 0x80)
		}, unproved},
		{"answers of rows that labels are about", func(p *snapshot.Project) {
			p.Generator.Answers = model.Answers{Rows: 20, Held: 1, Reachable: 1, Profiles: 1, SearchProfiles: 1}
		}, foundOut},
		{"rows of the table", func(p *snapshot.Project) {
			p.Columns = slices.Clone(p.Columns)
			p.Columns[0].Data = slices.Clone(p.Columns[0].Data)
			p.Columns[0].Data[0] ^= 1
		}, refused},
	})
}

// A file's pins are judged here before they are shown. Horizons follow from the settings, whatever
// the file says.
func TestForgedPinsAndBoundsAreNotShown(t *testing.T) {
	p := plain(t)
	s, err := snapshot.Read(p.file(Travel{}))
	if err != nil {
		t.Fatal(err)
	}
	row := p.Explain.Row
	s.Explain.Pins = []snapshot.Pin{{Row: p.Explain.Index, Values: slices.Clone(row)}}
	s.Explain.Horizons = make([]float64, len(row))
	s.Explain.Horizons[0] = 1e-9
	b, err := snapshot.Write(s)
	if err != nil {
		t.Fatal(err)
	}
	q := newWhole(t)
	q.open(b)
	q.do(FindCounterfactuals{})
	if f := q.Explain.Found; !q.Explain.HasFound || f.Brought != 0 || f.Lapsed != 1 {
		t.Errorf("the row itself as a pinned answer: brought %d, lapsed %d", f.Brought, f.Lapsed)
	}
	if !slices.Equal(q.mosts(), p.mosts()) {
		t.Errorf("horizons %v, want %v", q.mosts(), p.mosts())
	}
}

// This browser remembers what it measured, so closing a saved project does not grey its figures.
// Figures from an opened file stay claims.
func TestWhatWasMeasuredHereIsRemembered(t *testing.T) {
	p := plain(t)
	again := func(p *whole) keptOrigins {
		list, err := sliceOf(leftOrigins).keep(&p.State, nil)
		if err != nil {
			t.Fatal(err)
		}
		k, err := sliceOf(leftOrigins).read(records{recordOrigins: list[0]}, snapshot.Project{})
		if err != nil {
			t.Fatal(err)
		}
		return k.(keptOrigins)
	}
	q := newWhole(t)
	q.open(p.file(Travel{}))
	equal(t, "of a file", again(q), keptOrigins{Proved, Claimed, Proved, Claimed, false, Ours, Claimed})
	w := &turn{State: q.State}
	again(p).install(w, arrival{})
	if w.Evaluation.Origin != Ours || w.ClassifierRun.Origin != Ours || w.Classifier.Origin != Ours {
		t.Errorf("of what was made here: %v, %v, %v", w.Evaluation.Origin, w.ClassifierRun.Origin, w.Classifier.Origin)
	}
	if _, err := sliceOf(leftOrigins).read(records{recordOrigins: {Name: recordOrigins, Bytes: []byte{0x93}}},
		snapshot.Project{}); err == nil {
		t.Error("a damaged record is read")
	}
}

// The forgeries of an adversarial review.
func TestForgedFilesOfATrial(t *testing.T) {
	folder := "../../../shared/cases/R-hostile/forged"
	if _, err := os.Stat(folder); err != nil {
		t.Skip("skipped: ../shared/cases is not beside this folder")
	}
	for name, want := range map[string]fate{
		"0-honest": waits, "5b-classifier-negated-bound": foundOut, "7-classifier-foreign": unproved,
		"8-held": foundOut, "10-generator-weights": foundOut, "11-evaluation": waits,
		"13-epochs": foundOut, "15-name": waits, "17-lost": refused, "19-rules-gone": waits, "20-range": refused,
	} {
		t.Run(name, func(t *testing.T) {
			b, err := os.ReadFile(filepath.Join(folder, name+ProjectExt))
			if err != nil {
				t.Fatal(err)
			}
			q, got := judged(t, b, false) // whose evaluation takes minutes
			if q.Data.HasTable && q.Data.Table.Name != "Simple-BN" {
				t.Errorf("the table is called %q", q.Data.Table.Name)
			}
			if got != want {
				v := q.Project.Verify
				t.Errorf("it is %s, want %s: %s\n%+v\n%+v\n%+v", got, want, v.Headline, v.Classifier, v.Generator,
					v.Evaluation)
			}
		})
	}
}
