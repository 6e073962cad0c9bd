package exact

import (
	"cmp"
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/kernel"
)

// TestEveryRowOfARangeCounts draws answers of random problems and looks at every row of their
// ranges. Where at most two numbers range it compares the width with that of the widest range that looking at
// every row finds.
func TestEveryRowOfARangeCounts(t *testing.T) {
	kinds := map[string]func(kernel.Key) Problem{"networks": randomProblem, "trees": randomWood, "rules": randomProblem,
		"followers": func(key kernel.Key) Problem { return randomFollowers(t, key) }}
	for name, problem := range kinds {
		t.Run(name, func(t *testing.T) {
			cases := 800
			if testing.Short() {
				cases = 300
			}
			ranges, looked, known, width, widest := 0, 0, 0, 0.0, 0.0
			for seed := range cases {
				key := kernel.NewKey(uint64(seed))
				p := problem(key)
				answers := counting(p)
				if len(answers) == 0 {
					continue
				}
				answer := answers[key.Intn(500, len(answers))]
				p.MaxChanged = 0
				for i := range 60 { // rules that the answer keeps
					r := anyRule(p.Schema, p.Factual, key.Sub(501).Sub(uint64(i)))
					if name == "rules" && r.Check(p.Schema) == nil && r.Holds(p.Schema, p.Factual, answer) {
						p.Rules = append(p.Rules, r)
					}
				}
				r, ok, err := Widen(p, answer, 2000, nothing)
				if err != nil {
					t.Fatal(err)
				}
				p.Lead, p.Least = 0, 0
				if ok {
					ranges++
					all, good := p.inside(r)
					if looked += all; good < all {
						t.Fatalf("seed %d: %d of %d rows between\n%v and\n%v around\n%v do not count\n%+v", seed, all-good, all,
							r.Low, r.High, answer, p)
					}
				}
				if best, is := p.widest(answer); is {
					known++
					widest += best
					if ok {
						width += r.Widths(p.Schema)
					}
				}
			}
			t.Logf("%d ranges with %d rows; of %d whose widest is known they have %.3f of its width", ranges, looked, known,
				width/widest)
			if ranges < cases/20 || width < 0.97*widest {
				t.Errorf("%d ranges of %d; %.2f MADs of %.2f", ranges, cases, width, widest)
			}
		})
	}
}

// counting are the rows that count.
func counting(p Problem) (list [][]float64) {
	domains, _ := causal.Domains(p.Schema, nil, p.Factual)
	eachRow(p, domains, computed(p.Rules), func(row []float64) {
		if !slices.Equal(row, p.Factual) && p.good(row) {
			list = append(list, row)
		}
	})
	return list
}

func computed(rules []causal.Rule) []causal.Rule {
	return slices.DeleteFunc(slices.Clone(rules), func(r causal.Rule) bool { return r.Kind != causal.Computed })
}

// good reports whether a row inside the columns' ranges counts.
func (p *Problem) good(row []float64) bool {
	domains, _ := causal.Domains(p.Schema, nil, p.Factual)
	for j, d := range domains {
		if !d.Has(row[j]) {
			return false
		}
	}
	x := make([]float32, p.Schema.Width())
	p.Schema.Encode(row, x)
	return p.counts(Row{Values: row, Changed: 1}, p.BlackBox.Pass().Shares(x, 1))
}

// between are domains with one value of each feature but for those that range or are computed.
func (p *Problem) between(r Range) []causal.Domain {
	domains := make([]causal.Domain, len(r.Low))
	follows := causal.Follows(p.Schema, p.Rules)
	for j, f := range p.Schema.Features {
		switch d := &domains[j]; {
		case !f.Kind.Numeric():
			d.Levels = make([]bool, len(f.Levels))
			for l := range d.Levels {
				d.Levels[l] = follows[j] || float64(l) == r.Low[j]
			}
		case follows[j]:
			d.Min, d.Max = -causal.Open, causal.Open
		default:
			d.Min, d.Max = r.Low[j], r.High[j]
		}
	}
	return domains
}

// inside counts the rows of a range, and those of them that are good.
func (p *Problem) inside(r Range) (all, good int) {
	eachRow(*p, p.between(r), computed(p.Rules), func(row []float64) {
		all++
		good += b2i(p.good(row))
	})
	return all, good
}

// widest is the width of the widest range around an answer, where one or two numbers range.
func (p *Problem) widest(answer []float64) (best float64, is bool) {
	follows := causal.Follows(p.Schema, p.Rules)
	var free []int
	r := Range{slices.Clone(answer), slices.Clone(answer)}
	for j, f := range p.Schema.Features {
		v, x := answer[j], p.Factual[j]
		if !f.Kind.Numeric() || follows[j] || v == x {
			continue
		}
		free = append(free, j)
		if v > x {
			r.Low[j], r.High[j] = min(f.Round(x), v), max(v, f.Max)
		} else {
			r.Low[j], r.High[j] = min(v, f.Min), max(f.Round(x), v)
		}
	}
	if len(free) == 0 || len(free) > 2 {
		return 0, false
	}
	across, down := free[0], free[len(free)-1]
	var rows [][]float64
	var good []bool
	eachRow(*p, p.between(r), computed(p.Rules), func(row []float64) {
		sided := cmp.Compare(row[across], p.Factual[across]) == cmp.Compare(answer[across], p.Factual[across]) &&
			cmp.Compare(row[down], p.Factual[down]) == cmp.Compare(answer[down], p.Factual[down])
		rows, good = append(rows, row), append(good, sided && p.good(row))
	})
	for a := range rows { // two corners of a box around the answer
		for b := range rows {
			low, high := rows[a], rows[b]
			if low[across] > answer[across] || high[across] < answer[across] || low[down] > answer[down] ||
				high[down] < answer[down] {
				continue
			}
			by := (high[across] - low[across]) / p.Schema.Features[across].MAD
			if len(free) == 2 {
				by += (high[down] - low[down]) / p.Schema.Features[down].MAD
			}
			if by <= best {
				continue
			}
			all := true
			for i, row := range rows {
				in := low[across] <= row[across] && row[across] <= high[across] && low[down] <= row[down] &&
					row[down] <= high[down]
				if all = all && (!in || good[i]); !all {
					break
				}
			}
			if all {
				best = by
			}
		}
	}
	return best, true
}
