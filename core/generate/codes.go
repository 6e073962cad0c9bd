package generate

import (
	"slices"

	"causeway/core/kernel"
)

// Codes are chosen among codeDraws draws from the prior, judged on codeRows rows, or on fewer in
// wide tables.
const (
	codeDraws  = 160
	codeRows   = 300
	codeInputs = 60_000 // of all rows
)

// choose picks the generator's codes one at a time. Each time, it takes the draw from the prior
// that adds most. A draw scores three for each row that gets its first valid answer, and one for
// each new set of changes that are all needed.
func (f *Fit) choose(g *Generator) {
	codes := make([]float32, latent*codeDraws)
	kernel.Normal(f.key.Sub(streamCodes), 0, codes)
	rows := f.pool[:min(len(f.pool), codeRows, max(codeInputs/g.width, 1))]
	p := newProposer(g, f.blackBox.Pass())
	sets := make([][]uint64, len(rows)) // by row and draw: the features changed, or 0 if invalid
	fresh := make([]map[uint64]int, len(rows))
	for i, ex := range rows {
		sets[i], fresh[i] = f.setsOf(p, ex, codes)
	}
	held := make([]bool, len(rows))
	for k := range Codes {
		best, most := 0, -1
		for c := range codeDraws {
			worth := 0
			for i := range rows {
				if set := sets[i][c]; set != 0 {
					if worth += fresh[i][set]; !held[i] {
						worth += 3
					}
				}
			}
			if worth > most {
				best, most = c, worth
			}
		}
		for i := range rows {
			if set := sets[i][best]; set != 0 {
				held[i], fresh[i][set] = true, 0
			}
		}
		for d := range latent {
			g.codes[d*Codes+k] = codes[d*codeDraws+best]
		}
	}
}

// setsOf returns a hash of the features that each code changes in a row, or 0 if the result is
// not valid. needed maps a set to 1 if all of its changes are needed in at least one of the first
// two rows with that set.
func (f *Fit) setsOf(p *proposer, ex *example, codes []float32) (sets []uint64, needed map[uint64]int) {
	made, s := p.decoded([]asked{ex.asked}, codes, false), f.seek
	s.enter(ex.asked)
	sets, needed = make([]uint64, len(made)), map[uint64]int{}
	tried := map[uint64]int{}
	for c, l := range slices.Clone(s.leads(made)) {
		if row := made[c]; row != nil && l > 0 {
			a := s.measure(row, l)
			if a.changed == 0 {
				continue
			}
			set := setOf(changes(ex.room.Row, row, ex.follows))
			if sets[c] = set; needed[set] == 0 && tried[set] < 2 {
				tried[set]++
				needed[set] = int(flag(a.changed == 1 || s.undo(a).changed == a.changed))
			}
		}
	}
	return sets, needed
}

// changes returns the features, other than computed ones, in which row differs from x.
func changes(x, row []float64, follows []bool) (list []int) {
	for j, v := range x {
		if row[j] != v && !follows[j] {
			list = append(list, j)
		}
	}
	return list
}

// setOf returns a hash of a set of features.
func setOf(features []int) (set uint64) {
	for _, j := range features {
		set += mix(uint64(j) + 1)
	}
	return set
}
