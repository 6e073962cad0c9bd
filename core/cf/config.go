// Package cf trains the generators that propose counterfactuals. It contains the objectives of
// the paper's methods and the training that minimises them, with knowledge from a graph or from
// labels. Its inputs are a schema, encoded rows and a black box. It does not depend on files,
// messages or pages. Start reading at Method, Fit and Generator.
package cf

import "causeway/core/model"

// Config sets the training of a generator.
type Config = model.Recipe

// levels returns the factor for the cost of levels.
func levels(c Config) float64 {
	if c.Levels == 0 {
		return 1
	}
	return c.Levels
}

// mostHinge returns the largest hinge of an example after a share of the training.
func mostHinge(c Config, share float64) float32 {
	if c.GiveUp == 0 || share < 0.5 {
		return 1
	}
	return float32(c.GiveUp)
}

// Weights that the paper does not name, in units of the proximity, in which a change of a number
// by one MAD costs 1.
const (
	levelCost  = 0.25  // for a level that changes
	levelNLL   = 0.3   // for the log-likelihood of the factual's level
	klWeight   = 0.005 // for the KL part
	carry      = 3     // see vae.Config.Carry
	ruleMargin = 0.05  // for numbers in an implication
)
