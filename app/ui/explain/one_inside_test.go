package explain

import (
	"testing"

	"causeway/app/ui/uitest"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/notice"
	"causeway/core/wire"
)

func TestOneIsNotSeveral(t *testing.T) {
	s := data.Schema{Outcome: data.Feature{Name: "y", Levels: []string{"no", "yes"}}}
	x := wire.Explained{Tried: 1, Valid: 1, Boxes: 1, Target: 1, Judges: 1, Laws: []document.Law{{}}}
	uitest.OneIsNotSeveral(t, textMoreWays(1), textSilentRules(1), textRulesHold(1, 1), textHits(1), textEdits(1),
		TextTried(x, s), notice.Text(notice.Page.NoneFound(x, s)), TextLapsed(1),
		textLongerNote(1), textAnswerHead(0, x, wire.Counterfactual{Changed: 1}, false),
		TextPlan(wire.Counterfactual{Plan: make([]document.Step, 1)}))
}
