package cf

import (
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/nn"
)

// inParts holds the hashes of trainings in four parts, which are the same on every machine.
var inParts = map[string]uint64{"rules": 0x7e113b90692ea4d1, "labels": 0x7410a6ba549fa128, "finish": 0x392ec06ff7ed3082}

// TestTrainingInParts checks that a training whose batches are divided into four parts ends with
// the same bytes as one with a single part, with rules, with labels and with rows that retreat.
func TestTrainingInParts(t *testing.T) {
	w := newWorld(t)
	s, m := w.table.Schema, modelApprox([]causal.Rule{{Kind: causal.OnlyIncrease, Feature: 0},
		{Kind: causal.IfRisesThenRises, Feature: 2, Other: 0, Strict: true, Reverse: true}})
	var labels []Label
	for i := range 21 {
		row := w.table.Row(i, nil)
		other := slices.Clone(row)
		other[0], other[2] = min(row[0]+float64(3*i-8), 70), row[2]+1
		labels = append(labels, Label{Factual: row, Counterfactual: other, Target: i % 2, Feasible: i%2 == 0})
	}
	c := config
	c.Samples, c.Feasibility, c.Rules, c.Reach, c.Finish = 3, 30, 7, 2, 2
	base, most := w.fit(t, c, 1).Best(), w.train
	most.X, most.Y = most.X[:325*most.Width], most.Y[:325] // the last batch has five rows
	for name, start := range map[string]func() (*Fit, error){
		"rules": func() (*Fit, error) { return NewFit(m, c, s, w.blackBox, most, w.val) },
		"labels": func() (*Fit, error) {
			return NewFineTuneBy(m, base, c, s, w.blackBox, most, w.val, labels)
		},
		"finish": func() (*Fit, error) { return NewFinish(base, base, c, s, w.blackBox, most, w.val, labels) },
	} {
		f, err := start()
		if err != nil {
			t.Fatal(err)
		}
		f.split(4)
		for range 2 {
			if _, err := f.Epoch(nothing); err != nil {
				t.Fatal(err)
			}
		}
		if got, want := fingerprint(f.State()), inParts[name]; got != want {
			t.Errorf("%s: fingerprint %#x, want %#x", name, got, want)
		}
	}
}

// TestPartsSumToTheBatch checks that dividing a batch changes losses and gradients only by
// rounding in a fine-tuning, which keeps the statistics of its normalisation. Noise, targets and
// labels belong to a row in whatever part it is.
func TestPartsSumToTheBatch(t *testing.T) {
	w := newWorld(t)
	var labels []Label
	for i := range 21 {
		row := w.table.Row(i, nil)
		labels = append(labels, Label{Factual: row, Counterfactual: w.table.Row(i+100, nil), Target: i % 2,
			Feasible: i%3 == 0})
	}
	c := config
	c.Samples, c.Feasibility, c.Pull, c.LearningRate = 3, 30, 1, 1e-9 // so that the network does not change
	base, rows := w.fit(t, c, 1).Best(), make([]int, 61)
	for i := range rows {
		rows[i] = 3 * i
	}
	var names []string
	loss := func(parts int) ([]float64, []nn.Tensor) {
		f, err := NewFineTune(base, c, w.table.Schema, w.blackBox, w.train, w.val, labels)
		if err != nil {
			t.Fatal(err)
		}
		f.split(parts)
		names = f.TermNames()
		terms := f.step(rows, 0, 64)
		return terms, f.opt.State().Tensors // the moments contain a tenth of the gradient and its square
	}
	want, moments := loss(1)
	for _, parts := range []int{2, 3, 8} {
		got, m := loss(parts)
		for i, l := range want {
			if d := got[i] - l; d > 1e-5*(1+l) || d < -1e-5*(1+l) {
				t.Errorf("%d parts: %s is %v, want %v", parts, names[i], got[i], l)
			}
		}
		for i, a := range moments {
			for j, v := range a.Data {
				if d := m[i].Data[j] - v; d > 1e-4 || d < -1e-4 {
					t.Fatalf("%d parts: %s[%d] is %v, want %v", parts, a.Name, j, m[i].Data[j], v)
				}
			}
		}
	}
}
