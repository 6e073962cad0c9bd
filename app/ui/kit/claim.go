package kit

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/widget"
	"causeway/core/model"
)

// ClaimedBy adds a class that greys a part of the page if its figures are only a file's claims.
func ClaimedBy(o store.Origin, differ []model.Differ, classes ...string) []string {
	if o.IsClaimed(differ) {
		classes = append(classes, "is-claimed")
	}
	return classes
}

// ClaimNote says in words that a figure is a file's claim, with the measured value if known. For
// figures measured here it is nil, which draws nothing.
func ClaimNote(o store.Origin, differ []model.Differ) app.UI {
	switch text := TextClaim(o, differ); {
	case text == "":
		return nil
	case o == store.Belied:
		return widget.Notice(widget.Warning, text)
	default:
		return app.P().Class("panel-note").Text(text)
	}
}

// TextClaim returns the sentence of a ClaimNote, or "".
func TextClaim(o store.Origin, differ []model.Differ) string {
	const most = 4
	switch {
	case o == store.Claimed:
		return textFileSays
	case o != store.Belied:
		return ""
	case len(differ) == 0:
		return textFileBelied
	}
	var list []string
	for _, d := range differ[:min(len(differ), most)] {
		said, found := store.FigureValues(d)
		list = append(list, store.FigureName(d.What)+" "+found+" and not "+said)
	}
	if n := len(differ) - len(list); n > 0 {
		list = append(list, Plural1(n, "more figure"))
	}
	return textFileMeasured + strings.Join(list, "; ") + "."
}
