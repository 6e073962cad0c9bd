package onnx

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"causeway/core/data"
)

// kernelCase is a graph from the inputs x (4 numbers), i (2 whole numbers) and s (2 texts) to
// values that are cast to numbers.
type kernelCase struct {
	name  string
	opset int64
	build func(b *builder) string
}

// kernelRow is a row of the inputs of all cases.
type kernelRow struct {
	x []float64
	i []float64
	s []string
}

var kernelRows = []kernelRow{
	{[]float64{0.5, -1.25, 2, -0.75}, []float64{1, -2}, []string{"red", "Low"}},
	{[]float64{3.5, 0, -2.5, 1}, []float64{0, 3}, []string{"blue", ""}},
	{[]float64{math.NaN(), 1.5, -0.5, 2.5}, []float64{2, 1}, []string{"?", "high"}},
	{[]float64{-4, 0.25, math.Inf(1), 7.5}, []float64{-1, 0}, []string{"green", "2.5"}},
}

// words writes a constant of texts.
func (b *builder) words(shape []int, v ...string) string {
	var t message
	for _, d := range shape {
		t.int(1, int64(d))
	}
	t.int(2, typeString)
	for _, s := range v {
		t.text(6, s)
	}
	name := b.name()
	t.text(8, name)
	b.tensors.bytes(5, t)
	return name
}

// withTensor adds an attribute that is a tensor.
func withTensor(name string, kind int64, n int, raw []byte, words ...string) option {
	return func(m *message) {
		var t, a message
		t.int(1, int64(n))
		t.int(2, kind)
		for _, s := range words {
			t.text(6, s)
		}
		if words == nil {
			t.bytes(9, raw)
		}
		a.text(1, name)
		a.bytes(5, t)
		a.int(20, 4)
		m.bytes(5, a)
	}
}

// micro moves a node to the domain of ONNX Runtime's own operators.
func micro(n *message) { n.text(7, domainMicrosoft) }

