package data

import (
	"causeway/core/data"
)

// Table: readable names of columns and levels.
const (
	textNames     = "Readable names, units and decimals"
	textNamesNote = "Used on this page and in the report. The table, its hash and exported rows keep the file's " +
		"names and all decimals."
	textNamesLater = "A list of readable names for columns and values, with units and decimals. It applies once " +
		"the table is imported; you can change it later."
	textNamesList  = "Paste a list"
	textNamesField = "One name per line"
	textNamesHint  = "credit_amount: Amount [DM]\ncholesterol: [mg/dl] [0 decimals]\nA43: radio or " +
		"television\npurpose.A40: a new car"
	textUseNames    = "Use these names"
	textNamesByHand = "Name one column"
	textNamesColumn = "Column to name"

	textReadUnit     = "Unit of its numbers"
	textReadUnitHelp = "For example years or DM. In a list, put it in brackets after the name."

	textReadDecimals     = "Decimals shown"
	textReadDecimalsOwn  = "As in the table"
	textReadDecimalsHelp = "Rounds only what is displayed, not what is computed. More decimals are shown where " +
		"rounding would mislead. In a list: [0 decimals], after the unit."
)

func textReadName(own string) string  { return own + " is shown as" }
func textReadLevel(own string) string { return "“" + own + "” is shown as" }

// textColumnRead returns a column's name in the table and its readable name.
func textColumnRead(f data.Feature) string {
	if own := f.Own().Name; own != f.Name {
		return own + " – " + f.Title()
	}
	return f.Title()
}
