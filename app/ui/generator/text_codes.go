package generator

import (
	"fmt"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/core/wire"
)

const (
	textCodes       = "Draw the latent space"
	textCodesTitle  = "Held-out rows in latent space"
	textCodesAstray = "its code without noise does not reach the other class"
)

func textCode(k int) string { return fmt.Sprintf("code dimension %d", k+1) }

func textCodesOf(class string) string { return "row of " + class }

// textCodesMean explains the drawing.
func textCodesMean(m wire.CodesMeasured) string {
	return fmt.Sprintf("The mean codes of %s, each encoded for the other class. %d of %s differ "+
		"between rows, and these two have %s of the variance. The decoder also sees the row itself. With noise "+
		"added to the code, %d of them get a different counterfactual.",
		kit.Plural(len(m.Class), "held-out row"), m.Used, kit.Plural(m.Numbers, "dimension"),
		store.FormatShare(m.Share),
		m.Moved)
}
