package ui

import (
	"fmt"
	"strings"

	"causeway/app/store"
	"causeway/app/ui/widget"
)

// The catalogue of what the screens say. The sentences that the state decides
// on, such as why something cannot be done, are in the store.

// Shell.
const (
	textName        = "Causeway"
	textPrivacy     = "Nothing leaves this computer."
	textFooter      = "Everything is computed in this page. The network panel of your browser's developer tools shows that no data is sent."
	textSkip        = "Skip to content"
	textSteps       = "Steps"
	textTheme       = "Theme"
	textSystem      = "System"
	textLight       = "Light"
	textDark        = "Dark"
	textUndo        = "Undo"
	textRedo        = "Redo"
	textProblem     = "Problem"
	textDismiss     = "Dismiss"
	textUpdateReady = "A new version of Causeway is ready. It is used after a reload; what is on this page is then gone."
	textRestart     = "Start the engine again"
	textUpdateNow   = "Reload now"
	textUnsent      = "The engine did not get the message: %v."
	textDropHere    = "Drop the file to open it"

	textReady       = "ready"
	textNotYet      = "not yet"
	textLoading     = "loading"
	textReading     = "reading"
	textPreview     = "to import"
	textPaused      = "paused"
	textInterrupted = "interrupted"
	textSearching   = "searching"
)

func textDismissOf(text string) string { return "Dismiss: " + text }

func textTrainingShare(r store.Run) string {
	if r.Epoch.Epochs == 0 {
		return "training"
	}
	return fmt.Sprintf("training %d %%", 100*r.Epoch.Epoch/r.Epoch.Epochs)
}

func (s Step) title() string {
	switch s {
	case StepClassifier:
		return "Classifier"
	case StepGenerator:
		return "Generator"
	case StepExplain:
		return "Explain"
	}
	return "Data"
}

func (s Step) lead() string {
	switch s {
	case StepClassifier:
		return "Train the model whose decisions will be explained: the black box."
	case StepGenerator:
		return "Train the generator that proposes rows which the black box decides differently."
	case StepExplain:
		return "Choose a row, change its values, and find what would have to differ for another decision."
	}
	return "Open a table of rows with known outcomes. It stays in this page."
}

func pageTitle(s Step) string { return s.title() + " – " + textName }

