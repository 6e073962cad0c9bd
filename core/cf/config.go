// Package cf trains the generators that propose counterfactuals. It contains the objectives of the
// paper's methods and the training that minimises them, with knowledge from a graph or from labels.
// Its inputs are a schema, encoded rows and a black box. It knows nothing of files, messages or
// pages. Begin at Method, Fit and Generator.
package cf

import "causeway/core/model"

// Config sets the training of a generator.
type Config = model.Recipe

// levels returns Config.Levels, with 1 as its default.
func levels(c Config) float64 {
	if c.Levels == 0 {
		return 1
	}
	return c.Levels
}

// mostHinge returns the largest hinge that an example can have after a share of the training; see
// Config.GiveUp.
func mostHinge(c Config, share float64) float32 {
	if c.GiveUp == 0 || share < 0.5 {
		return 1
	}
	return float32(c.GiveUp)
}

// Weights that the paper does not name. Changing a number by one MAD costs 1.
const (
	levelCost  = 0.25  // for a level that changes
	levelNLL   = 0.3   // for the log-likelihood of the factual's level
	klWeight   = 0.005 // for the KL part
	carry      = 3     // see vae.Config.Carry
	ruleMargin = 0.05  // for numbers in an implication
)
