package metric

import (
	"cmp"
	"iter"
	"slices"
)

// Flow shows which features have to change together, and for which groups. It counts the rows of
// each group by the set of features that their nearest counterfactuals act on.
type Flow struct {
	Sets   [][]int // sets of feature indices, most frequent set first; indices ascend
	Counts [][]int // groups × len(Sets)+2: rows with each set, with any other set, and without a counterfactual
	Of     []int   // for each row, its column in Counts, or -1 if it is not explained
}

// Others and None return the indices of the last two columns of Counts.
func (f Flow) Others() int { return len(f.Sets) }
func (f Flow) None() int   { return len(f.Sets) + 1 }

// FlowOf counts rows by group and by the set of changed features. Only the most frequent sets are
// listed, and all others are counted together. Equally frequent sets are sorted by their
// features.
//
//	of  rows: number of the group, or -1
func FlowOf(rows iter.Seq[Found], of []int, groups, most int) Flow {
	const skipped, without = -1, -2
	var sets [][]int
	var counts []int
	places := map[string]int{}
	var key []byte
	f := Flow{Of: make([]int, 0, len(of)), Counts: make([][]int, groups)}
	for r := range rows { // first with the index of the set
		switch {
		case r.Skipped:
			f.Of = append(f.Of, skipped)
			continue
		case r.Nearest == nil:
			f.Of = append(f.Of, without)
			continue
		}
		key = key[:0]
		base := r.Factual
		if r.Base != nil {
			base = r.Base
		}
		for j, v := range r.Nearest {
			if v != base[j] {
				key = append(key, byte(j), byte(j>>8))
			}
		}
		place, known := places[string(key)]
		if !known {
			var changed []int
			for b := range slices.Chunk(key, 2) {
				changed = append(changed, int(b[0])|int(b[1])<<8)
			}
			place = len(sets)
			places[string(key)] = place
			sets, counts = append(sets, changed), append(counts, 0)
		}
		f.Of = append(f.Of, place)
		counts[place]++
	}
	order := make([]int, len(sets))
	for k := range order {
		order[k] = k
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), slices.Compare(sets[a], sets[b]))
	})
	rank := make([]int, len(sets))
	for at, k := range order {
		if rank[k] = at; at < most {
			f.Sets = append(f.Sets, sets[k])
		}
	}
	for g := range f.Counts {
		f.Counts[g] = make([]int, len(f.Sets)+2)
	}
	for i, place := range f.Of {
		switch place {
		case skipped:
			continue
		case without:
			f.Of[i] = f.None()
		default:
			f.Of[i] = min(rank[place], f.Others())
		}
		if of[i] >= 0 {
			f.Counts[of[i]][f.Of[i]]++
		}
	}
	return f
}

// Reach returns the steps of the curve that shows what share of n rows can be reached at no more
// than a given cost. costs holds the costs of the rows that can be reached. The curve starts from
// 0 at a cost of 0.
func Reach(costs []float64, n int) (cost, reached []float64) {
	cost, reached = []float64{0}, []float64{0}
	for i, c := range slices.Sorted(slices.Values(costs)) {
		cost, reached = append(cost, c, c), append(reached, share(i, n), share(i+1, n))
	}
	return cost, reached
}