func kernelCases() (all []kernelCase) {
	add := func(name string, opset int64, build func(b *builder) string) {
		all = append(all, kernelCase{name, opset, build})
	}
	for _, op := range []string{"Neg", "Abs", "Reciprocal", "Floor", "Ceil", "Round", "Sign", "Sqrt", "Exp", "Log",
		"Erf", "Sin", "Cos",
		"Sigmoid", "Tanh", "Softplus", "Softsign", "Relu", "HardSwish", "Mish", "LeakyRelu", "Elu", "Celu", "Selu",
		"ThresholdedRelu", "HardSigmoid", "IsNaN", "IsInf", "Gelu", "Identity", "Dropout", "Softmax",
		"LogSoftmax", "ReduceLogSumExp"} {
		add(op, 20, func(b *builder) string { return b.node(op, []string{"x"}) })
	}
	for _, op := range []string{"Size", "Shape"} {
		add(op, 20, func(b *builder) string {
			n := b.node("Cast", []string{b.node(op, []string{"x"})}, withInt("to", typeFloat))
			return b.node("Mul", []string{n, b.node("Gather", []string{"x", b.ints(3)}, withInt("axis", 1))})
		})
	}
	add("Gelu by tanh", 20, func(b *builder) string {
		return b.node("Gelu", []string{"x"}, withText("approximate", "tanh"))
	})
	for _, op := range []string{"LeakyRelu", "Elu", "Celu", "ThresholdedRelu"} {
		add(op+" with alpha", 20, func(b *builder) string { return b.node(op, []string{"x"}, withFloat("alpha", 1.5)) })
	}
	add("IsInf above", 20, func(b *builder) string {
		return b.node("IsInf", []string{"x"}, withInt("detect_negative", 0))
	})
	for _, op := range []string{"Add", "Sub", "Mul", "Div", "Pow", "PRelu", "Less", "LessOrEqual", "Greater",
		"GreaterOrEqual", "Equal", "Max", "Min", "Sum", "Mean"} {
		add(op, 18, func(b *builder) string { return b.node(op, []string{"x", b.floats([]int{4}, 2, 0.25, -0.5, 1)}) })
	}
	add("Add by a column", 18, func(b *builder) string {
		return b.node("Add", []string{"x", b.floats([]int{3, 1}, 2, 0.25, -0.5)})
	})
	add("Max of three", 18, func(b *builder) string {
		return b.node("Max", []string{"x", b.floats(nil, 0), b.floats([]int{2, 4}, 0, 1, 2, 3, 4, 5, 6, 7)})
	})
	for _, op := range []string{"Add", "Sub", "Mul", "Div", "Pow", "Less", "Equal", "Max"} {
		add(op+" of whole numbers", 18, func(b *builder) string { return b.node(op, []string{"i", b.ints(3, 2)}) })
	}
	add("Mod", 18, func(b *builder) string { return b.node("Mod", []string{"i", b.ints(-3, 2)}) })
	add("Mod like fmod", 18, func(b *builder) string {
		return b.node("Mod", []string{b.node("Gather", []string{"x", b.ints(0, 1, 3)}, withInt("axis", 1)),
			b.floats([]int{3}, 0.75, 2, -2)}, withInt("fmod", 1))
	})
	low := func(b *builder) string { return b.node("Less", []string{"x", b.floats(nil, 0.5)}) }
	high := func(b *builder) string { return b.node("Greater", []string{"x", b.floats([]int{4}, 0, -1, 1, 2)}) }
	for _, op := range []string{"And", "Or", "Xor"} {
		add(op, 18, func(b *builder) string { return b.node(op, []string{low(b), high(b)}) })
	}
	add("Not", 18, func(b *builder) string { return b.node("Not", []string{low(b)}) })
	add("Where", 18, func(b *builder) string { return b.node("Where", []string{low(b), "x", b.floats(nil, 9)}) })
	add("Where of texts", 19, func(b *builder) string {
		w := b.node("Where", []string{b.node("Equal", []string{"s", b.words([]int{1}, "")}), b.words([]int{1},
			"blue"), "s"})
		return b.node("LabelEncoder", []string{w}, ml, withTexts("keys_strings", "blue", "red"),
			withFloats("values_floats", 3, 4), withFloat("default_float", -7))
	})
	add("Equal of texts", 19, func(b *builder) string {
		return b.node("Equal", []string{"s", b.words([]int{2, 1}, "red", "Low")})
	})
	add("Clip", 18, func(b *builder) string {
		return b.node("Clip", []string{"x", b.floats(nil, -1), b.floats(nil, 1.25)})
	})
	add("Clip by attributes", 9, func(b *builder) string {
		return b.node("Clip", []string{"x"}, withFloat("min", -1), withFloat("max", 1))
	})
	for _, to := range []int64{typeUint8, typeInt8, typeInt16, typeInt32, typeInt64, typeBool, typeDouble, typeFloat} {
		add("Cast to "+typeName(to), 18, func(b *builder) string {
			return b.node("Cast", []string{b.node("Where", []string{b.node("Less", []string{
				b.node("Abs", []string{"x"}), b.floats(nil, 100)}), "x", b.floats(nil, 5)})}, withInt("to", to))
		})
	}
	add("Cast to and from texts", 18, func(b *builder) string {
		v := b.node("Cast", []string{"i"}, withInt("to", typeString))
		w := b.node("Cast", []string{v}, withInt("to", typeFloat))
		l := b.node("LabelEncoder", []string{v}, ml, withTexts("keys_strings", "-2", "3"),
			withFloats("values_floats", 5, 6))
		return b.node("Concat", []string{w, l}, withInt("axis", 1))
	})
	add("Cast of a fraction to a text", 18, func(b *builder) string {
		v := b.node("Cast", []string{"x"}, withInt("to", typeString))
		return b.node("LabelEncoder", []string{v}, ml, withTexts("keys_strings", "-1.25", "2", "-0.5", "NaN"),
			withFloats("values_floats", 5, 6, 7, 8))
	})
	add("CastLike", 18, func(b *builder) string { return b.node("CastLike", []string{"i", b.floats(nil, 1)}) })
	add("MatMul", 18, func(b *builder) string {
		return b.node("MatMul", []string{"x", b.floats([]int{4, 2}, 1, 2, 3, -4, 0.5, 0.25, -1, 2)})
	})
	add("MatMul of stacks", 18, func(b *builder) string {
		v := b.node("Reshape", []string{"x", b.ints(2, 1, 2)})
		return b.node("MatMul", []string{v, b.floats([]int{2, 3}, 1, 2, 3, -4, 0.5, 0.25)})
	})
	add("Gemm", 18, func(b *builder) string {
		return b.node("Gemm", []string{"x", b.floats([]int{2, 4}, 1, 2, 3, -4, 0.5, 0.25, -1, 2), b.floats([]int{1},
			3)},
			withInt("transB", 1), withFloat("alpha", 0.5), withFloat("beta", 2))
	})
	add("Gemm of a column", 18, func(b *builder) string {
		v := b.node("Reshape", []string{"x", b.ints(4, 1)})
		return b.node("Gemm", []string{v, b.floats([]int{4, 1}, 1, 2, 3, -4)}, withInt("transA", 1))
	})
	add("LayerNormalization", 18, func(b *builder) string {
		return b.node("LayerNormalization", []string{"x", b.floats([]int{4}, 1, 2, 3, 4), b.floats([]int{4}, 0, 1,
			0, 1)})
	})
	add("BatchNormalization", 15, func(b *builder) string {
		k := b.floats([]int{4}, 1, 2, 3, 4)
		return b.node("BatchNormalization", []string{"x", k, k, b.floats([]int{4}, 0.5, 0, 1, 0), k})
	})
	for op := range reductions {
		add(op+" by an input", 18, func(b *builder) string {
			return b.node(op, []string{b.node("Reshape", []string{"x", b.ints(1, 2, 2)}), b.ints(-1)})
		})
		add(op+" by an attribute", 11, func(b *builder) string {
			return b.node(op, []string{"x"}, withInts("axes", 1), withInt("keepdims", 0))
		})
	}
	slices.SortStableFunc(all, func(a, b kernelCase) int { return strings.Compare(a.name, b.name) })
	add("ReduceSum of all", 13, func(b *builder) string {
		return b.node("ReduceSum", []string{"x"},
			withInt("keepdims", 0))
	})
	for _, op := range []string{"ArgMax", "ArgMin"} {
		add(op, 18, func(b *builder) string {
			return b.node(op, []string{b.node("Round", []string{"x"})}, withInt("axis", 1), withInt("keepdims", 0))
		})
		add(op+", the last", 18, func(b *builder) string {
			return b.node(op, []string{b.node("Sign", []string{"x"})}, withInt("axis", -1),
				withInt("select_last_index", 1))
		})
	}
	for p := range 2 {
		add(fmt.Sprint("LpNormalization ", p), 18, func(b *builder) string {
			return b.node("LpNormalization", []string{"x"}, withInt("p", int64(p+1)), withInt("axis", 1))
		})
	}
	for k := range 2 {
		add(fmt.Sprint("TopK ", k), 18, func(b *builder) string {
			out := []string{"values", "places"}
			b.nodeAs(out, "TopK", []string{b.node("Clip", []string{"x", b.floats(nil, -3), b.floats(nil, 3)}),
				b.ints(2)},
				withInt("largest", int64(k)))
			return out[k]
		})
	}
	for k, o := range [][]option{nil, {withInt("exclusive", 1)}, {withInt("reverse", 1)}} {
		add(fmt.Sprint("CumSum ", k), 18, func(b *builder) string {
			return b.node("CumSum", []string{"x", b.tensor(typeInt64, nil, []byte{1, 0, 0, 0, 0, 0, 0, 0})}, o...)
		})
	}
	add("QuantizeLinear and back", 18, func(b *builder) string {
		scale, zero := b.floats(nil, 0.05), b.tensor(typeInt8, nil, []byte{3})
		q := b.node("QuantizeLinear", []string{b.node("Clip", []string{"x", b.floats(nil, -3), b.floats(nil, 9)}),
			scale, zero})
		return b.node("Concat", []string{b.node("Cast", []string{q}, withInt("to", typeFloat)),
			b.node("DequantizeLinear", []string{q, scale, zero})}, withInt("axis", 1))
	})
	add("QuantizeLinear by channel", 18, func(b *builder) string {
		v := b.node("Clip", []string{"x", b.floats(nil, -3), b.floats(nil, 9)})
		return b.node("Cast", []string{b.node("QuantizeLinear", []string{v, b.floats([]int{4}, 0.1, 0.2, 0.3, 0.4),
			b.tensor(typeUint8, []int{4}, []byte{0, 10, 20, 30})}, withInt("axis", 1))}, withInt("to", typeFloat))
	})
	add("Constant", 18, func(b *builder) string {
		return b.node("Add", []string{"x", b.node("Constant", nil, withFloats("value_floats", 1, 2, 3, 4))})
	})
	add("Reshape with -1 and 0", 18, func(b *builder) string {
		return b.node("ReduceSum", []string{b.node("Reshape", []string{"x", b.ints(0, -1, 2)}), b.ints(2)})
	})
	add("Flatten", 18, func(b *builder) string {
		v := b.node("Flatten", []string{b.node("Reshape", []string{"x", b.ints(2, 2, 1)})}, withInt("axis", -1))
		return b.node("MatMul", []string{v, b.floats([]int{1, 2}, 1, 2)})
	})
	add("Squeeze and Unsqueeze by inputs", 18, func(b *builder) string {
		v := b.node("Unsqueeze", []string{"x", b.ints(0, -1)})
		return b.node("ReduceSum", []string{b.node("Squeeze", []string{v, b.ints(0)}), b.ints(1)})
	})
	add("Squeeze and Unsqueeze by attributes", 11, func(b *builder) string {
		v := b.node("Unsqueeze", []string{"x"}, withInts("axes", 0, 3))
		return b.node("Squeeze", []string{v}, withInts("axes", 0))
	})
	add("Transpose", 18, func(b *builder) string {
		return b.node("Transpose", []string{b.node("Reshape", []string{"x", b.ints(2, 1, 2)})}, withInts("perm", 2,
			0, 1))
	})
	add("Expand", 18, func(b *builder) string { return b.node("Expand", []string{"x", b.ints(2, 1, 4)}) })
	add("Tile", 18, func(b *builder) string { return b.node("Tile", []string{"x", b.ints(2, 3)}) })
	add("Concat", 18, func(b *builder) string { return b.node("Concat", []string{"x", "x"}, withInt("axis", 0)) })
	add("Split in half", 18, func(b *builder) string {
		b.nodeAs([]string{"p", "q"}, "Split", []string{"x"}, withInt("axis", 1), withInt("num_outputs", 2))
		return b.node("Sub", []string{"q", "p"})
	})
	add("Split by sizes", 13, func(b *builder) string {
		b.nodeAs([]string{"p", "q"}, "Split", []string{"x", b.ints(1, 3)}, withInt("axis", 1))
		return b.node("Sub", []string{"q", "p"})
	})
	add("Split by an attribute", 11, func(b *builder) string {
		b.nodeAs([]string{"p", "q"}, "Split", []string{"x"}, withInt("axis", 1), withInts("split", 3, 1))
		return b.node("Mul", []string{"q", "p"})
	})
	add("Slice of two dimensions", 18, func(b *builder) string {
		v := b.node("Reshape", []string{"x", b.ints(2, 2)})
		return b.node("Slice", []string{v, b.ints(1, -1), b.ints(-9, 9), b.ints(0, 1), b.ints(-1, 1)})
	})
	add("Slice by attributes", 9, func(b *builder) string {
		return b.node("Slice", []string{"x"}, withInts("starts", 1), withInts("ends", 3), withInts("axes", 1))
	})
	add("Gather of a table", 18, func(b *builder) string {
		return b.node("Gather", []string{b.floats([]int{3, 2}, 1, 2, 3, 4, 5, 6),
			b.node("Mod", []string{"i", b.ints(3)})})
	})
	add("GatherElements", 18, func(b *builder) string {
		return b.node("GatherElements", []string{"x", b.node("Mod", []string{"i", b.ints(4)})}, withInt("axis", 1))
	})
	add("GatherND", 18, func(b *builder) string {
		at := b.node("Concat", []string{b.node("Reshape", []string{b.ints(0, 0), b.ints(2, 1)}),
			b.node("Reshape", []string{b.node("Mod", []string{"i", b.ints(4)}), b.ints(2, 1)})}, withInt("axis", 1))
		return b.node("GatherND", []string{"x", at})
	})
	add("ScatterElements", 18, func(b *builder) string {
		return b.node("ScatterElements", []string{"x", b.node("Mod", []string{"i", b.ints(4)}), b.floats([]int{1,
			2}, 7, 8)},
			withInt("axis", 1))
	})
	add("Range", 18, func(b *builder) string {
		zero := make([]byte, 8)
		two, seven := slices.Clone(zero), slices.Clone(zero)
		two[0], seven[0] = 2, 7
		r := b.node("Range", []string{b.tensor(typeInt64, nil, zero), b.tensor(typeInt64, nil, seven),
			b.tensor(typeInt64, nil, two)})
		return b.node("Mul", []string{"x", b.node("Cast", []string{r}, withInt("to", typeFloat))})
	})
	add("ConstantOfShape", 18, func(b *builder) string {
		k := b.node("ConstantOfShape", []string{b.node("Shape", []string{"x"})},
			withTensor("value", typeFloat, 1, []byte{0, 0, 0x20, 0x40}))
		return b.node("Add", []string{"x", k})
	})
	add("OneHot", 18, func(b *builder) string {
		return b.node("OneHot", []string{"i", b.ints(4), b.floats([]int{2}, -1, 2)}, withInt("axis", 1))
	})
	add("Swish", 24, func(b *builder) string { return b.node("Swish", []string{"x"}, withFloat("alpha", 2)) })
	addML(add)
	return all
}

