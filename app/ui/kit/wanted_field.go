package kit

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/widget"
)

// wantedField names the class that people hope for.
func WantedField(d store.Data) app.UI {
	o := d.Table.Schema.Outcome
	options := make([]widget.Option, len(o.Levels))
	for c, l := range o.Levels {
		options[c] = widget.Option{Value: strconv.Itoa(c), Text: l}
	}
	help := textWantedHelp
	if d.Chosen == 0 {
		help = textWantedGuess
	}
	return &widget.Select{Label: textWanted, Help: help, Options: options, Value: strconv.Itoa(d.Wanted()), OnChange: setWanted}
}

func setWanted(ctx app.Context, v string) {
	if class, err := strconv.Atoi(v); err == nil {
		Do(ctx, store.SetWanted{Class: class})
	}
}
