package peers

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"causeway/core/blackbox"
	"causeway/core/data"
	"causeway/core/kernel"
)

// The flip set of small problems agrees with trying every combination of actions: it has the same
// costs for the same sets of inputs, cheapest first.
func TestFlipsAreThoseOfTryingAll(t *testing.T) {
	for trial := range uint64(60) {
		key := kernel.NewKey(trial)
		var options [][][]action
		most := 0.0
		for i := range 1 + key.Intn(0, 4) {
			k := key.Sub(uint64(i))
			var lists [][]action
			best := 0.0
			for l := range 1 + k.Intn(90, 3) {
				var list []action
				for n := range uint32(1 + k.Intn(uint32(91+l), 5)) {
					k := k.Sub(uint64(l))
					list = append(list, action{float64(n + 1), float64(k.Uniform1(2*n+1)) + 0.01,
						float64(k.Uniform1(2*n+2)) + 0.01})
				}
				list = helpful(list, 0)
				lists, best = append(lists, list), max(best, list[len(list)-1].gain)
			}
			options, most = append(options, lists), most+best
		}
		need := most * float64(key.Uniform1(9)) * 1.1
		want := map[string]float64{}
		set := make([]int, len(options))
		var try func(i int, gain, cost float64, changed bool)
		try = func(i int, gain, cost float64, changed bool) {
			if i == len(options) {
				if known, there := want[fmt.Sprint(set)]; changed && gain >= need && (!there || cost < known) {
					want[fmt.Sprint(set)] = cost
				}
				return
			}
			set[i] = unchanged
			try(i+1, gain, cost, changed)
			for l, list := range options[i] {
				for _, a := range list {
					set[i] = l
					try(i+1, gain+a.gain, cost+a.cost, true)
				}
			}
		}
		try(0, 0, 0, false)
		got, last := map[string]float64{}, 0.0
		newFlips(options, need).each(func(picks []*action) bool {
			set, cost, gain := make([]int, len(options)), 0.0, 0.0
			for i, p := range picks {
				if set[i] = unchanged; p != nil {
					set[i] = slices.IndexFunc(options[i], func(list []action) bool { return slices.Contains(list, *p) })
					cost, gain = cost+p.cost, gain+p.gain
				}
			}
			name := fmt.Sprint(set)
			if _, twice := got[name]; twice || cost < last-1e-9 || gain < need-1e-9 {
				t.Errorf("trial %d: set %s for %v after %v, which gains %v of %v, twice: %v", trial, name, cost, last,
					gain, need, twice)
			}
			got[name], last = cost, cost
			return true
		})
		if len(got) != len(want) {
			t.Fatalf("trial %d: %d sets of inputs, want %d", trial, len(got), len(want))
		}
		for set, cost := range want {
			if math.Abs(got[set]-cost) > 1e-9 {
				t.Errorf("trial %d: set %s costs %v, want %v", trial, set, got[set], cost)
			}
		}
	}
}

// logistic is a logistic regression on a, b and three colours: 2a + b - 1.5, plus one half for
// green.
type logistic struct{}

func (logistic) Classes() int          { return 2 }
func (l logistic) Pass() blackbox.Pass { return l }
func (logistic) Shares(x []float32, n int) []float32 {
	y := make([]float32, 2*n)
	for e := range n {
		y[n+e] = kernel.Sigmoid1(2*x[e] + x[n+e] + x[4*n+e]/2 - 1.5)
		y[e] = 1 - y[n+e]
	}
	return y
}

// A logistic regression is its own stand-in, so the first action is the cheapest of all moves on
// the grid that reach the target.
func TestRecourseOfALogisticRegression(t *testing.T) {
	s, train := paint()
	s.Outcome = data.Feature{Name: "y", Kind: data.Boolean, Levels: []string{"no", "yes"}}
	at := build(t, "recourse", Problem{Schema: s, BlackBox: logistic{}, Rows: train}).(checkedAnswerer)
	m := at.Answerer.(recourse)
	for _, x := range [][]float64{{2, 3, 0}, {0, 0, 1}, {6, 1, 0}} {
		weights, score := m.standIn(m.ask(), x, 1, kernel.NewKey(3))
		want := 2*x[0]/10 + x[1]/10 - 1.5
		if math.Abs(score-want) > 0.02 || math.Abs(weights[0]-2) > 0.05 || math.Abs(weights[1]-1) > 0.05 ||
			math.Abs(weights[4]-weights[2]-0.5) > 0.05 {
			t.Errorf("%v: score %v, want %v, weights %v", x, score, want, weights)
		}
		got := at.Answers([][]float64{x}, []int{1}, kernel.NewKey(3))[0]
		if got == nil {
			t.Errorf("%v has no action", x)
			continue
		}
		if best := cheapestRow(m, x); math.Abs(m.cost(x, got)-m.cost(x, best)) > 1e-6 {
			t.Errorf("%v becomes %v for %v, and %v costs %v", x, got, m.cost(x, got), best, m.cost(x, best))
		}
	}
}

