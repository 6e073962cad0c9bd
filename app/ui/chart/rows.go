package chart

import "slices"

// sampleRows lists the series against the values of X that occur in any of
// them, at most about most rows, evenly spread, with the first and the last.
func sampleRows(of LinesOf, most int) (head []string, rows [][]string) {
	head = []string{orElse(of.XLabel, "x")}
	var xs []float64
	for _, s := range of.Series {
		head = append(head, s.Name)
		for i := range s.len() {
			if p := s.at(i); p.finite() {
				xs = append(xs, p.x)
			}
		}
	}
	slices.Sort(xs)
	xs = slices.Compact(xs)
	for _, i := range spread(len(xs), most) {
		row := []string{short(xs[i])}
		for _, s := range of.Series {
			row = append(row, s.valueAt(xs[i], i))
		}
		rows = append(rows, row)
	}
	return head, rows
}

// valueAt is the text of the series at x, looked for first at index guess.
func (s Series) valueAt(x float64, guess int) string {
	if guess < s.len() && s.at(guess).x == x {
		return short(s.at(guess).y)
	}
	for i := range s.len() {
		if s.at(i).x == x {
			return short(s.at(i).y)
		}
	}
	return ""
}

// spread are at most most indices of n, the first and last among them.
func spread(n, most int) []int {
	var out []int
	if n <= most {
		for i := range n {
			out = append(out, i)
		}
		return out
	}
	for i := range most {
		out = append(out, i*(n-1)/(most-1))
	}
	return out
}
