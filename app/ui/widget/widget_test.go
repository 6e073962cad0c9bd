package widget

import (
	"fmt"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// form recreates one widget at every redraw, as a screen does.
type form struct {
	app.Compo
	draw func() app.UI
}

func (f *form) Render() app.UI { return app.Div().Body(f.draw()) }

// mount draws f and returns a way to draw it again.
func mount(t *testing.T, draw func() app.UI) (*form, app.ClientDispatcher, func()) {
	t.Helper()
	f := &form{draw: draw}
	d := app.NewClientTester(f)
	t.Cleanup(d.Close)
	return f, d, func() {
		f.Update()
		d.Consume()
		d.Consume() // what OnUpdate changed
	}
}

func wantHTML(t *testing.T, ui app.UI, parts ...string) {
	t.Helper()
	html := app.HTMLString(ui)
	for _, p := range parts {
		if !strings.Contains(html, p) {
			t.Errorf("no %s in\n%s", p, html)
		}
	}
}

func TestNumberNamesAndDescribesItself(t *testing.T) {
	f, _, _ := mount(t, func() app.UI {
		return &Number{Label: "Epochs", Help: "How often.", Value: 50, Min: 1, Max: 1000, Integer: true, Unit: "times"}
	})
	wantHTML(t, f, `type="number"`, `id="w-epochs"`, `for="w-epochs"`, `>Epochs</label>`, `min="1"`, `max="1000"`,
		`aria-describedby="w-epochs-unit w-epochs-help"`, `id="w-epochs-help"`, `inputmode="numeric"`)
	if html := app.HTMLString(f); strings.Contains(html, "value=") || strings.Contains(html, "style=") {
		t.Errorf("a value or style attribute is rendered:\n%s", html)
	}
}

func TestNumberCommits(t *testing.T) {
	var number *Number
	value, key, asked := 50.0, "a", []float64{}
	f, d, redraw := mount(t, func() app.UI {
		n := &Number{Key: key, Label: "Epochs", Value: value, Min: 1, Max: 1000, Integer: true,
			OnChange: func(_ app.Context, v float64) { asked = append(asked, v) }}
		if number == nil {
			number = n
		}
		return n
	})
	ctx := d.Context()

	number.commit(ctx, "50", false)
	number.commit(ctx, "60", false)
	number.commit(ctx, "60", false)
	if got := fmt.Sprint(asked); got != "[60]" {
		t.Fatalf("asked for %s, want one change to 60", got)
	}
	value = 60
	redraw()

	number.commit(ctx, "6x", true)
	redraw()
	wantHTML(t, f, `role="alert"`, "Enter a whole number from 1 to 1000.", `aria-invalid`,
		`aria-describedby="w-a-said"`)
	number.commit(ctx, "60", false)
	redraw()
	if strings.Contains(app.HTMLString(f), "alert") {
		t.Error("the old text is typed again, and the problem still stands")
	}

	number.commit(ctx, "5000", false)
	redraw()
	wantHTML(t, f, `role="status"`, "1000 is used.")
	if got := fmt.Sprint(asked); got != "[60 1000]" {
		t.Errorf("asked for %s, want [60 1000]", got)
	}

	key = "b"
	redraw()
	if strings.Contains(app.HTMLString(f), "is used") {
		t.Error("the note of one row appears in another")
	}
	if number.held.shown != "60" {
		t.Errorf("the other row shows %q, want its own 60", number.held.shown)
	}
}

func TestNumberSteps(t *testing.T) {
	var asked []float64
	n := &Number{Label: "Rate", Value: 0.001, Min: 0, Max: 1, Step: 0.001,
		OnChange: func(_ app.Context, v float64) { asked = append(asked, v) }}
	d := app.NewClientTester(n)
	defer d.Close()
	n.move(d.Context(), "0.001", false, 1)
	n.move(d.Context(), "0.002", false, 10)
	n.move(d.Context(), "", true, 1) // unreadable text: from the value
	n.move(d.Context(), "1", false, 1)
	if got := fmt.Sprint(asked); got != "[0.002 0.012 0.002 1]" {
		t.Errorf("asked for %s", got)
	}
}

func TestNumberLive(t *testing.T) {
	var asked []float64
	n := &Number{Label: "Age", Value: 30, Min: 17, Max: 90, Live: true,
		OnChange: func(_ app.Context, v float64) { asked = append(asked, v) }}
	d := app.NewClientTester(n)
	defer d.Close()
	for _, text := range []string{"", "4", "45", "45.", "450"} {
		n.edit(d.Context(), text, false)
	}
	if len(asked) == 0 || asked[0] != 45 || n.problem != "" || n.note != "" {
		t.Errorf("asked for %v with problem %q and note %q; only readable values within the bounds count", asked,
			n.problem, n.note)
	}
}

func TestText(t *testing.T) {
	var said []string
	c := &Text{Label: "Search", Value: "a",
		OnChange: func(_ app.Context, v string) { said = append(said, "change "+v) },
		OnEnter:  func(_ app.Context, v string) { said = append(said, "enter "+v) }}
	d := app.NewClientTester(c)
	defer d.Close()
	c.commit(d.Context(), "a")
	c.commit(d.Context(), "b")
	c.enter(d.Context(), "b")
	c.enter(d.Context(), "c")
	if got := strings.Join(said, ", "); got != "change b, enter b, change c, enter c" {
		t.Errorf("said %s", got)
	}
	wantHTML(t, c, `for="w-search"`, `id="w-search"`, `type="text"`)
}

func TestChoices(t *testing.T) {
	var said []string
	s := &Select{Label: "Missing values", Value: "own",
		Options:  []Option{{"own", "Own category"}, {"drop", "Drop the rows"}},
		OnChange: func(_ app.Context, v string) { said = append(said, v) }}
	g := &Toggle{Label: "Scale", Help: "To the training range.", On: true,
		OnChange: func(_ app.Context, on bool) { said = append(said, fmt.Sprint(on)) }}
	d := app.NewClientTester(app.Div().Body(s, g))
	defer d.Close()
	s.choose(d.Context(), "own")
	s.choose(d.Context(), "drop")
	g.turn(d.Context(), true)
	g.turn(d.Context(), false)
	if got := strings.Join(said, ", "); got != "drop, false" {
		t.Errorf("said %s, want only what changes", got)
	}
	wantHTML(t, s, `<option value="drop">Drop the rows</option>`, `id="w-missing-values"`)
	wantHTML(t, g, `type="checkbox"`, `aria-describedby="w-scale-help"`)
}

func TestALongListIsFilledWhenSomebodyComes(t *testing.T) {
	var all []Option
	for i := range longList + 1 {
		all = append(all, Option{fmt.Sprint(i), fmt.Sprint("f", i)})
	}
	var first *Select
	f, d, redraw := mount(t, func() app.UI {
		s := &Select{Label: "Cause", Value: "7", Options: all}
		if first == nil {
			first = s
		}
		return s
	})
	options := func(of app.UI) int { return strings.Count(app.HTMLString(of), "<option") }
	wantHTML(t, f, `<option value="7">f7</option>`)
	if n := options(f); n != 1 {
		t.Errorf("%d options before anybody came, want the chosen one", n)
	}
	first.onCome(d.Context(), app.Event{})
	first.Update()
	redraw()
	if n := options(f); n != longList+1 {
		t.Errorf("%d options, want all", n)
	}
	if n := options(&Select{Label: "Effect", Options: all[1:]}); n != longList {
		t.Errorf("%d options of a short list, want all", n)
	}
}

func TestFile(t *testing.T) {
	c := &File{Label: "Open file", Accept: ".csv"}
	d := app.NewClientTester(c)
	defer d.Close()
	wantHTML(t, c, `>Open file</button>`, `accept=".csv"`, `aria-hidden`, `tabindex="-1"`, `type="file"`)
}

func TestProgress(t *testing.T) {
	cases := []struct {
		name       string
		value, max float64
		share      float64
		known      bool
	}{
		{"a third", 1, 3, 0.333, true},
		{"past the end", 4, 3, 1, true},
		{"before the start", -1, 3, 0, true},
		{"no end", 1, 0, 0, false},
		{"an infinite end", inf, inf, 0, false},
	}
	for _, c := range cases {
		p := &Progress{Label: "Training", Value: c.value, Max: c.max}
		if share, known := p.share(); share != c.share || known != c.known {
			t.Errorf("%s: got %v, %v, want %v, %v", c.name, share, known, c.share, c.known)
		}
	}
	p := &Progress{Label: "Training", Value: 1, Max: 2, Text: "epoch 1 of 2"}
	d := app.NewClientTester(p)
	defer d.Close()
	wantHTML(t, p, `value="0.5"`, `aria-valuetext="epoch 1 of 2"`, `for="w-training"`)
}

func TestMarkup(t *testing.T) {
	wantHTML(t, app.Div().Body(Notice(Error, "no table")), `role="alert"`, "is-error", "Problem", "no table")
	wantHTML(t, app.Div().Body(Notice(Info, "hello")), `role="status"`)
	wantHTML(t, app.Div().Body(TableRegion("Schema", app.Table())), `role="region"`, `tabindex="0"`,
		`aria-label="Schema"`)
	wantHTML(t, app.Div().Body(Changed("38", "44")), "changed from ", "38", "44")
	wantHTML(t, app.Div().Body(Button("Cancel", Danger, nil)), `type="button"`, "is-danger", ">Cancel<")
}
