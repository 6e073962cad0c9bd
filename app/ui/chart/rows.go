package chart

import "slices"

// sampleRows lists the series by the values of X that occur in any of them, evenly
// thinned to roughly most rows, including the first and the last.
func sampleRows(of LinesOf, most int, write func(float64) string) (head []string, rows [][]string) {
	head = []string{orElse(of.XLabel, "x")}
	var xs []float64
	for _, s := range of.Series {
		head = append(head, s.Name)
		if s.SD != nil {
			head = append(head, s.Name+", ±")
		}
		for i := range s.len() {
			if p := s.at(i); p.finite() {
				xs = append(xs, p.x)
			}
		}
	}
	slices.Sort(xs)
	xs = slices.Compact(xs)
	for _, i := range spread(len(xs), most) {
		row := []string{write(xs[i])}
		for _, s := range of.Series {
			row = append(row, s.valuesAt(xs[i], i, write)...)
		}
		rows = append(rows, row)
	}
	return head, rows
}

// valuesAt returns the texts of the series at x, with its spread if any. It looks for x near the index
// guess.
func (s Series) valuesAt(x float64, guess int, write func(float64) string) []string {
	at := -1
	if guess < s.len() && s.at(guess).x == x {
		at = guess
	}
	for i := 0; i < s.len() && at < 0; i++ {
		if s.at(i).x == x {
			at = i
		}
	}
	cells := []string{""}
	if s.SD != nil {
		cells = append(cells, "")
	}
	if at < 0 {
		return cells
	}
	cells[0] = write(s.at(at).y)
	if at < len(s.SD) {
		cells[1] = write(s.SD[at])
	}
	return cells
}

// spread returns at most `most` of n indices, evenly spread, including the first and the last.
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
