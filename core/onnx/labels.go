package onnx

import "slices"

// Some files give only a class and no shares. The share of that class is then 1, and all others are
// 0.

const onlyLabels = "The model gives classes without probabilities, so its class counts as 100 % and all others " +
	"as 0 %."

// label returns the only output of a file that gives no numbers, or an empty text.
func (m *model) label() string {
	for _, v := range m.graph.out {
		if v.kind == 1 && slices.Contains([]int64{typeInt64, typeInt32, typeBool, typeString}, v.elem) {
			return v.name
		}
	}
	return ""
}

// labelModel reads a graph that gives only a class.
func (x *machine) labelModel(output string) (*Model, error) {
	x.onlyLabels = true
	f, err := x.evaluated(output)
	if err != nil {
		return nil, err
	}
	if x.labels = x.eval.labels; len(x.labels) < 2 {
		return nil, x.noLabels(output)
	}
	x.remark(onlyLabels)
	r := &Model{Output: output, Ends: Given, Classes: len(f.rows)}
	return r, x.compile(f, r)
}

// labelsOf lists the values that a label can have, in the order of the node that chooses it.
func (x *machine) labelsOf(output string) ([]string, error) {
	for range len(x.graph.nodes) {
		at := slices.IndexFunc(x.graph.nodes, func(n node) bool { return slices.Contains(n.out, output) })
		if at < 0 || len(x.graph.nodes[at].in) == 0 {
			break
		}
		n := &x.graph.nodes[at]
		c := &call{machine: x, node: n}
		switch n.op {
		case "Identity", "Cast", "Reshape", "Flatten", "Squeeze", "Unsqueeze":
			output = n.in[0]
		case "LinearClassifier", "TreeEnsembleClassifier", "SVMClassifier":
			if c.attr("classlabels_ints") != nil {
				return c.keys("classlabels_strings", "classlabels_ints")
			}
			return c.keys("classlabels_strings", "classlabels_int64s")
		case "LabelEncoder":
			words, numbers, err := c.listed("values")
			if err != nil {
				return nil, err
			}
			return c.codes(words, numbers)
		case "ArrayFeatureExtractor", "Gather":
			k := x.env[n.in[0]].c
			if k == nil || k.live {
				return nil, x.noLabels(output)
			}
			return c.codes(k.texts, k.vals)
		case "ArgMax", "ArgMin":
			if k := x.env[n.in[0]].c; k != nil && len(k.dims) > 0 {
				return c.counted(k.dims[len(k.dims)-1])
			}
			return nil, x.noLabels(output)
		case "Greater", "GreaterOrEqual", "Less", "LessOrEqual", "Equal", "Not", "And", "Or", "Xor":
			return []string{"0", "1"}, nil
		default:
			return nil, x.noLabels(output)
		}
	}
	return nil, x.noLabels(output)
}

func (x *machine) noLabels(output string) error {
	return refuse("The model gives only the label %s and does not list its classes. Export the model with its "+
		"probabilities.", quote(output))
}

// chosen appends a 1 for the class that a label names and 0 for all others.
func (e *evaluation) chosen(k *constant, dst []float64) []float64 {
	said := ""
	if k.isText() {
		said = k.texts[0]
	} else {
		said = formatCode(k.vals[0])
	}
	for _, l := range e.labels {
		dst = append(dst, one(l == said))
	}
	return dst
}
