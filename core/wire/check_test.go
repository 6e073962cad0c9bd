package wire

import (
	"reflect"
	"testing"

	"causeway/core/causal"
	"causeway/core/model"
)

// Because anybody may have changed what a browser stores, inconsistent fields are rejected.
func TestWhatIsKeptIsChecked(t *testing.T) {
	good := map[string]interface{ Check() error }{}
	for _, m := range samples() {
		if c, is := m.(interface{ Check() error }); is {
			good[kindOf(reflect.TypeOf(m))] = c
			if err := c.Check(); err != nil {
				t.Errorf("%T: %v", m, err)
			}
		}
	}
	many, chosen := good["explained-many"].(ExplainedMany), good["actions-chosen"].(ActionsChosen)
	evaluate, selected, epoch := good["experiment"].(Evaluate), good["selected"].(Selected), good["epoch"].(Epoch)
	gen := good["train-generator"].(TrainGenerator)
	for name, m := range map[string]interface{ Check() error }{
		"a training of no epochs": func() TrainClassifier {
			m := good["train-classifier"].(TrainClassifier)
			m.Epochs = 0
			return m
		}(),
		"a method that trains nothing": func() TrainGenerator { m := gen; m.Method = "dice"; return m }(),
		"a generator of no epochs":     func() TrainGenerator { m := gen; m.Epochs = 0; return m }(),
		"an epoch after the last":      func() Epoch { m := epoch; m.Epochs = 0; return m }(),
		"a best epoch that is to come": func() Epoch { m := epoch; m.Best = 2; return m }(),
		"a history of other terms":     func() Epoch { m := epoch; m.Terms = nil; return m }(),
		"a history of other epochs":    func() Epoch { m := epoch; m.Epoch = 2; return m }(),
		"rows without classes":         func() Selected { m := selected; m.Outcomes = nil; return m }(),
		"values of other rows": func() Selected {
			m := selected
			m.Index, m.Outcomes = []int{1, 2}, []int{0, 0}
			return m
		}(),
		"a count too few":                   func() ExplainedMany { m := many; m.Found = m.Found[:1]; return m }(),
		"a counterfactual too many":         func() ExplainedMany { m := many; m.Found = []int{2, 0}; return m }(),
		"a class that is not there":         func() ExplainedMany { m := many; m.Classes = []int{2}; return m }(),
		"a target that is not there":        func() ExplainedMany { m := many; m.Target = []int{2, 0}; return m }(),
		"a quick answer to a row with none": func() ExplainedMany { m := many; m.Quick = []int{1}; return m }(),
		"a quick answer to no row":          func() ExplainedMany { m := many; m.Quick = []int{2}; return m }(),
		"a bound row with an answer":        func() ExplainedMany { m := many; m.Bound = []int{0}; return m }(),
		"proofs of other rows":              func() ExplainedMany { m := many; m.None = []bool{true}; return m }(),
		"degrees of other rows": func() ExplainedMany {
			m := many
			m.Degrees = NewFloats([]float64{1, 1}, 2)
			return m
		}(),
		"an action that reaches too many": func() ActionsChosen { m := chosen; m.Covered = 0; return m }(),
		"an action on a feature too far": func() ActionsChosen {
			m := chosen
			a := m.List[0]
			a.Features = []int{2}
			m.List = []ChosenAction{a}
			return m
		}(),
		"an action without where it goes": func() ActionsChosen {
			m := chosen
			a := m.List[0]
			a.To = nil
			m.List = []ChosenAction{a}
			return m
		}(),
		"an action without costs": func() ActionsChosen {
			m := chosen
			a := m.List[0]
			a.Costs = Floats{}
			m.List = []ChosenAction{a}
			return m
		}(),
		"an unknown method": func() Evaluate { m := evaluate; m.Method = "dice-2"; return m }(),
		"the mechanisms belong to no model": func() Evaluate {
			m := evaluate
			m.Known, m.Truth = true, ""
			return m
		}(),
		"settings of no method": func() Evaluate { m := evaluate; m.Train = model.Recipe{}; return m }(),
		"a method that learns from nothing": func() Evaluate {
			m := evaluate
			m.Told, m.Labels = model.Labels{}, 0
			return m
		}(),
		"a method that learns from too much": func() Evaluate { m := evaluate; m.Labels = 2; return m }(),
		"labels without verdicts":            func() Evaluate { m := evaluate; m.Told.Feasible = nil; return m }(),
	} {
		if m.Check() == nil {
			t.Errorf("%s: %+v is accepted", name, m)
		}
	}
	rule := []causal.Rule{{Kind: causal.Immutable}}
	for name, bad := range map[string]error{
		"a limit of no feature":       Explain{Rules: rule}.CheckMany(2, []causal.Reach{{Feature: 2, By: 1}}),
		"efforts of another table":    Explain{Effort: []float64{1}}.CheckMany(2, nil),
		"no feature that follows":     Explain{Carry: []int{2}}.CheckMany(2, nil),
		"trained again for no epochs": Explain{Steady: true}.CheckMany(2, nil),
	} {
		if bad == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	if err := (Explain{Effort: []float64{1, 4}, Carry: []int{1}}).CheckMany(2,
		[]causal.Reach{{Feature: 1, By: 1}}); err != nil {
		t.Error(err)
	}
}

// A frame stored by a browser is checked by its tags and its Check method.
func TestKeptFrames(t *testing.T) {
	good := TrainClassifier{ClassifierRecipe: model.ClassifierRecipe{Seed: 1, Epochs: 50, Batch: 32, LearningRate: 1e-3,
		Hidden: 16}}
	if m, err := DecodeKept(mustEncode(t, 0, good)); err != nil || m.(TrainClassifier).Epochs != 50 {
		t.Errorf("got %+v, %v", m, err)
	}
	none := good
	none.Epochs = 0
	nan := NewFloats([]float64{0}, 1, 1)
	nan.Data[7], nan.Data[6] = 0x7f, 0xf8
	cut := mustEncode(t, 0, good)
	for name, frame := range map[string][]byte{
		"a training of no epochs":  mustEncode(t, 0, none),
		"a checkpoint of no bytes": mustEncode(t, 0, Checkpoint{Epoch: 1}),
		"a history of no number":   mustEncode(t, 0, Epoch{Epoch: 1, Epochs: 2, History: nan}),
		"another shape": mustEncode(t, 0,
			Epoch{Epoch: 1, Epochs: 2, History: Floats{Shape: []int{1, 3}, Data: make([]byte, 8)}}),
		"half of it":   cut[:len(cut)/2],
		"a field less": append([]byte("\x94\x01\x00\xaacheckpoint\x81\xa5epoch"), 1),
		"nothing":      nil,
	} {
		if m, err := DecodeKept(frame); err == nil {
			t.Errorf("%s: %+v is accepted", name, m)
		}
	}
}
