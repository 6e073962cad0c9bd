package main

import (
	"fmt"
	"slices"
	"strings"

	"causeway/core/data"
)

// least is the smallest count that enters a table.
const least = 5

// fewest is the smallest number of rows to fit a line of a table to.
const fewest = 20

// total is the sum of the weights in a line.
const total = 1000

// variable is a variable of the network: a column of the table, or the band of a number.
type variable struct {
	name    string
	parents []string // parents of a drawn variable, the most informative first
	of      string   // the drawn number from which a band is computed
	cuts    []int    // where bands start: the first value of the second band, and so on
}

// network lists the variables in sampling order. The parents are those found by a greedy
// search with the Bayesian information criterion, and those found with a third of the
// penalty.
var network = []variable{
	{name: "income"},
	{name: "age", parents: []string{"income"}},
	{name: "ageband", of: "age", cuts: []int{25, 30, 36, 40, 45, 50, 55, 60, 65}},
	{name: "gender", parents: []string{"income", "ageband"}},
	{name: "marital_status", parents: []string{"gender", "income", "ageband"}},
	{name: "education", parents: []string{"income", "gender", "marital_status", "ageband"}},
	{name: "occupation", parents: []string{"education", "gender", "ageband", "income"}},
	{name: "workclass", parents: []string{"occupation", "gender", "education", "ageband"}},
	{name: "race", parents: []string{"marital_status", "gender", "occupation", "workclass"}},
	{name: "hourband", parents: []string{"gender", "workclass", "ageband", "income", "occupation"},
		cuts: []int{20, 30, 35, 40, 41, 50, 60}},
	{name: "hours_per_week", parents: []string{"hourband"}},
}

// workers is the same network for full-time workers, with fewer bands of hours.
func workers() []variable {
	list := slices.Clone(network)
	for i := range list {
		if list[i].name == "hourband" {
			list[i].cuts = []int{40, 41, 50, 60}
		}
	}
	return list
}

// first and values of the numbers.
var numbers = map[string]struct{ first, values int }{"age": {17, 74}, "hours_per_week": {1, 99}}

const header = `# Probability tables of the synthetic census, fitted by cmd/fitcensus to the UCI
# Adult data (README.md) as the paper prepares them. ` + form

const workersHeader = `# Probability tables of full-time workers, fitted by cmd/fitcensus to the rows of the UCI
# Adult data (README.md) with 35 hours a week and more. ` + form

const form = `Weights of a line sum to 1000.
# number NAME FIRST: its states are FIRST, FIRST+1, ...
# band NAME OF CUTS: state 0 is below the first cut.
# table NAME PARENTS: one line per combination of the parents' states, the first
# parent slowest.
`

// fit writes the tables of a network below a header.
func fit(t *data.Table, header string, network []variable) string {
	var text strings.Builder
	text.WriteString(header)
	columns, sizes := map[string][]int{}, map[string]int{}
	for _, v := range network {
		columns[v.name], sizes[v.name] = states(t, v), size(t, v)
	}
	for _, v := range network {
		if v.of != "" {
			fmt.Fprintf(&text, "band %s %s %s\n", v.name, v.of, words(v.cuts))
			continue
		}
		if n, ok := numbers[v.name]; ok {
			fmt.Fprintf(&text, "number %s %d\n", v.name, n.first)
		}
		fmt.Fprintf(&text, "table %s\n", strings.Join(append([]string{v.name}, v.parents...), " "))
		before := ""
		for _, weights := range table(v, columns, sizes) {
			line := words(weights)
			if line == before {
				text.WriteString("=\n")
			} else {
				text.WriteString(line + "\n")
			}
			before = line
		}
	}
	return text.String()
}

func words(list []int) string { return strings.Trim(fmt.Sprint(list), "[]") }

// size returns the number of states of a variable.
func size(t *data.Table, v variable) int {
	if v.cuts != nil {
		return len(v.cuts) + 1
	}
	if n, ok := numbers[v.name]; ok {
		return n.values
	}
	if v.name == t.Schema.Outcome.Name {
		return t.Schema.Classes()
	}
	return len(t.Schema.Features[t.Schema.Index(v.name)].Levels)
}

