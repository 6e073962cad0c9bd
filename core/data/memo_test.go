package data

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestMemo checks that a cached field has the same value whatever was read before, and that plain
// numbers have the same values as without the cache.
func TestMemo(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	missing := []string{"", "?", "NA"}
	for round := range 40 {
		m := &memo{missing: missing, comma: round%2 == 1, texts: round%5 == 4}
		point, group := byte('.'), byte(',')
		if m.comma {
			point, group = group, point
		}
		alphabet, marked := []byte("0123456789.,-+eE? NA")[:11+rng.IntN(10)], map[string]int{}
		for i := range 4000 {
			s := make([]byte, rng.IntN(2+round%18))
			for k := range s {
				s[k] = alphabet[rng.IntN(len(alphabet))]
			}
			text := string(s)
			f := m.read(text)
			var want reading
			if want.missing = oneOf(text, missing); !want.missing && !m.texts {
				if want.n, want.number = anyNumber(text, point, group); !want.number {
					want.n, want.number = readNumber(text, m.comma) // in another notation
				}
			}
			if f.missing != want.missing || f.number != want.number || f.number && f.n != want.n {
				t.Fatalf("%q: %+v, want %+v", text, *f, want)
			}
			if f.mark != 0 && f.mark != marked[text] {
				t.Fatalf("%q is marked as another one", text)
			}
			f.mark = i + 1
			marked[text] = i + 1
		}
	}
}

// TestChoose checks that choose permutes the list and that no larger element precedes the chosen
// one.
func TestChoose(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for round := range 3000 {
		v := make([]float64, 1+rng.IntN(60))
		for i := range v {
			switch round % 4 {
			case 0:
				v[i] = rng.NormFloat64()
			case 1:
				v[i] = float64(rng.IntN(4))
			case 2:
				v[i] = float64(i)
			default: // the worst case for the median of three
				v[i] = float64(min(i, len(v)-i) * (1 - 2*(i%2)))
			}
		}
		sorted, k := slices.Sorted(slices.Values(v)), rng.IntN(len(v))
		n := len(v)
		if want, got := (sorted[(n-1)/2]+sorted[n/2])/2, median(slices.Clone(v)); got != want {
			t.Fatalf("the median of %v is %v, not %v", sorted, want, got)
		}
		if got := choose(v, k); got != sorted[k] || slices.Max(v[:k+1]) > got || slices.Min(v[k:]) < got {
			t.Fatalf("place %d of %v holds %v: %v", k, sorted, got, v)
		}
	}
}
