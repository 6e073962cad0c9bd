package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
)

// evaluateScreen compares methods on the same held-out rows.
type evaluateScreen struct {
	app.Compo
	evaluation store.Evaluation
}

func (s *evaluateScreen) OnMount(ctx app.Context) { topicEvaluation.Observe(ctx, &s.evaluation) }

func (s *evaluateScreen) Render() app.UI {
	return app.Section().Class("panel").Body(app.P().Text(textEvaluateEmpty))
}
