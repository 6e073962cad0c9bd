package chart

import (
	"strconv"
	"strings"
	"testing"
)

func cloud() ScatterOf {
	of := ScatterOf{Title: "x3 by x1", XLabel: "x1", YLabel: "x3", Points: Series{Name: "rows"},
		Curve: Series{Name: "line"},
		Says:  "A line that rises.", Width: 320, Height: 180}
	for i := range 9 {
		x := float64(i)
		of.Points.X, of.Points.Y = append(of.Points.X, x), append(of.Points.Y, 2*x+float64(i%3)-1)
		of.Curve.X, of.Curve.Y = append(of.Curve.X, x), append(of.Curve.Y, 2*x)
	}
	return of
}

func TestScatterGolden(t *testing.T) {
	svg, ok := drawScatter(cloud())
	if !ok {
		t.Fatal("nothing to draw")
	}
	golden(t, "scatter.svg", svg.markup())
}

func TestScatterOfChoices(t *testing.T) {
	of := cloud()
	of.Names = []string{"married", "never married", "widowed"}
	for i := range of.Points.X {
		of.Points.X[i] = float64(i % 3)
	}
	of.Curve = Series{Name: "mean", X: []float64{0, 1, 2}, Y: []float64{3, 5, 4}}
	svg, _ := drawScatter(of)
	text := svg.markup()
	if n := strings.Count(text, "h0"); n != 9 {
		t.Errorf("%d points, want 9", n)
	}
	if !strings.Contains(text, ">married<") || strings.Count(text, "M") != 12 {
		t.Errorf("want the names of the levels and three strokes in\n%s", text)
	}
	head, rows := scatterRows(of, 100, short)
	if len(head) != 3 || len(rows) != 12 || rows[0][0] != "married" {
		t.Errorf("rows = %q, %q", head, rows)
	}
	if of.Width = 100; of.Width > 0 {
		svg, _ = drawScatter(of)
		if strings.Contains(svg.markup(), ">never married<") {
			t.Error("a name is longer than its place")
		}
	}
	if _, ok := drawScatter(ScatterOf{}); ok {
		t.Error("nothing is drawn")
	}
}

// Levels that have an order are named where their scores are, as far as there is room.
func TestScoresHaveTheNamesOfTheirLevels(t *testing.T) {
	of := cloud()
	for i := range 9 {
		of.Names, of.NamesAt = append(of.Names, "level "+strconv.Itoa(i)), append(of.NamesAt, float64(i))
	}
	of.Width = 700
	svg, _ := drawScatter(of)
	for _, name := range of.Names {
		if !strings.Contains(svg.markup(), ">"+name+"<") {
			t.Errorf("%s has no label in %s", name, svg.markup())
		}
	}
	of.Width = 220
	svg, _ = drawScatter(of)
	shown := strings.Count(svg.markup(), ">level")
	if shown < 2 || shown > 5 || strings.Contains(svg.markup(), ">8<") {
		t.Errorf("%d levels are named at 220 pixels, want some, and no number", shown)
	}
	if strings.Count(svg.markup(), "M") != 10 {
		t.Error("the curve between scores is no stroke at each")
	}
}
