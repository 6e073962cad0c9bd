package everyone

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/core/data"
	"causeway/core/metric"
	"causeway/core/wire"
)

// Groups.
const (
	TextGroupsNote = "Groups are compared by the nearest counterfactual of each row. This shows how much the " +
		"model demands of each group. It does not say what is fair."
	textGroupsLater  = "To compare groups, first find everyone's way in People."
	textChooseGroups = "Above, choose the feature that defines the groups."
	textHowCompared  = "How they are compared"
	textGroupsOf     = "by"
	textCuts         = "Cut points"
	textCutsHelp     = "For example 30, 45, 60: a new group starts at each. Leave empty for four groups of " +
		"about equal size."
	textNoGroups      = "no groups"
	TextGroupsTable   = "Coverage and cost of the groups"
	textGroupsRegion  = "Coverage and cost of the groups, scrolls sideways"
	TextGroup         = "Group"
	TextRowsColumn    = "Rows"
	TextCostColumn    = "Effort, mean"
	TextRefused       = "Refused"
	TextFixedColumn   = "Fixed, proved"
	TextAgainstOthers = "Against the others"
	textWhatChanges   = "What changes, and by how much"
	textChangesRegion = "What changes, scrolls sideways"
	textFeatureColumn = "Feature"
	TextGroupsCSV     = "Download the groups as CSV"
	TextGroupsXLSX    = "Download the groups as XLSX"

	textChangesNote = "Shares are of rows with a counterfactual. Means are over rows in which the feature changes."
)

func textNobodyApart(feature string) string {
	return kit.Capital(feature) + " makes no difference beyond chance."
}

// textApart says how a group differs from others beyond chance: how much more or less effort it takes, and
// whether more or fewer have no way. The key figure is in the middle.
func textApart(g, all metric.Group, name, others string) (before, strong, after string) {
	none := ""
	if g.CoverageTested && g.CoverageP < significant {
		if none = "fewer"; g.Coverage() < all.Coverage() {
			none = "more"
		}
	}
	if !g.CostTested || g.CostP >= significant {
		return "", kit.Capital(none) + " of " + name, " than of " + others + " have no way."
	}
	way := " more effort"
	if g.Beyond.By < 0 {
		way = " less effort"
	}
	after = " on average than for " + others
	if none != "" {
		after += ", and " + none + " have no way"
	}
	return "For " + name + " it takes ", kit.FormatFixed(math.Abs(g.Beyond.By), 2) + way, after + "."
}

func TextMeanOf(mean float64, n int) string {
	switch n {
	case 0:
		return "–"
	case 1:
		return kit.FormatFixed(mean, 2) + " (1 row)"
	}
	return kit.FormatFixed(mean, 2)
}

func TextChangedOf(mean float64, n int) string {
	if n == 0 {
		return "–"
	}
	return kit.FormatFixed(mean, 2)
}

// textDiffers says whether a difference is more than chance, given a p corrected for all
// comparisons.
func TextDiffers(p float64, tested bool) string {
	switch {
	case !tested:
		return "too few rows to compare"
	case p >= 0.05:
		return "no more than chance"
	case p < 0.001:
		return "differs, p < 0.001"
	default:
		return "differs, p = " + kit.FormatFixed(p, 3)
	}
}

// textBeyond says how much more a group's rows cost than all others, with the 95 %
// interval, and whether that is more than chance.
func TextBeyond(g metric.Group) (what, how string) {
	what = TextDiffers(g.CostP, g.CostTested)
	if !g.CostTested {
		return what, ""
	}
	d := g.Beyond
	if g.CostP >= 0.05 && (d.Low > 0 || d.High < 0) { // the interval is for this difference alone
		what = "may be chance, given so many tests"
	}
	return what, fmt.Sprintf("%s (%s to %s)", formatSigned(d.By), formatSigned(d.Low), formatSigned(d.High))
}

// formatSigned writes a difference of costs with its sign.
func formatSigned(v float64) string {
	switch {
	case math.IsInf(v, -1):
		return "any less"
	case math.IsInf(v, 1):
		return "any more"
	case v > 0:
		return "+" + kit.FormatFixed(v, 2)
	}
	return kit.FormatFixed(v, 2)
}

func TextGroupsCareful(groups []metric.Group) string {
	return fmt.Sprintf("Each group is compared with all others together. The tests ask how often random groups "+
		"of the same sizes would differ as much: Fisher's exact test for shares, and a permutation test for "+
		"mean efforts. p-values are corrected for all %d tests (Holm), and groups of fewer than %d rows are not "+
		"compared. Ranges in parentheses are separate 95 %% intervals; for an effort against the others, they "+
		"contain the differences that the same test does not reject. Effort is the distance to the row: the "+
		"change of each number in median absolute deviations (MAD), "+
		"plus 0.5 for each category changed.", metric.Tests(groups), metric.Least)
}

