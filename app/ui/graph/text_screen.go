package graph

import (
	"fmt"
	"strconv"
	"strings"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/sketch"
)

const (
	textMore        = "By name, files, history"
	textKeys        = "Keys"
	textCloseKeys   = "Close the list"
	textToolLock    = "Lock it, or free it (L)"
	textToolRise    = "It may only rise (I)"
	textToolFall    = "It may only fall (D)"
	textToolRange   = "Its range (G)"
	textToolOrder   = "The order of its values (O)"
	textChipSoft    = ", soft"
	textChipOrdered = "ordered"

	textChanges      = "What this changes"
	textChangesNow   = "The generator needs no retraining."
	textChangesNew   = "The generator has not learned the latest changes yet, but every answer keeps all rules."
	textChangesNone  = "No generator has learned this graph yet."
	textChangesNoRow = "Explain a row to see how your changes affect its answers."
	textAskAgain     = "Search for its answers again"
)

// keys lists the keyboard shortcuts of the drawing.
var keys = [][2]string{
	{"Tab, arrows", "go from node to node"}, {"Enter", "select; arrows then move it"},
	{"Shift+Enter", "select one more"},
	{"E", "start an edge here; press Enter on its effect to finish"},
	{"U", "start an unobserved common cause here; press Enter on the other feature to finish"}, {"R",
		"reverse the edge"},
	{"Delete", "remove edges and unobserved features"},
	{"L", "lock the feature, or free it"}, {"I", "it may only rise"}, {"D", "it may only fall"}, {"G", "its range"},
	{"O", "the order of its values"},
	{"/", "type a name to go there"}, {"Shift+letter", "go to the next name with that initial"},
	{"+ − 0", "zoom in, out, fit"}, {"Ctrl+arrows", "move the view"}, {"Escape", "deselect"},
	{"Ctrl+Z", "undo; with Shift, redo"}, {"Ctrl+K", "find any command"}, {"?", "this list"},
}

// textRuleOnNode returns a rule on one feature as a chip, or "" if the rule concerns more features.
func textRuleOnNode(f data.Feature, r causal.Rule) string {
	switch r.Kind {
	case causal.Immutable:
		return "locked"
	case causal.OnlyIncrease:
		return "may only rise"
	case causal.OnlyDecrease:
		return "may only fall"
	case causal.Range:
		switch {
		case r.Min <= -causal.Open:
			return "at most " + f.Stating(r.Max).Format(r.Max)
		case r.Max >= causal.Open:
			return "at least " + f.Stating(r.Min).Format(r.Min)
		}
		f = f.Stating(r.Min, r.Max)
		return f.Format(r.Min) + " to " + f.Format(r.Max)
	case causal.Allowed:
		return "only " + kit.Plural(len(r.Levels), "value")
	case causal.ForbiddenTransitions:
		return kit.Plural(len(r.Transitions), "change") + " barred"
	case causal.MoveAtMost:
		switch {
		case r.Min >= causal.Open:
			return "at most " + kit.ExactNumber(r.Max) + " more"
		case r.Max >= causal.Open:
			return "at most " + kit.ExactNumber(r.Min) + " less"
		}
		return "−" + kit.ExactNumber(r.Min) + " to +" + kit.ExactNumber(r.Max)
	case causal.Computed:
		return "computed"
	}
	return ""
}

// textOnEdge returns the sign and size of an edge, as short as possible, or "" if it has neither.
func textOnEdge(e sketch.Edge) string {
	sign, more, less := [...]string{"", "+", "−"}[e.Sign], "≥ ", "≤ "
	if e.Sign == causal.Falls {
		more, less = less, more
	}
	switch {
	case e.Least > 0 && e.Most > 0:
		sign += kit.ExactNumber(e.Least) + " to " + kit.ExactNumber(e.Most)
	case e.Least > 0:
		sign = more + sign + kit.ExactNumber(e.Least)
	case e.Most > 0:
		sign = less + sign + kit.ExactNumber(e.Most)
	case e.Strict:
		sign += " strict"
	}
	if e.Soft {
		sign += " soft"
	}
	return strings.TrimSpace(sign)
}

// textKinds counts the levels of a category without an order.
func textKinds(n int) string { return strconv.Itoa(n) + " kinds" }

// textGhost is the label of a suggested edge, whose button draws the edge.
const textGhost = "add?"

func textHasOrder(name string) string {
	return fmt.Sprintf("%q is a number, so its values already have an order.", name)
}

// textStillHold says how many of a row's answers keep the present rules.
func textStillHold(row, all, held int) string {
	switch {
	case all == 0:
		return fmt.Sprintf("No answer was found for row %d under the rules used then.", row)
	case all == 1 && held == 1:
		return fmt.Sprintf("Row %d: the answer keeps the rules.", row)
	case all == 1:
		return fmt.Sprintf("Row %d: the answer breaks the rules.", row)
	case held == all:
		return fmt.Sprintf("Row %d: all %s keep the rules.", row, kit.Plural1(all, "answer"))
	}
	return fmt.Sprintf("Row %d: %s of %s keep the rules.", row, strconv.Itoa(held), kit.Plural1(all, "answer"))
}

func textBrokenBy(rule string, n int) string {
	return fmt.Sprintf("%s %s", kit.Plural1(n, "answer")+" "+map[bool]string{true: "breaks:", false: "break:"}[n == 1],
		rule)
}

func textWeaker(n int) string { return store.FormatCount(n) + " weaker ones" }
