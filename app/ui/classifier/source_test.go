package classifier

import (
	"testing"

	"causeway/core/data"
	"causeway/core/model"
)

func TestASourceLeavesCodesToTheEngine(t *testing.T) {
	s := data.Schema{Features: []data.Feature{{Name: "age"},
		{Name: "job", Kind: data.Category, Levels: []string{"clerk", "nurse"}},
		{Name: "rank", Kind: data.Ordered, Levels: []string{"low", "high"}}}}
	codes := model.Column{Codes: []string{"nurse", "clerk"}}
	for _, c := range []struct {
		name    string
		column  model.Column
		feature int
		want    model.Take
	}{
		{"codes of levels", codes, 1, model.TakeCode},
		{"codes of a number", codes, 0, model.TakeCode},
		{"a category by its number", model.Column{Category: true}, 0, model.TakeCode},
		{"a number", model.Column{}, 0, model.TakeNumber},
		{"one of the levels", model.Column{}, 1, model.TakeLevel},
		{"ranks", model.Column{}, 2, model.TakeCode},
		{"nothing", codes, undecided, model.TakeNothing},
		{"the same for all", codes, Fixed, model.TakeFixed},
	} {
		if got := SourceFrom(c.column, s, c.feature); got.Take != c.want || len(got.Codes.Values()) > 0 ||
			got.Take == model.TakeCode && got.Feature != c.feature {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}
