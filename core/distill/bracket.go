package distill

import "math"

// bracket is how far one number of an answer has to go where all else stays as it is in the
// answer: farther than to low, and no farther than it goes.
type bracket struct {
	at   int     // the number; -1 where none is known
	low  float64 // the farthest of its values that is known to miss, perhaps the factual's
	lead float32 // the target's there
}

// A bracket is cut where its number would reach the target if the lead were to rise evenly
// from low, and so many times as far, but not nearer to its ends than a share of it.
const (
	cutPast = 1.1
	cutEnds = 0.15
)

// begin makes a bracket of the number that goes farthest, by what is said where it is undone.
func (p *proposer) begin(q *asked, a *answer, b *bracket) {
	s, n, most := &p.swaps, 0, 0.0
	for j, x := range q.room.Row {
		if a.row[j] == x || q.follows[j] {
			continue
		}
		if cost := p.price(q, a, j); p.schema.Features[j].Kind.Numeric() && cost > most {
			copy(s.state, s.undone[n*len(s.state):])
			if lead := s.lead(q.target); lead <= 0 {
				*b, most = bracket{j, x, lead}, cost
			}
		}
		n++
	}
}

// cut writes the last row: an answer whose number goes to where its bracket is cut. It
// returns the rest of the rows.
func (p *proposer) cut(q *asked, a *answer, b *bracket, dst [][]float64) [][]float64 {
	if b.at < 0 || len(dst) == 0 {
		return dst
	}
	by := float64(b.lead/(b.lead-a.lead)) * cutPast
	by = min(max(by, cutEnds), 1-cutEnds)
	f := &p.schema.Features[b.at]
	v := f.Round(b.low + float64((a.row[b.at]-b.low)*by))
	if !inside(v, b.low, a.row[b.at]) || math.Abs(v-a.row[b.at]) < worth*f.MAD {
		return dst
	}
	copy(p.wished, a.row)
	p.wished[b.at] = v
	last := len(dst) - 1
	if dst[last] = p.near(q); dst[last] == nil {
		return dst
	}
	return dst[:last]
}

// missed notes that a row misses the target which differs from the answer in how far one
// number goes.
func (b *bracket) missed(p *proposer, q *asked, answer, row []float64, lead float32) {
	j := p.differs(q, answer, row)
	if j < 0 || !inside(row[j], q.room.Row[j], answer[j]) {
		return
	}
	if b.at != j || inside(row[j], b.low, answer[j]) {
		*b = bracket{j, row[j], lead}
	}
}

// turn notes that another row takes the place of an answer: what is known of a number stays
// known where only this goes less far.
func (b *bracket) turn(p *proposer, q *asked, answer, row []float64) {
	if b.at >= 0 && (p.differs(q, answer, row) != b.at || !inside(row[b.at], b.low, answer[b.at])) {
		b.at = -1
	}
}

// differs is the number in which alone rows differ but for what rules compute, or -1.
func (p *proposer) differs(q *asked, a, b []float64) int {
	at := -1
	for j, v := range a {
		if v == b[j] || q.follows[j] {
			continue
		}
		if at >= 0 || !p.schema.Features[j].Kind.Numeric() {
			return -1
		}
		at = j
	}
	return at
}

// inside reports whether v lies between two others.
func inside(v, a, b float64) bool { return min(a, b) < v && v < max(a, b) }
