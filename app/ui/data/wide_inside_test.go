package data

import (
	"fmt"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

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
		loaded.Schema.Features = append(loaded.Schema.Features, data.Feature{Name: fmt.Sprintf("f%03d", j), Kind: data.Continuous, Max: 1})
	}
	var schema, head string
	size := kit.ColumnsOnPage(n)
	for from := 0; from < n; from += size {
		low, high := kit.OnPageOf(from, n, size)
		if low != from || high-low > size {
			t.Fatalf("the page from %d shows %d to %d", from, low, high)
		}
		schema += app.HTMLString(schemaTable(loaded, low, high))
		head += app.HTMLString(headTable(loaded, low, high))
	}
	for j := range n {
		name := fmt.Sprintf(">f%03d<", j)
		if a, b := strings.Count(schema, name), strings.Count(head, name); a != 1 || b != 1 {
			t.Errorf("feature %d is %d times in the schema and %d times over the rows", j, a, b)
		}
	}
	if low, high := kit.OnPageOf(500, n, size); low != (n-1)/size*size || high != n {
		t.Errorf("behind the end %d to %d are shown, want the last page to %d", low, high, n)
	}
}
