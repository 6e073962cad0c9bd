package project

import (
	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/metric"
)

// streamRating is a stream of random numbers derived from a training's seed. Package cf uses
// others.
const streamRating = 101

// Rating holds one counterfactual of a generator for each test row.
type Rating struct {
	Soft, Decoded metric.Pairs
	Took          float64 // how long generating them took, in units of the clock
}

// PerThousand returns the time for a thousand counterfactuals.
func (r Rating) PerThousand() float64 {
	return r.Took / float64(max(len(r.Decoded.Factual), 1)) * 1000
}

// Rate generates a counterfactual for every test row. It calls tick regularly.
func (p *Project) Rate(g *cf.Generator, seed uint64, clock func() float64, tick func() error) (Rating, error) {
	return p.rate(g, p.Split.Test, seed, clock, tick)
}

// mostGlanced is the largest number of rows in a Glance.
const mostGlanced = 100

// Glance generates counterfactuals for the first validation rows, always with the same noise, so
// that people can watch a training.
func (p *Project) Glance(g *cf.Generator, seed uint64) metric.Pairs {
	free := func() float64 { return 0 }
	r, _ := p.rate(g, p.Split.Val[:min(len(p.Split.Val), mostGlanced)], seed, free, func() error { return nil })
	return r.Decoded
}

func (p *Project) rate(g *cf.Generator, of []int, seed uint64, clock func() float64, tick func() error) (Rating,
	error) {
	const part = 1000
	s, key := p.Table.Schema, kernel.NewKey(seed).Sub(streamRating)
	r := Rating{Soft: metric.Pairs{Schema: s}, Decoded: metric.Pairs{Schema: s}}
	for from := 0; from < len(of); from += part {
		if err := tick(); err != nil {
			return r, err
		}
		rows := of[from:min(from+part, len(of))]
		ex := Examples(p.Table, rows)
		target := cf.Predict(p.BlackBox.Differentiable, ex)
		for i, y := range target {
			target[i] = cf.Target(y, s.Classes(), key, uint32(from+i))
		}
		began := clock()
		out := g.Generate(p.BlackBox.Differentiable, ex, target, 1, key.Sub(uint64(from)))
		r.Took += clock() - began
		for _, i := range rows {
			r.Decoded.Factual = append(r.Decoded.Factual, p.Table.Row(i, nil))
		}
		out.Beside(s, r.Decoded.Factual[from:])
		r.Decoded.Target = append(r.Decoded.Target, target...)
		r.Decoded.Counterfactual, r.Decoded.Class = append(r.Decoded.Counterfactual, out.Rows...),
			append(r.Decoded.Class, out.Y...)
		r.Soft.Counterfactual, r.Soft.Class = append(r.Soft.Counterfactual, out.Soft...),
			append(r.Soft.Class, out.SoftY...)
	}
	r.Soft.Factual, r.Soft.Target = r.Decoded.Factual, r.Decoded.Target
	return r, nil
}

// Kept returns the share of pairs that keep each rule, the share that keep all rules, and for each
// pair whether it keeps all.
func Kept(s data.Schema, rules []causal.Rule, pairs metric.Pairs) (each []float64, all float64, rows []bool) {
	each = make([]float64, len(rules))
	n := float64(max(len(pairs.Factual), 1))
	for i, row := range pairs.Factual {
		broken := 0
		for j, r := range rules {
			if r.Holds(s, row, pairs.Counterfactual[i]) {
				each[j]++
			} else {
				broken++
			}
		}
		if rows = append(rows, broken == 0); broken == 0 {
			all++
		}
	}
	for j := range each {
		each[j] /= n
	}
	return each, all / n, rows
}
