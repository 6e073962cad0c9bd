package hostile_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"causeway/core/data"
	"causeway/core/graphfile"
	"causeway/core/hostile"
	"causeway/core/image"
	"causeway/core/kernel"
	"causeway/core/label"
	"causeway/core/nn"
	"causeway/core/onnx"
	"causeway/core/project"
	"causeway/core/sim"
	"causeway/core/snapshot"
	"causeway/core/vision"
	"causeway/core/workbook"
)

// A reader reads bytes from outside.
type reader struct {
	name   string
	good   [][]byte
	change func(b []byte, s hostile.Script) []byte
	// read returns the content as a value without addresses.
	read func(b []byte) (any, error)
}

// readers returns all readers that are written in Go. The Parquet reader is written in
// JavaScript, see TestParquetKeepsItsBounds.
func readers(t testing.TB) []reader {
	table := sim.SimpleBN(40, 3)
	s := table.Schema
	projects := files(t, "../project/testdata/model*.causeway", "../project/testdata/base.causeway",
		"../snapshot/testdata/*.causeway")
	images := files(t, "../../web/digits.causeway")
	opened, err := snapshot.Read(projects[0])
	fatal(t, err)
	link, err := snapshot.WriteLink(opened)
	fatal(t, err)
	text := table.CSV()
	asBook, err := data.AsWorkbook(text, "rows")
	fatal(t, err)
	labels := label.CSV(s, []label.Label{
		{Row: 3, Factual: table.Row(3, nil), Counterfactual: table.Row(4, nil), Target: 1, Verdict: label.Infeasible,
			Reason: []int{0}, By: "Ann"},
		{Row: -1, Factual: table.Row(5, nil), Counterfactual: table.Row(6, nil), By: "Bob"},
	})
	pictures := label.ImageCSV(2, 3, []label.Image{{Factual: []byte{0, 1, 2, 3, 4, 5},
		Pixels: []byte{255, 0, 7, 0, 1, 2}, Target: 2, By: "Ann"}})
	wide := data.DecodeWide
	data.DecodeWide = nil // the browser provides it to the page, but not to a test in WebAssembly
	t.Cleanup(func() { data.DecodeWide = wide })
	return []reader{
		{"tables", append(files(t, "../data/testdata/adult-like.data"), text, packed(text), extremes()), hostile.Text,
			readTable},
		{"tables as bytes", [][]byte{text, packed(text), asBook}, hostile.Bytes, readTable},
		{"new rows", [][]byte{text}, hostile.Text, func(b []byte) (any, error) {
			return data.ReadRows(b, s, data.Plan{}, nil)
		}},
		{"workbooks", append(files(t, "../workbook/testdata/*.xlsx"), asBook), hostile.Zip,
			func(b []byte) (any, error) { return workbook.Read(b, 1<<20, "") }},
		{"IDX", [][]byte{idx(0x803, 3, 2, 2), idx(0x801, 3), packed(idx(0x803, 3, 2, 2))}, hostile.Bytes,
			func(b []byte) (any, error) { return image.Read("any", b) }},
		{"ONNX", files(t, "../onnx/testdata/*.onnx", "../onnx/testdata/pipelines/*.onnx"), hostile.Proto, readModel},
		{"networks for images", networks(t), hostile.Proto, func(b []byte) (any, error) {
			m, err := onnx.ReadImages(b, "", 8, 8)
			if err != nil {
				return nil, err
			}
			return m.Readings(), nil
		}},
		{"XGBoost", files(t, "../onnx/testdata/xgboost-*.json"), hostile.JSON, readModel},
		{"XGBoost as bytes", files(t, "../onnx/testdata/xgboost-*.ubj"), hostile.Bytes, readModel},
		{"LightGBM", append(files(t, "../onnx/testdata/lightgbm-*.txt", "../onnx/testdata/pipelines/*.txt"),
			byCategories), hostile.Text, readModel},
		{"CatBoost", files(t, "../onnx/testdata/pipelines/catboost-*.json"), hostile.JSON, readModel},
		{"graphs", files(t, "../graphfile/testdata/foreign/*", "../graphfile/testdata/golden/*"), hostile.Text,
			readGraph(s)},
		{"graphs of our own", [][]byte{ownGraph}, hostile.JSON, readGraph(s)},
		{"projects", projects, mutants(projects), readProject},
		{"saved images", images, mutants(images), func(b []byte) (any, error) {
			s, err := snapshot.ReadImages(b)
			if err != nil {
				return nil, err
			}
			return snapshot.WriteImages(s)
		}},
		{"links", [][]byte{[]byte(link)}, func(b []byte, s hostile.Script) []byte {
			if len(s) > 0 && s[0] < 64 {
				return hostile.Text(b, s)
			}
			return []byte(deflated(mutants([][]byte{inflated(link)})(inflated(link), s)))
		}, func(b []byte) (any, error) {
			p, err := snapshot.ReadLink(string(b))
			if err != nil {
				return nil, err
			}
			return snapshot.WriteLink(p)
		}},
		{"labels", [][]byte{labels}, hostile.Text, func(b []byte) (any, error) { return label.ReadCSV(b, s, "me") }},
		{"labels of images", [][]byte{pictures}, hostile.Text, func(b []byte) (any, error) {
			return label.ReadImageCSV(b, 2, 3, 3, "me")
		}},
		{"names", [][]byte{[]byte("x1: Pay [DM] [2 decimals]\ny,0,refused\n\"x2\",Debt")}, hostile.Text,
			func(b []byte) (any, error) {
				names, unmatched := s.ReadNames(string(b), nil)
				return []any{names, unmatched}, s.CheckNames(names)
			}},
	}
}

