package model

import (
	"slices"
	"strings"

	"causeway/core/form"
)

// Column is one input that a model reads from each row.
type Column struct {
	Name    string   `msgpack:"name"`
	Codes   []string `msgpack:"codes"`   // possible codes; empty for numbers
	Unknown bool     `msgpack:"unknown"` // other codes may occur; they match none of Codes

	// Category means that the model treats the column's numbers as categories.
	Category bool `msgpack:"category,omitempty" since:"2"`
}

// AnyOrder implements form.AnyOrder, because numeric columns omit Category.
func (Column) AnyOrder() {}

// Take says how a column gets its value from a row.
type Take string

// The ways to get a value.
const (
	TakeNothing Take = ""       // not decided yet
	TakeNumber  Take = "number" // (v - Shift) / Scale of the feature's number v
	TakeLevel   Take = "level"  // 1 if the feature has the level, otherwise 0
	TakeCode    Take = "code"   // the number for the feature's level, or the index of its code; -1 if it has none
	TakeFixed   Take = "fixed"  // Value in every row
)

// Source says how to compute a column.
type Source struct {
	Take    Take        `msgpack:"take" of:",number,level,code,fixed" is:"source"`
	Feature int         `msgpack:"feature"`
	Level   int         `msgpack:"level"`
	Codes   form.Floats `msgpack:"codes" shape:"..levels"`
	Value   float64     `msgpack:"value"`
	Shift   float64     `msgpack:"shift"`
	Scale   float64     `msgpack:"scale"` // 0 means 1

	// Values lists, for a numeric feature, the numbers that have Codes, in ascending order.
	Values []float64 `msgpack:"values,omitempty" since:"2" len:"..levels"`
}

// AnyOrder implements form.AnyOrder, because most sources omit Values.
func (Source) AnyOrder() {}

// MaxColumns is the largest number of model columns that a person can map.
const MaxColumns = 4_096

// Provenance is the origin of a classifier that was not trained here.
type Provenance struct {
	Name     string   `msgpack:"name"` // name of the file
	Size     int      `msgpack:"size"`
	Hash     string   `msgpack:"hash"`     // SHA-256 of the file, in hexadecimal
	Producer string   `msgpack:"producer"` // the program that wrote it, as stated in the file
	Columns  []Column `msgpack:"columns" len:"..modelColumns"`
	Labels   []string `msgpack:"labels" len:"..modelColumns"` // names of the model's classes
	Sources  []Source `msgpack:"sources" len:"..modelColumns"`
	Classes  []int    `msgpack:"classes" len:"..levels"`

	Threshold float64 `msgpack:"threshold" since:"2"` // for a model with a single output; 0: the model's own

	Limit ProofLimit `msgpack:"limit,omitempty" since:"2"`
}

// AnyOrder implements form.AnyOrder, because most files omit Limit.
func (Provenance) AnyOrder() {}

// Passes reports whether a converted model treats a level of feature j that the table does not have
// like any unknown level: the level matches none of the codes in the model's columns.
func (p Provenance) Passes(j int, level string) bool {
	for i, s := range p.Sources {
		reads := s.Take != TakeNothing && s.Take != TakeFixed && s.Feature == j
		if c := &p.Columns[i]; reads && (s.Take != TakeCode || len(c.Codes) == 0 || !c.Unknown ||
			slices.ContainsFunc(c.Codes, func(code string) bool {
				return strings.TrimSpace(code) == strings.TrimSpace(level)
			})) {
			return false
		}
	}
	return len(p.Sources) > 0
}

// ProofLimit lists the features for which nothing can be proved about a model, and why.
type ProofLimit struct {
	Features []int  `msgpack:"features" bound:"0.." is:"feature"`
	Operator string `msgpack:"operator"` // the operator without bounds; "": the model reads categories as numbers
}
