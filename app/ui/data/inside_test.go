package data

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"

	"causeway/core/data"
)

func TestTokens(t *testing.T) {
	for _, tokens := range [][]string{{}, {""}, {"", "?", "NA"}} {
		got := splitTokens(joinTokens(tokens))
		if strings.Join(got, "|") != strings.Join(tokens, "|") || len(got) != len(tokens) {
			t.Errorf("tokens %q came back as %q", tokens, got)
		}
	}
}

func TestClassesAreCounted(t *testing.T) {
	if got, want := textCounts([]string{"5", "6"}, []int{188, 1}), "5: 188 rows; 6: 1 row"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A table that would lose most of its rows is imported only after a warning, which offers to keep the rows.
func TestMostRowsAreNotLostWithoutAWord(t *testing.T) {
	p := &previewPanel{State: new(store.State)}
	p.Data.Preview = data.Preview{Rows: 3201, Dropped: 2963}
	html := app.HTMLString(p.loss())
	for _, want := range []string{"2,963 of 3,201 rows would be left out", "Fill all gaps", "Keep all gaps"} {
		if !strings.Contains(html, want) {
			t.Errorf("no %q in %s", want, html)
		}
	}
	p.Data.Preview.Dropped = 1600
	if html := app.HTMLString(p.loss()); strings.Contains(html, "left out") {
		t.Errorf("half of the rows: %s", html)
	}
}
