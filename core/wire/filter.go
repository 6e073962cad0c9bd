package wire

import (
	"causeway/core/causal"
	"causeway/core/data"
)

// Filter says which rows are meant, beside a search. The zero value means all.
type Filter struct {
	Predicted []int   `msgpack:"predicted"` // classes that the black box says; none: any
	Outcomes  []int   `msgpack:"outcomes"`  // classes of the table; none: any
	Where     []Where `msgpack:"where"`     // all of them hold
}

// Where asks for a value of a feature: a number in a range, both ends with it, or
// one of levels. An open end is as in a rule.
type Where struct {
	Feature int     `msgpack:"feature"`
	Min     float64 `msgpack:"min"`
	Max     float64 `msgpack:"max"`
	Levels  []int   `msgpack:"levels"`
}

// MaxWhere bounds what a Filter asks of values.
const MaxWhere = 32

// Seek looks for the first row of a list that the black box does not decide as is
// wanted and for which the query finds a counterfactual; before there is a
// generator, for the first that is not decided so. It tries so many of these rows.
// The answer is a Sought.
type Seek struct {
	Part   Part    `msgpack:"part"`
	Search string  `msgpack:"search"`
	Filter Filter  `msgpack:"filter"`
	Wanted int     `msgpack:"wanted"` // class
	Query  Explain `msgpack:"query"`  // without a row
	Tries  int     `msgpack:"tries"`
}

// Sought answers Seek.
type Sought struct {
	Pos      int  `msgpack:"pos"`      // place in the list, from 0; -1: no row is refused
	Answered bool `msgpack:"answered"` // a counterfactual of it was found
}

// MaxSeek bounds the rows that a Seek tries.
const MaxSeek = 1_000

// SetNames says how people read the table: its features, then its outcome. The
// answer is a NamesSet.
type SetNames struct {
	Names []data.Naming `msgpack:"names"`
}

// NamesSet answers SetNames.
type NamesSet struct{}

// Validate implements Message.
func (m SetNames) Validate() error {
	c := checks{kind: "names"}
	c.between("number of columns", len(m.Names), 0, data.MaxFeatures+1)
	for _, n := range m.Names {
		c.between("number of levels", len(n.Levels), 0, data.MaxLevels)
		for _, text := range append([]string{n.Name, n.Unit}, n.Levels...) {
			c.between("length of a name", len(text), 0, maxText)
		}
	}
	return c.err
}

// Validate implements Message.
func (NamesSet) Validate() error { return nil }

// Check reports whether the filter can be asked of any table.
func (f Filter) Check() error {
	c := checks{kind: "filter"}
	c.filter(f)
	return c.err
}

func (c *checks) filter(f Filter) {
	c.between("number of classes", max(len(f.Predicted), len(f.Outcomes)), 0, data.MaxLevels)
	for _, list := range [][]int{f.Predicted, f.Outcomes} {
		for _, k := range list {
			c.between("class", k, 0, data.MaxLevels-1)
		}
	}
	c.between("number of conditions", len(f.Where), 0, MaxWhere)
	for _, w := range f.Where {
		c.between("feature", w.Feature, 0, data.MaxFeatures-1)
		c.within("lower end", w.Min, -causal.Open, causal.Open)
		c.within("upper end", w.Max, -causal.Open, causal.Open)
		c.between("number of levels", len(w.Levels), 0, data.MaxLevels)
		for _, l := range w.Levels {
			c.between("level", l, 0, data.MaxLevels-1)
		}
	}
}

// Validate implements Message.
func (m Seek) Validate() error {
	c := checks{kind: "seek"}
	c.part(m.Part)
	c.between("length of the search", len(m.Search), 0, maxText)
	c.filter(m.Filter)
	c.between("wanted class", m.Wanted, 0, data.MaxLevels-1)
	c.between("number of tries", m.Tries, 1, MaxSeek)
	if c.err != nil {
		return c.err
	}
	one := m.Query // a row takes the place of its row
	one.Row = NewFloats(make([]float64, max(len(one.Effort), 1)), max(len(one.Effort), 1))
	return one.Validate()
}

// Validate implements Message.
func (m Sought) Validate() error {
	c := checks{kind: "sought"}
	c.that(m.Pos >= -1 && (m.Pos >= 0 || !m.Answered), "an answer at place %d", m.Pos)
	return c.err
}
