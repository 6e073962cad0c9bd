package chart

import (
	"encoding/xml"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

func methods() DotsOf {
	return DotsOf{Title: "Validity", XLabel: "%", Rows: []string{"BaseVAE", "Model-approx", "CEM"},
		Series: []string{"Soft", "Decoded"},
		Values: [][]Value{{{99.5, 0.25, 5}, {99, 0.5, 5}}, {{98, 1.5, 5}, {97.5, 2, 5}}, {{}, {100, 0, 1}}}, Lo: 0,
		Hi: 100, Width: 480}
}

func settings() ChoicesOf {
	at := func(name string, series int, x, y float64, chosen bool) Choice {
		return Choice{Name: name, Series: series, X: Value{x, 0.25, 5}, Y: Value{y, 2, 5}, Chosen: chosen}
	}
	return ChoicesOf{Title: "Feasibility against proximity", XLabel: "proximity", YLabel: "feasibility, %",
		Series: []string{"BaseVAE", "Model-approx"},
		Choices: []Choice{at("BaseVAE", 0, -1, 10, false), at("weight 1", 1, -1.5, 60, false),
			at("weight 10", 1, -2, 95, true), at("weight 100", 1, -3, 90, false)}, Lo: 0, Hi: 100,
		Width: 320, Height: 240}
}

func labels() LinesOf {
	return LinesOf{Title: "Feasibility against labels", XLabel: "labels", YLabel: "%", Lo: 0, Hi: 100, Width: 320,
		Height: 180, NoLatest: true,
		Series: []Series{{Name: "feasibility", X: []float64{0, 25, 50}, Y: []float64{10, 60, 90},
			SD: []float64{5, 20, 4}}}}
}

func drawOf(t *testing.T, d drawing) node {
	t.Helper()
	svg, ok := d.draw(0)
	if !ok {
		t.Fatalf("%s: nothing to draw", d.title())
	}
	return svg
}

func TestComparisonsGolden(t *testing.T) {
	golden(t, "dots.svg", drawOf(t, methods()).markup())
	golden(t, "choices.svg", drawOf(t, settings()).markup())
	golden(t, "bands.svg", drawOf(t, labels()).markup())
	golden(t, "saved.svg", standalone(methods()))
}

// The chart fills and names a setting that no other setting beats in both figures, but not one that is
// worse in both.
func TestChoicesSayWhatIsUnbeaten(t *testing.T) {
	svg := drawOf(t, settings())
	want := "4 settings by proximity and feasibility, %. None beats BaseVAE (−1 ± 0.2500 and 10 ± 2), " +
		"weight 1 (−1.500 ± 0.2500 and 60 ± 2), weight 10 (−2 ± 0.2500 and 95 ± 2). The chosen one is weight 10, −2 " +
		"± 0.2500 and 95 ± 2."
	if got := svg.attr("aria-label"); got != "Feasibility against proximity. "+want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	text := svg.markup()
	if n := strings.Count(text, "data-solid"); n != 3 {
		t.Errorf("%d filled signs, want 3", n)
	}
	if n := strings.Count(text, `data-part="chosen"`); n != 1 || !strings.Contains(text, ">weight 10 (chosen)<") {
		t.Errorf("%d chosen settings in %s", n, text)
	}
}

// A setting that reaches the class for nobody is not on the front, however near its answers are. A
// setting that seldom does is not there merely because it is near. The chart says both.
func TestChoicesThatReachNobody(t *testing.T) {
	at := func(name string, x, y, share float64) Choice {
		return Choice{Name: name, X: Value{x, 0, 1}, Y: Value{y, 0, 1}, Share: Value{share, 0, 1},
			Note: strconv.FormatFloat(share, 'f', 0, 64) + " % valid"}
	}
	for _, c := range []struct {
		name string
		list []Choice
		want string // the unbeaten ones
	}{
		{"valid for nobody, and nearest of all",
			[]Choice{at("a", -2, 90, 99), at("b", -1, 20, 98), at("CEM", -0.1, 100, 0)}, "a b"},
		{"seldom valid, and nearest", []Choice{at("a", -2, 90, 99), at("b", -1, 20, 98), at("CEM", -0.1, 10, 10)},
			"a b"},
		{"seldom valid, as feasible as the nearest",
			[]Choice{at("a", -2, 90, 99), at("b", -1, 10, 98), at("CEM", -0.1, 10, 10)}, "a b"},
		{"less valid, and most feasible", []Choice{at("a", -2, 10, 99), at("b", -3, 60, 70)}, "a b"},
		{"nearly as valid, and nearer", []Choice{at("a", -2, 90, 99), at("b", -1, 80, 85)}, "a b"},
		{"nothing feasible", []Choice{at("a", -2, 0, 99), at("CEM", -1, 0, 10)}, "a"},
		{"beaten in both", []Choice{at("a", -2, 90, 99), at("b", -3, 80, 99)}, "a"},
	} {
		of := ChoicesOf{Title: "any", XLabel: "x", YLabel: "y", ShareLabel: "validity, %", Series: []string{"a"},
			Choices: c.list, Width: 600}
		var got []string
		for _, x := range of.known() {
			if x.unbeaten {
				got = append(got, x.Name)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: unbeaten are %q, want %s", c.name, got, c.want)
		}
	}
	of := ChoicesOf{Title: "any", XLabel: "x", YLabel: "y", ShareLabel: "validity, %", Series: []string{"a"},
		Width:   600,
		Choices: []Choice{at("a", -2, 90, 99), at("b", -1, 20, 60), at("CEM", -0.1, 100, 0)}}
	if text := drawOf(t, of).markup(); strings.Count(text, "data-marker") != 2 ||
		!strings.Contains(text, "Not drawn: CEM (0 % valid).") || !strings.Contains(text, ">b, 60 % valid<") ||
		!strings.Contains(text, "(−2 and 90, 99 % valid)") {
		t.Errorf("got %s", text)
	}
	head, rows := of.numbers(10, short)
	if len(rows) != 3 || rows[2][0] != "CEM" || rows[2][7] != "0" || rows[2][10] != "" || head[7] != "validity, %" ||
		rows[0][10] != "yes" {
		t.Errorf("table %q %q", head, rows)
	}
	if a, b := at("", 0, 0, 99), at("", 0, 0, 50); a.radius() <= b.radius() {
		t.Error("the sign does not grow with the share")
	}
}

// For any choices, some choice with a nonzero share is on the front.
func TestSomethingIsUnbeaten(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		of := ChoicesOf{}
		for range 1 + rng.IntN(8) {
			of.Choices = append(of.Choices, Choice{X: Value{float64(rng.IntN(4)), 0, 1},
				Y: Value{float64(rng.IntN(4)), 0, 1}, Share: Value{float64(1 + rng.IntN(100)), 0, 1}})
		}
		list := of.known()
		if !slices.ContainsFunc(list, func(c Choice) bool { return c.unbeaten }) {
			t.Fatalf("nothing is unbeaten of %+v", of.Choices)
		}
	}
}

// The axis of dots begins near the smallest value, so that a difference of one point is
// visible; it ends at the largest possible value, and is logarithmic if values differ by
// orders of magnitude.
func TestDotsSeparate(t *testing.T) {
	text := drawOf(t, methods()).markup()
	if strings.Contains(text, ">0<") || strings.Contains(text, ">101<") || !strings.Contains(text, ">96<") ||
		!strings.Contains(text, ">100<") {
		t.Errorf("the axis is not 95 to 100 in\n%s", text)
	}
	times := DotsOf{Title: "Time", XLabel: "s", Rows: []string{"quick", "slow"}, Series: []string{"s"},
		Values: [][]Value{{{0.02, 0.05, 2}}, {{30, 1, 2}}}}
	if text := drawOf(t, times).markup(); !strings.Contains(text, ">10<") || !strings.Contains(text, ">0.01<") {
		t.Errorf("there are no decades in\n%s", text)
	}
	times.Values[0][0].Mean = 10
	if text := drawOf(t, times).markup(); strings.Contains(text, ">100<") {
		t.Errorf("there are decades in\n%s", text)
	}
	narrow := methods()
	narrow.Width = 320
	if text := drawOf(t, narrow).markup(); !strings.Contains(text, ">Model-approx</text>") {
		t.Errorf("a name is cut where there is little room in\n%s", text)
	}
}

// A spread beyond 0 to 100 % does not widen the axis.
func TestAFixedAxisStays(t *testing.T) {
	of := settings()
	of.Choices[2].Y.SD = 40
	if text := drawOf(t, of).markup(); strings.Contains(text, ">120<") || strings.Contains(text, ">−20<") ||
		!strings.Contains(text, ">100<") {
		t.Errorf("the axis is not 0 to 100 in\n%s", text)
	}
}

func TestValuesAreListed(t *testing.T) {
	list := func(d drawing) string {
		head, rows := d.numbers(100, exact)
		text := strings.Join(head, ",")
		for _, r := range rows {
			text += " " + strings.Join(r, ",")
		}
		return text
	}
	for _, c := range []struct {
		name, want string
		of         drawing
	}{
		{"a single run has no spread", "row,series,%,±,runs BaseVAE,Soft,99.5,0.25,5 BaseVAE,Decoded,99,0.5,5 " +
			"Model-approx,Soft,98,1.5,5 Model-approx,Decoded,97.5,2,5 CEM,Decoded,100,,1", methods()},
		{"spread beside its line", "labels,feasibility,feasibility, ± 0,10,5 25,60,20 50,90,4", labels()},
	} {
		if got := list(c.of); got != c.want {
			t.Errorf("%s: got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// Names never cover each other, a sign or the name of the axis, however close the settings are.
func TestLabelsStandApart(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	named := 0
	for range 500 {
		of := ChoicesOf{Title: "any", XLabel: "x", YLabel: "valid and feasible, %", Series: []string{"a"},
			Width: 300 + 600*rng.Float64()}
		for range 1 + rng.IntN(15) {
			of.Choices = append(of.Choices, Choice{Name: strings.Repeat("n", 1+rng.IntN(18)),
				X: Value{rng.NormFloat64(), 0, 1}, Y: Value{rng.NormFloat64(), 0, 1}})
		}
		svg := drawOf(t, of)
		taken := []box{{0, 0, charWidth * float64(len(of.YLabel)), 11}} // the axis has a name too
		for _, k := range svg.kids {
			if k.attr("data-part") != "label" {
				continue
			}
			for _, text := range k.kids {
				named++
				w := charWidth * float64(len(text.text))
				x := parse(t, text.attr("x")) - map[string]float64{"middle": w / 2, "end": w}[text.attr("text-anchor")]
				b := box{x + 0.1, parse(t, text.attr("y")) - 10.9, x + w - 0.1, parse(t, text.attr("y")) + 2.9}
				if slices.ContainsFunc(taken, b.meets) {
					t.Fatalf("a name covers another one in\n%s", svg.markup())
				}
				taken = append(taken, b)
			}
		}
	}
	if named < 2000 {
		t.Errorf("only %d names found a place", named)
	}
}

func parse(t *testing.T, text string) float64 {
	t.Helper()
	var v float64
	if err := xml.Unmarshal([]byte("<v>"+text+"</v>"), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestComparisonsStayInTheirBox(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	value := func() Value { return Value{wild(rng), math.Abs(wild(rng)), rng.IntN(4)} }
	for range 2000 {
		g := DotsOf{Title: "any", Width: rng.Float64() * 900}
		c := ChoicesOf{Title: "any", XLabel: "x", YLabel: "y", Series: []string{"a", "b"}, Width: rng.Float64() * 900}
		l := LinesOf{Title: "any", LogX: rng.IntN(2) == 0, LogY: rng.IntN(2) == 0, Width: rng.Float64() * 900}
		for range rng.IntN(4) {
			g.Rows = append(g.Rows, "g")
			g.Series = append(g.Series, "s")
		}
		for range g.Rows {
			g.Values = append(g.Values, nil)
			for range g.Series {
				g.Values[len(g.Values)-1] = append(g.Values[len(g.Values)-1], value())
			}
		}
		var s Series
		for range rng.IntN(8) {
			c.Choices = append(c.Choices, Choice{Name: "c", Series: rng.IntN(2), X: value(), Y: value(),
				Chosen: rng.IntN(4) == 0})
			s.X, s.Y, s.SD = append(s.X, wild(rng)), append(s.Y, wild(rng)), append(s.SD, math.Abs(wild(rng)))
		}
		l.Series = []Series{s}
		for _, d := range []drawing{g, c, l} {
			if svg, ok := d.draw(0); ok {
				check(t, svg, parse(t, svg.attr("width")), parse(t, svg.attr("height")))
			}
		}
	}
}

// A saved picture is self-contained XML: without class, style or reference, in the
// colours of the style sheet.
func TestSavedPicturesStandAlone(t *testing.T) {
	sheet, err := os.ReadFile("../../../web/app.css")
	if err != nil {
		t.Fatal(err)
	}
	var colours []string
	for _, m := range regexp.MustCompile(`--(?:series-\d|ink|ink-soft|rule|surface): light-dark\((#[0-9a-f]{6})`).
		FindAllStringSubmatch(string(sheet), -1) {
		colours = append(colours, m[1])
	}
	for _, c := range append(seriesColours[:], inkColour, softColour, ruleColour, surfaceColour) {
		if !slices.Contains(colours, c) {
			t.Errorf("%s is no colour of the style sheet", c)
		}
	}
	for _, d := range []drawing{methods(), settings(), labels(), loss(), cloud()} {
		text := standalone(d)
		dec := xml.NewDecoder(strings.NewReader(text))
		for {
			_, err := dec.Token()
			if err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", d.title(), err)
			}
		}
		if !strings.HasPrefix(text, `<svg xmlns="http://www.w3.org/2000/svg"`) || strings.Contains(text, " class=") ||
			strings.Contains(text, " style=") || strings.Contains(text, "href") {
			t.Errorf("%s does not stand alone", d.title())
		}
		for _, k := range d.keys() {
			if !strings.Contains(text, ">"+strings.TrimSpace(k.name+" "+k.value)+"<") {
				t.Errorf("%s: the legend has no %q", d.title(), k.name)
			}
		}
	}
}

func TestAFigureAsksToBeSaved(t *testing.T) {
	c := &saved{chart: &behind{Of: methods()}}
	d := app.NewClientTester(c)
	defer d.Close()
	d.Consume()
	ctx := d.Context()
	c.chart.onCSV(ctx, app.Event{})
	d.Consume()
	if c.got.Name != "validity.csv" || c.got.Kind != "csv" || len(c.got.Rows) != 5 ||
		!strings.Contains(c.got.SVG, "Model-approx") {
		t.Errorf("got %+v", c.got)
	}
}

// saved stores the charts that are to be saved.
type saved struct {
	app.Compo
	chart *behind
	got   Saving
}

func (s *saved) OnMount(ctx app.Context) {
	ctx.Handle(SaveAction, func(ctx app.Context, a app.Action) { s.got, _ = a.Value.(Saving) })
}

func (s *saved) Render() app.UI { return app.Div().Body(s.chart) }
