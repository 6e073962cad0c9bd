package sim

import (
	"math"
	"slices"
	"testing"

	"causeway/assets"
	"causeway/core/causal"
	"causeway/core/data"
)

var sangioveseNames = []string{"SproutN", "BunchN", "WoodW", "SPAD06", "NDVI06", "SPAD08", "NDVI08", "Acid", "Potass",
	"Brix", "pH", "Anthoc", "Polyph"}

// TestSangioveseGolden pins the first rows and the hash of all rows.
func TestSangioveseGolden(t *testing.T) {
	tab := Sangiovese(SangioveseRows, 1)
	if err := tab.Check(); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range tab.Schema.Features {
		names = append(names, f.Name)
	}
	if !slices.Equal(names, sangioveseNames) {
		t.Errorf("got %q, want the publisher's order", names)
	}
	first := []float64{-0.1925, -0.7932, -0.2521, -0.1418, -0.028, -0.0824, -0.2691, -0.1676, 0.3321, -0.0614, 0.0114,
		0.1835, 0.1751}
	if got := tab.Row(0, nil); !slices.Equal(got, first) {
		t.Errorf("row 0: got %v, want %v", got, first)
	}
	const hash = "f5751b65c23ba8bf35d2b6d5389e172e871535a2b2e1dfd9dfc41b68985ba721"
	if got := tab.Hash(); got != hash {
		t.Errorf("hash: got %s, want %s", got, hash)
	}
	if short := Sangiovese(3, 1); !slices.Equal(short.Cols[12], tab.Cols[12][:3]) {
		t.Error("the first rows depend on the number of rows")
	}
}

// TestSangioveseMoments compares a large sample with the network's moments, and these with
// numbers that were computed separately: the line of BunchN on SproutN over all treatments.
// Tolerances are five standard errors.
func TestSangioveseMoments(t *testing.T) {
	net := readVineyard(assets.Sangiovese)
	mean, cov := net.moments()
	const n = 100_000
	tab := Sangiovese(n, 2)
	for j, f := range tab.Schema.Features {
		v := net.index(f.Name)
		if got, se := tab.Mean(j), math.Sqrt(cov[v][v]/n); math.Abs(got-mean[v]) > 5*se {
			t.Errorf("%s: mean %.4f, want %.4f", f.Name, got, mean[v])
		}
		for k, g := range tab.Schema.Features {
			u := net.index(g.Name)
			se := 2 * math.Sqrt(cov[v][v]*cov[u][u]/n) // tails are slightly heavier than those of a Gaussian
			if got := covariance(tab, j, k); math.Abs(got-cov[v][u]) > 5*se {
				t.Errorf("%s and %s: covariance %.5f, want %.5f", f.Name, g.Name, got, cov[v][u])
			}
		}
	}
	line, variance := mixtureLine(net.index("BunchN"), net.index("SproutN"), mean, cov)
	for _, c := range []struct{ got, want float64 }{
		{line.Intercept, -0.00578312115710991}, {line.Coef[0], 0.9060199292776279}, {variance, 0.14489608043862512},
	} {
		if math.Abs(c.got-c.want) > 1e-12 {
			t.Errorf("BunchN given SproutN: got %v, want %v", c.got, c.want)
		}
	}
}

func covariance(t *data.Table, j, k int) float64 {
	a, b, sum := t.Mean(j), t.Mean(k), 0.0
	for i := range t.Rows() {
		sum += (t.Cols[j][i] - a) * (t.Cols[k][i] - b)
	}
	return sum / float64(t.Rows())
}

