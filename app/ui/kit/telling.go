package kit

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/widget"
)

// Telling asks whether an answer may give a missing value of a feature, or withhold a known one.
type Telling struct {
	app.Compo
	Index   int
	Name    string
	Allowed store.Telling // the present choice
	Asked   store.Telling // one of its choices
}

// TellingOf returns the questions about a feature whose missing values the table keeps.
func TellingOf(s *store.State, j int) (list []app.UI) {
	allowed, _ := s.Telling(j)
	name := s.Data.Table.Schema.Features[j].Name
	for _, way := range []store.Telling{store.MayBeTold, store.MayBeWithheld} {
		list = append(list, &Telling{Index: j, Name: name, Allowed: allowed, Asked: way})
	}
	return list
}

func (t *Telling) Render() app.UI {
	key, label := "tell ", t.Name+" may be told"
	if t.Asked == store.MayBeWithheld {
		key, label = "withhold ", t.Name+" may be withheld"
	}
	return &widget.Toggle{Key: key + t.Name, Label: label, On: t.Allowed&t.Asked != 0, OnChange: t.onChange}
}

func (t *Telling) onChange(ctx app.Context, on bool) {
	Do(ctx, store.SetTelling{Feature: t.Index, To: t.Allowed ^ t.Asked})
}
