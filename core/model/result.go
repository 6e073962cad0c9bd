package model

import (
	"math"

	"causeway/core/fault"
	"causeway/core/form"
)

// ClassifierTrained is what the training of a black box gave: the model, and how it
// does on the test rows.
type ClassifierTrained struct {
	Model    []byte  `msgpack:"model" len:"1.."`                        // as EncodeState writes it
	Best     int     `msgpack:"best" bound:"0..epochs" is:"best epoch"` // epoch whose state was kept
	Accuracy float64 `msgpack:"accuracy" bound:"0..1"`
	LogLoss  float64 `msgpack:"logLoss"`
	Base     float64 `msgpack:"base" bound:"0..1"` // accuracy of always naming the most frequent class
	// classes × classes, true class by row, over test rows
	Confusion []int   `msgpack:"confusion" bound:"0.." is:"count"`
	TestRows  int     `msgpack:"testRows" bound:"0.." is:"number of test rows"`
	TrainMS   float64 `msgpack:"trainMS" bound:"0..ms" is:"time taken"`
	Canceled  bool    `msgpack:"canceled"` // the training was ended early; the best state was kept

	// AUC is the area under the ROC curve over test rows, of more than two classes
	// the mean of each against the others; 0: not known.
	AUC float64 `msgpack:"auc" since:"2" bound:"0..1" is:"area under the curve"`

	// Fidelity is the share of test rows, and of points around them, to which the stand-in of a
	// model without gradients gives the same class; 0: no stand-in.
	Fidelity float64 `msgpack:"fidelity" since:"2" bound:"0..1" is:"fidelity of the stand-in"`
}

// GeneratorTrained is what the training of a generator gave: the model, and what its
// counterfactuals of the test rows are like.
type GeneratorTrained struct {
	Model []byte `msgpack:"model" len:"1.."`
	Best  int    `msgpack:"best" bound:"0..epochs" is:"best epoch"`
	// on the decoder's output, as the paper measures
	Soft Scores `msgpack:"soft"`
	// on decoded, rounded rows
	Decoded Scores `msgpack:"decoded"`
	// distinct category profiles of the factuals
	DataProfiles int     `msgpack:"dataProfiles" bound:"0.." is:"number of profiles of the data"`
	TestRows     int     `msgpack:"testRows" bound:"0.." is:"number of test rows"`
	TrainMS      float64 `msgpack:"trainMS" bound:"0..ms" is:"time taken"`
	// milliseconds for 1,000 counterfactuals in a batch
	PerThousand float64 `msgpack:"perThousand" bound:"0..ms" is:"time for a thousand"`
	Canceled    bool    `msgpack:"canceled"`
	// share of the decoded rows that keeps each of Knowledge.AllRules
	Kept form.Floats `msgpack:"kept" shape:".." bound:"0..1" is:"share that keeps a rule"`
	// share that keeps all of them
	KeptAll float64 `msgpack:"keptAll" bound:"0..1" is:"share that keeps all rules"`
	// under the hard rules of Knowledge.AllRules
	Answers Answers `msgpack:"answers" since:"2"`

	// Untaught says that the method learns from a search, which found too few answers
	// for anything to be learned: the generator is as it began. It is not kept in files.
	Untaught bool `msgpack:"untaught"`
}

// FineTuned is what a fine-tuning on labels made of a generator.
type FineTuned struct {
	Model  []byte `msgpack:"model" len:"1.."`
	Labels int    `msgpack:"labels" bound:"0.." is:"number of labels"` // that it learned from
	// held out and never labelled, that Before and After are of
	Rows int `msgpack:"rows" bound:"0.." is:"number of rows"`

	Before Measured `msgpack:"before"`
	After  Measured `msgpack:"after"`

	// Broke counts the rows that all rules were kept for before and are not after,
	// Mended those that it is the other way about for.
	Broke  int `msgpack:"broke" bound:"0.."`
	Mended int `msgpack:"mended" bound:"0.."`

	// Judged says that Measured.Feasible is there: there are labels enough of both
	// kinds to learn it from. JudgeRight is the share of labels that such an estimate
	// gets right when it has not seen them, JudgeBalanced the mean of the shares of both
	// kinds. Feasible and Infeasible are how many of each it learned from.
	Judged        bool    `msgpack:"judged"`
	JudgeRight    float64 `msgpack:"judgeRight" bound:"0..1" is:"share that the judge gets right"`
	JudgeBalanced float64 `msgpack:"judgeBalanced" bound:"0..1" is:"share that the judge gets right"`
	Feasible      int     `msgpack:"feasible" bound:"0.." is:"number of feasible labels"`
	Infeasible    int     `msgpack:"infeasible" bound:"0.." is:"number of infeasible labels"`

	TrainMS float64 `msgpack:"trainMS" bound:"0..ms" is:"time of training"`
	TookMS  float64 `msgpack:"tookMS" bound:"0..ms" is:"time taken"` // with the measuring
}

