package graph

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/data"
	"causeway/core/graphfile"
)

// graphFiles opens a file with a graph and saves the drawing as one.
type graphFiles struct {
	app.Compo
	*store.State
	format int // index in formats
	text   string
}

func (g *graphFiles) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Graph) }

// The pictures come after the formats that can be read again.
const (
	formatSVG = 100
	formatPNG = 101
)

func formatOptions() []widget.Option {
	var list []widget.Option
	for _, f := range graphfile.Formats() {
		list = append(list, widget.Option{Value: strconv.Itoa(int(f)), Text: f.String()})
	}
	return append(list, widget.Option{Value: strconv.Itoa(formatSVG), Text: textSVG},
		widget.Option{Value: strconv.Itoa(formatPNG), Text: textPNG})
}

func (g *graphFiles) Render() app.UI {
	s := g.Data.Table.Schema
	if len(g.Graph.Sketch.Nodes) != len(s.Features) {
		return app.Div()
	}
	_, lost := g.file()
	items := make([]app.UI, len(lost))
	for i, text := range lost {
		items[i] = app.Li().Text(text)
	}
	note := ""
	switch {
	case len(lost) > 0:
		note = textLost
	case g.format >= formatSVG:
		note = textPictureOnly
	}
	return app.Div().Class("graph-files").Body(
		app.Div().Class("toolbar").Body(
			&widget.File{Label: textOpenGraph, Accept: graphTypes, OnFile: g.onFile},
			&widget.Select{Key: "graph-format", Label: textGraphFormat, Options: formatOptions(),
				Value: strconv.Itoa(g.format), OnChange: g.onFormat},
			widget.Button(textSaveGraph, widget.Secondary, g.onSave),
			widget.Button(textCopyGraph, widget.Secondary, g.onCopy).Aria("disabled", g.format == formatPNG),
		),
		app.Div().Role("status").Body(app.P().Class("panel-note").Text(note), app.Ul().Class("notes").Body(items...)),
		app.Details().Class("paste").Body(
			app.Summary().Text(textPasteGraph),
			app.Label().Class("field-label").For("graph-text").Text(textGraphText),
			app.Textarea().ID("graph-text").Class("input", "paste-text").Rows(4).Spellcheck(false).Attr("placeholder",
				textGraphTextHint).OnInput(g.onText).OnChange(g.onText),
			widget.Button(textUseGraphText, widget.Secondary, g.onPaste),
		),
	)
}

const graphTypes = ".json,.dag,.dagitty,.dot,.gv,.gml,.bif,.csv,.tsv,.txt,text/plain,application/json"

// file returns the drawing in the chosen format, and what the format cannot express.
func (g *graphFiles) file() (text string, lost []string) {
	s := g.Data.Table.Schema
	if g.format >= formatSVG {
		return string(graphfile.SVG(s, g.Graph.Sketch)), nil
	}
	b, lost := graphfile.Write(graphfile.Format(g.format), s.Own(), g.Graph.Sketch)
	return string(b), lost
}

func (g *graphFiles) onFormat(ctx app.Context, value string) { g.format, _ = kit.Chosen(value) }

func (g *graphFiles) onFile(ctx app.Context, file app.Value) { OpenGraphFile(ctx, file) }

func (g *graphFiles) onText(ctx app.Context, e app.Event) { g.text = ctx.JSSrc().Get("value").String() }

func (g *graphFiles) onPaste(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.OpenGraph{Name: TextPastedGraph, Bytes: []byte(g.text)})
}

func (g *graphFiles) onSave(ctx app.Context, e app.Event) {
	text, _ := g.file()
	switch g.format {
	case formatSVG:
		kit.Download(textGraphName+".svg", "image/svg+xml", text)
	case formatPNG:
		kit.DownloadPNG(ctx, textGraphName+".png", text)
	default:
		kit.Download(textGraphName+graphfile.Format(g.format).Ext(), "text/plain", text)
	}
}

func (g *graphFiles) onCopy(ctx app.Context, e app.Event) {
	clip := app.Window().Get("navigator").Get("clipboard")
	if g.format == formatPNG {
		return
	}
	if !clip.Truthy() {
		kit.Do(ctx, store.Say{Text: kit.TextNoClipboard})
		return
	}
	text, _ := g.file()
	clip.Call("writeText", text)
	kit.Do(ctx, store.Say{Text: textGraphCopied})
}