func addML(add func(name string, opset int64, build func(b *builder) string)) {
	one := func(op string, in string, o ...option) {
		name := op
		for i := 2; ; i++ {
			if !slices.Contains(kernelNames, name) {
				break
			}
			name = fmt.Sprint(op, " ", i)
		}
		kernelNames = append(kernelNames, name)
		add(name, 18, func(b *builder) string { return b.node(op, []string{in}, append([]option{ml}, o...)...) })
	}
	kernelNames = nil
	one("Binarizer", "x", withFloat("threshold", 0.25))
	one("Scaler", "x", withFloats("offset", 1, 0.5, 0.25, -3), withFloats("scale", 2, 0.1, 0.3, 1))
	one("Scaler", "i", withFloats("offset", 1), withFloats("scale", 2))
	for _, norm := range []string{"MAX", "L1", "L2"} {
		one("Normalizer", "x", withText("norm", norm))
	}
	one("Imputer", "x", withFloats("imputed_value_floats", 7, 8, 9, 10), withFloat("replaced_value_float",
		float32(math.NaN())))
	one("Imputer", "x", withFloats("imputed_value_floats", 7), withFloat("replaced_value_float", -1.25))
	one("Imputer", "i", withInts("imputed_value_int64s", 7, 8), withInt("replaced_value_int64", -2))
	one("LabelEncoder", "s", withTexts("keys_strings", "red", "Low", ""), withInts("values_int64s", 4, 5, 6),
		withInt("default_int64", 9))
	one("LabelEncoder", "i", withInts("keys_int64s", 1, -2, 3), withFloats("values_floats", 0.5, 1.5, 2.5),
		withFloat("default_float", -3))
	one("LabelEncoder", "x", withFloats("keys_floats", 0.5, float32(math.NaN()), 1), withFloats("values_floats", 2,
		3, 4))
	add("LabelEncoder of a gap", 21, func(b *builder) string {
		return b.node("LabelEncoder", []string{"x"}, ml, withFloats("keys_floats", 0.5, float32(math.NaN())),
			withFloats("values_floats", 2, 3))
	})
	one("LabelEncoder", "i", withInts("keys_int64s", 1, 3), withInts("values_int64s", 10, 30))
	one("OneHotEncoder", "s", withTexts("cats_strings", "red", "Low", "blue"))
	one("OneHotEncoder", "i", withInts("cats_int64s", 0, 1, 3))
	one("CategoryMapper", "s", withTexts("cats_strings", "red", "Low", "blue"), withInts("cats_int64s", 7, 8, 9),
		withInt("default_int64", -4))
	one("FeatureVectorizer", "x", withInts("inputdimensions", 4))
	add("StringNormalizer", 18, func(b *builder) string {
		v := b.node("StringNormalizer", []string{b.node("Reshape", []string{"s", b.ints(1, 2)})},
			withText("case_change_action", "LOWER"), withText("locale", "C"))
		return b.node("LabelEncoder", []string{v}, ml, withTexts("keys_strings", "low", "red"),
			withFloats("values_floats", 1, 2))
	})
	add("LabelEncoder of texts to texts", 18, func(b *builder) string {
		v := b.node("LabelEncoder", []string{"s"}, ml, withTexts("keys_strings", "red", ""),
			withTexts("values_strings", "warm", "none"),
			withText("default_string", "cold"))
		return b.node("OneHotEncoder", []string{v}, ml, withTexts("cats_strings", "none", "warm", "cold"))
	})
	add("LabelEncoder of whole numbers to texts", 18, func(b *builder) string {
		v := b.node("LabelEncoder", []string{"i"}, ml, withInts("keys_int64s", 1, 3), withTexts("values_strings",
			"one", "three"))
		return b.node("OneHotEncoder", []string{v}, ml, withTexts("cats_strings", "one", "three", "_Unused"))
	})
	add("ArrayFeatureExtractor", 18, func(b *builder) string {
		return b.node("ArrayFeatureExtractor", []string{"x", b.ints(3, 0)}, ml)
	})
	add("CDist", 18, func(b *builder) string {
		return b.node("CDist", []string{"x", b.floats([]int{3, 4}, 1, 2, 3, 4, 0, 0, 0, 0, -1, 1, 0.5, 2)}, micro,
			withText("metric", "euclidean"))
	})
	add("Einsum", 18, func(b *builder) string {
		w := b.floats([]int{4, 2, 2}, 1, 2, -1, 0.5, 3, -2, 0, 1, 1, 1, 0.25, -3, 2, 0, 1, -1)
		return b.node("Einsum", []string{"x", w}, withText("equation", "b i, i j k -> b k j"))
	})
	add("Einsum of two", 18, func(b *builder) string {
		return b.node("Einsum", []string{"x", b.node("Abs", []string{"x"})}, withText("equation", "bi,bj->bij"))
	})
	linear := []option{ml, withFloats("coefficients", 1, 2, -1, 0.5, 0.25, -2, 1, 1, -1, 0, 0.5, 1),
		withFloats("intercepts", 0.5, -0.5, 0.25), withTexts("classlabels_strings", "a", "b", "c"),
		withText("post_transform", "SOFTMAX")}
	twice := func(b *builder, op string, o ...option) string { // labels beside shares
		gap := b.node("IsNaN", []string{"x"})
		v := b.node("Clip", []string{b.node("Where", []string{gap, b.floats(nil, 0), "x"}), b.floats(nil, -5),
			b.floats(nil, 5)})
		b.nodeAs([]string{"label", "shares"}, op, []string{v}, o...)
		if op == "SVMClassifier" {
			return "shares"
		}
		hot := b.node("OneHotEncoder", []string{"label"}, ml, withTexts("cats_strings", "a", "b", "c"))
		hot = b.node("Reshape", []string{hot, b.ints(1, 3)})
		return b.node("Concat", []string{hot, "shares"}, withInt("axis", 1))
	}
	add("LinearClassifier", 18, func(b *builder) string { return twice(b, "LinearClassifier", linear...) })
	add("LinearClassifier of two", 18, func(b *builder) string {
		return twice(b, "LinearClassifier", ml, withFloats("coefficients", 1, 2, -1, 0.5), withFloats("intercepts",
			0.25),
			withTexts("classlabels_strings", "a", "b"), withText("post_transform", "LOGISTIC"))
	})
	add("LinearRegressor", 18, func(b *builder) string {
		return b.node("LinearRegressor", []string{"x"}, ml, withFloats("coefficients", 1, 2, -1, 0.5),
			withFloats("intercepts", 0.25),
			withInt("targets", 1))
	})
	vectors := []option{ml, withText("kernel_type", "RBF"), withFloats("kernel_params", 0.1, 0, 3),
		withFloats("support_vectors", 1, 0.5, -1, 0.25, 0.5, -2, 1, 1), withFloats("rho", 0.125)}
	add("SVMClassifier", 18, func(b *builder) string {
		return twice(b, "SVMClassifier", append(vectors, withFloats("coefficients", 0.75, -0.5),
			withInts("vectors_per_class", 1, 1),
			withFloats("prob_a", -1.5), withFloats("prob_b", 0.25), withTexts("classlabels_strings", "a", "b"))...)
	})
	add("SVMRegressor", 18, func(b *builder) string {
		return b.node("SVMRegressor", []string{"x"}, append(vectors, withFloats("coefficients", 0.75, -0.5),
			withInt("n_supports", 2))...)
	})
	add("TreeEnsembleClassifier", 18, func(b *builder) string {
		return twice(b, "TreeEnsembleClassifier", twoTrees("class", []int64{0, 1, 2, 0}, []float32{0.5, 0.25, 0.125, 1},
			withTexts("classlabels_strings", "a", "b", "c"))...)
	})
	add("TreeEnsembleRegressor", 18, func(b *builder) string {
		return b.node("TreeEnsembleRegressor", []string{"x"}, twoTrees("target", []int64{0, 0, 0, 0}, []float32{0.5,
			0.25, 0.125, 1},
			withInt("n_targets", 1), withText("aggregate_function", "AVERAGE"))...)
	})
	raw := func(v ...float32) (b []byte) {
		for _, x := range v {
			b = append(b, byte(math.Float32bits(x)), byte(math.Float32bits(x)>>8), byte(math.Float32bits(x)>>16),
				byte(math.Float32bits(x)>>24))
		}
		return b
	}
	add("TreeEnsemble", 21, func(b *builder) string {
		return b.node("TreeEnsemble", []string{"x"}, ml, withInt("n_targets", 2), withInt("aggregate_function", 1),
			withInts("tree_roots", 0, 2), withInts("nodes_featureids", 0, 1, 2),
			withTensor("nodes_modes", typeUint8, 3, []byte{0, 3, 6}), withTensor("nodes_splits", typeFloat, 3,
				raw(0.75, 0, 0)),
			withInts("nodes_truenodeids", 1, 0, 3), withInts("nodes_trueleafs", 0, 1, 1),
			withInts("nodes_falsenodeids", 2, 1, 4), withInts("nodes_falseleafs", 1, 1, 1),
			withTensor("membership_values", typeFloat, 3, raw(1, 2, float32(math.NaN()))),
			withInts("leaf_targetids", 0, 1, 0, 0, 1), withTensor("leaf_weights", typeFloat, 5, raw(1, 2, 4, 8, 16)))
	})
}

