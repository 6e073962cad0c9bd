package wire

import "causeway/core/causal"

// Intervene asks what mechanisms make of a row once a feature is set. The answer is an
// Intervened.
type Intervene struct {
	Knowledge causal.Knowledge `msgpack:"knowledge"`
	Row       Floats           `msgpack:"row" shape:"1..features"`
	Feature   int              `msgpack:"feature" bound:"0..lastFeature"`
	Value     float64          `msgpack:"value"`
}

// Intervened answers Intervene.
type Intervened struct {
	Row    Floats `msgpack:"row" shape:"1..features"`
	Before Floats `msgpack:"before" shape:".." bound:"0..share" is:"share"` // of the classes, for the row as it is; empty without a black box
	After  Floats `msgpack:"after" shape:".." bound:"0..share" is:"share"`
}

func (m Intervene) relate(c *checks) {
	c.that(m.Feature < m.Row.Size(0), "feature %d of %d is set", m.Feature, m.Row.Size(0))
}

func (m Intervened) relate(c *checks) {
	c.that(m.Before.Size(0) == m.After.Size(0), "%d shares before and %d after", m.Before.Size(0), m.After.Size(0))
}
