package project

import (
	"reflect"
	"testing"

	"causeway/core/data"
	"causeway/core/sim"
	"causeway/core/snapshot"
)

// TestMissingValuesWithoutTheTable checks that rows with a missing value are read in the same way
// with the table and, using the file's replacement values, without it. If the file has no such
// values, these rows cannot be read without the table.
func TestMissingValuesWithoutTheTable(t *testing.T) {
	const rows = "x1,x2,x3,y\n,50,9,1\n31.5,,10,0\n"
	table := sim.SimpleBN(400, 3)
	saved := open(t, "base").Saved
	plan := data.Plan{Outcome: 3}
	for j, f := range append(table.Schema.Features[:3:3], table.Schema.Outcome) {
		plan.Columns = append(plan.Columns, data.ColumnPlan{Name: f.Name, Use: true, Kind: f.Kind,
			Gaps: []data.Gaps{data.FillGaps, data.FlagGaps, data.PlanGaps, data.PlanGaps}[j]})
	}
	reopen := func(fills []data.Fill) *File {
		p := saved
		p.Data.Source = snapshot.Source{File: "rows.csv", Size: 9, Plan: plan}
		p.Data.Fills = fills
		b, err := snapshot.Write(p)
		if err != nil {
			t.Fatal(err)
		}
		f, err := Open(b)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	read := func(f *File) data.NewRows {
		r, err := data.ReadRows([]byte(rows), f.Schema, plan, f.Usual())
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	fills := table.Fills(plan)
	if len(fills) != 2 {
		t.Fatalf("filled are %v", fills)
	}
	f := reopen(fills)
	without := read(f)
	if err := f.Take(table); err != nil {
		t.Fatal(err)
	}
	if with := read(f); len(with.Values) != 2 || !reflect.DeepEqual(with, without) {
		t.Errorf("with the table %+v, without it %+v", with, without)
	}
	before := reopen(nil)
	if r := read(before); len(r.Values) != 0 {
		t.Errorf("read without knowing what is missing: %+v", r)
	}
	if err := before.Take(table); err != nil || len(read(before).Values) != 2 {
		t.Errorf("the table of a file of before: %v", err)
	}
	other := append([]data.Fill(nil), fills...)
	other[0].Value++
	if f := reopen(other); f.Take(table) == nil {
		t.Error("what the file says is not what its rows have, and it is opened")
	}
	for _, bad := range [][]data.Fill{{fills[1], fills[0]}, {{Feature: 3, Value: 1}}, {{Feature: -1, Value: 1}}} {
		p := saved
		p.Data.Fills = bad
		if _, err := snapshot.Write(p); err == nil {
			t.Errorf("%v is written", bad)
		}
	}
}
