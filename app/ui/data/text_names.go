package data

import (
	"causeway/core/data"
)

// Table: readable names of columns and levels.
const (
	textNames     = "Readable names, units and decimals"
	textNamesNote = "For this page, its sentences and the report. The table, its hash and exported rows keep the " +
		"names of the file, and its numbers with all decimals."
	textNamesLater = "A list of what columns and their values are called and what numbers are counted in and read " +
		"with. It is used once the table is imported, and can be changed then."
	textNamesList  = "Paste a list"
	textNamesField = "Names, one a line"
	textNamesHint  = "credit_amount: Amount [DM]\ncholesterol: [mg/dl] [0 decimals]\nA43: radio or " +
		"television\npurpose.A40: a new car"
	textUseNames    = "Use these names"
	textNamesByHand = "Name a column by hand"
	textNamesColumn = "Column to name"

	textReadUnit     = "Unit of its numbers"
	textReadUnitHelp = "Such as years or DM. In a list it stands in brackets behind the name."

	textReadDecimals     = "Decimals shown"
	textReadDecimalsOwn  = "As in the table"
	textReadDecimalsHelp = "Rounds what is read, and nothing that is computed. More are shown where values or rules " +
		"would look otherwise than they are. In a list: [0 decimals], behind the unit."
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
