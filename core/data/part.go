package data

// Part names a set of rows of the table.
type Part string

// The parts of a table.
const (
	AllRows   Part = "all"
	TrainRows Part = "train"
	ValRows   Part = "validation"
	TestRows  Part = "test" // held out
)

// Parts lists all parts.
var Parts = []Part{AllRows, TrainRows, ValRows, TestRows}

// Where is a condition on a feature: a number in a closed range, or one of some levels.
// causal.Open leaves an end open.
type Where struct {
	Feature int     `msgpack:"feature" bound:"0..lastFeature"`
	Min     float64 `msgpack:"min" bound:"-open..open" is:"lower end"`
	Max     float64 `msgpack:"max" bound:"-open..open" is:"upper end"`
	Levels  []int   `msgpack:"levels" len:"..levels" bound:"0..lastLevel" is:"levels"`
}

// MaxWhere limits the number of conditions.
const MaxWhere = 32
