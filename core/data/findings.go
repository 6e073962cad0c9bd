package data

import "slices"

// finding says what the data show about a column before any training.
type finding struct {
	copies  int     // the earlier column that it duplicates, or -1
	recoded bool    // it duplicates the other column under different names
	tells   float64 // share of unseen rows whose outcome it predicts alone, if suspiciously high
}

// findings looks for columns that duplicate another one in all rows, and for columns that reveal
// the outcome. base is the share of the most frequent class.
func (t *Table) findings() (list []finding, base float64) {
	list = make([]finding, len(t.Cols))
	rows := t.sample(tellRows)
	base = t.base(rows)
	first := map[uint64]int{}
	for j, c := range t.Cols {
		list[j].copies = -1
		codes := firstCodes(c, 2000)
		if h := hashInts(codes); codes != nil {
			if k, ok := first[h]; !ok {
				first[h] = j
			} else if same, recoded := t.repeats(k, j); same {
				list[j].copies, list[j].recoded = k, recoded
			}
		}
		if n := t.tells(j, rows); n.tooGood() {
			list[j].tells = n.share()
		}
	}
	return list, base
}

// firstCodes numbers the values of the first rows in order of appearance, so that two columns
// with the same content in different words have equal codes. It returns nil for a constant
// column.
func firstCodes(col []float64, most int) []int {
	seen := map[float64]int{}
	codes := make([]int, min(len(col), most))
	for i := range codes {
		k, ok := seen[col[i]]
		if !ok {
			k = len(seen)
			seen[col[i]] = k
		}
		codes[i] = k
	}
	if len(seen) < 2 {
		return nil
	}
	return codes
}

func hashInts(list []int) uint64 {
	h := uint64(14695981039346656037)
	for _, v := range list {
		h = (h ^ uint64(v)) * 1099511628211
	}
	return h
}

// repeats reports whether two columns are equal in every row, or equal after renaming values. If
// most values are unique, renaming proves nothing, so the columns must be equal.
func (t *Table) repeats(k, j int) (same, recoded bool) {
	a, b := t.Schema.Features[k], t.Schema.Features[j]
	equal := a.Kind.Numeric() == b.Kind.Numeric()
	to, from := map[float64]float64{}, map[float64]float64{}
	for i, v := range t.Cols[k] {
		w := t.Cols[j][i]
		if x, ok := to[v]; ok && x != w {
			return false, false
		}
		if x, ok := from[w]; ok && x != v {
			return false, false
		}
		to[v], from[w] = w, v
		if equal && a.Kind.Numeric() {
			equal = v == w
		} else if equal {
			equal = a.Levels[int(v)] == b.Levels[int(w)]
		}
	}
	if equal {
		return true, false
	}
	return len(to)*10 <= t.Rows(), true
}

// tellRows is the number of rows used to test how well a single column predicts the outcome.
const tellRows = 10_000

// sample returns a fixed random choice of rows.
func (t *Table) sample(most int) []int {
	rows := make([]int, t.Rows())
	for i := range rows {
		rows[i] = i
	}
	shuffle(rows, 1)
	return rows[:min(len(rows), most)]
}

// base returns the share of the most frequent class.
func (t *Table) base(rows []int) float64 {
	counts := make([]int, t.Schema.Classes())
	for _, i := range rows {
		counts[t.Outcome[i]]++
	}
	return float64(slices.Max(counts)) / float64(max(len(rows), 1))
}

// tells tests how well a single column predicts outcomes. It predicts each half of the rows from
// the other half, as the most frequent outcome for the same level or for nearby numbers.
func (t *Table) tells(j int, rows []int) (n naming) {
	half := len(rows) / 2
	n.add(t, j, rows[:half], rows[half:])
	n.add(t, j, rows[half:], rows[:half])
	return n
}

// naming counts rows: those whose outcome a column predicts, and those on which the column is
// better or worse than the most frequent class.
type naming struct{ right, rows, better, worse int }

func (n *naming) add(t *Table, j int, seen, unseen []int) {
	f, col := t.Schema.Features[j], t.Cols[j]
	bin := func(v float64) int { return int(v) }
	bins := len(f.Levels)
	if f.Kind.Numeric() {
		edges := edgesOf(col, seen)
		bins = len(edges) + 1
		bin = func(v float64) int {
			b, found := slices.BinarySearch(edges, v)
			return b + b2i(found)
		}
	}
	classes := t.Schema.Classes()
	counts := make([]int, (bins+1)*classes) // the last row of counts is for all rows
	for _, i := range seen {
		counts[bin(col[i])*classes+t.Outcome[i]]++
		counts[bins*classes+t.Outcome[i]]++
	}
	best := make([]int, bins+1)
	for b := range best {
		part := counts[b*classes : (b+1)*classes]
		if slices.Max(part) == 0 {
			part = counts[bins*classes:]
		}
		best[b] = slices.Index(part, slices.Max(part))
	}
	for _, i := range unseen {
		named, base := best[bin(col[i])] == t.Outcome[i], best[bins] == t.Outcome[i]
		n.rows++
		n.right += b2i(named)
		n.better += b2i(named && !base)
		n.worse += b2i(base && !named)
	}
}

// share returns the share of rows that the column predicts correctly.
func (n naming) share() float64 { return float64(n.right) / float64(max(n.rows, 1)) }

// tooGood reports whether a column predicts more than 95 % of rows, with at most half of the errors
// of always naming the most frequent class. The advantage must be at least four standard
// deviations, which chance produces in one of 30,000 columns.
func (n naming) tooGood() bool {
	errors, gain := n.rows-n.right, n.better-n.worse
	return n.share() > 0.95 && errors <= gain && gain*gain >= 16*(n.better+n.worse) && gain > 0
}

// edgesOf divides the numbers of rows into up to 64 equal parts. Equal values stay in the same
// part.
func edgesOf(col []float64, rows []int) (edges []float64) {
	v := make([]float64, len(rows))
	for k, i := range rows {
		v[k] = col[i]
	}
	slices.Sort(v)
	least := max(len(v)/64, 3)
	start := 0
	for k := 1; k < len(v); k++ {
		if v[k] != v[k-1] && k-start >= least {
			edges = append(edges, v[k])
			start = k
		}
	}
	return edges
}
