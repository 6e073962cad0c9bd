package graph

import (
	"fmt"
	"strings"

	"causeway/app/ui/kit"
	"causeway/core/causal"
)

// Texts about what a drawing implies.
const (
	textImplied       = "What the drawing implies"
	textImpliedAsk    = "Ask about two features"
	textImpliedOf     = "The effect of"
	textImpliedOn     = "On"
	textChooseFeature = "Choose a feature"
	textKnownBeside   = "Given"
	textImpliedNote   = "This follows from the edges alone, if the drawing includes every common cause."
)

func textIsKnown(feature string) string { return feature + " is known" }

// TextDepends says whether two features are dependent given others; path is an open path.
func TextDepends(x, y string, given []string, apart bool, path string) string {
	switch none := len(given) == 0; {
	case apart && none:
		return fmt.Sprintf("%s and %s do not depend on each other.", x, y)
	case apart:
		return fmt.Sprintf("Given %s, %s and %s do not depend on each other.", kit.And(given), x, y)
	case none:
		return fmt.Sprintf("%s and %s may depend on each other: %s is open.", x, y, path)
	}
	return fmt.Sprintf("Given %s, %s and %s may depend on each other: %s is open.", kit.And(given), x, y, path)
}

// TextPath writes a path with its arrows. A node without a name is an unobserved cause
// shared by its neighbours.
func TextPath(path []int, name func(int) string, arrow func(a, b int) bool) string {
	var b strings.Builder
	for i, v := range path {
		if name(v) == "" {
			b.WriteString(" ↔ ")
			continue
		}
		if i > 0 && name(path[i-1]) != "" {
			if arrow(path[i-1], v) {
				b.WriteString(" → ")
			} else {
				b.WriteString(" ← ")
			}
		}
		b.WriteString(name(v))
	}
	return b.String()
}

// TextAdjust says what to adjust for.
func TextAdjust(x, y string, a causal.Adjustment, name func(int) string) string {
	switch {
	case a.None:
		return fmt.Sprintf("%s has no effect on %s: no path of arrows leads there.", x, y)
	case a.Never:
		return fmt.Sprintf("No adjustment can identify the effect of %s on %s from rows: a path through "+
			"something unobserved always stays open.", x, y)
	case len(a.Sets) == 1 && len(a.Sets[0]) == 0:
		return fmt.Sprintf("The effect of %s on %s can be estimated from the rows without any adjustment.",
			x, y)
	}
	var sets []string
	for _, s := range a.Sets {
		sets = append(sets, kit.And(kit.Each(s, name)))
	}
	text := fmt.Sprintf("To estimate the effect of %s on %s from the rows, adjust for %s.", x, y,
		strings.Join(sets, "; or for "))
	if !a.All {
		text += " Other sets may work too."
	}
	return text
}
