package chart

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// crowd are two groups of n people, every tenth of whom stands nowhere.
func crowd(n int) SwarmOf {
	of := SwarmOf{Title: "Effort", XLabel: "Effort", Apart: []string{"no way", "none found"}, Mark: 3, OnChoose: func(app.Context, int) {},
		Name: func(who int) string { return fmt.Sprintf("Person %d", who) }}
	for g := range 2 {
		group := SwarmGroup{Name: []string{"Men", "Women"}[g], Note: count(n), Apart: make([][]int, 2), Half: "half", HalfAt: 1}
		for i := range n {
			if who := g*n + i; i%10 == 9 {
				group.Apart[0] = append(group.Apart[0], who)
			} else {
				group.Who, group.At = append(group.Who, who), append(group.At, float64(i%37)/10)
			}
		}
		of.Groups = append(of.Groups, group)
	}
	return of
}

// Each has a spot at their own value, no spot covers another, and all are within their rows, at every width.
func TestEachOfASwarmHasASpot(t *testing.T) {
	for _, width := range []float64{320, 560, 1200} {
		for _, n := range []int{40, 200, 900} {
			of, f := crowd(n), finger{}
			of.finger = &f
			svg, ok := of.draw(width)
			if !ok || len(f.spots) != 2*n {
				t.Fatalf("%d people at %v px have %d spots", 2*n, width, len(f.spots))
			}
			var high float64
			fmt.Sscan(svg.attr("height"), &high)
			for i, s := range f.spots {
				if s.x < 0 || s.x > width || s.y < 0 || s.y > high-swarmFoot+1 {
					t.Errorf("%d people at %v px: %s stands at %v, %v", 2*n, width, s.says, s.x, s.y)
				}
				for _, o := range f.spots[:i] {
					if n < 900 && width > 400 && (s.x-o.x)*(s.x-o.x)+(s.y-o.y)*(s.y-o.y) < 4 {
						t.Errorf("%d people at %v px: %s covers %s", 2*n, width, s.says, o.says)
					}
				}
			}
			if text := svg.markup(); !strings.Contains(text, `role="slider"`) || !strings.Contains(text, `aria-valuetext="Person 3: 0.30"`) || !strings.Contains(text, "Men: "+count(n)+", half, "+count(n/10)+" no way.") {
				t.Errorf("%d people at %v px are not told: %.300s", 2*n, width, text)
			}
		}
	}
}

// Who comes first stands in the middle, the next by turns above and below it, and whoever has room again in the middle.
func TestLevelsOfASwarm(t *testing.T) {
	for _, c := range []struct {
		xs     []float64
		most   int
		levels []int
		fits   bool
	}{
		{[]float64{0, 0, 0, 8, 9}, 1, []int{0, 1, -1, 0, 1}, true},
		{[]float64{0, 0, 0, 0}, 1, []int{0, 1, -1, 0}, false},
		{[]float64{0, 1}, 0, []int{0, 0}, false},
		{nil, 3, nil, true},
	} {
		if levels, fits := levelsOf(c.xs, 8, c.most); !slices.Equal(levels, c.levels) || fits != c.fits {
			t.Errorf("%v: %v %v, want %v %v", c.xs, levels, fits, c.levels, c.fits)
		}
	}
}

// Very many people are a density without spots, as high in all where there are as many.
func TestVeryManyAreADensity(t *testing.T) {
	of, f := crowd(1200), finger{}
	of.finger = &f
	svg, ok := of.draw(900)
	text := svg.markup()
	if !ok || len(f.spots) != 0 || strings.Count(text, `data-part="density"`) != 2 || strings.Contains(text, `data-part="dots"`) {
		t.Errorf("%d spots: %.300s", len(f.spots), text)
	}
	if _, rows := of.numbers(mostRows, exact); len(rows) != mostRows {
		t.Errorf("%d rows", len(rows))
	}
	if _, ok := (SwarmOf{Groups: []SwarmGroup{{}}}).draw(900); ok {
		t.Error("nobody is drawn as somebody")
	}
}
