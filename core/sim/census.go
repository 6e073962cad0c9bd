package sim

import (
	"slices"
	"strings"

	"causeway/assets"
	"causeway/core/data"
)

// CensusRows is the number of rows of the paper's Adult table.
const CensusRows = 15_691

// Census samples a table that resembles the paper's Adult but contains none of its rows. The
// schema is the one of the recipe "adult", and rows are drawn from a Bayesian network over its
// columns,
//
//	income, age, gender, marital_status, education, occupation, workclass, race,
//	hours_per_week, each given some of the variables before it
//
// whose probability tables cmd/fitcensus fits to Adult. This is only the order of sampling, not a
// causal claim. The sample satisfies the paper's selection of rows (age above 35 and low income,
// or below 45 and high income) and reproduces the marginals and the dependences of pairs.
// Dependences of three or more columns are reproduced only as far as the tables contain them.
// Rows 0 to n-1 are the same for every number of rows.
func Census(rows int, seed uint64) *data.Table {
	return people(readNetwork(assets.Census), data.AdultSchema(), rows, seed)
}

// Workers samples full-time workers, with 35 or more hours a week. Like Census, it uses the
// columns of Adult, but all of its rows: the share of high earners rises with age and levels off.
// Education has eight different levels, in the order of schooling.
func Workers(rows int, seed uint64) *data.Table {
	return people(readNetwork(assets.Workers), WorkersSchema(), rows, seed)
}

// WorkersSchema returns the schema of Workers.
func WorkersSchema() data.Schema {
	s := data.AdultSchema()
	f := &s.Features[s.Index("education")]
	f.Levels, f.Ranks = []string{"School", "HS-grad", "Some-college", "Assoc", "Bachelors", "Masters", "Prof-school",
		"Doctorate"}, nil
	return s
}

// people draws rows of a schema from a network over its columns, with the outcome as its root.
func people(net []variable, schema data.Schema, rows int, seed uint64) *data.Table {
	t := &data.Table{Schema: schema, Outcome: make([]int, rows)}
	for range t.Schema.Features {
		t.Cols = append(t.Cols, make([]float64, rows))
	}
	column := make([]int, len(net)) // column of each variable, or -1
	for v := range net {
		column[v] = t.Schema.Index(net[v].name)
	}
	s, state := newSource(seed), make([]int, len(net))
	for i := range rows {
		for v := range net {
			state[v] = net[v].draw(s, state)
			if j := column[v]; j >= 0 {
				t.Cols[j][i] = float64(net[v].first + state[v])
			}
		}
		t.Outcome[i] = state[0] // the root
	}
	return t
}

// variable is a node in a Bayesian network of discrete variables. Its state is drawn with the
// weights for its parents' states, or follows from a number that was drawn before.
type variable struct {
	name    string
	parents []int   // indices of earlier variables
	sizes   []int   // their numbers of states
	lines   [][]int // weights of the states, with the first parent varying slowest
	first   int     // for a number, the value of state 0

	of, ofFirst int   // for a band: the number, and the first value of that number
	cuts        []int // first values of the second band, the third, ...
}

// states returns the number of states.
func (v *variable) states() int {
	if v.cuts != nil {
		return len(v.cuts) + 1
	}
	return len(v.lines[0])
}

func (v *variable) draw(s *source, state []int) int {
	if v.cuts != nil {
		n := 0
		for _, c := range v.cuts {
			if state[v.of]+v.ofFirst >= c {
				n++
			}
		}
		return n
	}
	line := 0
	for i, p := range v.parents {
		line = line*v.sizes[i] + state[p]
	}
	total := 0
	for _, w := range v.lines[line] {
		total += w
	}
	u := int(s.uniform() * float64(total))
	for k, w := range v.lines[line] {
		if u < w {
			return k
		}
		u -= w
	}
	panic("sim: draw: the weights of " + v.name + " are not what they were")
}

// readNetwork reads the bundled tables, see assets/census.txt. It panics if they are invalid,
// because that is our own mistake.
func readNetwork(text string) []variable {
	var net []variable
	first := map[string]int{}
	at := func(name string) int {
		i := slices.IndexFunc(net, func(v variable) bool { return v.name == name })
		if i < 0 {
			panic("sim: readNetwork: no variable " + name)
		}
		return i
	}
	for l := range strings.Lines(text) {
		words := strings.Fields(l)
		switch words[0] {
		case "#":
		case "number":
			first[words[1]] = whole(words[2:])[0]
		case "band":
			of := at(words[2])
			net = append(net, variable{name: words[1], of: of, ofFirst: net[of].first, cuts: whole(words[3:])})
		case "table":
			v := variable{name: words[1], first: first[words[1]]}
			for _, p := range words[2:] {
				i := at(p)
				v.parents, v.sizes = append(v.parents, i), append(v.sizes, net[i].states())
			}
			net = append(net, v)
		case "=":
			v := &net[len(net)-1]
			v.lines = append(v.lines, v.lines[len(v.lines)-1])
		default:
			v := &net[len(net)-1]
			v.lines = append(v.lines, whole(words))
		}
	}
	return net
}

func whole(words []string) []int {
	list := make([]int, len(words))
	for i, v := range numbers(words) {
		list[i] = int(v)
	}
	return list
}
