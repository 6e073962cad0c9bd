package ui

import (
	"fmt"
	"strings"

	"causeway/app/store"
	"causeway/app/ui/widget"
	"causeway/core/data"
	"causeway/core/sketch"
)

// Data.
const (
	fileTypes = ".csv,.tsv,.txt,.data,.test,.gz,text/csv,text/tab-separated-values,text/plain,application/gzip"

	textOpenTable       = "Open a table"
	textOpenAnother     = "Open another table"
	textSourceFile      = "From a file"
	textSourceFileHint  = "CSV or TSV, also as .gz, up to 64 MB. Or drop it anywhere on this page, or copy cells from a spreadsheet and press Ctrl+V. You see how it is read before it is imported."
	textOpenFile        = "Open file"
	textSourcePaste     = "Paste a table as text"
	textPasteField      = "Table as text"
	textSourceSample    = "Sampled from a known model"
	textSimpleBN        = "Simple-BN"
	textSimpleBNHint    = "Three numbers and a yes-or-no outcome; x1 and x2 cause x3. A good first try."
	textSangiovese      = "Sangiovese"
	textSangioveseHint  = "13 measurements of vines, by a published network of causes; the outcome is whether the grapes weigh more than usual."
	textCensus          = "Synthetic census"
	textCensusHint      = "People as in UCI Adult, with income as the outcome; nobody in it is real."
	textSourceSplit     = "To repeat it exactly"
	textSourceSplitHint = "The seed decides the sampled rows and, for every table, which tenth is for validation and which tenth is held out. Every part gets its share of each class. The same seed gives the same table."
	textUsePaste        = "Use pasted table"
	textRows            = "Rows"
	textSeed            = "Seed"
	textReadingFile     = "Reading the file"
	textMakingTable     = "Making the table"

	textAskTitle = "Replace the table?"
	textAsk      = "The classifier, the generator and the counterfactuals belong to the present table. They leave the page with it when another table takes its place. A project that is saved in this browser stays in Recent projects."
	textReplace  = "Replace table"
	textKeep     = "Keep table"

	textFeatures          = "Features"
	textTraining          = "For training"
	textValidation        = "For validation"
	textHeldOut           = "Held out"
	textSplitSeed         = "Seed of the split"
	textSplit             = "Split"
	textSchema            = "Columns of the table"
	textSchemaRegion      = "Columns of the table, scrolls sideways"
	textFirstRows         = "First rows"
	textFirstRowsRegion   = "First rows, scrolls sideways"
	textFeature           = "Feature"
	textType              = "Type"
	textRange             = "Range or levels"
	textDistribution      = "Distribution"
	textOutcome           = "outcome"
	textGoData            = "Go to Data"
	textGoClassifier      = "Go to Classifier"
	textGoGenerator       = "Go to Generator"
	textGoExplain         = "Go to Explain"
	textImport            = "Import table"
	textDiscard           = "Discard"
	textPreparation       = "Preparation"
	textNoRecipe          = "As it is"
	textNoRecipeHelp      = "Every column is used as set below."
	textProblemsHelp      = "Change how the file is read, leave a column out, or discard the file. Your present table stays until another is imported."
	textHowRead           = "How the file is read"
	textDelimiter         = "Delimiter"
	textOwnDelimiter      = "Character that separates fields"
	textOwnDelimiterHelp  = "One character that is no letter, digit or quotation mark."
	textDecimal           = "Decimal sign"
	textHasHeader         = "The first row names the columns"
	textMissingTokens     = "Missing values are written as"
	textMissingTokensHelp = "Separated by commas; (empty) stands for an empty field."
	textMissingPolicy     = "Missing values"
	textOutcomeColumn     = "Outcome column"
	textColumns           = "What becomes of each column"
	textColumnsRegion     = "What becomes of each column, scrolls sideways"
	textColumn            = "Column"
	textUse               = "Use"
	textMissing           = "Missing"
	textDistinct          = "Different"
	textWhy               = "Why this type"
	textFileRows          = "First rows of the file"
	textFileRowsRegion    = "First rows of the file, scrolls sideways"
)

