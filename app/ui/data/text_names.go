package data

import (
	"causeway/core/data"
)

// Table: readable names of columns and levels.
const (
	textNames     = "Readable names, units and decimals"
	textNamesNote = "For this page, its texts and the report. The table, its hash and exported rows keep the names " +
		"in the file and all decimals of its numbers."
	textNamesLater = "A list of readable names for columns and their values, and of units and decimals. It applies " +
		"once the table is imported; you can change it then."
	textNamesList  = "Paste a list"
	textNamesField = "One name per line"
	textNamesHint  = "credit_amount: Amount [DM]\ncholesterol: [mg/dl] [0 decimals]\nA43: radio or " +
		"television\npurpose.A40: a new car"
	textUseNames    = "Use these names"
	textNamesByHand = "Name a column by hand"
	textNamesColumn = "Column to name"

	textReadUnit     = "Unit of its numbers"
	textReadUnitHelp = "Such as years or DM. In a list, put it in brackets after the name."

	textReadDecimals     = "Decimals shown"
	textReadDecimalsOwn  = "As in the table"
	textReadDecimalsHelp = "Rounds only the display, nothing that is computed. More are shown where rounded values " +
		"or rules would mislead. In a list: [0 decimals], after the unit."
)

func textReadName(own string) string  { return own + " is read as" }
func textReadLevel(own string) string { return "“" + own + "” is read as" }

// textColumnRead is a column's name in the table and its readable name.
func textColumnRead(f data.Feature) string {
	if own := f.Own().Name; own != f.Name {
		return own + " – " + f.Title()
	}
	return f.Title()
}
