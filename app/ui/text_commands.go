package ui

import (
	"strconv"

	"causeway/app/ui/kit"
)

const (
	textCommands       = "Commands"
	textCommandsTitle  = "Find any command (Ctrl+K)"
	textCommandsHint   = "Type what you want to do"
	textCommandsClose  = "Close"
	textCommandPlace   = "place"
	textCommandPress   = "press"
	textCommandField   = "field"
	textCommandFeature = "feature"
)

func textCommandsFound(shown, all int) string {
	switch {
	case all == 0:
		return "No command name contains this."
	case shown < all:
		return "The first " + strconv.Itoa(shown) + " of " + kit.Plural(all, "command") +
			". Choose with the arrow keys, run with Enter, close with Escape."
	}
	return kit.Plural(all, "command") + ". Choose with the arrow keys, run with Enter, close with Escape."
}
