package data

import "strings"

// mostTitles is how many rows above a table are looked at.
const mostTitles = 20

// withoutPreamble removes what stands above a table and is no part of it: a line that is
// known, or titles, rows of one text where the table has several columns. Rows keep their
// lines. A header that lacks the name of the first column alone, where that names each row, as
// R writes it, gets an empty one.
func withoutPreamble(text string) (string, []string) {
	if strings.HasPrefix(text, crossValidator) {
		_, rest, _ := strings.Cut(text, "\n")
		return "\n" + rest, []string{"The first line, " + quote(crossValidator) + ", is no row and is left out."}
	}
	delim, width := sniffDelimiter(text)
	if width < 2 {
		return text, nil
	}
	r := newRecords(text, delim)
	first, titles := "", 0
	for n := 0; n < mostTitles && r.next(); n++ {
		switch title, is := titleOf(r, width); {
		case is:
			if titles++; titles == 1 {
				first = title
			}
			continue
		case titles == 0 && n == 0 && width > 2 && r.width == width-1 && namesAll(r) && rowsNamed(text, delim):
			return `""` + string(delim) + text[r.begin:], nil
		case titles > 0 && blank(r):
			continue
		case titles == 0 || r.width != width || !namesAll(r):
			return text, nil
		}
		what := quote(shorten(first, maxCell)) + " stands above the table and is left out."
		if titles > 1 {
			what = grouped(titles) + " rows above the table, the first of them " + quote(shorten(first, maxCell)) + ", are left out."
		}
		return strings.Repeat("\n", r.line-1) + text[r.begin:], []string{what}
	}
	return text, nil
}

// titleOf is the text of a row in which nothing else stands: in the first of as many fields
// as the table has, or in fewer than a header has.
func titleOf(r *records, width int) (title string, is bool) {
	switch {
	case blank(r) || r.delim == ' ' && r.width > 1: // sentences
		return "", false
	case r.width == width:
		_, number := readNumber(r.fields[0], false)
		return r.fields[0], width > 2 && !number && r.fields[0] != "" && strings.Join(r.fields[1:], "") == ""
	}
	return strings.TrimSpace(r.text[r.begin:r.pos]), r.width < width-1 || r.width == 1
}

// blank reports whether a row has no text.
func blank(r *records) bool { return strings.Join(r.fields, "") == "" }

// rowsNamed reports whether the first fields below the header all differ.
func rowsNamed(text string, delim rune) bool {
	r, seen := newRecords(text, delim), map[string]bool{}
	r.next()
	for n := 0; n < sniffRows && r.next(); n++ {
		if seen[r.fields[0]] {
			return false
		}
		seen[r.fields[0]] = true
	}
	return len(seen) >= MinRows
}

// namesAll reports whether every field of a row is a text, as in a header.
func namesAll(r *records) bool {
	for _, s := range r.fields {
		if _, number := readNumber(s, false); number || missingToken(s) {
			return false
		}
	}
	return true
}
