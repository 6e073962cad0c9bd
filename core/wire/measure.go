package wire

import "causeway/core/model"

// MeasureClassifier asks what the black box does on the test rows at any threshold, and
// for whom. The answer is a ClassifierMeasured.
type MeasureClassifier struct {
	Threshold float64 `msgpack:"threshold" bound:"0..1"` // that it was trained with
}

// MeasureCodes asks where held-out rows lie in the generator's latent space. The answer is
// a CodesMeasured.
type MeasureCodes struct{}

// CodesMeasured answers MeasureCodes; see project.Codes.
type CodesMeasured struct {
	Numbers int     `msgpack:"numbers" bound:"1.." is:"count"`
	Used    int     `msgpack:"used" bound:"0.." is:"count"`
	Which   []int   `msgpack:"which" len:"2..2" bound:"0.." is:"number of the code"`
	Share   float64 `msgpack:"share" bound:"0..1" is:"share"`
	Points  Floats  `msgpack:"points" shape:"1..points,2..2"`
	Class   []int   `msgpack:"class" bound:"0..lastLevel" is:"class"`
	Reaches []bool  `msgpack:"reaches" len:"1.."`
	Moved   int     `msgpack:"moved" bound:"0.." is:"count"`
}

func (m CodesMeasured) relate(c *checks) {
	c.that(m.Used <= m.Numbers && max(m.Which[0], m.Which[1]) < m.Numbers, "a code of %d numbers", m.Numbers)
	c.that(m.Points.Size(0) == len(m.Class) && len(m.Class) == len(m.Reaches) && m.Moved <= len(m.Class), "points do not fit their classes")
}

// ClassifierMeasured answers MeasureClassifier.
type ClassifierMeasured struct {
	// Bins are, for every class, the counts of model.Bins: of its own rows, then of the
	// others.
	Bins   []int      `msgpack:"bins" bound:"0.." is:"count"`
	Groups []GroupFit `msgpack:"groups" len:"..groups"`
}

// GroupFit counts the test rows of a level, and those that are told right.
type GroupFit struct {
	Feature int `msgpack:"feature" bound:"0..lastFeature" is:"feature"`
	Level   int `msgpack:"level" bound:"0..lastLevel" is:"level"`
	Rows    int `msgpack:"rows" bound:"1.." is:"count"`
	Right   int `msgpack:"right" bound:"0.." is:"count"`
}

func (m ClassifierMeasured) relate(c *checks) {
	c.that(len(m.Bins)%(2*model.ShareBins) == 0, "%d counts of shares are not those of classes", len(m.Bins))
	for _, g := range m.Groups {
		c.that(g.Right <= g.Rows, "%d of %d rows of a group are right", g.Right, g.Rows)
	}
}

// Of are the counts of a class; nothing where there are none of it.
func (m ClassifierMeasured) Of(class int) (b model.Bins) {
	const n = model.ShareBins
	if at := 2 * n * class; at >= 0 && at+2*n <= len(m.Bins) {
		copy(b.Own[:], m.Bins[at:])
		copy(b.Others[:], m.Bins[at+n:])
	}
	return b
}