// extremes returns a table of numbers that are difficult to represent.
func extremes() []byte {
	b := []byte("id,tiny,huge,zero,far,y\n")
	for i := range 40 {
		b = fmt.Appendf(b, "%d,%de-321,%de290,-%d,%d,%d\n", uint64(1<<63)+uint64(4096*i), i+1, i*i+1, i%2,
			1<<53+2*i, i/2%2)
	}
	return b
}

// networks returns small networks for images.
func networks(t testing.TB) (list [][]byte) {
	s := vision.Shape{H: 8, W: 8, Classes: 3}
	slim := s
	slim.Slim = true
	for _, c := range []*nn.Classifier{vision.NewClassifier(slim, kernel.NewKey(3)),
		vision.NewJudge(s, kernel.NewKey(2))} {
		b, err := onnx.WriteImageClassifier(c, s)
		fatal(t, err)
		list = append(list, b)
	}
	return list
}

// byCategories is a LightGBM model whose trees split by sets of categories.
var byCategories = []byte(`tree
version=v4
num_class=1
num_tree_per_iteration=1
max_feature_idx=1
objective=binary sigmoid:1.7
feature_names=a b
feature_infos=[-3:3] 0:1:2:40

Tree=0
num_leaves=3
num_cat=2
split_feature=1 1
threshold=0 1
decision_type=1 9
left_child=1 -1
right_child=-3 -2
leaf_value=0.5 -0.25 0.125
cat_boundaries=0 1 3
cat_threshold=5 1 256
is_linear=0
shrinkage=1

end of trees

pandas_categorical:null
`)

// ownGraph is a graph that contains every kind of element of our own form.
var ownGraph = []byte(`{"format":"causeway graph","version":4,"signs":"each","nodes":[
{"name":"x1","x":10,"y":-20.5,"fixed":true,"state":"follows","closed":true},
	{"name":"x2","x":1e3,"y":0,"mechanism":"linear","formula":"x1 + 1"},
{"name":"x3","role":"exposure","attrs":[["color","red"]]},{"name":"U","role":"latent"}],
"edges":[{"from":"x1","to":"x2","sign":"+","least":0.5,"most":2,"note":"why"},
	{"from":"x1","to":"x3","sign":"-","soft":true},{"from":"U","to":"x3"}],
"shared":[{"from":"x1","to":"x3"}],
"rules":[{"kind":"immutable","feature":"x1"},{"kind":"range","feature":"x2","min":-1,"max":3.5},
	{"kind":"less or equal","feature":"x1","other":"x2"},
{"kind":"move at most","feature":"x1","least":0.5,"most":4,"max":2},
	{"kind":"computed","feature":"x3","also":[{"feature":"x1"},{"feature":"x2"}],"weights":[1,2.5],"shift":-1},
{"kind":"computed","feature":"x3","other":"x1","cuts":[0,1],"values":[1,2,3]}],"attrs":[["a","b"]]}`)

func readTable(b []byte) (any, error) {
	f, err := data.Inspect("any", b)
	if err != nil {
		return nil, err
	}
	v := f.Preview(nil)
	table, report, err := f.Import(v.Plan)
	if err != nil {
		return []any{v.Problems, v.Notes}, err
	}
	all := []any{table.Hash(), report, v}
	for j := range table.Cols {
		edges, counts := table.Histogram(j, 20)
		all = append(all, edges, counts)
	}
	return all, nil
}

