// Package digest names bytes: it is SHA-256 (FIPS 180-4) and nothing else. Files, tables
// and models are named and held to their names by it; it keeps no secret. The standard
// library's brings its self-tests, ciphers and generators along, which a worker that
// is loaded over a network would carry for nothing.
package digest

import (
	"encoding/binary"
	"encoding/hex"
	"math/bits"
)

// Size is the length of a sum.
const Size = 32

const block = 64

// Hash sums what is written to it. Its zero value is not usable; see New.
type Hash struct {
	state [8]uint32
	rest  [block]byte // of the last block
	n     uint64      // bytes written
}

// New begins a sum.
func New() *Hash {
	return &Hash{state: [8]uint32{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}}
}

// Sum256 is the sum of b.
func Sum256(b []byte) [Size]byte {
	h := New()
	h.Write(b)
	return h.Sum()
}

// Hex is the sum of b in hexadecimal.
func Hex(b []byte) string {
	sum := Sum256(b)
	return hex.EncodeToString(sum[:])
}

// Write adds bytes; it never fails.
func (h *Hash) Write(b []byte) (int, error) {
	all := len(b)
	if at := int(h.n % block); at > 0 {
		n := copy(h.rest[at:], b)
		if b = b[n:]; at+n == block {
			h.take(h.rest[:])
		}
	}
	for ; len(b) >= block; b = b[block:] {
		h.take(b[:block])
	}
	if h.n += uint64(all); len(b) > 0 && (h.n-uint64(len(b)))%block == 0 {
		copy(h.rest[:], b)
	}
	return all, nil
}

// Sum is the sum of what was written; more can be written after it.
func (h *Hash) Sum() (out [Size]byte) {
	end := *h
	pad := make([]byte, 1, 2*block)
	pad[0] = 0x80
	for (h.n+uint64(len(pad))+8)%block != 0 {
		pad = append(pad, 0)
	}
	end.Write(binary.BigEndian.AppendUint64(pad, 8*h.n))
	for i, v := range end.state {
		binary.BigEndian.PutUint32(out[4*i:], v)
	}
	return out
}

// Hex is Sum in hexadecimal.
func (h *Hash) Hex() string {
	sum := h.Sum()
	return hex.EncodeToString(sum[:])
}

// rounds are the first 32 bits of the fractional parts of the cube roots of the first
// 64 primes.
var rounds = [64]uint32{
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}

// take takes a block in. Both of its loops take eight steps in a turn, as a turn of a loop
// costs about as much as a step in WebAssembly.
func (h *Hash) take(p []byte) {
	var w [64]uint32
	for i := range 16 {
		w[i] = binary.BigEndian.Uint32(p[4*i:])
	}
	for i := 0; i < 48; i += 8 {
		v := w[i:][:24]
		v[16] = next(v[0], v[1], v[9], v[14])
		v[17] = next(v[1], v[2], v[10], v[15])
		v[18] = next(v[2], v[3], v[11], v[16])
		v[19] = next(v[3], v[4], v[12], v[17])
		v[20] = next(v[4], v[5], v[13], v[18])
		v[21] = next(v[5], v[6], v[14], v[19])
		v[22] = next(v[6], v[7], v[15], v[20])
		v[23] = next(v[7], v[8], v[16], v[21])
	}
	s := &h.state
	a, b, c, d, e, f, g, k := s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]
	for i := 0; i < 64; i += 8 {
		r, w := rounds[i:][:8], w[i:][:8]
		d, k = round(a, b, c, d, e, f, g, k+r[0]+w[0])
		c, g = round(k, a, b, c, d, e, f, g+r[1]+w[1])
		b, f = round(g, k, a, b, c, d, e, f+r[2]+w[2])
		a, e = round(f, g, k, a, b, c, d, e+r[3]+w[3])
		k, d = round(e, f, g, k, a, b, c, d+r[4]+w[4])
		g, c = round(d, e, f, g, k, a, b, c+r[5]+w[5])
		f, b = round(c, d, e, f, g, k, a, b+r[6]+w[6])
		e, a = round(b, c, d, e, f, g, k, a+r[7]+w[7])
	}
	for i, v := range [8]uint32{a, b, c, d, e, f, g, k} {
		s[i] += v
	}
}

// round is one of the 64: it returns the words that take the places of d and k, so that
// eight of them move none of the others.
func round(a, b, c, d, e, f, g, k uint32) (uint32, uint32) {
	k += (bits.RotateLeft32(e, -6) ^ bits.RotateLeft32(e, -11) ^ bits.RotateLeft32(e, -25)) + (g ^ e&(f^g))
	return d + k, k + (bits.RotateLeft32(a, -2) ^ bits.RotateLeft32(a, -13) ^ bits.RotateLeft32(a, -22)) + (a&(b^c) ^ b&c)
}

// next is the word of the schedule after these, which stand 16, 15, 7 and 2 before it.
func next(a, b, c, d uint32) uint32 {
	return a + c + (bits.RotateLeft32(b, -7) ^ bits.RotateLeft32(b, -18) ^ b>>3) + (bits.RotateLeft32(d, -17) ^ bits.RotateLeft32(d, -19) ^ d>>10)
}
