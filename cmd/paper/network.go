package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/model"
	"causeway/core/sim"
)

// networkRows is the number of rows drawn from a network.
const networkRows = 2_000

// networkFile is a linear Gaussian network as pgmpy writes it. Numbers are lists of one
// element.
type networkFile struct {
	Nodes []string `json:"nodes"`
	CPDs  map[string]struct {
		Coefficients map[string][]float64 `json:"coefficients"`
		Variance     []float64            `json:"variance"`
		Parents      []string             `json:"parents"`
	} `json:"cpds"`
}

// loadNetwork draws a table from the linear Gaussian network of a file. Features without
// causes are acted on, and all others follow; methods that learn rules have nothing to
// learn.
func loadNetwork(path string) (*dataset, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, usage("the network %s cannot be read", path)
	}
	var f networkFile
	if err := json.Unmarshal(b, &f); err != nil {
		return nil, usage("%s is not a network as JSON with nodes and cpds: %v", path, err)
	}
	var list []sim.Gaussian
	states := map[string]causal.State{}
	for _, name := range f.Nodes {
		c := f.CPDs[name]
		one := func(v []float64) float64 {
			if len(v) != 1 {
				err = usage("%s: %q needs one variance, one (Intercept) and one coefficient for each parent",
					path, name)
				return 0
			}
			return v[0]
		}
		g := sim.Gaussian{Name: name, Intercept: one(c.Coefficients["(Intercept)"]), Variance: one(c.Variance),
			Parents: c.Parents}
		for _, p := range c.Parents {
			g.Slopes = append(g.Slopes, one(c.Coefficients[p]))
		}
		if err != nil {
			return nil, err
		}
		if list = append(list, g); len(c.Parents) > 0 {
			states[name] = causal.Following
		}
	}
	n, err := sim.NewNetwork(list)
	if err != nil {
		return nil, usage("%s: %v", path, err)
	}
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	variables, edges := n.Size()
	table := func(seed uint64) *data.Table { return n.Table(networkRows, seed) }
	delete(states, n.Cut())
	return &dataset{name: name, title: fmt.Sprintf("%s, %d variables, %d edges, %s cut in two", name, variables, edges,
		n.Cut()),
		methods: unruledMethods,
		from:    -1, size: model.Size{Rows: networkRows, Train: networkRows * 8 / 10}, states: states, truth: n.SCM,
		fresh: drawn(table),
		load:  func(string) (*data.Table, error) { return table(tableSeed), nil },
		rules: noRules}, nil
}
