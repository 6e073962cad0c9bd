// Package discover compares the causal graph that a person draws with a table. It answers these
// questions: How strongly does every effect depend on its causes? Which implied independences do
// not hold? Which edges would a search propose? How well does a mechanism match the points, and
// how often do similar rows break a rule?
//
// The package never changes a graph. Its tests detect linear dependence of scores and dependence
// of levels. They can contradict a causal claim but cannot confirm one. Its arithmetic produces
// the same bits on every machine. Start reading at Check and Search.
package discover

import (
	"math"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
)

// Limits of a sample.
const (
	maxRows   = 20_000    // larger samples are thinned out evenly
	maxValues = 4_000_000 // the same applies to very wide tables
	maxInputs = 15        // for a category: one for each of its most frequent levels
)

// Sample holds rows of a table as standardised inputs, and the correlations computed so far. A
// scored feature is one input. A category has one indicator for each level except the last, in
// order of frequency. If it has many levels, the rare ones are combined.
type Sample struct {
	Schema data.Schema
	table  *data.Table
	rows   []int
	cols   []column
	blocks [][]float64 // correlations of features i <= j at i*features+j, inputs of i × inputs of j
	matrix [][]float64 // scratch memory of Test
	effort int         // approximate number of multiplications in all tests so far
}

// column is a feature as inputs.
type column struct {
	inputs int
	score  []float64 // for a scored feature, mean 0 and variance 1
	level  []int     // for a category, the input that is 1, or -1
	share  []float64 // for a category, the mean of each input
}

// NewSample uses rows of a table, which must not change afterwards.
func NewSample(t *data.Table, rows []int) *Sample {
	n := len(t.Schema.Features)
	s := &Sample{Schema: t.Schema, table: t, rows: thin(rows, min(maxRows, maxValues/n)),
		blocks: make([][]float64, n*n)}
	for j, f := range t.Schema.Features {
		if causal.Scored(f) {
			s.cols = append(s.cols, s.scored(j))
		} else {
			s.cols = append(s.cols, s.category(j))
		}
	}
	return s
}

// Rows returns the number of rows in the sample.
func (s *Sample) Rows() int { return len(s.rows) }

// thin keeps at most n evenly spaced rows.
func thin(rows []int, n int) []int {
	if len(rows) <= n {
		return rows
	}
	kept := make([]int, n)
	for i := range kept {
		kept[i] = rows[i*len(rows)/n]
	}
	return kept
}

// scored standardises the scores of a feature. A constant has no input.
func (s *Sample) scored(j int) column {
	f, z := s.Schema.Features[j], make([]float64, len(s.rows))
	for n, i := range s.rows {
		z[n] = causal.Score(f, s.table.Cols[j][i])
	}
	m := sum(z) / float64(len(z))
	for n := range z {
		z[n] -= m
	}
	d := math.Sqrt(dot(z, z) / float64(len(z)))
	if !(d > 1e-12*math.Abs(m)) || len(z) == 0 {
		return column{}
	}
	for n := range z {
		z[n] /= d
	}
	return column{inputs: 1, score: z}
}

func (s *Sample) category(j int) column {
	counts := make([]int, len(s.Schema.Features[j].Levels))
	for _, i := range s.rows {
		counts[int(s.table.Cols[j][i])]++
	}
	var order []int // levels that occur, most frequent first
	for l, c := range counts {
		if c > 0 {
			order = append(order, l)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return counts[b] - counts[a] })
	c := column{inputs: max(0, min(len(order)-1, maxInputs)), level: make([]int, len(s.rows))}
	input := slices.Repeat([]int{-1}, len(counts))
	for k, l := range order[:c.inputs] {
		input[l] = k
		c.share = append(c.share, float64(counts[l])/float64(len(s.rows)))
	}
	for n, i := range s.rows {
		c.level[n] = input[int(s.table.Cols[j][i])]
	}
	return c
}

// block returns the correlations of the inputs of two features, i <= j.
func (s *Sample) block(i, j int) []float64 {
	at := i*len(s.cols) + j
	if s.blocks[at] == nil {
		s.blocks[at] = correlate(s.cols[i], s.cols[j], len(s.rows))
	}
	return s.blocks[at]
}

// correlate returns the correlations of two columns, inputs of a × inputs of b.
func correlate(a, b column, rows int) []float64 {
	out := make([]float64, a.inputs*b.inputs)
	if len(out) == 0 {
		return out
	}
	n := float64(rows)
	switch {
	case a.level == nil && b.level == nil:
		out[0] = dot(a.score, b.score) / n
	case a.level == nil:
		byLevel(out, b.level, a.score)
		b.spread(out, n)
	case b.level == nil:
		byLevel(out, a.level, b.score)
		a.spread(out, n)
	default:
		counts := make([]int, len(out))
		for r, l := range a.level {
			if l >= 0 && b.level[r] >= 0 {
				counts[l*b.inputs+b.level[r]]++
			}
		}
		for k, c := range counts {
			p, q := a.share[k/b.inputs], b.share[k%b.inputs]
			out[k] = (float64(c)/n - float64(p*q)) / math.Sqrt(float64(p*(1-p))*float64(q*(1-q)))
		}
	}
	return out
}

// byLevel sums scores by the level of their row.
func byLevel(sums []float64, level []int, score []float64) {
	for r, l := range level {
		if l >= 0 {
			sums[l] += score[r]
		}
	}
}

// spread turns sums of standardised scores by level into correlations.
func (c column) spread(sums []float64, n float64) {
	for k, p := range c.share {
		sums[k] = sums[k] / n / math.Sqrt(float64(p*(1-p)))
	}
}

func sum(v []float64) float64 {
	s := 0.0
	for _, x := range v {
		s += x
	}
	return s
}

func dot(a, b []float64) float64 {
	s := 0.0
	for i, x := range a {
		s += float64(x * b[i])
	}
	return s
}
