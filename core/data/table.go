package data

import (
	"math"
	"math/bits"
	"slices"

	"causeway/core/fault"
)

// Table is a table without missing values.
//
//	Cols     features × rows, stored as described at Kind
//	Outcome  rows, index of the class
//	Numbers  rows, the values of a numeric outcome; otherwise nil
type Table struct {
	Schema  Schema
	Cols    [][]float64
	Outcome []int
	Numbers []float64
}

// Rows returns the number of rows.
func (t *Table) Rows() int { return len(t.Outcome) }

// With returns the table with another schema for the same columns.
func (t *Table) With(s Schema) *Table { return &Table{s, t.Cols, t.Outcome, t.Numbers} }

// Row copies row i into dst, which has one element per feature, and returns it. If dst is nil, it
// is allocated.
func (t *Table) Row(i int, dst []float64) []float64 {
	if dst == nil {
		dst = make([]float64, len(t.Cols))
	}
	for j, c := range t.Cols {
		dst[j] = c[i]
	}
	return dst
}

// Check returns the first reason why the table cannot be used: a bad schema, columns of unequal
// length, a missing value, or a level that does not exist.
func (t *Table) Check() error {
	if err := t.Schema.Check(); err != nil {
		return err
	}
	if len(t.Cols) != len(t.Schema.Features) {
		return fault.Errorf("data: the table has %d columns, but the schema has %d "+
			"features", len(t.Cols), len(t.Schema.Features))
	}
	for j, c := range t.Cols {
		f := t.Schema.Features[j]
		if len(c) != t.Rows() {
			return fault.Errorf("data: column %q has %d values, but the table has %d rows", f.Name, len(c), t.Rows())
		}
		for i, v := range c {
			if !f.Holds(v) {
				return fault.Errorf("data: row %d, column %q: the schema does not allow this value", i+1, f.Name)
			}
		}
	}
	if n := len(t.Numbers); (len(t.Schema.Outcome.Cuts) > 0) != (n > 0) || n > 0 && n != t.Rows() {
		return fault.Errorf("data: the outcome has %d numbers, but the table has %d rows", n, t.Rows())
	}
	for i, v := range t.Numbers {
		if !(math.Abs(v) <= maxNumber) || t.Schema.Outcome.Band(v) != t.Outcome[i] {
			return fault.Errorf("data: row %d: the number and the class of the outcome disagree", i+1)
		}
	}
	for i, y := range t.Outcome {
		if y < 0 || y >= t.Schema.Classes() {
			return fault.Errorf("data: row %d has a class that the schema does not list", i+1)
		}
	}
	return nil
}

// Holds reports whether v can be stored in the feature's column: a number up to 10^15, whole if
// the feature is Integer, or the index of a level.
func (f Feature) Holds(v float64) bool {
	if !(math.Abs(v) <= maxNumber) || f.Kind != Continuous && v != math.Trunc(v) {
		return false
	}
	return f.Kind.Numeric() || v >= 0 && int(v) < len(f.Levels)
}

// FitScale sets Min, Max and MAD of every number from the given rows. These are the training
// rows, so that nothing is learned from the others.
func (t *Table) FitScale(rows []int) {
	for j := range t.Schema.Features {
		if f := &t.Schema.Features[j]; f.Kind.Numeric() {
			f.fitScale(t.Cols[j], rows)
		}
	}
	if t.Numbers != nil {
		t.Schema.Outcome.fitScale(t.Numbers, rows)
	}
}

// fitScale sets Min, Max and MAD from some rows of a column.
func (f *Feature) fitScale(column []float64, rows []int) {
	if len(rows) == 0 {
		return
	}
	v := make([]float64, len(rows))
	for n, i := range rows {
		v[n] = column[i]
	}
	f.Min, f.Max = slices.Min(v), slices.Max(v)
	m := median(v)
	for n := range v {
		v[n] = math.Abs(v[n] - m)
	}
	if f.MAD = median(v); f.MAD == 0 {
		f.MAD = 1
	}
}

