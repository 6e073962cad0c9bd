package label

// Judged is a person's statement about a pair: a label of rows, or one of images.
type Judged interface {
	Pair() string // labels with the same result are about the same pair
	Said() (by string, v Verdict)
}

// Said implements Judged.
func (l Label) Said() (by string, v Verdict) { return l.By, l.Verdict }

// Merge joins lists of labels. If a person has labelled a pair more than once, the last label
// counts and takes the position of the first.
func Merge[T Judged](lists ...[]T) []T {
	type key struct{ by, pair string }
	at := map[key]int{}
	var all []T
	for _, list := range lists {
		for _, l := range list {
			by, _ := l.Said()
			k := key{by, l.Pair()}
			if i, ok := at[k]; ok {
				all[i] = l
				continue
			}
			at[k] = len(all)
			all = append(all, l)
		}
	}
	return all
}

// pairs groups the indices of labels by their pair, in the order of first occurrence.
func pairs[T Judged](labels []T) [][]int {
	at := map[string]int{}
	var groups [][]int
	for i, l := range labels {
		k := l.Pair()
		g, ok := at[k]
		if !ok {
			g = len(groups)
			at[k] = g
			groups = append(groups, nil)
		}
		groups[g] = append(groups[g], i)
	}
	return groups
}

// Disagreements lists the indices of labels on the same pair with different verdicts. An unsure
// verdict contradicts none.
func Disagreements[T Judged](labels []T) [][]int {
	var list [][]int
	for _, g := range pairs(labels) {
		yes, no := votes(labels, g)
		if yes > 0 && no > 0 {
			list = append(list, g)
		}
	}
	return list
}

func votes[T Judged](labels []T, group []int) (feasible, infeasible int) {
	for _, i := range group {
		switch _, v := labels[i].Said(); v {
		case Feasible:
			feasible++
		case Infeasible:
			infeasible++
		}
	}
	return feasible, infeasible
}

// Settled returns the labels from which a generator learns: one for each pair, with the verdict
// of the majority. It leaves out ties, and pairs about which everybody is unsure.
func Settled[T Judged](labels []T) []T {
	var list []T
	for _, g := range pairs(labels) {
		yes, no := votes(labels, g)
		want := Feasible
		if no > yes {
			want = Infeasible
		}
		if yes == no {
			continue
		}
		for _, i := range g {
			if _, v := labels[i].Said(); v == want {
				list = append(list, labels[i])
				break
			}
		}
	}
	return list
}