// Data.
const (
	fileTypes = ".csv,.tsv,.txt,.data,.test,.gz,text/csv,text/tab-separated-values,text/plain,application/gzip"

	textOpenTable        = "Open a table"
	textOpenAnother      = "Open another table"
	textSourceFile       = "From a file"
	textSourceFileHint   = "CSV or TSV, also as .gz, up to 64 MB. Or drop it anywhere on this page, or copy cells from a spreadsheet and press Ctrl+V. You see how it is read before it is imported."
	textOpenFile         = "Open file"
	textSourcePaste      = "Paste a table as text"
	textPasteField       = "Table as text"
	textSourceSample     = "Sampled from a known model"
	textSourceSampleHint = "Simple-BN has three numbers and a yes-or-no outcome, and its true causes are known. A good first try."
	textSimpleBN         = "Simple-BN"
	textSourceSplit      = "Chance"
	textSourceSplitHint  = "The seed decides the sampled rows and, for every table, which tenth is for validation and which tenth is held out. The same seed gives the same table."
	textUsePaste         = "Use pasted table"
	textRows             = "Rows"
	textSeed             = "Seed"
	textReadingFile      = "Reading the file"
	textMakingTable      = "Making the table"

	textAskTitle = "Replace the table?"
	textAsk      = "The classifier, the generator and the counterfactuals belong to the present table. They are dropped when another table takes its place, and a running training is cancelled."
	textReplace  = "Replace table"
	textKeep     = "Keep table"

	textFeatures          = "Features"
	textTraining          = "For training"
	textValidation        = "For validation"
	textHeldOut           = "Held out"
	textSplitSeed         = "Seed of the split"
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
	textHowRead           = "How the file is read"
	textDelimiter         = "Delimiter"
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
		{Value: ",", Text: "Comma"}, {Value: ";", Text: "Semicolon"}, {Value: "\t", Text: "Tab"},
		{Value: "|", Text: "Vertical bar"}, {Value: " ", Text: "Space"},
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

func textClassShare(level string, n, rows int) string {
	share := 0.0
	if rows > 0 {
		share = float64(n) / float64(rows)
	}
	return fmt.Sprintf("%s: %s rows, %s", level, store.FormatCount(n), store.FormatShare(share))
}

func textClassesOf(outcome string) string { return "Classes of the outcome " + outcome }

func textRangeOf(low, high string) string { return low + " to " + high }

func textLevels(levels []string, ordered bool) string {
	const most = 8
	sep := ", "
	if ordered {
		sep = " < "
	}
	if len(levels) <= most {
		return strings.Join(levels, sep)
	}
	return fmt.Sprintf("%s%sand %d more", strings.Join(levels[:most], sep), sep, len(levels)-most)
}

func textPreviewOf(name string) string { return "Check before import: " + name }

func textPreviewFacts(p store.Preview) string {
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

func textWhyKind(c store.ColumnInfo) string {
	if len(c.Examples) == 0 {
		return c.Why
	}
	return c.Why + " For example: " + strings.Join(c.Examples, ", ") + "."
}

func textOrderOf(column string) string { return "Order of " + column + ", lowest first" }
func textMoveUp(level string) string   { return "Move " + level + " up" }
func textMoveDown(level string) string { return "Move " + level + " down" }

// Training.
const (
	textPause  = "Pause"
	textResume = "Resume"
	textCancel = "Cancel"

	textLoss       = "Loss"
	textEpoch      = "Epoch"
	textShare      = "Share"
	textLossCurve  = "Loss by epoch"
	textCourse     = "Course of the training"
	textShareCurve = "Accuracy by epoch"
	textNoEpoch    = "The first epoch has not finished yet."

	textEpochs       = "Epochs"
	textBatch        = "Batch size"
	textRate         = "Learning rate"
	textHidden       = "Hidden units"
	textSamples      = "Latent samples per row"
	textValidity     = "Validity weight λ"
	textMargin       = "Hinge margin β"
	textSeedHelp     = "The same seed gives the same result, to the last bit."
	textEpochsHelp   = "How often every training row is used."
	textBatchHelp    = "How many rows make one step."
	textRateHelp     = "How far one step goes. Smaller is slower and steadier."
	textHiddenHelp   = "Size of the layer between the features and the classes."
	textSamplesHelp  = "Counterfactuals tried for each row in a step. More is slower and steadier."
	textValidityHelp = "How much reaching the target class counts against staying close."
	textMarginHelp   = "How far past the boundary a counterfactual is asked to go."
	textEndedEarly   = "The training was ended early; the best state so far was kept."
	textKeptEpoch    = "Epoch that was kept"
	textTrainTime    = "Training time"
	textHintTraining = "A training is running below."
	textHintLoading  = "The table is being made; the training starts when it is there."
	textHintProblems = "The opened file cannot be imported as it is. The Data step says why."
	textHintNoTable  = "There is no table yet. Open one on the Data step."
	textHintAgain    = "Training again replaces the classifier; the generator is then dropped, because it learned from the old one."

	textClassifierSettings = "Settings of the classifier"
	textTrainClassifier    = "Train classifier"
	textClassifierResult   = "How good the classifier is"
	textAccuracy           = "Held-out accuracy"
	textBase               = "Base rate"
	textLogLoss            = "Log loss"
	textNoBetter           = "This classifier is no better than always naming the most frequent class. Explanations of it say little; try other settings or another outcome."
	textConfusion          = "Confusion matrix of the held-out rows"
	textConfusionHint      = "Each row of the table is a true class. Its shares say where the classifier puts the rows of that class."
	textConfusionRegion    = "Confusion matrix, scrolls sideways"
	textTrueClass          = "True class"

	textMethod             = "BaseVAE"
	textMethodMeaning      = "BaseVAE is a conditional variational autoencoder: it learns to redraw a row so that the black box gives it the target class. Its loss weighs three things: reaching the class, staying close to the row, and keeping its latent code near a simple distribution."
	textTrainGenerator     = "Train generator"
	textHintNeedTable      = "There is no table yet."
	textHintNeedClassifier = "The generator learns from a trained classifier, and there is none yet."
	textHintClassifierRuns = "The classifier is being trained; wait for it."
	textHintGenerator      = "The generator learns from the answers of the trained classifier."
	textHintGeneratorAgain = "Training again replaces the generator."
	textGeneratorResult    = "How good its counterfactuals are"
	textPerThousand        = "Time for 1,000 counterfactuals"
	textScores             = "Scores on held-out rows"
	textScoresRegion       = "Scores on held-out rows, scrolls sideways"
	textScore              = "Score"
	textDecoded            = "Decoded (what you see)"
	textSoft               = "Soft (as the paper measures)"
	textMeaning            = "What it means"

	textScoreValidity        = "Validity"
	textScoreValidityMeaning = "Share of counterfactuals that the black box puts into the target class. Higher is better."
	textScoreCont            = "Continuous proximity"
	textScoreContMeaning     = "Minus the change of all numbers together, in units of their usual deviation (MAD). Closer to 0 is better."
	textScoreCat             = "Categorical changes"
	textScoreCatMeaning      = "How many categories differ from the factual on average. Fewer is better."
	textScoreChanged         = "Features changed"
	textScoreChangedMeaning  = "How many features of any type differ on average. Fewer are easier to act on."
	textScoreProfiles        = "Category profiles"
	textNoCategories         = "This table has no categories."
)

func textTrainingOf(m store.Model) string {
	if m == store.TheClassifier {
		return "Training the classifier"
	}
	return "Training the generator"
}

func textProgressOf(m store.Model) string {
	if m == store.TheClassifier {
		return "Classifier training"
	}
	return "Generator training"
}

func textProgress(p store.Phase, r store.Run) string {
	e := r.Epoch
	at := "starting"
	if r.HasEpoch {
		at = fmt.Sprintf("epoch %d of %d", e.Epoch, e.Epochs)
	}
	switch p {
	case store.Pausing:
		return at + ", pausing"
	case store.Paused:
		return at + ", paused"
	case store.Canceling:
		return at + ", cancelling"
	case store.Interrupted:
		return at + ", interrupted"
	}
	if r.HasEpoch && e.LeftMS >= 0 {
		return at + ", " + textLeft(e.LeftMS)
	}
	return at
}

func textLeft(ms float64) string {
	switch s := int(ms/1000 + 0.5); {
	case s < 1:
		return "less than a second left"
	case s < 60:
		return fmt.Sprintf("about %d s left", s)
	default:
		return fmt.Sprintf("about %d min %d s left", s/60, s%60)
	}
}

func textHintImport(name string) string {
	return fmt.Sprintf("%s is imported first, as its preview on the Data step shows it.", name)
}

func textHintTable(t store.Table) string {
	return fmt.Sprintf("Learns %s from %s training rows of %s.", t.Schema.Outcome.Name, store.FormatCount(t.Train), t.Name)
}

func textAccuracyMeaning(accuracy, base float64, rows int) string {
	return fmt.Sprintf("Of %s rows that were held out from training, %s are classified correctly. Always naming the most frequent class would give %s.",
		store.FormatCount(rows), store.FormatShare(accuracy), store.FormatShare(base))
}

func textPredictedAs(level string) string { return "Predicted " + level }
func textTruly(level string) string       { return "Truly " + level }

func textShareOf(n, total int) string {
	if total == 0 {
		return ""
	}
	return store.FormatShare(float64(n) / float64(total))
}

func textPreset(p store.Preset) string {
	switch p {
	case store.SimpleBN:
		return "The settings below were chosen for Simple-BN."
	case store.Adult:
		return "The settings below were chosen for UCI Adult."
	}
	return "The settings below are a general start; they were not tuned for this table."
}

func textGeneratorRows(n int) string {
	return fmt.Sprintf("Measured on one counterfactual for each of %s held-out rows. Decoded means rounded and with one level per category, exactly as rows are shown; soft means the raw output of the network.", store.FormatCount(n))
}

func textProfilesMeaning(data int) string {
	return fmt.Sprintf("Different combinations of categories among the counterfactuals; the rows themselves have %s. Very few means that everybody gets the same advice.", store.FormatCount(data))
}

// Explain.
const (
	textExplainEmpty        = "There is no table yet, so there is no row to explain."
	textChooseRow           = "Choose a row"
	textFrom                = "From"
	textHeldOutRows         = "Held-out rows"
	textAllRows             = "All rows"
	textRow                 = "Row"
	textSearch              = "Search"
	textSearchHelp          = "Words that the row contains, or feature=value. Press Enter."
	textPrevRow             = "Previous row"
	textNextRow             = "Next row"
	textRandomRow           = "Random row"
	textEarlierHits         = "Earlier hits"
	textLaterHits           = "Later hits"
	textNoRow               = "No row is chosen."
	textReset               = "Reset"
	textNoBlackBox          = "Without a trained classifier there is no prediction."
	textAsking              = "Asking the black box…"
	textCount               = "How many"
	textCountHelp           = "Counterfactuals to show, at most."
	textBudget              = "Tries"
	textBudgetHelp          = "Latent samples to draw before giving up."
	textTarget              = "Target class"
	textTargetHelp          = "The class that a counterfactual must reach."
	textAnyOther            = "Any other class"
	textFinder              = "Counterfactuals of this row"
	textFind                = "Find counterfactuals"
	textFinding             = "Looking for counterfactuals."
	textFindNeedsClassifier = "This needs a trained classifier and a trained generator."
	textFindNeedsGenerator  = "This needs a trained generator."
	textFindHint            = "Values that you changed above are taken as they stand."

	textCounterfactuals = "Counterfactuals"
	textResultsRegion   = "Table of counterfactuals, scrolls sideways"
	textResultRow       = "Row"
	textFactual         = "Factual"
	textPredictedClass  = "Predicted"
	textProbability     = "Probability"
	textChangedCount    = "Changes"
	textChangedOnly     = "Show only changed features"
	textDownload        = "Download CSV"
	textCopy            = "Copy as CSV"
	textCopied          = "The counterfactuals were copied as CSV."
	textNoClipboard     = "The browser gives this page no clipboard. Use Download CSV instead."
	textStale           = "The row was changed after these were found. Find counterfactuals again to explain it as it stands."
	textHonest          = "Each class and probability is computed again from exactly the values shown. They describe this model, not what would happen in the world."
)

func textRowOf(e store.Explain) string {
	switch {
	case e.Total == 0 && e.Waiting:
		return "Looking for rows."
	case e.Total == 0:
		return "No row matches."
	case e.Search != "":
		return fmt.Sprintf("Of %s rows that match the search.", store.FormatCount(e.Total))
	}
	return fmt.Sprintf("Of %s rows.", store.FormatCount(e.Total))
}

func textHits(n int) string {
	switch n {
	case 0:
		return "No row matches the search."
	case 1:
		return "1 row matches the search."
	}
	return fmt.Sprintf("%s rows match the search.", store.FormatCount(n))
}

func textHit(index int, s store.Schema, row []float64, outcome int) string {
	const most = 6
	parts := make([]string, 0, most+1)
	for j, f := range s.Features {
		if j == most {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, f.Name+" "+f.Format(row[j]))
	}
	return fmt.Sprintf("Table row %s: %s; %s %s", store.FormatCount(index+1), strings.Join(parts, ", "), s.Outcome.Name, s.Outcome.Format(float64(outcome)))
}

func textRowTitle(index int) string { return "Table row " + store.FormatCount(index+1) }

func textWhatIf(outcome, class string) string {
	return fmt.Sprintf("In the table its %s is %s. Change a value to see what the model would say.", outcome, class)
}

func textAnswer(outcome, class string, share float64) string {
	return fmt.Sprintf("The model gives %s = %s to this row, with probability %s.", outcome, class, formatProbability(share))
}

func textTrainedOn(low, high string) string { return "Trained on " + low + " to " + high }
func textWas(value string) string           { return "changed from " + value }

func textEdits(n int) string {
	switch n {
	case 0:
		return "The row is as in the table."
	case 1:
		return "1 value differs from the table."
	}
	return fmt.Sprintf("%d values differ from the table.", n)
}

func textResults(row int, changed bool) string {
	title := "What was found for table row " + store.FormatCount(row+1)
	if changed {
		title += ", as changed"
	}
	return title
}

func textTried(x store.Explained, s store.Schema) string {
	target := "another class"
	if x.Target >= 0 {
		target = s.Outcome.Name + " = " + s.Outcome.Format(float64(x.Target))
	}
	return fmt.Sprintf("%s latent samples were tried in %s; %s of the decoded rows reach %s.",
		store.FormatCount(x.Tried), formatDuration(x.TookMS), store.FormatCount(x.Valid), target)
}

func textNoneFound(x store.Explained) string {
	if x.Valid == 0 {
		return fmt.Sprintf("None of %s samples reaches the target class once it is decoded and rounded. More tries, another seed, or a generator trained longer or with a larger validity weight may find one.", store.FormatCount(x.Tried))
	}
	return "Rows that reach the target class were drawn, but none of them could be shown. Try another seed."
}

func textCounterfactualNo(n int) string { return fmt.Sprintf("Counterfactual %d", n) }

// textCounterfactual says in one sentence what differs and what the model then
// answers. It promises nothing about the world.
func textCounterfactual(s store.Schema, factual []float64, c store.Counterfactual) string {
	values, shares := c.Values.Values(), c.Shares.Values()
	var changes []string
	for j, f := range s.Features {
		if j < len(values) && j < len(factual) && values[j] != factual[j] {
			changes = append(changes, fmt.Sprintf("%s is %s instead of %s", f.Name, f.Format(values[j]), f.Format(factual[j])))
		}
	}
	p := ""
	if c.Class >= 0 && c.Class < len(shares) {
		p = ", with probability " + formatProbability(shares[c.Class])
	}
	rest := "; everything else stays the same"
	if len(changes) == len(s.Features) {
		rest = ""
	}
	return fmt.Sprintf("The model gives %s = %s to this row%s, where %s%s.",
		s.Outcome.Name, s.Outcome.Format(float64(c.Class)), p, joinAnd(changes), rest)
}

func joinAnd(parts []string) string {
	switch n := len(parts); n {
	case 0:
		return "nothing differs"
	case 1:
		return parts[0]
	default:
		return strings.Join(parts[:n-1], ", ") + " and " + parts[n-1]
	}
}

func textCSVName(row int) string { return fmt.Sprintf("counterfactuals-row-%d.csv", row+1) }
