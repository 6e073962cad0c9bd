package project

import (
	"testing"

	"causeway/core/kernel"
)

// TestCodes checks that the codes are those that the generator decodes. A code without noise must
// decode to the stated row, the two plotted dimensions must vary most, and a method without a
// latent space must report this.
func TestCodes(t *testing.T) {
	for _, name := range []string{"census", "simple-bn", "sangiovese"} {
		f := finished(t, name)
		c, err := f.Codes()
		if f.Gen.Network() == nil {
			if err == nil {
				t.Errorf("%s: a method without latent space has codes", name)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		n := len(c.X)
		if n < 2 || len(c.Y) != n || len(c.Class) != n || len(c.Reaches) != n || c.Used < 1 || c.Used > c.Numbers ||
			c.Which[0] == c.Which[1] || !(c.Share > 0 && c.Share <= 1) {
			t.Fatalf("%s: %d rows, %d of %d numbers used, %v with %v", name, n, c.Used, c.Numbers, c.Which, c.Share)
		}
		x, y := make([][]float64, n), make([][]float64, n)
		for i := range n {
			x[i], y[i] = []float64{c.X[i]}, []float64{c.Y[i]}
		}
		if variance(x, 0) < variance(y, 0) {
			t.Errorf("%s: the first number varies less than the second", name)
		}
		var rows [][]float64
		var target []int
		for i := range n {
			row := f.Table.Row(f.Split.Test[i], make([]float64, len(f.Schema.Features)))
			a := f.Ask(row)[0]
			if a.Class != c.Class[i] {
				t.Fatalf("%s: row %d is said to be of class %d", name, i, c.Class[i])
			}
			rows, target = append(rows, row), append(target, a.Other())
		}
		// About as many rows must reach the other class without noise as with it.
		reached, drawn := 0, 0
		for i, class := range f.Gen.Generate(f.asks(), EncodeRows(f.Seen, rows), target, 1, kernel.NewKey(1)).Y {
			if class == target[i] {
				drawn++
			}
			if c.Reaches[i] {
				reached++
			}
		}
		t.Logf("%s: %d of %d numbers used, two have %.0f %% of what differs; %d of %d codes reach the other class, "+
			"of drawn ones %d; noise moves %d", name, c.Used, c.Numbers, 100*c.Share, reached, n, drawn, c.Moved)
		if d := reached - drawn; d*5 > n || -d*5 > n || c.Moved < 1 || c.Moved > n {
			t.Errorf("%s: %d of %d codes reach the other class, %d of drawn ones, noise moves %d", name, reached, n,
				drawn, c.Moved)
		}
	}
}