var kernelNames []string

func (k kernelCase) file() []byte {
	b := newBuilder(data.Schema{})
	b.input("x", typeFloat, 4)
	b.input("i", typeInt64, 2)
	b.input("s", typeString, 2)
	y := b.node("Cast", []string{k.build(b)}, withInt("to", typeFloat))
	b.nodeAs([]string{"y"}, "Reshape", []string{y, b.ints(-1)})
	b.output("y", typeFloat)
	m := message(b.model(k.opset))
	var micro, sk message
	micro.text(1, domainMicrosoft)
	micro.int(2, 1)
	m.bytes(8, micro)
	if k.opset > 20 {
		sk.text(1, domainML)
		sk.int(2, 5)
		m.bytes(8, sk)
	}
	return m
}

// run evaluates a case for a row, with the texts as they are.
func (k kernelCase) run(t *testing.T, rows []kernelRow) (all [][]float64, err error) {
	t.Helper()
	_, output, x, err := openOutput(k.file(), "y")
	if err != nil {
		return nil, err
	}
	if _, err := x.evaluated(output); err != nil {
		return nil, err
	}
	e := x.eval
	for _, r := range rows {
		m := e.machine
		a := &arena{slots: slices.Clone(e.slots)}
		m.arena, a.call.machine = a, &m
		for _, in := range e.inputs {
			v := a.array(in.elem, in.dims, width(in.dims))
			copy(v.texts, r.s)
			if copy(v.vals, r.x); in.elem == typeInt64 {
				copy(v.vals, r.i)
			}
			a.slots[in.slot] = v
		}
		for i := range e.steps {
			if !a.step(&e.steps[i]) {
				t.Fatalf("%s fails for %v", k.name, r)
			}
		}
		y := slices.Clone(a.slots[e.out].vals)
		if a.failed {
			y = nil
		}
		all = append(all, y)
	}
	return all, nil
}

