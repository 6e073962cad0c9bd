package model

import "causeway/core/form"

// Column is one value that a model takes of every row.
type Column struct {
	Name    string   `msgpack:"name"`
	Codes   []string `msgpack:"codes"`   // that it can have; empty for numbers
	Unknown bool     `msgpack:"unknown"` // other codes are possible and stand for none of these

	// Category says that the model takes the column's numbers as those of categories.
	Category bool `msgpack:"category,omitempty" since:"2"`
}

// AnyOrder implements form.AnyOrder: columns of numbers do not say it.
func (Column) AnyOrder() {}

// Take says what a column takes of a row.
type Take string

// What a column can take.
const (
	TakeNothing Take = ""       // it is not decided yet
	TakeNumber  Take = "number" // (v - Shift) / Scale of the feature's number v
	TakeLevel   Take = "level"  // 1 where the feature has the level, else 0
	TakeCode    Take = "code"   // for every level a number, or the place of a code, -1 for none
	TakeFixed   Take = "fixed"  // Value for everybody
)

// Source is where a column comes from.
type Source struct {
	Take    Take        `msgpack:"take" of:",number,level,code,fixed" is:"source"`
	Feature int         `msgpack:"feature"`
	Level   int         `msgpack:"level"`
	Codes   form.Floats `msgpack:"codes" shape:"..levels"`
	Value   float64     `msgpack:"value"`
	Shift   float64     `msgpack:"shift"`
	Scale   float64     `msgpack:"scale"` // 0: 1

	// Values are the numbers, rising, that have Codes, of a feature of numbers.
	Values []float64 `msgpack:"values,omitempty" since:"2" len:"..levels"`
}

// AnyOrder implements form.AnyOrder: sources that number no numbers do not say it.
func (Source) AnyOrder() {}

// MaxColumns bounds the columns of a model that a person maps.
const MaxColumns = 4_096

// Provenance says where a classifier that was not trained here comes from.
type Provenance struct {
	Name     string   `msgpack:"name"` // of the file
	Size     int      `msgpack:"size"`
	Hash     string   `msgpack:"hash"`     // SHA-256 of the file, hexadecimal
	Producer string   `msgpack:"producer"` // the program that wrote it, by its own account
	Columns  []Column `msgpack:"columns" len:"..modelColumns"`
	Labels   []string `msgpack:"labels" len:"..modelColumns"` // of the model's classes
	Sources  []Source `msgpack:"sources" len:"..modelColumns"`
	Classes  []int    `msgpack:"classes" len:"..levels"`

	Threshold float64 `msgpack:"threshold" since:"2"` // of a model that gives one number; 0: its own
}
