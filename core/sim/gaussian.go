package sim

import (
	"math"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
)

// Gaussian is a variable of a linear Gaussian network,
//
//	x = intercept + sum over parents p of slope[p] x_p + sqrt(variance) N(0, 1)
type Gaussian struct {
	Name                string
	Intercept, Variance float64
	Parents             []string
	Slopes              []float64
}

// Network is a linear Gaussian network. It cuts one variable without effects, the one with the
// most ancestors, into two classes at its median and removes it from the features.
type Network struct {
	net    vineyard
	cut    string
	median float64
}

const maxGaussians = 1000

// NewNetwork builds a network from variables. If several variables qualify for the cut, it uses
// the first.
func NewNetwork(list []Gaussian) (*Network, error) {
	if len(list) > maxGaussians {
		return nil, fault.Errorf("a network can have at most %d variables, but this one has "+
			"%d", maxGaussians, len(list))
	}
	at := map[string]int{}
	for i, v := range list {
		if _, twice := at[v.Name]; twice || v.Name == "" {
			return nil, fault.Errorf("the variable %q occurs twice or has no name", v.Name)
		}
		at[v.Name] = i
	}
	n := &Network{net: vineyard{levels: []string{""}, share: []float64{1}, order: make([]int, len(list))}}
	ancestors, place := make([]map[int]bool, len(list)), make([]int, len(list))
	var add func(i int, path []int) error
	add = func(i int, path []int) error {
		v := list[i]
		switch {
		case slices.Contains(path, i):
			return fault.Errorf("the variable %q is its own cause", v.Name)
		case ancestors[i] != nil:
			return nil
		case !(v.Variance > 0) || math.IsInf(v.Variance, 0) || v.Intercept-v.Intercept != 0 ||
			len(v.Slopes) != len(v.Parents):
			return fault.Errorf("the variable %q needs a finite intercept, a slope for each parent and a variance "+
				"above 0", v.Name)
		}
		w := vine{name: v.Name, intercept: []float64{v.Intercept}, deviation: []float64{math.Sqrt(v.Variance)}}
		above := map[int]bool{}
		for k, name := range v.Parents {
			p, known := at[name]
			if !known || slices.Contains(v.Parents[:k], name) || v.Slopes[k]-v.Slopes[k] != 0 {
				return fault.Errorf("the parent %q of %q is not a variable, occurs twice, or has no finite slope",
					name, v.Name)
			}
			if err := add(p, append(path, i)); err != nil {
				return err
			}
			above[p] = true
			for a := range ancestors[p] {
				above[a] = true
			}
			w.parents, w.slope = append(w.parents, place[p]), append(w.slope, []float64{v.Slopes[k]})
		}
		ancestors[i], place[i], n.net.order[i] = above, len(n.net.nodes), len(n.net.nodes)
		n.net.nodes = append(n.net.nodes, w)
		return nil
	}
	causes := make([]bool, len(list))
	for i, v := range list {
		if err := add(i, nil); err != nil {
			return nil, err
		}
		for _, name := range v.Parents {
			causes[at[name]] = true
		}
	}
	cut := -1
	for i := range list {
		if !causes[i] && len(ancestors[i]) > 0 && (cut < 0 || len(ancestors[i]) > len(ancestors[cut])) {
			cut = i
		}
	}
	if cut < 0 {
		return nil, fault.Errorf("the network has no edges")
	}
	mean, _ := n.net.moments() // equal to the median of a normal variable
	n.cut, n.median = list[cut].Name, mean[place[cut]]
	return n, nil
}

func (n *Network) schema() data.Schema { return n.net.schema(n.cut, n.cut+" above its median") }

// Cut returns the name of the variable that is cut.
func (n *Network) Cut() string { return n.cut }

// Size returns the number of variables, including the one that is cut, and the number of edges.
func (n *Network) Size() (variables, edges int) {
	for _, w := range n.net.nodes {
		edges += len(w.parents)
	}
	return len(n.net.nodes), edges
}

// Table samples rows. Values have four decimals, and effects are computed from the rounded
// values. Rows 0 to n-1 are the same for every number of rows.
func (n *Network) Table(rows int, seed uint64) *data.Table {
	t, _ := n.net.table(n.schema(), n.cut, n.median, rows, seed)
	return t
}

// SCM returns the true causal model of the features.
func (n *Network) SCM() (*causal.SCM, error) {
	return n.net.scm(n.schema(), n.cut, func(_ int, w vine) (causal.Linear, float64) { return w.line(0) })
}
