package classifier

import (
	"strings"
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

func TestWhatCannotBeProvedIsSaidOfAModel(t *testing.T) {
	s := data.Schema{Features: []data.Feature{{Name: "age"}, {Name: "pay"}, {Name: "rank"}}}
	for _, c := range []struct {
		limit model.ProofLimit
		want  string
	}{
		{model.ProofLimit{Features: []int{0, 1, 2}, Operator: "Mod"}, "Nothing can be proved about answers for this " +
			"model: its operator Mod has no bounds."},
		{model.ProofLimit{Features: []int{0, 2}, Operator: "Pow"},
			"Little can be proved while age or rank may change: " +
				"its operator Pow has no bounds."},
		{model.ProofLimit{Features: []int{1}},
			"Little can be proved while pay may change: the model reads a number as " +
				"a category."},
	} {
		if got := TextProofLimit(s, c.limit); !strings.HasPrefix(got, c.want) {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	if notes := limitNotes(s, model.ProofLimit{}); notes != nil {
		t.Error("a model with bounds has a note")
	}
}
