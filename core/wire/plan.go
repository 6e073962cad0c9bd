package wire

// Step is one of a plan: what is done in it, what follows by itself, and the row that
// stands after it with what the model says of it.
type Step struct {
	Does    []int   `msgpack:"does" len:"..features" bound:"0..lastFeature" is:"features"`
	Follows []int   `msgpack:"follows" len:"..features" bound:"0..lastFeature" is:"features"`
	Values  Floats  `msgpack:"values" shape:"1..features"`
	Class   int     `msgpack:"class" bound:"0.."`
	Shares  Floats  `msgpack:"shares" shape:"1.." bound:"0..share" is:"share"`
	Effort  float64 `msgpack:"effort" bound:"0.." is:"effort"`
	Cost    float64 `msgpack:"cost" bound:"0.." is:"cost"` // those of all steps add up to the counterfactual's
	Kept    bool    `msgpack:"kept"`                       // the row keeps every hard rule that the counterfactual keeps
	Waits   []Wait  `msgpack:"waits" len:"..rules" is:"waits"`
}

// Wait is what a rule with a rate says of a step: while Cause moves, Effect rises, or
// falls, by at least Least, which is Rate for every unit or level.
type Wait struct {
	Cause  int     `msgpack:"cause" bound:"0..lastFeature" is:"feature"`
	Effect int     `msgpack:"effect" bound:"0..lastFeature" is:"feature"`
	Rate   float64 `msgpack:"rate" bound:"0..open" is:"rate"`
	Least  float64 `msgpack:"least" bound:"0.." is:"size"`
	Falls  bool    `msgpack:"falls"`
}

// planned checks the plan of a counterfactual.
func (f Counterfactual) planned(c *checks) {
	n := f.Values.Size(0)
	for i, st := range f.Plan {
		for _, list := range [][]int{st.Does, st.Follows} {
			for _, j := range list {
				c.that(j < n, "a step changes feature %d of %d", j, n)
			}
		}
		for _, w := range st.Waits {
			c.that(w.Cause < n && w.Effect < n, "a step waits for feature %d of %d", max(w.Cause, w.Effect), n)
		}
		c.that(len(st.Does) > 0, "step %d does nothing", i+1)
		c.that(st.Values.Size(0) == n && st.Shares.Size(0) == f.Shares.Size(0) && st.Class < st.Shares.Size(0), "step %d of another table", i+1)
	}
	if k := len(f.Plan); k > 0 {
		c.that(string(f.Plan[k-1].Values.Data) == string(f.Values.Data), "the last step leads elsewhere")
	}
}
