package kit

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/widget"
)

// wantedField asks which class people hope for.
func WantedField(d store.Data) app.UI {
	o := d.Table.Schema.Outcome
	var options []widget.Option
	value, help := strconv.Itoa(d.Wanted()), textWantedHelp
	switch {
	case d.AsksWanted():
		value, help = "", textWantedAsk
		options = append(options, widget.Option{Text: textWantedNone})
	case d.Chosen == 0:
		help = textWantedGuess
	}
	for c, l := range o.Levels {
		options = append(options, widget.Option{Value: strconv.Itoa(c), Text: l})
	}
	return &widget.Select{Label: textWanted, Help: help, Options: options, Value: value, OnChange: setWanted}
}

func setWanted(ctx app.Context, v string) {
	if class, err := strconv.Atoi(v); err == nil {
		Do(ctx, store.SetWanted{Class: class})
	}
}
