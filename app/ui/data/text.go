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

	textOpenAnother     = "Open another table"
	textSourceFileHint  = "Drop a file here, or paste cells with Ctrl+V."
	textSourceFileKinds = "CSV, TSV, XLSX or Parquet (.gz too), up to 64 MB. You see a preview before anything " +
		"is imported."
	textOpenFile         = "Open file"
	textSourcePaste      = "Paste a table as text"
	textPasteField       = "Table as text"
	textSourceSample     = "Sample a table from a known model"
	textSimpleBN         = "Simple-BN"
	textSimpleBNHint     = "Three numbers; x1 and x2 cause x3. A good first try."
	textSangiovese       = "Sangiovese"
	textSangioveseHint   = "13 measurements of vines, from a published causal network."
	textCensus           = "Synthetic census"
	textCensusHint       = "People like those in UCI Adult; none is real."
	textSourceImages     = "Images, or digits to draw"
	textSourceImagesHint = "Images and labels in MNIST's format (IDX, .gz too). Choose the files together or " +
		"one by one. At most 64 × 64 pixels and 100 classes."
	textOpenImages = "Open images"
	textDigits     = "Digits"
	textDigitsHint = "A model of pen strokes draws up to 60,000 digits; set their number as rows. Training " +
		"on 3,000 takes a minute or two."
	textSourceSplit     = "To repeat it exactly"
	textSourceSplitHint = "The seed decides which rows are sampled, and which tenth is used for validation and " +
		"which is held out. Each part keeps the shares of the classes. The same seed gives the same table."
	textUsePaste = "Use pasted table"
	textRows     = "Rows"

	textMaking = "Preparing the data"

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
	textNoRecipe     = "None"
	textNoRecipeHelp = "Every column is used as you set it below."
	textProblemsHelp = "Change how the file is read, leave out a column, or discard the file. Your current " +
		"table stays until you import another."
	textHowRead          = "How the file is read"
	textDelimiter        = "Delimiter"
	textOwnDelimiter     = "Character that separates fields"
	textOwnDelimiterHelp = "One character other than a letter, a digit or a quotation mark."
	textDecimal          = "Decimal sign"
	textEncoding         = "Encoding"
	textEncodingHelp     = "The file's character encoding. If you change it, the file is read again."
	textSheet            = "Sheet"
	textDoubts           = "Please check"
	textDoubtsNote       = "The file can be read in more than one way. Choose one, and the guesses that depend on " +
		"it are updated."
	textHasHeader         = "The first row names the columns"
	textMissingTokens     = "Missing values are written as"
	textMissingTokensHelp = "Separate them with commas; (empty) stands for an empty field."
	textMissingPolicy     = "Missing values"
	textCutKind           = "Number, cut into classes"
	textOutcomeCut        = "Cut the outcome at"
	textOutcomeCutHelp    = "One number makes two classes: below it, and from it up. Several numbers make " +
		"bands. If empty, each number is a class, or the median cuts them in two if there are more than 20."
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
		return "each part has the same shares of the classes"
	}
	return "at random, regardless of class, as the earlier version that saved the project did"
}

// textSeedNext says that a changed seed applies only to the next table.
func textSeedNext(d store.Data) string {
	if !d.HasTable || d.Sample.Seed == d.SplitSeed() {
		return ""
	}
	return "Applies to the next table you open."
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
