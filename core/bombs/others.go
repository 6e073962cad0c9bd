package bombs

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"maps"
	"slices"
	"strings"
)

// sorted returns files sorted by their names.
func sorted(files map[string]string) (list []File) {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		list = append(list, File{name, []byte(files[name])})
	}
	return list
}

// zipped compresses a head and a unit repeated up to a size in MB. Only one repetition is
// compressed.
func zipped(head, unit string, mb int) string {
	text := []byte(strings.Repeat(unit, 1<<20/len(unit)))
	sum, size := crc32.NewIEEE(), 0
	b := []byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff")
	for _, p := range []run{{[]byte(head), 1}, {text, mb}, {nil, 1}} {
		once := deflated(p.text, p.text == nil)
		for range p.times {
			b = append(b, once...)
			sum.Write(p.text)
			size += len(p.text)
		}
	}
	b = binary.LittleEndian.AppendUint32(b, sum.Sum32())
	return string(binary.LittleEndian.AppendUint32(b, uint32(size)))
}

type run struct {
	text  []byte
	times int
}

// deflated compresses a text in such a way that more can follow, unless it is the last.
func deflated(text []byte, last bool) []byte {
	var b bytes.Buffer
	f, _ := flate.NewWriter(&b, flate.BestCompression)
	f.Write(text)
	if last {
		f.Close()
	} else {
		f.Flush()
	}
	return b.Bytes()
}

// filled returns a unit repeated up to a size in MB.
func filled(unit string, mb int) string { return strings.Repeat(unit, mb<<20/len(unit)) }

