package project

import (
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/kernel"
	"causeway/core/nn"
	"causeway/core/sim"
)

// tree is a black box that is not a network: three handwritten tests of the encoded numbers of
// Simple-BN.
type tree struct{}

func (tree) Classes() int        { return 2 }
func (tree) Pass() blackbox.Pass { return new(branches) }

type branches struct{ shares []float32 }

func (b *branches) Shares(x []float32, n int) []float32 {
	b.shares = make([]float32, 2*n)
	for e := range n {
		x1, x2, x3 := x[e], x[n+e], x[2*n+e]
		yes := float32(0.1)
		switch {
		case x3 > 0.6:
			yes = 0.9
		case x1 > 0.7 && x2 > 0.3:
			yes = 0.7
		}
		b.shares[e], b.shares[n+e] = 1-yes, yes
	}
	return b.shares
}

// scatter is a sampler that is not an autoencoder: it moves the numbers of a row at random.
type scatter struct{ schema data.Schema }

func (s scatter) Sample(row []float64, target, n int, reach float32, key kernel.Key) (rows [][]float64) {
	for i := range n {
		c := append([]float64(nil), row...)
		for j, f := range s.schema.Features {
			move := float64(key.Sub(uint64(j)).Normal1(uint32(i))) * f.MAD * math.Sqrt(float64(reach))
			c[j] = f.Round(min(max(c[j]+move, f.Min), f.Max))
		}
		rows = append(rows, c)
	}
	return rows
}

// TestAnyBlackBox checks that a black box that is not a network and a sampler that is not an
// autoencoder can explain one row or many. Results must be proved, and nothing may be called
// proved that is not.
func TestAnyBlackBox(t *testing.T) {
	table := sim.SimpleBN(400, 3)
	whole := New("trees", table, 1, false)
	p := Of(whole.Schema, tree{}, scatter{whole.Schema})
	rules := []causal.Rule{{Kind: causal.OnlyIncrease, Feature: 1}}
	q := Query{Search: document.Search{Target: 1, Count: 3, Budget: 200, Seed: 1}, Boxes: 1000,
		Knowledge: causal.Knowledge{Rules: rules}}
	m, err := p.Many(q)
	if err != nil {
		t.Fatal(err)
	}
	asked, found := 0, 0
	for i := range 40 {
		row := table.Row(i, nil)
		b, err := m.Of(row, nothing)
		if err != nil {
			t.Fatal(err)
		}
		if b.Target < 0 {
			if _, err := p.Explain(row, q, nothing); err == nil {
				t.Errorf("%v is of the class already, and is explained", row)
			}
			continue
		}
		asked++
		x, err := p.Explain(row, q, nothing)
		if err != nil {
			t.Fatal(err)
		}
		again, err := p.Explain(row, q, nothing)
		if err != nil || !reflect.DeepEqual(x, again) {
			t.Errorf("%v: another answer the second time, %v", row, err)
		}
		if len(x.Rows) != len(b.Rows) {
			t.Errorf("%v: %d found alone and %d among many", row, len(x.Rows), len(b.Rows))
		}
		if !x.Unbounded || x.Nearest || x.None || x.Boxes > 0 || x.Decided > 0 {
			t.Errorf("%v: a complete search is claimed: %+v", row, x.Found)
		}
		for _, c := range x.Rows {
			proof, err := p.Prove(row, c.Row, q)
			if err != nil || !proof.Target || !proof.Kept || c.Row[1] < row[1] || c.Class != 1 {
				t.Errorf("%v for %v: %+v, %v", c.Row, row, proof, err)
			}
			var enc [3]float32
			p.Schema.Encode(c.Row, enc[:])
			if got := new(branches).Shares(enc[:], 1); got[1] != float32(c.Shares[1]) {
				t.Errorf("%v: shares %v, the tree says %v", c.Row, c.Shares, got)
			}
			for j, v := range c.Row { // no change may be unnecessary
				back := append([]float64(nil), c.Row...)
				if back[j] = row[j]; v != row[j] {
					if proof, err := p.Prove(row, back, q); err != nil || proof.Target && proof.Kept {
						t.Errorf("%v for %v: number %d need not have moved, %v", c.Row, row, j, err)
					}
				}
			}
			found++
		}
	}
	if asked < 10 || found < asked {
		t.Errorf("%d found for %d rows", found, asked)
	}
	if err := p.HasRows(); err == nil {
		t.Error("there are rows")
	}
}

// strange is a layer of a kind that cannot be saved.
type strange struct{ nn.Layer }

func TestABlackBoxThatNoFileHoldsIsRefused(t *testing.T) {
	c := nn.NewClassifier(4, 3, 2, kernel.NewKey(5))
	c.Net = append(nn.Net{strange{c.Net[0]}}, c.Net[1:]...)
	var r Refusal
	if _, err := NewBlackBox(c, "00"); !errors.As(err, &r) || !strings.HasSuffix(r.Detail, ".") {
		t.Errorf("got %v", err)
	}
}
