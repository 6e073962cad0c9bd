package everyone

import (
	"testing"

	"causeway/app/store"
	"causeway/app/ui/uitest"
)

func TestOneIsNotSeveral(t *testing.T) {
	uitest.OneIsNotSeveral(t, textBatchHint(1, 1, 1), TextUnclearRows(1), TextKeptOf(0, 1, 0, 1),
		TextKeptOf(1, 0, 1, 1), TextActionsTogether(1, 1, 1, 0, 1, "yes"),
		textNoAction(1), TextActionsHonest(store.GroupActions{Left: 1}), textChosen("", "", 1),
		textFlowPart("a", "b", 1, 1))
}

// If some rules are soft, the hard ones are counted as a part of the same total.
func TestHardRulesAreAPartOfAll(t *testing.T) {
	if got, want := textBatchHint(6, 7, 0),
		"Every row shown keeps the 6 hard rules among the graph's 7 rules."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