// TextFixedPart returns the share of a group's decided rows whose decision is fixed, with its interval, and how many
// are undecided.
func TextFixedPart(g metric.Group) (share, how string) {
	low, high := g.FixedRange()
	share, how = kit.TextPartOf(g.Fixed, g.Covered+g.Fixed, low, high)
	if n := g.Undecided(); n > 0 {
		how = strings.TrimPrefix(how+", "+store.FormatCount(n)+" undecided", ", ")
	}
	return share, how
}

// TextRefusedPart returns the refused share of a group, with its interval; none if only refused
// rows were selected, because it would always be 100 %.
func TextRefusedPart(g, all metric.Group) (share, how string) {
	if all.Refused == all.All {
		return "–", ""
	}
	low, high := g.RefusedRange()
	return kit.TextPartOf(g.Refused, g.All, low, high)
}

// textRefusedOf says what the shares of refused rows refer to.
func TextRefusedOf(all metric.Group) string {
	if all.Refused == all.All {
		return "Only refused rows were used, so it is not known how often each group is refused. To find out, " +
			"select rows regardless of their prediction."
	}
	return "A row is refused if the model does not assign it to the target (or to the wanted class, if the " +
		"target was any other class). Efforts are only of people who have a way. They say nothing about how " +
		"many are refused."
}

// textShift says how often a feature changes and how.
func textShift(f data.Feature, s metric.Shift, covered int) (share, how string) {
	if covered == 0 || s.Changed == 0 {
		return "never", ""
	}
	share = fmt.Sprintf("%s (%s)", store.FormatShare(float64(s.Changed)/float64(covered)), store.FormatCount(s.Changed))
	if f.Kind.Numeric() {
		sign := ""
		if s.Mean > 0 {
			sign = "+"
		}
		var parts []string
		if s.Changed > s.Told+s.Withheld {
			parts = append(parts, fmt.Sprintf("mean %s; %s up, %s down", f.With(sign+kit.FormatNumber(s.Mean)),
				store.FormatCount(s.Up), store.FormatCount(s.Down)))
		}
		if s.Told > 0 {
			parts = append(parts, store.FormatCount(s.Told)+" told")
		}
		if s.Withheld > 0 {
			parts = append(parts, store.FormatCount(s.Withheld)+" withheld")
		}
		return share, strings.Join(parts, ", ")
	}
	var moves []string
	for _, m := range s.Moves[:min(len(s.Moves), 2)] {
		moves = append(moves, fmt.Sprintf("%s (%s)", kit.TextFromTo(f.Levels[m.From], f.Levels[m.To]),
			store.FormatCount(m.Rows)))
	}
	return share, strings.Join(moves, ", ")
}

// The flow of changes.
const (
	textFlow       = "Who has to change what"
	textFlowNote   = "Click a name or a band to see its people."
	textFlowOthers = "Other changes"
	textFlowNone   = "No way"
	textFlowOpen   = "None found"
)

// textFeatures names the features that change together, at most two, so that a band's name stays
// readable.
func textFeatures(names []string) string {
	if len(names) > 5 {
		return fmt.Sprintf("%s, %s and %d more", names[0], names[1], len(names)-2)
	}
	return kit.And(names)
}

// textFlowPart says how many people are in a part of the flow.
func textFlowPart(who, what string, count, total int) string {
	return fmt.Sprintf("%s: %s of %s", textWhoWhat(who, what), store.FormatCount(count), textPeopleOf(total))
}

// textChosen returns the title of the people who are listed.
func textChosen(who, what string, n int) string {
	return textWhoWhat(who, what) + ": " + textPeopleOf(n)
}

// textPeopleOf counts people.
func textPeopleOf(n int) string { return store.FormatCount(n) + " " + textWho(false, n) }

// textWhoWhat names a group, what it changes, or both; with neither, everybody.
func textWhoWhat(who, what string) string {
	switch {
	case who != "" && what != "":
		return who + ", " + what
	case who == "" && what == "":
		return textEveryone
	}
	return who + what
}

// Actions for a group.
const (
	TextActions       = "What would help most people"
	TextActionsNote   = "each action is the same for everybody"
	textMostActions   = "Maximum number of actions"
	textFindActions   = "Find actions"
	textFindOthers    = "Find them again"
	textStopActions   = "Stop"
	textActionsMore   = "Changes, effort and how actions are chosen"
	textNotReached    = "not reached"
	TextActionCurve   = "Rows reached, by effort"
	textActionCost    = "effort at most"
	textActionShare   = "% of the rows"
	textActionAll     = "all together"
	textActionGroups  = "People reached, by group"
	textReached       = "reached"
	textActionReached = "Reached"
)

