// Package assets holds the bundled tables of numbers as text. README.md gives
// the source and licence of each.
package assets

import _ "embed"

// Sangiovese is the network of the Sangiovese vineyard, read by core/sim.
//
//go:embed sangiovese.txt
var Sangiovese string
