package data

import "slices"

// memo reads the fields of one column and caches recent ones, because most columns repeat a few
// values. It stops caching in a column of many different values.
type memo struct {
	missing []string  // texts for missing values
	codes   []float64 // numbers for missing values
	comma   bool      // the decimal sign
	texts   bool      // nothing is read as a number

	last  [memoSize]reading
	one   reading // for fields that are not cached
	tries int     // fields looked up, up to memoTrial
	fails int     // those among them that were not cached
}

const (
	memoSize  = 64
	memoText  = 16 // longest field to cache, in bytes
	memoTrial = 1024
)

// reading is what a text means on its own.
type reading struct {
	text    string // if it is cached
	hash    uint64 // hash of the text
	missing bool
	number  bool
	n       number
	mark    int // set by the caller, initially 0
}

// read interprets a text. The next call overwrites the result.
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
