package explain

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/ui/kit"
)

// ofCase is the step for a conversation about one person: who it is, what the model
// says, the options, and the letter.
func (s *Screen) ofCase() app.UI {
	results := app.UI(app.Div().Hidden(true)) // what comes and goes has a place
	if s.Explain.HasFound {
		results = &resultPanel{State: s.State, Plain: true}
	}
	return app.Div().Class("stack", "is-loose").Body(
		app.Div().Class("case").Body(&rowPanel{State: s.State, Plain: true},
			app.Div().Class("stack").Body(&kit.TrainPanel{State: s.State, Done: s.Generator.HasResult}, s.decision(), results)),
		app.P().Body(app.A().Href("#"+string(kit.StepExplain)).Text(textLeaveCase)))
}

// options are the counterfactuals in sentences.
func (p *resultPanel) options() app.UI {
	x, schema, follows := p.Explain.Found, p.Shown(), p.Follows()
	factual := x.Factual.Values.Values()
	items := make([]app.UI, len(x.Found))
	for i, c := range x.Found {
		items[i] = app.Li().Class("panel").Body(
			app.H3().Class("subtitle").Text(textOptionNo(i+1, textAnswerHead(i, x, c, p.Explain.OldRules))),
			kit.SentenceOf(PhrasesOf(schema, factual, c, follows)),
			app.P().Class("option-keeps").Text(textKeeps(x, c, p.Explain.OldRules)))
	}
	return app.Ol().Class("case-options").Aria("label", textAnswers).Body(items...)
}
