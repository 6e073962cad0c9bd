package wire

import "causeway/core/causal"

// MapRow asks what the black box says of a row as two of its features change. The
// answer is a Mapped.
type MapRow struct {
	Row   Floats `msgpack:"row" shape:"1..features"`
	X     int    `msgpack:"x" bound:"0..lastFeature" is:"feature"`
	Y     int    `msgpack:"y" bound:"0..lastFeature" is:"feature"`
	Class int    `msgpack:"class" bound:"0..lastLevel"`
	Marks Floats `msgpack:"marks" shape:"..shown,.."` // values of both features that are to be in sight

	// As of Explain.
	Knowledge causal.Knowledge `msgpack:"knowledge"`
	Rules     []causal.Rule    `msgpack:"rules" len:"..rules"`
}

// Mapped answers MapRow.
type Mapped struct {
	Xs     Floats `msgpack:"xs" shape:"1..mapped"`                               // values of the one feature, ascending
	Ys     Floats `msgpack:"ys" shape:"1..mapped"`                               // and of the other
	Shares Floats `msgpack:"shares" shape:"1..,1.." bound:"0..share" is:"share"` // [len(Ys), len(Xs)] probability of the class
	Kept   []bool `msgpack:"kept" len:"1.."`                                     // likewise: whether the hard rules allow it
	Points Floats `msgpack:"points" shape:"..points,.."`                         // both features of some training rows
	Of     []bool `msgpack:"of" len:"..points"`                                  // whether these rows are of the class
}

func (m MapRow) relate(c *checks) {
	features := m.Row.Size(0)
	c.that(features > 0 && m.X < features && m.Y < features && m.X != m.Y, "a map of the features %d and %d of %d", m.X, m.Y, features)
	c.that(m.Marks.Size(0) == 0 || m.Marks.Size(1) == 2, "marks are pairs of values")
}

func (m Mapped) relate(c *checks) {
	w, h := m.Xs.Size(0), m.Ys.Size(0)
	c.that(m.Shares.Size(0) == h && m.Shares.Size(1) == w && len(m.Kept) == w*h, "a map of %d by %d values does not fit", w, h)
	c.that(m.Points.Size(0) == len(m.Of) && (len(m.Of) == 0 || m.Points.Size(1) == 2), "points do not fit their classes")
}