// TestKernelsAreThoseOfTheRuntime compares every operator that is evaluated with
// kernels.golden, which holds the answers of ONNX Runtime 1.30. CAUSEWAY_UPDATE and
// onnxruntime-node write it again. null stands for what is not finite.
func TestKernelsAreThoseOfTheRuntime(t *testing.T) {
	all := kernelCases()
	if os.Getenv("CAUSEWAY_UPDATE") != "" {
		writeKernels(t, all)
	}
	var said map[string][][]*float64
	if err := json.Unmarshal(read(t, "testdata/kernels.golden"), &said); err != nil {
		t.Fatal(err)
	}
	tested := map[string]bool{"ZipMap": true} // in TestReadsWhatPyTorchWrites and the endings
	for _, c := range all {
		_, _, x, err := openOutput(c.file(), "y")
		if err != nil {
			t.Fatal(err)
		}
		for i := range x.graph.nodes {
			tested[x.graph.nodes[i].op] = true
		}
		got, err := c.run(t, kernelRows)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		want, ok := said[c.name]
		if !ok {
			t.Errorf("%s: the runtime says nothing", c.name)
		}
		for r, w := range want {
			if w == nil && got[r] == nil {
				continue
			}
			ok := len(got[r]) == len(w)
			for i := 0; ok && i < len(w); i++ {
				g := got[r][i]
				ok = w[i] == nil && !finite(g) || w[i] != nil && math.Abs(g-*w[i]) <= 2e-6*(1+math.Abs(*w[i]))
			}
			if !ok {
				b, _ := json.Marshal(w)
				t.Errorf("%s, row %d: %v, want %s", c.name, r, got[r], b)
			}
		}
	}
	for _, ops := range operators {
		for op := range ops {
			if !tested[op] {
				t.Errorf("%s has no case", op)
			}
		}
	}
}

