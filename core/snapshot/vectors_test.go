package snapshot

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"flag"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "make testdata/accept and testdata/reject anew")

// A vector is a small file that every reader of the format must accept or that every reader must
// reject.
type vector struct {
	File string `json:"file"`
	Why  string `json:"why"`
	b    []byte
}

// TestVectors checks that the files of testdata/accept are read and those of testdata/reject are
// rejected, both by this reader and by check.py, which is based only on docs/format.md.
func TestVectors(t *testing.T) {
	var list []vector
	for _, kind := range []string{"accept", "reject"} {
		dir := filepath.Join("testdata", kind)
		of := map[string]func(testing.TB) []vector{"accept": accepted, "reject": rejected}[kind](t)
		if *update {
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
			if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			text, err := json.MarshalIndent(of, "", " ")
			if err == nil {
				err = os.WriteFile(filepath.Join(dir, "manifest.json"), append(text, '\n'), 0o644)
			}
			for _, v := range of {
				if err == nil {
					err = os.WriteFile(filepath.Join(dir, v.File), v.b, 0o644)
				}
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		text, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
		var said []vector
		if err == nil {
			err = json.Unmarshal(text, &said)
		}
		files, _ := filepath.Glob(dir + "/*.causeway")
		if err != nil || len(said) != len(of) || len(files) != len(of) {
			t.Fatalf("%s has %d files and lists %d of %d; make them anew with -update: %v", dir, len(files), len(said),
				len(of), err)
		}
		for i, v := range said {
			if v.b, err = os.ReadFile(filepath.Join(dir, v.File)); err != nil || v.File != of[i].File ||
				v.Why != of[i].Why || !bytes.Equal(v.b, of[i].b) {
				t.Errorf("%s is not what this test makes; make it anew with -update, and a new one for what changed: "+
					"%v", v.File, err)
			}
			_, err := Read(v.b)
			if (err == nil) != (kind == "accept") || err != nil && !errors.Is(err, ErrFormat) {
				t.Errorf("%s/%s: %v", kind, v.File, err)
			}
			v.File = filepath.Join(dir, v.File)
			list = append(list, v)
		}
	}
	list = append(list, vector{File: "testdata/v1.causeway"}, vector{File: "testdata/v2.causeway"})
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("skipped: the vectors are read by testdata/check.py as well where there is python3")
	}
	args := []string{"testdata/check.py"}
	for _, v := range list {
		args = append(args, v.File)
	}
	cmd := exec.Command("python3", args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	var said map[string]*string
	if err == nil {
		err = json.Unmarshal(out, &said)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range list {
		if why, known := said[v.File]; !known || (why == nil) == strings.Contains(v.File, "reject") {
			if why == nil {
				why = new(string)
			}
			t.Errorf("check.py takes %s otherwise: %s", v.File, *why)
		}
	}
}

// least returns the parts that every file contains.
func least(t testing.TB) []part {
	_, _, parts, err := unpack(good(t))
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(parts, func(p part) bool { return !slices.Contains(always, p.name) })
}

func accepted(t testing.TB) []vector {
	whole := func(change func(f *loose)) []byte {
		f := looseOf(least(t))
		change(f)
		return f.bytes()
	}
	return []vector{
		{"least.causeway", "the five parts that every file has", whole(func(*loose) {})},
		{"wide.causeway", "every whole number and every length takes as many bytes as it can", whole(func(f *loose) {
			f.wide = true
			for i := range f.parts {
				f.parts[i].body = encodeLoose(decodeLoose(f.parts[i].body), true)
			}
		})},
		{"unknown-part.causeway", "a part that no reader knows and that is not required", whole(func(f *loose) {
			f.parts = append(f.parts, part{"of-tomorrow", false, []byte("anything")})
		})},
		{"settings-turned.causeway", "the settings of a training stand in another order, and one that is 0 is absent",
			whole(func(f *loose) {
				f.change(partSettings, func(r *record) {
					c := r.at("generator").(*record)
					slices.Reverse(*c)
					*c = slices.DeleteFunc(*c, func(f keyed) bool {
						return f.key == "giveUp" || f.key == "feasibility"
					})
				})
			})},
		{"empty-lists.causeway", "empty lists are arrays of nothing where Causeway writes nil", whole(func(f *loose) {
			f.change(partGraph, func(r *record) { r.set("attrs", []any{}) })
		})},
		{"hidden.causeway", "an unobserved feature with an edge, and two features that share another cause",
			whole(func(f *loose) {
				f.change(partGraph, func(r *record) {
					n := int64(len(r.at("nodes").([]any)))
					*r = append(*r,
						keyed{"hidden", []any{&record{{"name", "U"}, {"x", 0.0}, {"y", -500.0}, {"fixed", false},
							{"attrs", nil}}}},
						keyed{"links", []any{edgeRecord(n, 0)}}, keyed{"shared", []any{edgeRecord(0, 1)}})
				})
			})},
		{"answers.causeway", "answers for other programs", whole(func(f *loose) {
			body := encodeLoose([]any{[]byte(`{"rows":[]}`), []byte{}}, false)
			f.parts = append(f.parts, part{partAnswers, false, body})
		})},
		{"draft.causeway", "a table and a rule that another program packed", draft(func(*record) {})},
		{"draft-gap.causeway", "a table that another program packed with a missing number", draft(func(r *record) {
			b := r.at("columns").([]any)[0].(*record).at("cells").([]byte)
			binary.LittleEndian.PutUint64(b[8:], math.Float64bits(math.NaN()))
		})},
		{"conditions.causeway", "a weighted sum is at most a number, and a level has a consequence",
			whole(func(f *loose) {
				f.change(partGraph, func(r *record) {
					sum := ruleOf(r)
					sum.set("kind", int64(14))
					sum.set("other", int64(7))
					sum.set("max", 150.0)
					sum.at("law").(*record).set("weights", []any{1.0, 0.5})
					cases := ruleOf(r)
					conditions(cases,
						&record{{"changes", false}, {"not", true}, {"levels", []any{int64(1)}}, {"min", 0.0},
							{"max", 0.0}},
						&record{{"changes", false}, {"not", false}, {"levels", nil}, {"min", -1e15}, {"max", 40.0}})
					r.set("rules", []any{sum, cases})
				})
			})},
	}
}

// draft returns a file from another program after a change to its record.
func draft(change func(r *record)) []byte {
	return (&loose{parts: []part{{partDraft, true, draftBody(change)}}}).bytes()
}

func draftBody(change func(r *record)) []byte {
	var numbers, places []byte
	for i := range 20 {
		numbers = binary.LittleEndian.AppendUint64(numbers, math.Float64bits(float64(i)/4))
		places = binary.LittleEndian.AppendUint64(places, math.Float64bits(float64(i%2)))
	}
	column := func(name string, levels []any, cells []byte) *record {
		return &record{{"name", name}, {"levels", levels}, {"ordered", false}, {"cells", cells}}
	}
	r := &record{{"name", "people"}, {"columns", []any{column("age", nil, numbers),
		column("sex", []any{"f", "m"}, places), column("loan", []any{"no", "yes"}, places)}},
		{"rules", []any{[]any{"range", "age", "1", ""}, []any{"immutable", "sex"}}}, {"model", ""}, {"file", nil}}
	change(r)
	return encodeLoose(r, false)
}

// ruleOf returns a copy of the first rule of a graph.
func ruleOf(r *record) *record {
	c := slices.Clone(*r.at("rules").([]any)[0].(*record))
	law := slices.Clone(*c.at("law").(*record))
	c.set("law", &law)
	return &c
}

// conditions turns a rule into one by which at least one of its conditions holds, of features 1
// and 7.
func conditions(rule *record, list ...any) {
	rule.set("kind", int64(15))
	rule.set("feature", int64(1))
	rule.set("other", int64(7))
	rule.set("min", 1.0)
	rule.set("max", 2.0)
	at := slices.IndexFunc(*rule, func(k keyed) bool { return k.key == "local" })
	*rule = slices.Insert(*rule, at, keyed{"when", list})
}

func edgeRecord(from, to int64) *record {
	return &record{{"from", from}, {"to", to}, {"sign", int64(0)}, {"strict", false}, {"soft", false}, {"least", 0.0},
		{"most", 0.0}, {"note", ""}, {"attrs", nil}}
}

func rejected(t testing.TB) (list []vector) {
	add := func(name, why string, change func(f *loose)) {
		f := looseOf(least(t))
		change(f)
		list = append(list, vector{name + ".causeway", why, f.bytes()})
	}
	raw := func(name, why string, change func(b []byte) []byte) {
		list = append(list, vector{name + ".causeway", why, change(looseOf(least(t)).bytes())})
	}
	in := func(part, name, why string, change func(r *record)) {
		add(name, why, func(f *loose) { f.change(part, change) })
	}
	feature := func(name, why string, change func(r *record)) {
		in(partSchema, name, why, func(r *record) { change(r.at("features").([]any)[0].(*record)) })
	}
	raw("cut", "the last byte is missing", func(b []byte) []byte { return b[:len(b)-1] })
	raw("longer", "a byte follows", func(b []byte) []byte { return append(b, 0) })
	raw("magic", "it does not begin as every file does", func(b []byte) []byte { b[2] = 'C'; return b })
	raw("version-0", "there is no version 0", func(b []byte) []byte { b[len(magic)] = 0; return b })
	raw("version-3", "a reader of version 2 refuses higher ones", func(b []byte) []byte { b[len(magic)] = 3; return b })
	raw("part-changed", "the last byte of a part was changed after its sum was taken", func(b []byte) []byte {
		b[len(b)-1] ^= 1
		return b
	})
	raw("header-changed", "a part became required after the header's sum was taken", func(b []byte) []byte {
		return bytes.Replace(b, []byte("required\xc3"), []byte("required\xc2"), 1)
	})
	add("size", "a part has fewer bytes than the contents say", func(f *loose) {
		f.entries(func(e *record) { e.set("size", int64(1)) })
	})
	add("entries-turned", "the keys of an entry stand in another order", func(f *loose) {
		f.entries(func(e *record) { slices.Reverse(*e) })
	})
	add("entry-key", "an entry has a key that is not explained", func(f *loose) {
		f.entries(func(e *record) { *e = append(*e, keyed{"note", ""}) })
	})
	add("sum-text", "a sum is a text and no byte string", func(f *loose) {
		f.entries(func(e *record) { e.set("sha256", strings.Repeat("0", 32)) })
	})
	add("part-twice", "a name is there twice", func(f *loose) { f.parts = append(f.parts, f.parts[0]) })
	add("part-name", "the name of a part has a capital", func(f *loose) {
		f.parts = append(f.parts, part{"Notes", false, nil})
	})
	add("part-missing", "the graph is missing", func(f *loose) {
		f.parts = slices.DeleteFunc(f.parts, func(p part) bool { return p.name == partGraph })
	})
	add("part-required", "a part is required that no reader knows", func(f *loose) {
		f.parts = append(f.parts, part{"of-tomorrow", true, nil})
	})
	add("part-longer", "a byte follows the value of a part", func(f *loose) {
		f.parts[0].body = append(f.parts[0].body, 0xc0)
	})
	add("parts-65", "there are more than 64 parts", func(f *loose) {
		for len(f.parts) < 65 {
			f.parts = append(f.parts, part{"x" + strings.Repeat("x", len(f.parts)-5), false, nil})
		}
	})
	feature("float32", "a fraction of 32 bits", func(r *record) { r.set("mad", verbatim{0xca, 0x3f, 0x80, 0, 0}) })
	feature("fraction-whole", "a fraction written as a whole number", func(r *record) { r.set("mad", int64(1)) })
	feature("whole-fraction", "a whole number written as a fraction", func(r *record) { r.set("decimals", 1.0) })
	feature("not-finite", "a fraction that is infinite", func(r *record) { r.set("max", math.Inf(1)) })
	feature("extension", "an extension", func(r *record) { r.set("decimals", verbatim{0xd4, 1, 0}) })
	feature("nil", "nil where a text is due", func(r *record) { r.set("name", nil) })
	feature("utf8", "a text that is not UTF-8", func(r *record) { r.set("name", "\xff\xfe") })
	feature("key-missing", "a record lacks a key", func(r *record) { *r = (*r)[:len(*r)-1] })
	feature("key-unknown", "a record has a key that is not explained", func(r *record) {
		*r = append(*r, keyed{"unit", "years"})
	})
	feature("key-twice", "a record has a key twice", func(r *record) { *r = append(*r, (*r)[0]) })
	feature("keys-turned", "the keys of a record stand in another order", func(r *record) {
		(*r)[0], (*r)[1] = (*r)[1], (*r)[0]
	})
	feature("key-number", "a map with numbers as keys", func(r *record) { (*r)[0].key = "" })
	feature("length", "a list has more items than bytes follow", func(r *record) {
		r.set("ranks", verbatim{0xdd, 0x7f, 0xff, 0xff, 0xff})
	})
	feature("range", "a range that is upside down", func(r *record) { r.set("min", r.at("max").(float64)+1) })
	feature("kind", "a column of an unknown kind", func(r *record) { r.set("kind", int64(9)) })
	in(partSchema, "names", "two columns of one name", func(r *record) {
		f := r.at("features").([]any)
		f[1].(*record).set("name", f[0].(*record).at("name"))
	})
	in(partData, "flag-number", "a flag is a number", func(r *record) { r.set("stratified", int64(1)) })
	in(partGraph, "nodes", "a node is missing", func(r *record) { r.set("nodes", r.at("nodes").([]any)[1:]) })
	in(partGraph, "cycle", "two edges make a cycle", func(r *record) {
		r.set("edges", []any{edgeRecord(1, 0), edgeRecord(0, 1)})
	})
	in(partGraph, "edges-turned", "edges are not sorted", func(r *record) {
		r.set("edges", []any{edgeRecord(0, 2), edgeRecord(0, 1)})
	})
	in(partGraph, "edge-twice", "an edge is there twice", func(r *record) {
		r.set("edges", []any{edgeRecord(0, 1), edgeRecord(0, 1)})
	})
	in(partGraph, "edge-end", "an edge leads to no feature", func(r *record) {
		r.set("edges", []any{edgeRecord(0, 400)})
	})
	in(partGraph, "edge-loop", "an edge leads to its own beginning", func(r *record) {
		r.set("edges", []any{edgeRecord(1, 1)})
	})
	in(partGraph, "shared-turned", "an unobserved cause of two features with the second first", func(r *record) {
		*r = append(*r, keyed{"shared", []any{edgeRecord(1, 0)}})
	})
	in(partGraph, "rule-kind", "a rule of an unknown kind", func(r *record) {
		r.at("rules").([]any)[0].(*record).set("kind", int64(99))
	})
	for _, x := range []struct {
		name, why string
		change    func(r *record)
	}{
		{"gap", "a table that another program packed lacks a level", func(r *record) {
			b := r.at("columns").([]any)[1].(*record).at("cells").([]byte)
			binary.LittleEndian.PutUint64(b[8:], math.Float64bits(math.NaN()))
		}},
		{"short", "one of its columns is shorter", func(r *record) {
			c := r.at("columns").([]any)[0].(*record)
			c.set("cells", c.at("cells").([]byte)[8:])
		}},
		{"place", "one of its columns has no such level", func(r *record) {
			r.at("columns").([]any)[1].(*record).set("levels", []any{"f"})
		}},
		{"rule", "a rule of it names no column", func(r *record) {
			r.set("rules", []any{[]any{"immutable", "town"}})
		}},
	} {
		list = append(list, vector{"draft-" + x.name + ".causeway", x.why, draft(x.change)})
	}
	add("draft-more", "beside what another program packed is a part of a project", func(f *loose) {
		f.parts = append(f.parts[:1], part{partDraft, true, draftBody(func(*record) {})})
	})
	add("answers", "answers that are no JSON", func(f *loose) {
		f.parts = append(f.parts, part{partAnswers, false, encodeLoose([]any{[]byte("rows"), []byte{}}, false)})
	})
	in(partGraph, "rule-when", "a rule about two features has one condition", func(r *record) {
		conditions(r.at("rules").([]any)[0].(*record), &record{{"changes", true}, {"not", false}, {"levels", nil},
			{"min", 0.0}, {"max", 0.0}})
	})
	in(partGraph, "rule-weights", "a sum of two numbers has one weight", func(r *record) {
		rule := r.at("rules").([]any)[0].(*record)
		rule.set("kind", int64(14))
		rule.set("other", int64(7))
		rule.at("law").(*record).set("weights", []any{1.0})
	})
	in(partGraph, "rule-feature", "a rule of no feature", func(r *record) {
		r.at("rules").([]any)[0].(*record).set("feature", int64(99))
	})
	return list
}

// A loose file is written unchanged, whatever is wrong with it, with correct hashes.
type loose struct {
	parts []part
	wide  bool
	entry func(e *record)
}

func looseOf(parts []part) *loose { return &loose{parts: parts} }

// entries changes the first entry of the contents.
func (f *loose) entries(change func(e *record)) { f.entry = change }

// change changes the record of a part.
func (f *loose) change(name string, change func(r *record)) {
	i := slices.IndexFunc(f.parts, func(p part) bool { return p.name == name })
	r := decodeLoose(f.parts[i].body).(*record)
	change(r)
	f.parts[i].body = encodeLoose(r, f.wide)
}

func (f *loose) bytes() []byte {
	var contents, bodies []any
	for i, p := range f.parts {
		e := &record{{"name", p.name}, {"required", p.required}, {"size", int64(len(p.body))},
			{"sha256", sumOf(p.body)}}
		if i == 0 && f.entry != nil {
			f.entry(e)
		}
		contents, bodies = append(contents, e), append(bodies, p.body)
	}
	header := encodeLoose(&record{{"build", "vectors"}, {"contents", contents}}, f.wide)
	return slices.Concat(magic, []byte{Version},
		encodeLoose(&record{{"header", verbatim(header)}, {"sha256", sumOf(header)}, {"parts", bodies}}, f.wide))
}

// A record keeps its keys in their order. Other values are nil, bool, int64, uint64, float64,
// string, []byte, []any and verbatim.
type record []keyed

type keyed struct {
	key string
	v   any
}

type verbatim []byte

func (r *record) at(key string) any {
	return (*r)[slices.IndexFunc(*r, func(f keyed) bool { return f.key == key })].v
}

func (r *record) set(key string, v any) {
	(*r)[slices.IndexFunc(*r, func(f keyed) bool { return f.key == key })].v = v
}

// encodeLoose encodes a value. If wide is set, numbers and lengths take as many bytes as allowed.
// A key without letters is encoded as the number 1.
func encodeLoose(v any, wide bool) []byte {
	head := func(short, most, code byte, n int) []byte {
		if !wide && n <= int(most) {
			return []byte{short + byte(n)}
		}
		return binary.BigEndian.AppendUint32([]byte{code}, uint32(n))
	}
	switch v := v.(type) {
	case nil:
		return []byte{0xc0}
	case bool:
		return []byte{map[bool]byte{false: 0xc2, true: 0xc3}[v]}
	case int64:
		if !wide && v >= -32 && v < 128 {
			return []byte{byte(v)}
		}
		return binary.BigEndian.AppendUint64([]byte{0xd3}, uint64(v))
	case uint64:
		return binary.BigEndian.AppendUint64([]byte{0xcf}, v)
	case float64:
		return binary.BigEndian.AppendUint64([]byte{0xcb}, math.Float64bits(v))
	case string:
		return append(head(0xa0, 31, 0xdb, len(v)), v...)
	case []byte:
		return append(binary.BigEndian.AppendUint32([]byte{0xc6}, uint32(len(v))), v...)
	case verbatim:
		return v
	case []any:
		b := head(0x90, 15, 0xdd, len(v))
		for _, x := range v {
			b = append(b, encodeLoose(x, wide)...)
		}
		return b
	}
	r := *v.(*record)
	b := head(0x80, 15, 0xdf, len(r))
	for _, f := range r {
		key := any(f.key)
		if f.key == "" {
			key = int64(1)
		}
		b = slices.Concat(b, encodeLoose(key, wide), encodeLoose(f.v, wide))
	}
	return b
}

// decodeLoose decodes the output of form.Marshal.
func decodeLoose(b []byte) any {
	var value func() any
	take := func(n int) []byte {
		out := b[:n]
		b = b[n:]
		return out
	}
	long := func(c, first byte) int {
		var n uint64
		for _, x := range take(1 << (c - first)) {
			n = n<<8 | uint64(x)
		}
		return int(n)
	}
	list := func(n int) any {
		out := make([]any, n)
		for i := range out {
			out[i] = value()
		}
		return out
	}
	fields := func(n int) any {
		r := make(record, n)
		for i := range r {
			r[i].key = value().(string)
			r[i].v = value()
		}
		return &r
	}
	value = func() any {
		switch c := take(1)[0]; {
		case c < 0x80 || c >= 0xe0:
			return int64(int8(c))
		case c < 0x90:
			return fields(int(c & 15))
		case c < 0xa0:
			return list(int(c & 15))
		case c < 0xc0:
			return string(take(int(c & 31)))
		case c == 0xc0:
			return nil
		case c <= 0xc3:
			return c == 0xc3
		case c <= 0xc6:
			return take(long(c, 0xc4))
		case c == 0xcb:
			return math.Float64frombits(binary.BigEndian.Uint64(take(8)))
		case c == 0xcf:
			return binary.BigEndian.Uint64(take(8))
		case c < 0xcf:
			return int64(long(c, 0xcc))
		case c == 0xd3:
			return int64(binary.BigEndian.Uint64(take(8)))
		case c < 0xd3:
			n := 8 << (c - 0xd0)
			return int64(long(c, 0xd0)) << (64 - n) >> (64 - n)
		case c <= 0xdb:
			return string(take(long(c, 0xd9)))
		case c <= 0xdd:
			return list(long(c, 0xdb))
		default:
			return fields(long(c, 0xdd))
		}
	}
	return value()
}