// cheapestRow tries all rows.
func cheapestRow(m recourse, x []float64) (best []float64) {
	for _, row := range m.Rows {
		if m.ask().classes([][]float64{row})[0] == 1 && (best == nil || m.cost(x, row) < m.cost(x, best)) {
			best = row
		}
	}
	return best
}

// cost returns the total log-percentile shift of a row.
func (m recourse) cost(x, row []float64) (sum float64) {
	for j, v := range row {
		c := m.columns[j]
		switch {
		case v == x[j]:
		case c.share == nil:
			sum += math.Abs(math.Log(c.above(x[j]) / c.above(v)))
		default:
			sum += math.Log(c.share[int(v)]/recourseEnd) + math.Log(c.share[int(x[j])]/recourseEnd)
		}
	}
	return sum
}

// Actions respect the directions and levels that rules allow.
func TestActionsKeepToDomains(t *testing.T) {
	s, train := paint()
	p := Problem{Schema: s, BlackBox: logistic{}, Rows: train, Fixed: []bool{false, false, true}}
	p.Schema.Outcome = data.Feature{Name: "y", Kind: data.Boolean, Levels: []string{"no", "yes"}}
	p.Domains = oneWay(s)
	m := build(t, "recourse", p).(checkedAnswerer).Answerer.(recourse)
	x := []float64{2, 3, 0}
	features, options := m.actions(x, p.Domains(x), []float64{-2, 1, 0, 0, 5})
	if !reflect.DeepEqual(features, []int{1}) {
		t.Errorf("features %v can help, want b alone: a may not fall, and the colour stays", features)
	}
	if !slices.IsSortedFunc(options[0][0], func(a, b action) int { return int(math.Copysign(1, a.cost-b.cost)) }) {
		t.Errorf("actions %v are not in the order of their costs", options[0][0])
	}
}

// If too many sets and actions exist, the method eventually gives up on a row and reports this.
// Answers found before remain.
func TestRecourseGivesUp(t *testing.T) {
	options := make([][][]action, 13)
	for i := range options {
		var list []action
		for k := range 100 {
			u := float64(k + 1)
			list = append(list, action{value: u, gain: u + 0.3*math.Sin(float64(i)*u),
				cost: u + 0.3*math.Cos(float64(i+3)*u)})
		}
		options[i] = [][]action{helpful(list, 0)}
	}
	s, sets := newFlips(options, 700), 0
	s.most = 50_000
	s.each(func([]*action) bool { sets++; return true })
	if s.looks < s.most || s.looks > s.most+s.most/100 {
		t.Errorf("%d looks and %d sets; at most %d were to be", s.looks, sets, s.most)
	}
	table, train := paint()
	table.Outcome = data.Feature{Name: "y", Kind: data.Boolean, Levels: []string{"no", "yes"}}
	gaveUp := 0
	p := Problem{Schema: table, BlackBox: logistic{}, Rows: train, GaveUp: func() { gaveUp++ }}
	m := build(t, "recourse", p).(checkedAnswerer).Answerer.(recourse)
	if m.answer(m.ask(), []float64{2, 3, 0}, 1, kernel.NewKey(3)); gaveUp != 0 {
		t.Errorf("gave up on %d rows that it has an answer of", gaveUp)
	}
	m.most = 3
	if row := m.answer(m.ask(), []float64{2, 3, 0}, 1, kernel.NewKey(3)); row != nil || gaveUp != 1 {
		t.Errorf("within 3 looks it finds %v and gives up on %d rows", row, gaveUp)
	}
}
