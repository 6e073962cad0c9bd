package label

import (
	"reflect"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
)

var schema = data.Schema{
	Features: []data.Feature{
		{Name: "age", Kind: data.Integer, Min: 17, Max: 90, MAD: 10},
		{Name: "school; kind", Kind: data.Ordered, Levels: []string{"low", "=mid", "high"}, Ranks: []float64{0, 1, 2}},
		{Name: "gender", Kind: data.Category, Levels: []string{"f", "m", "a,b"}},
		{Name: "hours", Kind: data.Continuous, Decimals: 1, Min: 0, Max: 99, MAD: 5},
	},
	Outcome: data.Feature{Name: "income", Kind: data.Category, Levels: []string{"low", "+high"}},
}

func pair(v Verdict, by string, from, to []float64) Label {
	return Label{Factual: from, Counterfactual: to, Target: 1, Verdict: v, By: by}
}

func some() []Label {
	return []Label{
		{Row: 4, Factual: []float64{30, 0, 0, 40}, Counterfactual: []float64{28, 1, 0, 40.5}, Target: 1,
			Verdict: Infeasible, Reason: []int{0, 1}, By: "Ann"},
		{Row: -1, Factual: []float64{30, 1, 2, -1e-7}, Counterfactual: []float64{30, 1, 1, 1e14}, Target: 0,
			Verdict: Unsure, By: "=cmd()", Source: Imported},
		{Row: 0, Factual: []float64{50, 2, 1, 1}, Counterfactual: []float64{51, 2, 1, 1}, Target: 1,
			By: "\"B\", \\ Bob", Source: Rules},
	}
}

