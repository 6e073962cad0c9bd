package exact

import (
	"cmp"
	"math/rand"
	"slices"
	"testing"
)

// TestQueue checks that a queue returns items in the order of a stable sort.
func TestQueue(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for n := range 200 {
		items := make([]item, n)
		for i := range items {
			items[i] = item{j: i, gain: float64(r.Intn(6)), weight: float64(1 + r.Intn(3)), at: i}
		}
		want := slices.Clone(items)
		slices.SortStableFunc(want, func(a, b item) int { return cmp.Compare(b.gain*a.weight, a.gain*b.weight) })
		q := newQueue(items)
		for i, w := range want {
			if got := q.pop(); got != w {
				t.Fatalf("%d items: number %d is %+v, want %+v", n, i, got, w)
			}
		}
		if len(q) != 0 {
			t.Fatalf("%d items are left", len(q))
		}
	}
}
