package onnx

import (
	"errors"
	"maps"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"causeway/core/sorting"
)

// CatBoost can write a model as one JSON document. A symmetric tree has one split for each level,
// and the results of its splits are the bits of a leaf's index. Other trees are nested. A split
// tests whether a number is above a border, both in float32, whether a category has a certain hash,
// or whether a statistic of the category (a CTR) is above a border.

type catboost struct {
	purse
	ensemble
	j *jsonText

	floats, texts map[int]*catFeature // by feature_index
	hashes        map[uint32]string   // names of the categories
	ctrs          []ctr
	stats         map[string]ctrStats // by identifier
	before        int                 // number of splits before those by CTRs
	sets          map[int]branch      // converted splits by CTRs
	joint         []combination       // CTRs of several features, which are inputs of the trees
	jointOf       map[int]int32       // their indices, by CTR
	scale         float64
	bias          []float64
	loss          string
	trees         int // where the list of trees begins
	symmetric     bool
	informed      bool // whether the features have been read
}

// catFeature is a feature. Categories have the hashes that splits compare with.
type catFeature struct {
	name    string
	flat    int
	column  int32
	gaps    bool
	gapYes  bool // a missing value is above every border
	borders int
	values  []float64
	texts   []string
	codes   map[uint32]int // index of each category among the codes
	list    []string
	joins   bool // whether it is part of a combination
}

// ctr is a statistic of the categories of features, with the borders that splits test.
type ctr struct {
	id, kind                         string
	elements                         []catSplit
	priorUp, priorDown, shift, scale float32
	class                            int
	borders                          []float64
}

// ctrStats has the counts of each category by the hash of a combination.
type ctrStats struct {
	stride int
	counts map[uint64][]float64
	total  float64
}

// catSplit is the test of a node, or an element of a combination.
type catSplit struct {
	kind           string
	feature, index int
	border, value  float64
}

// catNode is a node of a tree that is not symmetric; a leaf has values.
type catNode struct {
	branch
	values []float64
}

// errCatBoost stops the XGBoost reader, because the document is CatBoost's.
var errCatBoost = errors.New("a model of CatBoost")

func readCatBoost(b []byte) (*Model, error) {
	x := &catboost{purse: newPurse(len(b)), j: &jsonText{b: b}, floats: map[int]*catFeature{},
		texts: map[int]*catFeature{}, hashes: map[uint32]string{}, stats: map[string]ctrStats{},
		sets: map[int]branch{}, jointOf: map[int]int32{}, scale: 1, trees: -1}
	x.forest.single, x.producer = true, "CatBoost"
	if err := x.j.object(x.section); err != nil {
		return nil, err
	}
	if x.trees < 0 {
		return nil, refuse("The model of CatBoost has no trees; save it again.")
	}
	if x.columns == nil {
		x.j.at = x.trees
		if err := x.grow(); err != nil {
			return nil, err
		}
	}
	return x.finished()
}

// grow reads the trees, when all features are known.
func (x *catboost) grow() error {
	if err := x.arrange(); err != nil {
		return err
	}
	if x.symmetric {
		return x.list(x.tree)
	}
	return x.list(x.nested)
}

// section reads a part of the document. CatBoost sorts the parts by name. If the trees come before
// the features, they are read last.
func (x *catboost) section(key string) error {
	switch key {
	case "oblivious_trees", "trees":
		x.j.next()
		if x.trees >= 0 {
			return refuse("The model of CatBoost has two lists of trees.")
		}
		if x.trees, x.symmetric = x.j.at, key != "trees"; x.informed && (len(x.ctrs) == 0 || len(x.stats) > 0) {
			return x.grow()
		}
	case "features_info":
		if x.columns != nil || x.informed {
			return refuse("The model of CatBoost describes its features twice.")
		}
		x.informed = true
		return x.j.object(x.features)
	case "model_info":
		return x.j.object(x.info)
	case "ctr_data":
		if x.j.next() == '{' {
			return x.j.object(x.statistics)
		}
	case "scale_and_bias":
		first := true
		return x.j.array(func() (err error) {
			switch {
			case first:
				x.scale, err = x.j.number()
			case x.j.next() == '[':
				x.bias, err = x.numbers(x.j)
			default: // old versions
				var v float64
				v, err = x.j.number()
				x.bias = []float64{v}
			}
			first = false
			return err
		})
	}
	return x.j.skip()
}

