package classifier

import (
	"fmt"
	"strconv"
	"strings"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/data"
	"causeway/core/model"
	"causeway/core/wire"
)

// Importing and exporting models.
const (
	TextImportModel  = "Import a model"
	textForeignTitle = "A classifier from another program"
	textForeignLead  = "ONNX, XGBoost (.json, .ubj), CatBoost (.json) or LightGBM (.txt). It is first tested on " +
		"the held-out rows."
	textForeignNeeds  = "Open a table with the columns that the model uses first."
	textForeignClosed = "Discard model"
	TextForeignUse    = "Use this model"
	textUsingModel    = "Importing the model"
	textForeignGoes   = "It replaces the current classifier and the generator that learned from it."
	textFoundInFile   = "Contents of the file"
	textNothingRun    = "Causeway runs no code from the file."
	textProducer      = "Written by"
	textNoProducer    = "unknown"
	textFileSize      = "Size"
	textFileHash      = "SHA-256 of the file"
	textTakesColumns  = "Input columns"
	textClassesIt     = "Classes"
	textEndsIn        = "Ends in"
	TextOutputIs      = "Output with the class scores"
	TextThreshold     = "Second class from"
	textThresholdHint = "The model returns one number per row; from this value on, it is the second class."
	textMatching      = "How its columns are matched"
	textMatchingHint  = "A number is passed to the model as (value − minus) ÷ divided by. Causeway guesses the " +
		"columns from their names. If you are unsure, ask the person who trained the model."
	textScaleRange    = "Scale all numbers to 0–1"
	textScaleNone     = "Leave all numbers as they are"
	textColumnTable   = "Columns of the model"
	textColumnRegion  = "Columns of the model, scrolls sideways"
	TextModelColumn   = "Column of the model"
	TextComesFrom     = "Comes from"
	textAs            = "As"
	TextUndecided     = "Not decided"
	TextSameForAll    = "The same value for everybody"
	textInOrder       = "A number for each level"
	textColumnsWord   = "columns"
	textLevelsWord    = "levels"
	textDoneCodes     = "Done"
	textNoCode        = "None of them"
	textByNumber      = "the number itself"
	TextRowsToCompare = "First compare five rows"
	TextRowsAgree     = "They agree"
	textRowsAgreed    = "You confirmed these rows."
	textRowsWait      = "Confirm the rows first. Until then, the model cannot be used or explained."
	TextOrderIs       = "Categories are numbered"
	textRowNumber     = "Row"
	textClassTable    = "Classes of the model"
	textModelClass    = "Class of the model"
	textClassOfTable  = "Class of the table"
	textAgreement     = "How well it fits this table"
	TextTrying        = "Testing it on the held-out rows…"
	TextPoorFit       = "On this table, the model does no better than always naming the most frequent class. " +
		"Usually this means that a column or class was matched incorrectly, or that a scaling step is missing."
	TextImportedTitle = "This classifier was imported"
	textImportedNote  = "It was not trained here. The settings below only apply if you train a new classifier " +
		"to replace it."
	TextImportedAgain = "Training replaces the imported classifier. It also discards the generator, because " +
		"that learned from the imported one."
	textFromProject = "It came with a project. The file says nothing more about it."

	TextImportMapping = "How its columns were matched"
	textToDecide      = "To decide"
	textCodesButton   = "Codes…"
)

// orderNames describe the ways to number categories, in the order of the list.
var orderNames = []widget.Option{
	{Value: string(wire.OrderLikeliest), Text: "Most likely: sorted, or the numbers as they are"},
	{Value: string(wire.OrderSorted), Text: "Sorted as in Python: a10 before a2, 2 before 10"},
	{Value: string(wire.OrderSpelled), Text: "Sorted as text, numbers too: 10 before 2"},
	{Value: string(wire.OrderListed), Text: "As this table lists its levels"},
	{Value: string(wire.OrderAppearing), Text: "In order of first appearance"},
	{Value: string(wire.OrderItself), Text: "Each category is its own number"},
}

func textAssumed(columns []string) string {
	return "The file does not say which number stands for which category of " + strings.Join(columns, ", ") +
		". Causeway assumes the order below. Compare these probabilities with those of the program that wrote " +
		"the model. If they differ, choose another order, or set the codes above."
}

func textShareOf(class string) string { return "Share of " + class }

func textEnding(e wire.Ending) string {
	switch e {
	case wire.EndsSoftmax:
		return "probabilities (softmax)"
	case wire.EndsSigmoid:
		return "a probability (sigmoid)"
	case wire.EndsShares:
		return "class scores, divided by their sum"
	}
	return "scores; a softmax or sigmoid is added"
}

