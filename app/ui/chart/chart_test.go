package chart

import (
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; rewrite it with -update and review it. Got:\n%s", name, got)
	}
}

// loss is a short, exactly computed history with a gap.
func loss() LinesOf {
	train := Series{Name: "training"}
	check := Series{Name: "validation", Dashed: true}
	for i := range 16 {
		x := float64(i + 1)
		train.X, train.Y = append(train.X, x), append(train.Y, 0.25+1/x)
		if i%2 == 1 {
			check.X, check.Y = append(check.X, x), append(check.Y, 0.5+0.5/x)
		}
	}
	train.Y[7] = math.NaN()
	return LinesOf{Title: "Loss", XLabel: "epoch", YLabel: "nats", Series: []Series{train, check}, Width: 320,
		Height: 180}
}

func drawLines(t *testing.T, of LinesOf) node {
	t.Helper()
	p, ok := layout(of)
	if !ok {
		t.Fatal("nothing to draw")
	}
	return p.draw()
}

func TestLinesGolden(t *testing.T) { golden(t, "lines.svg", drawLines(t, loss()).markup()) }

func TestBarsGolden(t *testing.T) {
}

func TestPartsAddUp(t *testing.T) {
	svg := drawParts("rows", []Part{{"held", 113, "full"}, {"missed", 0, "lacking"}, {"not proved", 12, "open"},
		{"without", 75, "empty"}})
	if got, want := svg.attr("aria-label"), "rows: 113 held, 12 not proved, 75 without."; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	var from, wide []string
	for _, r := range svg.kids {
		from, wide = append(from, r.attr("x")), append(wide, r.attr("width"))
	}
	if got := strings.Join(from, " ") + "; " + strings.Join(wide, " "); got != "0 56.5 62.5; 56.5 6 37.5" {
		t.Errorf("its parts are at %s", got)
	}
	if empty := drawParts("rows", nil); len(empty.kids) != 0 {
		t.Error("nothing has parts")
	}
}

