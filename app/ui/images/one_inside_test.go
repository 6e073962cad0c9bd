package images

import (
	"testing"

	"causeway/app/ui/uitest"
	"causeway/core/wire"
)

func TestOneIsNotSeveral(t *testing.T) {
	for c := range 101 {
		uitest.OneIsNotSeveral(t, TextTo(c), textThumb(3, c), textJudged(c))
	}
	uitest.OneIsNotSeveral(t, textSheet(2, 1), textClassifierHint(wire.ImagesLoaded{Train: 1}), TextAccuracyMeaning(1),
		TextRated(1), textCell(1, 2, 3))
	if got := []string{TextTo(8), TextTo(7), TextTo(1), TextTo(11)}; got[0] != "To become an 8" ||
		got[1] != "To become a 7" ||
		got[2] != "To become a 1" || got[3] != "To become an 11" {
		t.Errorf("says %q", got)
	}
}
