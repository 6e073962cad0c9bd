// Command ours runs this project's part of the comparison in bench/peers. It prints the milliseconds
// of each task as JSON.
package main

import (
	"encoding/json"
	"log"
	"math"
	"os"
	"time"

	"causeway/core/cf"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// The tables' columns: 1 for a number, or the levels of a category.
var (
	simpleBN = []int{1, 1, 1}
	adult    = []int{1, 4, 8, 5, 6, 2, 2, 1}
)

func nothing() error { return nil }

func main() {
	times := map[string]float64{}
	// clock prints the best of at most ten runs within a second, after a second of warm-up.
	clock := func(name string, do func()) {
		for began := time.Now(); time.Since(began) < time.Second; {
			do()
		}
		best := math.Inf(1)
		for i, began := 0, time.Now(); i < 10 && time.Since(began) < time.Second; i++ {
			from := time.Now()
			do()
			best = min(best, float64(time.Since(from).Nanoseconds())/1e6)
		}
		times[name] = best
	}
	for _, c := range []struct {
		name                 string
		levels               []int
		rows, batch, samples int
	}{
		{"Simple-BN epoch, 125 steps of 64", simpleBN, 125 * 64, 64, 1},
		{"Simple-BN, a step of 64 x 50 samples", simpleBN, 64, 64, 50},
		{"Adult epoch, 7 steps of 2048", adult, 7 * 2048, 2048, 1},
		{"Adult, a step of 2048 x 50 samples", adult, 2048, 2048, 50},
	} {
		f := generator(c.levels, c.rows, c.batch, c.samples)
		clock(c.name, func() { must(f.Epoch(nothing)) })
	}
	s := schema(adult)
	fit := classifier(s, 12_553)
	clock("classifier epoch, 393 steps of 32", func() { must(fit.Epoch(nothing)) })

	f := generator(adult, 1000, 500, 1)
	must(f.Epoch(nothing))
	ex, maker, key := madeUp(s, 1000), f.Best().Maker(fit.Best()), kernel.NewKey(1)
	clock("1000 counterfactuals in one batch", func() { maker.Make(ex, ex.Y, 0, 1000, 1, key) })
	clock("1000 counterfactuals one by one", func() {
		for r := range 1000 {
			maker.Make(ex, ex.Y, r, r+1, 1, key)
		}
	})
	if err := json.NewEncoder(os.Stdout).Encode(times); err != nil {
		log.Fatal(err)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return v
}

// classifier returns a training at the paper's settings.
func classifier(s data.Schema, rows int) *nn.ClassifierFit {
	return nn.NewClassifierFit(nn.ClassifierConfig{Seed: 1, Batch: 32, Hidden: 10, LearningRate: 0.001},
		madeUp(s, rows), madeUp(s, 2), 2)
}

// generator returns a training of BaseVAE as on the page.
func generator(levels []int, rows, batch, samples int) *cf.Fit {
	s := schema(levels)
	blackBox := classifier(s, 64)
	must(blackBox.Epoch(nothing))
	c := cf.Config{Seed: 1, Epochs: 10, Batch: batch, Samples: samples, LearningRate: 0.01, Validity: 40, Margin: 0.3}
	return must(cf.NewFit(cf.BaseVAE(), c, s, blackBox.Best(), madeUp(s, rows), madeUp(s, 2)))
}

func schema(levels []int) data.Schema {
	s := data.Schema{Outcome: data.Feature{Name: "y", Kind: data.Category, Levels: []string{"a", "b"}}}
	for _, n := range levels {
		f := data.Feature{Name: "x", Kind: data.Continuous, Max: 1, MAD: 0.2}
		if n > 1 {
			f = data.Feature{Name: "x", Kind: data.Category, Levels: make([]string, n)}
		}
		s.Features = append(s.Features, f)
	}
	return s
}

// madeUp returns random rows of a schema.
func madeUp(s data.Schema, rows int) nn.Examples {
	key, row := kernel.NewKey(3), make([]float64, len(s.Features))
	ex := nn.Examples{Width: s.Width(), X: make([]float32, rows*s.Width())}
	for i := range rows {
		for j, f := range s.Features {
			v := float64(key.Uniform1(uint32(i*len(row) + j)))
			row[j] = v
			if !f.Kind.Numeric() {
				row[j] = math.Floor(v * float64(len(f.Levels)))
			}
		}
		s.Encode(row, ex.X[i*ex.Width:(i+1)*ex.Width])
		ex.Y = append(ex.Y, i%2)
	}
	return ex
}
