package data

import (
	"embed"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/ui/chart"
)

// cards holds the answers of the finished projects as package chart draws them: lines with a part, a
// tab and its path. A test generates them from the projects.
//
//go:embed cards
var cards embed.FS

// pictureOf returns the answer of a finished project. It is decorative, because the text below says
// the same.
func pictureOf(file string) app.UI {
	b, _ := cards.ReadFile("cards/" + file + ".txt")
	var parts []app.UI
	box := chart.CardBox
	for l := range strings.Lines(string(b)) {
		part, d, _ := strings.Cut(strings.TrimSpace(l), "\t")
		if part == "box" {
			box = d
			continue
		}
		parts = append(parts, app.Elem("path").XMLNS(space).Attr("data-part", part).Attr("d", d))
	}
	return app.Elem("svg").XMLNS(space).Attr("data-chart", "map").Attr("data-card", file).Attr("aria-hidden", "true").
		Attr("focusable", "false").Attr("viewBox", box).Body(parts...)
}

const space = "http://www.w3.org/2000/svg"
