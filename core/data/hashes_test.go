package data

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestHashesOfRows uses rows of a few short fields, in which the same letters are often divided
// differently. A row must count as repeated only if all of its fields are equal.
func TestHashesOfRows(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	var seen hashes
	exact := map[string]bool{}
	for n := range 200_000 {
		row, key := uint64(0), ""
		for range 3 {
			s := strings.Repeat("0", r.IntN(4)) + "abcdefghij"[:r.IntN(11)] + strings.Repeat("0", r.IntN(4))
			row = rowHash(row, hashOf(s))
			key += s + "\x00"
		}
		if got := seen.add(row); got != exact[key] {
			t.Fatalf("row %d, %q, is there: %v, want %v", n, key, got, exact[key])
		}
		exact[key] = true
	}
	if seen.n != len(exact) {
		t.Errorf("%d hashes of %d rows", seen.n, len(exact))
	}
	if seen.add(0) || !seen.add(0) || !seen.add(1) {
		t.Error("0 is taken for 1, and both are there from then on")
	}
}
