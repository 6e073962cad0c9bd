package sim

import (
	"slices"
	"testing"
)

// TestBureau checks that the three codes occur in twenty columns, with -9 either in a complete
// row or not at all, and -8 and -7 only in some columns. No other number is below 0, both
// outcomes are common, and the rows do not depend on their number.
func TestBureau(t *testing.T) {
	tab := Bureau(BureauRows, 1)
	if err := tab.Check(); err != nil {
		t.Fatal(err)
	}
	if len(tab.Cols) != 20 {
		t.Fatalf("%d columns, want 20", len(tab.Cols))
	}
	with, none := map[float64]int{}, 0
	for j, col := range tab.Cols {
		for _, code := range []float64{NoRecord, NoneUsed, NotOccurs} {
			if slices.Contains(col, code) {
				with[code]++
			}
		}
		for i, v := range col {
			if v < NoRecord || v > NotOccurs && v < 0 {
				t.Fatalf("row %d, %s is %v", i, tab.Schema.Features[j].Name, v)
			}
			if (v == NoRecord) != (tab.Cols[0][i] == NoRecord) {
				t.Fatalf("row %d has no record in a part of the columns", i)
			}
		}
	}
	for _, v := range tab.Cols[0] {
		if v == NoRecord {
			none++
		}
	}
	if with[NoRecord] != 20 || with[NoneUsed] < 7 || with[NotOccurs] != 2 {
		t.Errorf("columns with codes: %v", with)
	}
	if none < 500 || none > 700 { // 6 %, and four standard errors
		t.Errorf("%d people have no record", none)
	}
	if n := tab.Counts(); min(n[0], n[1]) < 3000 {
		t.Errorf("outcomes %v", n)
	}
	const hash = "aeb558b32f8322f24864d9b0af7cc559c5e2e29bfe0dec0017659af00a35c1fd"
	if got := tab.Hash(); got != hash {
		t.Errorf("hash: got %s, want %s", got, hash)
	}
	if short := Bureau(5, 1); !slices.Equal(short.Cols[14], tab.Cols[14][:5]) {
		t.Error("the first rows depend on the number of rows")
	}
}
