package everyone

import (
	"testing"

	"causeway/core/metric"
)

// If five of ten people have a way, the median is the fifth one's effort.
func TestHalf(t *testing.T) {
	for _, c := range []struct {
		costs  []float64
		people int
		want   float64
		ok     bool
	}{{[]float64{1, 2, 3, 4, 5}, 10, 5, true}, {[]float64{1, 2, 3, 4}, 10, 0, false}, {[]float64{1, 2, 3}, 3, 2, true},
		{nil, 0, 0, false}} {
		if v, ok := half(c.costs, c.people); v != c.want || ok != c.ok {
			t.Errorf("of %d with %v: %v, %v", c.people, c.costs, v, ok)
		}
	}
	if got := textHalf(1.21); got != "half need at most 1.3" {
		t.Errorf("1.21 became %q, which half do not need at most", got)
	}
}

// A group stands apart only if it differs by more than chance. Of two groups, the one that is worse off stands apart.
func TestWhoStandsApart(t *testing.T) {
	apart := func(by, p float64) metric.Group {
		return metric.Group{Rows: 20, Covered: 20, CostTested: true, CostP: p, Beyond: metric.Difference{By: by},
			CoverageP: 1}
	}
	without := func(covered int) metric.Group {
		return metric.Group{Rows: 20, Covered: covered, CostP: 1, CoverageTested: true, CoverageP: 0.01}
	}
	for _, c := range []struct {
		name   string
		groups []metric.Group
		g, two int
		text   string
	}{
		{"two", []metric.Group{apart(-0.5, 0.01), apart(0.5, 0.01)}, 1, 0,
			"For b it takes 0.50 more effort on average than for x."},
		{"chance", []metric.Group{apart(-0.5, 0.2), apart(0.5, 0.2)}, -1, -1, ""},
		{"three", []metric.Group{apart(-0.9, 0.01), apart(0.5, 0.01), apart(2, 0.3)}, 0, -1,
			"For a it takes 0.90 less effort on average than for x."},
		{"without", []metric.Group{without(18), without(4), {}}, 1, 0, "More of b than of x have no way."},
	} {
		g, two := standsApart(c.groups)
		if g != c.g || two != c.two {
			t.Errorf("%s: %d and %d, want %d and %d", c.name, g, two, c.g, c.two)
		}
		if g < 0 {
			continue
		}
		all := metric.Group{Rows: 40, Covered: 22}
		if before, strong, after := textApart(c.groups[g], all,
			string(rune('a'+g)), "x"); before+strong+after != c.text {
			t.Errorf("%s: %q, want %q", c.name, before+strong+after, c.text)
		}
	}
}
