package generate

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"causeway/core/blackbox"
	"causeway/core/data"
	"causeway/core/mask"
	"causeway/core/sorting"
)

// answer is a row that reaches the target and keeps the rules.
type answer struct {
	row     []float64
	changed int     // number of changed features, without computed ones
	cost    float64 // cost of the changes, in MADs
	way     uint64  // hash of how features change: each direction or new level
	lead    float32 // log of the target's share over the largest other one
	barred  bool    // the labels forbid it
}

// seeker searches for answers for rows. It must not be shared between goroutines.
type seeker struct {
	schema data.Schema
	pass   blackbox.Pass
	judge  *judge      // learned from labels; nil without any
	grid   [][]float64 // values to try, for every number
	ballot ballot
	spare  []float64
	wish   []float64
	order  []int
	lead   []float32
	seen   map[uint64]int
	found  []answer

	room    *mask.Room
	follows []bool
	target  int
	need    float32
}

// These constants limit a search.
const (
	mostChanges = 12      // depth
	nearChanges = 5       // from this depth on, half as many rows are kept
	widestBeam  = 12      // rows kept per step
	mostAnswers = 8       // answers kept per row
	stepInputs  = 60_000  // encoded inputs per step, approximately
	wideInputs  = 600_000 // a table is wide if all single changes have more encoded inputs
	gridValues  = 16
)

// gridOf returns quantiles of each number: values that divide the rows into equal parts.
func gridOf(s data.Schema, rows [][]float64) [][]float64 {
	grid := make([][]float64, len(s.Features))
	column := make([]float64, len(rows))
	for j, f := range s.Features {
		if !f.Kind.Numeric() || f.Max <= f.Min {
			continue
		}
		for i, r := range rows {
			column[i] = r[j]
		}
		slices.Sort(column)
		for q := range gridValues + 1 {
			grid[j] = append(grid[j], column[q*(len(column)-1)/gridValues])
		}
		grid[j] = slices.Compact(grid[j])
	}
	return grid
}

// enter prepares the seeker for a new row.
func (s *seeker) enter(q asked) {
	s.room, s.target, s.need, s.follows = q.room, q.target, q.need, q.follows
	s.found = s.found[:0]
	if s.seen == nil {
		s.seen = map[uint64]int{}
	}
	clear(s.seen)
}

// search returns the best answers of different ways for the current row, best first.
func (s *seeker) search() []answer {
	if s.room.None {
		return nil
	}
	x := s.room.Row
	all, count := s.moves()
	moves, wide := all, count*s.schema.Width() > wideInputs
	beam := [][]float64{x}
	width := min(max(stepInputs/max(count*s.schema.Width(), 1), 2), widestBeam)
	if wide {
		moves = s.ends(all)
	}
	for depth := 1; depth <= mostChanges && len(beam) > 0; depth++ {
		tries := s.step(beam, moves)
		leads := s.leads(tries)
		if wide && depth == 1 {
			moves = s.promising(all, tries, leads)
		}
		s.take(tries, leads)
		if len(s.found) > 0 && (depth > s.fewest() || len(s.found) >= mostAnswers/2) {
			break
		}
		if depth == nearChanges {
			width = max(width/2, 2)
		}
		beam = s.widest(tries, leads, width)
	}
	return s.finish()
}

// fewest returns the smallest number of changes found.
func (s *seeker) fewest() int {
	n := math.MaxInt
	for _, a := range s.found {
		n = min(n, a.changed)
	}
	return n
}

// moves returns the values that each feature may take.
func (s *seeker) moves() (moves [][]float64, count int) {
	x := s.room.Row
	moves = make([][]float64, len(x))
	for j := range x {
		if s.follows[j] || !s.room.CanChange(j) {
			continue
		}
		d := &s.room.Domains[j]
		if d.Levels != nil {
			for l, in := range d.Levels {
				if in && l != int(x[j]) {
					moves[j] = append(moves[j], float64(l))
				}
			}
		} else {
			for _, v := range s.grid[j] {
				if v != x[j] && d.Has(v) {
					moves[j] = append(moves[j], v)
				}
			}
			if f := &s.schema.Features[j]; f.Max > f.Min {
				for _, v := range [...]float64{d.Min, d.Max, x[j] - f.MAD, x[j] + f.MAD} {
					if v != x[j] && d.Has(v) && !slices.Contains(moves[j], v) {
						moves[j] = append(moves[j], v)
					}
				}
			}
		}
		count += len(moves[j])
	}
	return moves, count
}

// ends returns the moves with only the smallest and largest value of each number.
func (s *seeker) ends(moves [][]float64) [][]float64 {
	moves = slices.Clone(moves)
	for j, values := range moves {
		if s.schema.Features[j].Kind.Numeric() && len(values) > 2 {
			moves[j] = []float64{slices.Min(values), slices.Max(values)}
		}
	}
	return moves
}

