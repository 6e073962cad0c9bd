package project

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"causeway/core/document"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/sim"
	"causeway/core/snapshot"
	"causeway/core/study"
)

var methods = []string{"base", "approx", "model", "model-formula", "model-network", "example"}

func verify(t *testing.T, f *File) Verdict {
	t.Helper()
	v, err := f.Verify(study.Quiet(func() float64 { return 0 }))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestVerify checks that all claims about models in a file of every method are confirmed exactly,
// and that the project is unchanged afterwards.
func TestVerify(t *testing.T) {
	for _, name := range methods {
		t.Run(name, func(t *testing.T) {
			f := open(t, name)
			var r Refusal
			if _, err := f.Verify(study.Quiet(nil)); !errors.As(err, &r) || r.Kind != NotReady {
				t.Fatalf("without rows: %v", err)
			}
			if err := f.Take(sim.SimpleBN(400, 3)); err != nil {
				t.Fatal(err)
			}
			gen := f.Gen
			v := verify(t, f)
			if v.Classifier == nil || v.Generator == nil || !v.Classifier.Again || !v.Generator.Again {
				t.Fatalf("%+v", v)
			}
			if !v.Holds() {
				t.Errorf("classifier %+v\ngenerator %+v\n%s", *v.Classifier, *v.Generator, v.Why)
			}
			if f.Gen != gen {
				t.Error("the project has another generator")
			}
		})
	}
}

// TestVerifyFindsWhatIsNotSo checks that a wrong figure is found and named, and so is a replaced
// model.
func TestVerifyFindsWhatIsNotSo(t *testing.T) {
	for what, c := range map[string]struct {
		spoil     func(p *snapshot.Project)
		generator bool
		differ    string // a figure; "" for the bytes
	}{
		"a log loss": {func(p *snapshot.Project) { p.Classifier.LogLoss += 0.01 }, false, "logLoss"},
		"an area":    {func(p *snapshot.Project) { p.Classifier.AUC /= 2 }, false, "auc"},
		"a proximity": {func(p *snapshot.Project) { p.Generator.Decoded.ContProximity /= 2 }, true,
			"decoded.contProximity"},
		"a profile": {func(p *snapshot.Project) { p.Generator.Soft.ContProximity *= 2 }, true,
			"soft.contProximity"},
		"another seed":   {func(p *snapshot.Project) { p.Classifier.Settings.Seed++ }, false, ""},
		"another weight": {func(p *snapshot.Project) { p.Generator.Settings.Validity++ }, true, ""},
	} {
		t.Run(what, func(t *testing.T) {
			f := open(t, "approx")
			c.spoil(&f.Saved)
			b, err := snapshot.Write(f.Saved)
			if err != nil {
				t.Fatal(err)
			}
			if f, err = Open(b); err != nil {
				t.Fatal(err)
			}
			if err := f.Take(sim.SimpleBN(400, 3)); err != nil {
				t.Fatal(err)
			}
			v := verify(t, f)
			m, other := v.Classifier, v.Generator
			if c.generator {
				m, other = other, m
			}
			named := slices.ContainsFunc(m.Differ, func(d model.Differ) bool { return d.What == c.differ })
			if v.Holds() || c.differ != "" && !named || m.Same != (c.differ != "") || !other.Same ||
				len(other.Differ) > 0 {
				t.Errorf("got %+v and %+v", *m, *other)
			}
		})
	}
}

// TestVerifyAnEvaluation checks that an evaluation is repeated if the file has its settings, and
// that a wrong figure is found.
func TestVerifyAnEvaluation(t *testing.T) {
	f := open(t, "approx")
	if err := f.Take(sim.SimpleBN(400, 3)); err != nil {
		t.Fatal(err)
	}
	k := f.Saved.Graph.Knowledge()
	x := model.Experiment{Method: model.BaseVAE, Seed: 3, From: -1, Knowledge: k,
		Train: model.Recipe{Epochs: 1, Batch: 64, Samples: 2, LearningRate: 0.01, Validity: 10, Margin: 0.1}}
	run, err := f.Evaluate(x)
	if err != nil {
		t.Fatal(err)
	}
	o, err := run(study.Quiet(func() float64 { return 0 }))
	if err != nil {
		t.Fatal(err)
	}
	p := &f.Saved
	p.HasEvaluation = true
	p.Evaluation = snapshot.Evaluation{Entrants: []document.Entrant{{Method: string(x.Method), Train: x.Train}},
		Seeds: []uint64{3, 4}, Rules: k.AllRules(f.Schema), Orders: k.Orders,
		Records: [][]model.Record{{{Method: string(x.Method), Seed: 3, Figures: Figures(o)}, {}}},
		Asked:   snapshot.Asked{Known: true, From: -1, Knowledge: k}}
	if v := verify(t, f); !v.Holds() || len(v.Evaluation) != 1 {
		t.Fatalf("%+v, %s", v.Evaluation, v.Why)
	}
	figures := slices.Clone(p.Evaluation.Records[0][0].Figures)
	i := slices.IndexFunc(figures, func(f model.Figure) bool { return strings.HasSuffix(f.Key, ".validity") })
	p.Evaluation.Records[0][0].Figures = figures
	figures[i].Value /= 2
	if v := verify(t, f); v.Holds() || len(v.Evaluation[0].Differ) != 1 ||
		v.Evaluation[0].Differ[0].What != figures[i].Key {
		t.Errorf("%+v", v.Evaluation)
	}
	p.Evaluation.Asked.Labels = model.NewLabels(
		[]label.Label{{Factual: f.Table.Row(0, nil), Counterfactual: f.Table.Row(1, nil)}}).Hash()
	if v := verify(t, f); v.Holds() || !strings.HasSuffix(v.Why, ".") {
		t.Errorf("of other labels: %+v", v)
	}
	p.Evaluation.Asked = snapshot.Asked{}
	if v := verify(t, f); v.Holds() || !strings.HasSuffix(v.Why, ".") {
		t.Errorf("of what is not known: %+v", v)
	}
}
