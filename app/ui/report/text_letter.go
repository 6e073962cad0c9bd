package report

import (
	"fmt"

	"causeway/app/ui/explain"
	"causeway/app/ui/kit"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/wire"
)

// The letter for the person whose row is explained.
const (
	textLetterTitle    = "What would change the decision"
	textLetterDecision = "The decision"
	textLetterReasons  = "The main reasons"
	textLetterValues   = "These are the values that it was given:"
	textLetterNearest  = "Nothing smaller would do: it is proved that no row within the rules and the " +
		"range of the table lies nearer."
	textLetterFewest  = "It changes the fewest things."
	textLetterFirst   = "Nothing nearer was found."
	textLetterPlan    = "Step by step, causes first:"
	textLetterRules   = "Rules that were kept"
	textLetterNoRules = "None were set. So it was not looked at whether a change is possible at all, such as " +
		"becoming younger."
	textLetterPromise = "What this letter does not promise"
)

var textLetterPromises = []string{
	"It says what the model would answer for other values. It is no promise that anybody decides by this model, nor " +
		"that a change brings about the outcome in life.",
	"Only the rules above were kept. Whether a change is possible, fair or good for you was not considered, and is " +
		"yours to judge.",
	"There may be other ways than these, and the model may change.",
}

func textLetterLead(table, date string) string {
	return fmt.Sprintf("Written on %s about one row of “%s”.", date, table)
}

func textLetterAnswer(s data.Schema, x wire.Explained) []kit.Phrase {
	list := []kit.Phrase{{Text: "A computer model was asked about you, and answered "},
		{Text: kit.TextClass(s.Outcome.Name, s.Outcome.Format(float64(x.Factual.Class))), Role: kit.Decided}}
	if share := explain.ShareOf(x.Factual); share != "" {
		list = append(list, kit.Phrase{Text: ". It was " + share + " sure"})
	}
	return append(list, kit.Phrase{Text: "."})
}

func textLetterOptions(class string) string { return "What would lead to “" + class + "”" }

func textOption(n int) string { return fmt.Sprintf("Option %d", n) }

// textLetterChange says one change.
func textLetterChange(name, old, new string) []kit.Phrase {
	return []kit.Phrase{{Text: name, Role: kit.Quoted}, {Text: ": "}, {Text: new, Role: kit.Changed},
		{Text: " instead of "}, {Text: old, Role: kit.Quoted}}
}

func textLetterSurest(share string) string { return "The model is surest of this one: " + share + "." }

func textLetterUnsure(share string) string {
	return "The model is hardly sure of it (" + share + "): a small difference could tip it back."
}

const textLetterUnlike = "Nobody in the data is like that, so the model may be wrong about it."

// textLetterLeaves says what an option does without, beside another.
func textLetterLeaves(feature string, option int) string {
	return fmt.Sprintf("It leaves %s as it is, which option %d changes.", feature, option)
}

func textLetterWithout(feature, level string, option int) string {
	return fmt.Sprintf("It does without %s “%s”, which option %d needs.", feature, level, option)
}

func textLetterLessFar(feature string, option int) string {
	return fmt.Sprintf("It moves %s less far than option %d.", feature, option)
}

func textLetterReaches(class string) string { return "It would lead to “" + class + "”." }

func textLetterDearer(times string) string {
	return "It asks for " + times + " times the effort of option 1, as far as effort can be counted."
}

func textLetterMore(own, option, its int) string {
	return fmt.Sprintf("It asks for %s, and option %d for %d.", kit.Plural(own, "change"), option, its)
}

func textLetterLessSure(share string, option int, its string) string {
	return fmt.Sprintf("The model is less sure of it (%s) than of option %d (%s).", share, option, its)
}

// textLetterUnknown says of the changes of an option what is not known of them.
func textLetterUnknown(changes int) string {
	if changes == 1 {
		return "How hard this change would be for you is not known here."
	}
	return "How hard these changes would be for you is not known here."
}

func textLetterHard(feature string) string { return "You said that " + feature + " is hard to change." }

func textLetterBeyond(feature, low, high string) string {
	return fmt.Sprintf("For %s the model knows values from %s to %s only, and this one lies beyond them.", feature,
		low, high)
}

func textLetterAgainst(l document.Law) string {
	if l.Soft {
		return "It goes against a wish: " + l.Text
	}
	return "It breaks a rule that was given up for this search: " + l.Text
}
