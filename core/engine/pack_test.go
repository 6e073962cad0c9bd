package engine

import (
	"reflect"
	"testing"

	"causeway/core/wire"
)

// TestPackAndRestore checks that a second engine that receives the table has the same project:
// rows, split, scale and hash.
func TestPackAndRestore(t *testing.T) {
	a, b := newStage(t), newStage(t)
	a.do(wire.Sample{Model: "simple-bn", Rows: 200, Seed: 3})
	packed, ok := a.do(wire.Pack{}).(wire.Packed)
	if !ok {
		t.Fatalf("got %+v", a.facts)
	}
	if got := b.do(wire.Restore{Table: packed.Table}); got != (wire.Restored{}) {
		t.Fatalf("got %+v", got)
	}
	if !reflect.DeepEqual(a.e.project, b.e.project) {
		t.Error("the projects differ")
	}
	packed.Table.Columns[0].Data[3] ^= 1
	before := b.e.project.Table
	if f, ok := b.do(wire.Restore{Table: packed.Table}).(wire.Failure); !ok || f.Code != wire.CodeProtocol {
		t.Errorf("got %+v, want a refusal of the damaged table", f)
	}
	if b.e.project.Table != before {
		t.Error("the damaged table replaced the good one")
	}
}

// TestRestoreShows checks that an engine's current table can be split again given only its hash,
// that a table from a file is shown, and that models may arrive with it or later.
func TestRestoreShows(t *testing.T) {
	s, c, g := generated(t)
	table := s.do(wire.Pack{}).(wire.Packed).Table
	fresh := newStage(t)
	got, ok := fresh.do(wire.Restore{Table: table, Show: true, Classifier: c.Model, Generator: g.Model}).(wire.Loaded)
	if !ok || got.Hash != table.Hash || got.Rows != table.Rows || len(got.Columns) != len(table.Schema.Features) {
		t.Fatalf("got %+v", fresh.told())
	}
	if p := fresh.e.project; p.BlackBox == nil || p.Gen == nil || !reflect.DeepEqual(p.Split, s.e.project.Split) {
		t.Error("the engine has not all that it was given")
	}
	before := fresh.e.project.Table
	for name, m := range map[string]wire.Restore{
		"models of another table": {Table: wire.Table{Hash: table.Hash, Seed: 9}, Show: true,
			Classifier: []byte("junk")},
		"a split of another table":  {Table: wire.Table{Hash: "00", Seed: 9}, Show: true},
		"rows under another's hash": {Table: func() wire.Table { t := table; t.Hash = "00"; return t }(), Show: true},
	} {
		if f, ok := fresh.do(m).(wire.Failure); !ok || !sentence(f.Detail) {
			t.Errorf("%s: got %+v", name, f)
		}
		if fresh.e.project.Table != before || fresh.e.project.Gen == nil {
			t.Errorf("%s: the project is another", name)
		}
	}
	got, ok = fresh.do(wire.Restore{Table: wire.Table{Name: "again", Hash: table.Hash, Seed: table.Seed + 1},
		Show: true}).(wire.Loaded)
	if !ok || got.Hash != table.Hash || got.Name != "again" {
		t.Fatalf("got %+v", fresh.told())
	}
	if p := fresh.e.project; p.BlackBox != nil || p.Gen != nil || reflect.DeepEqual(p.Split, s.e.project.Split) {
		t.Error("the table was not split anew")
	}
}
