package search

import (
	"cmp"
	"math"
	"slices"

	"causeway/core/causal"
	"causeway/core/exact"
)

// complete starts a complete search within domains; nil means everywhere that the rules allow. It
// returns nil if the black box has no bounds.
func (s *searcher) complete(within []causal.Domain) *exact.Search {
	if !exact.CanBound(s.blackBox) {
		return nil
	}
	e, err := exact.New(exact.Problem{Schema: s.schema, BlackBox: s.blackBox, Factual: s.factual, Target: s.target,
		Rules: s.rules,
		Lead:  s.lead, Least: s.least, Effort: s.effort, LevelCost: LevelCost, MaxChanged: s.most, MaxCost: s.dearest,
		Within: within,
		Clear:  s.clearly()})
	if err != nil {
		return nil
	}
	return e
}

// anyRow looks for any row with the complete search and records the outcome in found.
func (s *searcher) anyRow(found *Found) ([]float64, error) {
	if s.boxes == 0 {
		return nil, nil
	}
	e := s.complete(nil)
	if e == nil {
		return nil, nil
	}
	if err := e.Any(e.Budget(s.boxes), s.tick); err != nil {
		return nil, err
	}
	found.Boxes += e.Boxes()
	if b := e.Best(); b != nil {
		return b.Values, nil
	}
	found.None, found.Decided = e.Done(), e.Decided()
	return nil, nil
}

// nowhereBoxes is the budget of the complete search that runs first. It is small, because this
// search fails for most rows that have an answer.
const nowhereBoxes = 200

// nowhere reports whether a short complete search proves that no row reaches the target.
func (s *searcher) nowhere(found *Found) (bool, error) {
	lead, least, boxes, before := s.lead, s.least, s.boxes, *found
	s.lead, s.least, s.boxes = 0, 0, min(boxes, nowhereBoxes)
	_, err := s.anyRow(found)
	s.lead, s.least, s.boxes = lead, least, boxes
	if !found.None {
		*found = before
	}
	return found.None, err
}

// prove runs the complete search for a row nearer than the first of a sorted list. If it finds one,
// it adds the row. It records whether it ruled out an even nearer row.
func (s *searcher) prove(list []Counterfactual, found *Found) ([]Counterfactual, error) {
	if s.boxes == 0 {
		return list, nil
	}
	e := s.complete(nil)
	if e == nil {
		return list, nil
	}
	e.Offer(list[0].Row)
	if err := e.Nearest(e.Budget(s.boxes), s.tick); err != nil {
		return nil, err
	}
	found.Boxes += e.Boxes()
	found.Nearest, found.Decided = e.Done(), e.Decided()
	if b := e.Best(); b != nil && !slices.Equal(b.Values, list[0].Row) {
		list = s.rank(append(rowsOf(list), b.Values))
	}
	return list, nil
}

// Limits of the search along one number. Up to maxValues values are tried one by one if they have
// at most maxTried encoded inputs in total. Otherwise the complete search gets lineBoxes boxes.
const (
	maxValues = 128
	maxTried  = 1 << 14
	lineBoxes = 1000
)

// singles returns the nearest rows with a single change: for a number, the nearest value above and
// below; for another feature, every level. It tries all values. If a level occurs only together
// with other levels, singles adds rows that change those too.
func (s *searcher) singles() ([][]float64, error) {
	if s.width > climbWidth {
		return nil, nil
	}
	rows, tries := [][]float64(nil), s.single[:0]
	var together [][]float64
	for j, f := range s.schema.Features {
		if s.computed(j) {
			continue
		}
		for l := range f.Levels {
			if v := float64(l); v != s.factual[j] && s.domains[j].Levels[l] {
				row := s.with(s.factual, j, v)
				tries, together = append(tries, row), s.withAlong(together, row, j)
			}
		}
		if !f.Kind.Numeric() || s.domains[j].Empty() {
			continue
		}
		d := s.domains[j]
		for _, end := range []float64{d.Min, d.Max} {
			row, some, err := s.nearestAlong(s.factual, j, end)
			if err != nil {
				return nil, err
			}
			if tries = append(tries, some...); row != nil {
				rows = append(rows, row)
			}
		}
	}
	s.single = tries
	found := s.rank(s.countingRows(tries))
	at := map[way]bool{}
	for _, c := range found {
		if w := s.only(c.Row); !at[w] {
			at[w] = true
			rows = append(rows, c.Row)
		}
	}
	return append(rows, rowsOf(s.rank(s.countingRows(together)))...), nil
}

// countingRows keeps the rows that are counterfactuals, so that rank has fewer rows to sort. If
// rules compute features, it returns all rows, because judging changes such rows in place.
func (s *searcher) countingRows(rows [][]float64) [][]float64 {
	if anyTrue(s.follows) {
		return rows
	}
	judged := s.judge(rows)
	return rowsOf(slices.DeleteFunc(judged, func(c Counterfactual) bool { return !s.reaches(c) }))
}

// way identifies a single change: a number rises or falls, or another feature takes a level.
type way struct{ feature, to int }

