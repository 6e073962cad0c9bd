package onnx

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"causeway/core/data"

	"google.golang.org/protobuf/encoding/protowire"
)

// ml moves a node to the domain of scikit-learn's operators.
func ml(n *message) { n.text(7, domainML) }

func withFloats(name string, v ...float32) option {
	return func(n *message) {
		var a message
		a.text(1, name)
		for _, x := range v {
			a.float(7, x)
		}
		a.int(20, 6)
		n.bytes(5, a)
	}
}

func withInts(name string, v ...int64) option {
	return func(n *message) {
		var a, packed message
		a.text(1, name)
		for _, x := range v {
			packed = append(packed, varintOf(x)...)
		}
		a.bytes(8, packed)
		a.int(20, 7)
		n.bytes(5, a)
	}
}

func varintOf(v int64) message {
	var m message
	m.int(1, v)
	return m[1:]
}

func withTexts(name string, v ...string) option {
	return func(n *message) {
		var a message
		a.text(1, name)
		for _, x := range v {
			a.text(9, x)
		}
		a.int(20, 8)
		n.bytes(5, a)
	}
}

func withText(name, v string) option {
	return func(n *message) {
		var a message
		a.text(1, name)
		a.text(4, v)
		a.int(20, 3)
		n.bytes(5, a)
	}
}

// file returns a file with a graph from input x, examples×width, to output y.
func file(width int, opset int64, build func(b *builder) string) []byte {
	b := newBuilder(data.Schema{})
	b.input("x", typeFloat, width)
	b.nodeAs([]string{"y"}, "Identity", []string{build(b)})
	b.output("y", typeFloat, 2)
	return b.model(opset)
}

func (b *builder) model(opset int64) []byte {
	var g, std, sk, m message
	g = append(append(append(append(g, b.nodes...), b.tensors...), b.ins...), b.outs...)
	std.int(2, opset)
	sk.text(1, domainML)
	sk.int(2, 3)
	m.int(1, 7)
	m.bytes(7, g)
	m.bytes(8, std)
	m.bytes(8, sk)
	return m
}

