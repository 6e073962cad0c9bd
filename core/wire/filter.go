package wire

import (
	"causeway/core/data"
	"causeway/core/form"
)

// Filter says which rows are meant, beside a search. The zero value means all.
type Filter struct {
	Predicted []int   `msgpack:"predicted" len:"..levels" bound:"0..lastLevel" is:"predicted classes"` // classes that the black box says; none: any
	Outcomes  []int   `msgpack:"outcomes" len:"..levels" bound:"0..lastLevel" is:"classes"`            // classes of the table; none: any
	Where     []Where `msgpack:"where" len:"..where" is:"conditions"`                                  // all of them hold
}

// Seek looks for the first row of a list that the black box does not decide as is
// wanted and for which the query finds a counterfactual; before there is a
// generator, for the first that is not decided so. It tries so many of these rows.
// The answer is a Sought.
type Seek struct {
	Part   Part    `msgpack:"part" of:"all,train,validation,test" is:"part of the table"`
	Search string  `msgpack:"search" len:"..text"`
	Filter Filter  `msgpack:"filter"`
	Wanted int     `msgpack:"wanted" bound:"0..lastLevel" is:"wanted class"` // class
	Query  Explain `msgpack:"query"`                                         // without a row
	Tries  int     `msgpack:"tries" bound:"1..seek" is:"number of tries"`
}

// Sought answers Seek.
type Sought struct {
	Pos      int  `msgpack:"pos" bound:"-1.." is:"place"` // place in the list, from 0; -1: no row is refused
	Answered bool `msgpack:"answered"`                    // a counterfactual of it was found
	Tried    int  `msgpack:"tried" bound:"0..seek"`       // refused rows that were searched for one
}

// MaxSeek bounds the rows that a Seek tries.
const MaxSeek = 1_000

// SetNames says how people read the table: its features, then its outcome. The
// answer is a NamesSet.
type SetNames struct {
	Names []data.Naming `msgpack:"names" len:"..columns"`
}

// NamesSet answers SetNames.
type NamesSet struct{}

// Check reports whether the filter can be asked of any table.
func (f Filter) Check() error { return form.Check(f) }

func (m Seek) relate(c *checks) {
	m.Query.askedOf(c, len(m.Query.Effort)) // a row takes the place of its row
}

func (m Sought) relate(c *checks) {
	c.that(m.Pos >= 0 || !m.Answered, "an answer at place %d", m.Pos)
}
