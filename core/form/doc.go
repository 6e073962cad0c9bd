// Package form reads and writes what is kept, strictly: bytes of a plain Go struct are walked beside
// its type before memory is taken for it. The walk holds that every length fits the bytes that remain
// and that every field keeps the bounds that its tags say:
//
//	Rows  int    `bound:"10..rows"`      // a number, or every number of a list
//	Least float64  `bound:">0..0.5"`       // above 0
//	Name  string  `len:"1..text"`        // bytes of a text, items of a list
//	Part  string  `of:"all,train"`       // one of these texts; a comma at the end allows none
//	Shares Floats  `shape:"..classes" bound:"0..1"` // sizes of all dimensions, and every number
//	Boxes int    `bound:"0..boxes" is:"number of boxes" since:"2"`
//
// An end that is left out is open; Limits gives named ends their values. Sentences call a field by its
// key, or by its tag "is". The package knows neither messages nor files. Begin at Walk.
package form
