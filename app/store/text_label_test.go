package store

import (
	"strings"
	"testing"

	"causeway/core/model"
	"causeway/core/wire"
)

// Every sentence about labels uses the singular for one label.
func TestOneLabelIsNoLabels(t *testing.T) {
	for _, text := range []string{sayImported(1, 1, 1), sayByRule(1), sayTuning(1), sayTuned(wire.FineTuned{Labels: 1}),
		sayRemoved(1)} {
		if !strings.Contains(text, "1 label.") && !strings.Contains(text, "1 label,") &&
			!strings.Contains(text, "1 counterfactual,") {
			t.Errorf("of one label it says %q", text)
		}
		if strings.Contains(text, "1 labels") || strings.Contains(text, "1 counterfactuals") {
			t.Errorf("of one label it says %q", text)
		}
	}
	if got := sayTuned(wire.FineTuned{Labels: 1250}); got != "The generator has learned from 1,250 labels. Compare "+
		"it and decide whether to adopt it." {
		t.Errorf("of many labels it says %q", got)
	}
}

// A fine-tuning's losses come before its gains, and a gain that a loss caused is never in the same
// sentence.
func TestTheLossComesFirst(t *testing.T) {
	measured := func(kept, valid, feasible float64) model.Measured {
		return model.Measured{KeptAll: kept, Feasible: feasible, Scores: model.Scores{Validity: valid}}
	}
	for want, m := range map[string]wire.FineTuned{
		"Keeps all rules less often: 30.0 % of held-out rows; before, 100.0 %. The generator that learned": {Rows: 200,
			Broke:  140,
			Before: measured(1, 0.9, 0.42), After: measured(0.3, 0.9, 0.99)},
		"Keeps all rules less often: 30.0 % of held-out rows; before, 100.0 %. Reaches the class": {Rows: 200,
			Before: measured(1, 0.9, 0.42), After: measured(0.3, 0.5, 0.99)},
		"Keeps all rules less often: 99.0 % of held-out rows; before, 100.0 %, which may be due to chance. The " +
			"generator has learned": {Rows: 200, Broke: 2,
			Before: measured(1, 0.9, 0.42), After: measured(0.99, 0.9, 0.99)},
		"The generator has learned from 20 labels. Compare it and decide whether to adopt it. An " +
			"estimated 99 % of held-out rows are now feasible": {Rows: 200,
			Before: measured(0.9, 0.9, 0.42), After: measured(1, 0.9, 0.99)},
	} {
		m.Labels, m.Judged, m.JudgeBalanced = 20, true, 0.9
		got := sayTuned(m)
		if !strings.HasPrefix(got, want) {
			t.Errorf("says %q, want %q first", got, want)
		}
		if m.Worse() && strings.Contains(got, "Feasible") {
			t.Errorf("celebrates %q", got)
		}
	}
}
