package recourse

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"causeway/core/data"
)

var people = data.Schema{Features: []data.Feature{
	{Name: "age", Kind: data.Integer, Min: 18, Max: 90},
	{Name: "job", Kind: data.Category, Levels: []string{"none", "sales", "doctor"}},
	{Name: "sum", Kind: data.Continuous, Min: 0, Max: 100},
}}

func TestOn(t *testing.T) {
	for _, c := range []struct {
		a    Action
		want []float64
	}{
		{Action{{Feature: 0, By: 5}}, []float64{45, 1, 3}},
		{Action{{Feature: 0, By: 5}, {Feature: 1, To: 2}}, []float64{45, 2, 3}},
		{Action{{Feature: 1, To: 1}}, nil}, // already has this value
		{Action{{Feature: 0, By: 51}}, nil},
		{Action{{Feature: 0, By: -30}}, nil},
		{Action{{Feature: 0, By: 0.4}}, nil},
	} {
		if got := c.a.On(people, []float64{40, 1, 3}); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v: %v, want %v", c.a, got, c.want)
		}
	}
	if got := (Action{{Feature: 0, By: -5}}).On(people, []float64{95, 1, 3}); got == nil {
		t.Error("a row beyond the range cannot come back")
	}
}

func TestCandidates(t *testing.T) {
	rows := [][]float64{{30, 0, 9}, {40, 0, 9}, {50, 0, 9}, {60, 1, 9}, {60, 1, 4}} // the last one follows
	answers := [][]float64{{32, 2, 9}, {44, 2, 9}, {58, 2, 9}, {55, 1, 9}, {60, 1, 4}}
	list := Candidates(people, rows, answers, 100)
	want := []Action{
		{{0, 8, 0}, {1, 0, 2}}, {{0, 4, 0}, {1, 0, 2}}, {{0, 2, 0}, {1, 0, 2}}, // largest, median, smallest
		{{0, -5, 0}},
	} // two of them together are not new
	if !reflect.DeepEqual(list, want) {
		t.Errorf("got %v, want %v", list, want)
	}
	if n := len(Candidates(people, rows, answers, 2)); n != 2 {
		t.Errorf("%d candidates, want at most 2", n)
	}
}

// The choice reaches at least as many rows as the greedy one, and on small tables nearly as many
// as the optimum.
func TestChoose(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	behind := 0
	for range 400 {
		costs := make([][]float64, 3+r.IntN(8))
		for a := range costs {
			costs[a] = make([]float64, 30)
			for i := range costs[a] {
				if costs[a][i] = math.NaN(); r.Float64() < 0.3 {
					costs[a][i] = r.Float64()
				}
			}
		}
		k := 1 + r.IntN(3)
		chosen := Choose(costs, k)
		if len(chosen) > k || len(slices.Compact(slices.Sorted(slices.Values(chosen)))) != len(chosen) {
			t.Fatalf("%v of at most %d", chosen, k)
		}
		got := scoreOf(costs, chosen)
		if greedy := scoreOf(costs, greedily(costs, k)); got.rows < greedy.rows {
			t.Fatalf("%d rows, greedily %d", got.rows, greedy.rows)
		}
		best := 0
		each(len(costs), k, nil, func(set []int) { best = max(best, scoreOf(costs, set).rows) })
		if got.rows > best {
			t.Fatalf("%d rows of %d that can be", got.rows, best)
		}
		if got.rows < best {
			behind++
		}
	}
	if behind > 20 {
		t.Errorf("%d of 400 choices are not the best", behind)
	}
	if got := Choose(nil, 3); got != nil {
		t.Errorf("%v of nothing", got)
	}
	none := [][]float64{{math.NaN()}}
	if got := Choose(none, 2); len(got) != 0 {
		t.Errorf("%v reach nobody", got)
	}
}

// greedily chooses only by the number of new rows.
func greedily(costs [][]float64, k int) (chosen []int) {
	for range min(k, len(costs)) {
		at, most := -1, -1
		for a := range costs {
			if n := scoreOf(costs, append(slices.Clone(chosen), a)).rows; !slices.Contains(chosen, a) && n > most {
				at, most = a, n
			}
		}
		chosen = append(chosen, at)
	}
	return chosen
}

// each calls f with every set of k elements of n.
func each(n, k int, set []int, f func([]int)) {
	if k == 0 {
		f(set)
		return
	}
	from := 0
	if len(set) > 0 {
		from = set[len(set)-1] + 1
	}
	for a := from; a < n; a++ {
		each(n, k-1, append(set[:len(set):len(set)], a), f)
	}
}
