package data

import (
	"slices"
	"strings"
)

// run reads the rows and returns the table, which is complete only if run found no problems.
func (im *importer) run() (*Table, Report) {
	if len(im.list) > 0 {
		return nil, Report{}
	}
	all := append([]*builder{im.outcome}, im.features...)
	for _, b := range all {
		b.values = make([]float64, 0, im.profile.rows)
	}
	settle(len(im.text))
	in := newRecords(im.text, im.profile.format.Delimiter)
	if im.profile.format.Header {
		in.next()
	}
	var row []string
	if im.prep != nil {
		row = make([]string, len(im.prep.sources))
	}
	var rest, gaps int
	var report Report
	for n := 1; in.next(); n++ {
		fields := in.fields
		if im.prep != nil {
			im.prep.prepare(in.fields, im.sources, im.profile.format, row)
			if fields = row; !im.prep.keep(row) {
				rest++
				report.note(false)
				continue
			}
		}
		keep := im.take(all, fields, place{n, in.line})
		if report.note(keep); !keep {
			gaps++
		}
	}
	if n := len(im.outcome.values); n < MinRows && len(im.list) == 0 {
		im.add("%s would remain; at least %d are needed.", plural(n, "row", "rows"), MinRows)
	}
	if len(im.list) > 0 {
		return nil, Report{}
	}
	if rest+gaps == 0 {
		report.Runs = nil
	}
	return im.finish(report, rest, gaps)
}

// take adds a row and reports whether it was kept. All columns read their fields before any field
// is added.
func (im *importer) take(all []*builder, fields []string, at place) bool {
	keep, drops, last := true, 0, (*builder)(nil)
	for _, b := range all {
		if !b.take(fields[b.column], at, &im.problems) {
			keep, last = false, b
			drops++
		}
	}
	if drops == 1 {
		last.alone++
	}
	if keep {
		for _, b := range all {
			b.keep(fields[b.column], at, &im.problems)
		}
	}
	return keep
}

// finish builds the table from what was read.
func (im *importer) finish(report Report, rest, gaps int) (*Table, Report) {
	t := &Table{}
	report.Rows, report.Dropped = len(im.outcome.values), rest+gaps
	if rest > 0 {
		report.Notes = append(report.Notes, plural(rest, "row is", "rows are")+" left out: "+im.prep.rest+".")
	}
	if gaps > 0 {
		report.Notes = append(report.Notes, plural(gaps, "row is", "rows are")+" left out because a value is missing.")
	}
	for _, b := range im.features {
		t.Schema.Features = append(t.Schema.Features, b.feature(&im.problems, &report.Notes))
		t.Cols = append(t.Cols, b.values)
	}
	t.Schema.Outcome = im.outcome.feature(&im.problems, &report.Notes)
	if im.cut {
		t.Schema.Outcome = im.bands(t.Schema.Outcome, t, &report.Notes)
	}
	t.Outcome = make([]int, len(im.outcome.values))
	for i, v := range im.outcome.values {
		t.Outcome[i] = int(v)
	}
	im.checkClasses(t)
	report.Notes = append(report.Notes, im.unsettled()...)
	return t, report
}

// unsettled returns a note on the numbers of the table that look like codes and about which nobody
// has decided.
func (im *importer) unsettled() []string {
	if im.prep != nil {
		return nil
	}
	var codes []float64
	columns := 0
	for j, c := range im.plan.Columns {
		if !c.Use || !c.Kind.Numeric() || c.Numbers || len(c.Codes) > 0 || im.profile.columns[j].codes == nil {
			continue
		}
		columns++
		for _, code := range im.profile.columns[j].codes {
			if !slices.Contains(codes, code.Value) {
				codes = append(codes, code.Value)
			}
		}
	}
	if codes == nil {
		return nil
	}
	slices.Sort(codes)
	list := make([]string, len(codes))
	for i, v := range codes {
		list[i] = number64(v)
	}
	what := "looks like a code"
	if len(list) > 1 {
		what = "look like codes"
	}
	return []string{strings.Join(list, ", ") + " " + what + ` for "no record" in ` + plural(columns, "column",
		"columns") +
		" and " + map[bool]string{true: "is a number",
		false: "are numbers"}[len(list) == 1] + " of the table, because nobody has said otherwise."}
}

// checkClasses reports an outcome that cannot be learned.
func (im *importer) checkClasses(t *Table) {
	classes := 0
	for _, n := range t.Counts() {
		if n > 0 {
			classes++
		}
	}
	switch {
	case classes < 2 && im.cut:
		im.add("The outcome %s is cut at %s, but all of its numbers are on one side; cut it elsewhere.",
			quote(t.Schema.Outcome.Name), im.plan.Columns[im.plan.Outcome].Cut)
	case classes < 2:
		im.add("The outcome %s has the same value in every row that remains; choose another column, or leave out a "+
			"column with missing values.", quote(t.Schema.Outcome.Name))
	}
	if n := len(t.Schema.Outcome.Levels); n > MaxClasses {
		im.add("The outcome %s has %d classes; at most %d are possible.", quote(t.Schema.Outcome.Name), n, MaxClasses)
	}
}
