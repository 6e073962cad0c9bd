package cf

import (
	"causeway/core/kernel"
	"causeway/core/nn"
)

// Sample implements blackbox.Sampler: decoded rows, with the latent noise as wide as
// they are to reach. A generator that decodes actions needs its black box before, see Under.
func (g *Generator) Sample(row []float64, target, n int, reach float32, key kernel.Key) [][]float64 {
	if g.Acts() {
		return g.actor(g.asked, g.rules).Sample(row, target, n, reach, key)
	}
	m := g.maker()
	defer g.idle.Put(m)
	return drawer{m, new(desk)}.Sample(row, target, n, reach, key)
}

// drawer samples a generator again and again in the room of a Maker, and writes on a desk.
type drawer struct {
	*Maker
	on *desk
}

func (d drawer) Sample(row []float64, target, n int, reach float32, key kernel.Key) [][]float64 {
	if n == 0 {
		return nil
	}
	g, x := d.g, nn.Grow(&d.x, d.g.width)
	g.schema.Encode(row, x)
	d.Widen(reach)
	soft := g.net.Forward(&d.tape, x, []int{target}, n, nn.Eval, key.Sub(0), kernel.Key{})
	g.finish(&d.causes, x, 1, soft, n)
	hard := nn.Grow(&d.hard, len(soft))
	g.decodeBeside(x, 1, soft, hard, n)
	rows, all := d.on.rows.take(n), d.on.numbers.take(n*len(g.groups))
	for e := range rows {
		rows[e] = all[e*len(row) : (e+1)*len(row) : (e+1)*len(row)]
	}
	g.decoded(hard, 0, n, rows)
	for _, made := range rows {
		g.fixed.keepIn(row, made)
	}
	return rows
}
