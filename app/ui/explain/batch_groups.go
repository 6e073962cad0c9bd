package explain

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/metric"
)

// groupPanel says which features change how often and by how much, for all rows
// and for groups of them. It is drawn when nothing more comes, as it reads every
// row.
type groupPanel struct {
	app.Compo
	*store.State

	summarised

	typed, problem string // cut points that were not taken, and why

	brush           brush // what of the flow is chosen
	from            int   // the first of its rows that is listed
	groups, columns []int // of the flow that are drawn
}

// summarised is a summary that is made anew when what it is of changes, as it reads every
// row.
type summarised struct {
	of      seen
	summary store.BatchSummary
}

// look brings it up to date; it reports whether it is another one.
func (s *summarised) look(d store.Data, b store.Batch) bool {
	now := seen{b.Count(store.EveryRow), b.Settings.By, d.TableID, d.Wanted(), b.Settings.Cuts}
	if s.of == now {
		return false
	}
	s.of, s.summary = now, b.Summary(d.Table.Schema, now.wanted)
	return true
}

// seen is what a summary is of.
type seen struct {
	done, by, table, wanted int
	cuts                    string
}

func (p *groupPanel) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Batch) }

func (p *groupPanel) Render() app.UI {
	b, schema := p.Batch, p.Data.Table.Schema
	if !b.HasResult {
		return app.Div()
	}
	if p.look(p.Data, b) {
		p.brush, p.from = brush{-1, -1}, 0 // what was chosen is no longer drawn
	}
	options := []widget.Option{{Value: "-1", Text: textNoGroups}}
	for j, f := range schema.Features {
		options = append(options, widget.Option{Value: strconv.Itoa(j), Text: f.Name})
	}
	columns := []groupColumn{{textAllOfThem, p.summary.All}}
	for g, name := range p.summary.Names {
		if p.summary.Groups[g].All > 0 {
			columns = append(columns, groupColumn{name, p.summary.Groups[g]})
		}
	}
	body := []app.UI{
		app.H2().ID("groups-title").Class("panel-title").Text(TextGroups),
		app.P().Class("panel-note").Text(TextGroupsNote),
		app.Div().Class("row").Body(
			&widget.Select{Key: "batch-by", Label: textGroupsOf, Options: options, Value: strconv.Itoa(b.Settings.By), OnChange: p.onBy},
			p.cuts()),
	}
	body = append(body, p.flow()...)
	if len(columns) > 1 {
		body = append(body, widget.TableRegion(textGroupsRegion, p.costs(columns[1:])), app.P().Class("panel-note").Text(TextGroupsCareful(p.summary.Groups)),
			app.P().Class("panel-note").Text(TextRefusedOf(p.summary.All)),
			app.Div().Class("toolbar").Body(widget.Button(TextGroupsCSV, widget.Secondary, p.onCSV),
				widget.Button(TextGroupsXLSX, widget.Secondary, p.onXLSX)))
	}
	body = append(body, app.H3().Class("subtitle").Text(textWhatChanges), widget.TableRegion(textChangesRegion, p.changes(columns)),
		app.P().Class("panel-note").Text(textChangesNote))
	return app.Section().Class("panel").Aria("labelledby", "groups-title").Body(body...)
}

// cuts is the field for cut points; nil where groups are no ranges.
func (p *groupPanel) cuts() app.UI {
	s, features := p.Batch.Settings, p.Data.Table.Schema.Features
	if s.By < 0 || s.By >= len(features) || !features[s.By].Kind.Numeric() {
		return nil
	}
	value := s.Cuts
	if p.problem != "" {
		value = p.typed
	}
	return &widget.Text{Key: kit.KeyOf("batch-cuts", s.By), Label: textCuts, Help: textCutsHelp, Value: value, Problem: p.problem, OnChange: p.onCuts}
}

func (p *groupPanel) onBy(ctx app.Context, v string) {
	s := p.Batch.Settings
	n, err := strconv.Atoi(v)
	if err != nil {
		n = -1
	}
	p.typed, p.problem = "", ""
	s.By, s.Cuts = n, ""
	kit.Do(ctx, store.SetBatch{Batch: s, FromFile: p.Batch.FromFile})
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

// costs compares coverage and cost of the groups, each with those of all others.
func (p *groupPanel) costs(groups []groupColumn) app.UI {
	rows := make([]app.UI, len(groups))
	for i, g := range groups {
		low, high := g.CoverageRange()
		rows[i] = app.Tr().Body(
			app.Th().Scope("row").Body(kit.Clamped(g.name)),
			app.Td().Class("num").Text(store.FormatCount(g.All)),
			kit.Twofold(TextRefusedPart(g.Group, p.summary.All)),
			kit.Twofold(kit.TextPartOf(g.Covered, g.Rows, low, high)),
			app.Td().Text(TextDiffers(g.CoverageP, g.CoverageTested)),
			app.Td().Class("num").Text(TextMeanOf(g.Cost, g.Covered)),
			kit.Twofold(TextBeyond(g.Group)),
			app.Td().Class("num").Text(TextChangedOf(g.Changed, g.Covered)),
		)
	}
	return app.Table().Class("table").Aria("label", TextGroupsTable).Body(
		app.THead().Body(app.Tr().Body(
			app.Th().Scope("col").Text(TextGroup), app.Th().Scope("col").Class("num").Text(TextRowsColumn),
			app.Th().Scope("col").Text(TextRefused),
			app.Th().Scope("col").Text(TextFoundRows), app.Th().Scope("col").Text(TextAgainstOthers),
			app.Th().Scope("col").Class("num").Text(TextCostColumn), app.Th().Scope("col").Text(TextAgainstOthers),
			app.Th().Scope("col").Class("num").Text(kit.TextScoreChanged))),
		app.TBody().Body(rows...))
}

// changes says of every feature how often it changes and by how much.
func (p *groupPanel) changes(groups []groupColumn) app.UI {
	head := []app.UI{app.Th().Scope("col").Text(textFeatureColumn)}
	for _, g := range groups {
		head = append(head, app.Th().Scope("col").Body(kit.Clamped(g.name)))
	}
	var rows []app.UI
	for j, f := range p.Data.Table.Schema.Features {
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
