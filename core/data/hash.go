package data

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"math"
)

// Hash returns the SHA-256 of the table, in hexadecimal. It identifies the data of a project, so it
// covers what was read but not what was fitted: Min, Max and MAD are left out. The hashed bytes
// are, in order,
//
//	"causeway table 1\n"
//	the number of features, each feature, the outcome, the number of rows
//	the columns one after the other, then the classes
//
// A feature is written as its name, kind, decimals, levels and ranks. A text is written as its
// length and its bytes, and a list as its length and its items. A count takes eight bytes, and a
// number the eight bytes of its float64, all little-endian.
func (t *Table) Hash() string {
	h := hasher{sum: sha256.New(), buf: make([]byte, 0, hashBlock)}
	h.bytes("causeway table 1\n")
	h.count(len(t.Schema.Features))
	for _, f := range t.Schema.Features {
		h.feature(f)
	}
	h.feature(t.Schema.Outcome)
	h.count(t.Rows())
	for _, c := range t.Cols {
		h.numbers(c)
	}
	for _, y := range t.Outcome {
		h.count(y)
	}
	if cuts := t.Schema.Outcome.Cuts; len(cuts) > 0 {
		h.numbers(cuts)
		h.numbers(t.Numbers)
	}
	h.flush()
	return hex.EncodeToString(h.sum.Sum(nil))
}

// hasher writes to a hash in blocks.
type hasher struct {
	sum hash.Hash
	buf []byte
}

const hashBlock = 8192

func (h *hasher) flush() {
	h.sum.Write(h.buf)
	h.buf = h.buf[:0]
}

func (h *hasher) bytes(s string) {
	if h.buf = append(h.buf, s...); len(h.buf) > hashBlock-8 {
		h.flush()
	}
}

func (h *hasher) count(n int) {
	h.buf = binary.LittleEndian.AppendUint64(h.buf, uint64(n))
	h.bytes("")
}

func (h *hasher) number(v float64) {
	h.buf = binary.LittleEndian.AppendUint64(h.buf, math.Float64bits(v))
	h.bytes("")
}

// numbers writes each number of v, a block at a time.
func (h *hasher) numbers(v []float64) {
	h.flush()
	for b := h.buf[:hashBlock]; len(v) > 0; {
		n := min(len(v), hashBlock/8)
		for i, x := range v[:n] {
			binary.LittleEndian.PutUint64(b[8*i:], math.Float64bits(x))
		}
		h.sum.Write(b[:8*n])
		v = v[n:]
	}
}

func (h *hasher) text(s string) {
	h.count(len(s))
	h.bytes(s)
}

func (h *hasher) feature(f Feature) {
	h.text(f.Name)
	h.count(int(f.Kind))
	h.count(f.Decimals)
	h.count(len(f.Levels))
	for _, l := range f.Levels {
		h.text(l)
	}
	h.count(len(f.Ranks))
	for _, r := range f.Ranks {
		h.number(r)
	}
}
