package model

// Scores holds the means of the paper's metrics over counterfactuals.
type Scores struct {
	Validity float64 `msgpack:"validity" bound:"0..1"` // share that reaches the target
	// minus the sum of |change|/MAD over numeric features, averaged over rows
	ContProximity float64 `msgpack:"contProximity"`
	// minus the number of changed levels, averaged over rows
	CatProximity float64 `msgpack:"catProximity"`
	// number of changed features, averaged over rows
	FeaturesChange float64 `msgpack:"featuresChange"`
	Profiles       int     `msgpack:"profiles" bound:"0.." is:"number of profiles"` // distinct category profiles
}

// Answers compares a generator's counterfactuals for some held-out rows, one each, with the
// search's answers for the same rows; see study.Holding. If Rows is 0, nothing was measured.
type Answers struct {
	Rows      int     `msgpack:"rows" bound:"0.." is:"number of rows"`
	Held      float64 `msgpack:"held" bound:"0..1" is:"share held"`
	Reachable float64 `msgpack:"reachable" bound:"0..1" is:"share that can have an answer"`
	Open      int     `msgpack:"open" bound:"0.." is:"number of open rows"`

	// These compare both on the rows for which both are valid: changed features, proximity, and
	// distinct combinations of levels.
	Changes             float64 `msgpack:"changes"`
	ContProximity       float64 `msgpack:"contProximity"`
	Profiles            int     `msgpack:"profiles" bound:"0.." is:"number of profiles"`
	SearchChanges       float64 `msgpack:"searchChanges"`
	SearchContProximity float64 `msgpack:"searchContProximity"`
	SearchProfiles      int     `msgpack:"searchProfiles" bound:"0.." is:"number of profiles of the search"`
}

// Record is the result of an experiment.
type Record struct {
	Method  string   `msgpack:"method" len:"..text"`
	Seed    uint64   `msgpack:"seed"`
	Figures []Figure `msgpack:"figures" len:"..figures"` // the figures that apply to the experiment
}

// Figure is one score of an experiment; study.Record lists all possible ones.
type Figure struct {
	Key   string  `msgpack:"key" len:"1..text"`
	Value float64 `msgpack:"value"`
}