// promising returns the moves of the features whose single changes give the largest leads. On a
// wide table, a step of two rows can try about this many.
func (s *seeker) promising(all, tries [][]float64, leads []float32) [][]float64 {
	best := make([]float32, len(all))
	for j := range best {
		best[j] = float32(math.Inf(-1))
	}
	for e, row := range tries {
		for j, x := range s.room.Row {
			if row[j] != x {
				best[j] = max(best[j], leads[e])
			}
		}
	}
	order := make([]int, len(all))
	for j := range order {
		order[j] = j
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(best[b], best[a]) })
	moves, left := make([][]float64, len(all)), wideInputs/2/s.schema.Width()
	for _, j := range order {
		if left -= len(all[j]); left < 0 {
			break
		}
		moves[j] = all[j]
	}
	return moves
}

// step returns the rows with one more change than those in beam.
func (s *seeker) step(beam [][]float64, moves [][]float64) (tries [][]float64) {
	x := s.room.Row
	for _, row := range beam {
		for j, values := range moves {
			if row[j] != x[j] {
				continue
			}
			for _, v := range values {
				if c := s.with(row, j, v); c != nil && c[j] != x[j] {
					tries = append(tries, c)
				}
			}
		}
	}
	return tries
}

// with returns a copy of row in which feature j has the value v, with the other changes that the
// rules then require. It returns nil if the rules allow no such row.
func (s *seeker) with(row []float64, j int, v float64) []float64 {
	n := len(row)
	if len(s.spare) < n {
		s.spare = make([]float64, 1024*n)
	}
	c := s.spare[:n:n]
	if &row[0] == &s.room.Row[0] { // the factual itself may break the rules
		s.wish = append(s.wish[:0], row...)
		s.wish[j] = v
		if !s.room.Decode(mask.Wish{Values: s.wish}, c) {
			return nil
		}
	} else if !s.room.Alter(row, j, v, c) {
		return nil
	}
	s.spare = s.spare[n:]
	return c
}

// leads returns, for each row, the log of the target's share over the largest other one, minus
// the lead needed. A positive value means that the row reaches the target and the labels allow
// it.
func (s *seeker) leads(rows [][]float64) []float32 {
	s.lead = leads(s.schema, s.pass, &s.ballot, rows, s.lead[:0], func(int) int { return s.target })
	for i := range s.lead {
		if s.lead[i] -= s.need; s.lead[i] > 0 && rows[i] != nil && !s.judge.allows(s.room.Row, rows[i]) {
			s.lead[i] = 0
		}
	}
	return s.lead
}

// encode encodes rows feature by feature, for n examples. A nil row becomes zeros.
func encode(s data.Schema, buf *[]float32, rows [][]float64, n int) []float32 {
	width := s.Width()
	if cap(*buf) < width*n {
		*buf = make([]float32, width*n)
	}
	x := (*buf)[:width*n]
	clear(x)
	o := 0
	for j := range s.Features {
		f := &s.Features[j]
		if f.Kind.Numeric() {
			last, at := math.NaN(), float32(0)
			for e, r := range rows {
				if r == nil {
					continue
				}
				if v := r[j]; v != last {
					last, at = v, f.Scale(v)
				}
				x[o*n+e] = at
			}
		} else {
			for e, r := range rows {
				if r != nil {
					x[(o+int(r[j]))*n+e] = 1
				}
			}
		}
		o += f.Width()
	}
	return x
}

// measure turns a row into an answer.
func (s *seeker) measure(row []float64, lead float32) answer {
	a := answer{row: row, lead: lead}
	for j, x := range s.room.Row {
		c := row[j]
		if c == x || s.follows[j] {
			continue
		}
		a.changed++
		f := &s.schema.Features[j]
		if f.Kind.Numeric() {
			a.cost += math.Abs(c-x) / f.MAD
		} else {
			a.cost += levelCost
		}
		a.way += wayOf(f, j, x, c)
	}
	return a
}

// wayOf returns a hash of a feature's change: the new level, or up or down.
func wayOf(f *data.Feature, j int, x, c float64) uint64 {
	how := 3 + uint64(c)
	if f.Kind.Numeric() {
		if how = 1; c > x {
			how = 2
		}
	}
	return mix(uint64(j)<<32 | how)
}

// mix hashes a number to 64 bits (Steele, Lea and Flood 2014).
func mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// take records, for each way, the nearest row that reaches the target.
func (s *seeker) take(rows [][]float64, leads []float32) {
	for e, row := range rows {
		if leads[e] <= 0 {
			continue
		}
		a := s.measure(row, leads[e])
		if a.changed == 0 {
			continue
		}
		at, known := s.seen[a.way]
		switch {
		case !known:
			s.seen[a.way] = len(s.found)
			s.found = append(s.found, a)
		case a.cost < s.found[at].cost:
			s.found[at] = a
		}
	}
}

