package sketch

import (
	"math"
	"slices"
)

// straighten assigns every vertex its vertical position (Brandes and Köpf, "Fast and simple
// horizontal coordinate assignment", 2002, rotated by a quarter turn). It aligns each vertex with
// its middle neighbour, once from every side, so that long edges run straight. Then it takes the
// mean of the middle two of the four results, in integers, so that the result is the same on
// every machine.
func (l *layers) straighten() []int {
	barred := l.conflicts()
	var runs [4][]int
	narrow := 0
	for i := range runs {
		runs[i] = l.run(i&1 != 0, i&2 != 0, barred)
		if width(runs[i]) < width(runs[narrow]) {
			narrow = i
		}
	}
	for i, run := range runs { // align the four with the narrowest
		shift := slices.Min(runs[narrow]) - slices.Min(run)
		if i&2 != 0 {
			shift = slices.Max(runs[narrow]) - slices.Max(run)
		}
		for v := range run {
			run[v] += shift
		}
	}
	y := make([]int, len(l.depth))
	for v := range y {
		four := []int{runs[0][v], runs[1][v], runs[2][v], runs[3][v]}
		slices.Sort(four)
		y[v] = (four[1] + four[2]) >> 1 // rounded down for either sign, so that gaps remain
	}
	return y
}

func width(run []int) int { return slices.Max(run) - slices.Min(run) }

// gap returns the distance of two neighbours in a row.
func (l *layers) gap(a, b int) int {
	switch {
	case a < l.real && b < l.real:
		return NodeHeight + rowGap
	case a < l.real || b < l.real:
		return NodeHeight/2 + rowGap
	}
	return rowGap
}

// conflicts marks the segments that cross a segment between two bends, because segments between
// bends take precedence in being straight.
func (l *layers) conflicts() map[[2]int]bool {
	barred := map[[2]int]bool{}
	for d := 1; d < len(l.rows); d++ {
		row := l.rows[d]
		from, scan := 0, 0
		for i, v := range row {
			inner := v >= l.real && l.up[v][0] >= l.real
			if !inner && i < len(row)-1 {
				continue
			}
			to := len(l.rows[d-1]) - 1
			if inner {
				to = l.pos[l.up[v][0]]
			}
			for ; scan <= i; scan++ {
				for _, u := range l.up[row[scan]] {
					if p := l.pos[u]; p < from || p > to {
						barred[[2]int{u, row[scan]}] = true
					}
				}
			}
			from = to
		}
	}
	return barred
}

// run aligns vertices with their middle neighbours in the layer before, or in the layer after if
// back is set. Of two middle neighbours it prefers the upper one, or the lower one if low is set.
// Then it packs the resulting blocks.
func (l *layers) run(back, low bool, barred map[[2]int]bool) []int {
	rows, near := l.copyRows(), l.up
	if back {
		slices.Reverse(rows)
		near = l.down
	}
	pos := slices.Clone(l.pos)
	if low {
		for _, row := range rows {
			slices.Reverse(row)
			for i, v := range row {
				pos[v] = i
			}
		}
	}
	root, block := make([]int, len(pos)), make([]int, len(pos))
	for v := range root {
		root[v], block[v] = v, v
	}
	for _, row := range rows {
		last := -1
		for _, v := range row {
			list := slices.Clone(near[v])
			slices.SortFunc(list, func(a, b int) int { return pos[a] - pos[b] })
			for i := (len(list) - 1) / 2; i <= len(list)/2 && i < len(list); i++ {
				u := list[i]
				if block[v] != v || pos[u] <= last || barred[[2]int{u, v}] || barred[[2]int{v, u}] {
					continue
				}
				block[u], root[v] = v, root[u]
				block[v] = root[v]
				last = pos[u]
			}
		}
	}
	at := l.pack(rows, root)
	y := make([]int, len(pos))
	for v := range y {
		y[v] = at[root[v]]
		if low {
			y[v] = -y[v]
		}
	}
	return y
}

// pack places blocks as high as their neighbours allow, then moves blocks that have free space
// below them downwards.
func (l *layers) pack(rows [][]int, root []int) []int {
	type link struct{ to, gap int }
	after, before := make([][]link, len(root)), make([][]link, len(root))
	for _, row := range rows {
		for i := 1; i < len(row); i++ {
			a, b, gap := root[row[i-1]], root[row[i]], l.gap(row[i-1], row[i])
			after[a] = append(after[a], link{b, gap})
			before[b] = append(before[b], link{a, gap})
		}
	}
	waiting := make([]int, len(root))
	var order []int
	for v := range root {
		if waiting[v] = len(before[v]); root[v] == v && waiting[v] == 0 {
			order = append(order, v)
		}
	}
	at := make([]int, len(root))
	for i := 0; i < len(order); i++ {
		for _, k := range after[order[i]] {
			at[k.to] = max(at[k.to], at[order[i]]+k.gap)
			if waiting[k.to]--; waiting[k.to] == 0 {
				order = append(order, k.to)
			}
		}
	}
	for _, v := range slices.Backward(order) {
		room := math.MaxInt
		for _, k := range after[v] {
			room = min(room, at[k.to]-k.gap)
		}
		if room != math.MaxInt {
			at[v] = max(at[v], room)
		}
	}
	return at
}
