package project

import (
	"causeway/core/fault"
	"causeway/core/image"
	"causeway/core/kernel"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/vision"
)

// Cards are counterfactuals of training images that a person may label: each valid, within the rules, to a class that
// is drawn at random. The same seed gives the same ones.
func (p *Images) Cards(rules image.Rules, count int, seed uint64) ([]label.Image, error) {
	if p.Gen == nil {
		return nil, Refuse(NotReady, "No generator yet; train one first.")
	}
	key := kernel.NewKey(seed).Sub(streamCards)
	order := make([]int, len(p.Split.Train))
	key.Perm(order)
	var rows []int
	for _, i := range order[:min(len(order), 8*count)] { // not every image has one
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

// labelWeight is how much labels count in a training by them, beside a valid answer's 60.
const labelWeight = 20

// FitLabels begins a training of the present generator by labels.
func (p *Images) FitLabels(r model.ImageRecipe, labels []label.Image) (*vision.VAEFit, error) {
	if p.Gen == nil {
		return nil, Refuse(NotReady, "No generator yet; train one first.")
	}
	for _, l := range labels {
		if len(l.Pixels) != p.Set.Size() || len(l.Factual) != p.Set.Size() {
			return nil, Refuse(BadInput, "A label is about images of another size.")
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

// RateLabelled is Rate with the share of the counterfactuals that what labels teach calls feasible, of the generator
// before and of the present one.
func (p *Images) RateLabelled(before *vision.VAE, labels []label.Image, seed uint64, now func() float64,
	rest func() error) (model.ImageGeneratorTrained, error) {
	_, old, err := p.rate(before, seed, now, rest)
	if err != nil {
		return model.ImageGeneratorTrained{}, err
	}
	out, pairs, err := p.rate(p.Gen, seed, now, rest)
	out.Labels, out.Before, out.Believed = len(labels), vision.Believed(labels, p.Set.H, p.Set.W, old),
		vision.Believed(labels, p.Set.H, p.Set.W, pairs)
	return out, err
}