func textSourceOf(column string) string    { return "Source of " + column }
func textFormOf(column string) string      { return "Form of " + column }
func textMinusOf(column string) string     { return "Minus, of " + column }
func textDividedOf(column string) string   { return "Divided by, of " + column }
func textValueOf(column string) string     { return "Value of " + column }
func textClassIs(class string) string      { return "What " + class + " is" }
func textIsLevel(level string) string      { return "1 where it is “" + level + "”, else 0" }
func textCodesOf(column string) string     { return "Codes of " + column }
func textChangeCodes(column string) string { return "Change the codes of " + column }
func textCodeOf(level string) string       { return "Code of " + level }
func textClassNo(k int) string             { return "Class " + strconv.Itoa(k) }

func textReadingModel(name string) string { return "Reading " + name + "." }

// categoryNames returns the levels of a feature, or the numbers for which a source has codes.
func categoryNames(f data.Feature, r model.Source) []string {
	if !f.Kind.Numeric() {
		return f.Levels
	}
	var names []string
	for _, v := range r.Values {
		names = append(names, kit.ExactNumber(v))
	}
	return names
}

// textCodes lists the codes of the first levels.
func textCodes(c model.Column, f data.Feature, r model.Source) string {
	const most = 3
	text, names, codes := "", categoryNames(f, r), r.Codes.Values()
	if len(codes) == 0 {
		return textByNumber
	}
	for l, v := range codes {
		if l == most || l >= len(names) {
			return text + ", …"
		}
		if l > 0 {
			text += ", "
		}
		text += names[l] + " → " + codeText(c, v)
	}
	return text
}

// codeText returns a code of a column as a person reads it.
func codeText(c model.Column, v float64) string {
	switch at := int(v); {
	case len(c.Codes) == 0:
		return kit.ExactNumber(v)
	case at >= 0 && at < len(c.Codes):
		return c.Codes[at]
	}
	return textNoCode
}

func textForeignFit(t wire.ModelTried) string {
	return fmt.Sprintf("Of %s held-out rows, it classifies %s correctly. Always naming the most frequent class "+
		"would give %s.",
		store.FormatCount(t.TestRows), store.FormatShare(t.Accuracy), store.FormatShare(t.Base))
}

// TextProofLimit says which answers of a model are not proved, and why.
func TextProofLimit(s data.Schema, l model.ProofLimit) string {
	const most = 3
	why := "its operator " + l.Operator + " has no bounds"
	if l.Operator == "" {
		why = "the model reads a number as a category"
	}
	if len(l.Features) >= len(s.Features) {
		return "Nothing can be proved about answers for this model: " + why +
			". The search still finds answers, and each is checked with the model itself."
	}
	var names []string
	for _, j := range l.Features {
		if j < len(s.Features) && len(names) < most {
			names = append(names, s.Features[j].Name)
		}
	}
	if more := len(l.Features) - most; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return fmt.Sprintf("Little can be proved while %s may change: %s. The search still finds answers, and each "+
		"is checked with the model itself.", strings.Join(names, " or "), why)
}

// textImportClaimed says that an opened file claims where its classifier comes from.
const textImportClaimed = "This is the file's claim. Causeway cannot check where the classifier comes from."

func TextImportedFrom(p model.Provenance) string {
	if p.Name == "" {
		return textFromProject
	}
	by := ""
	if p.Producer != "" {
		by = ", written by " + p.Producer
	}
	return fmt.Sprintf("%s, %s%s.", p.Name, store.FormatSize(p.Size), by)
}

// textSource says in words where a model's column comes from.
func TextSource(s data.Schema, c model.Column, r model.Source) string {
	if r.Take == model.TakeFixed {
		return TextSameForAll + ": " + codeText(c, r.Value)
	}
	if r.Take == model.TakeNothing || r.Feature < 0 || r.Feature >= len(s.Features) {
		return TextUndecided
	}
	f := s.Features[r.Feature]
	switch r.Take {
	case model.TakeLevel:
		return fmt.Sprintf("%s: %s", f.Name, textIsLevel(f.Format(float64(r.Level))))
	case model.TakeCode:
		return fmt.Sprintf("%s: %s", f.Name, textCodes(c, f, r))
	}
	switch {
	case r.Scale != 0 && r.Scale != 1:
		return fmt.Sprintf("(%s − %s) ÷ %s", f.Name, kit.FormatNumber(r.Shift), kit.FormatNumber(r.Scale))
	case r.Shift != 0:
		return fmt.Sprintf("%s − %s", f.Name, kit.FormatNumber(r.Shift))
	}
	return f.Name
}
