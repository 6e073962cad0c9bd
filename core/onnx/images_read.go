package onnx

import (
	"math"
	"slices"

	"causeway/core/image"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// ImageModel is an image classifier trained elsewhere: a chain of layers from the pixels to a
// score for each class.
type ImageModel struct {
	Producer string
	Output   string
	Classes  int
	Bytes    bool // whether its input type requires pixels from 0 to 255

	net  nn.Net
	h, w int
	last bool // whether the classes have been computed, so that only changes of shape may follow
	work int  // multiplications per image
}

// Limits of an image network, for one image.
const (
	maxImageWork = 1 << 28 // multiplications
	maxImageWide = 1 << 21 // numbers in a layer
)

// ReadImages reads a classifier of images of h×w pixels in one channel. output is the name of the
// output with the classes; "" means the first that looks like it. The input may be
// examples×1×h×w, examples×h×w×1, examples×h×w or examples×(h·w). The known operators are Conv,
// MaxPool, AveragePool, GlobalAveragePool, GlobalMaxPool, Relu, LeakyRelu, Sigmoid, Tanh,
// BatchNormalization, Gemm, MatMul, arithmetic with constants, and operators that only change the
// shape.
func ReadImages(b []byte, output string, h, w int) (*ImageModel, error) {
	m, output, x, err := openOutput(b, output)
	if err != nil {
		return nil, err
	}
	c := &chain{machine: x, ImageModel: &ImageModel{Producer: m.producer, Output: output, h: h, w: w}, channels: 1,
		h: h, w: w, seen: map[string]bool{}}
	if err := c.begin(); err != nil {
		return nil, err
	}
	if err := c.walk(output, c.step); err != nil {
		return nil, err
	}
	if c.now != output || !c.flat() {
		return nil, refuse("The output %s is not a list of scores computed from the pixels.", quote(output))
	}
	if c.Classes = c.channels; c.Classes < 2 || c.Classes > image.MaxClasses {
		return nil, refuse("The network has %d classes; 2 to %d are supported.", c.Classes, image.MaxClasses)
	}
	if n := len(c.net); n == 0 {
		return nil, refuse("The network has no layers.")
	} else if a, is := c.net[n-1].(*nn.Apply); is && a.Act == nn.Sigmoid && !c.last {
		return nil, refuse("The network ends in a sigmoid, so an image can have several classes. Export a network " +
			"that ends in a softmax or in scores.")
	}
	return c.ImageModel, nil
}

// Reading is a way to encode pixels for a network: Scale*v + Shift for v from 0 to 1.
type Reading struct {
	Name         string
	Scale, Shift float32
}

// Readings lists the usual encodings of pixels. Files do not state which one a network expects.
var Readings = []Reading{
	{"from 0 to 1", 1, 0},
	{"from 0 to 255", 255, 0},
	{"from -1 to 1", 2, -1},
	{"with the mean and the deviation of MNIST taken off", 1 / 0.3081, -0.1307 / 0.3081},
	{"from 1 to 0, dark on light", -1, 1},
	{"from 255 to 0, dark on light", -255, 255},
	{"from 1 to -1, dark on light", -2, 1},
}

// Readings returns the indices in Readings that suit the type of the model's input.
func (m *ImageModel) Readings() (list []int) {
	for i, r := range Readings {
		if whole := r.Scale == 255 || r.Scale == -255; whole || !m.Bytes {
			list = append(list, i)
		}
	}
	return list
}

// Classifier returns the model as a black box that reads pixels in one of the Readings.
func (m *ImageModel) Classifier(reading int) *nn.Classifier {
	r := Readings[reading]
	if r.Scale == 1 && r.Shift == 0 {
		return &nn.Classifier{Net: m.net}
	}
	first := &nn.Apply{Each: m.h * m.w, W: []float32{r.Scale}, B: []float32{r.Shift}}
	return &nn.Classifier{Net: append(nn.Net{first}, m.net...)}
}

// chain follows the pixels through the nodes, and evaluates all other nodes as in any file.
type chain struct {
	*machine
	*ImageModel
	now            string // name of the value that depends on the pixels, after all layers so far
	channels, h, w int    // the size of that value; a list has one pixel
	seen           map[string]bool
}

func (c *chain) flat() bool { return c.h == 1 && c.w == 1 }
func (c *chain) size() int  { return c.channels * c.h * c.w }

// begin finds the input for the pixels.
func (c *chain) begin() error {
	for i := range c.graph.in {
		v := &c.graph.in[i]
		if c.lazy[v.name] != nil {
			continue
		}
		if c.now != "" {
			return refuse("The network has more than one input, %s and %s; only one input of images is "+
				"supported.", quote(c.now),
				quote(v.name))
		}
		c.now, c.Bytes = v.name, v.elem == typeUint8
		if v.kind != 1 || !slices.Contains([]int64{typeFloat, typeDouble, typeUint8}, v.elem) {
			return refuse("Input %s is %s; float, double and uint8 are supported.", quote(v.name), typeName(v.elem))
		}
		if len(v.dims) == 2 {
			c.channels, c.h, c.w = c.h*c.w, 1, 1
		}
		if !c.takes(v.dims) {
			return refuse("Input %s does not take the project's images, which have %d×%d pixels in one channel.",
				quote(v.name), c.ImageModel.h, c.ImageModel.w)
		}
	}
	if c.now == "" {
		return refuse("The network has no input.")
	}
	c.seen[c.now] = true
	return nil
}

// takes reports whether a shape matches the images. A dimension without a size matches any.
func (c *chain) takes(dims []int64) bool {
	h, w := int64(c.ImageModel.h), int64(c.ImageModel.w)
	for _, want := range [][]int64{{-1, 1, h, w}, {-1, h, w, 1}, {-1, h, w}, {-1, h * w}} {
		fits := len(want) == len(dims)
		for i := 1; fits && i < len(want); i++ {
			fits = dims[i] < 0 || dims[i] == want[i]
		}
		if fits {
			return true
		}
	}
	return false
}

// step processes a node, which either has only constant inputs or is the next one of the chain.
func (c *chain) step(n *node) error {
	from := -1
	for i, name := range n.in {
		if !c.seen[name] {
			continue
		}
		if name != c.now || from >= 0 {
			return refuse("%s, a %s, joins two branches of the network; only a chain of layers is supported.", n,
				plainName(n))
		}
		from = i
	}
	if from < 0 {
		return c.node(n)
	}
	if n.domain != "" {
		return refuse("%s is a %s; for images only standard ONNX operators are supported.", n, plainName(n))
	}
	k := call{machine: c.machine, node: n}
	if n.op == "Shape" {
		dims := []float64{1, float64(c.channels)}
		if !c.flat() {
			dims = append(dims, float64(c.h), float64(c.w))
		}
		c.env[n.out[0]] = val{c: &constant{kind: typeInt64, dims: []int{len(dims)}, vals: dims}}
		return nil
	}
	for i, name := range n.in {
		var v val
		if i != from && name != "" {
			var err error
			if v, err = c.value(n, name); err != nil {
				return err
			}
		}
		k.in = append(k.in, v)
	}
	do := layers[n.op]
	if do == nil {
		return k.refuse("is not supported in a network for images")
	}
	if c.last && !shapesOnly[n.op] {
		return k.refuse("comes after the classes, which is not supported")
	}
	if len(n.out) == 0 || c.seen[n.out[0]] {
		return k.refuse("has no output of its own")
	}
	if err := do(c, &k, from); err != nil {
		return err
	}
	if len(c.net) > nn.MaxLayers*4 || c.size() > maxImageWide || c.work > maxImageWork {
		return k.refuse("makes the network too large: an image would need more than %d million multiplications",
			maxImageWork>>20)
	}
	c.now = n.out[0]
	c.seen[c.now] = true
	return nil
}

// layers maps the operators of image networks.
var layers map[string]func(*chain, *call, int) error

// shapesOnly lists operators that may follow the classes.
var shapesOnly = map[string]bool{"Identity": true, "Reshape": true, "Flatten": true, "Squeeze": true, "Cast": true}

func init() {
	layers = map[string]func(*chain, *call, int) error{
		"Conv": (*chain).conv, "MaxPool": (*chain).pool, "AveragePool": (*chain).pool,
		"GlobalAveragePool": (*chain).global, "GlobalMaxPool": (*chain).global,
		"BatchNormalization": (*chain).normalize,
		"Gemm":               (*chain).gemm, "MatMul": (*chain).matMul, "Relu": (*chain).relu,
		"LeakyRelu": (*chain).leaky,
		"Sigmoid":   (*chain).sigmoid, "Tanh": (*chain).tanh,
		"Add": (*chain).arithmetic, "Sub": (*chain).arithmetic, "Mul": (*chain).arithmetic, "Div": (*chain).arithmetic,
		"Softmax": (*chain).ending, "LogSoftmax": (*chain).ending,
		"Identity": (*chain).nothing, "Dropout": (*chain).dropped, "Cast": (*chain).nothing,
		"Unsqueeze": (*chain).nothing, "Squeeze": (*chain).nothing,
		"Flatten": (*chain).flatten, "Reshape": (*chain).reshape, "Transpose": (*chain).transpose,
	}
}

func (c *chain) nothing(*call, int) error { return nil }

func (c *chain) dropped(k *call, _ int) error {
	if len(k.in) > 2 && k.in[2].c != nil && (len(k.in[2].c.vals) != 1 || k.in[2].c.vals[0] != 0) {
		return k.refuse("is in its training mode; export the network for inference")
	}
	return nil
}

// add appends a layer.
func (c *chain) add(l nn.Layer, channels, h, w, work int) {
	c.net = append(c.net, l)
	c.channels, c.h, c.w = channels, h, w
	c.work += work
}

// numbers returns the values of constant input i, which must have want elements.
func (c *chain) numbers(k *call, i, want int) ([]float32, error) {
	v, err := k.constant(i)
	if err != nil {
		return nil, err
	}
	if len(v.vals) != want {
		return nil, k.refuse("has %d numbers as input %d instead of %d", len(v.vals), i+1, want)
	}
	out := make([]float32, want)
	for j, x := range v.vals {
		if out[j] = float32(x); math.IsNaN(x) || math.IsInf(float64(out[j]), 0) {
			return nil, k.refuse("has a number that is not finite")
		}
	}
	return out, c.take(4 * want)
}

// window reads how a kernel of size high×across moves over the image.
func (c *chain) window(k *call, high, across int) (w nn.Window, err error) {
	w = nn.Window{H: c.h, Wide: c.w, High: high, Across: across, Down: 1, Right: 1}
	set := func(name string, to ...*int) error {
		v := k.ints(name)
		if v == nil {
			return nil
		}
		if len(v) != len(to) {
			return k.refuse("has %d numbers as %s instead of %d", len(v), name, len(to))
		}
		for i, x := range v {
			if x < 0 || x > image.MaxSide {
				return k.refuse("has %d as %s; at most %d is supported", x, name, image.MaxSide)
			}
			*to[i] = int(x)
		}
		return nil
	}
	one := [2]int{1, 1}
	for _, e := range []error{set("kernel_shape", &w.High, &w.Across), set("strides", &w.Down, &w.Right),
		set("pads", &w.Frame[0], &w.Frame[1], &w.Frame[2], &w.Frame[3]),
		set("dilations", &one[0], &one[1])} {
		if e != nil {
			return w, e
		}
	}
	if one != [2]int{1, 1} {
		return w, k.refuse("has dilations, which are not supported")
	}
	if min(w.High, w.Across, w.Down, w.Right) < 1 {
		return w, k.refuse("has a kernel or a stride of 0")
	}
	switch auto := k.text("auto_pad", "NOTSET"); auto {
	case "NOTSET", "VALID", "":
	case "SAME_UPPER", "SAME_LOWER":
		for i, x := range [2][3]int{{w.H, w.High, w.Down}, {w.Wide, w.Across, w.Right}} {
			need := max(((x[0]+x[2]-1)/x[2]-1)*x[2]+x[1]-x[0], 0)
			small, large := need/2, need-need/2
			if auto == "SAME_LOWER" {
				small, large = large, small
			}
			w.Frame[i], w.Frame[i+2] = small, large
		}
	default:
		return w, k.refuse("has the padding %s, which is unknown", quote(auto))
	}
	if max(w.Frame[0], w.Frame[2]) >= w.High || max(w.Frame[1], w.Frame[3]) >= w.Across {
		return w, k.refuse("has padding as wide as its kernel")
	}
	if w.H+w.Frame[0]+w.Frame[2] < w.High || w.Wide+w.Frame[1]+w.Frame[3] < w.Across {
		return w, k.refuse("has a kernel of %d×%d, which is larger than an image of "+
			"%d×%d", w.High, w.Across, w.H, w.Wide)
	}
	return w, nil
}

func (c *chain) conv(k *call, from int) error {
	weights, err := k.constant(1)
	if from != 0 || err != nil {
		return k.refuse("has no constant weights")
	}
	d := weights.dims
	switch {
	case len(d) != 4 || d[0] < 1 || d[2] < 1 || d[3] < 1:
		return k.refuse("has weights of %d dimensions; a convolution of images has 4", len(d))
	case k.integer("group", 1) != 1:
		return k.refuse("works on groups of channels, which is not supported")
	case d[1] != c.channels:
		return k.refuse("takes %d channels, but there are %d", d[1], c.channels)
	}
	if s := k.ints("kernel_shape"); s != nil && (len(s) != 2 || int(s[0]) != d[2] || int(s[1]) != d[3]) {
		return k.refuse("has a kernel shape that does not match its weights")
	}
	w, err := c.window(k, d[2], d[3])
	if err != nil {
		return err
	}
	f := &nn.Filter{Window: w, In: d[1], Out: d[0]}
	if f.W, err = c.numbers(k, 1, d[0]*d[1]*d[2]*d[3]); err != nil {
		return err
	}
	if f.B = make([]float32, d[0]); k.hasInput(2) {
		if f.B, err = c.numbers(k, 2, d[0]); err != nil {
			return err
		}
	}
	h, wide := w.Places()
	var l nn.Layer = f
	if p := w.Frame[0]; d[2] == kernel.Taps/3 && d[3] == kernel.Taps/3 && w.Down == 1 && w.Right == 1 && p <= 1 &&
		w.Frame == [4]int{p, p, p, p} {
		l = &nn.Conv{In: f.In, Out: f.Out, H: w.H, Wide: w.Wide, Pad: p, W: f.W, B: f.B}
	}
	c.add(l, f.Out, h, wide, len(f.W)*h*wide)
	return nil
}

func (c *chain) pool(k *call, _ int) error {
	if len(k.ints("kernel_shape")) != 2 {
		return k.refuse("has no kernel shape")
	}
	w, err := c.window(k, 1, 1)
	if err != nil {
		return err
	}
	h, wide := w.Places()
	if k.integer("ceil_mode", 0) != 0 && ((w.H+w.Frame[0]+w.Frame[2]-w.High)%w.Down != 0 ||
		(w.Wide+w.Frame[1]+w.Frame[3]-w.Across)%w.Right != 0) {
		return k.refuse("uses ceil_mode, which is not supported")
	}
	mean := k.node.op == "AveragePool"
	if half := (nn.Window{H: w.H, Wide: w.Wide, High: 2, Across: 2, Down: 2, Right: 2}); w == half {
		kind := nn.MaxOf
		if mean {
			kind = nn.MeanOf
		}
		c.add(nn.Resize{Channels: c.channels, H: w.H, Wide: w.Wide, Kind: kind}, c.channels, h, wide, 0)
		return nil
	}
	c.add(&nn.Pooling{Window: w, Channels: c.channels, Mean: mean, Whole: k.integer("count_include_pad", 0) != 0},
		c.channels, h, wide, c.channels*h*wide*w.High*w.Across)
	return nil
}

// global reduces each channel to one number.
func (c *chain) global(k *call, _ int) error {
	w := nn.Window{H: c.h, Wide: c.w, High: c.h, Across: c.w, Down: 1, Right: 1}
	c.add(&nn.Pooling{Window: w, Channels: c.channels, Mean: k.node.op == "GlobalAveragePool"}, c.channels, 1, 1,
		c.size())
	return nil
}

// apply computes w*x + b for every channel.
func (c *chain) apply(w, b []float32) {
	c.add(&nn.Apply{Each: c.h * c.w, W: w, B: b}, c.channels, c.h, c.w, c.size())
}

func (c *chain) normalize(k *call, from int) error {
	eps, err := k.float("epsilon", 1e-5)
	if err != nil || from != 0 || !(eps >= 0) {
		return k.refuse("has no constant statistics")
	}
	if k.integer("training_mode", 0) != 0 {
		return k.refuse("is in its training mode; export the network for inference")
	}
	var p [4][]float32
	for i := range p {
		if p[i], err = c.numbers(k, i+1, c.channels); err != nil {
			return err
		}
	}
	w, b := make([]float32, c.channels), make([]float32, c.channels)
	for o := range w {
		v := float64(p[3][o]) + eps
		if !(v > 0) {
			return k.refuse("has a variance that is not above 0")
		}
		s := float64(p[0][o]) / math.Sqrt(v)
		w[o], b[o] = float32(s), float32(float64(p[1][o])-float64(s*float64(p[2][o])))
	}
	c.apply(w, b)
	return nil
}

// arithmetic combines the value with a constant, or with one for each channel.
func (c *chain) arithmetic(k *call, from int) error {
	v, err := k.constant(1 - from)
	if err != nil {
		return err
	}
	n := len(v.vals)
	if n != 1 && (n != c.channels || !alongChannels(v.dims, c.flat())) {
		return k.refuse("has %d numbers for %d channels", n, c.channels)
	}
	w, b := make([]float32, c.channels), make([]float32, c.channels)
	for o := range w {
		x := v.vals[min(o, n-1)]
		w[o] = 1
		switch k.node.op {
		case "Add":
			b[o] = float32(x)
		case "Sub":
			b[o] = float32(-x)
			if from == 1 {
				w[o], b[o] = -1, float32(x)
			}
		case "Mul":
			w[o] = float32(x)
		case "Div":
			if from == 1 || x == 0 {
				return k.refuse("divides by a computed value or by 0")
			}
			w[o] = float32(1 / x)
		}
		if !finite(float64(w[o])) || !finite(float64(b[o])) {
			return k.refuse("has a number that is not finite")
		}
	}
	c.apply(w, b)
	return nil
}

// alongChannels reports whether a constant has its numbers in the channel dimension: the last one
// in a list, and otherwise the one before the two image dimensions.
func alongChannels(dims []int, flat bool) bool {
	for len(dims) > 0 && dims[0] == 1 {
		dims = dims[1:]
	}
	return flat && len(dims) == 1 || !flat && len(dims) == 3 && dims[1] == 1 && dims[2] == 1
}

// dense appends a fully connected layer with weights out×in.
func (c *chain) dense(k *call, w, b []float32, in, out int) error {
	if !c.flat() || in != c.channels {
		return k.refuse("takes %d numbers, but there are %d channels of %d×%d pixels", in, c.channels, c.h, c.w)
	}
	c.add(&nn.Block{Linear: nn.Linear{In: in, Out: out, W: w, B: b}}, out, 1, 1, in*out)
	return nil
}

func (c *chain) gemm(k *call, from int) error {
	alpha, err := k.float("alpha", 1)
	beta, err2 := k.float("beta", 1)
	if err != nil || err2 != nil || from != 0 || k.integer("transA", 0) != 0 {
		return k.refuse("does not multiply the examples by constant weights")
	}
	w, in, out, err := c.matrix(k, k.integer("transB", 0) != 0, alpha)
	if err != nil {
		return err
	}
	b := make([]float32, out)
	if k.hasInput(2) {
		n := len(k.in[2].c.vals)
		v, err := c.numbers(k, 2, n)
		if err != nil || n != 1 && n != out {
			return k.refuse("adds %d numbers to %d", n, out)
		}
		for o := range b {
			b[o] = float32(beta * float64(v[min(o, n-1)]))
		}
	}
	return c.dense(k, w, b, in, out)
}

func (c *chain) matMul(k *call, from int) error {
	if from != 0 {
		return k.refuse("does not multiply the examples by constant weights")
	}
	w, in, out, err := c.matrix(k, false, 1)
	if err != nil {
		return err
	}
	return c.dense(k, w, make([]float32, out), in, out)
}

// matrix reads weights as out×in.
func (c *chain) matrix(k *call, isOutIn bool, scale float64) (w []float32, in, out int, err error) {
	v, err := k.constant(1)
	if err != nil {
		return nil, 0, 0, err
	}
	if len(v.dims) != 2 || v.dims[0] < 1 || v.dims[1] < 1 {
		return nil, 0, 0, k.refuse("has weights of %d dimensions; 2 are supported", len(v.dims))
	}
	all, err := c.numbers(k, 1, v.dims[0]*v.dims[1])
	if err != nil {
		return nil, 0, 0, err
	}
	if in, out = v.dims[0], v.dims[1]; isOutIn {
		in, out = out, in
	}
	w = make([]float32, len(all))
	for o := range out {
		for i := range in {
			at := i*out + o
			if isOutIn {
				at = o*in + i
			}
			w[o*in+i] = float32(scale * float64(all[at]))
		}
	}
	return w, in, out, c.take(4 * len(w))
}

func (c *chain) relu(*call, int) error {
	if n := len(c.net); n > 0 {
		switch l := c.net[n-1].(type) {
		case *nn.Conv:
			if l.Act == nn.Identity {
				l.Act = nn.ReLU
				return nil
			}
		case *nn.Block:
			if l.Act == nn.Identity {
				l.Act = nn.ReLU
				return nil
			}
		case *nn.Apply:
			if l.Act == nn.Identity {
				l.Act = nn.ReLU
				return nil
			}
		}
	}
	c.function(nn.ReLU, 0)
	return nil
}

func (c *chain) leaky(k *call, _ int) error {
	slope, err := k.float("alpha", 0.01)
	if err == nil {
		c.function(nn.ReLU, float32(slope))
	}
	return err
}

func (c *chain) sigmoid(*call, int) error { c.function(nn.Sigmoid, 0); return nil }

// tanh computes 2 sigmoid(2x) - 1.
func (c *chain) tanh(*call, int) error {
	c.apply(same(2, c.channels), same(0, c.channels))
	c.net[len(c.net)-1].(*nn.Apply).Act = nn.Sigmoid
	c.apply(same(2, c.channels), same(-1, c.channels))
	return nil
}

func (c *chain) function(act nn.Activation, slope float32) {
	c.apply(same(1, c.channels), same(0, c.channels))
	a := c.net[len(c.net)-1].(*nn.Apply)
	a.Act, a.Slope = act, slope
}

func same(v float32, n int) []float32 {
	all := make([]float32, n)
	for i := range all {
		all[i] = v
	}
	return all
}

// ending accepts a softmax over the classes, because our classifiers end with one.
func (c *chain) ending(k *call, _ int) error {
	otherwise := int64(-1)
	if k.version() < 13 {
		otherwise = 1
	}
	if a := k.integer("axis", otherwise); !c.flat() || a != 1 && a != -1 {
		return k.refuse("does not work along the classes")
	}
	c.last = true
	return nil
}

func (c *chain) flatten(k *call, _ int) error {
	if a := k.integer("axis", 1); a != 1 {
		return k.refuse("puts values of several examples together")
	}
	c.channels, c.h, c.w = c.size(), 1, 1
	return nil
}

// reshape turns an image into a list, or keeps it.
func (c *chain) reshape(k *call, _ int) error {
	to, err := k.whole(1)
	if err != nil {
		return err
	}
	for i, v := range to {
		if v == 0 && i < 4 && k.integer("allowzero", 0) == 0 {
			to[i] = [4]int{1, c.channels, c.h, c.w}[i]
		}
	}
	if len(to) == 0 || to[0] != -1 && to[0] != 1 {
		return k.refuse("puts values of several examples together")
	}
	switch {
	case len(to) == 2 && (to[1] == -1 || to[1] == c.size()):
		c.channels, c.h, c.w = c.size(), 1, 1
	case len(to) == 4 && c.size() == c.ImageModel.h*c.ImageModel.w && to[1] == 1 && to[2] == c.ImageModel.h &&
		to[3] == c.ImageModel.w:
		c.channels, c.h, c.w = 1, to[2], to[3]
	case len(to) == 4 && to[1] == c.channels && (to[2] == c.h || to[2] == -1) && (to[3] == c.w || to[3] == -1):
	default:
		return k.refuse("reshapes an image into another, which is not supported")
	}
	return nil
}

// transpose may move the single channel, or the dimension of a list, which leaves the numbers in
// order.
func (c *chain) transpose(k *call, _ int) error {
	p := k.ints("perm")
	if len(p) != 4 || p[0] != 0 {
		return k.refuse("puts values of several examples together")
	}
	if slices.Equal(p, []int64{0, 1, 2, 3}) || c.channels == 1 &&
		(slices.Equal(p, []int64{0, 3, 1, 2}) || slices.Equal(p, []int64{0, 2, 3, 1})) || c.flat() {
		return nil
	}
	return k.refuse("moves the channels last, which is not supported after a layer; export the network with channels " +
		"first")
}
