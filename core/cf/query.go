package cf

import (
	"fmt"
	"slices"

	"causeway/core/blackbox"
	"causeway/core/kernel"
	"causeway/core/nn"
	"causeway/core/search"
)

// Queries draws counterfactuals of rows for labelling. All are valid and different, at most per for
// each row. They come alternately from the generator (with the encoder's own noise and with wider
// noise) and from crossings. A crossing takes some features from a donor that the black box
// predicts as the target, so it can change anything. Crossings are needed because a generator may
// propose nothing feasible, and labels of one kind teach nothing.
func (g *Generator) Queries(blackBox blackbox.BlackBox, rows [][]float64, target []int, donors [][]float64, per int,
	key kernel.Key) []Label {
	of := make([][][]float64, blackBox.Classes()) // donors for each class
	for i, y := range g.predict(blackBox, donors) {
		of[y] = append(of[y], donors[i])
	}
	var labels []Label
	for i, row := range rows {
		key := key.Sub(uint64(i))
		own, crossed := g.widened(blackBox, row, target[i], key),
			g.crossings(blackBox, row, target[i], of[target[i]], key)
		seen := map[string]bool{fmt.Sprint(row): true}
		take := func(from *[][]float64) {
			for n := len(seen); len(*from) > 0 && len(seen) == n; *from = (*from)[1:] {
				c := (*from)[0]
				if id := fmt.Sprint(c); !seen[id] {
					seen[id] = true
					labels = append(labels, Label{Factual: row, Counterfactual: c, Target: target[i]})
				}
			}
		}
		for len(seen) <= per && len(own)+len(crossed) > 0 {
			take(&own)
			if len(seen) <= per {
				take(&crossed)
			}
		}
	}
	return labels
}

// queryDraws is the number of samples per row for each reach, and the number of crossings per row.
const queryDraws = 20

// widened returns valid samples of the generator.
func (g *Generator) widened(blackBox blackbox.BlackBox, row []float64, target int, key kernel.Key) [][]float64 {
	rows, y := g.samples(blackBox, row, target, key)
	return reaching(rows, y, target)
}

// samples returns samples of the generator and their classes, alternating between the reaches.
func (g *Generator) samples(blackBox blackbox.BlackBox, row []float64, target int, key kernel.Key) (rows [][]float64,
	y []int) {
	one := nn.Examples{X: make([]float32, g.width), Y: []int{0}, Width: g.width}
	g.schema.Encode(row, one.X)
	var outs [len(search.Reach)]Outputs
	for i, widen := range search.Reach {
		outs[i] = g.sample(blackBox, one, []int{target}, queryDraws, widen, key.Sub(uint64(i)))
	}
	for s := range queryDraws {
		for _, o := range outs {
			rows, y = append(rows, o.Rows[s]), append(y, o.Y[s])
		}
	}
	return rows, y
}

// reaching returns the rows of the target class.
func reaching(rows [][]float64, y []int, target int) (list [][]float64) {
	for i, row := range rows {
		if y[i] == target {
			list = append(list, row)
		}
	}
	return list
}

// crossings returns valid rows between a row and donors.
func (g *Generator) crossings(blackBox blackbox.BlackBox, row []float64, target int, donors [][]float64,
	key kernel.Key) [][]float64 {
	rows := crossed(row, donors, key)
	for _, c := range rows {
		g.fixed.keepIn(row, c)
	}
	return reaching(rows, g.predict(blackBox, rows), target)
}

// crossed returns rows between a row and donors.
func crossed(row []float64, donors [][]float64, key kernel.Key) [][]float64 {
	if len(donors) == 0 {
		return nil
	}
	order := make([]int, len(row))
	var tries [][]float64
	for i := range queryDraws {
		k := key.Sub(streamCross).Sub(uint64(i))
		donor, c := donors[k.Intn(0, len(donors))], slices.Clone(row)
		k.Sub(0).Perm(order)
		for _, j := range order[:1+k.Intn(1, len(order))] {
			c[j] = donor[j]
		}
		tries = append(tries, c)
	}
	return tries
}

// predict returns the classes that the black box predicts for rows.
func (g *Generator) predict(blackBox blackbox.BlackBox, rows [][]float64) []int {
	y := make([]int, len(rows))
	if len(rows) > 0 {
		nn.Best(blackBox.Pass().Shares(g.encode(rows), len(rows)), y)
	}
	return y
}
