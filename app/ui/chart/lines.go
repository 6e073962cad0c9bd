package chart

func (of LinesOf) title() string { return of.Title }
func (of LinesOf) empty() string { return of.Empty }

func (of LinesOf) keys() []key {
	list := make([]key, len(of.Series))
	for k, s := range of.Series {
		list[k] = key{swatch: swatch(k, s.Dashed), name: s.Name}
		if g := summarize(s); g.any && !of.NoLatest {
			list[k].value = short(g.last.y)
		}
	}
	return list
}

func (of LinesOf) draw(width float64) (node, bool) {
	if width > 0 {
		of.Width = width
	}
	p, ok := layout(of)
	if !ok {
		return node{}, false
	}
	return p.draw(), true
}

func (of LinesOf) numbers(most int, write func(float64) string) (head []string, rows [][]string) {
	return sampleRows(of, most, write)
}