// TestOperators compares every operator with its formula: scores of two classes from three
// values.
func TestOperators(t *testing.T) {
	relu := func(v float64) float64 { return max(v, 0) }
	for name, c := range map[string]struct {
		opset int64
		build func(b *builder) string
		want  func(x, y, z float64) (float64, float64)
	}{
		"Gemm with factors": {13, func(b *builder) string {
			return b.node("Gemm", []string{"x", b.floats([]int{3, 2}, 1, 2, 3, 4, 5, 6), b.floats([]int{1, 2}, 10, 20)},
				withFloat("alpha", 0.5), withFloat("beta", 0.1))
		}, func(x, y, z float64) (float64, float64) {
			return (x+3*y+5*z)/2 + 1, (2*x+4*y+6*z)/2 + 2
		}},
		"Gemm with one bias for all": {9, func(b *builder) string {
			return b.node("Gemm", []string{"x", b.floats([]int{2, 3}, 1, 2, 3, 4, 5, 6), b.floats([]int{1}, 1)},
				withInt("transB", 1))
		}, func(x, y, z float64) (float64, float64) { return x + 2*y + 3*z + 1, 4*x + 5*y + 6*z + 1 }},
		"MatMul, bias first, folded with arithmetic": {13, func(b *builder) string {
			v := b.node("MatMul", []string{"x", b.floats([]int{3, 2}, 1, 2, 3, 4, 5, 6)})
			v = b.node("Add", []string{b.floats([]int{2}, 1, -1), v})
			v = b.node("Sub", []string{b.floats(nil, 3), v})
			v = b.node("Mul", []string{b.floats([]int{1, 2}, 2, 0.5), v})
			return b.node("Div", []string{v, b.floats([]int{1}, 4)})
		}, func(x, y, z float64) (float64, float64) {
			return (3 - (x + 3*y + 5*z + 1)) * 2 / 4, (3 - (2*x + 4*y + 6*z - 1)) / 8
		}},
		"Clip in both forms": {13, func(b *builder) string {
			v := b.node("Clip", []string{"x", b.floats(nil, -0.5), b.floats(nil, 0.5)})
			return b.node("Gather", []string{v, b.ints(-1, 0)}, withInt("axis", 1))
		}, func(x, _, z float64) (float64, float64) { return min(max(z, -0.5), 0.5), min(max(x, -0.5), 0.5) }},
		"Clip from below": {9, func(b *builder) string {
			v := b.node("Clip", []string{"x"}, withFloat("min", 0.25), withFloat("max", 3e38))
			return b.node("Slice", []string{v}, withInts("starts", 1), withInts("ends", math.MaxInt64),
				withInts("axes", 1))
		}, func(_, y, z float64) (float64, float64) { return max(y, 0.25), max(z, 0.25) }},
		"Clip from above": {13, func(b *builder) string {
			v := b.node("Clip", []string{"x", "", b.floats(nil, 0.25)})
			return b.node("Slice", []string{v, b.ints(-1), b.ints(-3), b.ints(1), b.ints(-1)})
		}, func(_, y, z float64) (float64, float64) { return min(z, 0.25), min(y, 0.25) }},
		"Split, Neg, Sum and shapes": {13, func(b *builder) string {
			b.nodeAs([]string{"p", "q"}, "Split", []string{"x", b.ints(1, 2)}, withInt("axis", 1))
			v := b.node("Unsqueeze", []string{"q", b.ints(1)})
			v = b.node("Squeeze", []string{v, b.ints(1)})
			v = b.node("Sum", []string{b.node("Neg", []string{"p"}), v, v})
			s := b.node("Shape", []string{v})
			n := b.node("Unsqueeze", []string{b.node("Gather", []string{s, b.tensor(typeInt64, nil, make([]byte, 8))}),
				b.ints(0)})
			return b.node("Reshape", []string{v, b.node("Concat", []string{n, b.ints(-1)}, withInt("axis", 0))})
		}, func(x, y, z float64) (float64, float64) { return 2*y - x, 2*z - x }},
		"transposed weights": {13, func(b *builder) string {
			w := b.node("Transpose", []string{b.floats([]int{2, 3}, 1, 2, 3, 4, 5, 6)}, withInts("perm", 1, 0))
			return b.node("MatMul", []string{b.node("Flatten", []string{"x"}), w})
		}, func(x, y, z float64) (float64, float64) { return x + 2*y + 3*z, 4*x + 5*y + 6*z }},
		"PRelu, LeakyRelu": {13, func(b *builder) string {
			v := b.node("PRelu", []string{"x", b.floats([]int{3}, 0.1, 0.2, 0.3)})
			v = b.node("LeakyRelu", []string{v}, withFloat("alpha", -1)) // the absolute value
			return b.node("Gather", []string{v, b.ints(0, 1)}, withInt("axis", -1))
		}, func(x, y, _ float64) (float64, float64) {
			return math.Abs(relu(x) - 0.1*relu(-x)), math.Abs(relu(y) - 0.2*relu(-y))
		}},
		"HardSigmoid and Tanh": {13, func(b *builder) string {
			v := b.node("Tanh", []string{b.node("HardSigmoid", []string{"x"}, withFloat("alpha", 0.5),
				withFloat("beta", 0.25))})
			return b.node("ArrayFeatureExtractor", []string{v, b.ints(2, 1)}, ml)
		}, func(_, y, z float64) (float64, float64) {
			return math.Tanh(min(max(0.5*z+0.25, 0), 1)), math.Tanh(min(max(0.5*y+0.25, 0), 1))
		}},
		"constants folded": {13, func(b *builder) string {
			k := b.node("Add", []string{b.node("Mul", []string{b.floats([]int{2}, 2, 3), b.floats(nil, 2)}),
				b.floats([]int{1}, 1)})
			return b.node("Mul", []string{b.node("Gather", []string{"x", b.ints(0, 1)}, withInt("axis", 1)), k})
		}, func(x, y, _ float64) (float64, float64) { return 5 * x, 7 * y }},
		"scores of a LinearClassifier": {13, func(b *builder) string {
			v := b.node("Scaler", []string{"x"}, ml, withFloats("offset", 1), withFloats("scale", 1, 2, 3))
			b.nodeAs([]string{"label", "scores"}, "LinearClassifier", []string{v}, ml,
				withFloats("coefficients", 1, 0, 1, 0, 1, 0),
				withFloats("intercepts", 0.5, 0), withTexts("classlabels_strings", "a", "b"))
			return "scores"
		}, func(x, y, z float64) (float64, float64) { return x - 1 + 3*(z-1) + 0.5, 2 * (y - 1) }},
		"LayerNormalization": {17, func(b *builder) string {
			v := b.node("LayerNormalization", []string{"x", b.floats([]int{3}, 1, 2, 3),
				b.floats([]int{3}, 0.5, 0, -0.5)}, withFloat("epsilon", 0.25))
			return b.node("Gather", []string{v, b.ints(0, 2)}, withInt("axis", 1))
		}, func(x, y, z float64) (float64, float64) {
			mean := (x + y + z) / 3
			scale := math.Sqrt(((x-mean)*(x-mean)+(y-mean)*(y-mean)+(z-mean)*(z-mean))/3 + 0.25)
			return (x-mean)/scale + 0.5, 3*(z-mean)/scale - 0.5
		}},
		"Gelu in both forms": {20, func(b *builder) string {
			v := b.node("Gelu", []string{"x"})
			w := b.node("Gelu", []string{"x"}, withText("approximate", "tanh"))
			return b.node("Concat", []string{b.node("Gather", []string{v, b.ints(0)}, withInt("axis", 1)),
				b.node("Gather", []string{w, b.ints(1)}, withInt("axis", 1))}, withInt("axis", 1))
		}, func(x, y, _ float64) (float64, float64) {
			return x * (1 + math.Erf(x/math.Sqrt2)) / 2,
				y * (1 + math.Tanh(math.Sqrt(2/math.Pi)*(y+0.044715*y*y*y))) / 2
		}},
		"Elu and SiLU": {24, func(b *builder) string {
			v := b.node("Elu", []string{"x"}, withFloat("alpha", 0.5))
			w := b.node("Swish", []string{"x"}, withFloat("alpha", 2))
			return b.node("Concat", []string{b.node("Gather", []string{v, b.ints(0)}, withInt("axis", 1)),
				b.node("Gather", []string{w, b.ints(1)}, withInt("axis", 1))}, withInt("axis", 1))
		}, func(x, y, _ float64) (float64, float64) {
			return relu(x) + min(0.5*(math.Exp(x)-1), 0), y / (1 + math.Exp(-2*y))
		}},
		"Imputer of what has no gaps": {13, func(b *builder) string {
			v := b.node("Imputer", []string{"x"}, ml, withFloats("imputed_value_floats", 7, 8, 9),
				withFloat("replaced_value_float", float32(math.NaN())))
			return b.node("Gather", []string{v, b.ints(1, 2)}, withInt("axis", 1))
		}, func(_, y, z float64) (float64, float64) { return y, z }},
	} {
		t.Run(name, func(t *testing.T) {
			m, err := Read(file(3, c.opset, c.build), "")
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range [][]float64{{0, 0, 0}, {1, 2, 3}, {-1, 0.3, -0.7}, {0.4, -2, 0.1}} {
				a, b := c.want(x[0], x[1], x[2])
				want := 1 / (1 + math.Exp(a-b))
				got, err := m.Shares(x)
				if err != nil || math.Abs(got[1]-want) > 1e-6 {
					t.Errorf("%v: got %v %v, want %v", x, got, err, want)
				}
			}
		})
	}
}

