package cf

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/search"
)

// above is a black box for one number from 0 to 100 that predicts class 1 above a value.
type above float32

func (above) Classes() int          { return 2 }
func (a above) Pass() blackbox.Pass { return a }
func (a above) Shares(x []float32, n int) []float32 {
	s := make([]float32, 2*n)
	for e := range n {
		if s[n+e] = 0.2; 100*x[e] > float32(a) {
			s[n+e] = 0.9
		}
		s[e] = 1 - s[n+e]
	}
	return s
}

// still proposes nothing.
type still struct{}

func (still) Sample([]float64, int, int, float32, kernel.Key) [][]float64 { return nil }

// Answers under several black boxes change a row far enough for all of them to be sure. They are
// reported with the shares of the black box that is explained.
func TestSteadyAnswers(t *testing.T) {
	s := data.Schema{Features: []data.Feature{{Name: "a", Kind: data.Integer, Max: 100, MAD: 10}},
		Outcome: data.Feature{Name: "y", Kind: data.Boolean, Levels: []string{"no", "yes"}}}
	f := search.NewFinder(s, above(50), still{})
	ask := func(q search.Query) search.Found {
		q.Row, q.Target, q.Count, q.Budget, q.Lead = []float64{40}, 1, 1, 10, search.ShownLead
		found, err := f.Search(q, func() error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	others := append(slices.Repeat([]blackbox.BlackBox{above(55)}, 8), above(60.5), above(90))
	for _, c := range []struct {
		name  string
		q     search.Query
		want  float64 // 0 for no answer
		frail bool
	}{
		{"alone", search.Query{}, 51, false},
		{"nine of eleven are too unlike one, ten are not", search.Query{Under: others}, 61, false},
		{"up to 58 only nine agree", search.Query{Under: others,
			Rules: []causal.Rule{{Kind: causal.Range, Min: 0, Max: 58}}}, 51, true},
		{"up to 45 the black box itself does not",
			search.Query{Under: others, Rules: []causal.Rule{{Kind: causal.Range, Min: 0, Max: 45}}}, 0, false},
	} {
		found := ask(c.q)
		if found.Frail != c.frail || (len(found.Rows) > 0) != (c.want > 0) {
			t.Errorf("%s: %d rows, frail %v", c.name, len(found.Rows), found.Frail)
			continue
		}
		if c.want == 0 {
			continue
		}
		got := found.Rows[0]
		if got.Row[0] != c.want || got.Class != 1 || !near(got.Shares[1], 0.9) || found.Factual.Class != 0 ||
			!near(found.Factual.Shares[1], 0.2) {
			t.Errorf("%s: %v of shares %v, want %v; the row itself has %v", c.name, got.Row, got.Shares, c.want,
				found.Factual.Shares)
		}
		if again := ask(c.q); !reflect.DeepEqual(found, again) {
			t.Errorf("%s: the same query found something else", c.name)
		}
	}
}

// If the logarithms of black boxes follow a normal distribution, a further black box agrees with
// all others about a row at the limit with the probability that SteadyDoubt represents.
func TestSteadyDoubt(t *testing.T) {
	const n, draws = 11, 200_000
	var v [n + 1]float32
	hold := 0
	for d := range draws {
		key := kernel.NewKey(5).Sub(uint64(d))
		for i := range v {
			v[i] = key.Normal1(uint32(i))
		}
		mean, square := 0.0, 0.0
		for _, l := range v[:n] {
			mean += float64(l) / n
		}
		for _, l := range v[:n] {
			square += (float64(l) - mean) * (float64(l) - mean)
		}
		if float64(v[n]) > mean-search.SteadyDoubt*math.Sqrt(square/(n-1)) {
			hold++
		}
	}
	if share := float64(hold) / draws; math.Abs(share-0.933) > 0.005 {
		t.Errorf("one more of eleven says the same with a probability of %v", share)
	}
}

func near(a, b float64) bool { return a-b < 1e-6 && b-a < 1e-6 }
