package ui

import (
	"fmt"
	"strings"

	"causeway/app/store"
	"causeway/app/ui/kit"
)

const (
	textTourReasonButton  = "Why so? See the graph"
	textTourBack          = "Back to the answer"
	textTourEnd           = "End the tour"
	textTourAway          = "Put the tour away"
	textTourResume        = "Resume the tour"
	textTourExplain       = "The tour is about an answer. Have the row explained first."
	textTourExplainButton = "Explain the row"
	textTourLookAgain     = "Lock a feature below, and its answer stands here beside the one before."
)

func textTourPlace(at, of int) string { return fmt.Sprintf("Tour, %d of %d", at, of) }

func textChange(name, from, to string) string { return fmt.Sprintf("%s from %s to %s", name, from, to) }

func textTourAnswered(a tourAnswer, changes []string) string {
	text := fmt.Sprintf("Row %d is refused. %s below would be accepted; the nearest changes %s.", a.Row+1, textRowsLike(a.Count), kit.And(changes))
	if a.Nearest {
		text += " None is nearer: that is proved."
	}
	return text
}

func textRowsLike(n int) string {
	if n == 1 {
		return "The row"
	}
	return "The " + kit.Plural1(n, "row")
}

// textTourReason says what the answers obey: rules, those of signed arrows among them, and,
// where effects follow, what is drawn of their causes.
func textTourReason(edges, rules, all int, follow bool) string {
	keep := kit.Plural1(rules, "rule")
	if rules < all {
		keep = fmt.Sprintf("%s of %s", kit.Plural1(rules, "hard rule"), store.FormatCount(all))
	}
	lead := " lead"
	if edges == 1 {
		lead = " leads"
	}
	text := fmt.Sprintf("%s from cause to effect, and the answers keep %s.", kit.Plural1(edges, "arrow")+lead, keep)
	if all == 0 {
		text = kit.Plural1(edges, "arrow") + lead + " from cause to effect."
	}
	if follow {
		text += " What is round follows from its causes."
	} else {
		text += " Unsigned arrows ask nothing."
	}
	return text + " Choose a feature to see how it may change."
}

func textTourLock(name string) string {
	return fmt.Sprintf("Now it is your turn. What if %s had to stay as it is? Guess first, then lock it.", name)
}

func textTourLockButton(name string) string { return "Lock " + name }

func textTourFound(name string, before, now tourAnswer, was, is []string) string {
	first := fmt.Sprintf("Before, the nearest of %s changed %s. ", kit.Plural1(before.Count, "answer"), kit.And(was))
	switch {
	case now.None:
		text := first + fmt.Sprintf("With %s as it is, no row is left that keeps the rules and is accepted, and that is proved.", name)
		if now.Ways > 0 {
			text += " Below stands what would have to be given up for one."
		}
		return text
	case now.Count == 0:
		return first + fmt.Sprintf("With %s as it is, the search finds none.", name)
	case strings.Join(was, "|") == strings.Join(is, "|"):
		return first + fmt.Sprintf("With %s as it is, that holds as before: it was not what stood in the way.", name)
	}
	return first + fmt.Sprintf("With %s as it is, the nearest of %s changes %s. The lock made another way the shortest one.", name, kit.Plural1(now.Count, "answer"), kit.And(is))
}
