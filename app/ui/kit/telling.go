package kit

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/widget"
)

// Telling asks whether an answer may tell a missing value of a feature.
type Telling struct {
	app.Compo
	Index int
	Name  string
	May   bool
}

// TellingOf is the question about a feature whose missing values the table keeps.
func TellingOf(s *store.State, j int) app.UI {
	may, _ := s.MayTell(j)
	return &Telling{Index: j, Name: s.Data.Table.Schema.Features[j].Name, May: may}
}

func (t *Telling) Render() app.UI {
	return &widget.Toggle{Key: "tell " + t.Name, Label: t.Name + " may be told", On: t.May, OnChange: t.onChange}
}

func (t *Telling) onChange(ctx app.Context, may bool) {
	Do(ctx, store.SetTelling{Feature: t.Index, May: may})
}
