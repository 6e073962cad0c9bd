package onnx

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"causeway/core/image"
	"causeway/core/kernel"
	"causeway/core/nn"
	"causeway/core/sim"
	"causeway/core/vision"
)

// imageNets returns image classifiers with every kind of layer that can be exported.
func imageNets(s vision.Shape) map[string]*nn.Classifier {
	judge := vision.NewJudge(s, kernel.NewKey(2))
	for _, l := range judge.Net { // as after a training
		switch l := l.(type) {
		case *nn.Conv:
			moved(l.Norm)
		case *nn.Block:
			moved(l.Norm)
		}
	}
	slim := s
	slim.Slim = true
	return map[string]*nn.Classifier{"the paper's": vision.NewClassifier(s, kernel.NewKey(1)),
		"slim": vision.NewClassifier(slim, kernel.NewKey(3)), "normalised": judge}
}

func moved(b *nn.BatchNorm) {
	if b == nil {
		return
	}
	for o := range b.Mean {
		b.Mean[o], b.Var[o], b.Gamma[o], b.Beta[o] = 0.1, 0.5+0.01*float32(o), 1.2, -0.05
	}
}

func digits(n int) (*image.Set, [][]byte) {
	set, _ := sim.Digits(100, 3)
	var all [][]byte
	for i := range n {
		all = append(all, set.Image(i))
	}
	return set, all
}

// furthestShares returns the largest difference between the shares of two image classifiers.
func furthestShares(a, b *nn.Classifier, images [][]byte) float64 {
	x, y, worst := vision.Shares(a, images), vision.Shares(b, images), 0.0
	for i := range x {
		for c := range x[i] {
			worst = math.Max(worst, math.Abs(float64(x[i][c]-y[i][c])))
		}
	}
	return worst
}

// TestReadsTheImageClassifierThatItWrote checks that an exported classifier is read back
// unchanged.
func TestReadsTheImageClassifierThatItWrote(t *testing.T) {
	set, images := digits(20)
	s := vision.ShapeOf(set)
	for name, c := range imageNets(s) {
		b, err := WriteImageClassifier(c, s)
		if err != nil {
			t.Fatal(err)
		}
		again, _ := WriteImageClassifier(c, s)
		if !bytes.Equal(b, again) {
			t.Errorf("%s: written twice, the bytes differ", name)
		}
		m, err := ReadImages(b, "", s.H, s.W)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !m.Bytes || m.Classes != 10 || m.Output != "shares" {
			t.Errorf("%s: %+v", name, m)
		}
		if worst := furthestShares(c, m.Classifier(m.Readings()[0]), images); worst > 1e-5 {
			t.Errorf("%s: shares differ by %v", name, worst)
		}
	}
}

// lenet returns a network as other programs write them: 5×5 kernels, strides of 2, uneven
// padding, a leaky ReLU, a tanh, normalisation after a layer, scaling before the layers, and a
// shape computed from the batch.
func lenet(options ...option) ([]byte, vision.Shape) {
	s := vision.Shape{H: 28, W: 28, Classes: 10}
	b := imageBuilder(s)
	draw := func(seed uint64, n int, scale float32) []float32 {
		v := make([]float32, n)
		kernel.Normal(kernel.NewKey(seed), 0, v)
		for i := range v {
			v[i] *= scale
		}
		return v
	}
	b.ins.bytes(11, valueInfo("image", typeFloat, 1, s.H, s.W))
	x := b.node("Div", []string{b.node("Sub", []string{"image", b.floats(nil, 0.1307)}), b.floats(nil, 0.3081)})
	x = b.node("Conv", []string{x, b.floats([]int{6, 1, 5, 5}, draw(1, 150, 0.2)...),
		b.floats([]int{6}, draw(2, 6, 0.1)...)},
		append([]option{withWhole("kernel_shape", 5, 5), withWhole("pads", 2, 2, 2, 2)}, options...)...)
	x = b.node("LeakyRelu", []string{x}, withFloat("alpha", 0.1))
	x = b.node("MaxPool", []string{x}, withWhole("kernel_shape", 3, 3), withWhole("strides", 2, 2),
		withWhole("pads", 1, 0, 0, 1))
	x = b.node("Conv", []string{x, b.floats([]int{16, 6, 3, 4}, draw(3, 16*6*12, 0.1)...)}, withWhole("strides", 2, 1),
		withWhole("pads", 0, 1, 1, 2))
	x = b.node("BatchNormalization", []string{x, b.floats([]int{16}, draw(4, 16, 1)...),
		b.floats([]int{16}, draw(5, 16, 1)...), b.floats([]int{16}, draw(6, 16, 0.1)...),
		b.floats([]int{16}, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8)}, withFloat("epsilon", 1e-3))
	x = b.node("Relu", []string{x})
	x = b.node("AveragePool", []string{x}, withWhole("kernel_shape", 2, 3), withWhole("strides", 1, 2),
		withWhole("pads", 1, 1, 0, 1))
	n := b.node("Gather", []string{b.node("Shape", []string{x}), b.ints(0)}, withInt("axis", 0))
	flat := b.node("Reshape", []string{x, b.node("Concat", []string{n, b.ints(-1)}, withInt("axis", 0))})
	const wide = 16 * 7 * 7 // 28×28, 14×14, 7×14, 7×7
	x = b.node("MatMul", []string{flat, b.floats([]int{wide, 20}, draw(7, wide*20, 0.05)...)})
	x = b.node("Tanh", []string{b.node("Add", []string{x, b.floats([]int{20}, draw(8, 20, 0.1)...)})})
	x = b.node("Gemm", []string{x, b.floats([]int{20, 10}, draw(9, 200, 0.4)...),
		b.floats([]int{10}, draw(10, 10, 0.1)...)}, withFloat("alpha", 0.5))
	b.nodeAs([]string{"scores"}, "LogSoftmax", []string{x}, withInt("axis", 1))
	b.output("scores", typeFloat, 10)
	return b.file("lenet", ""), s
}

