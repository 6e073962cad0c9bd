package project

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/ui/widget"
)

func (m *Menu) onTheme(ctx app.Context, theme string) {
	m.theme = theme
	showTheme(theme)
	_ = ctx.LocalStorage().Set(themeKey, theme) // without storage the choice lasts as long as the page
}

const themeKey = "causeway-theme"

var themes = []widget.Option{{Value: "system", Text: textSystem}, {Value: "light", Text: textLight},
	{Value: "dark", Text: textDark}}

func storedTheme(ctx app.Context) string {
	var theme string
	if err := ctx.LocalStorage().Get(themeKey, &theme); err != nil {
		return "system"
	}
	for _, t := range themes {
		if t.Value == theme {
			return theme
		}
	}
	return "system"
}

func showTheme(theme string) {
	root := app.Window().Get("document").Get("documentElement")
	if theme == "system" {
		root.Call("removeAttribute", "data-theme")
		return
	}
	root.Call("setAttribute", "data-theme", theme)
}
