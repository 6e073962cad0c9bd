package data

import "slices"

// memo reads the fields of one column and remembers those that it read last, as most columns
// say few things again and again. It forgets to where they do not.
type memo struct {
	missing []string  // what stands for no value
	codes   []float64 // numbers that do
	comma   bool      // the decimal sign
	texts   bool      // nothing is read as a number

	last  [memoSize]reading
	one   reading // that is not remembered
	tries int     // fields, up to memoTrial
	fails int     // those of them that were not remembered
}

const (
	memoSize  = 64
	memoText  = 16 // bytes of a field that is remembered
	memoTrial = 1024
)

// reading is what a text means on its own.
type reading struct {
	text    string // where it is remembered
	hash    uint64 // of the text
	missing bool
	number  bool
	n       number
	mark    int // what its reader notes of it, at first 0
}

// read says what a text says. It is overwritten by a later read.
func (m *memo) read(s string) *reading {
	f, h := &m.one, hashOf(s)
	if 0 < len(s) && len(s) <= memoText && (m.tries < memoTrial || m.fails < memoTrial/2) {
		f = &m.last[(h^h>>32)%memoSize]
		known := f.text == s
		if m.tries < memoTrial {
			if m.tries++; !known {
				m.fails++
			}
		}
		if known {
			return f
		}
		f.text = s
	}
	f.hash, f.missing, f.number, f.mark = h, oneOf(s, m.missing), false, 0
	if !f.missing && !m.texts {
		f.n, f.number = readNumber(s, m.comma)
		f.missing = f.number && slices.Contains(m.codes, f.n.v)
	}
	return f
}
