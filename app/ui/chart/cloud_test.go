package chart

import (
	"math"
	"strings"
	"testing"
)

func TestCloud(t *testing.T) {
	of := CloudOf{Title: "Codes", XLabel: "number 4", YLabel: "number 1", Says: "Two kinds.",
		Kinds: []Series{{Name: "a", X: []float64{0, 1, math.NaN()}, Y: []float64{0, 2, 1}},
			{Name: "b", X: []float64{-1}, Y: []float64{1}}}}
	svg, ok := of.draw(640)
	if !ok {
		t.Fatal("nothing is drawn")
	}
	if text := svg.markup(); strings.Count(text, "data-marker") != 3 || !strings.Contains(text, "Two kinds.") ||
		!strings.Contains(text, "number 4") {
		t.Errorf("the drawing is %s", text)
	}
	if keys := of.keys(); len(keys) != 2 || keys[1].name != "b" {
		t.Errorf("the legend has %d entries", len(keys))
	}
	head, rows := of.numbers(100, func(v float64) string { return "n" })
	if len(head) != 3 || len(rows) != 4 || rows[3][0] != "b" {
		t.Errorf("its numbers are %v %v", head, rows)
	}
	if _, ok := (CloudOf{}).draw(0); ok {
		t.Error("no points are drawn")
	}
}
