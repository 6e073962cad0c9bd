package main

import (
	"fmt"
	"html"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"causeway/core/metric"
	"causeway/core/model"
)

// report holds the charts and tables that -all writes.
type report struct {
	charts []chart
	tables []table
	notes  []string // shown below the charts
}

type chart struct {
	name string // name of its file in the folder of report.md
	svg  string
}

// table has a header and rows of text.
type table struct {
	title string
	rows  [][]string
}

// panels lists the groups of the charts: a data set, with a constraint if it has several.
type panel struct {
	title, dataset, constraint string
}

var panels = []panel{
	{"Simple-BN", "simple-bn", ""}, {"Sangiovese", "sangiovese", ""},
	{"Adult C1", "adult", "c1"}, {"Adult C2", "adult", "c2"},
}

func newReport(results [][]*outcome) report {
	r := report{}
	add := func(name, title, unit string, ps []panel, of func(panel) figure) {
		r.charts = append(r.charts, chart{name, bars(results, title, unit, ps, of)})
	}
	fixed := func(name string) func(panel) figure { return func(panel) figure { return named(name) } }
	add("feasibility.svg", "Constraint feasibility (the paper's figure 2a)", "%", panels, feasibility)
	add("likelihood.svg", "Log-likelihood of effects given causes, higher is better (for the paper's figure 2b)", "",
		panels[:2], fixed("log-likelihood"))
	add("validity.svg", "Validity of decoded counterfactuals", "%", panels, fixed("decoded validity %"))
	add("continuous.svg", "Continuous proximity, sum over features", "MAD", panels, fixed("continuous proximity"))
	add("categorical.svg", "Categories changed", "", panels[2:], fixed("categories changed"))
	add("im1.svg", "IM1, lower is better", "", panels, fixed("IM1"))
	if c := curves(results); len(c.xs) > 1 {
		r.charts = append(r.charts, chart{"labels.svg", c.svg()})
	}
	if c, ok := times(results); ok {
		r.charts = append(r.charts, chart{"time.svg", c.svg()})
		r.notes = append(r.notes, breakEven(results))
	}
	r.notes = append(r.notes, edgeNote)
	for _, d := range datasets {
		if t := tabulate(d, results); len(t.rows) > 1 {
			r.tables = append(r.tables, t)
		}
	}
	for _, p := range panels {
		if t := examples(p, results); len(t.rows) > 0 {
			r.tables = append(r.tables, t)
		}
	}
	return r
}

const edgeNote = "The paper's figure 2b has the causal-edge score, a ratio of log-densities. It stands in the tables " +
	"but has no better end: " +
	"where the factual's log-density is negative a likelier counterfactual has the smaller ratio, where it is " +
	"positive the larger, and where it " +
	"is near 0 a single pair decides the mean. The log-likelihood itself can be put in order."

// feasibility returns the score for the constraint of a panel.
func feasibility(p panel) figure {
	if p.constraint == "" {
		return named("feasibility %")
	}
	return named(upper(p.constraint) + " %")
}

// bars draws the methods of every panel side by side. A method that learns no constraint is in all
// panels.
func bars(results [][]*outcome, title, unit string, ps []panel, of func(panel) figure) string {
	b := barsOf{title: title, unit: unit}
	for _, m := range methodNames() {
		b.series = append(b.series, model.Method(m).Title())
	}
	for _, p := range ps {
		b.groups = append(b.groups, p.title)
		values := make([]metric.Summary, len(methodNames()))
		for _, runs := range results {
			s := runs[0].setting
			if s.data.name == p.dataset && (s.constraint == "" || s.constraint == p.constraint) &&
				(!model.Method(s.method).FromLabels() || s.labels == paperLabels) {
				values[slices.Index(methodNames(), s.method)] = of(p).over(runs)
			}
		}
		b.values = append(b.values, values)
	}
	return b.svg()
}

// tabulate returns a table of all scores of a data set, with a column for each experiment.
func tabulate(d *dataset, results [][]*outcome) table {
	t := table{title: d.title}
	head := []string{""}
	var columns [][]*outcome
	for _, runs := range results {
		if s := runs[0].setting; s.data == d {
			columns = append(columns, runs)
			head = append(head, strings.TrimSpace(upper(s.constraint)+" "+s.title()))
		}
	}
	if columns == nil {
		return t
	}
	t.rows = append(t.rows, head)
	t.title += fmt.Sprintf(", %d runs", len(columns[0]))
	for _, f := range figures {
		row, has := []string{f.name}, false
		for _, runs := range columns {
			s := f.over(runs)
			has = has || s.N > 0
			row = append(row, s.Format(f.decimals))
		}
		if has {
			t.rows = append(t.rows, row)
		}
	}
	return t
}

const reportTitle = "The paper's experiments"

const reportNote = "Mean ± standard deviation over runs; a run's seed changes the split, the black box and the " +
	"generator. " +
	"Scores are those of decoded counterfactuals of held-out rows unless a line says otherwise. No setting was " +
	"chosen on what is explained: " +
	"of Adult these are rows of adult.test, and simulated tables are drawn anew for each seed."

func (r report) html() string {
	var s strings.Builder
	s.WriteString(`<!doctype html><html lang="en"><meta charset="utf-8"><title>` + reportTitle + `</title><style>` +
		`body{font:15px sans-serif;max-width:60rem;margin:2rem auto;padding:0 ` +
		`1rem}svg{max-width:40rem;display:block;margin:1rem 0}` +
		`table{border-collapse:collapse}td,th{padding:.2rem .6rem;border-bottom:1px solid ` +
		`#ddd;text-align:right}td:first-child{text-align:left}` +
		`</style><h1>` + reportTitle + `</h1><p>` + reportNote + "</p>\n")
	for _, c := range r.charts {
		s.WriteString(c.svg + "\n")
	}
	for _, n := range r.notes {
		s.WriteString("<p>" + html.EscapeString(n) + "</p>\n")
	}
	for _, t := range r.tables {
		s.WriteString("<h2>" + html.EscapeString(t.title) + "</h2><table>\n")
		for i, row := range t.rows {
			cell := "td"
			if i == 0 {
				cell = "th"
			}
			s.WriteString("<tr>")
			for _, v := range row {
				fmt.Fprintf(&s, "<%s>%s</%s>", cell, html.EscapeString(v), cell)
			}
			s.WriteString("</tr>\n")
		}
		s.WriteString("</table>\n")
	}
	s.WriteString("</html>\n")
	return s.String()
}

func (r report) markdown() string {
	var s strings.Builder
	s.WriteString("# " + reportTitle + "\n\n" + reportNote + "\n")
	for _, c := range r.charts {
		fmt.Fprintf(&s, "\n![%s](%s)\n", strings.TrimSuffix(c.name, ".svg"), c.name)
	}
	for _, n := range r.notes {
		s.WriteString("\n" + n + "\n")
	}
	for _, t := range r.tables {
		s.WriteString("\n## " + t.title + "\n\n")
		for i, row := range t.rows {
			s.WriteString("| " + strings.Join(row, " | ") + " |\n")
			if i == 0 {
				s.WriteString("|---" + strings.Repeat("|--:", len(row)-1) + "|\n")
			}
		}
	}
	return s.String()
}

func writeReport(folder string, r report) error {
	files := map[string]string{"report.html": r.html(), "report.md": r.markdown()}
	for _, c := range r.charts {
		files[c.name] = c.svg
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