var (
	delimiters = []widget.Option{
		{Value: ",", Text: "Comma"}, {Value: ";", Text: "Semicolon"}, {Value: delimiterTab, Text: "Tab"},
		{Value: "|", Text: "Vertical bar"}, {Value: delimiterSpace, Text: "Spaces, one or more"}, {Value: otherDelimiter, Text: "Another character"},
	}
	decimalSigns    = []widget.Option{{Value: "false", Text: "Point: 3.14"}, {Value: "true", Text: "Comma: 3,14"}}
	missingPolicies = []widget.Option{
		{Value: "0", Text: "Own category"}, {Value: "1", Text: "Drop rows"},
	}
	featureKinds = []widget.Option{
		{Value: "0", Text: "Continuous"}, {Value: "1", Text: "Integer"}, {Value: "2", Text: "Ordered category"},
		{Value: "3", Text: "Category"}, {Value: "4", Text: "Boolean"},
	}
	outcomeKinds = featureKinds[3:]
)

const (
	textWanted      = "Wanted outcome"
	textWantedHelp  = "What people hope for. Rows that are predicted otherwise are the refused ones, explained first."
	textWantedGuess = "What people hope for: a guess by the names and numbers of the classes, yours to change. Rows that are predicted otherwise are the refused ones, explained first."
)

func textClassShare(level string, n, rows int) string {
	share := 0.0
	if rows > 0 {
		share = float64(n) / float64(rows)
	}
	return fmt.Sprintf("%s: %s rows, %s", level, store.FormatCount(n), store.FormatShare(share))
}

// textSplitOf says how the present table is split.
func textSplitOf(d store.Data) string {
	if d.Stratified() {
		return "every part has its share of each class"
	}
	return "at random without regard to classes, as when the project was saved by an earlier version"
}

// textSeedNext says of a changed seed that the present table is not made from it.
func textSeedNext(d store.Data) string {
	if !d.HasTable || d.Sample.Seed == d.SplitSeed() {
		return ""
	}
	return "For the next table that is opened."
}

func textClassesOf(outcome string) string { return "Classes of the outcome " + outcome }

func textRangeOf(low, high string) string { return low + " to " + high }

// textLevels lists the first levels of a feature, ordered ones from the lowest.
func textLevels(f data.Feature) string {
	const most = 8
	var ranks []int
	if f.Kind == data.Ordered {
		ranks = sketch.RanksOf(f)
	}
	text := joinLevels(f.Levels, ranks, most)
	if more := len(f.Levels) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// joinLevels writes the first levels as "low < mid = medium < high", or with
// commas where they have no ranks.
func joinLevels(levels []string, ranks []int, most int) string {
	var b strings.Builder
	list := byRank(ranks, len(levels))
	for i, l := range list {
		switch {
		case i == most:
			return b.String()
		case i == 0:
		case ranks == nil:
			b.WriteString(", ")
		case ranks[l] == ranks[list[i-1]]:
			b.WriteString(" = ")
		default:
			b.WriteString(" < ")
		}
		b.WriteString(levels[l])
	}
	return b.String()
}

func textPreviewOf(name string) string { return "Check before import: " + name }

func textPreviewFacts(p data.Preview) string {
	if len(p.Columns) == 0 {
		return store.FormatSize(p.Size) + ". It cannot be read as a table yet."
	}
	return fmt.Sprintf("%s, %s rows, %d columns. Nothing is changed until you import it.",
		store.FormatSize(p.Size), store.FormatCount(p.Rows), len(p.Columns))
}

func textRecipe(name string) string {
	if name == "adult" {
		return "UCI Adult, as in the paper"
	}
	return name
}

func textUseOf(column string) string  { return "Use " + column }
func textTypeOf(column string) string { return "Type of " + column }

func textDistinctCount(n int) string {
	if n >= 1000 {
		return "1,000 or more"
	}
	return store.FormatCount(n)
}

func textWhyKind(c data.ColumnInfo) string {
	if len(c.Examples) == 0 {
		return c.Why
	}
	return c.Why + " For example: " + strings.Join(c.Examples, "; ") + "."
}

func textOrderOf(column string) string { return "Order of " + column + ", lowest first" }
func textMoveUp(level string) string   { return "Move " + level + " up" }
func textMoveDown(level string) string { return "Move " + level + " down" }