// TestClippedShares checks that a clipped score and its complement, as scikit-learn writes
// modified_huber, are shares and not scores.
func TestClippedShares(t *testing.T) {
	m, err := Read(file(1, 13, func(b *builder) string {
		v := b.node("Clip", []string{"x", b.floats(nil, -1), b.floats(nil, 1)})
		p := b.node("Div", []string{b.node("Add", []string{v, b.floats(nil, 1)}), b.floats(nil, 2)})
		return b.node("Concat", []string{b.node("Sub", []string{b.floats(nil, 1), p}), p}, withInt("axis", 1))
	}), "")
	if err != nil {
		t.Fatal(err)
	}
	for x, want := range map[float64]float64{-3: 0, 0.5: 0.75, 2: 1} {
		if got, err := m.Shares([]float64{x}); err != nil || math.Abs(got[1]-want) > 1e-12 {
			t.Errorf("%v: %v %v, want %v", x, got, err, want)
		}
	}
}

// machineFile is a file with support vectors 1, 2, ... of one value and a linear kernel.
func machineFile(output string, classes int64, rho []float32, coef ...float32) []byte {
	return file(1, 13, func(b *builder) string {
		var labels, per []int64
		var at []float32
		for k := range classes {
			labels, per, at = append(labels, k), append(per, 1), append(at, float32(k+1))
		}
		b.nodeAs([]string{"label", "p"}, "SVMClassifier", []string{"x"}, ml, withText("kernel_type", "LINEAR"),
			withFloats("kernel_params", 0, 0, 0), withInts("classlabels_ints", labels...),
			withInts("vectors_per_class", per...), withFloats("support_vectors", at...), withFloats("rho", rho...),
			withFloats("coefficients", coef...))
		if output == "p" {
			return output
		}
		if output == "votes" { // the label again as one of the classes
			return b.node("Cast", []string{b.node("Equal", []string{b.node("Unsqueeze", []string{"label", b.ints(1)}),
				b.ints(labels...)})}, withInt("to", typeFloat))
		}
		return b.node("Mul", []string{"p", b.floats(nil, 1)})
	})
}

