package mask

import (
	"math/rand/v2"
	"slices"
	"testing"

	"causeway/core/causal"
)

// repairPlainly is a plain version of repair. It narrows by every rule after each choice and
// caches nothing.
func (r *Room) repairPlainly(k, i int, domains []causal.Domain, w Wish, dst []float64) bool {
	g := &r.groups[k]
	if i == len(g.features) {
		return true
	}
	j := g.features[i]
	for _, v := range r.values(nil, g, i, &domains[j], w, dst) {
		if r.tries--; r.tries < 0 {
			return false
		}
		if dst[j] = v; !r.decided(g, i, dst) {
			continue
		}
		next := slices.Clone(domains)
		for k := range next {
			next[k].Levels = slices.Clone(next[k].Levels)
		}
		fix(&next[j], v)
		if causal.Narrow(r.schema, g.rules, r.Row, next) < 0 && r.repairPlainly(k, i+1, next, w, dst) {
			return true
		}
	}
	return false
}

// TestRepairsArePlain checks that repair has the same result as its plain version, for random
// tables, rules and wishes. Half of the wishes change only two features of the row, as Alter
// does.
func TestRepairsArePlain(t *testing.T) {
	repairs, found, computed, straight := 0, 0, 0, 0
	for seed := uint64(1); repairs < 20_000; seed++ {
		r := rand.New(rand.NewPCG(seed, 77))
		small := r.IntN(4) == 0
		s := randomSchema(r, small)
		var rules []causal.Rule
		for range 2 + r.IntN(12) {
			rules = append(rules, randomRule(r, s))
		}
		followers := randomFollowers(t, r, s, small)
		rules = append(rules, followers...)
		s = causal.Fine(s, rules)
		room := New(s, rules).Room()
		x := randomRow(r, s)
		if room.Enter(x); room.None {
			continue
		}
		for range 16 {
			w := randomWish(r, s, x)
			if r.IntN(2) == 0 {
				w = Wish{Values: slices.Clone(x)}
				for range 2 {
					j := r.IntN(len(x))
					w.Values[j] = value(r, s.Features[j])
				}
			}
			for k := range room.groups {
				got, want := slices.Clone(x), slices.Clone(x)
				ok := room.repair(k, w, got)
				room.tries = maxTries
				if is := room.repairPlainly(k, 0, room.Domains, w, want); is != ok || is && !slices.Equal(got, want) {
					t.Fatalf("seed %d: %v, %v, want %v, %v", seed, got, ok, want, is)
				}
				if repairs++; ok {
					found++
				}
				if g := &room.groups[k]; ok && g.computes {
					computed++
					if room.straight(g, w, got) {
						straight++
					}
				}
			}
		}
	}
	if found < repairs/2 || found == repairs {
		t.Errorf("of %d repairs %d gave a row", repairs, found)
	}
	if straight < computed/4 || straight == computed {
		t.Errorf("of %d repairs with what is computed %d went straight there", computed, straight)
	}
}
