package wire

import (
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/model"
)

// HelpGenerator is the first message of an engine to a helper: it computes parts of the steps of the
// training of a generator, whose rows come encoded with every part. The answer is a Helping; what
// follows are no frames, see nn.Bench.
type HelpGenerator struct {
	Schema     data.Schema      `msgpack:"schema"` // of the table as it was opened
	Hash       string           `msgpack:"hash" len:"..text"`
	Classifier []byte           `msgpack:"classifier" len:"1.."`
	Knowledge  causal.Knowledge `msgpack:"knowledge"`
	Fitted     []causal.Fitted  `msgpack:"fitted" len:"..rules" is:"mechanisms"`
	model.Recipe
}

// Helping says that a helper is ready.
type Helping struct{}

func (HelpGenerator) message() {}
func (Helping) message()       {}

func (m HelpGenerator) relate(c *checks) {
	c.fine(m.Recipe.Check())
	c.fine(m.Schema.Check())
	c.that(m.Method.Trains(), "unknown method %.40q", m.Method)
}
