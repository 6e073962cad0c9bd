package classifier

import (
	"slices"
	"testing"

	"causeway/core/data"
	"causeway/core/wire"
)

func TestASourceStartsWithCodesByName(t *testing.T) {
	s := data.Schema{Features: []data.Feature{{Name: "age"}, {Name: "job", Kind: data.Category, Levels: []string{"clerk", "nurse", "pilot"}}}}
	for _, c := range []struct {
		name   string
		column wire.ModelColumn
		want   []float64
	}{
		{"a level that has no code gets the first", wire.ModelColumn{Codes: []string{"nurse", "clerk"}}, []float64{1, 0, 0}},
		{"or that of an unknown value", wire.ModelColumn{Codes: []string{"nurse", "clerk"}, Unknown: true}, []float64{1, 0, -1}},
	} {
		got := SourceFrom(c.column, s, 1)
		if got.Take != wire.TakeCode || got.Feature != 1 || !slices.Equal(got.Codes.Values(), c.want) {
			t.Errorf("%s: got %+v %v, want %v", c.name, got, got.Codes.Values(), c.want)
		}
	}
}
