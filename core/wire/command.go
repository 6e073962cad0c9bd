package wire

import (
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/model"
)

// Hello opens the connection in both directions. Different builds reject each other.
type Hello struct {
	Protocol int
	Build    string
}

// Ping asks whether the other end is alive. Either end may send it at any time. The answer is a
// Pong.
type Ping struct{}

// Open passes a file to the engine, as bytes or as the number of one of the page's files; 0 means
// bytes. The answer is a Previewed.
type Open struct {
	Name  string
	File  int
	Size  int // size of the numbered file
	Bytes []byte
}

// Replan previews the open file with another plan. The answer is a Previewed.
type Replan struct {
	Plan data.Plan
}

// Import reads the open file with Plan and makes it the table of the project. The answer is a
// Loaded.
type Import struct {
	Plan data.Plan
	Seed uint64 // for the split

	Plain bool // split without regard to the outcome, as in files of version 1
}

// Sample makes a sampled table the table of the project. The answer is a Loaded.
type Sample struct {
	Model string // "simple-bn", "sangiovese", "census" or "workers"
	Rows  int
	Seed  uint64 // for the rows and for the split
	Drawn bool   // for simple-bn: the outcome is drawn from its probability instead of being the likelier one
	Plain bool   // see Import
	Hash  string // the hash that the table must have; empty allows any
}

// TrainClassifier trains the black box. Facts: Epoch and Checkpoint while it runs, then
// ClassifierTrained.
type TrainClassifier struct {
	model.ClassifierRecipe

	Resume []byte `msgpack:"resume"` // the State of a Checkpoint to continue from, or nil
}

// TrainGenerator trains the generator on the black box. Facts: Epoch and Checkpoint while it
// runs, then GeneratorTrained.
type TrainGenerator struct {
	model.Recipe

	Knowledge causal.Knowledge `msgpack:"knowledge"`
	Warm      []byte           `msgpack:"warm"` // the Model of a GeneratorTrained to start from, or nil
	Resume    []byte           `msgpack:"resume"`
}

// Pause stops the job named in the envelope at its next step. The answer is a Paused.
type Pause struct{}

// Resume continues a paused job. The answer is a Resumed.
type Resume struct{}

// Cancel ends a job and keeps its best state. The answer is a Canceled.
type Cancel struct{}

// Rows requests rows of the table in their order. The answer is a Page.
type Rows struct {
	Part   data.Part
	Search string // words that a row must contain, either as "feature=value" or plain
	Filter Filter
	From   int // first hit to return
	Limit  int // at most 500
}

// Predict requests the black box's prediction for a row. The answer is a Predicted.
type Predict struct {
	Row    Floats          // features
	Toward document.Search // settings that contain the goal
}

// Explain requests counterfactuals for a row. The answer is an Explained.
type Explain = document.Explain

// Restore brings the engine to the state of the page: a table, its split, and models trained on it.
// Nothing changes unless everything is valid. The answer is a Restored, or a Loaded if Show is set.
type Restore struct {
	// Table comes from another engine or from a project file. Without rows it stands for the
	// engine's own table with a new split. Without a hash the engine keeps everything that it
	// has.
	Table Table
	Show  bool // the page does not have the table or this split yet

	Plan data.Plan // how the table was read, for Show

	Classifier []byte // a new one removes the generator of the previous one
	Generator  []byte
}