func readModel(b []byte) (any, error) {
	m, err := onnx.Read(b, "")
	if err != nil {
		return nil, err
	}
	all := []any{m.Producer, m.Columns, m.Classes, m.Labels, m.Remarks}
	for _, v := range []float64{0, 1, -2.5, 40} {
		values := make([]float64, len(m.Columns))
		for i := range values {
			values[i] = v * float64(i+1)
		}
		shares, err := m.Shares(values)
		if err != nil {
			return nil, err
		}
		for _, x := range shares {
			all = append(all, data.Feature{Decimals: 9}.Format(x)) // NaN too
		}
	}
	return all, nil
}

func readGraph(s data.Schema) func(b []byte) (any, error) {
	return func(b []byte) (any, error) {
		f, err := graphfile.Read(b)
		if err != nil {
			return nil, err
		}
		drawn, lost, err := f.Sketch(s, f.Match(s, nil))
		return []any{f, drawn, lost}, err
	}
}

func readProject(b []byte) (any, error) {
	f, err := project.Open(b)
	if err != nil {
		return nil, err
	}
	return snapshot.Write(f.Saved)
}

// mutants returns a function that changes projects. Each project is split into parts only once.
func mutants(good [][]byte) func(b []byte, s hostile.Script) []byte {
	parts := map[string]*hostile.Project{}
	return func(b []byte, s hostile.Script) []byte {
		p := parts[string(b)]
		if p == nil {
			var err error
			if p, err = hostile.OpenProject(b); err != nil {
				panic(err)
			}
			parts[string(b)] = p
		}
		return p.Mutant(s)
	}
}

// corpus returns the input files for a reader: its valid files, truncated ones, ones with random
// changes, and equally many with one number replaced.
func (r reader) corpus(changes int) (list [][]byte) {
	draw := rand.New(rand.NewPCG(7, uint64(len(r.name))))
	for _, b := range r.good {
		list = append(list, b)
		for i := range 6 {
			list = append(list, b[:len(b)*i/6])
		}
		for range changes/len(r.good) + 1 {
			s := make(hostile.Script, 40)
			for i := range s {
				s[i] = byte(draw.Uint32())
			}
			list = append(list, r.change(b, s))
		}
		if bytes.IndexByte(b, 0) < 0 {
			list = append(list, hostile.EachNumber(b, changes/len(r.good)+1)...)
		}
	}
	return list
}

// declared returns the size to which a file claims to expand.
func declared(b []byte) int {
	if z, err := zip.NewReader(bytes.NewReader(b), int64(len(b))); err == nil {
		n := 0
		for _, f := range z.File {
			n += int(min(f.UncompressedSize64, 1<<30))
		}
		return max(n, len(b))
	}
	if z, err := gzip.NewReader(bytes.NewReader(b)); err == nil { // the claim may be false
		n, _ := io.Copy(io.Discard, io.LimitReader(z, mostBytes))
		return max(len(b), int(n))
	}
	return len(b)
}

func files(t testing.TB, like ...string) (list [][]byte) {
	t.Helper()
	for _, l := range like {
		paths, err := filepath.Glob(l)
		if err != nil || len(paths) == 0 {
			t.Fatalf("no %s: %v", l, err)
		}
		for _, p := range paths {
			b, err := os.ReadFile(p)
			fatal(t, err)
			list = append(list, b)
		}
	}
	return list
}

func idx(magic uint32, sizes ...uint32) []byte {
	b, n := binary.BigEndian.AppendUint32(nil, magic), uint32(1)
	for _, s := range sizes {
		b, n = binary.BigEndian.AppendUint32(b, s), n*s
	}
	for i := range n {
		b = append(b, byte(i%10))
	}
	return b
}

func packed(b []byte) []byte {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	z.Write(b)
	z.Close()
	return out.Bytes()
}

func deflated(b []byte) string {
	var out bytes.Buffer
	z, _ := flate.NewWriter(&out, flate.BestCompression)
	z.Write(b)
	z.Close()
	return base64.RawURLEncoding.EncodeToString(out.Bytes())
}

func inflated(link string) []byte {
	b, err := base64.RawURLEncoding.DecodeString(link)
	if err != nil {
		panic(err)
	}
	var out bytes.Buffer
	if _, err := out.ReadFrom(flate.NewReader(bytes.NewReader(b))); err != nil {
		panic(err)
	}
	return out.Bytes()
}

func fatal(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A valid file is split and joined to the same bytes. Otherwise mutants would differ from it by
// more than intended.
func TestNothingIsChangedByAccident(t *testing.T) {
	for _, b := range files(t, "../project/testdata/*.causeway", "../../web/*.causeway") {
		p, err := hostile.OpenProject(b)
		fatal(t, err)
		if again := p.Same(); !bytes.Equal(again, b) {
			t.Errorf("%d bytes become %d others", len(b), len(again))
		}
	}
}
