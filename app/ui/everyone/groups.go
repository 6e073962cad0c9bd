package everyone

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/metric"
)

// groupPanel shows how often and by how much each feature changes, for everybody and for groups.
type groupPanel struct {
	app.Compo
	*store.State
	Sum store.BatchSummary // omits people while the search runs

	typed, problem string // rejected cut points, and the reason
}

func (p *groupPanel) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Batch) }

func (p *groupPanel) Render() app.UI {
	if len(p.Sum.People) == 0 {
		return app.P().Class("panel-note").Text(textGroupsLater)
	}
	columns := []groupColumn{{textEveryone, p.Sum.All}}
	for g, name := range p.Sum.Names {
		if p.Sum.Groups[g].All > 0 {
			columns = append(columns, groupColumn{name, p.Sum.Groups[g]})
		}
	}
	body := []app.UI{p.cuts()}
	if len(columns) > 1 {
		body = append(body, widget.TableRegion(textGroupsRegion, p.costs(columns[1:])),
			app.Div().Class("toolbar", "groups-tools").Body(
				app.Details().Class("fold").Body(app.Summary().Text(textHowCompared),
					app.P().Class("panel-note").Text(TextGroupsCareful(p.Sum.Groups)),
					app.P().Class("panel-note").Text(TextRefusedOf(p.Sum.All)),
					app.P().Class("panel-note").Text(TextGroupsNote)),
				widget.Button(TextGroupsCSV, widget.Secondary, p.onCSV),
				widget.Button(TextGroupsXLSX, widget.Secondary, p.onXLSX)))
	} else {
		body = append(body, app.P().Class("panel-note").Text(textChooseGroups))
	}
	return app.Div().Class("stack", "is-loose").Body(append(body,
		app.Div().Class("stack", "is-tight").Body(
			app.H3().Class("place-title").Text(textWhatChanges), app.P().Class("panel-note").Text(textChangesNote),
			widget.TableRegion(textChangesRegion, p.changes(columns))))...)
}

// cuts returns the field for cut points, or nothing if groups are not ranges.
func (p *groupPanel) cuts() app.UI {
	s, features := p.Batch.Settings, p.Data.Table.Schema.Features
	if s.By < 0 || s.By >= len(features) || !features[s.By].Kind.Numeric() {
		return app.Div().Hidden(true)
	}
	value := s.Cuts
	if p.problem != "" {
		value = p.typed
	}
	return &widget.Text{Key: kit.KeyOf("batch-cuts", s.By), Label: textCuts, Help: textCutsHelp, Value: value,
		Problem: p.problem, OnChange: p.onCuts}
}

func (p *groupPanel) onCuts(ctx app.Context, text string) {
	_, p.problem = store.Cuts(text)
	if p.typed = text; p.problem == "" {
		s := p.Batch.Settings
		s.Cuts = text
		kit.Do(ctx, store.SetBatch{Batch: s, FromFile: p.Batch.FromFile})
	}
}

func (p *groupPanel) onCSV(ctx app.Context, e app.Event) {
	kit.Download(textGroupsFile+".csv", "text/csv", string(p.Batch.GroupsCSV(p.Data.Table.Schema, p.Data.Wanted())))
}

func (p *groupPanel) onXLSX(ctx app.Context, e app.Event) {
	kit.Workbook(ctx, textGroupsFile, p.Batch.GroupsCSV(p.Data.Table.Schema, p.Data.Wanted()))
}

// groupColumn is a group with its name.
type groupColumn struct {
	name string
	metric.Group
}

// costs compares each group's coverage and cost with all others.
func (p *groupPanel) costs(groups []groupColumn) app.UI {
	rows, some := make([]app.UI, len(groups)), p.Sum.All.Refused < p.Sum.All.All // otherwise each row has everybody
	head := app.UI(app.Text(""))
	if some {
		head = app.Th().Scope("col").Text(TextRefused)
	}
	for i, g := range groups {
		low, high := g.CoverageRange()
		refused := app.UI(app.Text(""))
		if some {
			refused = kit.Twofold(TextRefusedPart(g.Group, p.Sum.All))
		}
		rows[i] = app.Tr().Body(
			app.Th().Scope("row").Body(kit.Clamped(g.name)),
			app.Td().Class("num").Text(store.FormatCount(g.All)),
			refused,
			kit.Twofold(kit.TextPartOf(g.Covered, g.Rows, low, high)),
			app.Td().Text(TextDiffers(g.CoverageP, g.CoverageTested)),
			kit.Twofold(TextFixedPart(g.Group)),
			app.Td().Class("num").Text(TextMeanOf(g.Cost, g.Covered)),
			kit.Twofold(TextBeyond(g.Group)),
			app.Td().Class("num").Text(TextChangedOf(g.Changed, g.Covered)),
		)
	}
	return app.Table().Class("table").Aria("label", TextGroupsTable).Body(
		app.THead().Body(app.Tr().Body(
			app.Th().Scope("col").Text(TextGroup), app.Th().Scope("col").Class("num").Text(TextRowsColumn),
			head,
			app.Th().Scope("col").Text(TextFoundRows), app.Th().Scope("col").Text(TextAgainstOthers),
			app.Th().Scope("col").Text(TextFixedColumn),
			app.Th().Scope("col").Class("num").Text(TextCostColumn), app.Th().Scope("col").Text(TextAgainstOthers),
			app.Th().Scope("col").Class("num").Text(kit.TextScoreChanged))),
		app.TBody().Body(rows...))
}

// changes lists how often and by how much every feature changes.
func (p *groupPanel) changes(groups []groupColumn) app.UI {
	head := []app.UI{app.Th().Scope("col").Text(textFeatureColumn)}
	for _, g := range groups {
		head = append(head, app.Th().Scope("col").Body(kit.Clamped(g.name)))
	}
	var rows []app.UI
	for _, j := range p.Data.Table.Schema.Displayed() {
		f := p.Data.Table.Schema.Features[j]
		cells := []app.UI{app.Th().Scope("row").Body(kit.Clamped(f.Name))}
		for _, g := range groups {
			share, how := textShift(f, g.Features[j], g.Covered)
			cells = append(cells, kit.Twofold(share, how))
		}
		rows = append(rows, app.Tr().Body(cells...))
	}
	return app.Table().Class("table", "is-pinned").Aria("label", textWhatChanges).Body(
		app.THead().Body(app.Tr().Body(head...)), app.TBody().Body(rows...))
}