func TestGist(t *testing.T) {
	want := "training: starts at 1.250, ends at 0.3125, lowest 0.3125 at epoch 16. " +
		"validation: starts at 0.7500, ends at 0.5312, lowest 0.5312 at epoch 16."
	if got := gist(loss()); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

var numeric = regexp.MustCompile(`-?[0-9]*\.?[0-9]+`)

// check walks a drawing and proves that every coordinate is finite and in its
// box, and that nothing needs an inline style or a class.
func check(t *testing.T, n node, w, h float64) {
	t.Helper()
	for i := 0; i+1 < len(n.attrs); i += 2 {
		name, value := n.attrs[i], n.attrs[i+1]
		if name == "style" || name == "class" || strings.Contains(value, "NaN") || strings.Contains(value, "Inf") {
			t.Fatalf("%s has %s=%q", n.tag, name, value)
		}
		switch name {
		case "x", "x1", "x2", "cx", "width":
			inside(t, n, name, value, w)
		case "y", "y1", "y2", "cy", "height":
			inside(t, n, name, value, h)
		case "d", "points":
			all := numeric.FindAllString(strings.ReplaceAll(value, "h0", ""), -1)
			for j, v := range all {
				inside(t, n, name, v, []float64{w, h}[j%2])
			}
		}
	}
	for _, k := range n.kids {
		check(t, k, w, h)
	}
}

func inside(t *testing.T, n node, name, value string, most float64) {
	t.Helper()
	v, err := strconv.ParseFloat(value, 64)
	if err != nil || v < 0 || v > most+0.1 {
		t.Fatalf("%s has %s=%s, outside 0..%v", n.tag, name, value, most)
	}
}

// wild is a value of any kind that a history may hold.
func wild(rng *rand.Rand) float64 {
	switch rng.IntN(12) {
	case 0:
		return math.NaN()
	case 1:
		return math.Inf(1 - 2*rng.IntN(2))
	case 2:
		return math.MaxFloat64 * (1 - 2*float64(rng.IntN(2)))
	case 3:
		return 0
	}
	return rng.NormFloat64() * math.Pow(10, float64(rng.IntN(20)-10))
}

func TestLinesStayInTheirBox(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 3000 {
		of := LinesOf{Title: "any", XLabel: "x", Width: rng.Float64() * 900, Height: rng.Float64() * 500}
		if rng.IntN(2) == 0 {
			of.YLabel = "y"
		}
		for range rng.IntN(5) {
			var s Series
			for range rng.IntN(40) {
				s.X, s.Y = append(s.X, wild(rng)), append(s.Y, wild(rng))
			}
			if rng.IntN(3) == 0 {
				s.X = nil
			}
			of.Series = append(of.Series, s)
		}
		if p, ok := layout(of); ok {
			check(t, p.draw(), p.width, p.height)
		}
	}
}

// A path's size is bounded by the width, and no extreme is lost.
func TestDecimation(t *testing.T) {
	var s Series
	rng := rand.New(rand.NewPCG(9, 10))
	for i := range 20000 {
		s.X, s.Y = append(s.X, float64(i)), append(s.Y, rng.NormFloat64())
	}
	s.Y[777], s.Y[15001] = 50, -50
	p, _ := layout(LinesOf{Series: []Series{s}, Width: 400})
	points := runs(s, p.x, p.y)[0]
	if len(points) > 4*400 {
		t.Errorf("%d points for 400 pixels", len(points))
	}
	low, high := points[0].y, points[0].y
	for _, q := range points {
		low, high = math.Min(low, q.y), math.Max(high, q.y)
	}
	if low != p.y.at(50) || high != p.y.at(-50) {
		t.Errorf("extremes at %v and %v, want %v and %v", low, high, p.y.at(50), p.y.at(-50))
	}
}

func TestGapsSplitTheLine(t *testing.T) {
	s := Series{Y: []float64{1, 2, math.NaN(), 3, math.Inf(1), 4, 5}}
	p, _ := layout(LinesOf{Series: []Series{s}})
	if got := len(runs(s, p.x, p.y)); got != 3 {
		t.Errorf("%d pieces, want 3", got)
	}
}

func TestLinesComponent(t *testing.T) {
	c := &figure{Of: loss()}
	d := app.NewClientTester(c)
	defer d.Close()
	html := app.HTMLString(c)
	for _, part := range []string{"<figure", `role="img"`, "Loss. training: starts at", "chart-legend", "validation",
		"0.3125", "Numbers, files of Loss"} {
		if !strings.Contains(html, part) {
			t.Errorf("no %q in\n%s", part, html)
		}
	}
	if strings.Contains(html, "<table") {
		t.Error("the table is drawn before it is opened")
	}
	b := &behind{Of: c.Of, open: true}
	if got := strings.Count(app.HTMLString(b), "<tr"); got != 17 {
		t.Errorf("%d rows, want a head and one for each epoch", got)
	}
}

// The table of a drawing has its full content, for people who cannot see the drawing.
func TestTablesBehindDrawings(t *testing.T) {
	strip := StripOf{Title: "age", Edges: []float64{20, 40, 60}, Counts: []int{7, 3}, Of: []int{1, 2}, Value: 30,
		Answers: []StripAnswer{{No: 1, Value: 60}}}
	levels := StripOf{Title: "work", Labels: []string{"none", "some"}, Counts: []int{4, 5}, Value: 1}
	ground := MapOf{Here: "this person", X: MapAxis{Name: "age", At: []float64{20, 60}},
		Y:  MapAxis{Name: "work", At: []float64{0, 1}, Labels: []string{"none", "some"}},
		In: []bool{false, false, true, true}, Broken: []int{-1, -1, -1, 0}, Rules: []string{"age may not rise"},
		Class: "yes", Others: "no",
		At: [2]float64{20, 0}, Answers: []MapAnswer{{No: 1, At: [2]float64{20, 1}}}}
	for _, c := range []struct {
		of   listed
		want string
	}{
		{strip, "20 to 40,7,1,now|40 to 60,3,2, 1"},
		{levels, "none,4,,|some,5,,now"},
		{ground, "this person,20,none,,|1,20,some,yes,|,20,none,no,|,60,none,no,|,20,some,yes,|,60,some,yes," +
			"age may not rise"},
		{TallyOf{Parts: []TallyPart{{"have a way", 41}, {"have none", 5}}}, "have a way,41|have none,5"},
		{DecisionOf{Now: 0.29, NowSays: "now", HasThen: true, Then: 0.62, ThenSays: "then"}, "now,0.2900|then,0.6200"},
		{IntervalOf{At: 1, Low: 0, High: 2}, "0,1,2"},
	} {
		_, rows := c.of.numbers(100, short)
		lines := make([]string, len(rows))
		for i, r := range rows {
			lines[i] = strings.Join(r, ",")
		}
		if got := strings.Join(lines, "|"); got != c.want {
			t.Errorf("%T lists %q, want %q", c.of, got, c.want)
		}
	}
}

func TestEmptyChartSaysSo(t *testing.T) {
	for _, series := range [][]Series{nil, {{Name: "a"}}, {{Name: "a", Y: []float64{math.NaN()}}},
		{{Name: "a", X: []float64{1}}}} {
		c := Lines(LinesOf{Title: "Loss", Series: series, Empty: "Train first."})
		d := app.NewClientTester(c)
		if html := app.HTMLString(c); !strings.Contains(html, "Train first.") || strings.Contains(html, "<img") {
			t.Errorf("%v gives %s", series, html)
		}
		d.Close()
	}
}

func TestRows(t *testing.T) {
	head, rows := sampleRows(LinesOf{XLabel: "step", Series: []Series{
		{Name: "a", X: []float64{1, 2, 3}, Y: []float64{10, math.NaN(), 30}},
		{Name: "b", X: []float64{3, 5}, Y: []float64{0.5, 0.25}},
	}}, 100, short)
	if got := strings.Join(head, ","); got != "step,a,b" {
		t.Errorf("head %s", got)
	}
	var text []string
	for _, r := range rows {
		text = append(text, strings.Join(r, ","))
	}
	if got, want := strings.Join(text, " "), "1,10, 3,30,0.5000 5,,0.2500"; got != want {
		t.Errorf("rows %s, want %s", got, want)
	}
}

func BenchmarkLines(b *testing.B) {
	var s Series
	for i := range 5000 {
		s.X, s.Y = append(s.X, float64(i)), append(s.Y, math.Exp(-float64(i)/900))
	}
	of := LinesOf{Title: "Loss", Series: []Series{s, s}}
	for b.Loop() {
		p, _ := layout(of)
		p.draw().ui()
	}
}
