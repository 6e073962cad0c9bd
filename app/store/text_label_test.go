package store

import (
	"strings"
	"testing"

	"causeway/core/wire"
)

// One label is one label in every sentence about labels.
func TestOneLabelIsNoLabels(t *testing.T) {
	for _, text := range []string{sayImported(1, 1, 1), sayByRule(1), sayTuning(1), sayTuned(wire.FineTuned{Labels: 1}), sayRemoved(1)} {
		if !strings.Contains(text, "1 label.") && !strings.Contains(text, "1 label,") && !strings.Contains(text, "1 counterfactual,") {
			t.Errorf("of one label it says %q", text)
		}
		if strings.Contains(text, "1 labels") || strings.Contains(text, "1 counterfactuals") {
			t.Errorf("of one label it says %q", text)
		}
	}
	if got := sayTuned(wire.FineTuned{Labels: 1250}); got != "The generator has learned from 1,250 labels. Compare it and say whether to adopt it." {
		t.Errorf("of many labels it says %q", got)
	}
}
