package cf

import "testing"

// TestAStepAllocatesNothing checks that a training step allocates no memory.
func TestAStepAllocatesNothing(t *testing.T) {
	w := newWorld(t)
	f := w.fit(t, config, 0)
	rows := make([]int, 64)
	for i := range rows {
		rows[i] = i
	}
	if n := testing.AllocsPerRun(20, func() { f.step(rows, 0, 0) }); n != 0 {
		t.Errorf("%v allocations for a step", n)
	}
}
