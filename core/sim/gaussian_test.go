package sim

import (
	"math"
	"strings"
	"testing"
)

// chain returns a -> b -> d <- c, and e with c as its only cause.
func chain() []Gaussian {
	return []Gaussian{
		{"d", 1, 0.25, []string{"b", "c"}, []float64{2, -1}},
		{"a", 5, 4, nil, nil},
		{"b", 0, 1, []string{"a"}, []float64{0.5}},
		{"c", 3, 1, nil, nil},
		{"e", 0, 1, []string{"c"}, []float64{1}},
	}
}

// The variable with the most ancestors and no effects is cut at its median. The others keep the
// order of the list and the mechanisms with which rows are drawn.
func TestNetwork(t *testing.T) {
	n, err := NewNetwork(chain())
	if err != nil {
		t.Fatal(err)
	}
	if v, e := n.Size(); n.Cut() != "d" || v != 5 || e != 4 {
		t.Errorf("%s is cut of %d variables with %d edges", n.Cut(), v, e)
	}
	tab := n.Table(4000, 7)
	if err := tab.Check(); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range tab.Schema.Features {
		names = append(names, f.Name)
	}
	if got := strings.Join(names, ""); got != "abce" {
		t.Errorf("the features are %s", got)
	}
	above := 0
	for _, y := range tab.Outcome {
		above += y
	}
	if above < 1850 || above > 2150 {
		t.Errorf("%d of 4000 rows are above the median", above)
	}
	m, err := n.SCM()
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Nodes()) != 2 {
		t.Fatalf("%d mechanisms", len(m.Nodes()))
	}
	for _, node := range m.Nodes() {
		mean, square := 0.0, 0.0
		for i := range tab.Rows() {
			r := m.Residual(node, tab.Row(i, nil))
			mean, square = mean+r/4000, square+r*r/4000
		}
		if math.Abs(mean) > 0.06 || math.Abs(square-node.Variance) > 0.1 {
			t.Errorf("residuals of %s have the mean %v and the square %v", names[node.Feature], mean, square)
		}
	}
}

func TestNetworkRefuses(t *testing.T) {
	for _, c := range []struct {
		name, want string
		change     func(list []Gaussian) []Gaussian
	}{
		{"no edges", "no edges", func(l []Gaussian) []Gaussian { return l[1:2] }},
		{"nothing", "no edges", func([]Gaussian) []Gaussian { return nil }},
		{"a cycle", "its own cause", func(l []Gaussian) []Gaussian {
			l[1].Parents, l[1].Slopes = []string{"d"}, []float64{1}
			return l
		}},
		{"a name twice", "twice", func(l []Gaussian) []Gaussian { return append(l, l[1]) }},
		{"nobody's parent", `"z" of "e"`, func(l []Gaussian) []Gaussian { l[4].Parents = []string{"z"}; return l }},
		{"a parent twice", `"c" of "e"`, func(l []Gaussian) []Gaussian {
			l[4].Parents, l[4].Slopes = []string{"c", "c"}, []float64{1, 1}
			return l
		}},
		{"a slope too few", `"d" needs`, func(l []Gaussian) []Gaussian { l[0].Slopes = l[0].Slopes[:1]; return l }},
		{"an infinite slope", `"c" of "e"`, func(l []Gaussian) []Gaussian {
			l[4].Slopes = []float64{math.Inf(1)}
			return l
		}},
		{"no variance", `"a" needs`, func(l []Gaussian) []Gaussian { l[1].Variance = 0; return l }},
		{"too many", "at most", func(l []Gaussian) []Gaussian { return make([]Gaussian, maxGaussians+1) }},
	} {
		if _, err := NewNetwork(c.change(chain())); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// Both groups have the same distribution of all observed features, and members of b are hired
// less often only because of the bias.
func TestHiring(t *testing.T) {
	for _, bias := range []float64{0, 1} {
		tab := Hiring(20_000, 3, bias)
		if err := tab.Check(); err != nil {
			t.Fatal(err)
		}
		var n, hired, score [2]float64
		for i, y := range tab.Outcome {
			g := int(tab.Cols[0][i])
			n[g]++
			hired[g] += float64(y)
			score[g] += tab.Cols[3][i]
		}
		a, b := hired[0]/n[0], hired[1]/n[1]
		if d := score[0]/n[0] - score[1]/n[1]; math.Abs(d) > 0.4 || n[0] < 9_500 || n[0] > 10_500 {
			t.Errorf("%v of group a, whose score is %v above that of b", n[0], d)
		}
		if bias == 0 && math.Abs(a-b) > 0.02 || bias > 0 && b > a/2 {
			t.Errorf("with a bias of %v %.2f of a and %.2f of b are hired", bias, a, b)
		}
		m := HiringSCM()
		square := 0.0
		for i := range tab.Rows() {
			r := m.Residual(m.Nodes()[0], tab.Row(i, nil))
			square += r * r / 20_000
		}
		if math.Abs(square-16) > 0.6 {
			t.Errorf("the residual's square is %v", square)
		}
	}
}
