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

// each calls f with n and everything in it.
func (n node) each(f func(node)) {
	f(n)
	for _, k := range n.kids {
		k.each(f)
	}
}

// Whatever a row, its answers and a table are like, nothing is drawn outside, marks of
// answers do not cover each other or the row's dot, and the picture says all of them.
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
				of.Edges, of.Counts = append(of.Edges, of.Edges[len(of.Edges)-1]+r.Float64()*10), append(of.Counts, r.IntN(90))
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

// shows reports whether marks hold a number, by itself or between the ends of a run.
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
	for want, list := range map[string][]int{"": nil, "4": {4}, "1·2": {1, 2}, "1–3": {1, 2, 3}, "1·3–5·7": {1, 3, 4, 5, 7}} {
		if got := numbers(list); got != want {
			t.Errorf("%v is %q, want %q", list, got, want)
		}
	}
}

func TestStripSaysWhatItShows(t *testing.T) {
	of := StripOf{Title: "work", Labels: []string{"clerk", "nurse"}, Counts: []int{4, 6}, Of: []int{1, 5}, Value: 0, Answers: []StripAnswer{{1, 1}}}
	if got, want := drawStrip(of).attr("aria-label"), "work: clerk; 1: nurse."; got != want {
		t.Errorf("says %q, want %q", got, want)
	}
	age := StripOf{Title: "age", Edges: []float64{20, 30, 40}, Counts: []int{1, 2}, Value: 45, Answers: []StripAnswer{{2, 18}}, Low: 18, High: 45}
	if lo, hi := age.Range(); lo != 18 || hi != 45 {
		t.Errorf("goes from %g to %g, want 18 to 45 with the row and its answer", lo, hi)
	}
}

// An integer stands in the middle of its bar, and the range ends with the last of them.
func TestIntegersStandInTheMiddleOfTheirBars(t *testing.T) {
	of := StripOf{Title: "exang", Edges: []float64{0, 1, 2}, Counts: []int{3, 5}, Whole: true, Value: 0, Answers: []StripAnswer{{1, 1}}, High: 1}
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

// Whatever the row and its answers are like and however narrow the page, each mark stands
// where its probability is, in true order, and covers no other.
func TestDecisionsStandAtTheirProbabilities(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 3000 {
		width := 200 + r.Float64()*700
		of := DecisionOf{Title: "Probability of yes", Share: r.Float64(), Threshold: 0.5, Less: "no", More: "yes", Decides: "here"}
		near := r.Float64()
		for i := range r.IntN(8) {
			v := r.Float64()
			if r.IntN(2) == 0 {
				v = min(near+0.04*r.Float64(), 1)
			}
			of.Answers = append(of.Answers, StripAnswer{No: i + 1, Value: v})
		}
		type mark struct{ x, y, r float64 }
		var marks []mark
		at := map[string]float64{}
		svg := of.at(width)
		var high, wide float64
		if _, err := fmt.Sscanf(svg.attr("viewBox"), "0 0 %g %g", &wide, &high); err != nil {
			t.Fatal(err)
		}
		svg.each(func(n node) {
			switch {
			case n.tag == "circle":
				marks = append(marks, mark{number(t, n, "cx"), number(t, n, "cy"), number(t, n, "r")})
			case n.tag == "text" && n.attr("data-part") == "":
				at[n.text] = number(t, n, "x")
			}
		})
		if len(at) != len(of.Answers) || len(marks) != len(of.Answers)+1 {
			t.Fatalf("%d marks of %d answers", len(at), len(of.Answers))
		}
		for _, a := range of.Answers {
			if want := decisionPad + a.Value*(wide-2*decisionPad); math.Abs(at[strconv.Itoa(a.No)]-want) > 0.1 {
				t.Fatalf("answer %d of %v stands at %v of %v, want %v", a.No, a.Value, at[strconv.Itoa(a.No)], wide, want)
			}
		}
		for i, m := range marks {
			if m.y-m.r < 0 || m.y+m.r > high {
				t.Fatalf("a mark at %v of %v", m.y, high)
			}
			for _, o := range marks[:i] {
				if math.Hypot(m.x-o.x, m.y-o.y) < m.r+o.r-0.2 {
					t.Fatalf("marks at %+v and %+v cover each other", m, o)
				}
			}
		}
	}
}

func TestDecisionSaysWhatItShows(t *testing.T) {
	of := DecisionOf{Title: "Probability of yes", Share: 0.2, Threshold: 0.5, Less: "no", More: "yes", Decides: "here",
		Answers: []StripAnswer{{1, 0.55}, {2, 0.55}, {3, 1}}}
	if want := "Probability of yes: 20.0 %; 1: 55.0 %; 2: 55.0 %; 3: 100.0 %."; of.at(0).attr("aria-label") != want {
		t.Errorf("says %q, want %q", of.at(0).attr("aria-label"), want)
	}
}
