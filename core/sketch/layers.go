package sketch

import (
	"cmp"
	"slices"

	"causeway/core/sorting"
)

// layers is one connected part arranged in layers (Sugiyama, Tagawa, Toda 1981). Edges across
// several layers pass through bends, which are additional vertices that reserve space.
type layers struct {
	real     int     // vertices from this index on are bends
	depth    []int   // layer of each vertex
	rows     [][]int // vertices of each layer, from top to bottom
	up, down [][]int // neighbours in the layer before and in the layer after
	pos      []int   // index in its row
}

// The work is limited. Edges that would need more bends than this have none and are drawn
// straight, and large parts have fewer rounds.
const (
	maxBends   = 20_000
	maxSweeps  = 24
	sweepsWork = 1_000_000 // sweeps times segments

	exchangeMost = 5000 // segments of a part in which neighbours are exchanged
)

// layer lays out one connected part of the graph.
func (s Sketch) layer(nodes []int) part {
	p := part{nodes: nodes, at: make([]point, len(nodes)), bends: map[[2]int][]point{}}
	if len(nodes) == 1 {
		return p
	}
	l := newLayers(nodes, s.Edges)
	l.untangle()
	y := l.straighten()
	low := slices.Min(y)
	at := func(v int) point { return point{l.depth[v] * (NodeWidth + layerGap), y[v] - low} }
	for i := range nodes {
		p.at[i] = at(i)
		p.corner.x = max(p.corner.x, p.at[i].x)
	}
	p.corner.y = slices.Max(y) - low
	for i, v := range nodes {
		for _, b := range l.down[i] {
			if b < l.real {
				continue
			}
			var bends []point
			for ; b >= l.real; b = l.down[b][0] {
				bends = append(bends, at(b))
			}
			p.bends[[2]int{v, nodes[b]}] = bends
		}
	}
	return p
}

func newLayers(nodes []int, all []Edge) *layers {
	l := &layers{real: len(nodes), depth: make([]int, len(nodes))}
	var edges [][2]int
	for _, e := range all {
		if from, found := slices.BinarySearch(nodes, e.From); found {
			to, _ := slices.BinarySearch(nodes, e.To)
			edges = append(edges, [2]int{from, to})
		}
	}
	l.assign(edges)
	l.up, l.down = make([][]int, l.real), make([][]int, l.real)
	span := func(e [2]int) int { return l.depth[e[1]] - l.depth[e[0]] }
	sorting.Stable(edges, func(a, b [2]int) int { return span(a) - span(b) })
	for _, e := range edges {
		if len(l.depth)-l.real+span(e)-1 > maxBends {
			break
		}
		from := e[0]
		for d := l.depth[e[0]] + 1; d < l.depth[e[1]]; d++ {
			l.depth = append(l.depth, d)
			l.up, l.down = append(l.up, nil), append(l.down, nil)
			l.join(from, len(l.depth)-1)
			from = len(l.depth) - 1
		}
		l.join(from, e[1])
	}
	l.pos = make([]int, len(l.depth))
	return l
}

func (l *layers) join(a, b int) {
	l.down[a] = append(l.down[a], b)
	l.up[b] = append(l.up[b], a)
}

// assign puts every node into the layer after its last cause, and moves nodes without a cause
// next to their first effect.
func (l *layers) assign(edges [][2]int) {
	waiting := make([]int, l.real)
	children := make([][]int, l.real)
	for _, e := range edges {
		waiting[e[1]]++
		children[e[0]] = append(children[e[0]], e[1])
	}
	var ready, roots []int
	for v, n := range waiting {
		if n == 0 {
			ready, roots = append(ready, v), append(roots, v)
		}
	}
	for ; len(ready) > 0; ready = ready[1:] {
		for _, c := range children[ready[0]] {
			l.depth[c] = max(l.depth[c], l.depth[ready[0]]+1)
			if waiting[c]--; waiting[c] == 0 {
				ready = append(ready, c)
			}
		}
	}
	for _, v := range roots {
		first := len(l.depth)
		for _, c := range children[v] {
			first = min(first, l.depth[c])
		}
		l.depth[v] = first - 1
	}
}

