package snapshot

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strconv"

	"causeway/core/data"
	"causeway/core/model"
)

// blackBoxOf identifies the black box to which a generator belongs. It returns the SHA-256 of the
// table's hash and the black box's state, each preceded by its length as eight little-endian bytes.
func blackBoxOf(hash string, blackBox model.State) (string, error) {
	b, err := model.EncodeState(blackBox)
	h := sha256.New()
	for _, part := range [][]byte{[]byte(hash), b} {
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(part))))
		h.Write(part)
	}
	return hex.EncodeToString(h.Sum(nil)), err
}

// chain reads the layers of a network by the names and shapes of their arrays, in order. Each
// layer has a weight and a bias and, with normalization, gamma, beta, mean and var. It returns
// the numbers of inputs and outputs and the remaining arrays.
func (c *checks) chain(what, prefix string, list []model.Tensor) (in, out int, rest []model.Tensor) {
	layers := 0
	for ; len(list) > 0 && list[0].Name == prefix+"."+strconv.Itoa(layers)+".weight"; layers++ {
		name := prefix + "." + strconv.Itoa(layers)
		shape := list[0].Shape
		if c.that(len(shape) == 2 && shape[0] > 0 && shape[1] > 0 && (layers == 0 || shape[1] == out),
			"the shape %v of %s, array %s, does not fit the previous layer", shape,
			what, list[0].Name); c.err != nil {
			return
		}
		if layers == 0 {
			in = shape[1]
		}
		out = shape[0]
		list = list[1:]
		for i, part := range []string{".bias", ".gamma", ".beta", ".mean", ".var"} {
			if len(list) == 0 || list[0].Name != name+part {
				if c.that(i == 1, "%s has no array %s", what, name+part); c.err != nil {
					return
				}
				break
			}
			c.that(slices.Equal(list[0].Shape, []int{out}), "the shape %v of %s, array %s, does not fit its layer",
				list[0].Shape, what, name+part)
			c.that(part != ".var" || !slices.ContainsFunc(list[0].Values(), func(v float32) bool { return v < 0 }),
				"%s has a negative variance", what)
			list = list[1:]
		}
	}
	c.that(layers > 0, "%s has no layer %q", what, prefix)
	return in, out, list
}

// classifier checks that the arrays form a network from encoded rows to classes.
func (c *checks) classifier(s model.State, schema data.Schema) {
	in, out, rest := c.chain("the classifier", "classifier", s.Tensors)
	c.that(in == schema.Width() && out == schema.Classes(),
		"the classifier has %d inputs and %d classes, but the table needs %d and %d",
		in, out, schema.Width(), schema.Classes())
	if len(rest) > 0 && len(schema.Outcome.Cuts) > 0 && rest[0].Name == "classifier.unit" { // for a numeric outcome
		c.that(slices.Equal(rest[0].Shape, []int{1}) && rest[0].Values()[0] > 0,
			"the classifier's unit must be a single number above 0")
		rest = rest[1:]
	}
	c.that(len(rest) == 0, "the classifier has %d arrays that belong to no layer", len(rest))
}

// ends checks that mechanisms read encoded rows and set encoded numbers, and that the counters list
// them.
func (c *checks) ends(s model.State, schema data.Schema) {
	width := schema.Width()
	sizes := []uint64{uint64(schema.Classes()), uint64(width)}
	for _, e := range s.Ends {
		sizes = append(sizes, uint64(e.At))
		c.that(e.At < width, "a mechanism of the generator sets a feature that does not exist")
		c.text("the kind of a mechanism", e.Mechanism.Kind)
		for _, r := range e.Causes {
			c.that(r.First <= width && len(r.Weights) <= width-r.First,
				"a mechanism of the generator has a cause that does not exist")
		}
	}
	c.that(slices.Equal(s.Counters, sizes),
		"the generator's sizes %v do not match its table and mechanisms, %v", s.Counters, sizes)
}

