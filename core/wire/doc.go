// Package wire holds the messages between the page and the engine and their
// codec. A message is a plain struct; an envelope carries it with a protocol
// version, a job number and a kind. Both ends are of one build and trust each
// other; what a browser keeps of messages has tags, see form, and is checked
// where it is read. The package decides nothing. It begins in kind.go.
package wire
