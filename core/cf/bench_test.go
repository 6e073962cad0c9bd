package cf

import (
	"math"
	"testing"

	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// BenchmarkStep measures a complete training step of a generator with the settings of the paper's
// experiments, on artificial rows of the same widths. The reported products are those of the
// network forward and backward, and those of the black box twice forward and twice back to its
// inputs.
func BenchmarkStep(b *testing.B) {
	for _, c := range []struct {
		name           string
		levels         []int // 1 for a number
		batch, samples int
	}{
		{"Simple-BN 64x1", []int{1, 1, 1}, 64, 1},
		{"Simple-BN 64x50", []int{1, 1, 1}, 64, 50},
		{"Adult 2048x1", []int{1, 4, 8, 5, 6, 2, 2, 1}, 2048, 1},
		{"Adult 2048x50", []int{1, 4, 8, 5, 6, 2, 2, 1}, 2048, 50},
		{"Adult 256x10", []int{1, 4, 8, 5, 6, 2, 2, 1}, 256, 10},
	} {
		b.Run(c.name, func(b *testing.B) {
			s := widths(c.levels)
			ex := madeUp(s, c.batch)
			clf := nn.NewClassifierFit(nn.ClassifierConfig{Seed: 1, Epochs: 1, Batch: 32, Hidden: 10,
				LearningRate: 0.01}, ex, ex, 2)
			if _, err := clf.Epoch(nothing); err != nil {
				b.Fatal(err)
			}
			cfg := config
			cfg.Batch, cfg.Samples = c.batch, c.samples
			f, err := NewFit(BaseVAE(), cfg, s, clf.Best(), ex, ex)
			if err != nil {
				b.Fatal(err)
			}
			rows := make([]int, c.batch)
			for i := range rows {
				rows[i] = i
			}
			b.ReportAllocs()
			for b.Loop() {
				f.step(rows, 0, 0)
			}
			n := float64(c.batch * c.samples)
			flops := 6*(float64(c.batch)*(products(f.net.Mean)+products(f.net.Var))+n*products(f.net.Dec)) +
				8*n*products(clf.Best().Net)
			b.ReportMetric(flops*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
	}
}

// BenchmarkGenerate measures making 1,000 counterfactuals for a table as wide as Adult, including
// the black box's predictions, both in one batch and one by one.
func BenchmarkGenerate(b *testing.B) {
	s := widths([]int{1, 4, 8, 5, 6, 2, 2, 1})
	ex := madeUp(s, 1000)
	clf := nn.NewClassifierFit(nn.ClassifierConfig{Seed: 1, Epochs: 1, Batch: 32, Hidden: 10, LearningRate: 0.01},
		ex, ex, 2)
	if _, err := clf.Epoch(nothing); err != nil {
		b.Fatal(err)
	}
	cfg := config
	cfg.Batch = 64
	f, err := NewFit(BaseVAE(), cfg, s, clf.Best(), ex, ex)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := f.Epoch(nothing); err != nil {
		b.Fatal(err)
	}
	g, blackBox, target := f.Best(), clf.Best(), ex.Y
	b.Run("batch", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			g.Generate(blackBox, ex, target, 1, kernel.NewKey(1))
		}
		b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s")
	})
	b.Run("one by one", func(b *testing.B) {
		b.ReportAllocs()
		m := g.Maker(blackBox)
		for b.Loop() {
			for r := range ex.Rows() {
				m.Make(ex, target, r, r+1, 1, kernel.NewKey(1))
			}
		}
		b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s")
	})
	b.Run("one by one as rows", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			for r := range ex.Rows() {
				one := nn.Examples{X: ex.X[r*ex.Width : (r+1)*ex.Width], Y: ex.Y[r : r+1], Width: ex.Width}
				g.Generate(blackBox, one, target[r:r+1], 1, kernel.NewKey(1))
			}
		}
		b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s")
	})
}

// widths returns a schema of numbers (width 1) and categories with the given numbers of levels.
func widths(levels []int) data.Schema {
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

// products counts the multiplications of a network for one example.
func products(m nn.Net) (n float64) {
	for _, l := range m {
		in, out := l.Size()
		n += float64(in * out)
	}
	return n
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
