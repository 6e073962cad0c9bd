package data

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// long is a table of so many rows of twenty features of all kinds and an outcome, as CSV.
func long(rows int) string {
	rng := rand.New(rand.NewPCG(1, 1))
	var b strings.Builder
	for j := range 20 {
		fmt.Fprintf(&b, "f%d,", j)
	}
	b.WriteString("y\n")
	for range rows {
		for j := range 20 {
			u := rng.Float64()
			switch j % 8 {
			case 0, 1, 2:
				fmt.Fprintf(&b, "%.2f,", 100*u)
			case 3, 4:
				fmt.Fprintf(&b, "%d,", int(60*u))
			case 5, 6:
				fmt.Fprintf(&b, "%s,", []string{"red", "green", "blue", "grey", "black"}[int(u*float64(3+j%3))])
			default:
				fmt.Fprintf(&b, "%s,", []string{"no", "yes"}[int(2*u)])
			}
		}
		fmt.Fprintf(&b, "%s\n", []string{"refused", "granted"}[rng.IntN(2)])
	}
	return b.String()
}

// BenchmarkLong is what becomes of a file of many rows until it is a table.
func BenchmarkLong(b *testing.B) {
	raw := []byte(long(40_000))
	f, err := Inspect("long.csv", raw)
	if err != nil {
		b.Fatal(err)
	}
	t, _, err := f.Import(f.Preview(nil).Plan)
	if err != nil {
		b.Fatal(err)
	}
	split := NewSplit(t.Outcome, 1)
	for _, c := range []struct {
		name string
		do   func()
	}{
		{"inspect", func() { Inspect("long.csv", raw) }},
		{"preview", func() { f.Preview(nil) }},
		{"split", func() { NewSplit(t.Outcome, 1) }},
		{"scale", func() { t.FitScale(split.Train) }},
		{"hash", func() { t.Hash() }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(raw)))
			for b.Loop() {
				c.do()
			}
		})
	}
}
