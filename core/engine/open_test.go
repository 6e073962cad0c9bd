package engine

import (
	"bytes"
	"encoding/base64"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/project"
	"causeway/core/sim"
	"causeway/core/wire"
)

// opened calls each with projects of all methods as saved by the page, without their rows.
func opened(t *testing.T, each func(t *testing.T, f *project.File, found []wire.Explained)) {
	const folder = "../project/testdata"
	files, err := filepath.Glob(folder + "/*.causeway")
	if err != nil || len(files) < 6 {
		t.Fatalf("%d projects, %v", len(files), err)
	}
	for _, path := range files {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".causeway"), func(t *testing.T) {
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			f, err := project.Open(b)
			if err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(strings.TrimSuffix(path, ".causeway") + ".found")
			if err != nil {
				t.Fatal(err)
			}
			var found []wire.Explained
			for line := range strings.Lines(string(text)) {
				frame, err := base64.StdEncoding.DecodeString(strings.TrimSpace(line))
				if err != nil {
					t.Fatal(err)
				}
				_, m, err := wire.Decode(frame)
				if err != nil {
					t.Fatal(err)
				}
				found = append(found, m.(wire.Explained))
			}
			each(t, f, found)
		})
	}
}

func frame(t *testing.T, m wire.Message) []byte {
	t.Helper()
	b, err := wire.Encode(1, m)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// blind removes degrees of feasibility and how usual an answer is, because these are shares of
// the table's rows.
func blind(x wire.Explained) wire.Explained {
	x.HasDegree, x.NoDegree, x.Factual.Degree, x.HasUsual = false, "", 0, false
	x.Rows = append([]wire.Counterfactual(nil), x.Rows...)
	for i := range x.Rows {
		x.Rows[i].Degree, x.Rows[i].Usual = 0, 0
	}
	x.Relaxed = append([]wire.Relaxation(nil), x.Relaxed...)
	for i := range x.Relaxed {
		x.Relaxed[i].Row.Degree, x.Relaxed[i].Row.Usual = 0, 0
	}
	return x
}

// TestOpenedProjectsAnswerAsThePage checks that a project opened from its file alone returns
// exactly the page's answers, and with its rows also the same degrees.
func TestOpenedProjectsAnswerAsThePage(t *testing.T) {
	opened(t, func(t *testing.T, f *project.File, found []wire.Explained) {
		if f.Table != nil {
			t.Fatal("the file brings rows, so this proves nothing")
		}
		shown := 0
		check := func(with string, bare bool) {
			t.Helper()
			for i, want := range found {
				row := want.Factual.Row
				got, err := f.Explain(row, f.Query(row), func() error { return nil })
				if err != nil {
					t.Fatal(err)
				}
				if mechanisms := len(f.Saved.Graph.Knowledge().Mechanisms) > 0; got.HasDegree != (mechanisms &&
					!bare) || (got.NoDegree != "") != (mechanisms && bare) {
					t.Errorf("%s, row %d: degree %v, %q", with, i, got.HasDegree, got.NoDegree)
				}
				if bare && want.Passed > 0 {
					continue // without rows, unlikely answers are not left out
				}
				if bare {
					got, want = blind(got), blind(want)
				}
				if !bytes.Equal(frame(t, got), frame(t, want)) {
					t.Errorf("%s, row %d: got %+v\nwant %+v", with, i, got, want)
				}
				shown += len(want.Rows)
			}
		}
		check("without rows", true)
		if shown == 0 {
			t.Error("no counterfactual was found")
		}
		table := sim.SimpleBN(400, 3)
		table.Outcome[0] ^= 1
		if err := f.Take(table); err == nil {
			t.Error("another table passes for its own")
		}
		if err := f.Take(sim.SimpleBN(400, 3)); err != nil {
			t.Fatal(err)
		}
		check("with rows", false)
	})
}

// TestAnEngineWithoutRows checks that an engine with a project but no rows answers for given
// rows, and otherwise reports what is missing.
func TestAnEngineWithoutRows(t *testing.T) {
	opened(t, func(t *testing.T, f *project.File, found []wire.Explained) {
		s := newStage(t)
		s.e.project.Project = f.Project
		row := found[0].Factual.Row
		q := f.Query(row)
		m := wire.Explain{Search: document.Search{Target: q.Target, Count: q.Count, Budget: q.Budget, Seed: q.Seed,
			MaxChanged: q.MaxChanged}, Row: list(row), Knowledge: q.Knowledge, Rules: q.Rules,
			Effort: q.Effort, Boxes: q.Boxes}
		got, ok := s.do(m).(wire.Explained)
		if got.TookMS = 0; !ok || !bytes.Equal(frame(t, blind(got)), frame(t, blind(found[0]))) {
			t.Errorf("got %+v", s.told())
		}
		if p, ok := s.do(wire.Predict{Row: list(row)}).(wire.Predicted); !ok ||
			!slices.Equal(p.Shares.Values(), found[0].Factual.Shares) {
			t.Errorf("got %+v", p)
		}
		for _, m := range []wire.Message{wire.Rows{Part: data.TestRows, Limit: 1}, wire.Seek{Part: data.TestRows},
			wire.Pack{}, generatorCommand, wire.AskCards{Count: 1}} {
			if f, ok := s.do(m).(wire.Failure); !ok || f.Code != wire.CodeNotReady || !sentence(f.Detail) {
				t.Errorf("%T: got %+v", m, f)
			}
		}
	})
}
