package project

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
)

// The headings of the panels about the project's file.
const (
	saveTitleID   = "save-title"
	TitleID       = "project-title"
	waitTitleID   = "waiting-title"
	VerifyTitleID = "verify-title"
)

// saveForm asks which optional contents to save.
type saveForm struct {
	app.Compo
	*store.State
	OnSave   func(app.Context, store.SaveProject)
	OnCancel func(app.Context)

	with store.Travel
	name string
}

func (f *saveForm) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Data|kit.Graph|kit.Classifier|kit.Generator|kit.Labels|kit.Project)
	f.name = f.FileName()
	if f.Project.Chosen { // chosen for this project, since it was opened
		f.with = f.Project.Travel
	}
}

func (f *saveForm) Render() app.UI {
	choices := []app.UI{&widget.Toggle{Key: "save-rows", Label: textSaveRows(f.Data.Table.Rows), Help: textSaveRowsHelp,
		On: f.with.Rows, OnChange: f.onRows}}
	if n := len(f.Labels.List); n > 0 {
		choices = append(choices, &widget.Toggle{Key: "save-labels", Label: textSaveLabels(n), Help: textSaveLabelsHelp,
			On: f.with.Labels, OnChange: f.onLabels})
	}
	return app.Section().Class("panel", "save-form").DataSet("leave", true).Aria("labelledby", saveTitleID).Body(
		app.H2().ID(saveTitleID).Class("panel-title").TabIndex(-1).Text(textSaveTitle),
		app.P().Text(textSaveHolds(f.Graph, len(f.Graph.AllRules(f.Data.Table.Schema)), f.Classifier, f.Generator)),
		app.Div().Class("stack").Role("group").Aria("label", textSaveChoices).Body(choices...),
		app.P().Class("leaves").Aria("live", "polite").Text(textLeaves(f.with, f.Data, len(f.Labels.List))),
		&widget.Text{Key: "save-name", Label: textFileName, Value: f.name, OnChange: f.onName},
		app.Div().Class("toolbar").Body(
			widget.Button(textSaveFile, widget.Primary, f.onSave),
			widget.Button(textCancelSave, widget.Secondary, f.onCancel).DataSet("leaves", true),
		),
	)
}

func (f *saveForm) onRows(ctx app.Context, on bool)       { f.with.Rows = on }
func (f *saveForm) onLabels(ctx app.Context, on bool)     { f.with.Labels = on }
func (f *saveForm) onCancel(ctx app.Context, e app.Event) { f.OnCancel(ctx) }
func (f *saveForm) onName(ctx app.Context, name string)   { f.name = name }
func (f *saveForm) onSave(ctx app.Context, e app.Event) {
	f.OnSave(ctx, store.SaveProject{Name: store.ProjectName(f.name), With: f.with})
}

// projectPanels show an offered project, one that waits for its table, and the result of a
// verification.
type Panels struct {
	app.Compo
	*store.State
}

func (p *Panels) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Project|kit.Evaluation) }

func (p *Panels) Render() app.UI {
	var list []app.UI
	if p.Project.Offer != nil {
		list = append(list, p.offer())
	}
	if p.Project.Waiting != nil && p.Data.Stage != store.Loading {
		list = append(list, p.waiting())
	}
	if v := p.Project.Verify; v.Phase != store.Resting || v.HasResult() {
		list = append(list, p.verify(v))
	}
	return app.Div().Class("project-panels").Hidden(len(list) == 0).Body(list...)
}

func (p *Panels) offer() app.UI {
	o, j := p.Project.Offered, p.Project.Offer
	var facts []app.UI
	for _, line := range store.Describe(*j, o) {
		facts = append(facts, app.Elem("dt").Text(line.Name), app.Elem("dd").Text(line.Text))
	}
	var warning app.UI
	if o.Unsaved && !o.InPlace {
		warning = widget.Notice(widget.Warning, TextUnsavedWork)
	}
	return app.Section().Class("panel", "ask").DataSet("leave", true).Aria("labelledby", TitleID).Body(
		app.H2().ID(TitleID).Class("panel-title").TabIndex(-1).Text(textOfferTitle(o)),
		app.P().Class("panel-note").Text(textOfferClaims(o)),
		app.Elem("dl").Class("kv", "is-claimed").Body(facts...),
		app.P().Class("panel-note").Hidden(textOfferEffect(o) == "").Text(textOfferEffect(o)),
		warning,
		app.Div().Class("toolbar").Body(
			widget.Button(textOpenProject(o), widget.Primary, p.onAccept),
			widget.Button(textKeepOpen, widget.Secondary, p.onReject).DataSet("leaves", true),
		),
	)
}

func (p *Panels) onAccept(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.AnswerProject{Take: true})
	kit.Focus(kit.TitleID)
}

func (p *Panels) onReject(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.AnswerProject{})
	kit.Focus(kit.TitleID)
}

