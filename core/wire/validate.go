package wire

import (
	"slices"

	"causeway/core/fault"
	"causeway/core/form"
)

// Message is what a frame carries: one of the types in the table of kinds.
type Message interface{ message() }

// related are messages of which more must hold than the tags of their fields say, see
// form: what holds between fields.
type related interface{ relate(c *checks) }

// Validate reports the first thing that makes a message unusable, beyond what its
// types say.
func Validate(m Message) error {
	c := checks{kind: nameOf(m)}
	c.fine(form.Check(m))
	return c.of(m)
}

// of checks what holds between the fields of a message.
func (c *checks) of(m Message) error {
	if r, ok := m.(related); ok && c.err == nil {
		r.relate(c)
	}
	return c.err
}

// checks collects the first problem of a message.
type checks struct {
	kind string
	err  error
}

// that records a problem unless ok.
func (c *checks) that(ok bool, format string, args ...any) {
	if c.err == nil && !ok {
		c.err = fault.Errorf("%w: "+format, slices.Concat([]any{fault.Kind("wire: " + c.kind)}, args)...)
	}
}

// fine records an error of another package.
func (c *checks) fine(err error) {
	if c.err == nil && err != nil {
		c.err = fault.Errorf("%w: %w", fault.Kind("wire: "+c.kind), err)
	}
}

func (m TrainClassifier) relate(c *checks) { c.fine(m.ClassifierRecipe.Check()) }

func (m TrainGenerator) relate(c *checks) {
	c.fine(m.Recipe.Check())
	c.that(m.Method.Trains(), "unknown method %.40q", m.Method)
}

func (m Explain) relate(c *checks) {
	features := m.Row.Size(0)
	c.that(features > 0, "the row is empty")
	c.that(m.Pinned.Size(0) == 0 || m.Pinned.Size(1) == features, "pinned rows of %d features, want %d", m.Pinned.Size(1), features)
	m.askedOf(c, features)
}

// askedOf checks a query of rows of so many features.
func (m Explain) askedOf(c *checks, features int) {
	if m.Steady {
		c.fine(m.Again.Check())
	}
	for _, j := range m.Carry {
		c.that(features == 0 || j < features, "feature %d of %d follows its causes", j, features)
	}
	c.that(len(m.Effort) == 0 || len(m.Effort) == features, "%d efforts for %d features", len(m.Effort), features)
}
