package generator

import (
	"strings"
	"testing"

	"causeway/core/model"
)

// How much of a graph is learned reads as English for one and for many.
func TestPartsOfAGraphAreCountedInWords(t *testing.T) {
	for _, tt := range []struct {
		learned, all  int
		follows, fold string
	}{
		{1, 1, "it learns the one edge or rule that it has.", ": 1 of 1 edge or rule"},
		{4, 4, "it learns all 4 of its edges and rules.", ": 4 of 4 edges and rules"},
		{1, 2, "it learns 1 of its 2 edges and rules.", ": 1 of 2 edges and rules"},
	} {
		if got := textFollows(model.ModelApprox, tt.learned, tt.all); !strings.Contains(got, tt.follows) {
			t.Errorf("%d of %d: %q", tt.learned, tt.all, got)
		}
		if got := textBecomesOf(tt.learned, tt.all); !strings.HasSuffix(got, tt.fold) {
			t.Errorf("%d of %d: %q", tt.learned, tt.all, got)
		}
	}
	if got := textBecomesOf(0, 1); !strings.HasSuffix(got, ": 0 of 1 edge or rule") {
		t.Errorf("none of one: %q", got)
	}
}
