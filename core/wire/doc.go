// Package wire contains the messages between the page and the engine, and their codec. A message is
// a plain struct. An envelope adds a protocol version, a job number and a kind. Both ends are from
// the same build and trust each other. Messages that a browser stores have tags (see form) and are
// checked when they are read. The package makes no decisions. Begin at kind.go.
package wire
