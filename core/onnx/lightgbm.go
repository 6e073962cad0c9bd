package onnx

import (
	"bytes"
	"math"
	"strconv"
	"strings"
)

// LightGBM writes a model as lines of a name and values, first general information, then the trees.
// A node tests whether a value is at most a threshold, in float64, or whether it is in a set of
// categories. A negative child is the complement of a leaf's number.

// The bits of a node's decision_type, and which values count as missing.
const (
	byCategory  = 1
	missingLeft = 2
	gapShift    = 2
	noGaps      = 0
	zeroIsGap   = 1
)

type lightgbm struct {
	purse
	ensemble
	perRound int
}

func readLightGBM(b []byte) (*Model, error) {
	x := &lightgbm{purse: newPurse(len(b)), perRound: 1}
	x.slope = 1
	head, rest := section(b)
	version, objective, average := "", "", false
	var names, infos []string
	var err error
	most := -1
	for line := range bytes.Lines(head) {
		key, value, _ := strings.Cut(strings.TrimSpace(string(line)), "=")
		switch key {
		case "version":
			version = value
		case "num_tree_per_iteration":
			x.perRound, err = wholeOf(key, value)
		case "max_feature_idx":
			most, err = wholeOf(key, value)
		case "objective":
			objective = value
		case "average_output":
			average = true
		case "feature_names":
			names = strings.Fields(value)
		case "feature_infos":
			infos = strings.Fields(value)
		}
		if err == nil {
			err = x.take(2 * len(line))
		}
		if err != nil {
			return nil, err
		}
	}
	if x.perRound < 1 || x.perRound > maxColumns || most >= maxColumns {
		return nil, refuse("The model has %d trees for each round and %d columns, which is not "+
			"supported.", x.perRound, most+1)
	}
	for bytes.HasPrefix(rest, []byte("Tree=")) {
		var tree []byte
		tree, rest = section(rest)
		if err := x.tree(tree); err != nil {
			return nil, err
		}
	}
	if !bytes.HasPrefix(rest, []byte("end of trees")) {
		return nil, refuse("The file of LightGBM ends after tree %d. Save the model again.", len(x.forest.roots))
	}
	if err := x.links(objective); err != nil {
		return nil, err
	}
	x.forest.base = make([]float64, x.perRound)
	if average {
		x.slope /= float64(max(len(x.forest.roots)/x.perRound, 1))
	}
	x.producer = strings.TrimSpace("LightGBM " + version)
	if err := x.name(most+1, names, func(i int) string { return "Column_" + strconv.Itoa(i) }); err != nil {
		return nil, err
	}
	for i, info := range infos { // a range of values, or the numbers of categories
		if c := i < len(x.columns) && info != "none" && !strings.HasPrefix(info, "["); c {
			x.columns[i].Category = true
			for number := range strings.SplitSeq(info, ":") {
				if v, ok := numberOf(number); ok {
					x.columns[i].Most = max(x.columns[i].Most, v)
				}
			}
		}
	}
	if err := x.pandas(rest, infos); err != nil {
		return nil, err
	}
	m, err := x.model()
	if err == nil {
		m.Output, m.Outputs = allRounds, []string{allRounds}
	}
	return m, err
}

// section returns the lines up to an empty one, and the remaining text.
func section(b []byte) (lines, rest []byte) {
	at := 0
	for at < len(b) {
		end := bytes.IndexByte(b[at:], '\n') + 1
		if end == 0 {
			end = len(b) - at
		}
		if len(bytes.TrimSpace(b[at:at+end])) == 0 {
			break
		}
		at += end
	}
	return b[:at], bytes.TrimLeft(b[at:], "\r\n")
}

func wholeOf(key, s string) (int, error) {
	v, err := strconv.Atoi(strings.TrimSpace(s))
	if err != nil || v > math.MaxInt32 || v < math.MinInt32 {
		return 0, refuse("The file of LightGBM has %s as its %s; it must be a whole number.", quote(s), key)
	}
	return v, nil
}

