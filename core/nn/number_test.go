package nn

import (
	"math"
	"testing"

	"causeway/core/kernel"
)

// houses returns rows of two inputs whose number is 10 + 30 x_0 - 20 x_1 with an error of
// standard deviation 1, in bands divided at 10 and 20.
func houses(n int, seed uint64) Examples {
	e := Examples{Width: 2, Cuts: []float64{10, 20}}
	for i := range n {
		k := kernel.NewKey(seed).Sub(uint64(i))
		a, b := k.Uniform1(0), k.Uniform1(1)
		noise := []float32{0}
		kernel.Normal(k.Sub(1), 0, noise)
		v := 10 + 30*float64(a) - 20*float64(b) + float64(noise[0])
		band := 0
		for band < 2 && v >= e.Cuts[band] {
			band++
		}
		e.X, e.Y, e.Numbers = append(e.X, a, b), append(e.Y, band), append(e.Numbers, v)
	}
	return e
}

func TestANumberIsLearned(t *testing.T) {
	train, val, test := houses(2000, 1), houses(300, 2), houses(500, 3)
	f := NewClassifierFit(ClassifierConfig{Seed: 3, Batch: 32, Hidden: 10, LearningRate: 0.005}, train, val, 3)
	var last ClassifierStats
	for range 40 {
		s, err := f.Epoch(func() error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		last = s
	}
	c := f.Best()
	if c.Classes() != 3 || c.Unit <= 0 {
		t.Fatalf("%d classes, unit %v", c.Classes(), c.Unit)
	}
	again, err := LoadClassifier(c.Model())
	if err != nil {
		t.Fatal(err)
	}
	var tape Tape
	square, sure, hits := 0.0, 0.0, 0
	for i := range test.Y {
		x := test.X[2*i : 2*i+2]
		z := append([]float32(nil), again.Net.Forward(&tape, x, 1, Eval, kernel.Key{})...)
		number := test.Cuts[0] + again.Unit*float64(z[1]-z[0])
		square += math.Pow(number-test.Numbers[i], 2) / float64(len(test.Y))
		band := make([]int, 1)
		Best(z, band)
		want := 0
		for want < 2 && number >= test.Cuts[want] {
			want++
		}
		if band[0] != want {
			t.Fatalf("row %d: %v is called band %d", i, number, band[0])
		}
		if band[0] == test.Y[i] {
			hits++
		}
		sure += float64(again.Shares(&tape, x, 1, Eval)[band[0]]) / float64(len(test.Y))
		// Other cuts must divide the same number.
		for _, cut := range []float64{5, 17.5, 30} {
			other := again.Bands(1, 0, []float64{(cut - test.Cuts[0]) / again.Unit})
			Best(other.Net.Forward(&tape, x, 1, Eval, kernel.Key{}), band)
			if (band[0] == 1) != (number >= cut) && math.Abs(number-cut) > 1e-3 {
				t.Fatalf("row %d: cut at %v, %v is called band %d", i, cut, number, band[0])
			}
		}
	}
	if deviation := math.Sqrt(square); deviation > 1.3 {
		t.Errorf("its errors have a deviation of %v, want about 1", deviation)
	}
	if right := float64(hits) / float64(len(test.Y)); math.Abs(right-sure) > 0.04 {
		t.Errorf("it is right in %v of the rows and says %v", right, sure)
	}
	if math.Abs(last.ValAccuracy-float64(hits)/float64(len(test.Y))) > 0.08 {
		t.Errorf("accuracy of validation %v", last.ValAccuracy)
	}
}

// TestGradientOfANumber compares the gradient with respect to the predictions with that of the
// loss.
func TestGradientOfANumber(t *testing.T) {
	n := newNumber(ClassifierConfig{}, houses(9, 5), houses(3, 6))
	y, d, rows := []float32{0.5, -1, 2}, make([]float32, 3), []int{4, 0, 7}
	n.lose(y, rows, d)
	for i := range y {
		const step = 1e-3
		at := y[i]
		y[i] = at + step
		up := n.lose(y, rows, make([]float32, 3))
		y[i] = at - step
		down := n.lose(y, rows, make([]float32, 3))
		y[i] = at
		if got, want := float64(d[i]), (up-down)/(2*step); math.Abs(got-want) > 1e-3 {
			t.Errorf("gradient %d is %v, want %v", i, got, want)
		}
	}
}
