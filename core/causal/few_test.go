package causal

import (
	"math"
	"math/rand/v2"
	"testing"
)

// fewRef implements fewValues with a map.
func fewRef(col []float64) bool {
	seen := map[float64]bool{}
	for _, v := range col {
		seen[v] = true
	}
	return len(seen) <= 64
}

func TestFewValues(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 500 {
		pool := make([]float64, 55+r.IntN(20))
		for i := range pool {
			switch r.IntN(3) {
			case 0:
				pool[i] = float64(r.IntN(100)) / 4
			case 1:
				pool[i] = math.Copysign(0, float64(r.IntN(2))-0.5)
			default:
				pool[i] = r.NormFloat64()
			}
		}
		col := make([]float64, 400)
		for i := range col {
			col[i] = pool[r.IntN(len(pool))]
		}
		if got := fewValues(col); got != fewRef(col) {
			t.Fatalf("%v, want %v: %v", got, !got, col)
		}
	}
}
