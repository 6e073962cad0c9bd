package label

// Merge joins lists of labels. Where a person has labelled a pair more than
// once, the last label counts and takes the place of the first.
func Merge(lists ...[]Label) []Label {
	type key struct{ by, pair string }
	at := map[key]int{}
	var all []Label
	for _, list := range lists {
		for _, l := range list {
			k := key{l.By, l.Pair()}
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

// pairs groups the places of labels by what they are about, in the order of the
// first ones.
func pairs(labels []Label) [][]int {
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

// Disagreements lists the places of labels on the same pair whose verdicts
// differ. A verdict of unsure contradicts none.
func Disagreements(labels []Label) [][]int {
	var list [][]int
	for _, g := range pairs(labels) {
		yes, no := votes(labels, g)
		if yes > 0 && no > 0 {
			list = append(list, g)
		}
	}
	return list
}

func votes(labels []Label, group []int) (feasible, infeasible int) {
	for _, i := range group {
		switch labels[i].Verdict {
		case Feasible:
			feasible++
		case Infeasible:
			infeasible++
		}
	}
	return feasible, infeasible
}

// Settled are the labels that a generator learns from: one of each pair, with
// the verdict of the majority. Ties, and pairs that all are unsure of, are left
// out.
func Settled(labels []Label) []Label {
	var list []Label
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
			if labels[i].Verdict == want {
				list = append(list, labels[i])
				break
			}
		}
	}
	return list
}
