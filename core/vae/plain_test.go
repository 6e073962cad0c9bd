package vae

import (
	"math"
	"testing"

	"causeway/core/kernel"
	"causeway/core/nn"
)

// TestPlainGradients compares the gradients of the plain auto-encoder's loss with finite
// differences.
func TestPlainGradients(t *testing.T) {
	c := Config{Groups: []int{1, 3, 1}, Classes: 2, Latent: 3, Hidden: []int{7, 4}}
	p := NewPlain(c, []int{4}, kernel.NewKey(3))
	const n = 6
	x := make([]float32, 5*n)
	key := kernel.NewKey(9)
	for e := range n {
		x[e], x[4*n+e] = key.Uniform1(uint32(e)), key.Uniform1(uint32(100+e))
		x[(1+e%3)*n+e] = 1
	}
	var tape PlainTape
	noise := kernel.NewKey(5)
	p.Loss(&tape, x, n, noise, true)
	grads := append(p.Enc.Grad(&tape.tEnc), p.Dec.Grad(&tape.tDec)...)
	loss := func() float64 {
		var fresh PlainTape
		return p.Loss(&fresh, x, n, noise, true)
	}
	checked := 0
	for i, param := range p.Params() {
		if param.Running {
			continue
		}
		for k := 0; k < len(param.Data); k += 3 {
			const step = 2e-3
			was := param.Data[k]
			param.Data[k] = was + step
			up := loss()
			param.Data[k] = was - step
			down := loss()
			param.Data[k] = was
			want, got := (up-down)/(2*step), float64(grads[i][k])
			if math.Abs(want-got) > 0.03*math.Max(1, math.Abs(want)) {
				t.Errorf("%s, place %d: slope %v, finite differences %v", param.Name, k, got, want)
			}
			checked++
		}
	}
	if checked < 30 {
		t.Errorf("only %d slopes were looked at", checked)
	}
}

// TestPlainLearns checks that a trained network distinguishes rows, uses the given inputs, and is
// the same for the same seed.
func TestPlainLearns(t *testing.T) {
	ex := nn.Examples{Width: 4}
	key := kernel.NewKey(1)
	for i := range uint32(300) {
		row := make([]float32, 4)
		row[0] = key.Uniform1(i)
		row[1] = 1 - row[0]
		row[2+int(i%2)] = 1
		ex.X, ex.Y = append(ex.X, row...), append(ex.Y, 0)
	}
	c := Config{Groups: []int{1, 1, 2}, Classes: 2, Latent: 2, Hidden: []int{16}}
	cfg := AutoConfig{Seed: 4, Epochs: 2, Batch: 32, LearningRate: 0.003}
	quiet := func() error { return nil }
	p, err := TrainPlain(cfg, 1500, c, []int{2, 3}, ex, quiet)
	if err != nil {
		t.Fatal(err)
	}
	x := make([]float32, 4*300)
	all := make([]int, 300)
	for i := range all {
		all[i] = i
	}
	ex.Gather(all, x)
	var tape PlainTape
	out := p.Decode(&tape, append([]float32(nil), p.Encode(&tape, x, 300)...), x, 300)
	off, wrong := 0.0, 0
	for e := range 300 {
		off += math.Abs(float64(out[e]-x[e])) / 300
		if (out[2*300+e] > 0.5) != (x[2*300+e] == 1) {
			wrong++
		}
	}
	if off > 0.08 || wrong > 0 {
		t.Errorf("numbers come back %.3f off and %d levels wrong", off, wrong)
	}
	again, err := TrainPlain(cfg, 1500, c, []int{2, 3}, ex, quiet)
	if err != nil {
		t.Fatal(err)
	}
	for i, param := range p.Params() {
		for k, v := range param.Data {
			if again.Params()[i].Data[k] != v {
				t.Fatalf("%s differs between two trainings of one seed", param.Name)
			}
		}
	}
}
