package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
)

// labelScreen puts counterfactuals before a person, whose labels the generator
// learns from.
type labelScreen struct {
	app.Compo
	labels store.Labels
}

func (s *labelScreen) OnMount(ctx app.Context) { topicLabels.Observe(ctx, &s.labels) }

func (s *labelScreen) Render() app.UI {
	return app.Section().Class("panel").Body(app.P().Text(textLabelEmpty))
}