func TestReadsImageClassifiersOfOthers(t *testing.T) {
	b, s := lenet()
	m, err := ReadImages(b, "", s.H, s.W)
	if err != nil {
		t.Fatal(err)
	}
	if m.Bytes || m.Classes != 10 {
		t.Errorf("%+v", m)
	}
	run := onnxruntime(t)
	_, images := digits(20)
	f := feed{Type: "float32", Dims: []int{len(images), 1, s.H, s.W}}
	for _, img := range images {
		for _, v := range img {
			f.Data = append(f.Data, float64(float32(v)/255))
		}
	}
	want := run(save(t, b), map[string]feed{"image": f})["scores"]
	worst := 0.0
	for i, shares := range vision.Shares(m.Classifier(0), images) {
		for c, v := range shares {
			worst = math.Max(worst, math.Abs(float64(v)-math.Exp(want[i*10+c])))
		}
	}
	t.Logf("shares differ from onnxruntime's by %.2g", worst)
	if worst > 1e-5 {
		t.Errorf("shares differ by %v", worst)
	}
}

// TestRuntimeRunsImageModels checks that onnxruntime runs the exported files and agrees to 1e-5.
// Counterfactuals must have the same bytes, except where a number lies between two.
func TestRuntimeRunsImageModels(t *testing.T) {
	run := onnxruntime(t)
	set, images := digits(20)
	s := vision.ShapeOf(set)
	pixels := feed{Type: "uint8", Dims: []int{len(images), 1, s.H, s.W}}
	for _, img := range images {
		for _, v := range img {
			pixels.Data = append(pixels.Data, int(v))
		}
	}
	for name, c := range imageNets(s) {
		b, err := WriteImageClassifier(c, s)
		if err != nil {
			t.Fatal(err)
		}
		out, worst := run(save(t, b), map[string]feed{"image": pixels}), 0.0
		for i, shares := range vision.Shares(c, images) {
			for k, v := range shares {
				worst = math.Max(worst, math.Abs(float64(v)-out["shares"][i*10+k]))
			}
		}
		t.Logf("%s: %.2g", name, worst)
		if worst > 1e-5 {
			t.Errorf("%s: shares differ by %v", name, worst)
		}
	}
	for _, slim := range []bool{false, true} {
		s.Slim = slim
		v := vision.NewVAE(s, kernel.NewKey(5))
		for _, l := range v.Dec {
			moved(l.(*nn.Block).Norm)
		}
		b, err := WriteImageGenerator(v)
		if err != nil {
			t.Fatal(err)
		}
		n := len(images)
		target, noise := feed{Type: "int64", Dims: []int{n, 1}}, feed{Type: "float32", Dims: []int{n, vision.Latent}}
		classes, eps := make([]int, n), make([]float32, n*vision.Latent)
		kernel.Normal(kernel.NewKey(6), 0, eps)
		for i := range classes {
			classes[i] = i % 10
			target.Data = append(target.Data, classes[i])
			for k := range vision.Latent {
				noise.Data = append(noise.Data, float64(eps[k*n+i]))
			}
		}
		out := run(save(t, b), map[string]feed{"image": pixels, "target": target, "noise": noise})
		x := make([]float32, n*s.Size())
		vision.Gather(images, x)
		var tape vision.Tape
		mean, variance := v.Encode(&tape, x, classes, nn.Eval)
		z := make([]float32, len(mean))
		for i := range z {
			z[i] = float32(float32(math.Sqrt(float64(variance[i])))*eps[i]) + mean[i]
		}
		y := v.Decode(&tape, z, classes, nn.Eval)
		worst, bytesApart := 0.0, 0.0
		for e := range n {
			img := vision.Bytes(y, e, n)
			for i := range s.Size() {
				worst = math.Max(worst, math.Abs(float64(y[i*n+e])-out["decoded"][e*s.Size()+i]))
				bytesApart = math.Max(bytesApart, math.Abs(float64(img[i])-out["counterfactual"][e*s.Size()+i]))
			}
		}
		t.Logf("generator, slim %v: %.2g", slim, worst)
		if worst > 1e-5 || bytesApart > 1 {
			t.Errorf("slim %v: pixels differ by %v, bytes by %v", slim, worst, bytesApart)
		}
	}
}

