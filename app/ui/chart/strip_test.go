package chart

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func number(t *testing.T, n node, name string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(n.attr(name), 64)
	if err != nil {
		t.Fatalf("%s of %s = %q", name, n.tag, n.attr(name))
	}
	return v
}

// each calls f with a node and everything inside it.
func (n node) each(f func(node)) {
	f(n)
	for _, k := range n.kids {
		k.each(f)
	}
}

// For any row, answers and table, nothing is drawn outside, the answers' marks cover
// neither each other nor the row's dot, and the picture shows all of them.
func TestStripsStayInTheirBox(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 2000 {
		of := StripOf{Title: "age", Low: r.NormFloat64() * 40, High: r.NormFloat64()*40 + 60}
		if r.IntN(2) == 0 {
			for i := range 1 + r.IntN(41) {
				of.Labels, of.Counts = append(of.Labels, "level "+strconv.Itoa(i)), append(of.Counts, r.IntN(90))
				of.Barred = append(of.Barred, r.IntN(3) == 0)
			}
			of.Value = float64(r.IntN(len(of.Labels)))
		} else {
			of.Edges = []float64{r.NormFloat64() * 30}
			for range r.IntN(20) {
				of.Edges, of.Counts = append(of.Edges, of.Edges[len(of.Edges)-1]+r.Float64()*10),
					append(of.Counts, r.IntN(90))
			}
			of.Value = r.NormFloat64() * 60
		}
		for _, n := range of.Counts {
			of.Of = append(of.Of, r.IntN(n+1))
		}
		for i := range r.IntN(6) {
			a := StripAnswer{No: i + 1, Value: r.NormFloat64() * 60}
			if len(of.Labels) > 0 {
				a.Value = float64(r.IntN(len(of.Labels)))
			}
			of.Answers = append(of.Answers, a)
		}
		svg, said := drawStrip(of), ""
		svg.each(func(n node) {
			if n.tag != "rect" {
				said += n.text + " "
				return
			}
			x, y, w, h := number(t, n, "x"), number(t, n, "y"), number(t, n, "width"), number(t, n, "height")
			if x < -1.2 || y < 0 || w < 0 || h < 0 || x+w > StripWidth+1.2 || y+h > stripHeight {
				t.Fatalf("a bar from %g,%g of %g by %g in %+v", x, y, w, h, of)
			}
		})
		for _, a := range of.Answers {
			if !shows(said, a.No) {
				t.Fatalf("answer %d is not drawn: %q", a.No, said)
			}
			if !strings.Contains(svg.attr("aria-label"), "; "+strconv.Itoa(a.No)+": ") {
				t.Fatalf("answer %d is not told: %q", a.No, svg.attr("aria-label"))
			}
		}
	}
}

// shows reports whether marks hold a number, alone or between the ends of a run.
func shows(said string, no int) bool {
	for _, part := range strings.Fields(strings.ReplaceAll(said, "·", " ")) {
		from, to, run := strings.Cut(part, "–")
		low, _ := strconv.Atoi(from)
		high, _ := strconv.Atoi(to)
		if low == no || run && low < no && no <= high {
			return true
		}
	}
	return false
}

func TestNumbersInShort(t *testing.T) {
	for want, list := range map[string][]int{"": nil, "4": {4}, "1·2": {1, 2}, "1–3": {1, 2, 3},
		"1·3–5·7": {1, 3, 4, 5, 7}} {
		if got := numbers(list); got != want {
			t.Errorf("%v is %q, want %q", list, got, want)
		}
	}
}

func TestStripSaysWhatItShows(t *testing.T) {
	of := StripOf{Title: "work", Labels: []string{"clerk", "nurse"}, Counts: []int{4, 6}, Of: []int{1, 5}, Value: 0,
		Answers: []StripAnswer{{1, 1}}}
	if got, want := drawStrip(of).attr("aria-label"), "work: clerk; 1: nurse."; got != want {
		t.Errorf("says %q, want %q", got, want)
	}
	age := StripOf{Title: "age", Edges: []float64{20, 30, 40}, Counts: []int{1, 2}, Value: 45,
		Answers: []StripAnswer{{2, 18}}, Low: 18, High: 45}
	if lo, hi := age.Range(); lo != 18 || hi != 45 {
		t.Errorf("goes from %g to %g, want 18 to 45 with the row and its answer", lo, hi)
	}
}

