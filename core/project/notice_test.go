package project

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/notice"
)

// TestNoticesOfTables writes the notices of everybody whom a table's network refuses, and reads
// them as a program does. Each contains at most four reasons. Neither the advice of a reason nor
// an option changes a feature that the rules fix, and an option is missing only if the notice
// states this. It logs how long the rows take.
func TestNoticesOfTables(t *testing.T) {
	people := 150
	switch {
	case testing.Short():
		people = 40
	case os.Getenv("CAUSEWAY_FULL") != "":
		people = 1000
	}
	for _, name := range []string{"adult/adult.data", "tables/bank-marketing.csv"} {
		t.Run(name, func(t *testing.T) {
			table := readTable(t, name)
			var fixed []string
			k := causal.Knowledge{}
			for j, f := range table.Schema.Features {
				switch strings.ToLower(f.Name) {
				case "race", "gender", "sex", "marital":
					k.Rules = append(k.Rules, causal.Rule{Kind: causal.Immutable, Feature: j})
					fixed = append(fixed, f.Name)
				case "age":
					k.Rules = append(k.Rules, causal.Rule{Kind: causal.OnlyIncrease, Feature: j})
				}
			}
			f := &File{Project: New(name, table, 1, false)}
			fit := f.FitClassifier(model.ClassifierFields.Default())
			for range 20 {
				if _, err := fit.Epoch(nothing); err != nil {
					t.Fatal(err)
				}
			}
			var err error
			if f.BlackBox, err = NewBlackBox(fit.Best(), f.Hash); err != nil {
				t.Fatal(err)
			}
			f.other = &other{f.BlackBox.Differentiable, scatter{f.Schema}}
			f.Saved.Explain.Find.Search = document.Search{Target: -1, Count: 5, Budget: 400, Seed: 1}
			f.Saved.Graph.Rules, f.Saved.Settings.Batch.Mine = k.Rules, true
			var packed, lines bytes.Buffer
			many := notice.Many{Zip: zip.NewWriter(&packed), Lines: &lines}
			began, asked, found := time.Now(), 0, 0
			for _, i := range append(slices.Clone(f.Split.Test), f.Split.Train...) {
				row := table.Row(i, nil)
				if f.Ask(row)[0].Class == f.Wanted() || asked == people {
					continue
				}
				q := f.NoticeQuery(row)
				x, why, err := f.Case(row, q, nothing)
				if err == nil {
					err = many.Add(i, f.Notice(q, x, why, "2026-11-28"))
				}
				if err != nil {
					t.Fatal(err)
				}
				asked, found = asked+1, found+asOne(len(x.Rows) > 0)
			}
			took := time.Since(began)
			many.Zip.Close()
			checkNotices(t, table.Schema, fixed, packed.Bytes(), lines.Bytes(), asked)
			t.Logf("%d notices, %d with options; %.1f ms each; %d kB of zip, %d of lines", asked, found,
				took.Seconds()*1000/float64(asked), packed.Len()/1000, lines.Len()/1000)
			if asked < people || found < people/4 {
				t.Errorf("%d notices, %d with options", asked, found)
			}
		})
	}
}

// TestNoticesOfANumber checks that the notice of a row that misses a goal for a number names the goal, and that a row
// that meets it gets none.
func TestNoticesOfANumber(t *testing.T) {
	p := rents(t, false)
	f := &File{Project: *p}
	f.Saved.Explain.Find.Search = document.Search{Target: -1, Count: 2, Budget: 40, Seed: 1,
		Goal: document.NumberAtLeast, From: 800}
	met, missed := 0, 0
	for i := range 60 {
		row := p.Table.Row(i, nil)
		q := f.NoticeQuery(row)
		x, why, err := f.Case(row, q, nothing)
		if err != nil {
			t.Fatal(err)
		}
		now, _ := p.Number(row)
		if is := len(x.Factual.Row) == 0; is != (now[0] >= 800) {
			t.Fatalf("%v: the rent is %v, it is there already: %v", row, now[0], is)
		} else if is {
			met++
			continue
		}
		missed++
		if text := notice.HTML(f.Notice(q, x, why, "2026-11-28")); !bytes.Contains(text, []byte("800 or more")) {
			t.Errorf("%v: the notice does not name the goal\n%s", row, text)
		}
	}
	if met < 5 || missed < 5 {
		t.Errorf("%d rows meet the goal and %d miss it", met, missed)
	}
}

// The wanted class is the one that a person named, or the one that the names of the classes
// suggest. If neither determines the class, the rows of the table do.
func TestWantedOfAFile(t *testing.T) {
	for _, x := range []struct {
		levels []string
		named  int
		counts []int
		want   int
	}{
		{[]string{"no", "yes"}, 0, nil, 1}, {[]string{"no", "yes"}, 1, nil, 0}, {[]string{"a", "b"}, 0, nil, -1},
		{[]string{"a", "b"}, 0, []int{5, 2}, 1}, {[]string{"a", "b"}, 0, []int{2, 5}, 0},
		{[]string{"a", "b"}, 2, nil, 1},
	} {
		f := &File{}
		f.Seen.Outcome = data.Feature{Name: "y", Levels: x.levels}
		f.Saved.Settings.Wanted = x.named
		if x.counts != nil {
			f.Table = &data.Table{Schema: f.Seen, Outcome: append(make([]int, x.counts[0]), ones(x.counts[1])...)}
		}
		if got := f.Wanted(); got != x.want {
			t.Errorf("%+v: class %d", x, got)
		}
	}
}

func ones(n int) []int { return slices.Repeat([]int{1}, n) }

// checkNotices reads notices as programs and people get them.
func checkNotices(t *testing.T, s data.Schema, fixed []string, packed, lines []byte, want int) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil || len(z.File) != want {
		t.Fatalf("%d documents, want %d: %v", len(z.File), want, err)
	}
	type changes []struct {
		Feature string
		Follows bool
	}
	in := json.NewDecoder(bytes.NewReader(lines))
	for i := range want {
		var line struct {
			Row    int
			Notice struct {
				Fixed   string
				Values  []any
				Reasons []struct {
					Kind    string
					Changes changes
				}
				Options []struct{ Changes changes }
			}
		}
		if err := in.Decode(&line); err != nil {
			t.Fatal(err)
		}
		n := line.Notice
		if name := notice.FileName(line.Row) + ".html"; z.File[i].Name != name || len(n.Values) != len(s.Features) {
			t.Errorf("line %d is of %s, and the document of %s", i, name, z.File[i].Name)
		}
		acts := func(what string, list changes) {
			for _, c := range list {
				if !c.Follows && slices.Contains(fixed, c.Feature) {
					t.Errorf("row %d: %s touches %s, which nobody may change", line.Row, what, c.Feature)
				}
			}
		}
		if len(n.Reasons) > 4 || n.Fixed == "no" && len(n.Options) == 0 {
			t.Errorf("row %d: %d reasons and %d options, fixed %s", line.Row, len(n.Reasons), len(n.Options), n.Fixed)
		}
		for _, r := range n.Reasons {
			if r.Kind != "against" {
				acts("a reason", r.Changes)
			}
		}
		for _, o := range n.Options {
			acts("an option", o.Changes)
		}
	}
}
