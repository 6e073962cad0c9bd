package onnx

import (
	"slices"
	"strconv"
)

// found is a lookup table with size numbers for each code in keys. Number d for key k is table(k,
// d) if d is inside reach(k), and 0 otherwise. If mayMiss is set, an unknown code yields others.
// If list is set, the code -1 means the last one.
type found struct {
	keys    []string
	mayMiss bool
	list    bool
	others  float64
	size    int
	reach   func(k int) (from, to int)
	table   func(k, d int) float64
}

// lookup replaces every element of a form, which must be a code, by its entries in a table.
func (c *call) lookup(f *form, dims []int, in found) ([]val, error) {
	if f.layer != c.inputs {
		return nil, c.refuse("looks up a computed value; only inputs can be codes")
	}
	out, err := c.form(c.inputs, dims)
	if err != nil {
		return nil, err
	}
	var place map[float64]int
	for i, r := range f.rows {
		units, at, none, err := c.codesOf(r, in, &place)
		if err != nil {
			return nil, err
		}
		if err := c.fillIn(out.rows[i*in.size:(i+1)*in.size], units, at, none, in); err != nil {
			return nil, err
		}
	}
	return forms(out, nil)
}

// never, as the key for unlisted codes, means that a column has no unlisted codes.
const never = -2

// fillIn sets the rows for one looked-up code. Their bias holds the entries for an unlisted code,
// and each known code adds its difference to these. none is the key for unlisted codes, -1 for
// the value others, or never. All terms share one slice.
func (c *call) fillIn(rows []row, units, at []int, none int, in found) error {
	base := func(int) float64 { return 0 }
	switch {
	case none >= 0:
		base = func(d int) float64 { return in.table(none, d) }
	case none != never:
		base = func(int) float64 { return in.others }
	}
	reach := func(k int) (from, to int) {
		if none >= 0 || none != never && in.others != 0 || k < 0 && in.others != 0 {
			return 0, in.size
		}
		if k < 0 {
			return 0, 0
		}
		return in.reach(k)
	}
	all := 0
	for _, k := range at {
		from, to := reach(k)
		all += to - from
	}
	if err := c.spendSteps(8 * (all + len(rows))); err != nil {
		return err
	}
	if err := c.take(all*termBytes + 8*len(rows)); err != nil {
		return err
	}
	ends := make([]int, len(rows))
	for _, k := range at {
		for from, to := reach(k); from < to; from++ {
			ends[from]++
		}
	}
	terms, sum := make([]term, all), 0
	for d, n := range ends {
		rows[d].bias = base(d)
		rows[d].terms = terms[sum : sum : sum+n]
		sum += n
	}
	for n, k := range at {
		for d, to := reach(k); d < to; d++ {
			w := in.others
			if k >= 0 {
				w = 0
				if from, to := in.reach(k); d >= from && d < to {
					w = in.table(k, d)
				}
			}
			if w -= base(d); w != 0 {
				rows[d].terms = append(rows[d].terms, term{units[n], w})
			}
		}
	}
	return nil
}

// onlySelf returns the reach for a one-hot code, and anywhere is the reach for a table.
func onlySelf(k int) (from, to int) { return k, k + 1 }

func anywhere(size int) func(int) (from, to int) {
	return func(int) (int, int) { return 0, size }
}

// codesOf lists the units of the codes that an element can have, and the index of the key for
// each, or -1. none is the key for codes that are not listed, or never. place caches the indices
// of numeric keys, which are needed if another node has already replaced the codes by numbers.
func (c *call) codesOf(r row, in found, place *map[float64]int) (units, at []int, none int, err error) {
	if u, ok := r.plain(); ok && c.units[u].code < 0 {
		if none = never; in.mayMiss {
			none = -1
		}
		units, at, err = c.openCodes(c.units[u].column, in.keys, in.mayMiss)
		return units, at, none, err
	}
	if len(r.terms) == 0 {
		return nil, nil, 0, c.refuse("looks up a constant")
	}
	column := c.units[r.terms[0].unit].column
	if *place == nil {
		if *place, err = c.places(in.keys); err != nil {
			return nil, nil, 0, err
		}
	}
	find := func(v float64) (int, error) {
		if k, ok := (*place)[v]; ok {
			return k, nil
		}
		if v == -1 && in.list {
			return len(in.keys) - 1, nil
		}
		if !in.mayMiss {
			return -1, c.refuse("looks up %v, which is not listed", v)
		}
		return -1, nil
	}
	if units, err = c.unitsOf(column); err != nil {
		return nil, nil, 0, err
	}
	at = make([]int, len(units))
	next := 0
	for i, u := range units {
		v := r.bias
		if next < len(r.terms) && r.terms[next].unit == u {
			v += r.terms[next].w
			next++
		}
		if at[i], err = find(v); err != nil {
			return nil, nil, 0, err
		}
	}
	if next < len(r.terms) {
		return nil, nil, 0, c.refuse("looks up a computed value; only inputs can be codes")
	}
	if none = never; c.columns[column].Unknown {
		none, err = find(r.bias)
	}
	return units, at, none, err
}

// places returns the indices of the keys, by number.
func (c *call) places(keys []string) (map[float64]int, error) {
	if err := c.take(64 * len(keys)); err != nil {
		return nil, err
	}
	at := make(map[float64]int, len(keys))
	for k, key := range keys {
		if v, err := strconv.ParseFloat(key, 64); err == nil {
			at[v] = k
		}
	}
	return at, nil
}

// unitsOf returns the units of a column's codes, in order.
func (c *call) unitsOf(column int) ([]int, error) {
	n := len(c.columns[column].Codes)
	if err := c.take(32 * n); err != nil { // this also covers the list of indices
		return nil, err
	}
	if err := c.spendSteps(8 * len(c.units)); err != nil {
		return nil, err
	}
	units := make([]int, 0, n)
	for u, x := range c.units {
		if x.column == column && x.code >= 0 {
			units = append(units, u)
		}
	}
	return units, nil
}

// openCodes turns a column into one with codes, and adds a unit for each code.
func (c *call) openCodes(column int, keys []string, mayMiss bool) (units, at []int, err error) {
	col := &c.columns[column]
	if col.Codes == nil {
		if err := c.take(len(keys) * (rowBytes + 64)); err != nil {
			return nil, nil, err
		}
		if len(c.units)+len(keys) > maxColumns || len(keys) == 0 {
			return nil, nil, c.refuse("has %d codes", len(keys))
		}
		col.Codes, col.Unknown = keys, mayMiss
		for k := range keys {
			c.units = append(c.units, unit{column: column, code: k})
		}
		c.inputs.n = len(c.units)
	}
	if col.Unknown != mayMiss || !slices.Equal(col.Codes, keys) {
		return nil, nil, c.refuse("reads %s with codes that differ from those of another node", quote(col.Name))
	}
	if units, err = c.unitsOf(column); err != nil {
		return nil, nil, err
	}
	return units, inPlace(len(units)), nil
}

func inPlace(n int) []int {
	at := make([]int, n)
	for i := range at {
		at[i] = i
	}
	return at
}

// formatCode writes a whole number in the form used for keys.
func formatCode(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
