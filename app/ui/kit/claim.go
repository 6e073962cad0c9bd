package kit

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/widget"
	"causeway/core/model"
)

// ClaimedBy is the class of a part of the page whose figures only a file stands for, which
// makes them grey, behind the classes that it has anyway.
func ClaimedBy(o store.Origin, differ []model.Differ, classes ...string) []string {
	if o.IsClaimed(differ) {
		classes = append(classes, "is-claimed")
	}
	return classes
}

// ClaimNote says so in words, and what was found instead where something was. It is nil, which
// draws nothing, where figures were measured here.
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

// TextClaim is what a ClaimNote says, or empty.
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
