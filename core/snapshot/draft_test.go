package snapshot

import (
	"bytes"
	"encoding/binary"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
)

// TestDraft checks what is derived from a table that another program packed, and that the project
// can be saved like any other.
func TestDraft(t *testing.T) {
	p, err := Read(draft(func(*record) {}))
	if err != nil {
		t.Fatal(err)
	}
	table, err := data.Unpack(p.Schema, p.Columns)
	if err != nil || table.Hash() != p.Data.Hash || p.Data.Rows != 20 || p.Schema.Features[0].Decimals != 2 ||
		p.Schema.Features[0].Kind != data.Continuous || p.Schema.Features[0].Max == 0 || len(p.Graph.Rules) != 2 {
		t.Errorf("got %+v of %+v, %v", p.Data, p.Schema, err)
	}
	b, err := Write(p)
	if err != nil {
		t.Fatal(err)
	}
	q, err := Read(b)
	if p.Draft = nil; err != nil || !reflect.DeepEqual(p, q) {
		t.Errorf("saved, it is another project: %v", err)
	}
	if again, err := Write(q); err != nil || !bytes.Equal(b, again) {
		t.Errorf("saved again, the bytes differ: %v", err)
	}
}

// TestDraftWithGaps checks that a missing number becomes the usual value and a flag, which an answer
// keeps until that is allowed.
func TestDraftWithGaps(t *testing.T) {
	p, err := Read(draft(func(r *record) {
		b := r.at("columns").([]any)[0].(*record).at("cells").([]byte)
		binary.LittleEndian.PutUint64(b[8:], math.Float64bits(math.NaN()))
	}))
	if err != nil {
		t.Fatal(err)
	}
	table, err := data.Unpack(p.Schema, p.Columns)
	if err != nil || len(p.Schema.Features) != 3 || p.Schema.GapOf(0) != 1 {
		t.Fatalf("the schema is %+v, %v", p.Schema, err)
	}
	for i, want := range [][]float64{{0, 0, 0}, {2.5, 1, 1}, {0.5, 0, 0}} { // 2.5: the median of the others
		if got := table.Row(i, nil); !slices.Equal(got, want) {
			t.Errorf("row %d is %v, want %v", i, got, want)
		}
	}
	if l, kept := causal.TellingOf(p.Schema, p.Graph.Rules, 0); !kept || l != causal.Stays {
		t.Errorf("the rules %+v do not keep the missing number", p.Graph.Rules)
	}
}

func TestDraftRules(t *testing.T) {
	s := data.Schema{Features: []data.Feature{{Name: "age"}, {Name: "hours"},
		{Name: "job", Kind: data.Category, Levels: []string{"cook", "smith"}}}}
	for _, x := range []struct {
		words string
		want  causal.Rule
	}{
		{"immutable,job", causal.Rule{Feature: 2}},
		{"only increase,age", causal.Rule{Kind: causal.OnlyIncrease}},
		{"range,hours,,60.5", causal.Rule{Kind: causal.Range, Feature: 1, Min: -causal.Open, Max: 60.5}},
		{"allowed,job,smith", causal.Rule{Kind: causal.Allowed, Feature: 2, Levels: []int{1}}},
		{"move at most,age,0,", causal.Rule{Kind: causal.MoveAtMost, Max: causal.Open}},
		{"if rises then rises,age,hours", causal.Rule{Kind: causal.IfRisesThenRises, Other: 1}},
		{"not alone,job,age,hours", causal.Rule{Kind: causal.NotAlone, Feature: 2,
			Also: []causal.Member{{Feature: 1}}}},
	} {
		if got, err := draftRule(s, strings.Split(x.words, ",")); err != nil || !reflect.DeepEqual(got, x.want) {
			t.Errorf("%s: got %+v, want %+v, %v", x.words, got, x.want, err)
		}
	}
	for words, why := range map[string]string{
		"immutable":          "a column",
		"immutable,town":     "no feature named",
		"immutable,age,1":    "its kind needs another number",
		"range,age,1":        "its kind needs another number",
		"range,age,one,2":    "not a number",
		"allowed,job,nurse":  "no level",
		"computed,age,hours": "add it in Causes",
		"rises,age":          "add it in Causes",
	} {
		if _, err := draftRule(s, strings.Split(words, ",")); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v, want %q", words, err, why)
		}
	}
}