func (p *Panels) waiting() app.UI {
	w := p.Project.Waiting
	facts := []app.UI{app.Elem("dt").Text(textTable), app.Elem("dd").Text(w.Data.Name)}
	if !p.Project.WaitingFor.Link {
		facts = append(facts, app.Elem("dt").Text(textRowsOfIt), app.Elem("dd").Text(store.FormatCount(w.Data.Rows)),
			app.Elem("dt").Text(textHash), app.Elem("dd").Class("hash").Text(w.Data.Hash))
	}
	return app.Section().Class("panel", "ask").Aria("labelledby", waitTitleID).Body(
		app.H2().ID(waitTitleID).Class("panel-title").TabIndex(-1).Text(textWaitTitle),
		app.Elem("dl").Class("kv").Body(facts...),
		app.P().Text(textWaitHint(p.Project.WaitingFor.Link)),
		app.Div().Class("toolbar").Body(widget.Button(textForget, widget.Secondary, p.onForget)),
	)
}

func (p *Panels) onForget(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.ForgetWaiting{})
	kit.Focus(kit.TitleID)
}

func (p *Panels) verify(v store.Verify) app.UI {
	body := []app.UI{app.H2().ID(VerifyTitleID).Class("panel-title").TabIndex(-1).Text(textVerifyTitle)}
	if v.Phase != store.Resting {
		says := textChecking
		if v.Trained || v.Evaluation.Verdict == store.Checking {
			says = textVerifying
		}
		body = append(body, app.P().Text(says),
			&widget.Progress{Key: "verify", Label: textVerifyProgress, Value: v.Share, Max: 1,
				Text: store.FormatShare(v.Share)},
			app.Div().Class("toolbar").Body(widget.Button(textCancelVerify, widget.Secondary,
				p.onCancelVerify).DataSet("leaves", true)))
	} else {
		var items []app.UI
		for i, c := range v.Answers {
			if c.Verdict != store.NotChecked {
				items = append(items, verdictLine(textTheAnswers[i], c))
			}
		}
		items = append(items, verdictLine(textTheClassifier, v.Classifier))
		if v.Generator.Verdict != store.NotChecked {
			items = append(items, verdictLine(textTheGenerator, v.Generator))
		}
		var again app.UI
		if n := p.Evaluation.Done(); v.Evaluation.Verdict != store.NotChecked {
			items = append(items, verdictLine(textTheEvaluation, v.Evaluation))
		} else if n > 0 {
			items = append(items, pieceLine("–", textTheEvaluation, textNotEvaluatedAgain(n)))
			again = widget.Button(textEvaluateAgain, widget.Secondary, p.onVerifyEvaluation)
		}
		body = append(body, app.P().Body(app.Strong().Text(v.Headline)), app.Ul().Class("pieces").Body(items...),
			app.P().Class("panel-note").Text(textNeverMeasured),
			app.Div().Class("toolbar").Body(
				widget.Button(textTrainAgain, widget.Secondary, p.onTrainAgain).Hidden(v.Trained), again,
				widget.Button(textCloseVerify, widget.Secondary, p.onCloseVerify).DataSet("leaves", true)))
	}
	return app.Section().Class("panel").DataSet("leave", true).Aria("labelledby", VerifyTitleID).Body(body...)
}

func verdictLine(what string, c store.Check) app.UI {
	mark := "–"
	switch {
	case c.Fails():
		mark = "✕"
	case c.Holds():
		mark = "✓"
	}
	lines := []app.UI{app.Strong().Text(what + ". "), app.Text(textCheck(c, what))}
	if len(c.Differ) > 0 {
		var differ []app.UI
		for _, d := range c.Differ[:min(len(c.Differ), mostDiffer)] {
			differ = append(differ, app.Li().Text(textDiffer(d)))
		}
		lines = append(lines, app.Ul().Class("differ").Body(differ...))
	}
	for _, u := range c.Unproved {
		lines = append(lines, app.P().Text(textUnproved[u]))
	}
	return app.Li().Class("piece").Body(app.Span().Class("mark").Aria("hidden", "true").Text(mark),
		app.Div().Body(lines...))
}

// mostDiffer is how many differing figures are listed; the sentence before them has the count.
const mostDiffer = 40

func pieceLine(mark, what, text string) app.UI {
	return app.Li().Class("piece").Body(app.Span().Class("mark").Aria("hidden", "true").Text(mark),
		app.Span().Body(app.Strong().Text(what+". "), app.Text(text)))
}

func (p *Panels) onTrainAgain(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.VerifyProject{Train: true})
}

func (p *Panels) onVerifyEvaluation(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.VerifyProject{Evaluation: true})
}

func (p *Panels) onCancelVerify(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.Cancel{What: store.TheProject})
	kit.Focus(shareOpenerID)
}

func (p *Panels) onCloseVerify(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.CloseVerify{})
	kit.Focus(shareOpenerID)
}
