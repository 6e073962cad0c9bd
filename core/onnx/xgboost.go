package onnx

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// XGBoost writes a model as one document, in JSON or UBJSON. This reads what versions 1.0 to 3.x
// have in common. A tree tests whether a value is smaller than a threshold, both in float32, or
// whether it is not in a set of categories. If the value is missing, the node determines which
// way to go. The contributions of leaves are added in float32.

// The outputs of a model that stopped early, which determine the rounds that are used.
const (
	allRounds  = "all rounds"
	bestRounds = "rounds up to the best"
)

type xgboost struct {
	purse
	ensemble
	n nested

	version         [3]int
	names, types    []string
	objective, kind string // kind is that of the booster: gbtree, dart, gblinear
	base            []float64
	features        int
	groups          int // num_class
	targets         int
	info            []float64 // class of each tree
	drop            []float64 // weights of a dart's trees
	until           []float64 // number of trees before each round
	parallel        int
	best            int // the best round, from 0, or -1
	sklearn         bool
	missing         float64   // a number that counts as missing, or NaN
	weights         []float64 // for a linear model
	codes           [][]string
	wide            bool // trees give a number for every class
	config, grown   bool // whether it has fields that only save_config writes, and whether it has trees or weights
	keys            []string
}

func readXGBoost(n nested, size int, output string) (*Model, error) {
	x := &xgboost{purse: newPurse(size), n: n, best: -1, parallel: 1, missing: math.NaN(), base: []float64{0.5}}
	x.forest.single, x.slope = true, 1
	learner := false
	if err := x.fields(func(key string) (err error) {
		switch key {
		case "version":
			if j, is := n.(*jsonText); is && j.next() != '[' { // from another program
				return n.skip()
			}
			var v []float64
			v, err = x.numbers(n)
			for i := range min(len(v), 3) {
				x.version[i] = clampInt(v[i])
			}
		case "learner":
			learner = true
			err = x.fields(x.learner)
		case "oblivious_trees", "features_info", "model_info", "ctr_data":
			if _, is := n.(*jsonText); is && !learner {
				return errCatBoost
			}
			err = n.skip()
		default:
			if len(x.keys) < 32 {
				x.keys = append(x.keys, key)
			}
			err = n.skip()
		}
		return err
	}); err == errCatBoost {
		return readCatBoost(n.(*jsonText).b)
	} else if err != nil {
		return nil, err
	}
	if x.config && !x.grown {
		return nil, refuse("This is save_config of XGBoost: its settings without its trees. Call " +
			"save_model(\"model.json\") and open that file.")
	}
	if !learner || x.objective == "" || x.kind == "" {
		return nil, refusal(notXGBoost(x.keys))
	}
	return x.model(output)
}

func (x *xgboost) fields(each func(key string) error) error { return x.n.object(each) }

func (x *xgboost) learner(key string) (err error) {
	switch key {
	case "attributes":
		return x.fields(x.attribute)
	case "feature_names":
		x.names, err = x.texts(x.n)
	case "feature_types":
		x.types, err = x.texts(x.n)
	case "gradient_booster":
		return x.fields(x.booster)
	case "learner_model_param":
		return x.fields(x.param)
	case "objective":
		return x.fields(func(key string) error {
			if key != "name" {
				return x.n.skip()
			}
			x.objective, err = x.n.text()
			return err
		})
	case "learner_train_param", "generic_param", "metrics":
		x.config = true
		return x.n.skip()
	default:
		return x.n.skip()
	}
	return err
}

func (x *xgboost) attribute(key string) error {
	switch key {
	case "scikit_learn":
		x.sklearn = true
		s, err := x.n.text()
		if err != nil {
			return err
		}
		j := &jsonText{b: []byte(s)}
		_ = j.object(func(key string) error { // a damaged list counts as missing
			if key != "missing" {
				return j.skip()
			}
			v, err := j.number()
			if err == nil {
				x.missing = v
			}
			return err
		})
		return nil
	case "best_iteration":
		v, err := x.whole()
		x.best = v
		return err
	}
	return x.n.skip()
}

