package model

import (
	"math"

	"causeway/core/fault"
	"causeway/core/form"
)

// ClassifierTrained is the result of training a black box: the model and its scores on the test
// rows.
type ClassifierTrained struct {
	Model    []byte  `msgpack:"model" len:"1.."`                        // as written by EncodeState
	Best     int     `msgpack:"best" bound:"0..epochs" is:"best epoch"` // the epoch whose state was kept
	Accuracy float64 `msgpack:"accuracy" bound:"0..1"`
	LogLoss  float64 `msgpack:"logLoss"`
	Base     float64 `msgpack:"base" bound:"0..1"` // accuracy of always predicting the most frequent class
	// classes × classes, one row for each true class, over the test rows
	Confusion []int   `msgpack:"confusion" bound:"0.." is:"count"`
	TestRows  int     `msgpack:"testRows" bound:"0.." is:"number of test rows"`
	TrainMS   float64 `msgpack:"trainMS" bound:"0..ms" is:"time taken"`
	Canceled  bool    `msgpack:"canceled"` // the training was ended early, and the best state was kept

	// AUC is the area under the ROC curve on the test rows. With more than two classes, it is the
	// mean over the curves of each class against the rest. 0 means unknown.
	AUC float64 `msgpack:"auc" since:"2" bound:"0..1" is:"area under the curve"`

	// Fidelity is how often the stand-in of a model without gradients predicts the same class, on
	// test rows and points around them. 0 means that no stand-in is used.
	Fidelity float64 `msgpack:"fidelity" since:"2" bound:"0..1" is:"fidelity of the stand-in"`
}

// GeneratorTrained is the result of training a generator: the model and the scores of its
// counterfactuals for the test rows.
type GeneratorTrained struct {
	Model []byte `msgpack:"model" len:"1.."`
	Best  int    `msgpack:"best" bound:"0..epochs" is:"best epoch"`
	// measured on the decoder's output, as in the paper
	Soft Scores `msgpack:"soft"`
	// measured on decoded and rounded rows
	Decoded Scores `msgpack:"decoded"`
	// number of distinct combinations of levels among the factuals
	DataProfiles int     `msgpack:"dataProfiles" bound:"0.." is:"number of profiles of the data"`
	TestRows     int     `msgpack:"testRows" bound:"0.." is:"number of test rows"`
	TrainMS      float64 `msgpack:"trainMS" bound:"0..ms" is:"time taken"`
	// milliseconds to generate 1,000 counterfactuals in one batch
	PerThousand float64 `msgpack:"perThousand" bound:"0..ms" is:"time for a thousand"`
	Canceled    bool    `msgpack:"canceled"`
	// share of the decoded rows that keeps each rule of Knowledge.AllRules
	Kept form.Floats `msgpack:"kept" shape:".." bound:"0..1" is:"share that keeps a rule"`
	// share that keeps all rules
	KeptAll float64 `msgpack:"keptAll" bound:"0..1" is:"share that keeps all rules"`
	// under the hard rules of Knowledge.AllRules
	Answers Answers `msgpack:"answers" since:"2"`

	// Untaught means that the generator is untrained, because the search that it learns from found
	// too few answers. Files do not store it.
	Untaught bool `msgpack:"untaught"`
}

// FineTuned is the effect of fine-tuning a generator on labels.
type FineTuned struct {
	Model  []byte `msgpack:"model" len:"1.."`
	Labels int    `msgpack:"labels" bound:"0.." is:"number of labels"` // number of labels it learned from
	// number of held-out rows without labels that Before and After are measured on
	Rows int `msgpack:"rows" bound:"0.." is:"number of rows"`

	Before Measured `msgpack:"before"`
	After  Measured `msgpack:"after"`

	// Broke counts the rows that kept all rules before but not after; Mended counts the reverse.
	Broke  int `msgpack:"broke" bound:"0.."`
	Mended int `msgpack:"mended" bound:"0.."`

	// Judged means that Measured.Feasible is known, because there were enough labels of both kinds.
	// JudgeRight is the share of unseen labels that a judge predicts correctly, JudgeBalanced the
	// mean of this share over both kinds. Feasible and Infeasible are the numbers of labels that
	// the judge learned from.
	Judged        bool    `msgpack:"judged"`
	JudgeRight    float64 `msgpack:"judgeRight" bound:"0..1" is:"share that the judge gets right"`
	JudgeBalanced float64 `msgpack:"judgeBalanced" bound:"0..1" is:"share that the judge gets right"`
	Feasible      int     `msgpack:"feasible" bound:"0.." is:"number of feasible labels"`
	Infeasible    int     `msgpack:"infeasible" bound:"0.." is:"number of infeasible labels"`

	TrainMS float64 `msgpack:"trainMS" bound:"0..ms" is:"time of training"`
	TookMS  float64 `msgpack:"tookMS" bound:"0..ms" is:"time taken"` // including the measurement
}

