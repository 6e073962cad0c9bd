package classifier

import (
	"testing"

	"causeway/core/data"
	"causeway/core/wire"
)

func TestASourceLeavesCodesToTheEngine(t *testing.T) {
	s := data.Schema{Features: []data.Feature{{Name: "age"}, {Name: "job", Kind: data.Category, Levels: []string{"clerk", "nurse"}}, {Name: "rank", Kind: data.Ordered, Levels: []string{"low", "high"}}}}
	codes := wire.ModelColumn{Codes: []string{"nurse", "clerk"}}
	for _, c := range []struct {
		name    string
		column  wire.ModelColumn
		feature int
		want    wire.Take
	}{
		{"codes of levels", codes, 1, wire.TakeCode},
		{"codes of a number", codes, 0, wire.TakeCode},
		{"a category by its number", wire.ModelColumn{Category: true}, 0, wire.TakeCode},
		{"a number", wire.ModelColumn{}, 0, wire.TakeNumber},
		{"one of the levels", wire.ModelColumn{}, 1, wire.TakeLevel},
		{"ranks", wire.ModelColumn{}, 2, wire.TakeCode},
		{"nothing", codes, undecided, wire.TakeNothing},
		{"the same for all", codes, Fixed, wire.TakeFixed},
	} {
		if got := SourceFrom(c.column, s, c.feature); got.Take != c.want || len(got.Codes.Values()) > 0 || got.Take == wire.TakeCode && got.Feature != c.feature {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}
