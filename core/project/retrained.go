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

// steadyBy is the number of retrained black boxes that a search uses. Further ones, study.Judges
// of them, judge what it finds.
const steadyBy = 10

// retrained holds black boxes trained like the explained one on other samples, as many as were
// needed so far. They depend only on the table, the split and the settings, so files do not store
// them: an opened project trains the same ones.
type retrained struct {
	of   *BlackBox
	by   model.ClassifierRecipe
	from study.Again
	done []*nn.Classifier // those used by the search, then those that judge
}

// streamAgain is their stream of random numbers, derived from the seed of the black box.
const streamAgain = 103

// trainedAgain returns the project's retrained black boxes for some settings. They are cached.
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

// train trains those that are still missing. It may be called concurrently.
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

// under returns the black boxes that a search uses, in the bands of a goal.
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