// An integer stands in the middle of its bar, and the range ends with the last of them.
func TestIntegersStandInTheMiddleOfTheirBars(t *testing.T) {
	of := StripOf{Title: "exang", Edges: []float64{0, 1, 2}, Counts: []int{3, 5}, Whole: true, Value: 0,
		Answers: []StripAnswer{{1, 1}}, High: 1}
	if lo, hi := of.Range(); lo != 0 || hi != 1 {
		t.Errorf("goes from %g to %g, want 0 to 1", lo, hi)
	}
	if at := of.place(0); at != StripWidth/4 || of.place(1) != 3*StripWidth/4 {
		t.Errorf("0 and 1 stand at %g and %g", at, of.place(1))
	}
	for _, v := range []float64{0, 0.5, 1} {
		if got := of.At(of.Share(v)); math.Abs(got-v) > 1e-9 {
			t.Errorf("%g stands where %g does", v, got)
		}
	}
	var bars []float64
	drawStrip(of).each(func(n node) {
		if n.tag == "rect" && n.attr("rx") == "" {
			bars = append(bars, number(t, n, "x"), number(t, n, "x")+number(t, n, "width"))
		}
	})
	if want := []float64{0, StripWidth/2 - 1, StripWidth / 2, StripWidth - 1}; !slices.Equal(bars, want) {
		t.Errorf("bars from and to %v, want %v", bars, want)
	}
}

// For any shares and page width, each dot is at its share, and both texts stay inside the picture
// without overlapping.
func TestDecisionsStandAtTheirShares(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 3000 {
		of := DecisionOf{Title: "Probability of yes", Now: r.Float64(), Then: r.Float64(), HasThen: r.IntN(4) > 0,
			Threshold: 0.5, Decides: "here", NowSays: "12.3 % now", ThenSays: "45.6 %"}
		if r.IntN(3) == 0 {
			of.Then = min(of.Now+0.04*r.Float64(), 1)
		}
		svg := of.at(200+r.Float64()*700, 0)
		var wide, high float64
		if _, err := fmt.Sscanf(svg.attr("viewBox"), "0 0 %g %g", &wide, &high); err != nil {
			t.Fatal(err)
		}
		at, ends := map[string]float64{}, [][2]float64{}
		svg.each(func(n node) {
			switch part := n.attr("data-part"); {
			case n.tag == "circle":
				at[part] = number(t, n, "cx")
			case n.tag == "text" && number(t, n, "y") > decisionBar:
				half := charWidth * float64(len([]rune(n.text))) / 2
				ends = append(ends, [2]float64{number(t, n, "x") - half, number(t, n, "x") + half})
			}
		})
		place := func(v float64) float64 { return decisionDot + 1 + v*(wide-2*decisionDot-2) }
		want := map[string]float64{"now": place(of.Now)}
		if of.HasThen {
			want = map[string]float64{"was": place(of.Now), "now": place(of.Then)}
		}
		for part, x := range want {
			if math.Abs(at[part]-x) > 0.1 {
				t.Fatalf("%+v: %s stands at %v of %v, want %v", of, part, at[part], wide, x)
			}
		}
		for i, e := range ends {
			if e[0] < -1 || e[1] > wide+1 || i > 0 && e[0] < ends[0][1] && ends[0][0] < e[1] {
				t.Fatalf("%+v: words from and to %v of %v", of, ends, wide)
			}
		}
	}
}

func TestDecisionSaysWhatItShows(t *testing.T) {
	of := DecisionOf{Title: "Probability of yes", Now: 0.2, NowSays: "20.0 % now", Then: 0.55, HasThen: true,
		ThenSays: "55.0 %"}
	if want := "Probability of yes: 20.0 % now; 55.0 %."; of.at(0, 0).attr("aria-label") != want {
		t.Errorf("says %q, want %q", of.at(0, 0).attr("aria-label"), want)
	}
}
