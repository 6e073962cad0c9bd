package kit

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/core/wire"
)

// The text about curves mentions validity if it is part of the loss. A part that equals the loss is omitted.
func TestCurvesNameTheirParts(t *testing.T) {
	of := func(rows []float64, terms ...string) string {
		r := store.Run{HasEpoch: true, Floor: -4,
			Epoch: wire.Epoch{Epochs: 2, History: wire.NewFloats(rows, len(rows)/(1+len(terms)), 1+len(terms))}}
		for _, name := range terms {
			r.Epoch.Terms = append(r.Epoch.Terms, wire.Term{Name: name})
		}
		return app.HTMLString(app.Div().Body(curves(r), lossNote(store.TheGenerator, r)))
	}
	learned := of([]float64{3, 3, 0.2, 2, 2, 0.1}, "answers", "validation loss")
	paper := of([]float64{3, 2, 1, 3.5, 2, 1, 1, 2.5}, "proximity", "validity", "validation loss")
	for _, tt := range []struct {
		name, html, part string
		there            bool
	}{
		{"learned", learned, "Answers", false},
		{"learned", learned, "Validation loss", true},
		{"learned", learned, "Lower is better.", true},
		{"learned", learned, "below 0", false},
		{"paper", paper, "Proximity", true},
		{"paper", paper, "Validity", true},
		{"paper", paper, "the sum of the other solid lines. Validity falls below 0 beyond the class boundary, to ",
			true},
	} {
		if strings.Contains(tt.html, tt.part) != tt.there {
			t.Errorf("%s: %q there is %v, want %v", tt.name, tt.part, !tt.there, tt.there)
		}
	}
}