// JudgeLeast is the least number of labels of each kind for Judged. With fewer, the judge's
// accuracy could be off by a sixth.
const JudgeLeast = 10

// Worse reports whether the generator keeps all rules, or reaches the class, significantly less
// often than the previous one.
func (m FineTuned) Worse() bool { return m.KeepsLess() || m.ReachesLess() }

// KeepsLess reports whether all rules are kept significantly less often: Broke minus Mended exceeds
// 1.96 standard errors. Project files do not store these counts; there, KeepsLess compares the
// shares as if Mended were 0.
func (m FineTuned) KeepsLess() bool {
	broke, mended := float64(m.Broke), float64(m.Mended)
	if broke+mended == 0 {
		broke = math.Round((m.Before.KeptAll - m.After.KeptAll) * float64(m.Rows))
	}
	fall, turned := broke-mended, broke+mended
	return fall > 0 && fall > 1.96*math.Sqrt(max(turned-fall*fall/float64(max(m.Rows, 1)), 0))
}

// ReachesLess reports whether the class is reached significantly less often: the difference
// between the shares exceeds 1.96 standard errors of two samples.
func (m FineTuned) ReachesLess() bool {
	before, after := m.Before.Scores.Validity, m.After.Scores.Validity
	spread := (float64(before*(1-before)) + float64(after*(1-after))) / float64(max(m.Rows, 1))
	return before-after > 1.96*math.Sqrt(max(spread, 0)) && m.Rows > 0
}

// Tells reports whether the judge is better than guessing, so that its estimates mean something.
// Earlier versions did not record this.
func (m FineTuned) Tells() bool {
	return m.Judged && (m.JudgeBalanced > 0.5 || m.Feasible+m.Infeasible == 0)
}

// Measured holds the scores of decoded counterfactuals, one for each held-out row.
type Measured struct {
	Scores Scores `msgpack:"scores"`
	// share that a judge learned from the labels considers feasible
	Feasible float64 `msgpack:"feasible" bound:"0..1" is:"share feasible"`
	// share that keeps each rule of Knowledge.AllRules
	Kept form.Floats `msgpack:"kept" shape:".." bound:"0..1" is:"share that keeps a rule"`
	// share that keeps all rules
	KeptAll float64 `msgpack:"keptAll" bound:"0..1" is:"share that keeps all rules"`
}

// Verified is the result of verifying a model: which claims are wrong and which could not be
// measured.
type Verified struct {
	Again bool `msgpack:"again"` // the model was retrained
	Same  bool `msgpack:"same"`  // the result is exactly the same
	// SHA-256 of the retrained model, in hexadecimal; empty without Again
	Hash string `msgpack:"hash" len:"..text"`

	// figures that differ from the claim
	Differ []Differ `msgpack:"differ" len:"..differ" is:"figures"`
	// claims that could not be measured
	Unproved []Unmeasured `msgpack:"unproved" bound:"1..unmeasured" is:"what cannot be measured"`
}

// Unmeasured is a reason why a verification could not measure something.
type Unmeasured uint8

// The reasons.
const (
	AllFigures   Unmeasured = iota + 1 // figures need rows without labels, but the labels are unknown
	UndoneRound                        // the round was undone, and its settings are not stored
	RulesOfRound                       // the rules used to measure a fine-tuning are not stored
	EarlierRound                       // fine-tunings before the known ones
	JudgeOfRound                       // an earlier version judged with fewer labels
	LateFigures                        // measuring them would take too long
	LateAnswers                        // the search would take too long; everything else was measured
	GoneMethod                         // the method was removed
)

// Course is the claimed course of a training: the loss and its terms in some epochs. A course
// without epochs claims nothing.
type Course struct {
	Epochs int         `msgpack:"epochs" bound:"0..epochs"` // number of epochs in the settings
	Best   int         `msgpack:"best" bound:"0..epochs" is:"best epoch"`
	Terms  []string    `msgpack:"terms"`
	At     []int       `msgpack:"at" bound:"1..epochs" is:"epoch"` // in ascending order
	Values form.Floats `msgpack:"values" shape:"..,.."`            // epochs × (1 + terms)
}

// Relate checks that there are values for every epoch and term.
func (c Course) Relate() error {
	if n := len(c.At); c.Values.Size(0) != n || n > 0 && c.Values.Size(1) != 1+len(c.Terms) {
		return fault.Errorf("the losses of %d epochs and %d terms cannot have the shape %v", n, len(c.Terms),
			c.Values.Shape)
	}
	return nil
}

const (
	maxDiffer = 1000
	maxRounds = 1000
)