// list reads numbers separated by spaces.
func (x *lightgbm) list(key string, s []byte) ([]float64, error) {
	var list []float64
	for field := range bytes.FieldsSeq(s) {
		v, err := strconv.ParseFloat(string(field), 64)
		if err != nil && !isRange(err) {
			return nil, refuse("The file of LightGBM has %s among its %s, which is not a number.", quote(string(field)),
				quote(key))
		}
		if err := x.oneMore(len(list)); err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

func (x *lightgbm) tree(b []byte) error {
	var feature, at, how, left, right, leaves, ends, words, linear, consts, many, uses, coeffs []float64
	lists := map[string]*[]float64{"split_feature": &feature, "threshold": &at, "decision_type": &how,
		"left_child": &left, "right_child": &right,
		"leaf_value": &leaves, "cat_boundaries": &ends, "cat_threshold": &words, "is_linear": &linear,
		"leaf_const": &consts, "num_features": &many, "leaf_features": &uses, "leaf_coeff": &coeffs}
	before := x.bytes
	for line := range bytes.Lines(b) {
		key, value, _ := bytes.Cut(line, []byte("="))
		list := lists[string(key)]
		if list == nil {
			continue
		}
		v, err := x.list(string(key), value)
		if err != nil {
			return err
		}
		*list = v
	}
	if err := wholeNumbers(x.next(), feature, how, left, right, ends, words, many, uses); err != nil {
		return err
	}
	number := len(x.forest.roots) + 1
	n, class := len(feature), int32(len(x.forest.roots)%x.perRound)
	if len(leaves) != n+1 || len(at) != n || len(left) != n || len(right) != n || len(how) != n && len(how) != 0 {
		return refuse("Tree %d of the file has %d splits, %d thresholds and %d leaves.", number, n, len(at),
			len(leaves))
	}
	first := int32(0) // index of the linear model of leaf 0, counted from 1
	if len(linear) > 0 && linear[0] != 0 {
		if err := x.lines(number, len(leaves), consts, many, uses, coeffs); err != nil {
			return err
		}
		first = int32(len(x.forest.lines) - len(leaves) + 1)
	}
	grown := func(i int) (branch, []gift, error) {
		b := branch{mode: leaf}
		if first > 0 {
			b.feature = first + int32(i)
		}
		return b, []gift{{class, leaves[i]}}, nil
	}
	place := func(v float64) int32 { // inner nodes come first in the list, then the leaves
		if v < 0 {
			return int32(n + clampInt(-v) - 1)
		}
		if v >= float64(n) {
			return -1
		}
		return int32(clampInt(v))
	}
	err := x.plant(&x.purse, n+len(leaves), func(i int) (branch, []gift, error) {
		if i >= n {
			return grown(i - n)
		}
		b := branch{mode: leq, at: at[i], feature: int32(clampInt(feature[i])), yes: place(left[i]),
			no: place(right[i])}
		says := 0
		if len(how) > 0 {
			says = clampInt(how[i])
		}
		if says&byCategory != 0 { // a missing value is in no set
			k := clampInt(at[i])
			if at[i] != float64(k) || k < 0 || k+1 >= len(ends) || ends[k] < 0 || ends[k] > ends[k+1] ||
				ends[k+1] > float64(len(words)) {
				return b, nil, refuse("Tree %d of the file refers to a set of categories that does not exist.", number)
			}
			set := make([]uint32, 0, int(ends[k+1]-ends[k]))
			for _, w := range words[int(ends[k]):int(ends[k+1])] {
				if w < 0 {
					return b, nil, refuse("Tree %d of the file has a set of categories with the invalid number "+
						"%v.", number, w)
				}
				set = append(set, uint32(w))
			}
			var err error
			b.mode = member
			b.at, err = x.forest.set(&x.purse, set)
			return b, nil, err
		}
		if b.at != b.at {
			return b, nil, refuse("Tree %d of the file has a node without a threshold.", number)
		}
		b.missing = says&missingLeft != 0
		switch says >> gapShift & 3 {
		case noGaps:
			b.plain = true
		case zeroIsGap:
			b.plain, b.gaps = true, true
		}
		return b, nil, nil
	})
	// The memory of the lists is released.
	x.bytes += min(before-x.bytes, 16*(len(feature)+len(at)+len(how)+len(left)+len(right)+len(leaves)+len(words)))
	return err
}

// lines adds the linear models of a tree's leaves: a constant, and how many features with their
// weights follow for each.
func (x *lightgbm) lines(number, leaves int, consts, many, uses, w []float64) error {
	if len(consts) != leaves || len(many) != leaves || len(uses) != len(w) || !allFinite(consts) || !allFinite(w) {
		return refuse("Tree %d of the file has %d leaves, but linear models for %d, with %d features and %d weights.",
			number, leaves, len(consts), len(uses), len(w))
	}
	if err := x.take(112*leaves + 24*len(w)); err != nil {
		return err
	}
	f := &x.forest
	for i, k := range many {
		n := clampInt(k)
		if n < 0 || n > len(w) {
			return refuse("Tree %d of the file has an incomplete linear model.", number)
		}
		l := line{add: consts[i], w: w[:n:n]}
		for _, v := range uses[:n] {
			if v < 0 || v >= maxColumns {
				return refuse("Tree %d of the file reads column %v, which does not exist.", number, v)
			}
			l.features = append(l.features, int32(v))
			f.inputs = max(f.inputs, int(v)+1)
		}
		f.lines, uses, w = append(f.lines, l), uses[n:], w[n:]
	}
	if len(w) > 0 {
		return refuse("Tree %d of the file has %d weights that belong to no leaf.", number, len(w))
	}
	return nil
}

// links reads the objective: its name and its parameters.
func (x *lightgbm) links(objective string) error {
	said := strings.Fields(objective)
	if len(said) == 0 {
		if x.link = aNumber; x.perRound > 1 {
			x.link = shareOfAll // for a custom objective, the largest sum wins
		}
		return nil
	}
	steep := 1.0
	for _, s := range said[1:] {
		if v, is := strings.CutPrefix(s, "sigmoid:"); is {
			var err error
			if steep, err = strconv.ParseFloat(v, 64); err != nil || !(steep > 0) {
				return refuse("The model has the sigmoid %s; it must be a number above 0.", quote(v))
			}
		}
	}
	squared := len(said) > 1 && said[1] == "sqrt"
	switch said[0] {
	case "binary":
		x.link, x.slope = shareOfTwo, steep
	case "cross_entropy":
		x.link = shareOfTwo
	case "multiclass":
		x.link = shareOfAll
	case "multiclassova":
		x.link, x.slope = shareEach, steep
	case "regression", "regression_l1", "huber", "fair", "quantile", "mape", "lambdarank", "rank_xendcg", "custom":
		if x.link, x.parts = aNumber, 0.5; strings.Contains(said[0], "rank") || said[0] == "custom" {
			x.parts = 0
		}
		if squared {
			x.link = aSquare
		}
	case "poisson", "gamma", "tweedie":
		x.link, x.parts = aPositive, 0.5
	default:
		return refuse("The model was trained for %s, which is not supported.",
			quote(said[0]))
	}
	if many := x.link == shareOfAll || x.link == shareEach; many != (x.perRound > 1) {
		return refuse("The model was trained for %[2]s, which does not have %[1]d trees for each "+
			"round.", x.perRound, quote(said[0]))
	}
	return nil
}

// pandas assigns the categories of a data frame, which the model refers to by number, to columns.
// It assigns them in order to the columns that the model treats as categories, if the counts
// agree.
func (x *lightgbm) pandas(rest []byte, infos []string) error {
	_, line, is := bytes.Cut(rest, []byte("pandas_categorical:"))
	if !is || len(infos) != len(x.columns) {
		return nil
	}
	line, _, _ = bytes.Cut(line, []byte("\n"))
	if err := x.take(4 * len(line)); err != nil {
		return err
	}
	j := &jsonText{b: line}
	if j.next() != '[' {
		return nil
	}
	var lists [][]string
	err := j.array(func() error {
		list, err := x.texts(j)
		lists = append(lists, list)
		return err
	})
	if err != nil {
		return err
	}
	var at []int
	for i, info := range infos {
		if info != "none" && !strings.HasPrefix(info, "[") {
			at = append(at, i)
		}
	}
	if len(at) != len(lists) {
		return nil
	}
	for k, i := range at {
		if len(lists[k]) > 0 {
			x.columns[i].Codes, x.columns[i].Unknown, x.columns[i].Text = lists[k], true, true
		}
	}
	return nil
}