// generator checks that the arrays form an encoder, a decoder and a prior for encoded rows and
// classes.
func (c *checks) generator(s model.State, schema data.Schema) {
	const what = "the generator"
	if len(s.Tensors) > 0 {
		switch s.Tensors[0].Name {
		case "actions.center":
			c.actions(s, schema)
			return
		case "answers.center": // Learned search: its weights are kept but not used
			c.that(len(s.Ends) == 0, "the generator has mechanisms, which this kind cannot have")
			return
		}
	}
	condition := schema.Classes()
	if condition == 2 {
		condition = 1
	}
	width := schema.Width()
	c.ends(s, schema)
	meanIn, latent, rest := c.chain(what, "mean", s.Tensors)
	varIn, varOut, rest := c.chain(what, "variance", rest)
	decIn, decOut, rest := c.chain(what, "decoder", rest)
	c.that(meanIn == width+condition && varIn == meanIn && varOut == latent && decOut == width &&
		decIn == latent+condition+width,
		"the generator has layers of other sizes than the table needs")
	if n := len(rest); n == 3 && rest[2].Name == "fixed" {
		c.that(slices.Equal(rest[2].Shape, []int{len(schema.Features)}) &&
			!slices.ContainsFunc(rest[2].Values(), func(v float32) bool { return v != 0 && v != 1 }),
			"the generator's list of fixed features must have a 0 or 1 for each feature")
		rest = rest[:2]
	}
	if c.that(len(rest) == 2, "the generator has %d arrays after its layers instead of 2", len(rest)); c.err != nil {
		return
	}
	for i, name := range []string{"prior.mean", "prior.logvar"} {
		c.that(rest[i].Name == name && slices.Equal(rest[i].Shape, []int{schema.Classes(), latent}),
			"the generator has no array %q of the right shape", name)
	}
}

// actions checks that the arrays form a generator that decodes actions, with inputs and outputs for
// every feature, and that the counters match.
func (c *checks) actions(s model.State, schema data.Schema) {
	in, out := 2, len(schema.Features)
	if n := schema.Classes(); n > 2 {
		in += n
	} else {
		in++
	}
	for _, f := range schema.Features {
		if f.Kind.Numeric() {
			in, out = in+5, out+2
		} else {
			in, out = in+3*len(f.Levels), out+len(f.Levels)
		}
	}
	sizes := s.Counters
	known := len(sizes) == 5 || len(sizes) == 6 && (sizes[5] == 1 || sizes[5] == 2)
	if c.that(known && sizes[0] == uint64(schema.Classes()) && sizes[1] == uint64(schema.Width()) &&
		sizes[2] > 0 && sizes[2] <= 1<<10,
		"the generator's sizes %v do not match its table", sizes); c.err != nil {
		return
	}
	const what = "the generator"
	latent := int(sizes[2])
	c.that(len(s.Ends) == 0, "the generator has mechanisms, which this kind cannot have")
	if c.that(len(s.Tensors) > 2 && slices.Equal(s.Tensors[0].Shape, []int{len(schema.Features)}) &&
		s.Tensors[1].Name == "actions.codes" &&
		len(s.Tensors[1].Shape) == 2 && s.Tensors[1].Shape[0] == latent,
		"the generator lacks its codes or the middle value of each feature"); c.err != nil {
		return
	}
	encIn, encOut, rest := c.chain(what, "actions.enc", s.Tensors[2:])
	decIn, decOut, rest := c.chain(what, "actions.dec", rest)
	lineIn, lineOut, rest := c.chain(what, "actions.skip", rest)
	if len(rest) == 2 && rest[0].Name == "actions.judge.roots" && rest[1].Name == "actions.judge.nodes" &&
		len(rest[1].Shape) == 2 && rest[1].Shape[1] == 5 {
		rest = nil // a judge learned from labels, which core/generate reads
	}
	c.that(encIn == in+out && encOut == 2*latent && decIn == latent+in && decOut == out && lineIn == decIn &&
		lineOut == out && len(rest) == 0,
		"the generator has layers of other sizes than the table needs")
}