// Tables returns texts, compressed or not, images, labels and projects: every kind of file that
// the first step of the page opens.
func Tables() []File {
	distinct := func(n, width int) string {
		var b strings.Builder
		b.WriteString("a,b,y\n")
		for i := range n {
			fmt.Fprintf(&b, "%0*d,x%d,%d\n", width, i, i*7, i%2)
		}
		return b.String()
	}
	idx := func(magic uint32, sizes ...uint32) string {
		b := binary.BigEndian.AppendUint32(nil, magic)
		for _, s := range sizes {
			b = binary.BigEndian.AppendUint32(b, s)
		}
		return string(append(b, 1, 2, 3, 4))
	}
	short := zipped("a,b\n", "1,2\n", 900)
	const project = "\x93\xa8causeway"
	return sorted(map[string]string{
		"zeros.csv.gz":           zipped("", "\x00", 1000),
		"rows.csv.gz":            zipped("a,b\n", "1,2\n", 900),
		"commas.csv.gz":          zipped("a", ",", 500),
		"lies.csv.gz":            short[:len(short)-4] + "\x01\x00\x00\x00",
		"packed twice.csv.gz":    zipped(zipped("a,b\n", "1,2\n", 900), "\x00", 1),
		"many members.csv.gz":    strings.Repeat(zipped("", "a", 0), 100_000),
		"cut off.csv.gz":         short[:len(short)/2],
		"commas.csv":             filled(",", 30),
		"open quote.csv":         "a,b\n\"" + filled("x\n", 30),
		"quotes.csv":             "a,b\n" + filled(`"`, 30),
		"columns.csv":            filled("c,", 7) + "c\n" + filled("1,", 7) + "1\n",
		"short rows.csv":         "a,b\n" + filled("1\n", 30),
		"no rows.csv":            "a,b\n" + filled("\n", 60),
		"distinct.csv":           distinct(900_000, 24),
		"a long name.csv":        filled("n", 20) + ",b\n1,2\n3,4\n",
		"a long number.csv":      "a,b\n" + filled("1", 20) + ",2\n3,4\n",
		"nothing.csv":            "a,b\n" + filled("\x00", 30),
		"UTF-16.csv":             "\xff\xfea\x00,\x00b\x00\n\x00" + filled("\xd8\x00", 30),
		"signs.csv":              "a,b\n" + filled("+-.eE,", 20),
		"years.csv":              "a,b\n" + filled("2020年1月2日 11:30,1\n", 20),
		"images-idx3-ubyte":      idx(0x803, 1<<31-1, 28, 28),
		"empty-images-idx3-u":    idx(0x803, 1<<31-1, 0, 0),
		"wide-images-idx3-u":     idx(0x803, 1<<16, 1<<16, 1<<16),
		"labels-idx1-ubyte":      idx(0x801, 1<<32-1),
		"images-idx3-ubyte.gz":   zipped(idx(0x803, 1<<20, 28, 28), "\x00", 820),
		"a list.causeway":        project + "\x02\xdd\x7f\xff\xff\xff",
		"a text.causeway":        project + "\x02\x83\xa6header\xdb\x7f\xff\xff\xff",
		"lists.causeway":         project + "\x02" + filled("\x91", 20),
		"fields.causeway":        project + "\x02" + filled("\x81\xa1a", 20),
		"no bytes.causeway":      project + "\x02" + filled("\xc4\x00", 40),
		"nothing.causeway":       project + filled("\x00", 60),
		"a later form.causeway":  project + "\xce\xff\xff\xff\xff\x81",
		"many lists.causeway":    project + "\x02" + strings.Repeat("\xdd\x00\xff\xff\xff", 400_000),
		"labels of nobody.csv":   "label,by,factual.x1\n" + filled("feasible,x,1\n", 20),
		"labels of images.csv":   "label,by,target,factual,pixels\n" + filled("feasible,x,1,0,", 30),
		"a workbook of none.xls": filled("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 20),
	})
}

// Models returns models of other programs.
func Models() []File {
	u := func(b string, v uint64) string { return string(binary.AppendUvarint([]byte(b), v)) }
	sub := func(field uint64, body string) string { return u("", field<<3|2) + u("", uint64(len(body))) + body }
	whole := func(field, v uint64) string { return u("", field<<3) + u("", v) }
	onnx := func(graph string) string { return whole(1, 8) + sub(8, whole(2, 13)) + sub(7, graph) }
	value := func(field uint64, name string) string { return sub(field, sub(1, name)) }
	node := func(op, in, out string, more ...string) string {
		return sub(1, sub(1, in)+sub(2, out)+sub(4, op)+strings.Join(more, ""))
	}
	tensor := func(name string, more string, dims ...uint64) string {
		t := whole(2, 1) + sub(8, name) + more
		for _, d := range dims {
			t += whole(1, d)
		}
		return sub(5, t)
	}
	deep := ""
	for range 3000 { // a graph in an attribute of a node of a graph
		deep = sub(1, sub(4, "If")+sub(5, sub(1, "then_branch")+sub(6, deep)))
	}
	nodes, doubled := strings.Builder{}, ""
	for i := range 300_000 {
		nodes.WriteString(node("Identity", fmt.Sprint(i), fmt.Sprint(i+1)))
	}
	for i := range 60 {
		doubled += sub(1, sub(1, fmt.Sprint(i))+sub(1, fmt.Sprint(i))+sub(2, fmt.Sprint(i+1))+sub(4, "Concat")+sub(5,
			sub(1, "axis")+whole(3, 1)))
	}
	tree := "Tree=0\nnum_leaves=2147483647\nnum_cat=0\nsplit_feature=0\nthreshold=0\ndecision_type=2\nleft_child=-1\n" +
		"right_child=-2\nleaf_value=1 2\n\n"
	light := "tree\nversion=v4\nnum_class=1\nnum_tree_per_iteration=1\nmax_feature_idx=0\nobjective=binary " +
		"sigmoid:1\nfeature_names=a\nfeature_infos=[0:1]\n\n"
	circle := strings.NewReplacer("2147483647", "3", "split_feature=0", "split_feature=0 0", "threshold=0",
		"threshold=0 0", "decision_type=2", "decision_type=2 2", "left_child=-1", "left_child=1 0", "right_child=-2",
		"right_child=1 0", "leaf_value=1 2", "leaf_value=1 2 3")
	return sorted(map[string]string{
		"wide weights.onnx": onnx(tensor("w", "", 1<<40, 1<<40) + node("MatMul", "x", "y") + value(11, "x") + value(
			12, "y")),
		"no weights.onnx": onnx(strings.Repeat(tensor("w", "", 0, 1<<62), 20_000) + value(11, "x") + value(12,
			"y")),
		"many sizes.onnx": onnx(tensor("w", strings.Repeat(whole(1, 1), 8<<20)) + value(11, "x") + value(12, "y")),
		"deep.onnx":       onnx(deep + value(11, "x") + value(12, "y")),
		"many nodes.onnx": onnx(nodes.String() + value(11, "0") + value(12, "300000")),
		"doubled.onnx":    onnx(doubled + value(11, "0") + value(12, "60")),
		"filled.onnx": onnx(sub(5, whole(2, 7)+sub(8, "s")+sub(9,
			"\xff\xff\xff\x7f\x00\x00\x00\x00")+whole(1, 1)) + node("ConstantOfShape", "s", "w") + node(
			"MatMul", "x", "w") + value(11, "x") + value(12, "w")),
		"many inputs.onnx":  onnx(strings.Repeat(value(11, "x"), 2<<20) + value(12, "y")),
		"empty fields.onnx": filled("\x3a\x00", 30),
		"a circle.onnx": onnx(node("Identity", "a", "b") + node("Identity", "b", "a") + value(11, "x") + value(12,
			"a")),
		"deep.json":        `{"learner":` + filled("[", 20),
		"deep fields.json": strings.Repeat(`{"learner":`, 1<<20),
		"many trees.json":  `{"learner":{"gradient_booster":{"model":{"trees":[` + filled("{},", 20) + `{}]}}}}`,
		"numbers.json": `{"learner":{"gradient_booster":{"model":{"trees":[{"left_children":[` +
			filled("1,", 20) + `1]}]}}}}`,
		"a list.ubj":     "{L\x00\x00\x00\x00\x00\x00\x00\x07learner[$l#L\x00\x00\x00\x7f\xff\xff\xff\xff",
		"lists.ubj":      "{L\x00\x00\x00\x00\x00\x00\x00\x07learner" + filled("[", 20),
		"nulls.ubj":      "{L\x00\x00\x00\x00\x00\x00\x00\x07learner[$Z#L\x00\x00\x00\x00\x7f\xff\xff\xff",
		"leaves.txt":     light + tree + "end of trees\n",
		"many trees.txt": light + strings.Repeat(tree, 60_000) + "end of trees\n",
		"a circle.txt":   light + circle.Replace(tree) + "end of trees\n",
		"numbers.txt": light + strings.Replace(tree, "leaf_value=1 2",
			"leaf_value="+filled("1 ", 30), 1) + "end of trees\n",
		"many features.txt": strings.Replace(light, "feature_names=a", "feature_names="+filled("a ", 20), 1) + tree,
		"far categories.txt": light + strings.NewReplacer("num_cat=0", "num_cat=1", "decision_type=2",
			"decision_type=1", "leaf_value=1 2", "leaf_value=1 2\ncat_boundaries=0 2147483647\ncat_threshold=1").
			Replace(tree),
		"classes of many.txt": strings.Replace(light, "num_class=1", "num_class=2147483647", 1) + tree,
	})
}

// Graphs returns graphs drawn by other programs.
func Graphs() []File {
	var many, names strings.Builder
	for i := range 400_000 {
		fmt.Fprintf(&many, "n%d -> n%d;\n", i, i+1)
	}
	for i := range 3000 {
		fmt.Fprintf(&names, "n%d ", i)
	}
	group := "{" + names.String() + "}"
	return sorted(map[string]string{
		"many edges.dot":   "digraph {\n" + many.String() + "}",
		"groups.dot":       "digraph { " + group + " -> " + group + " }",
		"groups again.dot": "digraph { " + strings.Repeat("{a b} -> ", 300_000) + "c }",
		"deep.dot":         "digraph { " + filled("{", 10),
		"attributes.dot":   "digraph { a [" + filled("x=1,", 10) + "] }",
		"a long name.dot":  `digraph { "` + filled("a", 10) + `" -> b }`,
		"comments.dot":     "digraph { " + filled("/**/", 10) + " a -> b }",
		"many edges.dag":   "dag {\n" + many.String() + "}",
		"groups.dag":       "dag { " + group + " -> " + group + " }",
		"deep.gml":         "graph [ directed 1 " + filled("node [ ", 10),
		"many nodes.gml":   "graph [ directed 1 " + filled("node [ id 1 label \"a\" ] ", 10) + "]",
		"table.bif": "network x {}\nvariable a { type discrete [2147483647] { 0, 1 }; }\nprobability ( a ) " +
			"{ table " + filled("0.5, ", 10) + "; }",
		"parents.bif":     "network x {}\nprobability ( a | " + filled("b, ", 10) + "c ) {}",
		"deep.graph.json": `{"format":"causeway graph","nodes":` + filled("[", 10),
		"many.graph.json": `{"format":"causeway graph","version":4,"nodes":[` + filled(`{"name":"a"},`, 10) +
			`{"name":"b"}],"edges":[]}`,
		"a list.csv": "from,to\n" + filled("a,b\nb,c\n", 10),
		"Tetrad.txt": "Graph Nodes:\n" + filled("a;", 10) + "b\n\nGraph Edges:\n" + filled("1. a --> b\n", 10),
		"formulas.graph.json": `{"format":"causeway graph","version":4,"nodes":[{"name":"x1","mechanism":"formula","f` +
			`ormula":"` + filled("(", 5) + `"}],"edges":[],"rules":[]}`,
	})
}