// list reads a list, which is null if it is empty.
func (x *catboost) list(each func() error) error {
	if x.j.next() != '[' {
		return x.j.skip()
	}
	return x.j.array(each)
}

func (x *catboost) numberList() (list []float64, err error) {
	if x.j.next() != '[' {
		return nil, x.j.skip()
	}
	return x.numbers(x.j)
}

func (x *catboost) whole() (int, error) {
	v, err := x.j.number()
	if err != nil || v != math.Trunc(v) || math.Abs(v) > math.MaxInt32 {
		return 0, refuse("The model of CatBoost has %v where a whole number is expected.", v)
	}
	return int(v), nil
}

func (x *catboost) info(key string) error {
	fields := func(each func(key string) error) error {
		if x.j.next() != '{' { // written as text by some versions
			return x.j.skip()
		}
		return x.j.object(each)
	}
	switch key {
	case "catboost_version_info":
		s, err := x.j.text()
		if v, ok := numberOf(s[:min(len(s), 3)]); ok && v > 0 {
			x.producer += " " + s[:len(s)-len(strings.TrimLeft(s, "0123456789."))]
		}
		return err
	case "params":
		return fields(func(key string) error {
			if key != "loss_function" {
				return x.j.skip()
			}
			return fields(func(key string) (err error) {
				if key != "type" {
					return x.j.skip()
				}
				x.loss, err = x.j.text()
				return err
			})
		})
	case "class_params", "multiclass_params":
		return fields(func(key string) error {
			if key != "class_names" && (key != "class_to_label" || len(x.labels) > 0) || x.j.next() != '[' {
				return x.j.skip()
			}
			names, err := x.purse.texts(x.j)
			if len(names) > 0 {
				x.labels = names
			}
			return err
		})
	}
	return x.j.skip()
}

func (x *catboost) features(key string) error {
	switch key {
	case "float_features", "categorical_features":
		at := x.floats
		if key != "float_features" {
			at = x.texts
		}
		return x.list(func() error { return x.feature(at) })
	case "text_features", "embedding_features":
		if x.j.next() == '[' {
			return refuse("The model of CatBoost reads %s, which are not supported. Train it without them.", quote(key))
		}
	case "ctrs":
		return x.list(x.ctr)
	case "cat_features_hash":
		return x.list(func() error {
			var hash float64
			var name string
			err := x.j.object(func(key string) (err error) {
				switch key {
				case "hash":
					hash, err = x.j.number()
				case "value":
					name, err = x.j.text()
				default:
					return x.j.skip()
				}
				return err
			})
			if err == nil {
				err = x.take(96 + len(name))
			}
			x.hashes[hash32(hash)] = name
			return err
		})
	}
	return x.j.skip()
}

// hash32 returns a hash. Files write hashes with and without a sign.
func hash32(v float64) uint32 {
	if !(math.Abs(v) <= math.MaxUint32) {
		return 0
	}
	return uint32(int64(v))
}

func (x *catboost) feature(at map[int]*catFeature) error {
	f, index := &catFeature{flat: -1}, -1
	err := x.j.object(func(key string) (err error) {
		var s string
		switch key {
		case "feature_index":
			index, err = x.whole()
		case "flat_feature_index":
			f.flat, err = x.whole()
		case "feature_id", "feature_name":
			if s, err = x.j.text(); s != "" {
				f.name = s
			}
		case "has_nans":
			s, err = x.j.text()
			f.gaps = s == "true"
		case "nan_value_treatment":
			s, err = x.j.text()
			f.gapYes = s == "AsTrue"
		case "borders":
			var all []float64
			all, err = x.numberList()
			f.borders = len(all)
		case "values":
			f.values, err = x.numberList()
		case "string_values":
			if x.j.next() == '[' {
				f.texts, err = x.purse.texts(x.j)
				return err
			}
			return x.j.skip()
		default:
			return x.j.skip()
		}
		return err
	})
	if err != nil {
		return err
	}
	if index < 0 || f.flat < 0 || f.flat >= maxColumns || at[index] != nil {
		return refuse("The model of CatBoost has a feature without an index, or two with the same index.")
	}
	at[index] = f
	return x.take(256 + len(f.name))
}

