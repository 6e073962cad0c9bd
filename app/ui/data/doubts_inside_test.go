package data

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/core/data"
)

// A doubt is shown once, with a button for each other way to read the file.
func TestDoubtsAreSaidOnce(t *testing.T) {
	p := &previewPanel{State: &store.State{Data: store.Data{HasPreview: true, Preview: data.Preview{
		Notes: []string{"A sheet was read.", "Rows were left out."},
		Doubts: []data.Doubt{{Note: "A sheet was read.",
			Else: []data.Way{{Text: "Sheet B", Format: data.Format{Sheet: "B"}}}}},
	}}}}
	if notes := p.notes(); len(notes) != 1 || notes[0] != "Rows were left out." {
		t.Errorf("the notes are %q", notes)
	}
	html := app.HTMLString(p.doubts())
	for _, want := range []string{"A sheet was read.", "Sheet B", textDoubts} {
		if strings.Count(html, want) < 1 {
			t.Errorf("%q is not in %s", want, html)
		}
	}
	p.Data.Preview.Doubts = nil
	if html := app.HTMLString(p.doubts()); strings.Contains(html, textDoubts) || len(p.notes()) != 2 {
		t.Errorf("without doubts it says %s", html)
	}
}