// widest returns the rows to continue with: those with the largest leads, but at most two for each
// set of changed features.
func (s *seeker) widest(tries [][]float64, leads []float32, width int) [][]float64 {
	s.order = slices.Grow(s.order[:0], len(tries))[:len(tries)]
	for i := range s.order {
		s.order[i] = i
	}
	sets := map[uint64]int{}
	var beam [][]float64
	for i := range inOrder(s.order, func(a, b int) bool {
		return leads[a] > leads[b] || leads[a] == leads[b] &&
			a < b
	}) {
		set := uint64(0)
		for j, x := range s.room.Row {
			if tries[i][j] != x {
				set += mix(uint64(j))
			}
		}
		if sets[set]++; sets[set] > 2 {
			continue
		}
		if beam = append(beam, tries[i]); len(beam) == width {
			break
		}
	}
	return beam
}

// inOrder yields the items of a list in ascending order. It uses a heap, because callers need only
// the first few items. It reorders the list.
func inOrder(list []int, less func(a, b int) bool) iter.Seq[int] {
	sink := func(i int) {
		for {
			c := 2*i + 1
			if c+1 < len(list) && less(list[c+1], list[c]) {
				c++
			}
			if c >= len(list) || !less(list[c], list[i]) {
				return
			}
			list[i], list[c], i = list[c], list[i], c
		}
	}
	return func(yield func(int) bool) {
		for i := len(list)/2 - 1; i >= 0; i-- {
			sink(i)
		}
		for len(list) > 0 && yield(list[0]) {
			list[0] = list[len(list)-1]
			list = list[:len(list)-1]
			sink(0)
		}
	}
}

// finish moves the best answers back towards the factual and returns the best ones of different
// ways.
func (s *seeker) finish() []answer {
	sorting.Stable(s.found, better)
	list := slices.Clone(s.found[:min(len(s.found), 2*mostAnswers)])
	for i := range list {
		list[i] = s.undo(list[i])
	}
	s.approach(list)
	return s.bestOf(list)
}

// bestOf returns the best answers of different ways.
func (s *seeker) bestOf(list []answer) (best []answer) {
	sorting.Stable(list, better)
	for _, a := range list {
		if len(best) < mostAnswers && !slices.ContainsFunc(best, func(b answer) bool { return a.way == b.way }) {
			a.row = slices.Clone(a.row)
			best = append(best, a)
		}
	}
	return best
}

// better compares two answers: by the number of changes, then by cost.
func better(a, b answer) int {
	return cmp.Or(cmp.Compare(a.changed, b.changed), cmp.Compare(a.cost, b.cost))
}

// undo reverts the unnecessary changes of an answer.
func (s *seeker) undo(a answer) answer {
	for a.changed > 1 {
		var tries [][]float64
		for j, x := range s.room.Row {
			if a.row[j] != x && !s.follows[j] {
				if c := s.with(a.row, j, x); c != nil {
					tries = append(tries, c)
				}
			}
		}
		next := a
		for e, l := range s.leads(tries) {
			if l > 0 {
				if b := s.measure(tries[e], l); b.changed > 0 && better(b, next) < 0 {
					next = b
				}
			}
		}
		if next.changed == a.changed {
			break
		}
		a = next
	}
	return a
}

// approach moves the numbers of answers towards the factual, as far as they stay in the class.
func (s *seeker) approach(list []answer) {
	low := make([]float64, len(list))
	var open []int
	var tries [][]float64
	for j := range s.schema.Features {
		f := &s.schema.Features[j]
		if !f.Kind.Numeric() || s.follows[j] {
			continue
		}
		for i := range low {
			low[i] = s.room.Row[j]
		}
		for range 40 {
			open, tries = open[:0], tries[:0]
			for i := range list {
				row := list[i].row
				mid := f.Round((low[i] + row[j]) / 2)
				if row[j] == low[i] || mid == low[i] || mid == row[j] {
					continue
				}
				if c := s.with(row, j, mid); c != nil && c[j] == mid {
					open, tries = append(open, i), append(tries, c)
				} else {
					low[i] = mid
				}
			}
			if len(open) == 0 {
				break
			}
			for n, l := range s.leads(tries) {
				i := open[n]
				if b := s.measure(tries[n], l); l > 0 && b.changed <= list[i].changed && b.cost < list[i].cost &&
					b.changed > 0 {
					list[i] = b
				} else {
					low[i] = tries[n][j]
				}
			}
		}
	}
}
