package project

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/fault"
	"causeway/core/hostile"
	"causeway/core/sim"
	"causeway/core/snapshot"
)

func open(t *testing.T, name string) *File {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name+".causeway"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := Open(b)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func nothing() error { return nil }

// given returns rows that are in no file.
func given() (rows [][]float64) {
	t := sim.SimpleBN(40, 77)
	for i := range t.Rows() {
		rows = append(rows, t.Row(i, nil))
	}
	return rows
}

// TestProve checks that an answer can be proved again from the file alone. For a manipulated row,
// the proof must state that it breaks a law or misses its class.
func TestProve(t *testing.T) {
	f := open(t, "model-network")
	proved, broken := 0, 0
	for _, row := range given() {
		q := f.Query(row)
		x, err := f.Explain(row, q, nothing)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range x.Rows {
			p, err := f.Prove(row, c.Row, q)
			if err != nil {
				t.Fatal(err)
			}
			if !p.Target || !p.Kept || p.Counterfactual.Class != c.Class ||
				!reflect.DeepEqual(p.Counterfactual.Shares, c.Shares) ||
				!reflect.DeepEqual(p.Verdicts, c.Proof) || !reflect.DeepEqual(p.Laws, x.Laws) {
				t.Errorf("of %v for %v: %+v", c.Row, row, p)
			}
			proved++
			back := append([]float64(nil), c.Row...)
			back[1] = row[1] - 1 // may only rise
			if p, err = f.Prove(row, back, q); err != nil {
				t.Fatal(err)
			}
			if p.Kept {
				t.Errorf("%v for %v keeps all laws: %+v", back, row, p)
			}
			broken++
		}
		if p, err := f.Prove(row, row, q); err != nil || p.Target {
			t.Errorf("the row itself reaches another class: %+v, %v", p, err)
		}
	}
	if proved < 10 || broken < 10 {
		t.Errorf("%d rows proved, %d disproved", proved, broken)
	}
}

// TestMany checks that each of many rows gets the same result as alone.
func TestMany(t *testing.T) {
	f := open(t, "example")
	q := f.Query(given()[0])
	q.Rules, q.Within = nil, []causal.Reach{{Feature: 0, By: 40}}
	m, err := f.Many(q)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, row := range given() {
		b, err := m.Of(row, nothing)
		if err != nil {
			t.Fatal(err)
		}
		x, err := f.Explain(row, q, nothing)
		if err != nil {
			t.Fatal(err)
		}
		if len(b.Rows) != len(x.Rows) || b.Target != x.Target || b.Nearest != x.Nearest || b.None != x.None {
			t.Fatalf("%v: %+v, alone %+v", row, b, x)
		}
		for i, c := range b.Rows {
			want := x.Rows[i] // results for many rows omit the proofs
			if !slices.Equal(c.Row, want.Row) || !slices.Equal(c.Shares, want.Shares) || c.Class != want.Class ||
				c.Changed != want.Changed || c.Effort != want.Effort || c.Cost != want.Cost {
				t.Errorf("%v: %+v, alone %+v", row, c, x.Rows[i])
			}
			found++
		}
	}
	if found < 10 {
		t.Errorf("%d found", found)
	}
}

// TestRefusals checks that impossible queries are rejected with a sentence.
func TestRefusals(t *testing.T) {
	f := open(t, "base")
	row := given()[0]
	q := f.Query(row)
	bare := &File{Project: Project{Schema: f.Schema, Seen: f.Schema}}
	for name, try := range map[string]func() error{
		"a row too short":  func() error { _, err := f.Explain(row[:2], q, nothing); return err },
		"a class too many": func() error { q := q; q.Target = 9; _, err := f.Explain(row, q, nothing); return err },
		"a feature too many": func() error {
			q := q
			q.Within = []causal.Reach{{Feature: 9}}
			_, err := f.Many(q)
			return err
		},
		"a rule of nothing": func() error {
			q := q
			q.Rules = []causal.Rule{{Feature: 9}}
			_, err := f.Explain(row, q, nothing)
			return err
		},
		"nothing to show": func() error {
			q := q
			q.Count = -1
			_, err := f.Explain(row, q, nothing)
			return err
		},
		"a search without end":    func() error { q := q; q.Boxes = 1 << 40; _, err := f.Many(q); return err },
		"efforts of two features": func() error { q := q; q.Effort = []float64{1, 1}; _, err := f.Many(q); return err },
		"no classifier":           func() error { _, err := bare.Explain(row, q, nothing); return err },
		"a proof by no model":     func() error { _, err := bare.Prove(row, row, q); return err },
		"measuring without rows":  f.HasRows,
		"rows of another table":   func() error { return f.Take(sim.SimpleBN(400, 4)) },
		"rows of another problem": func() error { return f.Take(sim.Census(400, 3)) },
	} {
		var r Refusal
		if err := try(); !errors.As(err, &r) || !strings.HasSuffix(r.Detail, ".") {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if x, err := f.Explain(row, q, nothing); err != nil || x.Target == x.Factual.Class {
		t.Errorf("the project does not go on: %v", err)
	}
	stop := errors.New("stopped")
	if _, err := f.Explain(row, q, func() error { return stop }); err != nil && !errors.Is(err, stop) {
		t.Errorf("got %v", err)
	}
}

// TestSpoiledEnds checks that a file with wrong mechanisms is rejected once its rows are
// available, and that one whose mechanisms cannot be computed is always rejected.
func TestSpoiledEnds(t *testing.T) {
	f := open(t, "model")
	p := f.Saved
	p.Generator.Model.Ends = append([]causal.End(nil), p.Generator.Model.Ends...)
	end := &p.Generator.Model.Ends[0]
	end.Mechanism.Numbers = append([]float64(nil), end.Mechanism.Numbers...)
	end.Mechanism.Numbers[0]++
	b, err := snapshot.Write(p)
	if err != nil {
		t.Fatal(err)
	}
	other, err := Open(b)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Take(sim.SimpleBN(400, 3)); err != nil {
		t.Errorf("its own rows are refused: %v", err)
	}
	if err := other.Take(sim.SimpleBN(400, 3)); err == nil || other.Table != nil || other.Gen == nil {
		t.Errorf("got %v", err)
	}
	end.Mechanism.Numbers = end.Mechanism.Numbers[1:]
	if b, err = snapshot.Write(p); err != nil {
		return // even better
	}
	if _, err = Open(b); err == nil {
		t.Error("a mechanism with a number too few is opened")
	}
}

// FuzzOpen opens projects that were changed, with matching checksums. Either a sentence explains
// why a project cannot be opened, or its results are proved.
func FuzzOpen(f *testing.F) {
	paths, err := filepath.Glob("testdata/*.causeway")
	if err != nil {
		f.Fatal(err)
	}
	var files []*hostile.Project
	for i, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		p, err := hostile.OpenProject(b)
		if err != nil {
			f.Fatal(err)
		}
		files = append(files, p)
		f.Add(uint8(i), []byte{})
		for k := range byte(16) {
			f.Add(uint8(i), bytes.Repeat([]byte{k, 37 * k, k ^ 85, 101 * k, 9 * k}, 8))
		}
	}
	row := given()[0]
	f.Fuzz(func(t *testing.T, of uint8, script []byte) {
		b := files[int(of)%len(files)].Mutant(script)
		p, err := Open(b)
		if err != nil {
			if strings.Contains(fault.Text(err), "checksum") {
				t.Fatalf("the sums are not right: %v", err)
			}
			return
		}
		// Explaining takes a hundred times as long.
		if len(script)%16 > 0 || p.Explains() != nil || p.CheckRow(row) != nil {
			return
		}
		q := p.Query(row)
		q.Budget, q.Boxes = min(q.Budget, 5), min(q.Boxes, 20)
		if x, err := p.Explain(row, q, nothing); err == nil {
			for _, c := range x.Rows {
				if proof, err := p.Prove(row, c.Row, q); err != nil || !proof.Kept {
					t.Fatalf("%v is shown and not proved: %+v, %v", c.Row, proof, err)
				}
			}
		}
	})
}