func (x *catboost) ctr() error {
	c := ctr{scale: 1}
	float := func(to *float32) error {
		v, err := x.j.number()
		*to = float32(v)
		return err
	}
	err := x.j.object(func(key string) (err error) {
		switch key {
		case "identifier":
			c.id, err = x.j.text()
		case "ctr_type":
			c.kind, err = x.j.text()
		case "prior_numerator":
			return float(&c.priorUp)
		case "prior_denomerator":
			return float(&c.priorDown)
		case "shift":
			return float(&c.shift)
		case "scale":
			return float(&c.scale)
		case "target_border_idx":
			c.class, err = x.whole()
		case "borders":
			c.borders, err = x.numberList()
		case "elements":
			return x.list(func() error {
				s, err := x.fields()
				if c.elements = append(c.elements, s); len(c.elements) > maxNested {
					return refuse("The model of CatBoost combines too many features.")
				}
				return err
			})
		default:
			return x.j.skip()
		}
		return err
	})
	if err != nil {
		return err
	}
	x.ctrs = append(x.ctrs, c)
	return x.take(512 + 64*len(c.elements) + len(c.id))
}

// statistics reads the counts for one CTR. Each category has its hash as text, followed by its
// numbers; the stride is the number of entries for a category.
func (x *catboost) statistics(id string) error {
	s, flat := ctrStats{counts: map[uint64][]float64{}}, []string(nil)
	err := x.j.object(func(key string) (err error) {
		switch key {
		case "hash_map":
			return x.list(func() error {
				v, err := x.j.text()
				if err == nil {
					err = x.take(48 + len(v))
				}
				flat = append(flat, v)
				return err
			})
		case "hash_stride":
			s.stride, err = x.whole()
		case "counter_denominator":
			s.total, err = x.j.number()
		default:
			return x.j.skip()
		}
		return err
	})
	if err != nil {
		return err
	}
	if s.stride < 2 || len(flat)%s.stride != 0 {
		return refuse("The model of CatBoost has an incomplete list of counts.")
	}
	if err := x.take(96 * (len(flat)/s.stride + 1)); err != nil {
		return err
	}
	for ; len(flat) > 0; flat = flat[s.stride:] {
		hash, err := strconv.ParseUint(flat[0], 10, 64)
		if err != nil {
			return refuse("The model of CatBoost has %s where a hash is expected.", quote(flat[0]))
		}
		counts := make([]float64, s.stride-1)
		for i, v := range flat[1:s.stride] {
			if counts[i], err = strconv.ParseFloat(v, 64); err != nil {
				return refuse("The model of CatBoost has %s where a count is expected.", quote(v))
			}
		}
		s.counts[hash] = counts
	}
	x.stats[id] = s
	return x.take(64 + len(id))
}

// arrange assigns columns to the features. It leaves out categories that no split tests.
func (x *catboost) arrange() error {
	var all []*catFeature
	for _, f := range x.floats {
		all = append(all, f)
		x.before += f.borders
	}
	for _, c := range x.ctrs {
		if !c.single() {
			for _, e := range c.elements {
				if f := x.texts[e.feature]; f != nil && e.kind == anyCategory {
					f.joins = true
				}
			}
			continue
		}
		if s, ok := x.stats[c.id]; ok {
			if f := x.texts[c.elements[0].feature]; f != nil {
				if err := x.spendSteps(len(x.hashes)); err != nil {
					return err
				}
				before := len(f.list)
				for hash, name := range x.hashes {
					if s.counts[combined(0, hash)] != nil {
						f.list = append(f.list, name)
					}
				}
				if err := x.take(32 * (len(f.list) - before)); err != nil {
					return err
				}
			}
		}
	}
	for _, f := range x.texts {
		if f.joins && len(f.list) == 0 { // any of the names
			if err := x.take(32 * len(x.hashes)); err != nil {
				return err
			}
			f.list = slices.Collect(maps.Values(x.hashes))
		}
		x.before += len(f.values)
		for i, v := range f.values {
			name, ok := x.hashes[hash32(v)]
			if !ok && len(f.texts) == len(f.values) {
				name, ok = f.texts[i], true
			}
			if !ok {
				return refuse("The model of CatBoost has no names for the categories of %s. Call save_model with "+
					"format=\"json\" and the training rows as pool.", quote(f.name))
			}
			f.list = append(f.list, name)
		}
		if slices.Sort(f.list); len(f.list) > 0 {
			f.list = slices.Compact(f.list)
			all = append(all, f)
		}
		f.column = -1
	}
	sorting.Stable(all, func(a, b *catFeature) int { return a.flat - b.flat })
	if len(all) == 0 || len(all) > maxColumns {
		return refuse("The model of CatBoost takes %d features, which is not supported.", len(all))
	}
	x.columns = make([]Column, len(all))
	for i, f := range all {
		if i > 0 && f.flat == all[i-1].flat {
			return refuse("The model of CatBoost has two features with index %d.", f.flat)
		}
		if f.name == "" {
			f.name = strconv.Itoa(f.flat)
		}
		f.column = int32(i)
		x.columns[i] = Column{Name: f.name, Index: i, Gaps: f.gaps}
		if len(f.list) > 0 {
			x.columns[i].Codes, x.columns[i].Unknown, x.columns[i].Text = f.list, true, true
			f.codes = map[uint32]int{}
			if err := x.take(64 * len(f.list)); err != nil {
				return err
			}
			if err := x.spendSteps(len(x.hashes)); err != nil {
				return err
			}
			for hash, name := range x.hashes {
				if k, found := slices.BinarySearch(f.list, name); found {
					f.codes[hash] = k
				}
			}
			for k, v := range f.values {
				if len(f.texts) == len(f.values) {
					f.codes[hash32(v)], _ = slices.BinarySearch(f.list, f.texts[k])
				}
			}
		}
	}
	return nil
}

