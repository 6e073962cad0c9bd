package sim

import (
	"math"

	"causeway/core/data"
)

// HousingRows is a typical number of rows for Housing.
const HousingRows = 4_000

// Housing samples districts with the median value of their houses, in thousands. The value is
// HousingValue of the features plus an error with standard deviation 20. The table resembles the
// one of California (Pace and Barry 1997) but contains none of its rows.
//
//	income ~ N(1.9, 0.4)², age ~ U(1, 52), rooms ~ N(3 + 0.6 income, 1), at least 1
//	people ~ N(1.65, 0.2)² in a household, coast: inland 0.5, hills 0.3, shore 0.2
//
// Its classes are the values below 180, and those of 180 or more. Rows 0 to n-1 are the same for
// every number of rows.
func Housing(rows int, seed uint64) *data.Table {
	cuts := []float64{180}
	t := &data.Table{Schema: data.Schema{Features: []data.Feature{tenths("income"),
		{Name: "age", Kind: data.Integer}, tenths("rooms"), tenths("people"),
		{Name: "coast", Kind: data.Category, Levels: []string{"inland", "hills", "shore"}}},
		Outcome: data.Feature{Name: "value", Kind: data.Category, Levels: data.BandNames(cuts), Cuts: cuts, Decimals: 1,
			MAD: 1}},
		Outcome: make([]int, rows), Numbers: make([]float64, rows)}
	s, round := newSource(seed), t.Schema.Features[0].Round
	for range t.Schema.Features {
		t.Cols = append(t.Cols, make([]float64, rows))
	}
	for i := range rows {
		income := round(squared(1.9 + float64(0.4*s.normal())))
		age := 1 + math.Floor(float64(52*s.uniform()))
		rooms := round(max(3+float64(0.6*income)+s.normal(), 1))
		people := round(squared(1.65 + float64(0.2*s.normal())))
		coast := 0.0
		switch u := s.uniform(); {
		case u >= 0.8:
			coast = 2
		case u >= 0.5:
			coast = 1
		}
		row := []float64{income, age, rooms, people, coast}
		for j, v := range row {
			t.Cols[j][i] = v
		}
		value := round(max(HousingValue(row)+float64(20*s.normal()), 15))
		t.Numbers[i], t.Outcome[i] = value, t.Schema.Outcome.Band(value)
	}
	return t
}

func squared(v float64) float64 { return v * v }

// HousingValue returns the expected value of a row of Housing:
//
//	30 income + 6 rooms + 0.5 age - 12 people + (0, 50, 90 by coast) + 3 income (coast > 0)
func HousingValue(row []float64) float64 {
	income, age, rooms, people, coast := row[0], row[1], row[2], row[3], int(row[4])
	v := float64(30*income) + float64(6*rooms) + float64(0.5*age) - float64(12*people) + []float64{0, 50, 90}[coast]
	if coast > 0 {
		v += float64(3 * income)
	}
	return v
}