// Spread returns the distance between the 5th and the 95th percentile of a number.
func (t *Table) Spread(j int) float64 {
	v := slices.Clone(t.Cols[j])
	if len(v) == 0 {
		return 0
	}
	last := len(v) - 1
	return choose(v, last*95/100) - choose(v, last*5/100)
}

// median returns the median of values, which is the mean of the middle two if their number is
// even. It reorders them.
func median(v []float64) float64 {
	n := len(v)
	m := choose(v, n/2)
	if n%2 == 1 {
		return m
	}
	return (slices.Max(v[:n/2]) + m) / 2
}

// choose returns the element that would be at index k if values were sorted. It moves larger ones
// behind it and smaller ones before it (Hoare's Find; Algorithm 65, 1961). If progress is slow,
// it sorts the rest.
func choose(v []float64, k int) float64 {
	low, high := 0, len(v)-1
	for left := 4 * bits.Len(uint(len(v))); low < high; left-- {
		if left == 0 {
			slices.Sort(v[low : high+1])
			break
		}
		pivot := middle(v[low], v[(low+high)/2], v[high])
		i, j := low, high
		for i <= j {
			for v[i] < pivot {
				i++
			}
			for pivot < v[j] {
				j--
			}
			if i <= j {
				v[i], v[j] = v[j], v[i]
				i++
				j--
			}
		}
		if k <= j {
			high = j
		} else if k >= i {
			low = i
		} else {
			break
		}
	}
	return v[k]
}

// middle returns the median of three numbers.
func middle(a, b, c float64) float64 { return max(min(a, b), min(max(a, b), c)) }

// Scale maps a number to [0, 1] by the training range. A constant number maps to 0.
func (f *Feature) Scale(v float64) float32 {
	if f.Max <= f.Min {
		return 0
	}
	return float32((v - f.Min) / (f.Max - f.Min))
}

// Unscale returns the number that a scaled value stands for, without rounding.
func (f *Feature) Unscale(v float32) float64 {
	return f.Min + float64(float64(v)*(f.Max-f.Min)) // never fused
}

// DecodeNumber returns the displayed number for a scaled value: inside the training range, and
// rounded as the feature can hold it.
func (f *Feature) DecodeNumber(v float32) float64 {
	return f.Round(min(max(f.Unscale(v), f.Min), f.Max))
}

// Settle writes Scale(DecodeNumber(v)) for each scaled number v, that is, the scaled form of what
// will be displayed.
func (f *Feature) Settle(scaled, dst []float32) {
	least, most, unit := f.Min, f.Max, math.Pow10(f.Decimals)
	if most <= least {
		clear(dst[:len(scaled)])
		return
	}
	if max(math.Abs(least), math.Abs(most))*unit > exactDigits || f.Decimals > 22 {
		for i, v := range scaled {
			dst[i] = f.Scale(f.DecodeNumber(v))
		}
		return
	}
	for i, v := range scaled {
		x := least + float64(float64(v)*(most-least))
		if x < least { // min and max would be function calls in WebAssembly
			x = least
		}
		if x > most {
			x = most
		}
		if x = round(float64(x * unit)); x != 0 {
			x /= unit
		} else {
			x = 0
		}
		dst[i] = float32((x - least) / (most - least))
	}
}

// round implements math.Round, for which WebAssembly has no instruction. The fractional part is
// exact.
func round(x float64) float64 {
	whole := math.Trunc(x)
	switch rest := x - whole; {
	case rest >= 0.5:
		return whole + 1
	case rest <= -0.5:
		return whole - 1
	}
	return whole
}

// Encode writes a row as input for models, Schema.Width numbers: numbers scaled to [0, 1] by the
// training range, and levels one-hot. A constant number is 0.
func (s Schema) Encode(row []float64, dst []float32) {
	o := 0
	for j, f := range s.Features {
		w := f.Width()
		part := dst[o : o+w]
		o += w
		if f.Kind.Numeric() {
			part[0] = f.Scale(row[j])
			continue
		}
		clear(part)
		part[int(row[j])] = 1
	}
}

