package wire

import (
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/model"
)

// Hello opens the link, both ways. Different builds refuse each other.
type Hello struct {
	Protocol int
	Build    string
}

// Ping asks for a sign of life, at any time. The answer is a Pong.
type Ping struct{}

// Open hands the engine a file, by its bytes or by its number among those of the page, where 0
// means none. The answer is a Previewed.
type Open struct {
	Name  string
	File  int
	Size  int // of the file of that number
	Bytes []byte
}

// Replan previews the open file under another plan. The answer is a Previewed.
type Replan struct {
	Plan data.Plan
}

// Import makes the open file, read by Plan, the table of the project. The
// answer is a Loaded.
type Import struct {
	Plan data.Plan
	Seed uint64 // of the split

	Plain bool // the split does not heed the outcome, as in files of version 1
}

// Sample makes a sampled table the table of the project. The answer is a
// Loaded.
type Sample struct {
	Model string // "simple-bn", "sangiovese", "census" or "workers"
	Rows  int
	Seed  uint64 // of the rows and of the split
	Drawn bool   // of simple-bn: the outcome is drawn from its probability, not the likelier one
	Plain bool   // see Import
	Hash  string // refused unless the table has it; empty: any
}

// TrainClassifier trains the black box. Facts: Epoch and Checkpoint while it
// runs, then ClassifierTrained.
type TrainClassifier struct {
	model.ClassifierRecipe

	Resume []byte `msgpack:"resume"` // a Checkpoint's State to go on from, or nil
}

// TrainGenerator trains the generator on the black box. Facts: Epoch and
// Checkpoint while it runs, then GeneratorTrained.
type TrainGenerator struct {
	model.Recipe

	Knowledge causal.Knowledge `msgpack:"knowledge"`
	Warm      []byte           `msgpack:"warm"` // a GeneratorTrained's Model to start from, or nil
	Resume    []byte           `msgpack:"resume"`
}

// Pause stops the job named by the envelope at its next step; Paused follows.
type Pause struct{}

// Resume lets a paused job go on; Resumed follows.
type Resume struct{}

// Cancel ends a job and keeps its best state; Canceled follows.
type Cancel struct{}

// Rows asks for rows of the table in the table's order. The answer is a Page.
type Rows struct {
	Part   data.Part
	Search string // words that a row must contain, "feature=value" or plain
	Filter Filter
	From   int // first hit to return
	Limit  int // at most 500
}

// Predict asks for the black box's answer on a row. The answer is a Predicted.
type Predict struct {
	Row Floats // features
}

// Explain asks for counterfactuals of a row. The answer is an Explained.
type Explain = document.Explain

// Restore brings the engine up to date with what the page has: to a table, its split,
// and models that an engine trained on it. Nothing changes unless all of it is good.
// The answer is a Restored, with Show a Loaded.
type Restore struct {
	// Table is from another engine, or from a file of a project. Without rows it is the
	// engine's own, split anew; without a hash the engine keeps all that it has.
	Table Table
	Show  bool // the page has not seen the table, or not this split

	Plan data.Plan // by which a table to Show was read, where it was

	Classifier []byte // the generator goes with the one that was there
	Generator  []byte
}
