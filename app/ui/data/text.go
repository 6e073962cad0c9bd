package data

import (
	"fmt"
	"strings"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/data"
)

// Table.
const (
	fileTypes = ".csv,.tsv,.txt,.data,.test,.gz,.xlsx,.xlsm,.parquet,text/csv,text/tab-separated-values,text/plain,ap" +
		"plication/gzip"

	textOpenAnother      = "Open another table"
	textSourceFileHint   = "Drop a file here, or paste cells with Ctrl V."
	textSourceFileKinds  = "CSV, TSV, XLSX or Parquet, also .gz, up to 64 MB. You first see how it is read."
	textOpenFile         = "Open file"
	textSourcePaste      = "Paste a table as text"
	textPasteField       = "Table as text"
	textSourceSample     = "Sample one from a known model"
	textSimpleBN         = "Simple-BN"
	textSimpleBNHint     = "Three numbers; x1 and x2 cause x3. A good first try."
	textSangiovese       = "Sangiovese"
	textSangioveseHint   = "13 measurements of vines, from a published causal network."
	textCensus           = "Synthetic census"
	textCensusHint       = "People like those in UCI Adult; none is real."
	textSourceImages     = "Images, or digits to draw"
	textSourceImagesHint = "Images and labels in MNIST's format (IDX, also .gz), chosen together or one by one; up " +
		"to 64 × 64 pixels and 100 classes."
	textOpenImages = "Open images"
	textDigits     = "Digits"
	textDigitsHint = "Drawn by a model of pen strokes, up to 60,000: one per row to sample. 3,000 train in a " +
		"minute or two."
	textSourceSplit     = "To repeat it exactly"
	textSourceSplitHint = "The seed decides which rows are sampled, and which tenths are for validation and held " +
		"out, with each class's share. The same seed gives the same table."
	textUsePaste = "Use pasted table"
	textRows     = "Rows"

	textMaking = "Getting it ready"

	textTraining     = "For training"
	textValidation   = "For validation"
	textHeldOut      = "Held out"
	textSplitSeed    = "Seed of the split"
	TextSplit        = "Split"
	textSchema       = "Columns of the table"
	textSchemaRegion = "Columns of the table, scrolls sideways"

	TextType = "Type"

	textImport       = "Import table"
	textDiscard      = "Discard"
	textPreparation  = "Preparation"
	textNoRecipe     = "As it is"
	textNoRecipeHelp = "Every column is used as set below."
	textProblemsHelp = "Change how the file is read, leave a column out, or discard the file. Your present " +
		"table stays until another is imported."
	textHowRead           = "How the file is read"
	textDelimiter         = "Delimiter"
	textOwnDelimiter      = "Character that separates fields"
	textOwnDelimiterHelp  = "One character, but not a letter, digit or quotation mark."
	textDecimal           = "Decimal sign"
	textEncoding          = "Encoding"
	textEncodingHelp      = "How bytes become letters. A new choice reads the file again."
	textSheet             = "Sheet"
	textDoubts            = "Please check"
	textDoubtsNote        = "The file leaves this open. Press one to read it that way and renew later guesses."
	textHasHeader         = "The first row names the columns"
	textMissingTokens     = "Missing values are written as"
	textMissingTokensHelp = "Separated by commas; (empty) stands for an empty field."
	textMissingPolicy     = "Missing values"
	textCutKind           = "Number, cut into classes"
	textOutcomeCut        = "Cut the outcome at"
	textOutcomeCutHelp    = "Classes: below this number, and from it on. Several numbers make bands. Empty: each " +
		"number is a class; above 20 numbers, the median cuts."
	textOutcomeColumn  = "Outcome column"
	TextColumns        = "How each column is used"
	textColumnsRegion  = "How each column is used, scrolls sideways"
	textColumn         = "Column"
	textUse            = "Use"
	textMissing        = "Missing"
	textDistinct       = "Different"
	textWhy            = "Why this type"
	textFileRows       = "First rows of the file"
	textFileRowsRegion = "First rows of the file, scrolls sideways"
)

var (
	delimiters = []widget.Option{
		{Value: ",", Text: "Comma"}, {Value: ";", Text: "Semicolon"}, {Value: delimiterTab, Text: "Tab"},
		{Value: "|", Text: "Vertical bar"}, {Value: delimiterSpace, Text: "Spaces, one or more"},
		{Value: otherDelimiter, Text: "Another character"},
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

// textSplitOf says how the present table is split.
func TextSplitOf(d store.Data) string {
	if d.Stratified() {
		return "every part has its share of each class"
	}
	return "at random, regardless of class, as in the earlier version that saved the project"
}

// textSeedNext says that a changed seed applies only to the next table.
func textSeedNext(d store.Data) string {
	if !d.HasTable || d.Sample.Seed == d.SplitSeed() {
		return ""
	}
	return "For the next table you open."
}

func TextClassesOf(outcome string) string { return "Classes of the outcome " + outcome }

func textPreviewOf(name string) string { return "Check before import: " + name }

func textPreviewFacts(p data.Preview) string {
	if len(p.Columns) == 0 {
		return store.FormatSize(p.Size) + ". It cannot be read as a table yet."
	}
	return fmt.Sprintf("%s, %s, %s. Nothing is changed until you import it.",
		store.FormatSize(p.Size), kit.Plural1(p.Rows, "row"), kit.Plural(len(p.Columns), "column"))
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
