package wire

import "causeway/core/model"

// ReadModel asks what a classifier from an ONNX file takes and how it could be
// mapped to the table. The answer is a ModelRead.
type ReadModel struct {
	Bytes  []byte
	Output string // that gives the classes; "": the likeliest
}

// UseModel makes a classifier from an ONNX file the black box of the project. The
// answer is a ClassifierTrained without an epoch. With Try it is only measured, as
// far as the mapping allows, and the answer is a ModelTried.
type UseModel struct {
	Bytes   []byte
	Output  string
	Sources []model.Source // of every column
	Classes []int          // of the table, for every class of the model
	Try     bool

	// Threshold is the number from which on it is the second class, of a model that gives
	// one; 0: its own.
	Threshold float64

	// Order is how a try numbers the categories of sources that take codes and name none.
	Order ModelOrder
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
	Generator bool
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
	Producer string
	Output   string
	Outputs  []string
	Columns  []model.Column
	Labels   []string // of the classes; empty if they have none
	Classes  int
	Ends     Ending

	Sources  []model.Source
	Mapped   []int    // classes of the table; empty if their number differs
	Notes    []string // on the guess
	Problems []string // that keep the guess from being used

	Number    bool    // it gives one number
	Threshold float64 // from which on it is the second class
}

// ModelTried answers a UseModel that tries. Without problems it has the figures of
// ClassifierTrained.
type ModelTried struct {
	Problems  []string // that keep the mapping from being used
	Accuracy  float64
	LogLoss   float64
	Base      float64
	AUC       float64
	Confusion []int
	TestRows  int

	Sources []model.Source // with the codes that were open
	Assumed []int          // whose codes the file does not name
	Shares  Floats         // of the table's first rows: rows × classes of the table
}

// ModelWritten answers WriteModel.
type ModelWritten struct {
	Bytes []byte
}
