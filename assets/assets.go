// Package assets holds the bundled tables of numbers as text. README.md gives
// the source and licence of each.
package assets

import _ "embed"

// Sangiovese is the network of the Sangiovese vineyard, read by core/sim.
//
//go:embed sangiovese.txt
var Sangiovese string

// Census holds the probability tables of the synthetic census, read by core/sim and written by
// cmd/fitcensus.
//
//go:embed census.txt
var Census string

// Workers holds the same tables for full-time workers.
//
//go:embed workers.txt
var Workers string
