package wire

import "causeway/core/model"

// ReadModel requests the inputs of a classifier from an ONNX file and its possible mappings to
// the table. The answer is a ModelRead.
type ReadModel struct {
	Bytes  []byte
	Output string // output with the classes; "" for the likeliest
}

// UseModel makes a classifier from an ONNX file the black box of the project. The answer is a
// ClassifierTrained without an epoch. If Try is set, the model is only measured, as far as the
// mapping allows, and the answer is a ModelTried.
type UseModel struct {
	Bytes   []byte
	Output  string
	Sources []model.Source // one per column
	Classes []int          // class of the table for every class of the model
	Try     bool

	// Threshold is the number at which a model with a single output switches to the second class.
	// 0 stands for the model's own threshold.
	Threshold float64

	// Order sets the numbering of categories that a try uses for sources that take codes without
	// names.
	Order ModelOrder
}

// ModelOrder is a numbering of categories for which a model's file contains no codes.
type ModelOrder string

// The orders of categories.
const (
	OrderLikeliest ModelOrder = ""          // numbers that cannot be indices stay, the rest is sorted
	OrderSorted    ModelOrder = "sorted"    // as Python sorts
	OrderListed    ModelOrder = "listed"    // in the order of the table's levels
	OrderAppearing ModelOrder = "appearing" // in the order in which the rows first contain them
	OrderItself    ModelOrder = "itself"    // the category is a number itself
	OrderSpelled   ModelOrder = "spelled"   // sorted as text, even for numbers
)

// WriteModel requests the classifier or the generator as an ONNX file. The answer is a
// ModelWritten.
type WriteModel struct {
	Generator bool
}

// Ending describes the output of a model.
type Ending string

// The endings of a model.
const (
	EndsSoftmax Ending = "softmax"
	EndsSigmoid Ending = "sigmoid"
	EndsScores  Ending = "scores" // a softmax is added after them, or a sigmoid if there is only one
	EndsShares  Ending = "shares" // trees with one class against the rest, divided by their sum
)

// ModelRead answers ReadModel, with a proposed mapping.
type ModelRead struct {
	Producer string
	Output   string
	Outputs  []string
	Columns  []model.Column
	Labels   []string // labels of the classes; empty if they have none
	Classes  int
	Ends     Ending

	Sources  []model.Source
	Mapped   []int    // class of the table for each; empty if the numbers of classes differ
	Notes    []string // about the proposal
	Problems []string // reasons why the proposal cannot be used

	Number    bool    // whether it has a single number as output
	Threshold float64 // value from which it means the second class
}

// ModelTried answers a UseModel with Try. Without problems it contains the figures of
// ClassifierTrained.
type ModelTried struct {
	Problems  []string // reasons why the mapping cannot be used
	Accuracy  float64
	LogLoss   float64
	Base      float64
	AUC       float64
	Confusion []int
	TestRows  int

	Sources []model.Source // including the codes that were open
	Assumed []int          // columns whose codes the file does not name
	Shares  Floats         // for the table's first rows: rows × classes of the table

	Limit model.ProofLimit
}

// ModelWritten answers WriteModel.
type ModelWritten struct {
	Bytes []byte
}
