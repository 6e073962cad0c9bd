package ui

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
)

// csv writes the table with the values as they are stored and the probability
// in full.
func (p *resultPanel) csv() string {
	x, schema := p.explain.Found, p.data.Table.Schema
	var b strings.Builder
	line := []string{textResultRow}
	for _, f := range schema.Features {
		line = append(line, f.Name)
	}
	writeRecord(&b, append(line, textPredictedClass, textProbability))
	for i, c := range append([]store.Counterfactual{x.Factual}, x.Found...) {
		line := []string{textFactual}
		if i > 0 {
			line[0] = textCounterfactualNo(i)
		}
		for j, v := range c.Values.Values() {
			line = append(line, exact(schema.Features[j], v))
		}
		probability := ""
		if s := c.Shares.Values(); c.Class >= 0 && c.Class < len(s) {
			probability = exactNumber(s[c.Class])
		}
		writeRecord(&b, append(line, schema.Outcome.Format(float64(c.Class)), probability))
	}
	return b.String()
}

func (p *resultPanel) onDownload(ctx app.Context, e app.Event) {
	download(textCSVName(p.explain.FoundRow), "text/csv", p.csv())
}

func (p *resultPanel) onCopy(ctx app.Context, e app.Event) {
	clip := app.Window().Get("navigator").Get("clipboard")
	if !clip.Truthy() {
		Do(ctx, store.Say{Text: textNoClipboard})
		return
	}
	clip.Call("writeText", p.csv())
	Do(ctx, store.Say{Text: textCopied})
}

// exact writes a value so that reading it gives the same value again.
func exact(f store.Feature, v float64) string {
	if f.Kind.Numeric() {
		return exactNumber(v)
	}
	return f.Format(v)
}

// writeRecord writes one line of CSV (RFC 4180).
func writeRecord(b *strings.Builder, fields []string) {
	for i, f := range fields {
		if i > 0 {
			b.WriteByte(',')
		}
		if strings.ContainsAny(f, ",\"\r\n") || strings.TrimSpace(f) != f {
			f = `"` + strings.ReplaceAll(f, `"`, `""`) + `"`
		}
		b.WriteString(f)
	}
	b.WriteString("\r\n")
}

// download saves text as a file, by a link that exists for the moment.
func download(name, kind, text string) {
	w := app.Window()
	blob := w.Get("Blob").New([]any{text}, map[string]any{"type": kind})
	url := w.Get("URL").Call("createObjectURL", blob)
	a := w.Get("document").Call("createElement", "a")
	a.Set("href", url)
	a.Set("download", name)
	a.Call("click")
	w.Get("URL").Call("revokeObjectURL", url)
}
