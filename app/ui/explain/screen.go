// Package explain is the Explain step: a row, what would have to differ for
// another decision, its proof, and the same for many rows.
package explain

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/chart"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
)

// Screen is the place: one row and what answers it.
type Screen struct {
	app.Compo
	*store.State
}

func (s *Screen) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Data|kit.Explain|kit.Classifier|kit.Generator|kit.Graph|kit.Foreign)
}

func (s *Screen) Render() app.UI {
	if !s.Data.HasTable {
		return app.Div().Class("stack", "is-loose").Body(
			app.Section().Class("panel", "empty").Body(
				app.P().Text(TextExplainEmpty),
				app.P().Body(app.A().Href("#table").Class("button", "is-primary").Text(kit.TextGoData)),
			),
		)
	}
	return app.Div().Class("stack", "is-loose").Body(
		app.Div().Class("explain").Body(
			&rowPanel{State: s.State},
			app.Div().Class("explain-answer").Body(&kit.TrainPanel{State: s.State, Done: s.Generator.HasResult}, s.decision(), s.results(), &mapPanel{State: s.State}),
		),
		&valuesPanel{State: s.State},
	)
}

// decision is what the black box says of the row as it stands, how that compares with
// the answers, and how to ask for these.
func (s *Screen) decision() app.UI {
	return app.Form().Class("panel", "decision").Attr("novalidate", "").Aria("labelledby", "finder-title").OnSubmit(s.onFind).Body(
		app.H2().ID("finder-title").Class("visually-hidden").TabIndex(-1).Text(textFinder),
		s.answer(),
		app.Div().Class("row", "decision-tools").Body(append(Clearly(s.form(), s.Explain.Find.Clarity),
			app.Div().Class("toolbar").Body(
				s.find().Type("submit").Aria("disabled", s.Explain.Finding).Aria("describedby", "find-hint"),
				s.stop(),
			))...),
		s.findHint(),
		s.settings(),
	)
}

// waits says that a model was opened whose categories nobody confirmed.
func (s *Screen) waits() app.UI {
	return app.P().Body(app.Text(textWaitsForRows(s.Foreign.File.Name, s.Classifier.HasResult)+" "), app.A().Href("#classifier").Text(kit.TextGoClassifier))
}

// find asks for answers; of somebody who is accepted it says what it asks for.
func (s *Screen) find() app.HTMLButton {
	if s.Accepted() {
		return widget.Button(textFindReverse, widget.Secondary, nil)
	}
	return widget.Button(textFind, widget.Primary, nil)
}

// answer is what the black box says of the row as it stands.
func (s *Screen) answer() app.UI {
	e, o := s.Explain, s.Data.Table.Schema.Outcome
	if s.Foreign.Waits() && !s.Classifier.HasResult {
		return app.Div().Class("answer").Body(s.waits())
	}
	if !s.Classifier.HasResult {
		return app.Div().Class("answer").Body(app.P().Body(
			app.Text(textNoBlackBox+" "), app.A().Href("#classifier").Text(kit.TextGoClassifier)))
	}
	if !e.HasShares || len(e.Shares) != len(o.Levels) {
		return app.Div().Class("answer").Body(app.P().Text(textAsking))
	}
	likeliest := store.Likeliest(e.Shares)
	body := []app.UI{app.P().Class("answer-text").ID("answer").Role("status").Text(textAnswer(o.Name, o.Levels[likeliest], e.Shares[likeliest]))}
	if s.Accepted() {
		body = append(body, app.P().Class("panel-note").Text(textAccepted(s.Data)))
	}
	if class := e.Asks(s.Data); class >= 0 {
		of := chart.DecisionOf{Title: textShareOf(kit.TextClass(o.Name, o.Levels[class])), Share: e.Shares[class], Less: textNot(o.Levels[class]), More: clipped(o.Levels[class]), Decides: textDecides}
		if len(o.Levels) == 2 {
			of.Threshold, of.Less = 0.5, clipped(o.Levels[1-class])
		}
		if e.HasFound && e.FoundRow == e.Index {
			for i, c := range e.Found.Found {
				if shares := c.Shares.Values(); class < len(shares) {
					of.Answers = append(of.Answers, chart.StripAnswer{No: i + 1, Value: shares[class]})
				}
			}
		}
		body = append(body, chart.Decision(of))
	}
	if len(o.Levels) > 2 {
		body = append(body, s.shares(likeliest))
	}
	return app.Div().Class("answer").Body(body...)
}

// shares are those of all classes.
func (s *Screen) shares(likeliest int) app.UI {
	e, o := s.Explain, s.Data.Table.Schema.Outcome
	meters := make([]app.UI, len(o.Levels))
	for c, l := range o.Levels {
		m := app.Li().Class("share")
		if c == likeliest {
			m = m.Class("is-likeliest")
		}
		meters[c] = m.Body(
			shareName(l),
			app.Meter().Class("share-bar").Attr("min", "0").Attr("max", "1").Attr("value", strconv.FormatFloat(e.Shares[c], 'g', -1, 64)).Aria("label", kit.TextClass(o.Name, l)),
			app.Span().Class("share-value").Text(kit.FormatProbability(e.Shares[c])),
		)
	}
	return app.Ul().Class("shares").Body(meters...)
}

func shareName(level string) app.UI {
	s := app.Span().Class("share-name").Text(level)
	if kit.IsLong(level) {
		s = s.Title(level)
	}
	return s
}

func (s *Screen) results() app.UI {
	if !s.Explain.HasFound {
		return app.Div().Hidden(true) // what comes after keeps its place
	}
	return &resultPanel{State: s.State}
}
