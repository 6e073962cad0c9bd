package study

import (
	"slices"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/exact"
	"causeway/core/kernel"
	"causeway/core/model"
)

// Line changes a single feature, only as far as necessary. A method has learned something useful
// only if it outperforms Line.
const Line model.Method = "line"

func init() { ways[Line] = (*Bench).line }

// line answers rows by the method Line under a setting.
type line struct {
	b       *Bench
	s       Setting
	told    *laws
	clear   *exact.Clear
	actable []int
	rules   map[int][]causal.Rule // for each feature acted on: the hard rules and the rules for all consequences
}

func (b *Bench) line(s Setting) (blackbox.Answerer, float64, error) {
	told, err := b.lawsForMethod(s)
	if err != nil {
		return nil, 0, err
	}
	l := line{b, s, told, exact.NewClear(b.Table.Schema, b.BlackBox), nil, map[int][]causal.Rule{}}
	computed := causal.Follows(b.Table.Schema, s.Hard)
	for j := range b.Table.Schema.Features {
		if computed[j] || told.state(j) == causal.Following {
			continue
		}
		l.actable, l.rules[j] = append(l.actable, j), s.Hard
		if told != nil {
			rest := slices.DeleteFunc(slices.Clone(told.all), func(v int) bool { return v == j })
			follow, err := told.boundLaws(0).scm.Followers(rest, nil)
			if err != nil {
				return nil, 0, err
			}
			l.rules[j] = append(slices.Clone(s.Hard), follow...)
		}
	}
	return l, 0, nil
}

// Answers implements blackbox.Answerer. It uses no random numbers.
func (l line) Answers(rows [][]float64, target []int, _ kernel.Key) [][]float64 {
	out := make([][]float64, len(rows))
	for i, factual := range rows {
		domains, blocked := causal.Domains(l.b.Table.Schema, l.s.Hard, factual)
		if blocked >= 0 {
			continue
		}
		least := 0.0
		for _, j := range l.actable {
			for _, row := range l.along(factual, j, domains[j], target[i]) {
				if _, far := l.told.actions(l.b.Table.Schema, l.s.Hard, 0, factual, row); out[i] == nil || far < least {
					out[i], least = row, far
				}
			}
		}
	}
	return out
}

// lineSteps is how many values Line tries on either side of a number.
const lineSteps = 128

// along returns the valid rows that differ by an action on feature j alone. For a number, these are
// the nearest on either side; for levels, all valid ones.
func (l line) along(factual []float64, j int, d causal.Domain, target int) (rows [][]float64) {
	f := l.b.Table.Schema.Features[j]
	for k := range d.Levels {
		if d.Levels[k] {
			if row := l.holds(factual, j, float64(k), target); row != nil {
				rows = append(rows, row)
			}
		}
	}
	if !f.Kind.Numeric() {
		return rows
	}
	for _, end := range []float64{d.Min, d.Max} {
		x, last := factual[j], factual[j]
		for i := 1; i <= lineSteps; i++ {
			v := f.Round(x + float64((end-x)*float64(i)/lineSteps))
			row := l.holds(factual, j, v, target)
			if row == nil {
				last = v
				continue
			}
			rows = append(rows, l.nearer(f, factual, row, j, last, target))
			break
		}
	}
	return rows
}

// nearer bisects the interval between an invalid value of feature j and a valid row.
func (l line) nearer(f data.Feature, factual, row []float64, j int, from float64, target int) []float64 {
	for {
		mid := f.Round(from/2 + row[j]/2)
		if mid == from || mid == row[j] {
			return row
		}
		if r := l.holds(factual, j, mid, target); r != nil {
			row = r
		} else {
			from = mid
		}
	}
}

// holds sets feature j to v, adds the consequences and returns the row, or nil if the row is not an
// answer.
func (l line) holds(factual []float64, j int, v float64, target int) []float64 {
	if v == factual[j] {
		return nil
	}
	row := slices.Clone(factual)
	row[j] = v
	schema := causal.Fine(l.b.Table.Schema, l.rules[j])
	causal.Compute(schema, l.rules[j], factual, row)
	if lead, rounding := l.clear.Lead(row, target); lead-rounding <= l.s.Lead ||
		!causal.AllHold(schema, l.s.Hard, factual, row) {
		return nil
	}
	return row
}
