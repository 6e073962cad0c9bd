package exact

import "cmp"

// queue returns items by descending gain per weight, and equal ones in their order. It is a heap:
// of hundreds of items, only those that fit into the budget are needed.
type queue []item

func newQueue(items []item) queue {
	q := queue(items)
	for i := len(q)/2 - 1; i >= 0; i-- {
		q.sink(i)
	}
	return q
}

func (q queue) before(a, b int) bool {
	x, y := &q[a], &q[b]
	c := cmp.Compare(y.gain*x.weight, x.gain*y.weight)
	return c < 0 || c == 0 && x.at < y.at
}

func (q *queue) pop() item {
	h := *q
	first, last := h[0], len(h)-1
	h[0] = h[last]
	*q = h[:last]
	q.sink(0)
	return first
}

func (q queue) sink(i int) {
	for {
		next := 2*i + 1
		if next >= len(q) {
			return
		}
		if next+1 < len(q) && q.before(next+1, next) {
			next++
		}
		if !q.before(next, i) {
			return
		}
		q[i], q[next] = q[next], q[i]
		i = next
	}
}
