package data

import "strings"

// Preview shows how the file is read under a plan; nil means the guessed plan. Problems is empty
// exactly if Import succeeds with Preview.Plan. Preview keeps the table that it read, so that this
// Import can return it at once.
func (f *File) Preview(plan *Plan) Preview {
	f.ready = nil
	im := f.importer(plan)
	t, report := im.run()
	p := im.profile
	v := Preview{Name: f.name, Size: f.size, Rows: p.rows, Plan: im.plan, Sheets: f.sheets}
	v.Notes, v.Doubts = f.about(im.plan.Format, p)
	if p.format.Delimiter != 0 {
		v.Head = f.head(p.format)
	}
	if len(p.columns) > 0 {
		_, v.Columns = guessPlan(p)
		if im.prep == nil {
			im.countCodes(v.Columns)
			for _, b := range im.features {
				if !b.flag {
					v.Columns[b.column].Alone = b.alone
				}
			}
		}
		v.Recipes = f.recipes(p)
		v.Notes = append(v.Notes, layoutNotes(p)...)
		v.Notes = append(v.Notes, p.notes...)
		v.Notes = append(v.Notes, im.columnNotes()...)
		v.Notes, v.Dropped = append(v.Notes, report.Notes...), report.Dropped
	}
	if v.Problems = im.problems.sentences(); len(v.Problems) == 0 {
		f.ready = &ready{im.plan.clone(), t, report}
		v.Notes = append(v.Notes, im.againNote(t)...)
		im.find(t, &v)
	}
	return v
}

// countCodes adds rows with codes that the plan treats as missing to the counts of missing
// values.
func (im *importer) countCodes(infos []ColumnInfo) {
	for j, c := range im.plan.Columns {
		if j < len(infos) && c.Kind.Numeric() {
			infos[j].Missing += im.profile.columns[j].rowsOf(c.Codes)
		}
	}
}

// find adds what the columns of the table show.
func (im *importer) find(t *Table, v *Preview) {
	if im.prep != nil {
		return
	}
	list, base := t.findings()
	v.Base = base
	for k, f := range list {
		b := im.features[k]
		if b.flag {
			continue
		}
		info := &v.Columns[b.column]
		if info.Tells = f.tells; f.copies >= 0 && !im.features[f.copies].flag {
			info.CopyOf, info.Recoded = im.features[f.copies].column+1, f.recoded
		}
	}
}

// layoutNotes says how the text is read.
func layoutNotes(p *profile) (notes []string) {
	names := map[rune]string{',': "commas", ';': "semicolons", '\t': "tabs", '|': "bars", ' ': "one or more spaces"}
	name := names[p.format.Delimiter]
	if name == "" {
		name = quote(string(p.format.Delimiter))
	}
	s := "Fields are separated by " + name
	if p.format.DecimalComma {
		s += ", numbers have a decimal comma"
	}
	if p.format.Header {
		s += ", the first row names the columns."
	} else {
		s += ", no row names the columns."
	}
	notes = append(notes, s)
	for j := range p.columns {
		if c := &p.columns[j]; c.other {
			notes = append(notes, "Column "+quote(p.names[j])+": its numbers have a decimal "+c.signName()+".")
		}
	}
	if p.forced > 0 {
		notes = append(notes,
			plural(p.forced, "field is", "fields are")+" written as a formula, =\"…\", as spreadsheets keep a text. "+
				"The text inside is read.")
	}
	endless := 0
	var tokens []string
	for _, t := range p.format.Missing {
		n := p.tokens[t]
		if infinite(t) {
			endless += n
		}
		switch {
		case n == 0:
		case t == "":
			tokens = append(tokens, plural(n, "empty field", "empty fields"))
		default:
			tokens = append(tokens, quote(t)+" ("+plural(n, "field", "fields")+")")
		}
	}
	if tokens != nil {
		notes = append(notes, "Read as missing: "+strings.Join(tokens, ", ")+".")
	}
	if endless > 0 {
		notes = append(notes, "A table cannot hold an infinite number, so "+plural(endless, "field with one is",
			"fields with one are")+" read as missing.")
	}
	return notes
}

// columnNotes names the preparation in use, or the columns that are left out.
func (im *importer) columnNotes() []string {
	if im.prep != nil {
		return []string{"Preparation: " + im.prep.Title}
	}
	var out []string
	for _, c := range im.plan.Columns {
		if !c.Use {
			out = append(out, quote(c.Name))
		}
	}
	if out == nil {
		return nil
	}
	n, more := len(out), ""
	if n > maxProblems {
		out, more = out[:maxProblems], ", ..."
	}
	return []string{plural(n, "column is", "columns are") + " left out: " + strings.Join(out, ", ") + more + "."}
}
