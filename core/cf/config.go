// Package cf generates counterfactuals: the objective of the paper's methods,
// the training of the generator that minimises it, and the search that turns
// raw samples into rows that a person may be shown. It gets a schema, encoded
// rows and a black box, and knows nothing of files, messages or pages.
package cf

import (
	"fmt"

	"causeway/core/nn"
)

// Config sets the training of a generator.
type Config struct {
	Seed         uint64
	Epochs       int
	Batch        int
	Samples      int     // latent samples per row and step
	LearningRate float64 // of Adam
	Validity     float64 // lambda, weight of the hinge
	Margin       float64 // beta, hinge margin
	Feasibility  float64 // lambda_s, lambda_o or the weight of the rules; see the methods

	// GiveUp is how far another class may lead, in shares, before the second half
	// of the training gives an example up: its validity costs no less when it comes
	// nearer, so that it goes back to the factual. It is meant for rules that keep
	// some rows from any counterfactual. 0 gives up none.
	GiveUp float64

	// Pull is the weight of the way to each counterfactual that was called feasible,
	// where a fine-tuning is to find changes that are far from its own.
	Pull float64

	// Finish is for how many epochs a training that learned from labels goes on when
	// no more are to come, see NewFinish. 0 leaves it as it is.
	Finish int

	// Reach is how far, in MADs, a row that a finish found nothing feasible for may go
	// to be valid all the same.
	Reach float64

	// Rules is the weight of what a generator's method knows while it learns from
	// labels, as Feasibility is that of the labels there, see NewFineTuneBy. 0 leaves
	// it out.
	Rules float64

	// Levels is how many times dearer it is that a level changes than a BaseVAE
	// that has no rules to keep needs: a higher weight of validity buys levels as
	// well as what the rules leave open. 0 stands for 1.
	Levels float64
}

// Check reports the first setting that cannot be used.
func (c Config) Check() error {
	switch {
	case c.Epochs < 1 || c.Batch < 2 || c.Samples < 1:
		return fmt.Errorf("a generator needs at least 1 epoch, batches of 2 rows and 1 latent sample")
	case !(c.LearningRate > 0) || !nn.Finite(c.LearningRate):
		return fmt.Errorf("the learning rate must be above 0")
	case !(c.Validity >= 0) || !nn.Finite(c.Validity):
		return fmt.Errorf("the validity weight must be 0 or more")
	case !(c.Margin >= 0 && c.Margin < 1):
		return fmt.Errorf("the hinge margin must be at least 0 and below 1")
	case !(c.Feasibility >= 0) || !nn.Finite(c.Feasibility):
		return fmt.Errorf("the feasibility weight must be 0 or more")
	case !(c.GiveUp >= 0 && c.GiveUp <= 1):
		return fmt.Errorf("the lead of another class that a training gives up at is between 0 and 1")
	case !(c.Pull >= 0) || !nn.Finite(c.Pull):
		return fmt.Errorf("the pull of feasible labels must be 0 or more")
	case c.Finish < 0:
		return fmt.Errorf("the epochs of a finish must be 0 or more")
	case !(c.Reach >= 0) || !nn.Finite(c.Reach):
		return fmt.Errorf("the reach of a finish must be 0 or more")
	case !(c.Rules >= 0) || !nn.Finite(c.Rules):
		return fmt.Errorf("the weight of the rules must be 0 or more")
	case !(c.Levels >= 0) || !nn.Finite(c.Levels):
		return fmt.Errorf("how many times dearer levels are must be 0 or more")
	}
	return nil
}

// levels is the factor of what levels cost.
func (c Config) levels() float64 {
	if c.Levels == 0 {
		return 1
	}
	return c.Levels
}

// mostHinge is what an example's hinge is at most after a share of the training.
func (c Config) mostHinge(share float64) float32 {
	if c.GiveUp == 0 || share < 0.5 {
		return 1
	}
	return float32(c.GiveUp)
}

// The weights that the paper does not name, in units of the proximity, where a
// number that changes by one MAD costs 1.
const (
	levelCost  = 0.25  // of a level that changes
	levelNLL   = 0.3   // of the log-likelihood of the factual's level
	klWeight   = 0.005 // of the KL part
	carry      = 3     // see vae.Config.Carry
	ruleMargin = 0.05  // of numbers in an implication
	searchCost = 0.5   // of a level that changes, where rows are compared
)
