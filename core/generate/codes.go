package generate

import (
	"causeway/core/kernel"
)

// How many draws of the prior codes are chosen from, and on how many rows.
const (
	codeDraws = 160
	codeRows  = 300
)

// choose gives a generator its codes: one after another the draw of the prior by which most rows get their first
// answer that holds, counted three times, or a new set of changes.
func (f *Fit) choose(g *Generator) {
	codes := make([]float32, latent*codeDraws)
	kernel.Normal(f.key.Sub(streamCodes), 0, codes)
	rows := f.pool[:min(len(f.pool), codeRows)]
	p := newProposer(g, f.blackBox.Pass())
	sets := make([][codeDraws]uint64, len(rows)) // of every row, what each draw changes; 0: it does not hold
	for i, ex := range rows {
		list := []asked{ex.asked}
		made := p.rowsOf(list, codes)
		m := seeker{schema: g.schema, room: ex.room, follows: ex.follows}
		leads := leads(g.schema, p.pass, &p.ballot, made, nil, func(int) int { return ex.target })
		for c, row := range made {
			if row != nil && leads[c] > 0 && m.measure(row, leads[c]).changed > 0 {
				sets[i][c] = setOf(ex.room.Row, row, ex.follows)
			}
		}
	}
	known := make([]map[uint64]bool, len(rows))
	for i := range known {
		known[i] = map[uint64]bool{}
	}
	for k := range Codes {
		best, most := 0, -1
		for c := range codeDraws {
			worth := 0
			for i := range rows {
				if set := sets[i][c]; set != 0 && !known[i][set] {
					if worth++; len(known[i]) == 0 {
						worth += 2
					}
				}
			}
			if worth > most {
				best, most = c, worth
			}
		}
		for i := range rows {
			if set := sets[i][best]; set != 0 {
				known[i][set] = true
			}
		}
		for d := range latent {
			g.codes[d*Codes+k] = codes[d*codeDraws+best]
		}
	}
}

// setOf names the features that differ.
func setOf(x, row []float64, follows []bool) (set uint64) {
	for j, v := range x {
		if row[j] != v && !follows[j] {
			set += mix(uint64(j) + 1)
		}
	}
	return set
}