// states returns the states of a variable in the rows.
func states(t *data.Table, v variable) []int {
	if v.name == t.Schema.Outcome.Name {
		return t.Outcome
	}
	name, list := v.name, make([]int, t.Rows())
	switch v.name {
	case "ageband":
		name = "age"
	case "hourband":
		name = "hours_per_week"
	}
	for i, x := range t.Cols[t.Schema.Index(name)] {
		list[i] = int(x) - numbers[name].first
		if v.cuts != nil {
			list[i] = band(v.cuts, int(x))
		}
	}
	return list
}

// band returns the number of cuts at or below a value.
func band(cuts []int, v int) int {
	n := 0
	for _, c := range cuts {
		if v >= c {
			n++
		}
	}
	return n
}

// table returns the weights of a variable, a line for each combination of its
// parents' states.
func table(v variable, columns map[string][]int, sizes map[string]int) [][]int {
	var lines [][]int
	combination := make([]int, len(v.parents))
	for {
		counts := func(known int) []int { return count(v, columns, sizes, combination[:known]) }
		if _, ok := numbers[v.name]; ok {
			lines = append(lines, round(level(counts(len(v.parents)))))
		} else {
			lines = append(lines, round(smooth(counts, len(v.parents), sizes[v.name])))
		}
		i := len(combination) - 1
		for ; i >= 0; i-- {
			if combination[i]++; combination[i] < sizes[v.parents[i]] {
				break
			}
			combination[i] = 0
		}
		if i < 0 {
			return lines
		}
	}
}

// count counts the states of a variable among the rows whose first parents have
// the given states.
func count(v variable, columns map[string][]int, sizes map[string]int, given []int) []int {
	n, parents := make([]int, sizes[v.name]), make([][]int, len(given))
	for k := range given {
		parents[k] = columns[v.parents[k]]
	}
rows:
	for i, s := range columns[v.name] {
		for k, g := range given {
			if parents[k][i] != g {
				continue rows
			}
		}
		n[s]++
	}
	return n
}

// smooth returns the distribution of a variable given its first known parents, which backs off to the
// distribution q without the last of them. With fewer than fewest rows, the result is q. Otherwise,
// the states with a count below least share their total in proportion to q or, if that total is too
// small, what q gives them:
//
//	p = n / sum n  where n >= least,  rest q / (sum of such q)  elsewhere
//	rest = sum of small n / sum n, or sum of their q where it stands for less than least rows
func smooth(counts func(known int) []int, known, size int) []float64 {
	q := slices.Repeat([]float64{1 / float64(size)}, size)
	if known > 0 {
		q = smooth(counts, known-1, size)
	}
	n := counts(known)
	rows, small, smallQ := 0, 0, 0.0
	for s, c := range n {
		if rows += c; c < least {
			small += c
			smallQ += q[s]
		}
	}
	if rows < fewest || small == rows {
		return q
	}
	rest := min(smallQ, 1/float64(rows))
	if small >= least {
		rest = float64(small) / float64(rows)
	}
	p := make([]float64, size)
	for s, c := range n {
		switch {
		case c >= least:
			p[s] = (1 - rest) * float64(c) / float64(rows-small)
		case smallQ > 0:
			p[s] = rest * q[s] / smallQ
		}
	}
	return p
}

// level returns the distribution of a number. Neighbouring values with counts below least form a
// run and get its mean, or nothing if the run has fewer than least rows.
func level(n []int) []float64 {
	p, sum := make([]float64, len(n)), 0.0
	for from := 0; from < len(n); {
		to, run := from, 0
		for to < len(n) && n[to] < least {
			run += n[to]
			to++
		}
		if to == from {
			p[from] = float64(n[from])
			to++
		} else if run >= least {
			for k := from; k < to; k++ {
				p[k] = float64(run) / float64(to-from)
			}
		}
		from = to
	}
	for _, v := range p {
		sum += v
	}
	for k := range p {
		p[k] /= sum
	}
	return p
}

// round turns a distribution into integer weights with the sum total. It rounds up the largest
// remainders.
func round(p []float64) []int {
	w, order, left := make([]int, len(p)), make([]int, len(p)), total
	for i, v := range p {
		w[i], order[i] = int(v*total), i
		left -= w[i]
	}
	slices.SortStableFunc(order, func(a, b int) int {
		ra, rb := p[a]*total-float64(w[a]), p[b]*total-float64(w[b])
		switch {
		case ra > rb:
			return -1
		case ra < rb:
			return 1
		}
		return 0
	})
	for _, i := range order[:left] {
		w[i]++
	}
	return w
}