// combined adds a category to the hash of a combination.
func combined(to uint64, hash uint32) uint64 { return mixed(to, uint64(int64(int32(hash)))) }

func mixed(a, b uint64) uint64 {
	const k = 0x4906ba494954cb65
	return k * (a + k*b)
}

// The elements of combinations; the other kinds are tests.
const (
	anyCategory = "cat_feature_value"
	oneCategory = "cat_feature_exact_value"
	aboveBorder = "float_feature"
)

// single reports whether a CTR depends on only one feature.
func (c *ctr) single() bool { return len(c.elements) == 1 && c.elements[0].kind == anyCategory }

// split reads the test of a node.
func (x *catboost) split() (branch, error) {
	s, err := x.fields()
	if err != nil {
		return branch{}, err
	}
	return x.branch(s)
}

func (x *catboost) fields() (s catSplit, err error) {
	s = catSplit{feature: -1, index: -1}
	err = x.j.object(func(key string) (err error) {
		switch key {
		case "split_type", "combination_element":
			s.kind, err = x.j.text()
		case "float_feature_index", "cat_feature_index":
			s.feature, err = x.whole()
		case "split_index":
			s.index, err = x.whole()
		case "border":
			s.border, err = x.j.number()
		case "value":
			s.value, err = x.j.number()
		default:
			return x.j.skip()
		}
		return err
	})
	return s, err
}

// branch converts a split. Values above the border go to the yes side.
func (x *catboost) branch(s catSplit) (branch, error) {
	switch s.kind {
	case "FloatFeature":
		if f := x.floats[s.feature]; f != nil && s.border == s.border {
			return branch{mode: more, at: float64(float32(s.border)), feature: f.column, missing: f.gapYes}, nil
		}
	case "OneHotFeature":
		if f := x.texts[s.feature]; f != nil && f.column >= 0 {
			if k, ok := f.codes[hash32(s.value)]; ok {
				return branch{mode: equal, at: float64(k), feature: f.column}, nil
			}
		}
	case "OnlineCtr":
		return x.statistic(s)
	}
	return branch{}, refuse("%s has a split of the kind %s on feature %d, which does not exist.", x.next(),
		quote(s.kind), s.feature)
}

// statistic converts a split by a CTR of one feature to the set of categories above the border. The
// index of the split determines the CTR.
func (x *catboost) statistic(s catSplit) (branch, error) {
	if b, ok := x.sets[s.index]; ok {
		return b, nil
	}
	k := s.index - x.before
	i := 0
	for i < len(x.ctrs) && k >= len(x.ctrs[i].borders) {
		k -= len(x.ctrs[i].borders)
		i++
	}
	if k < 0 || i == len(x.ctrs) {
		return branch{}, refuse("%s uses category statistics that do not exist.", x.next())
	}
	c := x.ctrs[i]
	if !c.single() {
		at, err := x.joins(i)
		return branch{mode: more, at: float64(float32(c.borders[k])), feature: at}, err
	}
	f, stats := x.texts[c.elements[0].feature], x.stats[c.id]
	if f == nil || f.column < 0 || stats.counts == nil {
		return branch{}, refuse("%s uses category statistics that do not exist.", x.next())
	}
	above := func(counts []float64) (bool, error) {
		v, err := c.value(counts, stats.total)
		return v > float32(c.borders[k]), err
	}
	words := make([]uint32, len(f.list)/32+1)
	if err := x.take(4*len(words) + 96); err != nil {
		return branch{}, err
	}
	if err := x.spendSteps(len(f.codes)); err != nil {
		return branch{}, err
	}
	for hash, place := range f.codes {
		yes, err := above(stats.counts[combined(0, hash)])
		if err != nil {
			return branch{}, err
		}
		if yes {
			words[place/32] |= 1 << (place % 32)
		}
	}
	at, err := x.forest.set(&x.purse, words)
	if err != nil {
		return branch{}, err
	}
	b := branch{mode: member, at: at, feature: f.column}
	b.missing, err = above(nil)
	x.sets[s.index] = b
	return b, err
}

