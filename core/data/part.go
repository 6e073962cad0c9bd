package data

// Part names rows of the table.
type Part string

// The parts of a table.
const (
	AllRows   Part = "all"
	TrainRows Part = "train"
	ValRows   Part = "validation"
	TestRows  Part = "test" // held out
)

// Parts are all of them.
var Parts = []Part{AllRows, TrainRows, ValRows, TestRows}

// Where asks for a value of a feature: a number in a range, both ends with it, or
// one of levels. An open end is causal.Open.
type Where struct {
	Feature int     `msgpack:"feature" bound:"0..lastFeature"`
	Min     float64 `msgpack:"min" bound:"-open..open" is:"lower end"`
	Max     float64 `msgpack:"max" bound:"-open..open" is:"upper end"`
	Levels  []int   `msgpack:"levels" len:"..levels" bound:"0..lastLevel" is:"levels"`
}

// MaxWhere bounds what is asked of values.
const MaxWhere = 32
