package exact

import (
	"testing"

	"causeway/core/causal"
	"causeway/core/kernel"
)

// TestOnlyAgreesWithEnumeration compares Only with an enumeration: does some row of a random
// problem act on no more than one or two given features?
func TestOnlyAgreesWithEnumeration(t *testing.T) {
	cases := 500
	if testing.Short() {
		cases = 300
	}
	kinds := map[string]func(kernel.Key) Problem{"networks": randomProblem, "trees": randomWood,
		"followers": func(key kernel.Key) Problem { return randomFollowers(t, key) }}
	for name, problem := range kinds {
		t.Run(name, func(t *testing.T) {
			some, none, open := 0, 0, 0
			for seed := range cases {
				key := kernel.NewKey(uint64(seed))
				p := problem(key)
				p.Effort, p.MaxChanged, p.MaxCost = nil, 0, 0
				n := len(p.Factual)
				acts := []int{key.Intn(600, n)}
				if key.Intn(601, 2) == 0 {
					acts = append(acts, key.Intn(602, n))
				}
				want := false
				base, follows := causal.NewBase(p.Schema, p.Rules, p.Factual), causal.Follows(p.Schema, p.Rules)
				for _, row := range counting(p) {
					is, only := base.Of(row, make([]float64, n)), true
					for j := range row {
						only = only && (row[j] == is[j] || follows[j] || j == acts[0] || j == acts[len(acts)-1])
					}
					want = want || only && p.weigh(row).Changed > 0
				}
				row, decided, err := Only(p, acts, 20_000, nothing)
				switch {
				case err != nil:
					t.Fatal(err)
				case !decided:
					open++
				case (row != nil) != want:
					t.Fatalf("seed %d: acting on %v gives %v, want %v\n%+v", seed, acts, row, want, p)
				case want:
					some++
				default:
					none++
				}
			}
			t.Logf("%d exist, %d do not, %d undecided", some, none, open)
			if some < cases/10 || none < cases/10 || open > cases/50 {
				t.Errorf("%d exist, %d do not, %d undecided of %d", some, none, open, cases)
			}
		})
	}
}
