package chart

import (
	"fmt"
	"strings"
	"testing"
)

func TestAMapShowsSharesRulesAndRows(t *testing.T) {
	of := MapOf{Title: "Chance of yes", Parts: true,
		X: MapAxis{Name: "age", At: []float64{20, 30, 40}}, Y: MapAxis{Name: "job", At: []float64{0, 1}, Labels: []string{"clerk", "farmer"}},
		Shares: []float64{0.1, 0.4, 0.9, 0.1, 0.1, 0.1}, Kept: []bool{false, true, true, false, true, true},
		Points: [][2]float64{{25, 0}, {35, 1}}, Of: []bool{true, false},
		At: [2]float64{30, 0}, Answers: []MapAnswer{{No: 1, At: [2]float64{40, 0}}, {No: 2, At: [2]float64{40, 0}}, {No: 3, At: [2]float64{30, 0}, More: true}}}
	text := of.at(0).markup()
	for _, want := range []string{`data-band="1"`, `data-band="4"`, `data-band="9"`, `data-part="hatch"`, "1·2", `data-more="true"`, "farmer",
		"Chance of yes. The row: age 30 and job clerk; 1: age 40 and job clerk"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
	// The only cell of the class is walled off from its two neighbours.
	for _, n := range of.at(0).kids {
		if n.attr("data-part") == "border" && strings.Count(n.attr("d"), "M") != 2 {
			t.Errorf("border = %s", n.attr("d"))
		}
		if n.attr("data-part") == "hatch" {
			for _, step := range strings.Split(n.attr("d"), "M")[1:] {
				var x float64
				if _, err := fmt.Sscan(step, &x); err != nil || x > (mapLeft+mapWide-mapRight)/2 {
					t.Errorf("a stroke at %s, where the rules allow all", step)
				}
			}
		}
	}
}

// Every place of a value lies between the edges of its cell.
func TestValuesLieInTheirCells(t *testing.T) {
	for _, a := range []MapAxis{{At: []float64{1, 2, 5, 9}}, {At: []float64{3}}, {At: []float64{0, 1, 2}, Labels: []string{"a", "b", "c"}}} {
		edges := a.edges(10, 110)
		if len(edges) != len(a.At)+1 {
			t.Fatalf("%d edges of %d cells", len(edges), len(a.At))
		}
		for i, v := range a.At {
			if x := a.spot(v, 10, 110); x < edges[i] || x > edges[i+1] {
				t.Errorf("%v stands at %v, its cell is from %v to %v", v, x, edges[i], edges[i+1])
			}
		}
	}
}

// Levels have names on both axes, however many there are and however narrow the page is; those
// across do not reach into each other.
func TestLevelsHaveNamesOnBothAxes(t *testing.T) {
	for _, width := range []float64{260, 328, 560, 700} {
		for _, n := range []int{2, 8, 9, 16, 41} {
			var of MapOf
			var at []float64
			var names []string
			for l := range n {
				at, names = append(at, float64(l)), append(names, fmt.Sprintf("%d-a long name of a level", l))
			}
			of.X, of.Y = MapAxis{Name: "x", At: at, Labels: names}, MapAxis{Name: "y", At: at, Labels: names}
			of.Shares, of.Kept = make([]float64, n*n), make([]bool, n*n)
			across, up, last := 0, 0, -1.0
			of.at(width).each(func(e node) {
				if e.tag != "text" || e.attr("data-part") != "axis" {
					return
				}
				half := charWidth * float64(len([]rune(e.text))) / 2
				if e.attr("text-anchor") == "end" {
					up++
				} else if x := number(t, e, "x"); true {
					if x-half < last {
						t.Errorf("%v pixels, %d levels: %q reaches into the one before", width, n, e.text)
					}
					across, last = across+1, x+half
				}
			})
			if least := min(n, 3); across < least || up < min(n, 8) {
				t.Errorf("%v pixels, %d levels: %d are named across and %d up", width, n, across, up)
			}
		}
	}
}
