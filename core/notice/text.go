package notice

import (
	"fmt"

	"causeway/core/data"
	"causeway/core/document"
)

// The notice for the person whose row is explained.
const (
	textNoticeTitle   = "Notice of a decision"
	textNoticeData    = "The values that it was given"
	textNoticeCorrect = "If one of them is wrong, ask for a correction where the decision was made."
	textNoticeNoRole  = "Whether a person looks at the model's answer before it counts is not stated here. You " +
		"may ask."
	textNoticeContest   = "Who decides, and how to contest it"
	textNoticeNoContest = "Ask those who made the decision: you may say why you disagree and have it looked at " +
		"again. No contact is given here."
	textNoticeDecision = "The decision"
	textNoticeReasons  = "The main reasons"
	textNoticeNearest  = "Nothing smaller would do: it is proved that no row within the rules and the " +
		"range of the table lies nearer."
	textNoticeFewest  = "It changes the fewest things."
	textNoticeFirst   = "Nothing nearer was found."
	textNoticePlan    = "Step by step, causes first:"
	textNoticeRules   = "Rules that were kept"
	textNoticeNoRules = "None were set. So it was not looked at whether a change is possible at all, such as " +
		"becoming younger."
	textNoticePromise = "What this notice does not promise"
)

var textNoticePromises = []string{
	"It says what the model would answer for other values. It does not promise that anybody decides by this model, " +
		"nor that a change brings about the outcome in life.",
	"Only the rules above were kept. Whether a change is possible, fair or good for you was not considered, and is " +
		"yours to judge.",
	"There may be other ways than these, and the model may change.",
}

func textNoticeLead(organisation, table, date string) string {
	if organisation != "" {
		return fmt.Sprintf("%s, %s. About one row of “%s”.", organisation, date, table)
	}
	return fmt.Sprintf("Written on %s about one row of “%s”.", date, table)
}

func textNoticeSource(table string) string {
	return fmt.Sprintf("They are from the table “%s”.", table)
}

// textNoticeDecides says how the model decides by its shares. Where a threshold was set for the second class
// they are moved so that a half is there.
func textNoticeDecides(classes int, threshold float64) string {
	switch {
	case classes > 2:
		return "The likeliest outcome is its answer."
	case threshold > 0:
		return "It decides at 50 %, which stands for the threshold of " + probability(threshold) +
			" that was set."
	}
	return "It decides at 50 %."
}

func textNoticeModel(name, hash string) string {
	return fmt.Sprintf("Model: “%s”, SHA-256 %s.", name, hash[:min(len(hash), 16)])
}

func textNoticeAnswer(s data.Schema, x document.Explained) []Phrase {
	list := []Phrase{{Text: "A computer model was asked about you, and answered "},
		{Text: class(s.Outcome.Name, s.Outcome.Format(float64(x.Factual.Class))), Role: Decided}}
	if share := ShareOf(x.Factual); share != "" {
		list = append(list, Phrase{Text: ". It was " + share + " sure"})
	}
	return append(list, Phrase{Text: "."})
}

func textNoticeOptions(class string) string { return "What would lead to “" + class + "”" }

func textOption(n int) string { return fmt.Sprintf("Option %d", n) }

// textNoticeChange says one change.
func textNoticeChange(name, old, new string) []Phrase {
	return []Phrase{{Text: name, Role: Quoted}, {Text: ": "}, {Text: new, Role: Changed},
		{Text: " instead of "}, {Text: old, Role: Quoted}}
}

func textNoticeSurest(share string) string { return "The model is surest of this one: " + share + "." }

func textNoticeUnsure(share string) string {
	return "The model is hardly sure of it (" + share + "): a small difference could tip it back."
}

const textNoticeUnlike = "Nobody in the data is like that, so the model may be wrong about it."

// textNoticeLeaves says what an option does without, beside another.
func textNoticeLeaves(feature string, option int) string {
	return fmt.Sprintf("It leaves %s as it is, which option %d changes.", feature, option)
}

func textNoticeWithout(feature, level string, option int) string {
	return fmt.Sprintf("It does without %s “%s”, which option %d needs.", feature, level, option)
}

func textNoticeLessFar(feature string, option int) string {
	return fmt.Sprintf("It moves %s less far than option %d.", feature, option)
}

func textNoticeReaches(class string) string { return "It would lead to “" + class + "”." }

func textNoticeDearer(times string) string {
	return "It asks for " + times + " times the effort of option 1, as far as effort can be counted."
}

func textNoticeMore(own, option, its int) string {
	return fmt.Sprintf("It asks for %s, and option %d for %d.", plural(own, "change"), option, its)
}

func textNoticeLessSure(share string, option int, its string) string {
	return fmt.Sprintf("The model is less sure of it (%s) than of option %d (%s).", share, option, its)
}

// textNoticeUnknown says of the changes of an option what is not known of them.
func textNoticeUnknown(changes int) string {
	if changes == 1 {
		return "How hard this change would be for you is not known here."
	}
	return "How hard these changes would be for you is not known here."
}

func textNoticeHard(feature string) string { return "You said that " + feature + " is hard to change." }

func textNoticeBeyond(feature, low, high string) string {
	return fmt.Sprintf("For %s the model knows values from %s to %s only, and this one lies beyond them.", feature,
		low, high)
}

func textNoticeAgainst(l document.Law) string {
	if l.Soft {
		return "It goes against a wish: " + l.Text
	}
	return "It breaks a rule that was given up for this search: " + l.Text
}

func textNoticeRest(n int) string { return fmt.Sprintf("and %d more", n) }