func (s *searcher) only(row []float64) way {
	for j, v := range row {
		if x := s.factual[j]; v != x && !s.computed(j) {
			if s.schema.Features[j].Kind.Numeric() {
				return way{j, b2i(v > x)}
			}
			return way{j, int(v)}
		}
	}
	return way{}
}

// nearestAlong looks for the nearest counterfactual as number j of a row moves from its factual
// value towards end, not including end. If there are few values, it returns a row for each in
// tries, nearest first, for the caller to judge. Otherwise it returns the row, or nil if it found
// none.
func (s *searcher) nearestAlong(row []float64, j int, end float64) (nearest []float64, tries [][]float64, err error) {
	f, x := s.schema.Features[j], s.factual[j]
	if end == x {
		return nil, nil, nil
	}
	values := math.Abs(end-x) / f.Step()
	few := values <= maxValues
	if few && values*float64(s.width) <= maxTried {
		return nil, s.values(row, j, end), nil
	}
	within := s.at(row)
	within[j] = causal.Domain{Min: min(x, end), Max: max(x, end)}
	switch e := s.complete(within); {
	case e == nil && few:
		return nil, s.values(row, j, end), nil
	case e == nil:
		return nil, s.between(row, j, end), nil
	default:
		err = e.Nearest(lineBoxes, s.tick)
		if b := e.Best(); err == nil && b != nil && b.Values[j] != row[j] {
			nearest = b.Values
		}
		return nearest, nil, err
	}
}

// values returns a row for each value of number j from the factual to end, nearest first, except
// the factual value and the row's own.
func (s *searcher) values(row []float64, j int, end float64) [][]float64 {
	f, x := s.schema.Features[j], s.factual[j]
	step := math.Copysign(f.Step(), end-x)
	v := f.Round(x)
	if (v-x)*step <= 0 {
		v = f.Round(x + step)
	}
	tries := s.rows.list(min(int(math.Abs(end-x)/f.Step())+2, 2*maxValues))
	for ; (end-v)*step >= 0 && v != x && len(tries) < 2*maxValues; v = f.Round(v + step) {
		if v != row[j] {
			tries = append(tries, s.with(row, j, v))
		}
	}
	return tries
}

// between returns rows with number j at equally spaced values from the factual to end, nearest
// first. It is for numbers with too many values to try if the black box has no bounds.
func (s *searcher) between(row []float64, j int, end float64) (tries [][]float64) {
	f, x := s.schema.Features[j], s.factual[j]
	for i := 1; i < maxValues; i++ {
		if v := f.Round(x + float64((end-x)*float64(i)/maxValues)); v != x && v != row[j] && (end-v)*(end-x) >= 0 {
			tries = append(tries, s.with(row, j, v))
		}
	}
	return tries
}

// at returns domains that hold only the given row; computed features keep their whole domain.
func (s *searcher) at(row []float64) []causal.Domain {
	d := make([]causal.Domain, len(row))
	for j, f := range s.schema.Features {
		if f.Kind.Numeric() {
			d[j] = causal.Domain{Min: row[j], Max: row[j]}
			if s.computed(j) {
				d[j] = s.domains[j]
			}
			continue
		}
		if s.computed(j) {
			d[j].Levels = slices.Clone(s.domains[j].Levels)
			continue
		}
		d[j].Levels = make([]bool, len(f.Levels))
		d[j].Levels[int(row[j])] = true
	}
	return d
}

// minimal undoes the changes that a row does not need. It then moves every other changed feature
// as close to the factual as possible: a number step by step, an ordered category level by level.
func (s *searcher) minimal(c Counterfactual) (Counterfactual, error) {
	for again := true; again; {
		again = false
		for j := range c.Row {
			if c.Row[j] == s.factual[j] || s.computed(j) {
				continue
			}
			tries, err := s.less(c.Row, j)
			if err != nil {
				return c, err
			}
			for _, t := range s.judge(tries) {
				if s.reaches(t) && s.permits(t) && (!s.base.Withholds() || nearer(t, c) < 0) {
					c, again = t, true
					break
				}
			}
		}
	}
	return c, nil
}

// less returns rows with the change of feature j undone or reduced, the smallest change first.
func (s *searcher) less(row []float64, j int) ([][]float64, error) {
	f, x := s.schema.Features[j], s.factual[j]
	tries := [][]float64{s.with(row, j, x)}
	s.release(tries[0], j)
	if f.Kind.Numeric() {
		nearest, some, err := s.nearestAlong(row, j, row[j])
		if nearest != nil {
			some = append(some, nearest)
		}
		return append(tries, some...), err
	}
	if !causal.Scored(f) {
		return tries, nil
	}
	far := func(v float64) float64 { return math.Abs(causal.Score(f, v) - causal.Score(f, x)) }
	var levels []int
	for l := range f.Levels {
		if v := float64(l); v != x && far(v) < far(row[j]) {
			levels = append(levels, l)
		}
	}
	slices.SortStableFunc(levels, func(a, b int) int { return cmp.Compare(far(float64(a)), far(float64(b))) })
	for _, l := range levels {
		tries = append(tries, s.with(row, j, float64(l)))
	}
	return tries, nil
}