// TestOtherNetworksForImagesAreRefused checks that a file that is not a chain of layers for such
// images is rejected with a sentence.
func TestOtherNetworksForImagesAreRefused(t *testing.T) {
	s := vision.Shape{H: 8, W: 8, Classes: 3}
	write := func(make func(b *builder, x string) string) []byte {
		b := imageBuilder(s)
		b.ins.bytes(11, valueInfo("image", typeFloat, 1, s.H, s.W))
		b.nodeAs([]string{"out"}, "Identity", []string{make(b, "image")})
		b.output("out", typeFloat, 3)
		return b.file("x", "")
	}
	flat := func(b *builder, x string) string { return b.node("Flatten", []string{x}) }
	gemm := func(b *builder, x string, in int) string {
		return b.node("Gemm", []string{x, b.floats([]int{in, 3}, make([]float32, 3*in)...)})
	}
	table, err := WriteClassifier(nn.NewClassifier(people().Width(), 3, 3, kernel.NewKey(5)), people())
	if err != nil {
		t.Fatal(err)
	}
	for want, file := range map[string][]byte{
		"not an ONNX file": []byte("no model at all"),
		"does not take the project's images, which have 8×8 pixels": table,
		"joins two branches": write(func(b *builder, x string) string {
			y := b.node("Relu", []string{x})
			return gemm(b, flat(b, b.node("Add", []string{x, y})), 64)
		}),
		"takes 2 channels, but there are 1": write(func(b *builder, x string) string {
			return b.node("Conv", []string{x, b.floats([]int{1, 2, 3, 3}, make([]float32, 18)...)})
		}),
		"dilations": write(func(b *builder, x string) string {
			return b.node("Conv", []string{x, b.floats([]int{1, 1, 3, 3}, make([]float32, 9)...)},
				withWhole("dilations", 2, 2))
		}),
		"a kernel of 3×9, which is larger than an image of 8×8": write(func(b *builder, x string) string {
			return b.node("Conv", []string{x, b.floats([]int{1, 1, 3, 9}, make([]float32, 27)...)})
		}),
		"takes 65 numbers":     write(func(b *builder, x string) string { return gemm(b, flat(b, x), 65) }),
		"not a list of scores": write(func(b *builder, x string) string { return b.node("Relu", []string{x}) }),
		"ends in a sigmoid": write(func(b *builder, x string) string {
			return b.node("Sigmoid", []string{gemm(b, flat(b, x), 64)})
		}),
		"comes after the classes": write(func(b *builder, x string) string {
			return b.node("Relu", []string{b.node("Softmax", []string{gemm(b, flat(b, x), 64)})})
		}),
		"is not supported in a network for images": write(func(b *builder, x string) string {
			return b.node("Erf", []string{x})
		}),
	} {
		_, err := ReadImages(file, "", s.H, s.W)
		if err == nil || !strings.Contains(err.Error(), want) || !errors.Is(err, ErrUnsupported) {
			t.Errorf("want a refusal about %q, got %v", want, err)
		}
	}
	good := write(func(b *builder, x string) string { return gemm(b, flat(b, x), 64) })
	if _, err := ReadImages(good, "", 9, 8); err == nil || !strings.Contains(err.Error(), "which have 9×8 pixels") {
		t.Errorf("images of another size: %v", err)
	}
}

// FuzzReadImages checks that any bytes are either rejected with a sentence or read as a model
// that predicts.
func FuzzReadImages(f *testing.F) {
	s := vision.Shape{H: 8, W: 8, Classes: 3}
	for _, c := range imageNets(s) {
		if b, err := WriteImageClassifier(c, s); err == nil && len(b) < 60_000 {
			f.Add(b)
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := ReadImages(b, "", s.H, s.W)
		if err != nil {
			if !errors.Is(err, ErrUnsupported) {
				t.Fatalf("%v", err)
			}
			return
		}
		if m.work < 1<<22 {
			vision.Shares(m.Classifier(m.Readings()[0]), [][]byte{make([]byte, s.Size())})
		}
	})
}
