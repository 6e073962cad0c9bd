package explain

import (
	"fmt"

	"causeway/app/ui/kit"
	"causeway/core/data"
)

// The map of two features.
const (
	textMap       = "Two features as a map"
	textMapAcross = "Across"
	textMapUp     = "Up"
)

// textMapReads says how the map is to be read.
func textMapReads(o data.Feature, class int, elsewhere bool) string {
	text := fmt.Sprintf("The bluer, the likelier %s if only these two change.", kit.TextClass(o.Name, o.Levels[class]))
	if len(o.Levels) == 2 {
		text += " The line is where the model decides."
	}
	text += " Hatched: a hard rule or a limit forbids it. Small dots: rows of the table, larger those of this class."
	if elsewhere {
		text += " A hollow number changes other features, too, so the colour below it is not its own."
	}
	return text
}