// openGraphFile reads a browser's File object as a graph.
func OpenGraphFile(ctx app.Context, file app.Value) {
	name, size := file.Get("name").String(), file.Get("size").Int()
	if size > graphfile.MaxBytes {
		kit.Do(ctx, store.OpenGraph{Name: name, Bytes: make([]byte, graphfile.MaxBytes+1)})
		return
	}
	kit.ReadFile(file, func(b []byte) {
		kit.Do(ctx, store.OpenGraph{Name: name, Bytes: b})
	}, func(why string) {
		kit.Do(ctx, store.Say{Text: textGraphUnreadable(name, why)})
	})
}

// graphFilePanel shows an opened file before it is drawn.
type graphFilePanel struct {
	app.Compo
	*store.State
	from int // first node that is shown
}

func (p *graphFilePanel) onFrom(ctx app.Context, from int) { p.from = from }

func (p *graphFilePanel) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Graph) }

func (p *graphFilePanel) Render() app.UI {
	f := p.Graph.File
	if !p.Graph.HasFile {
		return app.Div()
	}
	var rows []app.UI
	low, high := kit.OnPage(p.from, len(f.Matches))
	for i := low; i < high; i++ {
		m := f.Matches[i]
		rows = append(rows, &matchRow{State: p.State, At: i, Node: m.Name, Column: m.Column, How: textHow[m.How]})
	}
	notes := make([]app.UI, len(f.Notes))
	for i, n := range f.Notes {
		notes[i] = app.Li().Text(n)
	}
	problem := app.Div().Role("alert")
	if f.Problem != "" {
		problem = problem.Body(widget.Notice(widget.Error, f.Problem))
	}
	return app.Section().Class("panel", "ask").Aria("labelledby", "graph-file-title").Body(
		app.H2().ID("graph-file-title").Class("panel-title").TabIndex(-1).Text(f.Name),
		app.P().Text(textMatchHint),
		problem,
		kit.NoteListOf(notes),
		widget.TableRegion(textMatchRegion, app.Text("")).Class("is-short").Body(
			app.Table().Class("table").Aria("label", textMatchTable).Body(
				kit.HeaderRow(textFileNode, textStandsFor, textMatchedBy), app.TBody().Body(rows...))),
		&kit.Pages{What: textNodesWord, From: p.from, Of: len(f.Matches), OnFrom: p.onFrom},
		app.Div().Class("toolbar").Body(
			widget.Button(textTakeGraph, widget.Primary, p.onTake).Aria("disabled", f.Problem != ""),
			widget.Button(textDiscardGraph, widget.Secondary, p.onDrop),
		),
	)
}

func (p *graphFilePanel) onTake(ctx app.Context, e app.Event) {
	if p.Graph.File.Problem == "" {
		kit.Do(ctx, store.TakeGraph{})
		kit.Focus("graph-title") // the button goes away
	}
}

func (p *graphFilePanel) onDrop(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.DropGraph{})
	kit.Focus("graph-title")
}

// matchRow is a node of the file and its matched column.
type matchRow struct {
	app.Compo
	*store.State
	At           int
	Node, Column string
	How          string
}

func (r *matchRow) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data) }

func (r *matchRow) Render() app.UI {
	s := r.Data.Table.Schema
	options := []widget.Option{{Text: textLeftOut}, {Value: keptValue, Text: textAsUnobserved}}
	for _, f := range s.Features {
		options = append(options, widget.Option{Value: f.Name, Text: f.Name})
	}
	options = append(options, widget.Option{Value: s.Outcome.Name, Text: textOutcomeNamed(s.Outcome.Name)})
	return app.Tr().Body(
		app.Th().Scope("row").Body(kit.Clamped(r.Node)),
		app.Td().Class("bare").Body(&widget.Select{Key: "match-" + strconv.Itoa(r.At), Label: textColumnOf(r.Node),
			Options: options, Value: strings.Replace(r.Column, graphfile.Unobserved, keptValue, 1),
			OnChange: r.onChange}),
		app.Td().Class("muted").Text(r.How),
	)
}

// keptValue stands for graphfile.Unobserved, which HTML cannot represent. It is longer than any column
// name.
var keptValue = strings.Repeat("u", data.MaxName+1)

func (r *matchRow) onChange(ctx app.Context, column string) {
	if column == keptValue {
		column = graphfile.Unobserved
	}
	kit.Do(ctx, store.MatchNode{Node: r.Node, Column: column})
}
