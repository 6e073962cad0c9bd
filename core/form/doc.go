// Package form reads and writes stored data strictly. The bytes of a plain Go struct are
// validated against its type before memory is allocated for it. Every length must fit the
// remaining bytes, and every field must keep the limits in its tags:
//
//	Rows  int    `bound:"10..rows"`      // a number, or every number of a list
//	Least float64  `bound:">0..0.5"`       // above 0
//	Name  string  `len:"1..text"`        // bytes of a text, items of a list
//	Part  string  `of:"all,train"`       // one of these texts; a comma at the end allows none
//	Shares Floats  `shape:"..classes" bound:"0..1"` // sizes of all dimensions, and every number
//	Boxes int    `bound:"0..boxes" is:"number of boxes" since:"2"`
//
// A missing end is open. Limits defines the values of named ends. Error messages name a field by
// its key, or by its tag "is". The package does not depend on messages or files. Start reading at
// Walk.
package form
