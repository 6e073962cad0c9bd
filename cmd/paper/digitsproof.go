package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"causeway/core/nn"
	"causeway/core/vision"
)

// digitsProof is the data behind the figures of a run of images, besides its counterfactuals.
type digitsProof struct {
	box, judge      *nn.Classifier
	autos           *vision.Autos
	said, judgeSaid []int       // for the test images
	errors          [][]float64 // classes × the first test images
}

// digitsFile is a run of the image experiment as a file. Bytes are base64, and images are stored
// row by row. For the test images it has the outputs of the classifiers and the errors of the
// auto-encoders. The scores of counterfactuals can be computed from the weights.
type digitsFile struct {
	Side            [2]int         `json:"side"`
	Labels          []byte         `json:"labels"` // for the test images
	Said            []int          `json:"said"`
	JudgeSaid       []int          `json:"judge_said"`
	Errors          [][]float64    `json:"errors"`
	Box             []imageLayer   `json:"box"`
	Judge           []imageLayer   `json:"judge"`
	All             []imageLayer   `json:"all"`
	OfClass         [][]imageLayer `json:"of_class"`
	Counterfactuals []digitsPair   `json:"counterfactuals"`
	Record          digitsRun      `json:"record"`
}

// digitsPair is a counterfactual image, with a real image of the target for comparison, and an
// untrained generator's result.
type digitsPair struct {
	Case           string `json:"case"` // where its scores are in the record
	Factual        []byte `json:"factual"`
	Counterfactual []byte `json:"counterfactual"`
	Real           []byte `json:"real"`
	Untrained      []byte `json:"untrained,omitempty"`
	From           int    `json:"from"`
	Target         int    `json:"target"`
}

// imageLayer is a layer of a network for images. Its values are channels one after the other, each
// stored row by row. It is a 3×3 convolution with pad zeros around the image, the maximum or the
// mean over squares of 2×2 pixels, an enlargement of each pixel to such a square, or a dense layer
// like networkLayer.
type imageLayer struct {
	Kind string `json:"kind"` // conv, max, mean, double or dense
	H    int    `json:"h,omitempty"`
	Wide int    `json:"wide,omitempty"`
	Pad  int    `json:"pad,omitempty"`
	networkLayer
}

func imageLayers(n nn.Net) (list []imageLayer, err error) {
	end := func(l *imageLayer, e nn.End) {
		l.Activation = map[nn.Activation]string{nn.Identity: "identity", nn.ReLU: "relu", nn.Sigmoid: "sigmoid"}[e.Act]
		if e.Norm != nil {
			l.Norm = &networkNorm{e.Norm.Gamma, e.Norm.Beta, e.Norm.Mean, e.Norm.Var}
		}
	}
	for _, l := range n {
		var to imageLayer
		switch l := l.(type) {
		case *nn.Conv:
			to = imageLayer{Kind: "conv", H: l.H, Wide: l.Wide, Pad: l.Pad,
				networkLayer: networkLayer{In: l.In, Out: l.Out, Weights: l.W, Bias: l.B}}
			end(&to, l.End)
		case nn.Resize:
			to = imageLayer{Kind: map[nn.Resizing]string{nn.MaxOf: "max", nn.MeanOf: "mean",
				nn.Doubled: "double"}[l.Kind], H: l.H, Wide: l.Wide,
				networkLayer: networkLayer{In: l.Channels, Out: l.Channels}}
		case *nn.Block:
			to = imageLayer{Kind: "dense", networkLayer: networkLayer{In: l.In, Out: l.Out, Weights: l.W, Bias: l.B}}
			end(&to, l.End)
		case nn.Dropout: // used only in training
			continue
		default:
			return nil, fmt.Errorf("the network has a layer of type %T, which cannot be written", l)
		}
		list = append(list, to)
	}
	return list, nil
}

// write writes the data behind a run's figures to a file in the folder.
func (r digitsRun) write(folder string) error {
	p := r.proof
	f := digitsFile{Side: [2]int{r.h, r.wide}, Labels: r.labels, Said: p.said, JudgeSaid: p.judgeSaid, Errors: p.errors,
		Record: r}
	var err error
	for _, n := range []struct {
		to   *[]imageLayer
		from nn.Net
	}{{&f.Box, p.box.Net}, {&f.Judge, p.judge.Net}, {&f.All, p.autos.All}} {
		if *n.to, err = imageLayers(n.from); err != nil {
			return err
		}
	}
	for _, n := range p.autos.OfClass {
		l, err := imageLayers(n)
		if err != nil {
			return err
		}
		f.OfClass = append(f.OfClass, l)
	}
	add := func(name string, c *digitsCase) {
		if c == nil {
			return
		}
		for i, of := range c.pairs {
			d := digitsPair{Case: name, Factual: of.Factual, Counterfactual: of.Counterfactual, Real: c.real[i],
				From: of.From, Target: of.Target}
			if c.raw != nil {
				d.Untrained = c.raw[i].Counterfactual
			}
			f.Counterfactuals = append(f.Counterfactuals, d)
		}
	}
	add("Paper", &r.Paper)
	add("All", r.All)
	for i, m := range r.Methods {
		add(fmt.Sprintf("Methods.%d.Paper", i), &m.Paper)
		add(fmt.Sprintf("Methods.%d.All", i), m.All)
	}
	b, err := json.Marshal(f)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, fmt.Sprintf("mnist-seed-%d.json", r.Seed)), append(b, '\n'), 0o644)
}