func TestCSVReadsBackTheSame(t *testing.T) {
	b := CSV(schema, some())
	got, err := ReadCSV(b, schema, "me")
	if err != nil || !reflect.DeepEqual(got, some()) {
		t.Fatalf("got %+v, %v\nof %s", got, err, b)
	}
	for _, field := range strings.FieldsFunc(string(b), func(r rune) bool { return r == ',' || r == '\n' }) {
		if strings.HasPrefix(strings.Trim(field, `"`), "=") || strings.HasPrefix(field, "+h") {
			t.Errorf("a spreadsheet takes %q for a formula", field)
		}
	}
	// This is the format of a spreadsheet in which decimals have a comma.
	tabs := strings.ReplaceAll("target,verdict,factual.a,counterfactual.a\r\nlow,Feasible,1,2\r\n", ",", "\t")
	s := data.Schema{Features: []data.Feature{{Name: "a", Kind: data.Integer}}, Outcome: schema.Outcome}
	if got, err := ReadCSV([]byte(tabs), s, "me"); err != nil || len(got) != 1 || got[0].By != "me" ||
		got[0].Source != Imported || got[0].Row != -1 {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestReadCSVSaysWhatIsWrong(t *testing.T) {
	good := string(CSV(schema, some()))
	for name, c := range map[string]struct{ old, new, want string }{
		"an unknown verdict":  {"infeasible", "maybe", `Line 2, column "verdict": the verdict must be`},
		"an unknown class":    {",low,unsure", ",mid,unsure", `Line 3, column "target": "mid"`},
		"a value of no level": {",m,", ",x,", `column "counterfactual.gender": "x" is not a value of gender`},
		"a missing column":    {"factual.hours", "factual.weeks", `the column "factual.hours" is missing`},
		"an unknown reason":   {"age; ", "agee; ", `Line 2, column "reason": "agee"`},
		"a bad row number":    {"5,30,", "0,30,", `Line 2, column "row": "0"`},
		"a short line":        {",rules", "", "Line 4 has 12 fields, but the first line names 14"},
		"an open quotation":   {"Ann", "\"Ann", "quotation mark"},
		"a reason that stays": {"infeasible,\"age; ", "infeasible,\"gender; ", `"gender" did not change`},
	} {
		bad := strings.Replace(good, c.old, c.new, 1)
		if bad == good {
			t.Errorf("%s: nothing to replace in %s", name, good)
		}
		if _, err := ReadCSV([]byte(bad), schema, ""); err == nil || name != "a short line" &&
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", name, err, c.want)
		}
	}
	if _, err := ReadCSV(nil, schema, ""); err == nil {
		t.Error("an empty file has labels")
	}
}

// FuzzReadCSV reads arbitrary bytes. Labels that it accepts survive a round trip.
func FuzzReadCSV(f *testing.F) {
	f.Add(CSV(schema, some()))
	f.Add([]byte("target;verdict\n"))
	f.Add([]byte("\"a\nb\",c"))
	f.Fuzz(func(t *testing.T, b []byte) {
		labels, err := ReadCSV(b, schema, "me")
		if err != nil {
			if err.Error() == "" {
				t.Error("an error without words")
			}
			return
		}
		again, err := ReadCSV(CSV(schema, labels), schema, "me")
		if err != nil || len(labels) > 0 && !reflect.DeepEqual(again, labels) {
			t.Errorf("read %+v, then %+v, %v", labels, again, err)
		}
	})
}

func TestMergeAndSettle(t *testing.T) {
	a, b := []float64{30, 0, 0, 40}, []float64{31, 0, 0, 40}
	c, d := []float64{32, 0, 0, 40}, []float64{33, 0, 0, 40}
	all := Merge(
		[]Label{pair(Feasible, "Ann", a, b), pair(Feasible, "Ann", a, c), pair(Unsure, "Ann", a, d),
			pair(Infeasible, "Ann", a, b)},
		[]Label{pair(Feasible, "Bob", a, b), pair(Feasible, "Bob", a, c), pair(Infeasible, "Bob", a, d)},
	)
	if len(all) != 6 || all[0].Verdict != Infeasible {
		t.Fatalf("got %+v", all)
	}
	if got, want := Disagreements(all), [][]int{{0, 3}}; !reflect.DeepEqual(got, want) {
		t.Errorf("disagreements = %v, want %v", got, want)
	}
	got := Settled(all)
	if len(got) != 2 || got[0].Pair() != PairOf(a, c) || got[0].Verdict != Feasible || got[1].Verdict != Infeasible {
		t.Errorf("settled = %+v; a tie teaches nothing, an unsure one counts for none", got)
	}
	all = append(all, pair(Infeasible, "Cid", a, b))
	if got := Settled(all); len(got) != 3 || got[0].Verdict != Infeasible {
		t.Errorf("settled = %+v, want the majority of three", got)
	}
}

func TestProposeFindsTheRuleBehindLabels(t *testing.T) {
	for _, c := range []struct {
		name string
		rule causal.Rule
	}{
		{"age never falls", causal.Rule{Kind: causal.OnlyIncrease, Feature: 0}},
		{"gender stays", causal.Rule{Kind: causal.Immutable, Feature: 2}},
		{"education takes time", causal.Rule{Kind: causal.IfRisesThenRises, Feature: 1, Other: 0, Strict: true}},
	} {
		var labels []Label
		from := []float64{40, 1, 0, 40}
		for i := range 54 {
			to := []float64{40 + float64(i%3-1), float64(i / 3 % 3), float64(i / 9 % 2), 40 + float64(i/18-1)}
			l := ByRules(schema, []causal.Rule{c.rule}, pair(Feasible, "", from, to))
			if l.Source != Rules || (l.Verdict == Infeasible) != (len(l.Reason) > 0) {
				t.Fatalf("%s: %+v", c.name, l)
			}
			labels = append(labels, l)
		}
		got := Propose(schema, labels, nil)
		if len(got) != 1 || !reflect.DeepEqual(got[0].Rule, c.rule) || got[0].Explains != got[0].Infeasible ||
			got[0].Chance > 0.01 {
			t.Errorf("%s: got %+v", c.name, got)
		}
		if got := Propose(schema, labels, []causal.Rule{c.rule}); len(got) != 0 {
			t.Errorf("%s: proposed although it is known: %+v", c.name, got)
		}
		if got := Propose(schema, labels[:4], nil); len(got) != 0 {
			t.Errorf("%s: proposed of four labels: %+v", c.name, got)
		}
	}
}

func someImages() []Image {
	return []Image{
		{Factual: []byte{0, 255, 7, 0, 1, 2}, Pixels: []byte{9, 0, 7, 0, 1, 2}, Target: 2, Feasible: true,
			By: "=cmd()"},
		{Factual: []byte{0, 0, 0, 0, 0, 0}, Pixels: []byte{255, 255, 255, 255, 255, 255}, By: "\"B\", \\ Bob"},
	}
}

func TestLabelsOfImagesReadBackTheSame(t *testing.T) {
	b := ImageCSV(2, 3, someImages())
	got, err := ReadImageCSV(b, 2, 3, 3, "me")
	if err != nil || !reflect.DeepEqual(got, someImages()) {
		t.Fatalf("got %+v, %v\nof %s", got, err, b)
	}
	if !IsImageCSV(b) || IsCSV(b) || IsImageCSV(CSV(schema, some())) || IsImageCSV(nil) {
		t.Error("files of labels of rows and of images are taken for each other")
	}
	short := "factual;verdict;target;counterfactual\r\n1 2;Feasible;0;3 4\r\n"
	if got, err := ReadImageCSV([]byte(short), 1, 2, 1, "me"); err != nil || len(got) != 1 || got[0].By != "me" ||
		!got[0].Feasible || got[0].Pixels[1] != 4 {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestReadImageCSVSaysWhatIsWrong(t *testing.T) {
	good := string(ImageCSV(2, 3, someImages()))
	for name, c := range map[string]struct{ old, new, want string }{
		"an unknown verdict": {"infeasible", "unsure", `Line 3, column "verdict": the verdict must be`},
		"an unknown class":   {",2,feasible", ",3,feasible", `Line 2, column "target": "3"`},
		"a missing column":   {"counterfactual", "other", `the column "counterfactual" is missing`},
		"images of other size": {"2,3,2", "3,2,2",
			`Line 2, column "height": these images are 2 pixels long on this side, not 3`},
		"a pixel too few": {"0 255 7 0 1 2", "0 255 7 0 1", "there are 5 pixels, but an image has 6"},
		"a pixel of 256":  {"0 255 7 0 1 2", "0 256 7 0 1 2", `"256" is not a pixel`},
		"a short line": {"2,3,0,infeasible", "3,0,infeasible",
			"Line 3 has 6 fields, but the first line names 7"},
	} {
		bad := strings.Replace(good, c.old, c.new, 1)
		if bad == good {
			t.Errorf("%s: nothing to replace in %s", name, good)
		}
		if _, err := ReadImageCSV([]byte(bad), 2, 3, 3, ""); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// FuzzReadImageCSV reads arbitrary bytes. Labels that it accepts survive a round trip.
func FuzzReadImageCSV(f *testing.F) {
	f.Add(ImageCSV(2, 3, someImages()))
	f.Add([]byte("target;verdict;factual;counterfactual\n0;feasible;1 2 3 4 5 6;1 2 3 4 5 6\n"))
	f.Add([]byte("\"a\nb\",c"))
	f.Fuzz(func(t *testing.T, b []byte) {
		IsImageCSV(b)
		labels, err := ReadImageCSV(b, 2, 3, 3, "me")
		if err != nil {
			if err.Error() == "" {
				t.Error("an error without words")
			}
			return
		}
		again, err := ReadImageCSV(ImageCSV(2, 3, labels), 2, 3, 3, "me")
		if err != nil || len(labels) > 0 && !reflect.DeepEqual(again, labels) {
			t.Errorf("read %+v, then %+v, %v", labels, again, err)
		}
	})
}

func TestLabelsOfImagesAreMerged(t *testing.T) {
	x := someImages()[0]
	other := x
	other.Target = 1 // the same picture with another target
	no := x
	no.Feasible = false
	all := Merge([]Image{x, other}, []Image{no})
	if len(all) != 2 || all[0].Feasible || !all[1].Feasible {
		t.Fatalf("a second thought leaves %+v", all)
	}
	no.By = "Bob"
	yes := x
	all = Merge([]Image{yes, other}, []Image{no})
	if got := Disagreements(all); !reflect.DeepEqual(got, [][]int{{0, 2}}) || len(Settled(all)) != 1 {
		t.Errorf("disagreements %v, settled %+v", got, Settled(all))
	}
}