// whole reads a number that may be written as text.
func (x *xgboost) whole() (int, error) {
	s, err := x.n.text()
	if err != nil {
		return 0, err
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || v != math.Trunc(v) || math.Abs(v) > math.MaxInt32 {
		return 0, refuse("The model has %s where a whole number is expected.", quote(s))
	}
	return int(v), nil
}

func (x *xgboost) param(key string) (err error) {
	switch key {
	case "base_score":
		s, err := x.n.text()
		if err != nil {
			return err
		}
		x.base = x.base[:0] // a single score or, from version 3.1 on, one for each class in brackets
		for _, one := range strings.Split(strings.Trim(s, "[]"), ",") {
			v, err := strconv.ParseFloat(strings.TrimSpace(one), 64)
			if err != nil {
				return refuse("The model has the base score %s, which is not a number.", quote(s))
			}
			x.base = append(x.base, v)
		}
		return x.take(8 * len(x.base))
	case "num_class":
		x.groups, err = x.whole()
	case "num_feature":
		x.features, err = x.whole()
	case "num_target":
		x.targets, err = x.whole()
	default:
		return x.n.skip()
	}
	return err
}

func (x *xgboost) booster(key string) (err error) {
	switch key {
	case "name":
		x.kind, err = x.n.text()
	case "gbtree": // inside a dart
		return x.fields(func(key string) error {
			if key == "name" {
				return x.n.skip()
			}
			return x.booster(key)
		})
	case "weight_drop":
		x.drop, err = x.numbers(x.n)
	case "model":
		x.grown = true
		return x.fields(x.trees)
	default:
		return x.n.skip()
	}
	return err
}

func (x *xgboost) trees(key string) (err error) {
	switch key {
	case "weights":
		x.weights, err = x.numbers(x.n)
	case "tree_info":
		x.info, err = x.numbers(x.n)
	case "iteration_indptr":
		x.until, err = x.numbers(x.n)
	case "gbtree_model_param":
		return x.fields(func(key string) (err error) {
			if key != "num_parallel_tree" {
				return x.n.skip()
			}
			x.parallel, err = x.whole()
			return err
		})
	case "trees":
		return x.n.array(x.tree)
	case "cats":
		return x.fields(func(key string) error {
			if key != "enc" {
				return x.n.skip()
			}
			return x.n.array(x.categories)
		})
	default:
		return x.n.skip()
	}
	return err
}

// categories reads the categories of a column, which versions from 3.1 on store: texts as bytes
// with their end positions, or numbers. Numeric columns have none.
func (x *xgboost) categories() error {
	var ends, values []float64
	texts := false
	err := x.fields(func(key string) (err error) {
		switch key {
		case "offsets":
			texts = true
			ends, err = x.numbers(x.n)
		case "values":
			values, err = x.numbers(x.n)
		default:
			return x.n.skip()
		}
		return err
	})
	if err != nil {
		return err
	}
	var codes []string
	if err := x.take(48 * (len(ends) + len(values))); err != nil {
		return err
	}
	switch {
	case !texts:
		for _, v := range values {
			codes = append(codes, formatCode(v))
		}
	default:
		if err := wholeNumbers("A list of categories of the model", ends, values); err != nil {
			return err
		}
		b := make([]byte, len(values))
		for i, v := range values {
			if v < math.MinInt8 || v > math.MaxUint8 {
				return refuse("The model has %v where a byte is expected.", v)
			}
			b[i] = byte(int(v)) // some versions write signed bytes
		}
		for i := 1; i < len(ends); i++ {
			from, to := clampInt(ends[i-1]), clampInt(ends[i])
			if from < 0 || to < from || to > len(b) {
				return refuse("The model has an incomplete list of categories.")
			}
			codes = append(codes, string(b[from:to]))
		}
	}
	x.codes = append(x.codes, codes)
	return nil
}

// tree reads one tree.
func (x *xgboost) tree() error {
	var left, right, feature, at, toLeft, kind, cats, catNodes, catFrom, catMany, weights, leaves []float64
	wide := 0
	lists := map[string]*[]float64{"left_children": &left, "right_children": &right, "split_indices": &feature,
		"split_conditions": &at,
		"default_left":     &toLeft, "split_type": &kind, "categories": &cats, "categories_nodes": &catNodes,
		"categories_segments": &catFrom, "categories_sizes": &catMany,
		"base_weights": &weights, "leaf_weights": &leaves}
	before := x.bytes
	err := x.fields(func(key string) (err error) {
		if list := lists[key]; list != nil {
			*list, err = x.numbers(x.n)
			return err
		}
		if key != "tree_param" {
			return x.n.skip()
		}
		return x.fields(func(key string) (err error) {
			if key != "size_leaf_vector" {
				return x.n.skip()
			}
			wide, err = x.whole()
			return err
		})
	})
	if err != nil {
		return err
	}
	if err := wholeNumbers(x.next(), left, right, feature, toLeft, kind, cats, catNodes, catFrom, catMany); err != nil {
		return err
	}
	n, class := len(left), int32(len(x.forest.roots)) // the tree's index, until its class is known
	if len(right) != n || len(feature) != n || len(at) != n || len(toLeft) != n || n == 0 || len(kind) != n &&
		len(kind) != 0 {
		return refuse("Tree %d of the file has lists of %d and %d nodes.", class+1, n, len(at))
	}
	if wide > 1 && (wide > maxColumns || len(leaves)%wide != 0 || len(leaves) == 0 && len(weights) != n*wide) {
		return refuse("Tree %d of the file gives %d numbers at once, but its leaves have %d.", class+1, wide,
			max(len(leaves), len(weights)))
	}
	if len(catFrom) != len(catNodes) || len(catMany) != len(catNodes) {
		return refuse("Tree %d of the file has lists of %d and %d sets of categories.", class+1, len(catNodes),
			len(catFrom))
	}
	err = x.plant(&x.purse, n, func(i int) (branch, []gift, error) {
		if left[i] == -1 && wide > 1 {
			gives, err := x.vector(wide, i, right[i], weights, leaves)
			return branch{mode: leaf}, gives, err
		}
		if left[i] == -1 {
			return branch{mode: leaf}, []gift{{class, float64(float32(at[i]))}}, nil
		}
		b := branch{mode: less, at: float64(float32(at[i])), feature: int32(clampInt(feature[i])),
			yes: int32(clampInt(left[i])), no: int32(clampInt(right[i])), missing: toLeft[i] != 0}
		if len(kind) == 0 || kind[i] == 0 {
			if b.at != b.at {
				return b, nil, refuse("Tree %d of the file has a node without a threshold.", class+1)
			}
			return b, nil, nil
		}
		k, found := slices.BinarySearch(catNodes, float64(i)) // written in the order of the nodes
		if kind[i] != 1 || !found {
			return b, nil, refuse("Tree %d of the file has an unknown kind of split.", class+1)
		}
		from, many := clampInt(catFrom[k]), clampInt(catMany[k])
		if from < 0 || many < 0 || from > len(cats) || many > len(cats)-from {
			return b, nil, refuse("Tree %d of the file refers to a set of categories that does not exist.", class+1)
		}
		words, err := x.bits(cats[from : from+many])
		if err == nil {
			b.at, err = x.forest.set(&x.purse, words)
		}
		b.mode, b.yes, b.no, b.missing = member, b.no, b.yes, !b.missing // members of the set go right
		return b, nil, err
	})
	// The memory of the lists is released.
	x.bytes += min(before-x.bytes, 16*(len(at)+len(left)+len(right)+len(feature)+len(toLeft)+len(kind)+len(cats)+
		len(weights)+len(leaves)))
	return err
}

// vector returns the contributions of a leaf to all classes. They are in a list for all nodes or,
// from version 3.1 on, in a list for the leaves, where right is the index of the leaf.
func (x *xgboost) vector(wide, node int, right float64, weights, leaves []float64) ([]gift, error) {
	x.wide = true
	from := node * wide
	if len(leaves) > 0 {
		if weights = leaves; right < 0 || right >= float64(len(leaves)/wide) {
			return nil, refuse("Tree %d of the file has a leaf without numbers.", len(x.forest.roots))
		}
		from = int(right) * wide
	}
	if err := x.take(giftBytes * wide); err != nil {
		return nil, err
	}
	gives := make([]gift, wide)
	for k, v := range weights[from : from+wide] {
		gives[k] = gift{^int32(k), float64(float32(v))}
	}
	return gives, nil
}

// bits converts a list of categories to a bit set.
func (x *xgboost) bits(list []float64) ([]uint32, error) {
	top := 0.0
	for _, v := range list {
		if v < 0 || v != math.Trunc(v) || v >= 1<<24 {
			return nil, refuse("The model has the category %v; whole numbers below %d are supported.", v, 1<<24)
		}
		top = max(top, v)
	}
	n := int(top)/32 + 1
	if err := x.take(4 * n); err != nil {
		return nil, err
	}
	words := make([]uint32, n)
	for _, v := range list {
		words[int(v)/32] |= 1 << (int(v) % 32)
	}
	return words, nil
}

// The links of objectives. If a base score is a share or a mean, the link determines its
// conversion.
var xgboostLinks = map[string]link{
	"binary:logistic": shareOfTwo, "reg:logistic": shareOfTwo, "multi:softmax": shareOfAll,
	"multi:softprob":  shareOfAll,
	"binary:logitraw": aNumber, "binary:hinge": aNumber, "reg:squarederror": aNumber, "reg:linear": aNumber,
	"reg:squaredlogerror":  aNumber,
	"reg:pseudohubererror": aNumber, "reg:absoluteerror": aNumber, "reg:quantileerror": aNumber,
	"reg:expectileerror": aNumber,
	"rank:pairwise":      aNumber, "rank:ndcg": aNumber, "rank:map": aNumber,
	"count:poisson": aPositive, "reg:gamma": aPositive, "reg:tweedie": aPositive, "survival:cox": aPositive,
	"survival:aft": aPositive,
}

// model assembles the ensemble after the whole document has been read.
func (x *xgboost) model(output string) (*Model, error) {
	link, ok := xgboostLinks[x.objective]
	switch {
	case !ok:
		return nil, refuse("The model was trained for %s, which is not supported.",
			quote(x.objective))
	case link == shareOfAll && x.groups < 2 || link != shareOfAll && x.groups > 1 || x.targets > 1 &&
		link != shareOfAll:
		return nil, refuse("The model gives %d numbers for %s, which is not supported.", max(x.groups, x.targets),
			quote(x.objective))
	}
	x.link = link
	x.classes = max(x.groups, 1)
	if x.classes > maxColumns || len(x.base) != 1 && len(x.base) != x.classes {
		return nil, refuse("The model has %d base scores for %d classes.", len(x.base), x.classes)
	}
	x.forest.narrow = true
	if strings.HasPrefix(x.objective, "reg:") || link == aPositive {
		x.parts = 0.5
	}
	x.producer = "XGBoost"
	if v := x.version; v[0] > 0 {
		x.producer += " " + strconv.Itoa(v[0]) + "." + strconv.Itoa(v[1]) + "." + strconv.Itoa(v[2])
	}
	for k := range x.classes {
		b := float64(float32(x.base[k%len(x.base)]))
		switch {
		case link == shareOfTwo && (b <= 0 || b >= 1), link == aPositive && b <= 0:
			return nil, refuse("The model has the base score %v, which is not possible for %s.", b, quote(x.objective))
		case link == shareOfTwo:
			b = -logOf(float64(1/float32(b) - 1))
		case link == aPositive:
			b = logOf(b)
		}
		x.forest.base = append(x.forest.base, float64(float32(b)))
	}
	if x.kind == "gblinear" {
		return x.linear()
	}
	if x.kind != "gbtree" && x.kind != "dart" {
		return nil, refuse("The model has the booster %s; gbtree, dart and gblinear are supported.",
			quote(x.kind))
	}
	if err := wholeNumbers("The list of trees of the model", x.info, x.until); err != nil {
		return nil, err
	}
	f := &x.forest
	if n := len(f.roots); len(x.info) != n && len(x.info) != 0 || x.kind == "dart" && (len(x.drop) != n || x.wide) {
		return nil, refuse("The file has %d trees, but says what %d are for.", n, len(x.info))
	}
	for i := range f.gives {
		g, tree := &f.gives[i], 0
		if g.to < 0 {
			g.to = ^g.to
			continue
		}
		if tree = int(g.to); len(x.info) > 0 {
			g.to = int32(clampInt(x.info[tree]))
		} else {
			g.to = 0
		}
		if x.kind == "dart" {
			g.add = float64(float32(g.add) * float32(x.drop[tree]))
		}
	}
	if finite(x.missing) {
		f.gap = float64(float32(x.missing))
		for i := range f.nodes {
			f.nodes[i].gaps = f.nodes[i].mode != leaf
		}
	}
	outputs := x.rounds(&output)
	if err := x.name(x.features, x.names, func(i int) string { return "f" + strconv.Itoa(i) }); err != nil {
		return nil, err
	}
	for i := range x.columns {
		x.columns[i].Category = i < len(x.types) && x.types[i] == "c"
		if i < len(x.codes) && len(x.codes[i]) > 0 {
			x.columns[i].Codes, x.columns[i].Unknown, x.columns[i].Text = x.codes[i], true, true
		}
	}
	m, err := x.ensemble.model()
	if err == nil {
		m.Output, m.Outputs = output, outputs
	}
	return m, err
}

// rounds removes the trees after the best round if this is requested. XGBoost's scikit-learn
// classes do so by default; its own predict does not.
func (x *xgboost) rounds(output *string) []string {
	f := &x.forest
	n := (x.best + 1) * max(x.parallel, 1)
	if !x.wide {
		n *= x.classes
	}
	if x.best >= 0 && x.best+1 < len(x.until) {
		n = clampInt(x.until[x.best+1])
	}
	if x.best < 0 || n < 1 || n >= len(f.roots) {
		*output = allRounds
		return []string{allRounds}
	}
	if *output != allRounds && *output != bestRounds {
		*output = allRounds
		if x.sklearn {
			*output = bestRounds
		}
	}
	if *output == bestRounds {
		f.roots = f.roots[:n]
	}
	return []string{allRounds, bestRounds}
}

// linear returns a chain of one layer: a weight for each column and class, and a bias for each
// class.
func (x *xgboost) linear() (*Model, error) {
	n := x.classes
	in := len(x.weights)/n - 1
	if len(x.weights)%n != 0 || in < 1 || in != x.features && x.features != 0 || in > maxColumns ||
		!allFinite(x.weights) || finite(x.missing) || !allFinite(x.forest.base) || x.link == aPositive {
		return nil,
			refuse("The linear model has %d weights for %d columns and %d classes of %s, which is not supported.",
				len(x.weights), x.features, n, quote(x.objective))
	}
	if err := x.name(in, x.names, func(i int) string { return "f" + strconv.Itoa(i) }); err != nil {
		return nil, err
	}
	out := max(n, 2)
	if err := x.take(16 * (in + 1) * out); err != nil {
		return nil, err
	}
	m := &Model{Producer: x.producer, Output: allRounds, Outputs: []string{allRounds}, Columns: x.columns, Classes: out,
		Ends: Softmax}
	d := dense{in: in, out: out, w: make([]float64, in*out), b: make([]float64, out)}
	for k := range n {
		o := k + out - n
		for i := range in {
			d.w[o*in+i] = x.weights[i*n+k]
		}
		d.b[o] = x.weights[in*n+k] + x.forest.base[k]
	}
	for i := range in {
		x.columns[i].Gaps = false
		m.units = append(m.units, unit{column: i, code: -1, decimals: true})
	}
	if n == 1 {
		if m.Ends = Sigmoid; x.link == aNumber {
			m.Ends, m.Number = Scores, true
		}
	}
	m.layers = []dense{d}
	return m, nil
}
