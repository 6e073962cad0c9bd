package project

import (
	"causeway/core/fault"
	"causeway/core/image"
	"causeway/core/kernel"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/vision"
)

// Cards returns counterfactuals of training images for a person to label. Each reaches a random
// other class and keeps the rules. The same seed gives the same cards.
func (p *Images) Cards(rules image.Rules, count int, seed uint64) ([]label.Image, error) {
	if p.Gen == nil {
		return nil, Refuse(NotReady, "Train a generator first.")
	}
	key := kernel.NewKey(seed).Sub(streamCards)
	order := make([]int, len(p.Split.Train))
	key.Perm(order)
	var rows []int
	for _, i := range order[:min(len(order), 8*count)] { // some images have no counterfactual
		rows = append(rows, p.Split.Train[i])
	}
	var images [][]byte
	var target []int
	for i, c := range p.Said(rows) {
		images, target = append(images, p.Set.Image(rows[i])),
			append(target, (c+1+key.Intn(uint32(rows[i]), p.Set.Classes-1))%p.Set.Classes)
	}
	e := vision.NewExplainer(p.Gen, p.Classifier)
	e.Rules = rules
	return e.Ask(images, target, count, key.Sub(1)), nil
}

const streamCards = 107

// labelWeight is the weight of labels in a training. Validity has the weight 60.
const labelWeight = 20

// FitLabels starts training the current generator with labels.
func (p *Images) FitLabels(r model.ImageRecipe, labels []label.Image) (*vision.VAEFit, error) {
	if p.Gen == nil {
		return nil, Refuse(NotReady, "Train a generator first.")
	}
	for _, l := range labels {
		if len(l.Pixels) != p.Set.Size() || len(l.Factual) != p.Set.Size() {
			return nil, Refuse(BadInput, "A label belongs to images of another size.")
		}
	}
	r.Slim = p.Gen.Slim
	fit, err := vision.NewTuneFit(imageConfig(r), p.Gen, p.Classifier, p.Rows(p.Split.Train), p.Rows(p.Split.Val),
		labels, labelWeight)
	if err != nil {
		return nil, Refuse(BadInput, "The generator cannot learn from the labels: %s.", fault.Clause(err))
	}
	return fit, nil
}

// RateLabelled rates the generators before and after training with labels. Besides the figures of
// Rate, it returns the share of counterfactuals that a judge trained on the labels considers
// feasible.
func (p *Images) RateLabelled(before *vision.VAE, labels []label.Image, seed uint64, now func() float64,
	tick func() error) (model.ImageGeneratorTrained, error) {
	_, old, err := p.rate(before, seed, now, tick)
	if err != nil {
		return model.ImageGeneratorTrained{}, err
	}
	out, pairs, err := p.rate(p.Gen, seed, now, tick)
	out.Labels, out.Before, out.Believed = len(labels), vision.Believed(labels, p.Set.H, p.Set.W, old),
		vision.Believed(labels, p.Set.H, p.Set.W, pairs)
	return out, err
}
