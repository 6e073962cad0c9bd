// Package wire holds the messages between the page and the engine and their
// codec. A message is a plain struct; an envelope carries it with a protocol
// version, a job number and a kind. Frames come from outside and are checked
// before memory is taken. The package decides nothing.
package wire
