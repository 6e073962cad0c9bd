package data

import "strings"

// about returns notes on how the lines of a file are read. doubts are the assumptions among them
// that a person may correct.
func (f *File) about(as Format, p *profile) (notes []string, doubts []Doubt) {
	notes, doubts = append(notes, f.opened.notes...), append(doubts, f.opened.doubts...)
	t := f.tidy
	notes = append(notes, t.notes...)
	if p.format.Delimiter == 0 {
		return notes, doubts
	}
	doubt := func(note string, ways ...Way) {
		notes, doubts = append(notes, note), append(doubts, Doubt{note, ways})
	}
	anew := Format{Encoding: as.Encoding, Sheet: as.Sheet, Keep: as.Keep}
	if first := firstRow(t.text, as); !t.sure && t.below == nil && first != nil {
		other := as
		other.Header, other.Below = !as.Header, BelowValues
		if as.Header {
			doubt("The first row, "+quoteAll(first)+", is read as the names of the columns.",
				Way{"It is a row of values", other})
		} else {
			doubt("The first row, "+quoteAll(first)+", is read as values, although it may name the columns.",
				Way{"It names the columns", other})
		}
	}
	if t.below != nil && as.Header {
		others := ""
		if t.others > 0 && as.Below != BelowValues {
			others = ". " + plural(t.others, "more row of that kind is", "more rows of that kind are") + " left out"
		}
		doubt("The row "+quoteAll(t.below)+" is below "+quoteAll(t.top)+" and "+[]string{"is read as values",
			"holds no values, such as units, so it is left out",
			"names the columns, so what stands above it is left out",
			"names the columns together with it"}[as.Below]+others+".", belowWays(as)...)
	}
	for _, l := range []struct {
		lines
		bit       Keep
		one, many string
	}{
		{t.comments, KeepComments, "line that begins like a comment", "lines that begin like comments"},
		{t.repeats, KeepRepeats, "row that repeats the names of the columns",
			"rows that repeat the names of the columns"},
		{t.totals, KeepTotals, "row at the end that is a total, a source or a note",
			"rows at the end that are totals, sources or notes"},
	} {
		if l.n == 0 {
			continue
		}
		other := anew
		other.Keep ^= l.bit
		end, press := "is left out", "Read it as a row"
		if as.Keep&l.bit != 0 {
			end, press = "is read as a row", "Leave it out"
		}
		end += ": " + quote(l.first) + " in line " + grouped(l.at) + "."
		if l.n > 1 {
			more := strings.NewReplacer("is ", "are ", "a row", "rows", " it", " them", ": ", ", the first ")
			end, press = more.Replace(end), more.Replace(press)
		}
		doubt(plural(l.n, l.one, l.many)+" "+end, Way{press, other})
	}
	for j := range p.columns {
		if c := &p.columns[j]; c.uncomputed > 0 {
			doubt("Column " + quote(p.names[j]) + ": " + notComputed(c.uncomputed))
		}
	}
	return notes, doubts
}

// belowWays returns the other ways to read the row below the first.
func belowWays(as Format) (ways []Way) {
	for b, text := range []string{"Read it as values", "Leave it out", "Take the names from it alone",
		"Join both rows as names"} {
		if other := as; Below(b) != as.Below {
			other.Below = Below(b)
			ways = append(ways, Way{text, other})
		}
	}
	return ways
}

// notComputed explains that formulas have no values, and what to do about it.
func notComputed(n int) string {
	return plural(n, "formula has", "formulas have") +
		" no stored value. Open the file in a spreadsheet program, save it there, and open it here again."
}
