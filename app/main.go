// Package main is the page: it registers the routes and starts the app.
package main

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// home stands for the workbench until its screens exist.
type home struct {
	app.Compo
}

func (h *home) Render() app.UI {
	return app.Main().Body(app.H1().Text("Causeway"))
}

func main() {
	app.Route("/", &home{})
	app.RunWhenOnBrowser()
}
