package kernel

import "testing"

// runKernels lists the kernels over runs and groups with their twins.
func runKernels() []twins {
	return []twins{
		{"SumRuns", func(in *inputs, n int) ([]float32, []float32) {
			x, y := in.take(5*n), in.take(5*n)
			sum, dot, s, d := in.take(n), in.take(n), in.take(n), in.take(n)
			SumRuns(x, y, sum, dot)
			sumRunsRef(x, y, s, d, 0)
			return append(sum, dot...), append(s, d...)
		}},
		{"Hardest", func(in *inputs, n int) ([]float32, []float32) {
			x, y, z := in.take(4*n), in.take(4*n), in.take(4*n)
			for e := range x { // equals among them
				x[e] = float32(int(2 * x[e]))
			}
			Hardest(x, y, 4, n)
			hardestRef(x, z, 4, n, 0)
			return y, z
		}},
	}
}

func TestRunTwins(t *testing.T) { testTwins(t, runKernels()) }

func TestHardestIsTheFirstOfTheLargest(t *testing.T) {
	x := []float32{1, 2, 0, 3, 2, 0, 3, 1, 0}
	y := make([]float32, 9)
	Hardest(x, y, 3, 3)
	for i, want := range []float32{0, 1, 1, 1, 0, 0, 0, 0, 0} {
		if y[i] != want {
			t.Errorf("%v, want the first of the largest in each column", y)
			break
		}
	}
}

func TestSumRunsAddsEachRun(t *testing.T) {
	sum, dot := []float32{9}, []float32{9}
	SumRuns([]float32{1, 2, 3}, []float32{1, 10, 100}, sum, dot)
	if sum[0] != 6 || dot[0] != 321 {
		t.Errorf("%v and %v, want 6 and 321", sum, dot)
	}
}