// start fills the rows in the order in which a traversal visits the vertices, so that connected
// vertices start next to each other. The traversal goes down from the causes, or up from the last
// effects.
func (l *layers) start(back, forth [][]int) {
	l.rows = make([][]int, slices.Max(l.depth)+1)
	seen := make([]bool, len(l.depth))
	for v := range l.depth {
		if len(back[v]) > 0 || seen[v] {
			continue
		}
		seen[v] = true
		for stack := []int{v}; len(stack) > 0; {
			v := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			l.rows[l.depth[v]] = append(l.rows[l.depth[v]], v)
			for _, c := range slices.Backward(forth[v]) {
				if !seen[c] {
					seen[c] = true
					stack = append(stack, c)
				}
			}
		}
	}
	for _, row := range l.rows {
		l.number(row)
	}
}

func (l *layers) number(row []int) {
	for i, v := range row {
		l.pos[v] = i
	}
}

// untangle reorders the rows to reduce crossings and keeps the best result from both starts.
// Sweeps down and up sort each row by the mean position of its neighbours and then exchange
// neighbours.
func (l *layers) untangle() {
	segments := 1
	for _, list := range l.down {
		segments += len(list)
	}
	sweeps := min(maxSweeps, max(2, sweepsWork/segments))
	best, rows := -1, [][]int(nil)
	for _, fromBelow := range []bool{false, true} {
		if l.start(l.up, l.down); fromBelow {
			l.start(l.down, l.up)
		}
		for i, stuck := 0, 0; i <= sweeps && best != 0 && stuck < 6; i++ {
			if i > 0 {
				l.sweep(i%2 == 1)
			}
			for j := 0; j < 4 && segments < exchangeMost && l.exchange(); j++ {
			}
			stuck++
			if n := l.crossings(); best < 0 || n < best {
				best, rows, stuck = n, l.copyRows(), 0
			}
		}
	}
	l.rows = rows
	for _, row := range l.rows {
		l.number(row)
	}
}

func (l *layers) sweep(down bool) {
	if down {
		for d := 1; d < len(l.rows); d++ {
			l.sortRow(l.rows[d], l.up)
		}
		return
	}
	for d := len(l.rows) - 2; d >= 0; d-- {
		l.sortRow(l.rows[d], l.down)
	}
}

func (l *layers) copyRows() [][]int {
	rows := make([][]int, len(l.rows))
	for d, row := range l.rows {
		rows[d] = slices.Clone(row)
	}
	return rows
}

// sortRow sorts a row by the mean position of the neighbours. Vertices without neighbours keep
// their position.
func (l *layers) sortRow(row []int, near [][]int) {
	mean := func(v int) float64 {
		if len(near[v]) == 0 {
			return float64(l.pos[v])
		}
		sum := 0
		for _, w := range near[v] {
			sum += l.pos[w]
		}
		return float64(sum) / float64(len(near[v]))
	}
	means := make([]float64, len(row))
	for i, v := range row {
		means[i] = mean(v)
	}
	byMean := func(a, b int) int { return cmp.Compare(means[l.pos[a]], means[l.pos[b]]) }
	slices.SortStableFunc(row, byMean)
	l.number(row)
}

// crossings returns the number of pairs of segments that cross between neighbouring layers.
func (l *layers) crossings() int {
	total := 0
	for d := 1; d < len(l.rows); d++ {
		tree := make([]int, len(l.rows[d])+1) // Fenwick tree: number of ends at or before an index
		seen := 0
		for _, v := range l.rows[d-1] {
			for _, w := range l.down[v] {
				before := 0
				for i := l.pos[w] + 1; i > 0; i &= i - 1 {
					before += tree[i]
				}
				total += seen - before
			}
			for _, w := range l.down[v] {
				seen++
				for i := l.pos[w] + 1; i < len(tree); i += i & -i {
					tree[i]++
				}
			}
		}
	}
	return total
}

// exchange swaps neighbours in a row if this removes crossings, and reports whether it swapped
// any.
func (l *layers) exchange() bool {
	better := false
	for _, row := range l.rows {
		for i := 1; i < len(row); i++ {
			a, b := row[i-1], row[i]
			if l.pairs(a, b, l.up)+l.pairs(a, b, l.down) > l.pairs(b, a, l.up)+l.pairs(b, a, l.down) {
				row[i-1], row[i] = b, a
				l.pos[a], l.pos[b] = i, i-1
				better = true
			}
		}
	}
	return better
}

// pairs counts the crossings between segments of a and b if a is above b.
func (l *layers) pairs(a, b int, near [][]int) int {
	n := 0
	for _, x := range near[a] {
		for _, y := range near[b] {
			if l.pos[x] > l.pos[y] {
				n++
			}
		}
	}
	return n
}
