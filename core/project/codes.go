package project

import (
	"cmp"
	"slices"

	"causeway/core/document"
	"causeway/core/kernel"
)

// Codes encodes codeRows rows. A dimension of the code counts as used if its variance is at least
// codeUsed: the active units of Burda, Grosse and Salakhutdinov (2016), Importance weighted
// autoencoders.
const (
	codeRows = 400
	codeUsed = 0.01

	streamCodes = 108
)

// Codes encodes the first test rows, each with the most likely other class as its target.
func (p *Project) Codes() (out document.Codes, err error) {
	if err := p.Explains(); err != nil {
		return out, err
	}
	if err := p.HasRows(); err != nil {
		return out, err
	}
	if p.Gen.Network() == nil {
		return out, Refuse(BadInput, "This method has no latent space to draw. Train another method to see one.")
	}
	var rows [][]float64
	for _, i := range p.Split.Test[:min(len(p.Split.Test), codeRows)] {
		rows = append(rows, p.Table.Row(i, make([]float64, len(p.Schema.Features))))
	}
	if len(rows) < 2 {
		return out, Refuse(BadInput, "Fewer than two rows are held out, so there is nothing to draw. Open a longer "+
			"table.")
	}
	var target []int
	for _, a := range p.Ask(rows...) {
		out.Class, target = append(out.Class, a.Class), append(target, a.Other())
	}
	ex := EncodeRows(p.Seen, rows)
	codes, still := p.Gen.Codes(p.asks(), ex, target)
	drawn := p.Gen.Generate(p.asks(), ex, target, 1, kernel.NewKey(streamCodes))
	out.Numbers = len(codes[0])
	vary, order, all := make([]float64, out.Numbers), make([]int, out.Numbers), 0.0
	for k := range vary {
		vary[k], order[k] = variance(codes, k), k
		if all += vary[k]; vary[k] > codeUsed {
			out.Used++
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(vary[b], vary[a]) })
	out.Which = []int{order[0], order[min(1, len(order)-1)]}
	if all > 0 {
		out.Share = min((vary[out.Which[0]]+vary[out.Which[1]])/all, 1)
	}
	for i, c := range codes {
		out.X, out.Y = append(out.X, c[out.Which[0]]), append(out.Y, c[out.Which[1]])
		out.Reaches = append(out.Reaches, still.Y[i] == target[i])
		if !slices.Equal(still.Rows[i], drawn.Rows[i]) {
			out.Moved++
		}
	}
	return out, nil
}

// variance returns the variance of dimension k of the codes.
func variance(codes [][]float64, k int) float64 {
	var sum, squares float64
	for _, c := range codes {
		sum += c[k]
	}
	mean := sum / float64(len(codes))
	for _, c := range codes {
		squares += float64((c[k] - mean) * (c[k] - mean))
	}
	return squares / float64(len(codes))
}
