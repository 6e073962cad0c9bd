package chart

import (
	"fmt"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

func flow() FlowOf {
	return FlowOf{Title: "Flow", From: []string{"women", "men of a very long name indeed"},
		To:     []string{"age", "age and education", "none"},
		Counts: [][]int{{30, 10, 0}, {5, 0, 55}}, Left: -1, Right: -1, Dim: 2, OnChoose: func(app.Context, int, int) {},
		Says: func(l, r, n, total int) string { return fmt.Sprintf("%d %d: %d of %d", l, r, n, total) }}
}

// Every pair with rows has a ribbon as high as its share; a bar is as high as the sum of its rows.
func TestFlow(t *testing.T) {
	svg, ok := flow().draw(700)
	if !ok {
		t.Fatal("nothing is drawn")
	}
	text := svg.markup()
	if n := strings.Count(text, `data-part="ribbon"`); n != 4 {
		t.Errorf("%d ribbons, want 4", n)
	}
	if n := strings.Count(text, `role="button"`); n != 5 {
		t.Errorf("%d buttons, want 5", n)
	}
	for _, want := range []string{`height="88"`, `height="132"`, "0 -1: 40 of 100", "-1 2: 55 of 100", "1 2: 55 of 100",
		"men of a very long…"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
	if n := strings.Count(text, `data-dim="true"`); n != 1 {
		t.Errorf("%d ribbons are grey, want the one to those without", n)
	}
	if strings.Contains(text, "data-on") {
		t.Error("a ribbon is chosen where nothing is")
	}
	of := flow()
	of.Left = 1
	svg, _ = of.draw(700)
	if n := strings.Count(svg.markup(), "data-on"); n != 2 {
		t.Errorf("%d ribbons of the second group are chosen, want 2", n)
	}
	of.Counts = [][]int{{0, 0, 0}, {0, 0, 0}}
	if _, ok := of.draw(700); ok {
		t.Error("nothing is drawn as something")
	}
	of.OnChoose = nil
	of.Counts = flow().Counts
	if svg, _ := of.draw(700); strings.Contains(svg.markup(), "data-press") {
		t.Error("what cannot be chosen can be pressed")
	}
	if head, rows := flow().numbers(mostRows, exact); len(head) != 4 || len(rows) != 2 || rows[1][3] != "55" {
		t.Errorf("numbers %q %q", head, rows)
	}
}

// A press chooses an item of one side, or a ribbon with both its items. A second press deselects it.
func TestFlowIsChosen(t *testing.T) {
	for _, c := range []struct {
		left, right int
		press       string
		l, r        int
	}{
		{-1, -1, "1 -1", 1, -1}, {1, -1, "1 -1", -1, -1}, {1, -1, "-1 2", 1, 2}, {1, 2, "-1 2", 1, -1},
		{1, 2, "0 -1", 0, 2},
		{-1, -1, "0 1", 0, 1}, {0, 1, "0 1", -1, -1}, {1, 2, "0 1", 0, 1}, {1, 2, "nonsense", 9, 9},
	} {
		of, l, r := flow(), 9, 9
		of.Left, of.Right = c.left, c.right
		of.OnChoose = func(_ app.Context, left, right int) { l, r = left, right }
		of.press(nil, c.press)
		if l != c.l || r != c.r {
			t.Errorf("%q at %d %d: %d %d, want %d %d", c.press, c.left, c.right, l, r, c.l, c.r)
		}
	}
}
