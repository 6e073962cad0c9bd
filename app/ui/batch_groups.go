package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/widget"
	"causeway/core/metric"
)

// groupPanel says which features change how often and by how much, for all rows
// and for groups of them. It is drawn when nothing more comes, as it reads every
// row.
type groupPanel struct {
	app.Compo
	data  store.Data
	batch store.Batch

	of      seen
	summary store.BatchSummary

	typed, problem string // cut points that were not taken, and why
}

// seen is what a summary is of.
type seen struct {
	done, by, table, wanted int
	cuts                    string
}

func (p *groupPanel) OnMount(ctx app.Context) {
	topicData.Observe(ctx, &p.data)
	topicBatch.Observe(ctx, &p.batch)
}

func (p *groupPanel) Render() app.UI {
	b, schema := p.batch, p.data.Table.Schema
	if !b.HasResult {
		return app.Div()
	}
	now := seen{b.Count(store.EveryRow), b.Settings.By, p.data.TableID, p.data.Wanted(), b.Settings.Cuts}
	if p.of != now {
		p.of, p.summary = now, b.Summary(schema, now.wanted)
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
		app.H2().ID("groups-title").Class("panel-title").Text(textGroups),
		app.P().Class("panel-note").Text(textGroupsNote),
		app.Div().Class("row").Body(
			&widget.Select{Key: "batch-by", Label: textGroupsOf, Options: options, Value: strconv.Itoa(b.Settings.By), OnChange: p.onBy},
			p.cuts()),
	}
	if len(columns) > 1 {
		body = append(body, widget.TableRegion(textGroupsRegion, p.costs(columns[1:])), app.P().Class("panel-note").Text(textGroupsCareful(p.summary.Groups)),
			app.P().Class("panel-note").Text(textRefusedOf(p.summary.All)),
			app.Div().Class("toolbar").Body(widget.Button(textGroupsCSV, widget.Secondary, p.onCSV)))
	}
	body = append(body, app.H3().Class("subtitle").Text(textWhatChanges), widget.TableRegion(textChangesRegion, p.changes(columns)),
		app.P().Class("panel-note").Text(textChangesNote))
	return app.Section().Class("panel").Aria("labelledby", "groups-title").Body(body...)
}

// cuts is the field for cut points; nil where groups are no ranges.
func (p *groupPanel) cuts() app.UI {
	s, features := p.batch.Settings, p.data.Table.Schema.Features
	if s.By < 0 || s.By >= len(features) || !features[s.By].Kind.Numeric() {
		return nil
	}
	value := s.Cuts
	if p.problem != "" {
		value = p.typed
	}
	return &widget.Text{Key: keyOf("batch-cuts", s.By), Label: textCuts, Help: textCutsHelp, Value: value, Problem: p.problem, OnChange: p.onCuts}
}

func (p *groupPanel) onBy(ctx app.Context, v string) {
	s := p.batch.Settings
	n, err := strconv.Atoi(v)
	if err != nil {
		n = -1
	}
	p.typed, p.problem = "", ""
	s.By, s.Cuts = n, ""
	Do(ctx, store.SetBatch{BatchSettings: s})
}

func (p *groupPanel) onCuts(ctx app.Context, text string) {
	_, p.problem = store.Cuts(text)
	if p.typed = text; p.problem == "" {
		s := p.batch.Settings
		s.Cuts = text
		Do(ctx, store.SetBatch{BatchSettings: s})
	}
}

func (p *groupPanel) onCSV(ctx app.Context, e app.Event) {
	download(textGroupsFile+".csv", "text/csv", string(p.batch.GroupsCSV(p.data.Table.Schema, p.data.Wanted())))
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
		least, most := g.RefusedRange()
		rows[i] = app.Tr().Body(
			app.Th().Scope("row").Body(clamped(g.name)),
			app.Td().Class("num").Text(store.FormatCount(g.All)),
			twofold(textPartOf(g.Refused, g.All, least, most)),
			twofold(textPartOf(g.Covered, g.Rows, low, high)),
			app.Td().Text(textDiffers(g.CoverageP, g.CoverageTested)),
			app.Td().Class("num").Text(textMeanOf(g.Cost, g.Covered)),
			twofold(textBeyond(g.Group)),
			app.Td().Class("num").Text(textChangedOf(g.Changed, g.Covered)),
		)
	}
	return app.Table().Class("table").Aria("label", textGroupsTable).Body(
		app.THead().Body(app.Tr().Body(
			app.Th().Scope("col").Text(textGroup), app.Th().Scope("col").Class("num").Text(textRowsColumn),
			app.Th().Scope("col").Text(textRefused),
			app.Th().Scope("col").Text(textFoundRows), app.Th().Scope("col").Text(textAgainstOthers),
			app.Th().Scope("col").Class("num").Text(textCostColumn), app.Th().Scope("col").Text(textAgainstOthers),
			app.Th().Scope("col").Class("num").Text(textScoreChanged))),
		app.TBody().Body(rows...))
}

// twofold is a cell with what stands under it.
func twofold(what, more string) app.UI {
	return app.Td().Class("shift").Body(app.Span().Class("shift-share").Text(what), app.Span().Class("muted").Text(more))
}

// changes says of every feature how often it changes and by how much.
func (p *groupPanel) changes(groups []groupColumn) app.UI {
	head := []app.UI{app.Th().Scope("col").Text(textFeatureColumn)}
	for _, g := range groups {
		head = append(head, app.Th().Scope("col").Body(clamped(g.name)))
	}
	var rows []app.UI
	for j, f := range p.data.Table.Schema.Features {
		cells := []app.UI{app.Th().Scope("row").Body(clamped(f.Name))}
		for _, g := range groups {
			share, how := textShift(f, g.Features[j], g.Covered)
			cells = append(cells, twofold(share, how))
		}
		rows = append(rows, app.Tr().Body(cells...))
	}
	return app.Table().Class("table", "is-pinned").Aria("label", textWhatChanges).Body(
		app.THead().Body(app.Tr().Body(head...)), app.TBody().Body(rows...))
}
