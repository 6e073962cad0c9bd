package explain

import (
	"fmt"

	"causeway/app/ui/kit"
	"causeway/core/document"
)

const (
	textReasons    = "Reasons for the decision"
	textResponsive = "For each feature, the values that would have been enough on their own"
)

// textResponds returns the responsiveness of a feature.
func textResponds(x document.Reason) string {
	return fmt.Sprintf("%d of %s", x.Reached, kit.Plural(x.Tried, "permitted value"))
}
