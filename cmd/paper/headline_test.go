package main

import (
	"cmp"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
)

// TestHeadlineRowsAreFresh: simulated tables differ from seed to seed, and from the table on which
// settings were chosen.
func TestHeadlineRowsAreFresh(t *testing.T) {
	for _, name := range []string{"simple-bn", "sangiovese", "census"} {
		d, err := find(name)
		if err != nil {
			t.Fatal(err)
		}
		own, err := d.load("")
		if err != nil {
			t.Fatal(err)
		}
		of, err := d.fresh("")
		if err != nil {
			t.Fatal(err)
		}
		one, split := of(1)
		two, _ := of(2)
		again, _ := of(1)
		if reflect.DeepEqual(own.Cols, one.Cols) || reflect.DeepEqual(one.Cols, two.Cols) ||
			!reflect.DeepEqual(one.Cols, again.Cols) {
			t.Errorf("%s: the table of a seed is not its own", name)
		}
		if n := len(split.Train) + len(split.Val) + len(split.Test); n != one.Rows() || one.Rows() != own.Rows() {
			t.Errorf("%s: %d rows in parts, %d in the table, %d usually", name, n, one.Rows(), own.Rows())
		}
	}
}

// TestHeadlineAdultIsItsTestFile: training is the usual one, and each explained row is in
// adult.test and in no part of the split of adult.data.
func TestHeadlineAdultIsItsTestFile(t *testing.T) {
	folder := cmp.Or(os.Getenv("CAUSEWAY_DATA"), "../../../shared/data")
	if _, err := os.Stat(filepath.Join(folder, "adult", "adult.test")); err != nil {
		t.Skip("adult/adult.test is not there; CAUSEWAY_DATA names the folder that holds it")
	}
	usual, err := adult().usual(folder)
	if err != nil {
		t.Fatal(err)
	}
	fresh, err := adult().fresh(folder)
	if err != nil {
		t.Fatal(err)
	}
	table, a := usual(3)
	both, b := fresh(3)
	if !slices.Equal(a.Train, b.Train) || !slices.Equal(a.Val, b.Val) || len(a.Test) != len(b.Test) {
		t.Error("training and validation rows are not the usual ones")
	}
	for _, i := range a.Train[:100] {
		if !slices.Equal(table.Row(i, nil), both.Row(i, nil)) {
			t.Fatalf("row %d differs", i)
		}
	}
	other, err := readAdultFile(folder, "adult.test")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int]bool{}
	for _, i := range b.Test {
		at := i - table.Rows()
		if seen[i] || at < 0 || !slices.Equal(both.Row(i, nil), other.Row(at, nil)) ||
			both.Outcome[i] != other.Outcome[at] {
			t.Fatalf("row %d is no row of adult.test of its own", i)
		}
		seen[i] = true
	}
	if _, c := fresh(4); slices.Equal(b.Test, c.Test) {
		t.Error("another seed explains the same rows")
	}
}