func writeKernels(t *testing.T, all []kernelCase) {
	t.Helper()
	dir := t.TempDir()
	numbers := func(kind string, v []float64) feed {
		f := feed{Type: kind, Dims: []int{1, len(v)}}
		for _, x := range v {
			if f.Data = append(f.Data, x); !finite(x) {
				f.Data[len(f.Data)-1] = strings.Replace(strconv.FormatFloat(x, 'g', -1, 64), "Inf", "Infinity", 1)
			}
		}
		return f
	}
	var jobs []map[string]any
	for i, c := range all {
		path := filepath.Join(dir, fmt.Sprint(i, ".onnx"))
		if err := os.WriteFile(path, c.file(), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, r := range kernelRows {
			jobs = append(jobs, map[string]any{"file": path, "inputs": map[string]feed{"x": numbers("float32", r.x),
				"i": numbers("int64", r.i), "s": {Type: "string", Dims: []int{1, 2}, Data: []any{r.s[0], r.s[1]}}}})
		}
	}
	in, err := json.Marshal(jobs)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "testdata/run.js")
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var said []map[string]json.RawMessage
	if err := json.Unmarshal(out, &said); err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	for i, c := range all {
		var rows []json.RawMessage
		for r := range kernelRows {
			one := said[i*len(kernelRows)+r]
			if why := one["error"]; why != nil {
				t.Logf("%s: %s", c.name, why)
				one["y"] = []byte("null")
			}
			rows = append(rows, one["y"])
		}
		v, err := json.Marshal(rows)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&text, "%c\n%q: %s", "{,"[min(i, 1)], c.name, v)
	}
	text.WriteString("\n}\n")
	if err := os.WriteFile("testdata/kernels.golden", text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
