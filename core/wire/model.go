package wire

// ReadModel asks what a classifier from an ONNX file takes and how it could be
// mapped to the table. The answer is a ModelRead.
type ReadModel struct {
	Bytes  []byte `msgpack:"bytes"`
	Output string `msgpack:"output" len:"..text" is:"name of the output"` // that gives the classes; "": the likeliest
}

// UseModel makes a classifier from an ONNX file the black box of the project. The
// answer is a ClassifierTrained without an epoch. With Try it is only measured, as
// far as the mapping allows, and the answer is a ModelTried.
type UseModel struct {
	Bytes   []byte        `msgpack:"bytes"`
	Output  string        `msgpack:"output" len:"..text" is:"name of the output"`
	Sources []ModelSource `msgpack:"sources" len:"..modelColumns" is:"columns"` // of every column
	Classes []int         `msgpack:"classes" len:"..levels"`                    // of the table, for every class of the model
	Try     bool          `msgpack:"try"`

	// Threshold is the number from which on it is the second class, of a model that gives
	// one; 0: its own.
	Threshold float64 `msgpack:"threshold" since:"2"`

	// Order is how a try numbers the categories of sources that take codes and name none.
	Order ModelOrder `msgpack:"order" of:",sorted,listed,appearing,itself,spelled" is:"order" since:"2"`
}

// ModelOrder is how categories are numbered whose codes the file of a model does not name.
type ModelOrder string

// The orders of categories.
const (
	OrderLikeliest ModelOrder = ""          // numbers that the model cannot have counted stay, all else is sorted
	OrderSorted    ModelOrder = "sorted"    // as Python sorts
	OrderListed    ModelOrder = "listed"    // as the table lists its levels
	OrderAppearing ModelOrder = "appearing" // as the rows show them first
	OrderItself    ModelOrder = "itself"    // the number that a category is
	OrderSpelled   ModelOrder = "spelled"   // sorted as texts, also numbers
)

// WriteModel asks for the classifier, or the generator, as an ONNX file. The
// answer is a ModelWritten.
type WriteModel struct {
	Generator bool `msgpack:"generator"`
}

// Ending says what the output of a model is.
type Ending string

// The endings of a model.
const (
	EndsSoftmax Ending = "softmax"
	EndsSigmoid Ending = "sigmoid"
	EndsScores  Ending = "scores" // a softmax is put behind them, behind one a sigmoid
	EndsShares  Ending = "shares" // of trees, of one class against the rest; divided by their sum
)

// ModelRead answers ReadModel, with a guess of the mapping.
type ModelRead struct {
	Producer string        `msgpack:"producer"`
	Output   string        `msgpack:"output"`
	Outputs  []string      `msgpack:"outputs"`
	Columns  []ModelColumn `msgpack:"columns"`
	Labels   []string      `msgpack:"labels"` // of the classes; empty if they have none
	Classes  int           `msgpack:"classes" bound:"2..modelColumns" is:"number of classes"`
	Ends     Ending        `msgpack:"ends" of:"softmax,sigmoid,scores,shares" is:"ending"`

	Sources  []ModelSource `msgpack:"sources" len:"..modelColumns" is:"columns"`
	Mapped   []int         `msgpack:"mapped"`   // classes of the table; empty if their number differs
	Notes    []string      `msgpack:"notes"`    // on the guess
	Problems []string      `msgpack:"problems"` // that keep the guess from being used

	Number    bool    `msgpack:"number" since:"2"`    // it gives one number
	Threshold float64 `msgpack:"threshold" since:"2"` // from which on it is the second class
}

// ModelTried answers a UseModel that tries. Without problems it has the figures of
// ClassifierTrained.
type ModelTried struct {
	Problems  []string `msgpack:"problems"` // that keep the mapping from being used
	Accuracy  float64  `msgpack:"accuracy"`
	LogLoss   float64  `msgpack:"logLoss"`
	Base      float64  `msgpack:"base"`
	AUC       float64  `msgpack:"auc"`
	Confusion []int    `msgpack:"confusion"`
	TestRows  int      `msgpack:"testRows" bound:"0..2147483647" is:"number of test rows"`

	Sources []ModelSource `msgpack:"sources" len:"..modelColumns" is:"columns" since:"2"`            // with the codes that were open
	Assumed []int         `msgpack:"assumed" len:"..modelColumns" bound:"0.." since:"2" is:"column"` // whose codes the file does not name
	Shares  Floats        `msgpack:"shares" shape:"..,.." since:"2"`                                 // of the table's first rows: rows × classes of the table
}

// ModelWritten answers WriteModel.
type ModelWritten struct {
	Bytes []byte `msgpack:"bytes"`
}

func (m ModelRead) relate(c *checks) {
	c.that(len(m.Sources) == len(m.Columns), "%d sources for %d columns", len(m.Sources), len(m.Columns))
}