// Decode returns the row that encoded numbers represent. Numbers are in their own units, inside
// the training range, and rounded as the feature can hold them. For other features it takes the
// level with the largest share, the first one in case of a tie.
func (s Schema) Decode(src []float32, row []float64) {
	o := 0
	for j, f := range s.Features {
		w := f.Width()
		part := src[o : o+w]
		o += w
		if f.Kind.Numeric() {
			row[j] = f.DecodeNumber(part[0])
			continue
		}
		best := 0
		for l := range part {
			if part[l] > part[best] {
				best = l
			}
		}
		row[j] = float64(best)
	}
}

// Split is a seeded partition of the rows.
type Split struct {
	Train, Val, Test []int
}

// Part returns the rows of a part in ascending order. For AllRows, these are 0 to all-1.
func (s Split) Part(p Part, all int) []int {
	switch p {
	case TrainRows:
		return s.Train
	case ValRows:
		return s.Val
	case TestRows:
		return s.Test
	}
	list := make([]int, all)
	for i := range list {
		list[i] = i
	}
	return list
}

// NewSplit assigns the rows by the seed: eight tenths for training, and a tenth each for
// validation and testing (paper, section 4.2). Every part has its share of every class, to within
// one row. The rows are shuffled and grouped by class; of every ten, the fifth becomes a test row
// and the tenth a validation row. The rows of each part are in ascending order.
func NewSplit(outcome []int, seed uint64) Split {
	place := make([]uint8, len(outcome))
	for i, row := range gathered(shuffled(len(outcome), seed), outcome) {
		switch i % 10 {
		case 4:
			place[row] = testPart
		case 9:
			place[row] = valPart
		}
	}
	return dealt(place)
}

// gathered sorts rows by class, keeping the order within a class.
func gathered(rows, outcome []int) []int {
	next := []int{0} // for every class, the index of its next row; the last element is the end
	for _, y := range outcome {
		for y+1 >= len(next) {
			next = append(next, 0)
		}
		next[y+1]++
	}
	for y := 1; y < len(next); y++ {
		next[y] += next[y-1]
	}
	sorted := make([]int, len(rows))
	for _, row := range rows {
		y := outcome[row]
		sorted[next[y]] = row
		next[y]++
	}
	return sorted
}

// PlainSplit returns the split used by projects from before the split considered the outcome: the
// first tenth of the shuffled rows for testing, the next for validation, the rest for training.
func PlainSplit(n int, seed uint64) Split {
	place, k := make([]uint8, n), n/10
	for i, row := range shuffled(n, seed) {
		switch {
		case i < k:
			place[row] = testPart
		case i < 2*k:
			place[row] = valPart
		}
	}
	return dealt(place)
}

// Split splits the table by a seed, with NewSplit or PlainSplit.
func (t *Table) Split(seed uint64, plain bool) Split {
	if plain {
		return PlainSplit(t.Rows(), seed)
	}
	return NewSplit(t.Outcome, seed)
}

// The parts other than training, which is 0.
const (
	valPart  = 1
	testPart = 2
)

// dealt returns the split in which place gives the part of each row. The rows of a part are in
// ascending order.
func dealt(place []uint8) Split {
	var count [3]int
	for _, p := range place {
		count[p]++
	}
	parts := [3][]int{}
	for p, n := range count {
		if n > 0 {
			parts[p] = make([]int, 0, n)
		}
	}
	for row, p := range place {
		parts[p] = append(parts[p], row)
	}
	return Split{Train: parts[0], Val: parts[valPart], Test: parts[testPart]}
}

// shuffled returns the numbers from 0 to n-1, shuffled by the seed.
func shuffled(n int, seed uint64) []int {
	rows := make([]int, n)
	for i := range rows {
		rows[i] = i
	}
	shuffle(rows, seed)
	return rows
}

// shuffle performs a Fisher-Yates shuffle with splitmix64 (Steele, Lea, Flood 2014), whose
// integer arithmetic is the same everywhere.
func shuffle(v []int, seed uint64) {
	for i := len(v) - 1; i > 0; i-- {
		seed += 0x9e3779b97f4a7c15
		z := seed
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		j := int((z ^ z>>31) % uint64(i+1))
		v[i], v[j] = v[j], v[i]
	}
}
