package onnx

import (
	"slices"
	"strconv"
)

// lookup replaces every element of a form, which must be a code, by a vector of
// size numbers: for the k-th of the keys it is table(k, d) where reach(k) says
// that d lies, and 0 elsewhere. A code that is no key gives zeros where it may.
func (c *call) lookup(f *form, keys []string, mayMiss bool, size int, dims []int, reach func(k int) (from, to int), table func(k, d int) float64) ([]val, error) {
	if f.layer != c.inputs {
		return nil, c.refuse("looks a computed value up; only inputs can be codes")
	}
	out, err := c.form(c.inputs, dims)
	if err != nil {
		return nil, err
	}
	var place map[float64]int
	for i, r := range f.rows {
		units, at, err := c.codesOf(r, keys, &place, mayMiss)
		if err != nil {
			return nil, err
		}
		if err := c.fillIn(out.rows[i*size:(i+1)*size], units, at, reach, table); err != nil {
			return nil, err
		}
	}
	return forms(out, nil)
}

// fillIn makes the rows that one code is looked up as. The terms of all are parts
// of one slice.
func (c *call) fillIn(rows []row, units, at []int, reach func(k int) (from, to int), table func(k, d int) float64) error {
	all := 0
	for _, k := range at {
		if k >= 0 {
			from, to := reach(k)
			all += to - from
		}
	}
	if err := c.work(8 * (all + len(rows))); err != nil {
		return err
	}
	if err := c.take(all*termBytes + 8*len(rows)); err != nil {
		return err
	}
	ends := make([]int, len(rows))
	for _, k := range at {
		if k >= 0 {
			for from, to := reach(k); from < to; from++ {
				ends[from]++
			}
		}
	}
	terms, sum := make([]term, all), 0
	for d, n := range ends {
		rows[d].terms = terms[sum : sum : sum+n]
		sum += n
	}
	for n, k := range at {
		if k < 0 {
			continue
		}
		for d, to := reach(k); d < to; d++ {
			if w := table(k, d); w != 0 {
				rows[d].terms = append(rows[d].terms, term{units[n], w})
			}
		}
	}
	return nil
}

// onlySelf and anywhere are the reaches of a one-hot code and of a table.
func onlySelf(k int) (from, to int) { return k, k + 1 }

func anywhere(size int) func(int) (from, to int) {
	return func(int) (int, int) { return 0, size }
}

// codesOf lists the units of the codes that an element can be, and which of the
// keys each of them is, -1 for none. place is made when a number that another
// node gave to the codes is looked up.
func (c *call) codesOf(r row, keys []string, place *map[float64]int, mayMiss bool) (units, at []int, err error) {
	if u, ok := r.plain(); ok && c.units[u].code < 0 {
		return c.openCodes(c.units[u].column, keys, mayMiss)
	}
	if len(r.terms) == 0 {
		return nil, nil, c.refuse("looks up what is the same for all")
	}
	column := c.units[r.terms[0].unit].column
	if c.columns[column].Unknown {
		return nil, nil, c.refuse("looks up a code that may be none of those known")
	}
	if *place == nil {
		if *place, err = c.places(keys); err != nil {
			return nil, nil, err
		}
	}
	if units, err = c.unitsOf(column); err != nil {
		return nil, nil, err
	}
	at = make([]int, len(units))
	next := 0
	for i, u := range units {
		v := r.bias
		if next < len(r.terms) && r.terms[next].unit == u {
			v += r.terms[next].w
			next++
		}
		k, ok := (*place)[v]
		if !ok && !mayMiss {
			return nil, nil, c.refuse("cannot look up %v", v)
		}
		if at[i] = k; !ok {
			at[i] = -1
		}
	}
	if next < len(r.terms) {
		return nil, nil, c.refuse("looks a computed value up; only inputs can be codes")
	}
	return units, at, nil
}

// places are the keys as numbers.
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

// unitsOf are those of the codes of a column, in their order.
func (c *call) unitsOf(column int) ([]int, error) {
	n := len(c.columns[column].Codes)
	if err := c.take(32 * n); err != nil { // also for the places beside them
		return nil, err
	}
	if err := c.work(8 * len(c.units)); err != nil {
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

// openCodes makes a column one of codes, with a unit for each.
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
		return nil, nil, c.refuse("reads %s with other codes than another node does", quote(col.Name))
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

// formatCode writes a whole number as keys have it.
func formatCode(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
