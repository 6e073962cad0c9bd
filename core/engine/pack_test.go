package engine

import (
	"reflect"
	"testing"

	"causeway/core/wire"
)

// A second engine that is given the table has the same project: rows, split,
// scale and hash.
func TestPackAndUnpack(t *testing.T) {
	a, b := newStage(t), newStage(t)
	a.do(wire.Sample{Model: "simple-bn", Rows: 200, Seed: 3})
	packed, ok := a.do(wire.Pack{}).(wire.Packed)
	if !ok {
		t.Fatalf("got %+v", a.facts)
	}
	if got := b.do(wire.Unpack{Table: packed.Table}); got != (wire.Unpacked{Hash: a.e.project.Hash}) {
		t.Fatalf("got %+v", got)
	}
	if !reflect.DeepEqual(a.e.project, b.e.project) {
		t.Error("the projects differ")
	}
	packed.Table.Columns[0].Data[3] ^= 1
	before := b.e.project.Table
	if f, ok := b.do(wire.Unpack{Table: packed.Table}).(wire.Failure); !ok || f.Code != wire.CodeProtocol {
		t.Errorf("got %+v, want a refusal of the damaged table", f)
	}
	if b.e.project.Table != before {
		t.Error("the damaged table replaced the good one")
	}
}
