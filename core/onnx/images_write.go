package onnx

import (
	"strconv"

	"causeway/core/fault"
	"causeway/core/nn"
	"causeway/core/vision"
)

const pixelsDoc = "image is examples × 1 × height × width of uint8, 0 the ground and 255 full ink. "

// WriteImageClassifier exports an image classifier. The input of the file is
//
//	image  examples×1×H×W, uint8
//
// and its outputs are
//
//	shares  examples×classes, float    class  examples, int64
//
// Equal classifiers give equal bytes.
func WriteImageClassifier(c *nn.Classifier, s vision.Shape) ([]byte, error) {
	b := imageBuilder(s)
	y, err := b.images(c.Net, b.pixels(s))
	if err != nil {
		return nil, err
	}
	b.nodeAs([]string{"shares"}, "Softmax", []string{y}, withInt("axis", 1))
	b.nodeAs([]string{"class"}, "ArgMax", []string{"shares"}, withInt("axis", 1), withInt("keepdims", 0))
	b.output("shares", typeFloat, c.Classes())
	b.output("class", typeInt64)
	return b.file("image classifier", pixelsDoc+"shares are those of the classes, class is the place of the largest."),
		nil
}

// WriteImageGenerator exports a generator of counterfactual images. The inputs of the file are
//
//	image  examples×1×H×W, uint8
//	target examples×1, int64, the class to reach
//	noise  examples×Latent, float, independent standard normal numbers; zeros give the
//	    central counterfactual
//
// and its outputs are
//
//	decoded     examples×1×H×W, float, the decoder's outputs from 0 to 1
//	counterfactual the same as uint8, rounded as the page does
//
// The file does not include rules, sampling or the classifier's judgement.
func WriteImageGenerator(v *vision.VAE) ([]byte, error) {
	b := imageBuilder(v.Shape)
	x := b.pixels(v.Shape)
	b.input("target", typeInt64, 1)
	b.input("noise", typeFloat, vision.Latent)
	cond := b.oneHot("target", v.Classes)
	var code [2]string
	for i := range code {
		y, err := b.images(v.M1[i], x)
		if err != nil {
			return nil, err
		}
		y = b.node("Flatten", []string{y}, withInt("axis", 1))
		if code[i], err = b.images(v.M2[i], b.concat([]string{y, cond})); err != nil {
			return nil, err
		}
	}
	z := b.node("Add", []string{code[0], b.node("Mul", []string{b.node("Sqrt", code[1:]), "noise"})})
	y, err := b.images(v.Dec, b.concat([]string{z, cond}))
	if err != nil {
		return nil, err
	}
	y = b.node("Sigmoid", []string{y})
	b.nodeAs([]string{"decoded"}, "Reshape", []string{y, b.ints(-1, 1, int64(v.H), int64(v.W))})
	whole := b.node("Floor",
		[]string{b.node("Add", []string{b.node("Mul", []string{"decoded", b.floats(nil, 255)}), b.floats(nil, 0.5)})})
	b.nodeAs([]string{"counterfactual"}, "Cast", []string{whole}, withInt("to", typeUint8))
	b.outs.bytes(12, valueInfo("decoded", typeFloat, 1, v.H, v.W))
	b.outs.bytes(12, valueInfo("counterfactual", typeUint8, 1, v.H, v.W))
	return b.file("image generator",
		pixelsDoc+"target is the class to reach, noise independent standard normal numbers."), nil
}

func imageBuilder(s vision.Shape) *builder {
	return &builder{prefix: "_", taken: map[string]bool{},
		noteKey: "causeway.images", note: `{"height":` + strconv.Itoa(s.H) + `,"width":` + strconv.Itoa(s.W) +
			`,"classes":` + strconv.Itoa(s.Classes) + `}`}
}

// pixels writes the input and divides its bytes by 255 for the network.
func (b *builder) pixels(s vision.Shape) string {
	b.ins.bytes(11, valueInfo("image", typeUint8, 1, s.H, s.W))
	return b.node("Div", []string{b.node("Cast", []string{"image"}, withInt("to", typeFloat)), b.floats(nil, 255)})
}

// images writes the layers of an image network in inference mode.
func (b *builder) images(m nn.Net, x string) (string, error) {
	flat := false
	for i, l := range m {
		switch l := l.(type) {
		case *nn.Conv:
			p := int64(l.Pad)
			x = b.node("Conv", []string{x, b.floats([]int{l.Out, l.In, 3, 3}, l.W...), b.floats([]int{l.Out}, l.B...)},
				withWhole("kernel_shape", 3, 3), withWhole("pads", p, p, p, p))
			x = b.ending(l.End, l.Out, x)
		case nn.Resize:
			op := "MaxPool"
			if l.Kind == nn.MeanOf {
				op = "AveragePool"
			} else if l.Kind != nn.MaxOf {
				return "", fault.Errorf("onnx: layer %d of %d enlarges images, so it cannot be written", i+1, len(m))
			}
			x = b.node(op, []string{x}, withWhole("kernel_shape", 2, 2), withWhole("strides", 2, 2))
		case nn.Dropout:
		case *nn.Block:
			if !flat {
				x, flat = b.node("Flatten", []string{x}, withInt("axis", 1)), true
			}
			x = b.node("Gemm", []string{x, b.floats([]int{l.Out, l.In}, l.W...), b.floats([]int{l.Out}, l.B...)},
				withInt("transB", 1))
			x = b.ending(l.End, l.Out, x)
		default:
			return "", fault.Errorf("onnx: layer %d of %d cannot be written; export the model from the program that "+
				"it comes from", i+1, len(m))
		}
	}
	return x, nil
}

// ending writes the final functions of a layer.
func (b *builder) ending(e nn.End, out int, x string) string {
	if e.Norm != nil {
		shape := []int{out}
		x = b.node("BatchNormalization", []string{x, b.floats(shape, e.Norm.Gamma...), b.floats(shape, e.Norm.Beta...),
			b.floats(shape, e.Norm.Mean...), b.floats(shape, e.Norm.Var...)}, withFloat("epsilon", nn.NormEps))
	}
	switch {
	case e.Norm != nil || e.Act == nn.ReLU:
		return b.node("Relu", []string{x})
	case e.Act == nn.Sigmoid:
		return b.node("Sigmoid", []string{x})
	}
	return x
}

func withWhole(name string, v ...int64) option {
	return func(n *message) {
		var a message
		a.text(1, name)
		for _, x := range v {
			a.int(8, x)
		}
		a.int(20, 7)
		n.bytes(5, a)
	}
}
