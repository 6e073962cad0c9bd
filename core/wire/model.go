package wire

import "causeway/core/model"

// ReadModel requests the inputs of a classifier from an ONNX file and its possible mappings to
// the table. The answer is a ModelRead.
type ReadModel struct {
	Bytes  []byte
	Output string // output with the classes; "" for the likeliest
}

// UseModel makes a classifier from an ONNX file the black box of the project. The answer is a
// ClassifierTrained without an epoch. If Try is set, the engine only measures the model, as far as
// the mapping allows, and answers with a ModelTried.
type UseModel struct {
	Bytes   []byte
	Output  string
	Sources []model.Source // one per column
	Classes []int          // the table's class for each class of the model
	Try     bool

	// Threshold is the output at which a model with a single output predicts the second class. 0
	// means the model's own threshold.
	Threshold float64

	// Order says how Try numbers categories if the model reads codes without names.
	Order ModelOrder
}

// ModelOrder says how to number categories whose codes are not in a model's file.
type ModelOrder string

// The orders of categories.
const (
	OrderLikeliest ModelOrder = ""          // categories that are numbers but not indices keep them; others are sorted
	OrderSorted    ModelOrder = "sorted"    // as Python sorts
	OrderListed    ModelOrder = "listed"    // in the order of the table's levels
	OrderAppearing ModelOrder = "appearing" // in the order of their first rows
	OrderItself    ModelOrder = "itself"    // the category is a number itself
	OrderSpelled   ModelOrder = "spelled"   // sorted as text, even for numbers
)

// WriteModel requests the classifier or the generator as an ONNX file. The answer is a
// ModelWritten.
type WriteModel struct {
	Generator bool
}

// Ending says how the output of a model becomes probabilities.
type Ending string

// The endings of a model.
const (
	EndsSoftmax Ending = "softmax"
	EndsSigmoid Ending = "sigmoid"
	EndsScores  Ending = "scores" // a softmax is added, or a sigmoid for a single output
	EndsShares  Ending = "shares" // of trees, each class against the rest; divided by their sum
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
	Mapped   []int    // the table's class for each label; empty if the numbers of classes differ
	Notes    []string // remarks on the proposed mapping
	Problems []string // why the proposed mapping cannot be used

	Number    bool    // whether the output is a single number
	Threshold float64 // value at which the second class begins
}

// ModelTried answers a UseModel with Try. Unless there are problems, it has the figures of
// ClassifierTrained.
type ModelTried struct {
	Problems  []string // reasons why the mapping cannot be used
	Accuracy  float64
	LogLoss   float64
	Base      float64
	AUC       float64
	Confusion []int
	TestRows  int

	Sources []model.Source // with the codes that were missing
	Assumed []int          // columns whose codes the file does not name
	Shares  Floats         // for the table's first rows: rows × classes of the table

	Limit model.ProofLimit
}

// ModelWritten answers WriteModel.
type ModelWritten struct {
	Bytes []byte
}
