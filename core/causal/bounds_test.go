package causal

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestBoundsOfMechanisms checks Bounds of every kind of mechanism on random boxes. Mean must lie
// inside the bounds for inner points, corners and the centre; for a single point, they must be
// equal.
func TestBoundsOfMechanisms(t *testing.T) {
	s := named(3)
	r := rand.New(rand.NewPCG(7, 8))
	formulas := []string{"a + b * c", "(a + b) * (a + b) - c", "a * a - 3 * b^2", "a / (b - 4) + sqrt(abs(c))",
		"min(a, b) * max(b, -c)",
		"-a^3 + b", "sqrt(a)", "1 / a", "abs(a) - abs(b - c)^0"}
	tight := 0
	for range 3000 {
		var m Mechanism
		switch k := r.IntN(4); k {
		case 0:
			m = Linear{r.NormFloat64(), []float64{r.NormFloat64(), r.NormFloat64(), 0}}
		case 1:
			m = Quadratic{r.NormFloat64(), r.NormFloat64(), 3}
		case 2:
			n := &Network{Hidden: 4, Center: []float64{1, 2, 3}, Scale: []float64{1, 0.5, 2}, B2: 1}
			for range 4 {
				n.B1, n.W2 = append(n.B1, r.NormFloat64()), append(n.W2, r.NormFloat64())
				n.W1 = append(n.W1, r.NormFloat64(), r.NormFloat64(), r.NormFloat64())
			}
			m = n
		default:
			f, err := ParseFormula(formulas[r.IntN(len(formulas))], s, []int{0, 1, 2})
			if err != nil {
				t.Fatal(err)
			}
			m = f
		}
		low, high := make([]float64, 3), make([]float64, 3)
		for i := range low {
			a, b := 8*r.NormFloat64(), 8*r.NormFloat64()
			low[i], high[i] = min(a, b), max(a, b)
		}
		least, most := m.Bounds(low, high)
		for n := range 30 {
			p := make([]float64, 3)
			for i := range p {
				switch n % 3 {
				case 0:
					p[i] = []float64{low[i], high[i]}[r.IntN(2)]
				case 1:
					p[i] = low[i] + r.Float64()*(high[i]-low[i])
				default:
					p[i] = min(max(0, low[i]), high[i])
				}
			}
			if v := m.Mean(p); finite(v) && (v < least || v > most) {
				t.Fatalf("%T %+v gives %v at %v, bounds are %v and %v", m, m, v, p, least, most)
			}
		}
		if v := m.Mean(low); finite(v) {
			if a, b := m.Bounds(low, low); a > v || b < v {
				t.Fatalf("%T at a point: %v to %v, it gives %v", m, a, b, v)
			} else if a == v && b == v {
				tight++
			}
		}
	}
	if tight < 2000 {
		t.Errorf("only %d points are bounded by themselves", tight)
	}
}

// TestFollowersNarrow checks, on random models, rows and domains, that narrowing by computed
// effects never removes a consistent row inside the domains, and sometimes removes something.
func TestFollowersNarrow(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	inside, removed := 0, 0
	for range 3000 {
		m := randomSCM(t, r)
		rules, err := m.Followers(m.Endogenous(), nil)
		if err != nil {
			t.Fatal(err)
		}
		s := Fine(m.Schema(), rules)
		factual := randomRow(r, s)
		domains, _ := Domains(s, nil, factual)
		some := randomRow(r, s)
		for j := range domains {
			switch d := &domains[j]; {
			case r.IntN(3) == 0:
			case d.Levels == nil:
				d.Min, d.Max = min(factual[j], some[j]), max(factual[j], some[j])
			default:
				for l := range d.Levels {
					d.Levels[l] = l == int(factual[j]) || l == int(some[j])
				}
			}
		}
		var rows [][]float64
		for range 20 {
			row := randomRow(r, s)
			for j := range row {
				if !domains[j].Has(row[j]) {
					row[j] = []float64{factual[j], some[j]}[r.IntN(2)]
				}
			}
			Compute(s, rules, factual, row)
			ok := AllHold(s, rules, factual, row)
			for j := range row {
				ok = ok && domains[j].Has(row[j])
			}
			if ok {
				rows = append(rows, row)
			}
		}
		before := slices.Clone(domains)
		blocked := Narrow(s, rules, factual, domains)
		for _, row := range rows {
			inside++
			for j := range row {
				if blocked >= 0 || !domains[j].Has(row[j]) {
					t.Fatalf("feature %d of %v is removed: %+v, blocked %d", j, row, domains[j], blocked)
				}
			}
		}
		for j, d := range domains {
			removed += b2i(d.Levels == nil && (d.Min > before[j].Min || d.Max < before[j].Max))
		}
	}
	if inside < 3000 || removed < 300 {
		t.Errorf("%d rows were inside, and %d numbers narrowed", inside, removed)
	}
}

// TestBaseByHand checks an example worked out by hand. One level of a requires b to rise by 1.5.
// c is 2 a plus its own residual. d is computed in the same way and can also be acted on.
func TestBaseByHand(t *testing.T) {
	s := named(4)
	for j := range s.Features {
		s.Features[j].Decimals = 0
	}
	line := func(v int) Node { return Node{v, []int{0}, Linear{0, []float64{2}}, 1} }
	m, err := NewSCM(s, line(2), line(3))
	if err != nil {
		t.Fatal(err)
	}
	rules, err := m.Followers([]int{2, 3}, []int{3})
	if err != nil {
		t.Fatal(err)
	}
	s = Fine(s, rules)
	rules = append(rules, Rule{Kind: IfRisesThenRises, Feature: 0, Other: 1, Strict: true, Least: 1.5})
	b := NewBase(s, rules, []float64{1, 10, 7, 7})
	for _, c := range []struct {
		name      string
		row, want []float64
	}{
		{"nothing", []float64{1, 10, 7, 7}, []float64{1, 10, 7, 7}},
		{"what is forced follows", []float64{2, 12, 9, 9}, []float64{1, 12, 9, 9}},
		{"beyond it is done", []float64{2, 14, 9, 9}, []float64{1, 12, 9, 9}},
		{"against it nothing follows", []float64{2, 9, 9, 9}, []float64{1, 10, 9, 9}},
		{"without a cause nothing follows", []float64{1, 12, 7, 7}, []float64{1, 10, 7, 7}},
		{"a fall asks for nothing", []float64{0, 9, 5, 5}, []float64{1, 10, 5, 5}},
		{"what is added is done", []float64{2, 12, 9, 4}, []float64{1, 12, 9, 9}},
		{"to keep it is done", []float64{2, 12, 9, 7}, []float64{1, 12, 9, 9}},
	} {
		if got := b.Of(c.row, make([]float64, 4)); !slices.Equal(got, c.want) {
			t.Errorf("%s: of %v got %v, want %v", c.name, c.row, got, c.want)
		}
		if !AllHold(s, rules[:2], []float64{1, 10, 7, 7}, c.row) {
			t.Errorf("%s: %v does not follow", c.name, c.row)
		}
	}
}