// value computes a CTR in float32; a category that training never saw has no counts.
func (c *ctr) value(counts []float64, total float64) (float32, error) {
	var up, down float64
	switch n := len(counts); {
	case n == 0 && (c.kind == "Counter" || c.kind == "FeatureFreq"):
		down = total
	case n == 0:
	case (c.kind == "BinarizedTargetMeanValue" || c.kind == "FloatTargetMeanValue") && n == 2:
		up, down = counts[0], counts[1]
	case (c.kind == "Counter" || c.kind == "FeatureFreq") && n == 1:
		up, down = counts[0], total
	case (c.kind == "Buckets" || c.kind == "Borders") && n > 1 && c.class >= 0 && c.class < n:
		for i, v := range counts {
			down += v
			if c.kind == "Buckets" && i == c.class || c.kind == "Borders" && i > min(c.class, n-2) {
				up += v
			}
		}
	default:
		return 0, refuse("The model of CatBoost has statistics of the kind %s with %d counts, which are not supported.",
			quote(c.kind), n)
	}
	v := (float32(up) + c.priorUp) / (float32(down) + c.priorDown)
	return float32(v+c.shift) * c.scale, nil
}

// combination is a CTR of several features: a number for each combination of their categories and
// of the answers of tests.
type combination struct {
	cats   []joinedWith
	tests  []joinedWith
	values map[uint64]float32
	rest   float32 // for combinations that training never saw

	least, most float64 // bounds over all combinations
}

// joinedWith is an element of a combination: the hashes of a column's categories, or a test of a
// column.
type joinedWith struct {
	column int32
	hashes []uint32
	test   branch
}

// joins returns the input of the trees for a CTR of several features.
func (x *catboost) joins(i int) (int32, error) {
	if at, ok := x.jointOf[i]; ok {
		return at, nil
	}
	c, missing := &x.ctrs[i], refuse("%s uses category statistics that do not exist.", x.next())
	stats := x.stats[c.id]
	if stats.counts == nil || len(c.elements) == 0 {
		return 0, missing
	}
	if err := x.take(48*len(stats.counts) + 512); err != nil {
		return 0, err
	}
	to := combination{values: make(map[uint64]float32, len(stats.counts))}
	var err error
	for hash, counts := range stats.counts {
		if to.values[hash], err = c.value(counts, stats.total); err != nil {
			return 0, err
		}
	}
	if to.rest, err = c.value(nil, stats.total); err != nil {
		return 0, err
	}
	for _, e := range c.elements {
		var j joinedWith
		switch f := x.texts[e.feature]; {
		case e.kind != anyCategory:
			e.kind = map[string]string{oneCategory: "OneHotFeature", aboveBorder: "FloatFeature"}[e.kind]
			if j.test, err = x.branch(e); err != nil {
				return 0, err
			}
			to.tests = append(to.tests, j)
			continue
		case f == nil || f.column < 0:
			return 0, missing
		default:
			if err := x.take(4 * len(f.list)); err != nil {
				return 0, err
			}
			j.column, j.hashes = f.column, make([]uint32, len(f.list))
			for hash, k := range f.codes {
				j.hashes[k] = max(j.hashes[k], hash)
			}
			to.cats = append(to.cats, j)
		}
	}
	to.least, to.most = float64(to.rest), float64(to.rest)
	for _, v := range to.values {
		to.least, to.most = min(to.least, float64(v)), max(to.most, float64(v))
	}
	at := int32(len(x.columns) + len(x.joint))
	x.joint, x.jointOf[i] = append(x.joint, to), at
	return at, nil
}