// TestSangioveseSCM checks that every mechanism is the true one or, if it depends on the hidden
// Treatment, the least-squares fit of a large sample, and that T2a's mechanism of BunchN is the
// authors' line (reference, point 6).
func TestSangioveseSCM(t *testing.T) {
	m, err := SangioveseSCM("")
	if err != nil {
		t.Fatal(err)
	}
	if n, _ := m.Node(0); n.Mechanism != nil || len(m.Nodes()) != len(m.Schema().Features)-1 {
		t.Error("more than SproutN has no mechanism")
	}
	tab := Sangiovese(50_000, 3)
	rows := make([]int, tab.Rows())
	for i := range rows {
		rows[i] = i
	}
	g, _ := causal.NewGraph(tab.Schema)
	for _, n := range m.Nodes() {
		for _, p := range n.Parents {
			if err := g.AddEdge(causal.Edge{From: p, To: n.Feature}); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, n := range m.Nodes() {
		fit, err := causal.FitNode(tab, rows, g, n.Feature, causal.FitConfig{})
		if err != nil {
			t.Fatal(err)
		}
		name := tab.Schema.Features[n.Feature].Name
		if math.Abs(fit.Variance/n.Variance-1) > 0.05 { // 1/sqrt(25,000) times five, plus the difference of T1a to T8b
			t.Errorf("%s: variance %v, fitted %v", name, n.Variance, fit.Variance)
		}
		off, row := 0.0, []float64(nil)
		for i := range 1000 {
			row = tab.Row(i, row)
			off = max(off, math.Abs(m.Mean(fit, row)-m.Mean(n, row))/math.Sqrt(n.Variance))
		}
		if off > 0.15 {
			t.Errorf("%s: the mechanism and the fitted one differ by %v deviations", name, off)
		}
	}
	if m, err = SangioveseSCM("T2a"); err != nil {
		t.Fatal(err)
	}
	n, _ := m.Node(1)
	if l := n.Mechanism.(causal.Linear); math.Abs(l.Intercept+0.0449) > 5e-5 || math.Abs(l.Coef[0]-1.2177) > 5e-5 {
		t.Errorf("T2a: got %v, want -0.0449 + 1.2177 SproutN", l)
	}
	if _, err = SangioveseSCM("T9"); err == nil {
		t.Error("there is no treatment T9")
	}
}

// TestSimpleBNSCM checks that the residuals of the sample under the true model are normal with
// variance 1/4.
func TestSimpleBNSCM(t *testing.T) {
	m, tab := SimpleBNSCM(), SimpleBN(SimpleBNRows, 8)
	sum, square, row := 0.0, 0.0, []float64(nil)
	for i := range tab.Rows() {
		row = tab.Row(i, row)
		r := m.Residual(m.Nodes()[0], row)
		sum, square = sum+r, square+r*r
	}
	n := float64(tab.Rows())
	if math.Abs(sum/n) > 0.02 || math.Abs(square/n-0.25) > 0.015 { // four standard errors
		t.Errorf("residuals: mean %v, variance %v", sum/n, square/n)
	}
}

// TestSimpleBNFitted uses another draw of 1,000 rows. The paper's monotone linear model of x3 is
// 7.04 + 0.0619 x1 + 0.0621 x2 (reference, point 50), and a network is closer to the truth, whose
// variance is 1/4.
func TestSimpleBNFitted(t *testing.T) {
	tab := SimpleBN(SimpleBNRows, 10)
	rows := data.NewSplit(tab.Outcome, 1).Train
	g, err := causal.NewGraph(tab.Schema, causal.Edge{From: 0, To: 2, Sign: causal.Rises},
		causal.Edge{From: 1, To: 2, Sign: causal.Rises})
	if err != nil {
		t.Fatal(err)
	}
	line, err := causal.FitNode(tab, rows, g, 2, causal.FitConfig{})
	if err != nil {
		t.Fatal(err)
	}
	l := line.Mechanism.(causal.Linear)
	if math.Abs(l.Intercept-7.04) > 0.15 || math.Abs(l.Coef[0]-0.0619) > 0.002 || math.Abs(l.Coef[1]-0.0621) > 0.002 {
		t.Errorf("got %v", l)
	}
	net, err := causal.FitNode(tab, rows, g, 2, causal.FitConfig{Network: &causal.NetworkConfig{Seed: 1}})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("line %v with variance %.4f, network with %.4f", l, line.Variance, net.Variance)
	if net.Variance > 0.26 || line.Variance < net.Variance {
		t.Errorf("variances: line %v, network %v", line.Variance, net.Variance)
	}
}

// TestSimpleBNDrawn checks that the features are those of SimpleBN, and that the share of
// outcomes equal to the likelier class agrees with the reference (60.5 %, point 51).
func TestSimpleBNDrawn(t *testing.T) {
	sure, drawn := SimpleBN(50_000, 9), SimpleBNDrawn(50_000, 9)
	agree := 0
	for i, y := range drawn.Outcome {
		if y == sure.Outcome[i] {
			agree++
		}
	}
	if !slices.Equal(sure.Cols[2], drawn.Cols[2]) {
		t.Error("the features differ")
	}
	if share := float64(agree) / 50_000; math.Abs(share-0.605) > 0.01 {
		t.Errorf("%.3f agree with the likelier class, want 0.605", share)
	}
}

func BenchmarkSangiovese(b *testing.B) {
	for b.Loop() {
		Sangiovese(SangioveseRows, 1)
	}
}
