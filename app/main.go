// Package main is the page: it registers its one route and starts the app.
package main

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/ui"
)

func main() {
	app.RouteWithRegexpFunc(".*", func() app.Composer { return ui.NewRoot(nil) })
	app.RunWhenOnBrowser()
}
