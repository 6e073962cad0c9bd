package sim

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"causeway/assets"
	"causeway/core/data"
)

// SangioveseRows is the paper's number of rows.
const SangioveseRows = 10_000

// vineyard is the network "sangiovese" (Magrini, Di Blasi, Stefanini 2017): the
// discrete Treatment k and linear Gaussian variables,
//
//	x_v = intercept[k] + sum over parents p of slope[p][k] x_p + deviation[k] N(0, 1)
type vineyard struct {
	levels []string  // levels of Treatment
	share  []float64 // share of each level, observed in 659 cases
	nodes  []vine    // causes before effects
	order  []int     // indices of nodes in the publisher's order
}

type vine struct {
	name      string
	parents   []int       // indices in nodes
	intercept []float64   // one per level, or only one
	slope     [][]float64 // parents × as many as in intercept
	deviation []float64
}

// at returns the number for a level.
func at(v []float64, level int) float64 { return v[min(level, len(v)-1)] }

// outcome is the variable whose sign is the outcome.
const outcome = "GrapeW"

// Sangiovese samples the paper's second model (section "Datasets"). It draws rows of the whole
// network and then removes Treatment. The outcome is GrapeW > 0, and GrapeW is removed too. This
// leaves 13 features, as in the authors' program, while the paper counts 14 with Treatment
// (reference, point 6). Values have four decimals, and effects are computed from the rounded
// values. Rows 0 to n-1 are the same for every number of rows.
func Sangiovese(rows int, seed uint64) *data.Table {
	t, _ := SangioveseTreated(rows, seed)
	return t
}

// SangioveseTreated is Sangiovese together with the removed Treatment of each row, in the form
// that SangioveseSCM takes.
func SangioveseTreated(rows int, seed uint64) (*data.Table, []string) {
	net := readVineyard(assets.Sangiovese)
	return net.table(net.schema(outcome, outcome+" > 0"), outcome, 0, rows, seed)
}

// table samples rows, cuts a variable into two classes and removes it, and returns the level of
// Treatment for each row.
func (n *vineyard) table(schema data.Schema, cut string, at float64, rows int, seed uint64) (*data.Table, []string) {
	t, treatment := &data.Table{Schema: schema, Outcome: make([]int, rows)}, make([]string, rows)
	t.Cols = make([][]float64, len(t.Schema.Features))
	for j := range t.Cols {
		t.Cols[j] = make([]float64, rows)
	}
	s, x := newSource(seed), make([]float64, len(n.nodes))
	for i := range rows {
		treatment[i] = n.levels[n.sample(s, x, t.Schema.Features[0].Round)]
		j := 0
		for _, v := range n.order {
			if n.nodes[v].name == cut {
				if x[v] > at {
					t.Outcome[i] = 1
				}
				continue
			}
			t.Cols[j][i] = x[v]
			j++
		}
	}
	return t, treatment
}

// sample draws one row of all variables and returns the level of its Treatment.
func (n *vineyard) sample(s *source, x []float64, round func(float64) float64) int {
	level, u := 0, s.uniform()
	for sum := n.share[0]; u >= sum && level < len(n.share)-1; {
		level++
		sum += n.share[level]
	}
	for v := range n.nodes {
		w := &n.nodes[v]
		x[v] = round(w.mean(level, x) + float64(at(w.deviation, level)*s.normal()))
	}
	return level
}

func (w *vine) mean(level int, x []float64) float64 {
	m := at(w.intercept, level)
	for i, p := range w.parents {
		m += float64(at(w.slope[i], level) * x[p])
	}
	return m
}

// schema contains the variables except Treatment and the variable that is cut into two classes,
// in the publisher's order.
func (n *vineyard) schema(cut, title string) data.Schema {
	s := data.Schema{Outcome: data.Feature{Name: title, Kind: data.Boolean, Levels: []string{"no", "yes"}}}
	for _, v := range n.order {
		if name := n.nodes[v].name; name != cut {
			s.Features = append(s.Features, data.Feature{Name: name, Kind: data.Continuous, Decimals: 4})
		}
	}
	return s
}

// readVineyard reads the bundled table, see assets/sangiovese.txt. It panics if the table is
// invalid, because that is our own mistake.
func readVineyard(text string) *vineyard {
	n := &vineyard{}
	lines := slices.DeleteFunc(strings.Split(strings.TrimSpace(text), "\n"), func(l string) bool { return l[0] == '#' })
	for i := 0; i < len(lines); i++ {
		words := strings.Fields(lines[i])
		switch words[0] {
		case "levels":
			n.levels = words[1:]
		case "counts":
			for _, c := range numbers(words[1:]) {
				n.share = append(n.share, c/659)
			}
		case "node":
			w := vine{name: words[1]}
			for _, p := range words[2:] {
				w.parents = append(w.parents, n.index(p))
			}
			i++
			w.intercept = numbers(strings.Fields(lines[i]))
			for range w.parents {
				i++
				w.slope = append(w.slope, numbers(strings.Fields(lines[i])))
			}
			i++
			w.deviation = numbers(strings.Fields(lines[i]))
			n.nodes = append(n.nodes, w)
		case "order":
			for _, name := range words[1:] {
				n.order = append(n.order, n.index(name))
			}
		}
	}
	return n
}

func (n *vineyard) index(name string) int {
	i := slices.IndexFunc(n.nodes, func(w vine) bool { return w.name == name })
	if i < 0 {
		panic("sim: readVineyard: no variable " + name)
	}
	return i
}

func numbers(words []string) []float64 {
	list := make([]float64, len(words))
	for i, w := range words {
		v, err := strconv.ParseFloat(w, 64)
		if err != nil || math.IsInf(v, 0) {
			panic("sim: numbers: " + w)
		}
		list[i] = v
	}
	return list
}
