package sim

import (
	"math"

	"causeway/core/causal"
	"causeway/core/data"
)

// HiringRows is a typical number of rows for Hiring.
const HiringRows = 4_000

// Hiring samples job applicants from two groups with the same distribution of all observed
// features:
//
//	schooling ~ N(12, 2), training ~ N(20, 8)
//	score ~ N(2 schooling + 0.5 training, 4)
//	hired with the probability sigmoid((score - threshold) / 1.5)
//
// The threshold is 37 for group a. For group b it is higher by bias standard deviations of the
// score. Rows 0 to n-1 are the same for every number of rows.
func Hiring(rows int, seed uint64, bias float64) *data.Table {
	level := data.Feature{Name: "group", Kind: data.Category, Levels: []string{"a", "b"}}
	t := &data.Table{Schema: data.Schema{Features: []data.Feature{level, tenths("schooling"), tenths("training"),
		tenths("score")},
		Outcome: data.Feature{Name: "hired", Kind: data.Boolean, Levels: []string{"no", "yes"}}},
		Outcome: make([]int, rows)}
	s, round := newSource(seed), t.Schema.Features[1].Round
	deviation := math.Sqrt(3 * 16)
	for range t.Schema.Features {
		t.Cols = append(t.Cols, make([]float64, rows))
	}
	for i := range rows {
		group := math.Floor(float64(2 * s.uniform()))
		schooling, training := round(12+float64(2*s.normal())), round(20+float64(8*s.normal()))
		score := round(float64(2*schooling) + float64(0.5*training) + float64(4*s.normal()))
		t.Cols[0][i], t.Cols[1][i], t.Cols[2][i], t.Cols[3][i] = group, schooling, training, score
		u := s.uniform()
		for u == 0 {
			u = s.uniform()
		}
		if causal.Log(u)-causal.Log(1-u) < (score-37-float64(group*bias*deviation))/1.5 { // u < sigmoid
			t.Outcome[i] = 1
		}
	}
	return t
}

func tenths(name string) data.Feature {
	return data.Feature{Name: name, Kind: data.Continuous, Decimals: 1}
}

// HiringSCM returns the true causal model of Hiring's features.
func HiringSCM() *causal.SCM {
	m, err := causal.NewSCM(Hiring(0, 0, 0).Schema,
		causal.Node{Feature: 3, Parents: []int{1, 2}, Mechanism: causal.Linear{Coef: []float64{2, 0.5}}, Variance: 16})
	if err != nil {
		panic("sim: HiringSCM: " + err.Error())
	}
	return m
}
