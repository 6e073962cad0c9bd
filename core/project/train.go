package project

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/fault"
	"causeway/core/model"
	"causeway/core/nn"
)

// FitClassifier starts training a black box. Like the functions below, it needs the rows of the
// table.
func (p *Project) FitClassifier(r model.ClassifierRecipe) *nn.ClassifierFit {
	return nn.NewClassifierFit(nn.ClassifierConfig(r), Examples(p.Table, p.Split.Train), Examples(p.Table, p.Split.Val),
		p.Table.Schema.Classes())
}

// FitGenerator starts training a generator from the knowledge. If warm is not empty, the training
// continues from that stored generator.
func (p *Project) FitGenerator(r model.Recipe, k causal.Knowledge, warm []byte) (*cf.Fit, model.Lesson, error) {
	lesson := model.Lesson{Method: r.Method, Knowledge: k}
	method, err := p.Method(lesson)
	if err != nil {
		return nil, lesson, err
	}
	fit, err := cf.NewFit(method, r, k.Schema(p.Schema), p.BlackBox.Differentiable, Examples(p.Table, p.Split.Train),
		Examples(p.Table, p.Split.Val))
	if err != nil {
		return nil, lesson, Refuse(BadInput, "The generator cannot be trained with these settings: %s.",
			fault.Clause(err))
	}
	if len(warm) > 0 {
		from, err := p.LoadGenerator(warm)
		if err != nil {
			return nil, lesson, err
		}
		if err := fit.Warm(from.Generator); err != nil {
			return nil, lesson, Refuse(BadInput, "The training cannot start from the saved generator: %s.",
				fault.Clause(err))
		}
	}
	return fit, lesson, nil
}

// FineTune starts fine-tuning the generator with the orders of the knowledge. lesson is what the
// generator learned from before. If its weight in the settings is above 0, the loss includes it,
// with its own orders.
func (p *Project) FineTune(r model.Recipe, k causal.Knowledge, l model.Lesson, labels []cf.Label) (*cf.Fit, error) {
	if _, err := p.Know(k); err != nil {
		return nil, err
	}
	method, schema := cf.BaseVAE(), p.Table.Schema
	if r.Rules > 0 {
		var err error
		if method, err = p.Method(l); err != nil {
			return nil, err
		}
		schema = causal.Knowledge{Orders: mergedOrders(l.Knowledge.Orders, k.Orders)}.Schema(p.Schema)
	}
	train, val := Examples(p.Table, p.Split.Train), Examples(p.Table, p.Split.Val)
	fit, err := cf.NewFineTuneBy(method, p.Gen.Generator, r, schema, p.BlackBox.Differentiable, train, val, labels)
	if err != nil {
		return nil, Refuse(BadInput, "The generator cannot be fine-tuned with these settings: %s.", fault.Clause(err))
	}
	return fit, nil
}

// mergedOrders returns orders, followed by those of more for other features.
func mergedOrders(orders, more []causal.Order) []causal.Order {
	all := slices.Clone(orders)
	for _, o := range more {
		if !slices.ContainsFunc(orders, func(p causal.Order) bool { return p.Feature == o.Feature }) {
			all = append(all, o)
		}
	}
	return all
}

// CheckLabels converts untrusted labels for training. It returns an error for the first label that
// does not fit the table.
func (p *Project) CheckLabels(l model.Labels) ([]cf.Label, error) {
	from, to := l.Factual.Rows(), l.Counterfactual.Rows()
	all := make([]cf.Label, len(l.Target))
	for i := range all {
		for _, r := range [][]float64{from[i], to[i]} {
			if err := p.CheckRow(r); err != nil {
				return nil, err
			}
		}
		if l.Target[i] >= p.Schema.Classes() {
			return nil, Refuse(BadInput, "A label has a class that the table does not have. Remove the label.")
		}
		all[i] = cf.Label{Factual: from[i], Counterfactual: to[i], Target: l.Target[i], Feasible: l.Feasible[i]}
	}
	return all, nil
}
