package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// crowd returns two groups of n people, of whom every tenth has no position.
func crowd(n int) SwarmOf {
	of := SwarmOf{Title: "Effort", XLabel: "Effort", Apart: []string{"no way", "none found"}, Mark: 3,
		OnChoose: func(app.Context, int) {},
		Name:     func(who int) string { return fmt.Sprintf("Person %d", who) }}
	for g := range 2 {
		group := SwarmGroup{Name: []string{"Men", "Women"}[g], Note: count(n), Apart: make([][]int, 2), Half: "half",
			HalfAt: 1}
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

// At every width, each person has a spot at the right value, spots do not cover each other, and all spots are
// within their rows.
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
					if width > 400 && (s.x-o.x)*(s.x-o.x)+(s.y-o.y)*(s.y-o.y) < 4 {
						t.Errorf("%d people at %v px: %s covers %s", 2*n, width, s.says, o.says)
					}
				}
			}
			if text := svg.markup(); !strings.Contains(text, `role="slider"`) ||
				!strings.Contains(text, `aria-valuetext="Person 3: 0.30"`) ||
				!strings.Contains(text, "Men: "+count(n)+", half, "+count(n/10)+" no way.") {
				t.Errorf("%d people at %v px are not told: %.300s", 2*n, width, text)
			}
		}
	}
}

// Places never overlap, stay inside the space, and are at their values as long as there is space above
// and below.
func TestPackedPlacesDoNotOverlap(t *testing.T) {
	even, ties := make([]float64, 100), make([]float64, 150)
	for i := range even {
		even[i] = float64(3 * i)
	}
	for _, c := range []struct {
		name   string
		xs     []float64
		astray float64
	}{{"apart", []float64{0, 8, 20}, 0}, {"three at once", []float64{5, 5, 5}, 0}, {"spread", even, 4},
		{"all at once", ties, 72}, {"nobody", nil, 0}} {
		places, astray := pack(c.xs, 8, 82)
		if len(places) != len(c.xs) || astray > c.astray {
			t.Errorf("%s: %d places, %v astray, want at most %v", c.name, len(places), astray, c.astray)
		}
		for i, p := range places {
			if p.y < -37 || p.y > 37 {
				t.Errorf("%s: %v is outside of the room", c.name, p)
			}
			for _, q := range places[:i] {
				if math.Abs(p.x-q.x) < 8-1e-9 && math.Abs(p.y-q.y) < 8-1e-9 {
					t.Fatalf("%s: %v covers %v", c.name, p, q)
				}
			}
		}
	}
}

// A few far outliers do not squeeze the others together: they are drawn behind the end of the
// axis.
func TestAnAxisEndsBehindTheMost(t *testing.T) {
	of, f := crowd(100), finger{}
	of.Groups[0].At[0] = 90
	of.finger = &f
	svg, _ := of.draw(1000)
	if text := svg.markup(); !strings.Contains(text, ">more<") || !strings.Contains(text, ">4<") ||
		strings.Contains(text, ">90<") {
		t.Errorf("the axis does not end: %.400s", text)
	}
	far := slices.IndexFunc(f.spots, func(s spot) bool { return s.who == of.Groups[0].Who[0] })
	for _, s := range f.spots {
		if s.x > f.spots[far].x+1 && !strings.Contains(s.says, "no way") {
			t.Errorf("%s stands behind %s", s.says, f.spots[far].says)
		}
	}
}

// Very many people are drawn as a density, with a spot for the highlighted one, and rings as long as
// they fit.
func TestVeryManyAreADensity(t *testing.T) {
	of, f := crowd(1200), finger{}
	of.finger = &f
	svg, ok := of.draw(900)
	text := svg.markup()
	if !ok || len(f.spots) != 1+2*120 || f.spots[0].who != of.Mark || strings.Count(text, `data-part="density"`) != 2 ||
		strings.Contains(text, `data-part="dots"`) {
		t.Errorf("%d spots: %.300s", len(f.spots), text)
	}
	if _, rows := of.numbers(mostRows, exact); len(rows) != mostRows {
		t.Errorf("%d rows", len(rows))
	}
	if _, ok := (SwarmOf{Groups: []SwarmGroup{{}}}).draw(900); ok {
		t.Error("nobody is drawn as somebody")
	}
}
