package chart

import (
	"fmt"
	"strings"
	"testing"
)

// small is a map of two numbers by two jobs, of which one rule forbids the youngest.
func small() MapOf {
	return MapOf{Title: "Chance of yes", Class: "yes", Others: "no", Here: "here", Rules: []string{"age may not fall"},
		X:  MapAxis{Name: "age", At: []float64{20, 30, 40}},
		Y:  MapAxis{Name: "job", At: []float64{0, 1}, Labels: []string{"clerk", "farmer"}},
		In: []bool{false, false, true, false, false, false}, Broken: []int{0, -1, -1, 0, -1, -1},
		Points: [][2]float64{{25, 0}, {35, 1}}, Of: []bool{true, false},
		At: [2]float64{30, 0}, Shown: 1, Answers: []MapAnswer{{No: 1, At: [2]float64{40, 0}, Says: "Way 1"},
			{No: 2, At: [2]float64{40, 0}, Says: "Way 2"}}}
}

func TestAMapShowsTheClassRulesRowsAndWays(t *testing.T) {
	of := small()
	text := of.at(0, 0).markup()
	for _, want := range []string{`data-part="area"`, `data-part="hatch"`, `data-press="2"`,
		`aria-pressed="true" aria-label="Way 1"`, "farmer", ">age may not fall<", ">yes<", ">no<", `role="slider"`,
		"Chance of yes. The row: age 30 and job clerk; 1: age 40 and job clerk"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
	of.at(0, 0).each(func(n node) {
		// The only cell of the class is walled off from its two neighbours.
		if n.attr("data-part") == "border" && strings.Count(n.attr("d"), "M") != 2 {
			t.Errorf("border = %s", n.attr("d"))
		}
		if n.attr("data-part") == "hatch" {
			for _, step := range strings.Split(n.attr("d"), "M")[1:] {
				var x float64
				if _, err := fmt.Sscan(step, &x); err != nil || x > mapWide/2 {
					t.Errorf("a stroke at %s, where the rules allow all", step)
				}
			}
		}
	})
}

// A person who makes half of an answer's change ends where the model already accepts, if a rule
// forbids that cell.
func TestWhereTheBlindStop(t *testing.T) {
	of := small()
	of.In, of.Broken = []bool{false, false, false, false, true, true}, []int{-1, -1, -1, -1, 0, -1}
	of.Answers = []MapAnswer{{No: 1, At: [2]float64{40, 1}}}
	if at, rule, ok := of.Blind(); !ok || at != [2]float64{30, 1} || rule != of.Rules[0] {
		t.Errorf("stops at %v by %q, %t", at, rule, ok)
	}
	of.Broken[4] = -1
	if at, _, ok := of.Blind(); ok {
		t.Errorf("stops at %v, where nothing forbids it", at)
	}
}

// A position on the map has the value drawn there, and the arrow keys go from one value to the next.
func TestPlacesAndValuesAgree(t *testing.T) {
	of := small().laid(560, 420)
	for _, v := range []float64{20, 27, 40} {
		for _, l := range []float64{0, 1} {
			if got := of.Value(of.x(v), of.y(l), 560, 420); got != [2]float64{v, l} {
				t.Errorf("at %v and %v stands %v", v, l, got)
			}
		}
	}
	if got := of.Step(10, 10); got != [2]float64{40, 1} {
		t.Errorf("ten steps lead to %v", got)
	}
	if got := of.Step(1, 0); got != [2]float64{31, 0} {
		t.Errorf("a step leads to %v", got)
	}
}

// Every place of a value lies between the edges of its cell.
func TestValuesLieInTheirCells(t *testing.T) {
	for _, a := range []MapAxis{{At: []float64{1, 2, 5, 9}}, {At: []float64{3}},
		{At: []float64{0, 1, 2}, Labels: []string{"a", "b", "c"}}} {
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

// Levels are named on both axes, however many there are and however narrow the page is; names
// along the horizontal axis do not overlap.
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
			of.In, of.Broken = make([]bool, n*n), make([]int, n*n)
			across, up, last := 0, 0, -1.0
			of.at(width, 0).each(func(e node) {
				if e.tag != "text" || !strings.HasSuffix(e.attr("data-part"), "-name") {
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
