package chart

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// TallyOf counts a few people by category.
type TallyOf struct {
	Title string
	Parts []TallyPart // at most three: filled, hollow and pale
}

// TallyPart is a category with its count.
type TallyPart struct {
	Name  string
	Count int
}

// The measures of a tally.
const (
	tallyRow  = 30 // dots in a row
	tallyStep = 14
	tallyLine = 18
)

// Tally draws a dot for each person, and the names with their counts.
func Tally(of TallyOf) app.UI {
	all, names := 0, make([]app.UI, 0, len(of.Parts))
	for i, p := range of.Parts {
		all += p.Count
		if p.Count > 0 {
			names = append(names, app.Li().DataSet("part", strconv.Itoa(i)).Text(fmt.Sprintf("%d %s", p.Count, p.Name)))
		}
	}
	return app.Div().Class("tally").Body(drawTally(of, all).ui(), &behind{Of: of},
		app.Ul().Class("tally-names").Body(names...))
}

func drawTally(of TallyOf, all int) node {
	rows := (all + tallyRow - 1) / tallyRow
	svg := el("svg", "viewBox", fmt.Sprintf("0 0 %d %d", tallyRow*tallyStep, max(rows, 1)*tallyLine), "role", "img",
		"aria-label", of.gist(), "data-chart", "tally")
	at := 0
	for i, p := range of.Parts {
		for range p.Count {
			svg = svg.with(el("circle", "data-part", strconv.Itoa(i), "cx", px(float64(at%tallyRow)*tallyStep+7), "cy",
				px(float64(at/tallyRow)*tallyLine+9), "r", "4.5"))
			at++
		}
	}
	return svg
}

func (of TallyOf) gist() string {
	var list []string
	for _, p := range of.Parts {
		list = append(list, fmt.Sprintf("%d %s", p.Count, p.Name))
	}
	return of.Title + ": " + strings.Join(list, ", ")
}
