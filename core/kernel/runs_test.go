package kernel

import "testing"

// runKernels lists the kernels over samples and groups with their twins.
func runKernels() []twins {
	return []twins{
		{"NoiseGrad", func(in *inputs, n int) ([]float32, []float32) {
			dz, eps, sd := in.take(5*n), in.take(5*n), in.take(n)
			dm, dv, m, v := in.take(n), in.take(n), in.take(n), in.take(n)
			NoiseGrad(dz, eps, sd, dm, dv)
			noiseGradRef(dz, eps, sd, m, v, 0)
			return append(dm, dv...), append(m, v...)
		}},
		{"ScaleShift", unary(func(x, y []float32) { ScaleShift(x, y, 1.1, -0.2) },
			func(x, y []float32) { scaleShiftRef(x, y, 1.1, -0.2) })},
		{"Axpy", func(in *inputs, n int) ([]float32, []float32) {
			x, y := in.take(n), in.take(n)
			z := in.like(y)
			Axpy(0.7, x, y)
			axpyRef(0.7, x, z)
			return y, z
		}},
		{"Hardest", func(in *inputs, n int) ([]float32, []float32) {
			x, y, z := in.take(4*n), in.take(4*n), in.take(4*n)
			for e := range x { // including equal values
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

func TestNoiseGradAddsEachRun(t *testing.T) {
	dm, dv := []float32{9}, []float32{9}
	NoiseGrad([]float32{1, 2, 3}, []float32{1, 10, 100}, []float32{4}, dm, dv)
	if dm[0] != 6 || dv[0] != 321.0/8 {
		t.Errorf("%v and %v, want 6 and 321/8", dm, dv)
	}
}
