// Package cf trains the generators that propose counterfactuals. It holds the objective of the
// paper's methods, and the training that minimises it, from a graph or from labels. It gets a
// schema, encoded rows and a black box, and knows nothing of files, messages or pages. Begin at
// Method, Fit and Generator.
package cf

import "causeway/core/model"

// Config sets the training of a generator.
type Config = model.Recipe

// levels is the factor for the cost of levels.
func levels(c Config) float64 {
	if c.Levels == 0 {
		return 1
	}
	return c.Levels
}

// mostHinge is the largest hinge of an example after a share of the training.
func mostHinge(c Config, share float64) float32 {
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
)
