// Package everyone is the place for all refused people: what each would have to change, which groups
// find it harder, and which methods find answers. Begin at Screen.
package everyone

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/evaluate"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
)

// Screen shows people, groups or methods, as the address says, below a verdict.
type Screen struct {
	app.Compo
	*store.State
	At kit.Place
	summarised
}

var tabs = []struct {
	at   kit.Place
	name string
}{{kit.PlaceEveryone, textPeople}, {kit.PlaceGroups, textGroups}, {kit.PlaceMethods, textMethods}}

func (s *Screen) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Data|kit.Batch|kit.Evaluation|kit.Generator)
}

func (s *Screen) Render() app.UI {
	if !s.Data.HasTable {
		return app.Section().Class("panel", "empty").Body(
			app.P().Text(TextNobody),
			app.P().Body(app.A().Href("#table").Class("button", "is-primary").Text(kit.TextGoData)))
	}
	if s.whole() {
		s.look(s.Data, s.Batch)
	}
	var body app.UI
	switch s.At {
	case kit.PlaceMethods:
		body = &evaluate.Methods{State: s.State}
	case kit.PlaceGroups:
		body = &groupPanel{State: s.State, Sum: s.sum()}
	default:
		body = &people{State: s.State, Sum: s.sum()}
	}
	return app.Div().Class("everyone", "batch").Body(
		app.Div().Class("place-head").Body(s.verdict(), app.Div().Class("place-side").Body(s.parts(), s.by())),
		app.Div().Class("everyone-part").Body(body))
}

// whole reports whether a summary can be shown. Computing it reads every row, so during a run only a small
// batch has one.
func (s *Screen) whole() bool {
	b := s.Batch
	return b.HasResult && (b.Phase != store.Running || len(b.Rows.Index) <= store.FewRows) &&
		b.Count(store.EveryRow) > 0
}

// sum returns the summary of all rows, if it can be shown.
func (s *Screen) sum() store.BatchSummary {
	if !s.whole() {
		return store.BatchSummary{}
	}
	return s.summary
}

// verdict returns the answer of the tab.
func (s *Screen) verdict() app.UI {
	if s.At == kit.PlaceMethods {
		name, rest := evaluate.Lead(s.Evaluation)
		return app.H2().ID(evaluate.ResultID).Class("place-verdict").TabIndex(-1).Body(app.Strong().Text(name),
			app.Text(rest))
	}
	h := app.H2().ID(kit.BatchResultID).Class("place-verdict").TabIndex(-1)
	b := s.Batch
	switch asked, found := b.Covered(); {
	case b.Nobody && !b.HasResult:
		return h.Text(textNobodyRefused)
	case !b.HasResult:
		return h.Text(textNotAsked)
	case asked == 0:
		return h.Text(TextBatchDone(b, b.Count(store.EveryRow)))
	default:
		body := []app.UI{app.Strong().Text(textOfAll(found, asked)), app.Text(" " + textWho(s.refused(), asked) + " "),
			app.Strong().Class("is-accepted").Text(textHaveWay(found)),
			app.Text(textKeeping(len(b.Rules)+len(b.Within), b.Finished || b.Phase != store.Running) + " ")}
		return h.Body(append(body, app.Span().Body(s.apart()...))...)
	}
}

// refused reports whether all people in the run are refused.
func (s *Screen) refused() bool {
	return !s.Data.AsksWanted() && s.Batch.Query.Target < 0 && !s.Batch.HasGoal() &&
		(s.Batch.OfFile() || s.whole() && s.summary.All.Refused == s.summary.All.All)
}

// apart names the group that differs by more than chance, if any.
func (s *Screen) apart() []app.UI {
	by := s.Batch.Settings.By
	if !s.whole() || s.Batch.Phase == store.Running || by < 0 || len(s.summary.Names) < 2 {
		return nil
	}
	g, two := standsApart(s.summary.Groups)
	if g < 0 {
		return []app.UI{app.Text(textNobodyApart(s.Data.Table.Schema.Features[by].Name))}
	}
	others := textTheOthers
	if two >= 0 {
		others = s.summary.Names[two]
	}
	before, strong, after := textApart(s.summary.Groups[g], s.summary.All, s.summary.Names[g], others)
	return []app.UI{app.Text(before), app.Strong().Text(strong), app.Text(after)}
}

// parts returns the links to the parts of the place.
func (s *Screen) parts() app.UI {
	items := make([]app.UI, len(tabs))
	for i, t := range tabs {
		a := app.A().Href("#" + string(t.at)).Class("place-tab").Text(t.name)
		if t.at == s.At {
			a = a.Aria("current", "true")
		}
		items[i] = a
	}
	return app.Elem("nav").Class("place-tabs").Aria("label", textTabs).Body(items...)
}

// by chooses the feature that defines the groups.
func (s *Screen) by() app.UI {
	if s.At == kit.PlaceMethods || !s.Batch.HasResult {
		return app.Div().Hidden(true)
	}
	options := []widget.Option{{Value: "-1", Text: textNoGroups}}
	for j, f := range s.Data.Table.Schema.Features {
		options = append(options, widget.Option{Value: strconv.Itoa(j), Text: f.Name})
	}
	return app.Div().Class("place-by").Body(
		&widget.Select{Key: "batch-by", Label: textGroupsOf, Options: options, Value: strconv.Itoa(s.Batch.Settings.By),
			OnChange: s.onBy})
}

func (s *Screen) onBy(ctx app.Context, v string) {
	b := s.Batch.Settings
	n, err := strconv.Atoi(v)
	if err != nil {
		n = -1
	}
	b.By, b.Cuts = n, ""
	kit.Do(ctx, store.SetBatch{Batch: b, FromFile: s.Batch.FromFile})
}