// JudgeLeast is how many labels of each kind it takes before Judged: the share of fewer
// that a judge tells right is known to one sixth at best.
const JudgeLeast = 10

// Worse reports whether the generator keeps all rules, or reaches the class, less often than
// the one before it, by more than chance.
func (m FineTuned) Worse() bool { return m.KeepsLess() || m.ReachesLess() }

// KeepsLess reports whether all rules are kept less often by more than chance: the difference
// over the same rows, Broke less Mended, is more than 1.96 of its standard errors. A project
// does not hold these; of its shares that is told as if no row had been mended.
func (m FineTuned) KeepsLess() bool {
	broke, mended := float64(m.Broke), float64(m.Mended)
	if broke+mended == 0 {
		broke = math.Round((m.Before.KeptAll - m.After.KeptAll) * float64(m.Rows))
	}
	fall, turned := broke-mended, broke+mended
	return fall > 0 && fall > 1.96*math.Sqrt(max(turned-fall*fall/float64(max(m.Rows, 1)), 0))
}

// ReachesLess reports whether the class is reached less often by more than chance: the
// difference of the shares is more than 1.96 standard errors of two samples.
func (m FineTuned) ReachesLess() bool {
	before, after := m.Before.Scores.Validity, m.After.Scores.Validity
	spread := (float64(before*(1-before)) + float64(after*(1-after))) / float64(max(m.Rows, 1))
	return before-after > 1.96*math.Sqrt(max(spread, 0)) && m.Rows > 0
}

// Tells reports whether the judge knows more than guessing does, so that its estimates
// say something. Earlier versions did not tell.
func (m FineTuned) Tells() bool {
	return m.Judged && (m.JudgeBalanced > 0.5 || m.Feasible+m.Infeasible == 0)
}

// Measured is what the decoded counterfactuals of held-out rows are like, one of
// each.
type Measured struct {
	Scores Scores `msgpack:"scores"`
	// share that a judge learned from the labels finds feasible
	Feasible float64 `msgpack:"feasible" bound:"0..1" is:"share feasible"`
	// share that keeps each of Knowledge.AllRules
	Kept form.Floats `msgpack:"kept" shape:".." bound:"0..1" is:"share that keeps a rule"`
	// share that keeps all of them
	KeptAll float64 `msgpack:"keptAll" bound:"0..1" is:"share that keeps all rules"`
}

// Verified is the result of verifying a model: the claims that do not hold, and those that
// could not be measured.
type Verified struct {
	Again bool `msgpack:"again"` // the model was trained again
	Same  bool `msgpack:"same"`  // to the last bit
	// SHA-256 of the model that the training gave, hexadecimal; empty without Again
	Hash string `msgpack:"hash" len:"..text"`

	// figures that are not as said
	Differ []Differ `msgpack:"differ" len:"..differ" is:"figures"`
	// and what could not be measured
	Unproved []Unmeasured `msgpack:"unproved" bound:"1..unmeasured" is:"what cannot be measured"`
}

// Unmeasured names what a verification could not measure.
type Unmeasured uint8

// What cannot be measured.
const (
	AllFigures   Unmeasured = iota + 1 // they are of rows that no label is about, and the labels are not known
	UndoneRound                        // it was taken back, and how it was made is not kept
	RulesOfRound                       // the rules that a fine-tuning was measured by are not kept
	EarlierRound                       // fine-tunings before those that are known
	JudgeOfRound                       // an earlier version judged with fewer labels
	LateFigures                        // measuring them would take too long
	LateAnswers                        // searching for rows would take too long; the rest was measured
	GoneMethod                         // of a method that is no longer made
)

// Course is the claimed course of a training: the loss and the terms of some of its epochs.
// Without epochs it claims nothing.
type Course struct {
	Epochs int         `msgpack:"epochs" bound:"0..epochs"` // that were asked for
	Best   int         `msgpack:"best" bound:"0..epochs" is:"best epoch"`
	Terms  []string    `msgpack:"terms"`
	At     []int       `msgpack:"at" bound:"1..epochs" is:"epoch"` // rising
	Values form.Floats `msgpack:"values" shape:"..,.."`            // epochs × (1 + terms)
}

// Relate holds that there are values for every epoch and term.
func (c Course) Relate() error {
	if n := len(c.At); c.Values.Size(0) != n || n > 0 && c.Values.Size(1) != 1+len(c.Terms) {
		return fault.Errorf("a course of %d epochs and %d terms has values of the shape %v", n, len(c.Terms),
			c.Values.Shape)
	}
	return nil
}

const (
	maxDiffer = 1000
	maxRounds = 1000
)