// TestDecisionsOfVectors compares with onnxruntime 1.30: without sigmoids, the nodes that follow see
// the decisions of the pairs, for two classes with both signs. The label is by votes.
func TestDecisionsOfVectors(t *testing.T) {
	two, three := []float32{1, -0.3}, []float32{1, -0.5, 0.3, 0.2, -0.8, 0.1}
	for _, c := range []struct {
		output string
		rho    []float32
		coef   []float32
		x      float64
		want   []float64
	}{
		{"sums", []float32{0.2}, two, -2, []float64{0.6, -0.6}},
		{"sums", []float32{0.2}, two, 0.1, []float64{-0.24, 0.24}},
		{"votes", []float32{0.2}, two, -2, []float64{0, 1}},
		{"votes", []float32{0.2}, two, 0.1, []float64{1, 0}},
		{"sums", []float32{0.1, -0.2, 0.05}, three, 3, []float64{0.1, 3.1, -3.85}},
		{"sums", []float32{0.1, -0.2, 0.05}, three, 0.1, []float64{0.1, -0.09, -0.08}},
		{"votes", []float32{0.1, -0.2, 0.05}, three, 0.1, []float64{0, 0, 1}},
		{"votes", []float32{0.1, -0.2, 0.05}, three, 0.45, []float64{1, 0, 0}},
	} {
		m, err := Read(machineFile(c.output, int64(len(c.want)), c.rho, c.coef...), "")
		if err != nil {
			t.Fatal(c.output, err)
		}
		got := m.program.run([]float64{c.x}, nil)
		for k, want := range c.want {
			if math.Abs(got[k]-want) > 1e-6 {
				t.Errorf("%s of %v: %v, want %v", c.output, c.x, got, c.want)
				break
			}
		}
		w := boxBounds{x: span{[]float64{c.x - 0.5}, []float64{c.x + 0.5}}}
		if y, ok := m.program.bound(&w); ok {
			for k, v := range got {
				if v < y.low[k] || v > y.high[k] {
					t.Errorf("%s of %v: %v is outside %v", c.output, c.x, got, y)
				}
			}
		} else if c.output == "sums" {
			t.Errorf("%s has no bounds", c.output)
		}
	}
}

// TestLabelsOfTheLastChoice checks that classes have the names that the file gives its own shares,
// not those of a model inside it.
func TestLabelsOfTheLastChoice(t *testing.T) {
	m, err := Read(file(1, 13, func(b *builder) string {
		b.nodeAs([]string{"inner", "q"}, "LinearClassifier", []string{"x"}, ml, withFloats("coefficients", -2, 2),
			withFloats("intercepts", 1, -1), withText("post_transform", "SOFTMAX"), withInts("classlabels_ints", 0, 1))
		p := b.node("Mul", []string{b.node("Add", []string{"q", "q"}), b.floats(nil, 0.5)})
		b.node("ArrayFeatureExtractor", []string{b.words([]int{2}, "no", "yes"),
			b.node("ArgMax", []string{p}, withInt("axis", 1))}, ml)
		return p
	}), "")
	if err != nil || !slices.Equal(m.Labels, []string{"no", "yes"}) {
		t.Fatalf("%q %v", m.Labels, err)
	}
}

