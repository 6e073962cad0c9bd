package sim

import (
	"slices"
	"testing"

	"causeway/assets"
	"causeway/core/data"
	"causeway/core/nn"
)

// shareByAge returns the mean of a number over the rows in each age group: 20 to 29, 30 to 39 and
// so on.
func shareByAge(t *data.Table, of func(i int) float64) map[int]float64 {
	sum, rows := map[int]float64{}, map[int]float64{}
	for i, age := range t.Cols[t.Schema.Index("age")] {
		g := int(age) / 10 * 10
		sum[g] += of(i)
		rows[g]++
	}
	for g := range sum {
		sum[g] /= rows[g]
	}
	return sum
}

// rises checks that shares of high earners are plausible: low among the young, higher by the
// forties, and approximately constant from there on.
func rises(t *testing.T, what string, by map[int]float64) {
	t.Helper()
	t.Logf("%s: %.2f", what, []float64{by[20], by[30], by[40], by[50], by[60]})
	if by[20] > 0.15 || by[30] < by[20]+0.1 || by[40] < by[30]+0.05 {
		t.Errorf("%s do not rise with age", what)
	}
	for _, g := range []int{40, 50} {
		if d := by[g+10] - by[g]; d < -0.1 || d > 0.1 {
			t.Errorf("%s do not level off: %.2f in the %ds, %.2f in the %ds", what, by[g+10], g+10, by[g], g)
		}
	}
}

// The relation between age and a high income, in the table and in a model trained on it, does not
// result from selecting rows by age.
func TestWorkersEarnMoreWithAge(t *testing.T) {
	tab := Workers(20_000, 1)
	if err := tab.Check(); err != nil {
		t.Fatal(err)
	}
	rises(t, "shares of the table", shareByAge(tab, func(i int) float64 { return float64(tab.Outcome[i]) }))
	hours := tab.Cols[tab.Schema.Index("hours_per_week")]
	if slices.Min(hours) < 35 {
		t.Errorf("somebody works %v hours", slices.Min(hours))
	}
	if testing.Short() {
		t.Skip("trains a classifier")
	}
	tab = Workers(4000, 1)
	split := data.NewSplit(tab.Outcome, 1)
	tab.FitScale(split.Train)
	part := func(rows []int) nn.Examples {
		w := tab.Schema.Width()
		ex := nn.Examples{X: make([]float32, w*len(rows)), Y: make([]int, len(rows)), Width: w}
		for n, i := range rows {
			tab.Schema.Encode(tab.Row(i, nil), ex.X[n*w:(n+1)*w])
			ex.Y[n] = tab.Outcome[i]
		}
		return ex
	}
	fit := nn.NewClassifierFit(nn.ClassifierConfig{Seed: 1, Epochs: 100, Batch: 32, Hidden: 10, LearningRate: 0.001},
		part(split.Train), part(split.Val), 2)
	for range 100 {
		if _, err := fit.Epoch(func() error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	all := make([]int, tab.Rows())
	for i := range all {
		all[i] = i
	}
	ex := part(all)
	var shares []float32
	// These are the shares of the second class.
	fit.Best().Each(ex, func(y []int, some []float32) { shares = append(shares, some[len(y):]...) })
	rises(t, "shares that the model gives", shareByAge(tab, func(i int) float64 { return float64(shares[i]) }))
}

// TestWorkersTables checks the properties that the bundled file documents.
func TestWorkersTables(t *testing.T) {
	if n := len(assets.Workers); n > 30_000 {
		t.Errorf("the tables take %d bytes", n)
	}
	s := WorkersSchema()
	if f := s.Features[s.Index("education")]; len(f.Levels) != 8 || f.Ranks != nil {
		t.Errorf("levels of education are tied: %+v", f)
	}
	if long, short := Workers(200, 3), Workers(3, 3); !slices.Equal(short.Cols[0], long.Cols[0][:3]) {
		t.Error("the first rows depend on the number of rows")
	}
	const hash = "c1eeab8e303a8e148fd57d5aaa0f0078acb2562b76df17202573482cf4970110"
	if got := Workers(4000, 1).Hash(); got != hash {
		t.Errorf("hash: got %s, want %s", got, hash)
	}
}
