package project

import (
	"causeway/core/blackbox"
	"causeway/core/fault"
	"causeway/core/kernel"
	"causeway/core/model"
	"causeway/core/nn"
	"causeway/core/search"
	"causeway/core/study"
)

// steadyBy is the number of retrained black boxes that a search uses. Another study.Judges of them
// judge its results.
const steadyBy = 10

// retrained holds the black boxes that were retrained on other samples so far. They depend only on
// the table, the split and the settings, so files need not store them: an opened project trains the
// same ones.
type retrained struct {
	of   *BlackBox
	by   model.ClassifierRecipe
	from study.Again
	done []*nn.Classifier // first those of the search, then those that judge
}

// streamAgain is the stream of random numbers for retraining, derived from the black box's seed.
const streamAgain = 103

// trainedAgain returns the project's retrained black boxes for some settings, from a cache if
// possible.
func (p *Project) trainedAgain(by model.ClassifierRecipe) (*retrained, error) {
	if p.BlackBox == nil {
		return nil, Refuse(NotReady, "Only a classifier that was trained here can be trained again.")
	}
	if err := p.HasRows(); err != nil {
		return nil, err
	}
	if err := by.Check(); err != nil {
		return nil, Refuse(BadInput, "The classifier cannot be trained again: %s.", fault.Clause(err))
	}
	if p.retrained == nil || p.retrained.of != p.BlackBox || p.retrained.by != by {
		p.retrained = &retrained{of: p.BlackBox, by: by,
			from: study.Again{Config: nn.ClassifierConfig(by), Key: kernel.NewKey(by.Seed).Sub(streamAgain),
				Train: Examples(p.Table, p.Split.Train), Val: Examples(p.Table, p.Split.Val),
				Classes: p.Schema.Classes()}}
	}
	return p.retrained, nil
}

// train trains the black boxes that are still missing. Several goroutines may call it.
func (a *retrained) train(tick func() error, tell func(share float64)) error {
	const all = steadyBy + study.Judges
	for n := len(a.done); n < all; n = len(a.done) {
		c, err := a.from.One(n, tick, func(share float64) { tell((float64(n) + share) / all) })
		if err != nil {
			return err
		}
		if len(a.done) == n {
			a.done = append(a.done, c)
		}
	}
	return nil
}

// under returns the black boxes that a search uses. They predict the bands of the goal, if there is
// one.
func (a *retrained) under(p *Project) (list []blackbox.BlackBox) {
	for _, c := range a.done[:steadyBy] {
		list = append(list, p.banded(c))
	}
	return list
}

// judge counts, for every answer, the judges that predict the class.
func (a *retrained) judge(found []search.Counterfactual, p *Project, class int) {
	var rows [][]float64
	for _, c := range found {
		rows = append(rows, c.Row)
	}
	ex := EncodeRows(p.Seen, rows)
	for _, c := range a.done[steadyBy:] {
		for i, said := range nn.Classes(p.banded(c), ex) {
			if said == class {
				found[i].Holds++
			}
		}
	}
}
