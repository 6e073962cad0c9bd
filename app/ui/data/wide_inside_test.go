package data

import (
	"fmt"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/core/data"
	"causeway/core/wire"
)

// A table of hundreds of features is shown page by page, each feature once.
func TestAWideTableIsShownInPages(t *testing.T) {
	const n = 130
	var loaded wire.Loaded
	loaded.Schema.Outcome = data.Feature{Name: "y", Kind: data.Category, Levels: []string{"no", "yes"}}
	for j := range n {
		loaded.Schema.Features = append(loaded.Schema.Features,
			data.Feature{Name: fmt.Sprintf("f%03d", j), Kind: data.Continuous, Max: 1})
	}
	p := &sheet{State: new(store.State)}
	p.Data.HasTable, p.Data.Table = true, loaded
	var heads string
	size := kit.ColumnsOnPage(n)
	for from := 0; from < n; from += size {
		low, high := kit.OnPageOf(from, n, size)
		if low != from || high-low > size {
			t.Fatalf("the page from %d shows %d to %d", from, low, high)
		}
		for _, h := range p.heads(loaded.Schema.Displayed()[low:high])[:high-low] {
			heads += app.HTMLString(h.(*columnHead).Render())
		}
	}
	for j := range n {
		name := fmt.Sprintf(">f%03d<", j)
		if n := strings.Count(heads, name); n != 1 {
			t.Errorf("feature %d has %d columns", j, n)
		}
	}
	if low, high := kit.OnPageOf(500, n, size); low != (n-1)/size*size || high != n {
		t.Errorf("behind the end %d to %d are shown, want the last page to %d", low, high, n)
	}
}
