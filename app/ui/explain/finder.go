package explain

import (
	"math"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/data"
	"causeway/core/wire"
)

// settings are those of the search that are seldom changed.
func (s *Screen) settings() app.UI {
	f, o := s.explain.Find, s.data.Table.Schema.Outcome
	fields := []app.UI{
		&widget.Number{Label: TextCount, Help: textCountHelp, Value: float64(f.Count), Min: 1, Max: 10, Integer: true, OnChange: s.onCount},
		&widget.Select{Label: TextApart, Help: textApartHelp(f.Apart), Options: aparts, Value: strconv.Itoa(int(f.Apart)), OnChange: s.onApart},
		&widget.Number{Label: TextMaxChanged, Help: textMaxHelp, Value: float64(f.MaxChanged), Min: 0, Max: float64(len(s.data.Table.Schema.Features)), Integer: true, OnChange: s.onMaxChanged},
		&widget.Number{Label: kit.TextSeed, Help: textSeedHelp, Value: float64(f.Seed), Min: 0, Max: kit.MaxSeed, Integer: true, OnChange: s.onSeed},
		&widget.Number{Label: TextBudget, Help: textBudgetHelp, Value: float64(f.Budget), Min: 10, Max: 10_000, Step: 100, Integer: true, OnChange: s.onBudget},
	}
	if len(o.Levels) > 2 {
		options := []widget.Option{{Value: "-1", Text: textAnyOther}}
		for c, l := range o.Levels {
			options = append(options, widget.Option{Value: strconv.Itoa(c), Text: l})
		}
		fields = append(fields, &widget.Select{Label: textTarget, Help: textTargetHelp, Options: options, Value: strconv.Itoa(f.Target), OnChange: s.onTarget})
	}
	return app.Details().Class("fold", "is-wide").Body(app.Summary().Text(textSettings), app.Div().Class("grid").Body(fields...),
		app.Div().Class("options").Body(&widget.Toggle{Label: TextSteady, Help: textSteadyHelp(s.classifier.Foreign), On: f.Steady && !s.classifier.Foreign,
			Disabled: s.classifier.Foreign, OnChange: s.onSteady}))
}

// clarityFields ask how clearly the class must be reached, and for the probability
// where that is what is asked for.
func clarityFields(key string, c wire.Clarity, least float64, off bool, onClarity func(app.Context, string), onLeast func(app.Context, float64)) []app.UI {
	fields := []app.UI{&widget.Select{Key: key + "clarity", Label: TextClarity, Help: textClarityHelp(c), Options: clarities,
		Value: strconv.Itoa(int(c)), Disabled: off, OnChange: onClarity}}
	if c == wire.AtLeast {
		fields = append(fields, &widget.Number{Key: key + "least", Label: TextLeast, Help: textLeastHelp, Value: math.Round(1e5*least) / 1e3,
			Min: 1, Max: 99.9, Step: 5, Disabled: off, OnChange: onLeast})
	}
	return fields
}

// stop is the way out of a search that takes long.
func (s *Screen) stop() app.UI {
	return widget.Button(TextStopFinding, widget.Quiet, s.onStop).Hidden(!s.explain.Finding)
}

func (s *Screen) onStop(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.Cancel{What: store.TheRow})
	kit.Focus("finder-title") // the button goes away
}

func (s *Screen) onClarity(ctx app.Context, v string) {
	n, _ := kit.Chosen(v)
	s.set(ctx, func(f *store.FindSettings) { f.Clarity = wire.Clarity(n) })
}

func (s *Screen) onLeast(ctx app.Context, v float64) {
	s.set(ctx, func(f *store.FindSettings) { f.Least = v / 100 })
}

func (s *Screen) onApart(ctx app.Context, v string) {
	n, _ := kit.Chosen(v)
	s.set(ctx, func(f *store.FindSettings) { f.Apart = wire.Apart(n) })
}

func (s *Screen) onSteady(ctx app.Context, on bool) {
	s.set(ctx, func(f *store.FindSettings) { f.Steady = on })
}

func (s *Screen) findHint() app.UI {
	p := app.P().ID("find-hint").Class("panel-note")
	switch {
	case s.explain.Finding && s.explain.Share > 0 && s.explain.Share < 1:
		return p.Text(textTrainingAgain(s.explain.Share))
	case s.explain.Finding:
		return p.Text(textFinding)
	case s.explain.Queued && s.explain.Waiting && s.generator.HasResult:
		return p.Text(textFinding)
	case s.explain.Queued:
		return p.Text(textFindQueued)
	case s.foreign.Waits():
		return app.Div().ID("find-hint").Class("panel-note").Body(s.waits())
	case !s.classifier.HasResult:
		return p.Body(app.Text(TextFindNeedsClassifier+" "), app.A().Href("#classifier").Text(kit.TextGoClassifier))
	case !s.generator.HasResult:
		return p.Body(app.Text(textFindNeedsGenerator+" "), app.A().Href("#generator").Text(kit.TextGoGenerator))
	}
	schema := s.data.Table.Schema
	n, follow := len(s.graph.HardRules(schema)), s.followers(schema)
	switch {
	case n == 0 && len(follow) > 0:
		return p.Text(textFollowers(follow))
	case len(follow) > 0:
		return p.Body(kit.Worded(textRulesHold(n, len(s.graph.AllRules(schema))) + " " + textFollowers(follow))...)
	case n == 0:
		return p.Body(append(kit.Worded(textRulesHold(0, 0)+" "), app.A().Href("#"+string(kit.StepData)).Text(textSayRules))...)
	}
	return p.Body(kit.Worded(textRulesHold(n, len(s.graph.AllRules(schema))))...)
}

// followers are the names of what follows by a mechanism.
func (s *Screen) followers(schema data.Schema) []string {
	if len(s.graph.Sketch.Nodes) != len(schema.Features) { // one is published after the other
		return nil
	}
	return kit.Each(s.graph.Sketch.Knowledge().Followers(schema), func(j int) string { return schema.Features[j].Name })
}

func (s *Screen) onFind(ctx app.Context, e app.Event) {
	e.PreventDefault()
	if !s.explain.Finding {
		kit.Do(ctx, store.FindCounterfactuals{Reverse: s.accepted()})
	}
}

// set changes one of the settings.
func (s *Screen) set(ctx app.Context, change func(*store.FindSettings)) {
	f := s.explain.Find
	change(&f)
	kit.Do(ctx, store.SetFind{FindSettings: f})
}

func (s *Screen) onCount(ctx app.Context, v float64) {
	s.set(ctx, func(f *store.FindSettings) { f.Count = int(v) })
}

func (s *Screen) onSeed(ctx app.Context, v float64) {
	s.set(ctx, func(f *store.FindSettings) { f.Seed = uint64(v) })
}

func (s *Screen) onBudget(ctx app.Context, v float64) {
	s.set(ctx, func(f *store.FindSettings) { f.Budget = int(v) })
}

func (s *Screen) onMaxChanged(ctx app.Context, v float64) {
	s.set(ctx, func(f *store.FindSettings) { f.MaxChanged = int(v) })
}

func (s *Screen) onTarget(ctx app.Context, v string) {
	n, err := strconv.Atoi(v)
	if err != nil {
		n = -1
	}
	s.set(ctx, func(f *store.FindSettings) { f.Target = n })
}
