package snapshot

import (
	"bytes"
	"math"
	"os"
	"reflect"
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/fault"
	"causeway/core/label"
)

func fixtureProject(t *testing.T) Project {
	t.Helper()
	b, err := os.ReadFile("testdata/v1.causeway")
	if err != nil {
		t.Fatal(err)
	}
	p, err := Read(b)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A version 2 file from before some fields existed can be read, and its content is preserved.
func TestAnEarlierFileOfThisVersion(t *testing.T) {
	b, err := os.ReadFile("testdata/v2.causeway")
	if err != nil {
		t.Fatal(err)
	}
	p, err := Read(b)
	if err != nil {
		t.Fatal(err)
	}
	if !p.HasGenerator || p.Generator.Best == 0 || p.Generator.Answers.Rows != 0 {
		t.Errorf("got %+v", p.Generator)
	}
	again, err := Write(p)
	if err != nil {
		t.Fatal(err)
	}
	q, err := Read(again)
	if err != nil || !reflect.DeepEqual(p, q) {
		t.Errorf("written again it is another project, %v", err)
	}
}

// The displayed names of columns are preserved. A file without chosen decimals has the same bytes
// as before decimals could be chosen.
func TestNamesAreKept(t *testing.T) {
	p := fixtureProject(t)
	p.Names = make([]data.Naming, len(p.Schema.Features)+1)
	at := slices.IndexFunc(p.Schema.Features, func(f data.Feature) bool { return f.Kind.Numeric() })
	for _, n := range []data.Naming{{Name: "read so", Unit: "mg/dl"}, {Unit: "mg/dl", Shown: 1},
		{Shown: data.MaxShown + 1}} {
		p.Names[at] = n
		b, err := Write(p)
		if err != nil {
			t.Fatal(err)
		}
		q, err := Read(b)
		if err != nil || !reflect.DeepEqual(q.Names, p.Names) {
			t.Errorf("%+v is read as %+v, %v", n, q.Names, err)
		}
		if bytes.Contains(b, []byte("\xa5shown")) != (n.Shown > 0) {
			t.Errorf("%+v: the key of decimals is written where there are none, or is not", n)
		}
	}
	p.Names[at] = data.Naming{Shown: data.MaxShown + 2}
	if _, err := Write(p); err == nil {
		t.Error("too many decimals are written")
	}
}

// broken lists ways in which one part of a project cannot be written, with the parts that are
// lost.
var broken = map[string]struct {
	harm func(p *Project)
	lost []string // without a last good state
}{
	partGraph:    {func(p *Project) { p.Graph.Rules = []causal.Rule{{Feature: 99}} }, []string{partGraph}},
	partSettings: {func(p *Project) { p.Settings.Classifier.Epochs = -1 }, []string{partSettings}},
	partExplain:  {func(p *Project) { p.Explain.Pos = -1 }, []string{partExplain}},
	partClassifier: {func(p *Project) { p.Classifier.Accuracy = math.NaN() },
		[]string{partClassifier, partGenerator, partTuning}},
	partGenerator: {func(p *Project) { p.Generator.Best = -1 }, []string{partGenerator, partTuning}},
	partLabels: {func(p *Project) {
		p.Labels.List = append(slices.Clone(p.Labels.List), label.Label{Factual: []float64{math.NaN()}})
	}, []string{partLabels}},
	partTuning:     {func(p *Project) { p.Tuning.Rounds = nil }, []string{partTuning}},
	partEvaluation: {func(p *Project) { p.Evaluation.Seeds = nil }, []string{partEvaluation}},
	partRows:       {func(p *Project) { p.Columns = p.Columns[:1] }, []string{partRows}},
	"of-tomorrow": {func(p *Project) { p.Extra = []Extra{{"of-tomorrow", nil}, {"of-tomorrow", nil}} },
		[]string{"of-tomorrow"}},
}

// A part that cannot be written affects only itself and the parts that depend on it. If it was
// valid before, the earlier state is used.
func TestWhatCannotBeWrittenIsLeftOut(t *testing.T) {
	for name, c := range broken {
		t.Run(name, func(t *testing.T) {
			good := fixtureProject(t)
			p := fixtureProject(t)
			c.harm(&p)
			if _, err := Write(p); err == nil {
				t.Fatal("it can be written")
			}
			for _, known := range []bool{false, true} {
				last := Project{Settings: good.Settings}
				if known {
					last = good
				}
				q, lost, err := p.Sound(last)
				if err != nil {
					t.Fatal(err)
				}
				b, err := Write(q)
				if err != nil {
					t.Fatalf("what is left cannot be written: %v", err)
				}
				if _, err := Read(b); err != nil {
					t.Fatalf("what is left cannot be read: %v", err)
				}
				var names []string
				for _, l := range lost {
					names = append(names, l.Part)
					if l.Older != (known && name != "of-tomorrow") || l.Err == nil || fault.Sentence(l.Err) == "" {
						t.Errorf("last state known %v: %+v", known, l)
					}
				}
				want := c.lost
				if known {
					want = want[:1] // parts that depend on it use its last state
				}
				if !slices.Equal(names, want) {
					t.Errorf("last state known %v: lost %q, want %q", known, names, want)
				}
				if known && name != partLabels && name != "of-tomorrow" && !reflect.DeepEqual(q, good) {
					t.Error("it is not as it was")
				}
			}
		})
	}
}

// A stored part that cannot be read affects no other part, but in a file from outside it makes
// the whole file invalid.
func TestWhatCannotBeReadIsLeftOut(t *testing.T) {
	good := fixtureProject(t)
	b, err := Write(good)
	if err != nil {
		t.Fatal(err)
	}
	build, _, parts, err := unpack(b)
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range parts {
		harmed := slices.Clone(parts)
		harmed[i].body = []byte{0xc0}
		b, err := pack(build, harmed)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Read(b); err == nil {
			t.Errorf("a file with a bad %s is read", x.name)
		}
		q, lost, err := ReadKept(b, good.Settings)
		if x.name == partData || x.name == partSchema {
			if err == nil {
				t.Errorf("without its %s the project is of no table", x.name)
			}
			continue
		}
		if err != nil || len(lost) == 0 || lost[0].Part != x.name {
			t.Errorf("%s: %v, lost %+v", x.name, err, lost)
			continue
		}
		if _, err := Write(q); err != nil {
			t.Errorf("%s: what was read cannot be written: %v", x.name, err)
		}
	}
	if q, lost, err := ReadKept(b, document.Settings{}); err != nil || len(lost) > 0 || !reflect.DeepEqual(q, good) {
		t.Errorf("a good one: %v, lost %+v", err, lost)
	}
}

// The cut of a numeric outcome is stored with the plan of the table.
func TestACutIsKept(t *testing.T) {
	p := fixtureProject(t)
	p.Data.Source.Plan.Columns = []data.ColumnPlan{{Name: "price", Use: true, Kind: data.Continuous, Cut: "198.4"},
		{Name: "rooms", Use: true}}
	b, err := Write(p)
	if err != nil {
		t.Fatal(err)
	}
	q, err := Read(b)
	if err != nil {
		t.Fatal(err)
	}
	if got := q.Data.Source.Plan.Columns; len(got) != 2 || got[0].Cut != "198.4" || got[1].Cut != "" {
		t.Errorf("the plan came back as %+v", got)
	}
}

// Codes are stored with the plan of the table, and a plan without codes keeps its former bytes.
func TestCodesAreKept(t *testing.T) {
	p := fixtureProject(t)
	write := func(columns ...data.ColumnPlan) []byte {
		p.Data.Source.Plan.Columns = columns
		b, err := Write(p)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	plain := write(data.ColumnPlan{Name: "burden", Use: true, Kind: data.Integer})
	if bytes.Contains(plain, []byte("codes\x93")) || bytes.Contains(plain, []byte("numbers\xc3")) {
		t.Error("a plan without codes writes some")
	}
	b := write(data.ColumnPlan{Name: "burden", Use: true, Kind: data.Integer, Codes: []float64{-9, -8, 999.9}},
		data.ColumnPlan{Name: "balance", Numbers: true})
	if !bytes.Contains(b, []byte("codes\x93")) || !bytes.Contains(b, []byte("numbers\xc3")) {
		t.Error("the codes are written in another form than the test looks for")
	}
	q, err := Read(b)
	if err != nil {
		t.Fatal(err)
	}
	if got := q.Data.Source.Plan.Columns; len(got) != 2 || !slices.Equal(got[0].Codes, []float64{-9, -8, 999.9}) ||
		got[0].Numbers || got[1].Codes != nil || !got[1].Numbers {
		t.Errorf("the plan came back as %+v", got)
	}
	p.Data.Source.Plan.Columns = []data.ColumnPlan{{Name: "burden", Codes: []float64{math.NaN()}}}
	if _, err := Write(p); err == nil {
		t.Error("a code that is no number is written")
	}
	p.Data.Source.Plan.Columns[0].Codes = make([]float64, data.MaxCodes+1)
	if _, err := Write(p); err == nil {
		t.Error("more codes than a column can have are written")
	}
}
