package cf

import (
	"causeway/core/kernel"
	"causeway/core/nn"
)

// draw is Generate of one row for a search, with the latent noise widened: the
// decoded rows alone, and how many of them reach the target.
func (s *searcher) draw(one nn.Examples, samples int, widen float32, key kernel.Key) (rows [][]float64, valid int) {
	if samples == 0 {
		return nil, 0
	}
	s.latent.Widen = widen
	soft := s.net.Forward(&s.latent, one.X, []int{s.target}, samples, nn.Eval, key.Sub(0), kernel.Key{})
	s.end.apply(one.X, 1, soft, samples)
	hard := make([]float32, len(soft))
	s.decode(soft, hard, samples)
	best := make([]int, samples)
	nn.Best(s.blackBox.Shares(&s.tape, hard, samples, nn.Eval), best)
	for e, y := range best {
		if y == s.target {
			valid++
		}
		rows = append(rows, s.rowOf(hard, e, samples))
	}
	return rows, valid
}