// valueFor returns the CTR for a row.
func (c *combination) valueFor(f *forest, row []float64) float64 {
	hash := uint64(0)
	for _, j := range c.cats {
		k := row[j.column]
		if !(k >= 0 && int(k) < len(j.hashes)) {
			return float64(c.rest)
		}
		hash = combined(hash, j.hashes[int(k)])
	}
	for i := range c.tests {
		b := &c.tests[i].test
		hash = mixed(hash, uint64(one(f.goesYes(b, float64(float32(row[b.feature]))))))
	}
	if v, ok := c.values[hash]; ok {
		return float64(v)
	}
	return float64(c.rest)
}

// maxJoint limits how many combinations are looked up for one bound.
const maxJoint = 256

// bound returns bounds of the CTR for the rows between two. It looks up the combinations one by one
// if there are few, and otherwise uses the bounds of all.
func (c *combination) bound(v span) (low, high float64) {
	hashes, none, many := []uint64{0}, false, false
	for _, j := range c.cats {
		var next []uint64
		from, to := v.low[j.column], v.high[j.column]
		if from != from || from != math.Trunc(from) || to-from > maxJoint {
			none, many = true, many || from == from || to == to
			continue
		}
		for k := from; k <= to && len(next) <= maxJoint; k++ {
			if !(k >= 0 && int(k) < len(j.hashes)) {
				none = true
				continue
			}
			for _, h := range hashes {
				next = append(next, combined(h, j.hashes[int(k)]))
			}
		}
		hashes, many = next, many || len(next) > maxJoint
	}
	if many {
		return c.least, c.most
	}
	for i := range c.tests {
		b, both := &c.tests[i].test, hashes
		yes, no := (&forest{}).sides(b, float64(float32(v.low[b.feature])), float64(float32(v.high[b.feature])))
		hashes = nil
		for _, h := range both {
			if yes {
				hashes = append(hashes, mixed(h, 1))
			}
			if no {
				hashes = append(hashes, mixed(h, 0))
			}
		}
	}
	low, high = math.Inf(1), math.Inf(-1)
	for _, h := range hashes {
		at, ok := c.values[h]
		if !ok {
			at = c.rest
		}
		low, high = min(low, float64(at)), max(high, float64(at))
	}
	if none {
		low, high = min(low, float64(c.rest)), max(high, float64(c.rest))
	}
	return low, high
}

// leaf returns the contributions of a leaf, one for each class.
func (x *catboost) leaf(values []float64) (branch, []gift, error) {
	if x.forest.base == nil {
		if err := x.take(8 * len(values)); err != nil {
			return branch{}, nil, err
		}
		x.forest.base = make([]float64, len(values))
	}
	if len(values) != len(x.forest.base) || len(values) == 0 || len(values) > maxColumns {
		return branch{}, nil, refuse("Tree %d of the file has a leaf with %d values instead of %d.",
			len(x.forest.roots), len(values), len(x.forest.base))
	}
	gives := make([]gift, len(values))
	for k, v := range values {
		gives[k] = gift{int32(k), v}
	}
	return branch{mode: leaf}, gives, x.take(giftBytes * len(gives))
}

// tree reads a symmetric tree. Level i of the resulting tree tests split i.
func (x *catboost) tree() error {
	var splits []branch
	var values []float64
	err := x.j.object(func(key string) (err error) {
		switch key {
		case "leaf_values":
			values, err = x.numberList()
			return err
		case "splits":
			return x.list(func() error {
				b, err := x.split()
				splits = append(splits, b)
				if err == nil && len(splits) > maxLevels {
					err = refuse("%s has more than %d levels.", x.next(), maxLevels)
				}
				return err
			})
		}
		return x.j.skip()
	})
	if err != nil {
		return err
	}
	leaves := 1 << len(splits)
	dims := len(values) / leaves
	if dims == 0 || len(values) != dims*leaves {
		return refuse("%s has %d values for %d leaves.", x.next(), len(values), leaves)
	}
	err = x.plant(&x.purse, 2*leaves-1, func(i int) (branch, []gift, error) {
		level := bits.Len(uint(i+1)) - 1
		if level == len(splits) {
			at := 0
			if level > 0 {
				at = int(bits.Reverse(uint(i+1-leaves)) >> (bits.UintSize - level))
			}
			return x.leaf(values[at*dims : (at+1)*dims])
		}
		b := splits[level]
		b.no, b.yes = int32(2*i+1), int32(2*i+2)
		return b, nil, nil
	})
	x.bytes += 16 * len(values) // released
	return err
}

