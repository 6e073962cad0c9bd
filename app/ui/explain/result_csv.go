package explain

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/wire"
)

// csv writes the table with exact values, the exact probability, and a column for every rule.
func (p *valuesPanel) csv() string {
	x := p.Explain.Found.Blank(p.Data.Table.Schema)
	schema := document.InBands(p.Data.Table.Schema.Own(), x.Cuts, x.Of)
	shown := schema.Displayed()
	var b []byte
	line := []string{textResultRow}
	for _, j := range shown {
		line = append(line, schema.Features[j].Name)
	}
	line = append(line, TextPredictedClass, TextProbability)
	for _, l := range x.Laws {
		line = append(line, strings.TrimSuffix(l.Text, ".")+TextVerdictTags(l))
	}
	if x.HasDegree {
		line = append(line, textCSVDegree)
	}
	if x.HasUsual {
		line = append(line, textCSVUsual)
	}
	line = append(line, textCSVProved, textCSVRange)
	b = data.AppendRecord(b, line...)
	for i, c := range append([]wire.Counterfactual{x.Factual}, x.Rows...) {
		line := []string{TextFactual}
		if i > 0 {
			line[0] = TextCounterfactualNo(i)
		}
		for _, j := range shown {
			line = append(line, exact(schema.Features[j], c.Row[j]))
		}
		probability := ""
		if s := c.Shares; c.Class >= 0 && c.Class < len(s) {
			probability = kit.ExactNumber(s[c.Class])
		}
		line = append(line, schema.Outcome.Format(float64(c.Class)), probability)
		line, proved := append(line, proofCells(x, c)...), ""
		switch {
		case i == 0 && x.None:
			proved = textCSVNone
		case i == 1 && x.Nearest:
			proved = textCSVNearest
		}
		b = data.AppendRecord(b, append(line, proved, rangeCell(schema, c))...)
	}
	return string(b)
}

// rangeCell gives the range of the numbers in full precision.
func rangeCell(s data.Schema, c wire.Counterfactual) string {
	low, high, list := c.Low, c.High, []string(nil)
	for j := range low {
		if low[j] < high[j] {
			list = append(
				list,
				s.Features[j].Name+" "+exact(s.Features[j], low[j])+" to "+exact(s.Features[j], high[j]),
			)
		}
	}
	return strings.Join(list, "; ")
}

// proofCells returns a cell for every rule. The factual changes nothing, so its cells are empty.
func proofCells(x wire.Explained, c wire.Counterfactual) []string {
	var cells []string
	for i := range x.Laws {
		word := ""
		if i < len(c.Proof) {
			switch v := c.Proof[i]; {
			case !v.Pass:
				word = textCSVBroken
			case !v.Applies:
				word = textCSVSilent
			default:
				word = textCSVKept
			}
		}
		cells = append(cells, word)
	}
	if x.HasDegree {
		cells = append(cells, kit.ExactNumber(c.Degree))
	}
	switch {
	case x.HasUsual && c.Changed > 0:
		cells = append(cells, kit.ExactNumber(c.Usual))
	case x.HasUsual:
		cells = append(cells, "")
	}
	return cells
}

func (p *valuesPanel) onDownload(ctx app.Context, e app.Event) {
	kit.Download(textCSVName(p.Data.Place(p.Explain.FoundRow)), "text/csv", p.csv())
}

func (p *valuesPanel) onWorkbook(ctx app.Context, e app.Event) {
	kit.Workbook(ctx, strings.TrimSuffix(textCSVName(p.Data.Place(p.Explain.FoundRow)), ".csv"), []byte(p.csv()))
}

func (p *valuesPanel) onCopy(ctx app.Context, e app.Event) {
	clip := app.Window().Get("navigator").Get("clipboard")
	if !clip.Truthy() {
		kit.Do(ctx, store.Say{Text: kit.TextNoClipboard})
		return
	}
	clip.Call("writeText", p.csv())
	kit.Do(ctx, store.Say{Text: textCopied})
}

// exact writes a value so that reading it gives the same value again. A missing value is empty.
func exact(f data.Feature, v float64) string {
	if f.IsGap(v) {
		return ""
	}
	if f.Kind.Numeric() {
		return kit.ExactNumber(v)
	}
	return f.Format(v)
}