// TestOldOperators checks that versions of operators before 7 are read where they mean the same.
func TestOldOperators(t *testing.T) {
	for axis, opset := range map[bool]int64{false: 5, true: 5} {
		b := file(2, opset, func(b *builder) string {
			v := b.node("MatMul", []string{"x", b.floats([]int{2, 2}, 1, 2, 3, 4)})
			more := []option{withInt("broadcast", 1)}
			if axis {
				more = append(more, withInt("axis", 0))
			}
			return b.node("Add", []string{v, b.floats([]int{2}, 10, 20)}, more...)
		})
		m, err := Read(b, "")
		if axis {
			if err == nil || !strings.Contains(err.Error(), "version 5") {
				t.Errorf("an axis of its own: %v", err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		got, err := m.Shares([]float64{1, 1})
		if want := 1 / (1 + math.Exp(14-26)); err != nil || math.Abs(got[1]-want) > 1e-9 {
			t.Errorf("%v %v, want %v", got, err, want)
		}
	}
}

// TestTwoClasses checks two classes from one sigmoid, in every notation.
func TestTwoClasses(t *testing.T) {
	one := func(b *builder) string {
		return b.node("Gemm", []string{"x", b.floats([]int{1, 1}, 2), b.floats([]int{1}, -1)})
	}
	complement := func(b *builder, p string) string { return b.node("Sub", []string{b.floats(nil, 1), p}) }
	pair := func(b *builder, p ...string) string { return b.node("Concat", p, withInt("axis", 1)) }
	want := 1 / (1 + math.Exp(-(2*0.8 - 1)))
	for name, c := range map[string]struct {
		build  func(b *builder) string
		second bool
		ends   Ending
	}{
		"score":   {one, true, Scores},
		"sigmoid": {func(b *builder) string { return b.node("Sigmoid", []string{one(b)}) }, true, Sigmoid},
		"complement first": {func(b *builder) string {
			p := b.node("Sigmoid", []string{one(b)})
			return pair(b, complement(b, p), p)
		}, true, Sigmoid},
		"complement second": {func(b *builder) string {
			p := b.node("Sigmoid", []string{one(b)})
			return pair(b, p, complement(b, p))
		}, false, Sigmoid},
		"both signs, divided by their sum": {func(b *builder) string {
			z := one(b)
			p := b.node("Sigmoid", []string{pair(b, b.node("Neg", []string{z}), z)})
			p = b.node("Normalizer", []string{p}, ml, withText("norm", "L1"))
			return b.node("Div", []string{p, b.node("ReduceSum", []string{p, b.ints(1)})})
		}, true, Sigmoid},
		"one score of a LinearClassifier": {func(b *builder) string {
			b.nodeAs([]string{"", "p"}, "LinearClassifier", []string{"x"}, ml, withFloats("coefficients", 2),
				withFloats("intercepts", -1),
				withText("post_transform", "LOGISTIC"), withInts("classlabels_ints", 0, 1))
			return "p"
		}, true, Sigmoid},
		"softmax of a score and zero, exchanged": {func(b *builder) string {
			z := one(b)
			p := b.node("Softmax", []string{pair(b, z, b.node("Mul", []string{z, b.floats(nil, 0)}))})
			return b.node("Gather", []string{p, b.ints(1, 0)}, withInt("axis", 1))
		}, true, Softmax},
	} {
		m, err := Read(file(1, 13, c.build), "")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got, err := m.Shares([]float64{0.8})
		p := got[1]
		if !c.second {
			p = got[0]
		}
		if err != nil || m.Classes != 2 || m.Ends != c.ends || math.Abs(p-want) > 1e-6 {
			t.Errorf("%s: got %v (%v), ending %v, want %v", name, got, err, m.Ends, want)
		}
	}
}

func checkSentence(t testing.TB, s string) {
	t.Helper()
	if s == "" || strings.ToUpper(s[:1]) != s[:1] || !strings.HasSuffix(s, ".") || strings.Contains(s, "\n") ||
		len(s) > 900 {
		t.Errorf("%q is not a sentence", s)
	}
}

func refusedWith(t *testing.T, name string, b []byte, words ...string) {
	t.Helper()
	_, err := Read(b, "")
	if err == nil || !errors.Is(err, ErrUnsupported) {
		t.Errorf("%s: got %v, want a refusal", name, err)
		return
	}
	checkSentence(t, err.Error())
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%s: %q does not say %q", name, err, w)
		}
	}
}

func TestRefusals(t *testing.T) {
	head := func(b *builder, v string) string {
		return b.node("Gemm", []string{v, b.floats([]int{3, 2}, 1, 2, 3, 4, 5, 6)})
	}
	for _, c := range []struct {
		name  string
		words []string
		build func(b *builder) string
	}{
		{"a convolution", []string{`Node "Conv _1" is a Conv`, "not supported"},
			func(b *builder) string { return b.node("Conv", []string{"x"}) }},
		{"a tree of nothing", []string{"ai.onnx.ml.TreeEnsembleClassifier", "0 classes"}, func(b *builder) string {
			return b.node("TreeEnsembleClassifier", []string{"x"}, ml)
		}},
		{"control flow", []string{"is a If"}, func(b *builder) string { return b.node("If", []string{"x"}) }},
		{"another domain", []string{"com.microsoft.FusedGemm"}, func(b *builder) string {
			return b.node("FusedGemm", []string{"x"}, func(n *message) { n.text(7, "com.microsoft") })
		}},
		{"division by zero", []string{"not finite"}, func(b *builder) string {
			return b.node("Div", []string{"x", b.floats(nil, 0)})
		}},
		{"a part of the shares", []string{"not give exactly the shares"}, func(b *builder) string {
			return b.node("Gather", []string{b.node("Softmax", []string{"x"}), b.ints(0, 1)}, withInt("axis", 1))
		}},
		{"shapes that differ", []string{"3 values with a matrix of 4 rows"}, func(b *builder) string {
			return b.node("Gemm", []string{"x", b.floats([]int{4, 1}, 1, 2, 3, 4)})
		}},
		{"transposed examples", []string{"1 values with a matrix of 3 rows"}, func(b *builder) string {
			return b.node("Gemm", []string{"x", b.floats([]int{3, 1}, 1, 2, 3)}, withInt("transA", 1))
		}},
		{"a value from nowhere", []string{`reads "ghost"`}, func(b *builder) string {
			return b.node("Relu", []string{"ghost"})
		}},
		{"a circle", []string{"no earlier node makes"}, func(b *builder) string {
			b.nodeAs([]string{"a"}, "Relu", []string{"b"})
			b.nodeAs([]string{"b"}, "Relu", []string{"a"})
			return "b"
		}},
		{"an infinite weight", []string{"not finite"}, func(b *builder) string {
			return b.node("Mul", []string{"x", b.floats(nil, float32(math.Inf(1)))})
		}},
		{"another precision", []string{"bfloat16"}, func(b *builder) string {
			return b.node("Mul", []string{"x", b.tensor(16, nil, []byte{0, 0})})
		}},
		{"a wrong shape", []string{"[3]", "has 2 values"}, func(b *builder) string {
			return b.node("Mul", []string{"x", b.floats([]int{3}, 1, 2)})
		}},
		{"a huge shape", []string{"impossible shape"}, func(b *builder) string {
			return b.node("Mul", []string{"x", b.floats([]int{1 << 31, 1 << 31}, 1, 2)})
		}},
		{"batch statistics", []string{"training mode"}, func(b *builder) string {
			k := b.floats([]int{3}, 1, 1, 1)
			return b.node("BatchNormalization", []string{"x", k, k, k, k}, withInt("training_mode", 1))
		}},
		{"a shape from a row", []string{"from a row"}, func(b *builder) string {
			return b.node("Reshape", []string{"x", b.node("Cast", []string{"x"}, withInt("to", typeInt64))})
		}},
		{"nothing of the input", []string{"no classes that depend"}, func(b *builder) string {
			return b.floats([]int{1, 2}, 1, 2)
		}},
	} {
		refusedWith(t, c.name, file(3, 13, c.build), c.words...)
	}
	good := file(3, 13, func(b *builder) string { return head(b, "x") })
	if _, err := Read(good, ""); err != nil {
		t.Fatal(err)
	}
	with := func(num protowire.Number, part message) []byte {
		m := message(append([]byte(nil), good...))
		m.bytes(num, part)
		return m
	}
	var external, name message
	name.text(1, "location")
	external.text(8, "w")
	external.bytes(13, name)
	refusedWith(t, "functions", with(25, nil), "functions of its own")
	refusedWith(t, "training", with(20, nil), "instructions for training")
	refusedWith(t, "two networks", with(7, nil), "two networks")
	refusedWith(t, "old operators", file(3, 3, func(b *builder) string { return head(b, "x") }), "version 3", "4 to 26")
	refusedWith(t, "future operators", file(3, 99, func(b *builder) string { return head(b, "x") }), "version 99")
	b := newBuilder(data.Schema{})
	b.tensors.bytes(5, external)
	refusedWith(t, "external data", b.model(13), `"w"`, "in another file")
	for name, b := range map[string][]byte{"bytes": []byte("age\x01\x02"), "a picture": []byte("\x89PNG\r\n\x1a\n")} {
		refusedWith(t, name, b, "not an ONNX file")
	}
	if _, err := Read(good, "z"); err == nil || !strings.Contains(err.Error(), `called "z"`) {
		t.Errorf("an output that is not there: %v", err)
	}
	for n := range good { // cut off anywhere
		if m, err := Read(good[:n], ""); err == nil && m.Classes != 2 {
			t.Errorf("%d bytes: %d classes", n, m.Classes)
		}
	}
}

// TestBombs checks that a short file cannot use more than its share of memory or time, whatever
// it claims.
func TestBombs(t *testing.T) {
	double := func(op string, n int) func(b *builder) string {
		return func(b *builder) string {
			v := "x"
			for range n {
				v = b.node(op, []string{v, v}, withInt("axis", 1))
			}
			return v
		}
	}
	repeat := func(num protowire.Number, part []byte, n int) []byte {
		var g, m message
		for range n {
			g.bytes(num, part)
		}
		m.int(1, 7)
		m.bytes(7, g)
		return m
	}
	var packed, ints, node message
	packed.text(1, "ints")
	packed.bytes(8, make([]byte, 1<<20))
	ints.bytes(5, packed)
	node.text(1, "")
	for name, b := range map[string][]byte{
		"values doubled":    file(2, 13, double("Concat", 60)),
		"sums of all":       file(2, 13, double("Add", 3000)),
		"an input too wide": file(1<<30, 13, double("Concat", 1)),
		"a wide input":      file(maxColumns, 13, double("Concat", 1)),
		"a huge one-hot": file(1, 13, func(b *builder) string {
			return b.node("OneHot", []string{"x", b.ints(1 << 40), b.floats([]int{2}, 0, 1)})
		}),
		"a wide one-hot": file(8, 13, func(b *builder) string {
			return b.node("OneHot", []string{"x", b.ints(60000), b.floats([]int{2}, 0, 1)})
		}),
		"wide by nothing": file(60000, 13, func(b *builder) string {
			return b.node("MatMul", []string{"x", b.floats([]int{60000, 0})})
		}),
		"nodes without end": repeat(1, node, 1<<20),
		"empty nodes":       repeat(1, nil, 1<<20),
		"empty tensors":     repeat(5, nil, 1<<20),
		"empty inputs":      repeat(11, nil, 1<<20),
		"packed whole":      repeat(1, ints, 1),
		"outer product":     file(1, 13, outer),
		"a chain of shares": file(3000, 13, func(b *builder) string {
			return b.node("Softmax", []string{double("Relu", 1000)(b)})
		}),
		"lookups of lookups": file(1, 13, lookups),
	} {
		_, err := readWithin(t, b)
		t.Logf("%s: %d KB: %v", name, len(b)>>10, err)
		if err != nil {
			checkSentence(t, err.Error())
		}
	}
}

// outer multiplies a row by a column, repeatedly.
func outer(b *builder) string {
	const n = 4000
	v := "x"
	for range 3 {
		v = b.node("MatMul", []string{v, b.floats([]int{1, n}, make([]float32, n)...)})
		ones := make([]float32, n)
		for i := range ones {
			ones[i] = 1
		}
		v = b.node("Add", []string{v, b.floats([]int{n}, ones...)})
		v = b.node("MatMul", []string{v, b.floats([]int{n, 1}, ones...)})
	}
	return v
}

func lookups(b *builder) string {
	const n = 30000
	codes := make([]int64, n)
	for i := range codes {
		codes[i] = int64(i)
	}
	v := b.node("LabelEncoder", []string{"x"}, ml, withInts("keys_int64s", codes...),
		withInts("values_int64s", codes...))
	for range 5 {
		v = b.node("Concat", []string{v, v}, withInt("axis", 1))
		v = b.node("LabelEncoder", []string{v}, ml, withInts("keys_int64s", codes...),
			withInts("values_int64s", codes...))
	}
	return v
}

// TestLargeFiles checks that a network of the largest allowed size is read within the limits of
// time and memory, even after a scaler. The same applies to a network that uses all of the
// allowed multiplications.
func TestLargeFiles(t *testing.T) {
	matrix := func(b *builder, in, out int) string {
		v := make([]float32, in*out)
		for i := range v {
			v[i] = float32(i%7) - 3
		}
		return b.floats([]int{in, out}, v...)
	}
	deep := file(1000, 13, func(b *builder) string {
		v := b.node("Scaler", []string{"x"}, ml, withFloats("offset", 1), withFloats("scale", 2))
		for range 3 {
			v = b.node("Relu", []string{b.node("Gemm", []string{v, matrix(b, 1000, 1000)})})
		}
		return b.node("Gemm", []string{v, matrix(b, 1000, 2)})
	})
	m, err := readWithin(t, deep)
	if err != nil || len(m.layers) != 4 {
		t.Errorf("%d MB: %v", len(deep)>>20, err)
	}
	_, err = readWithin(t, file(1000, 13, func(b *builder) string {
		v := "x"
		for range 3 {
			v = b.node("Gemm", []string{v, matrix(b, 1000, 1000)})
		}
		return v
	}))
	if err != nil {
		t.Errorf("products that cannot be joined: %v", err)
	}
}

// TestNumbersThatAreNotWhole checks that a file is rejected if an index, kind or size is not a
// whole number. Processors differ in how they convert NaN, infinity or 1e300 to an integer.
func TestNumbersThatAreNotWhole(t *testing.T) {
	for _, bad := range []string{"NaN", "inf", "-inf", "1e300", "-1e300", "0.5", "-9223372036854775808"} {
		for _, line := range []string{"split_feature=1", "threshold=0", "decision_type=1", "left_child=-1",
			"right_child=-2", "cat_boundaries=0 1", "cat_boundaries=0", "cat_threshold=5"} {
			at := max(strings.LastIndexAny(line, "= "), 0) + 1
			refusesNumber(t, strings.Replace(string(catTree("0:1:2", 5, "null")), line, line[:at]+bad, 1), line+" "+bad)
		}
		text := string(read(t, "testdata/xgboost-binary.json"))
		for _, key := range []string{"left_children", "right_children", "split_indices", "default_left", "split_type",
			"tree_info"} {
			at := strings.Index(text, `"`+key+`":[`)
			if at < 0 {
				t.Fatalf("the model has no %s", key)
			}
			at += len(key) + 4
			end := at + strings.IndexAny(text[at:], ",]")
			refusesNumber(t, text[:at]+bad+text[end:], key+" "+bad)
		}
		v, err := strconv.ParseFloat(bad, 64)
		if err != nil {
			t.Fatal(err)
		}
		refusesNumber(t, string(file(2, 13, func(b *builder) string {
			return b.node("Reshape", []string{"x", b.double(v)})
		})), "a shape of "+bad)
		if v == 0.5 || v == math.MinInt64 { // is cast to 0, and represents the number of examples
			continue
		}
		refusesNumber(t, string(file(2, 13, func(b *builder) string {
			return b.node("Add",
				[]string{"x", b.node("Cast", []string{b.node("Cast", []string{b.double(v)}, withInt("to", typeInt64))},
					withInt("to", typeFloat))})
		})), "a cast of "+bad)
	}
}

func refusesNumber(t *testing.T, file, name string) {
	t.Helper()
	_, err := Read([]byte(file), "")
	if err == nil {
		t.Errorf("%s is read", name)
		return
	}
	checkSentence(t, err.Error())
}
