package wire

import "causeway/core/causal"

// MaxWeighed is how many rows one WeighRules asks about at most.
const MaxWeighed = 500

// WeighRules asks what hard rules cost: of how many rows that the black box does not give
// a class a search finds an answer, under all of them and without each. The rows are drawn
// from the held-out ones, or one alone is given. Facts: Progress where it takes long, then
// RulesWeighed, unless a Cancel or a new table ends it with a Canceled.
type WeighRules struct {
	Knowledge causal.Knowledge `msgpack:"knowledge"`
	Class     int              `msgpack:"class" bound:"0..lastLevel"`
	Rows      int              `msgpack:"rows" bound:"0..weighed" is:"number of rows"` // drawn at most
	Seed      uint64           `msgpack:"seed"`                                        // of the draw

	// Row is asked about in the place of rows that are drawn, under the person's own Rules
	// too. Known are answers that were found for it
	// before: they count while they keep the rules.
	Row   Floats        `msgpack:"row" shape:"..features"`
	Rules []causal.Rule `msgpack:"rules" len:"..rules"`
	Known Floats        `msgpack:"known" shape:"..shown,..features"`
}

// RulesWeighed answers WeighRules.
type RulesWeighed struct {
	Of    int `msgpack:"of" bound:"0.." is:"number of rows"`     // held-out rows that are not given the class
	Rows  int `msgpack:"rows" bound:"0.." is:"number of rows"`   // that were asked about and are not of the class
	Found int `msgpack:"found" bound:"0.." is:"number of rows"`  // with an answer under all hard rules
	Open  int `msgpack:"open" bound:"0.." is:"number of rows"`   // without one, of which it is not proved that there is none
	Rules int `msgpack:"rules" bound:"0.." is:"number of rules"` // hard ones for everyone

	Without []RuleWeight `msgpack:"without"` // the rules that cost anything, the dearest first
	TookMS  float64      `msgpack:"tookMS" bound:"0..ms" is:"time taken"`
}

// RuleWeight is a rule, by its place in Knowledge.AllRules, and how many rows have an
// answer without it.
type RuleWeight struct {
	Rule  int `msgpack:"rule" bound:"0.." is:"place of a rule"`
	Found int `msgpack:"found" bound:"0.." is:"number of rows"`
}

func (m WeighRules) relate(c *checks) {
	features := m.Row.Size(0)
	c.that((m.Rows > 0) != (features > 0), "%d rows are drawn and one of %d features is given", m.Rows, features)
	c.that(m.Known.Size(0) == 0 || m.Known.Size(1) == features, "answers of %d features for a row of %d", m.Known.Size(1), features)
}

func (m RulesWeighed) relate(c *checks) {
	c.that(m.Found+m.Open <= m.Rows, "%d rows with an answer and %d open ones of %d", m.Found, m.Open, m.Rows)
	c.that(len(m.Without) <= m.Rules, "%d rules cost something of %d", len(m.Without), m.Rules)
	last := m.Rows
	for _, r := range m.Without {
		c.that(r.Found > m.Found && r.Found <= last, "%d rows have an answer without a rule, after %d, and %d under all", r.Found, last, m.Found)
		last = r.Found
	}
}
