package model

// Scores are the means of the paper's metrics over counterfactuals.
type Scores struct {
	Validity       float64 `msgpack:"validity" bound:"0..1"`                        // share that reaches the target
	ContProximity  float64 `msgpack:"contProximity"`                                // minus sum over numbers of |change|/MAD, mean over rows
	CatProximity   float64 `msgpack:"catProximity"`                                 // minus number of changed levels, mean over rows
	FeaturesChange float64 `msgpack:"featuresChange"`                               // number of changed features, mean over rows
	Profiles       int     `msgpack:"profiles" bound:"0.." is:"number of profiles"` // distinct category profiles
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