// maxLevels is CatBoost's own limit.
const maxLevels = 16

// nested reads a tree that is not symmetric.
func (x *catboost) nested() error {
	var nodes []catNode
	before := x.bytes
	if _, err := x.node(&nodes); err != nil {
		return err
	}
	used := before - x.bytes
	err := x.plant(&x.purse, len(nodes), func(i int) (branch, []gift, error) {
		n := &nodes[i]
		if n.mode == leaf {
			return x.leaf(n.values)
		}
		return n.branch, nil, nil
	})
	x.bytes += used // released
	return err
}

// node adds a node and those below it to a list.
func (x *catboost) node(nodes *[]catNode) (int32, error) {
	if err := x.take(2 * 120); err != nil {
		return 0, err
	}
	at := len(*nodes)
	*nodes = append(*nodes, catNode{})
	var n catNode
	left, right := int32(-1), int32(-1)
	err := x.j.object(func(key string) (err error) {
		switch key {
		case "split":
			n.branch, err = x.split()
		case "left":
			left, err = x.node(nodes)
		case "right":
			right, err = x.node(nodes)
		case "value":
			if x.j.next() == '[' {
				n.values, err = x.numbers(x.j)
				return err
			}
			var v float64
			v, err = x.j.number()
			n.values = []float64{v}
		default:
			return x.j.skip()
		}
		return err
	})
	n.no, n.yes = left, right
	(*nodes)[at] = n
	return int32(at), err
}

// The links of CatBoost's losses.
var catboostLinks = map[string]link{"Logloss": shareOfTwo, "CrossEntropy": shareOfTwo, "Focal": shareOfTwo,
	"MultiClass": shareOfAll, "MultiClassOneVsAll": shareEach,
	"RMSE": aNumber, "MAE": aNumber, "Quantile": aNumber, "MAPE": aNumber, "Lq": aNumber, "Huber": aNumber,
	"Expectile": aNumber, "LogCosh": aNumber, "PairLogit": aNumber, "PairLogitPairwise": aNumber, "YetiRank": aNumber,
	"YetiRankPairwise": aNumber, "QueryRMSE": aNumber, "QuerySoftMax": aNumber,
	"Poisson": aPositive, "Tweedie": aPositive, "LogLinQuantile": aPositive}

// finished assembles the ensemble after the whole document has been read.
func (x *catboost) finished() (*Model, error) {
	dims := len(x.forest.base)
	link, ok := catboostLinks[x.loss]
	if x.loss == "" { // a file without its settings
		if link, ok = shareOfTwo, true; dims > 1 {
			link = shareOfAll
		}
	}
	if many := link == shareOfAll || link == shareEach; !ok || many != (dims > 1) {
		return nil, refuse("The model of CatBoost was trained for %s with %d sums, which is not "+
			"supported.", quote(x.loss), dims)
	}
	if len(x.bias) == 0 {
		x.bias = make([]float64, dims)
	}
	if len(x.bias) != dims || !finite(x.scale) || x.scale == 0 {
		return nil, refuse("The model of CatBoost has %d sums, but the scale %v and %d biases.",
			dims, x.scale, len(x.bias))
	}
	for k, b := range x.bias {
		x.forest.base[k] = b / x.scale
	}
	x.link, x.slope = link, x.scale
	if link == aNumber || link == aPositive {
		x.parts = 0.5
	}
	if len(x.labels) != max(dims, 2) {
		x.labels = nil
	}
	x.forest.inputs = len(x.columns) + len(x.joint)
	m, err := x.model()
	if err != nil {
		return nil, err
	}
	m.Output, m.Outputs = allRounds, []string{allRounds}
	if len(x.joint) > 0 {
		m.program.combine(x.joint)
	}
	return m, nil
}

// combine returns a model that first computes the combinations of features and appends them to the
// inputs.
func (p *program) combine(all []combination) {
	for i := range p.steps {
		for k := range p.steps[i].parts {
			p.steps[i].parts[k].of++
		}
	}
	p.out.of++
	first := step{parts: []affine{{of: -1, same: true}}, layer: &layer{act: combinations, n: p.in + len(all),
		group: group{joint: all}}}
	p.steps = append([]step{first}, p.steps...)
}
