package chart

import "strings"

// summary describes a line briefly.
type summary struct {
	first, last, low point
	any              bool
}

func summarize(s Series) summary {
	var out summary
	for i := range s.len() {
		p := s.at(i)
		if !p.finite() {
			continue
		}
		if !out.any {
			out = summary{first: p, low: p, any: true}
		}
		out.last = p
		if p.y < out.low.y {
			out.low = p
		}
	}
	return out
}

// gist returns the chart in words: start, end and minimum of each line.
func gist(of LinesOf) string {
	where := "at "
	if of.XLabel != "" {
		where += of.XLabel + " "
	}
	var parts []string
	for _, s := range of.Series {
		g := summarize(s)
		if !g.any {
			parts = append(parts, s.Name+": no values yet.")
			continue
		}
		parts = append(parts, s.Name+": starts at "+short(g.first.y)+", ends at "+short(g.last.y)+
			", lowest "+short(g.low.y)+" "+where+short(g.low.x)+".")
	}
	return strings.Join(parts, " ")
}
