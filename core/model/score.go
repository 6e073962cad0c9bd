package model

// Scores are the means of the paper's metrics over counterfactuals.
type Scores struct {
	Validity float64 `msgpack:"validity" bound:"0..1"` // share that reaches the target
	// minus sum over numbers of |change|/MAD, mean over rows
	ContProximity float64 `msgpack:"contProximity"`
	// minus number of changed levels, mean over rows
	CatProximity float64 `msgpack:"catProximity"`
	// number of changed features, mean over rows
	FeaturesChange float64 `msgpack:"featuresChange"`
	Profiles       int     `msgpack:"profiles" bound:"0.." is:"number of profiles"` // distinct category profiles
}

// Answers is what one counterfactual for each of so many held-out rows is worth, beside
// what a search finds for the same: see study.Holding. Without Rows it was not measured.
type Answers struct {
	Rows      int     `msgpack:"rows" bound:"0.." is:"number of rows"`
	Held      float64 `msgpack:"held" bound:"0..1" is:"share held"`
	Reachable float64 `msgpack:"reachable" bound:"0..1" is:"share that can have an answer"`
	Open      int     `msgpack:"open" bound:"0.." is:"number of open rows"`

	// Over the rows for which both hold: changed features, proximity, and distinct category
	// profiles.
	Changes             float64 `msgpack:"changes"`
	ContProximity       float64 `msgpack:"contProximity"`
	Profiles            int     `msgpack:"profiles" bound:"0.." is:"number of profiles"`
	SearchChanges       float64 `msgpack:"searchChanges"`
	SearchContProximity float64 `msgpack:"searchContProximity"`
	SearchProfiles      int     `msgpack:"searchProfiles" bound:"0.." is:"number of profiles of the search"`
}

// Record is what an experiment gave.
type Record struct {
	Method  string   `msgpack:"method" len:"..text"`
	Seed    uint64   `msgpack:"seed"`
	Figures []Figure `msgpack:"figures" len:"..figures"` // those that the experiment has
}

// Figure is one score of an experiment; study.Record says which there are.
type Figure struct {
	Key   string  `msgpack:"key" len:"1..text"`
	Value float64 `msgpack:"value"`
}