// textActionsFound returns the title above n actions.
func textActionsFound(n int) string {
	if n == 1 {
		return "The most helpful action"
	}
	words := [...]string{"two", "three", "four", "five"}
	if n-2 < len(words) {
		return "The " + words[n-2] + " most helpful actions"
	}
	return fmt.Sprintf("The %d most helpful actions", n)
}

func textReaches(n int) string { return store.FormatCount(n) + " reached" }

// textTogether says how many people all actions reach.
func textTogether(covered, n int) string {
	return fmt.Sprintf("Together %s of %s, %s.", store.FormatCount(covered), store.FormatCount(n),
		store.FormatShare(float64(covered)/float64(max(n, 1))))
}

func textTriedActions(share float64) string {
	return fmt.Sprintf("%.0f %% of the candidates have been tried on every row.", 100*share)
}

func textNoAction(candidates int) string {
	return fmt.Sprintf("None of %s reaches any row within the rules.", kit.Plural(candidates, "candidate"))
}

// TextActionsTogether says how many rows all actions reach.
func TextActionsTogether(actions, covered, rows int, low, high float64, class string) string {
	who := "These actions together bring"
	if actions == 1 {
		who = "This action brings"
	}
	return fmt.Sprintf("%s %s of %s (%s) to “%s”.", who, store.FormatCount(covered), kit.Plural1(rows, "row"),
		textShareRange(covered, rows, low, high), class)
}

func textShareRange(part, of int, low, high float64) string {
	return fmt.Sprintf("%s (95 %% interval: %s to %s)", store.FormatShare(float64(part)/float64(max(of, 1))),
		store.FormatShare(low), store.FormatShare(high))
}

// TextActionOf says what an action requires.
func TextActionOf(s data.Schema, x wire.ChosenAction) string {
	parts, flags := make([]string, len(x.Features)), s.Flags()
	number := map[int]string{}
	for j, g := range flags {
		number[g] = s.Features[j].Name
	}
	for i, j := range x.Features {
		f := s.Features[j]
		g, flagged := flags[j]
		told := flagged && slices.Contains(x.Features, g)
		switch {
		case number[j] != "" && x.To[i] == 0:
			parts[i] = number[j] + " told"
		case number[j] != "":
			parts[i] = number[j] + " withheld"
		case told && x.By[i] > 0:
			parts[i] = fmt.Sprintf("%s %s above the usual one", f.Name, f.Stating(x.By[i]).Say(x.By[i]))
		case told:
			parts[i] = fmt.Sprintf("%s %s below the usual one", f.Name, f.Stating(-x.By[i]).Say(-x.By[i]))
		case !f.Kind.Numeric():
			parts[i] = fmt.Sprintf("%s to %s", f.Name, f.Say(float64(x.To[i])))
		case x.By[i] > 0:
			parts[i] = fmt.Sprintf("%s up by %s", f.Name, f.Stating(x.By[i]).Say(x.By[i]))
		default:
			parts[i] = fmt.Sprintf("%s down by %s", f.Name, f.Stating(-x.By[i]).Say(-x.By[i]))
		}
	}
	return kit.Capital(kit.And(parts))
}

// TextActionReach says whom an action reaches on its own.
func TextActionReach(x wire.ChosenAction, of int) string {
	sum := 0.0
	for _, c := range x.Costs.Values() {
		sum += c
	}
	return fmt.Sprintf("On its own, it reaches %s of %s, at a mean effort of %s.", store.FormatCount(len(x.Rows)),
		kit.Plural1(of, "row"), kit.FormatNumber(sum/float64(len(x.Rows))))
}

func textActionRows(shown, of int) string {
	if shown == of {
		return "The rows it reaches"
	}
	return fmt.Sprintf("%d of the rows it reaches", shown)
}

func textActionNo(n int) string { return fmt.Sprintf("action %d", n) }

// TextActionsHonest says what the actions are and what they do not claim.
func TextActionsHonest(a store.GroupActions) string {
	text := fmt.Sprintf("Chosen from %s made from everybody's ways: first greedily, then by exchanging one at a "+
		"time while that reaches more rows, so better actions may exist. An action reaches a row if the model "+
		"then accepts it, every hard rule is kept and no number leaves the training range. Whether that comes "+
		"true in reality is another matter.", kit.Plural(a.Is.Candidates, "candidate"))
	if a.Left == 1 {
		text += " 1 row was left out because there were too many."
	} else if a.Left > 1 {
		text += fmt.Sprintf(" %s, evenly spread, were left out because there were too many.", kit.Plural(a.Left, "row"))
	}
	return text
}
