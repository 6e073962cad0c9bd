// Package hostile changes valid files in the way of somebody who wants a reader to fail. It uses
// the structure of a file, changes one thing in it, and corrects lengths and hashes, so that the
// change reaches the deeper layers of the reader. It does not depend on any reader. In its tests,
// every reader of bytes from outside reads the same corpus natively and in WebAssembly, within
// limits of memory and time. Start reading at the table of readers there. The Parquet reader is
// written in JavaScript and runs in node.
package hostile

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
)

// Script determines the changes. Every choice uses two of its bytes, so that a fuzzer can vary
// one choice and keep the others. If no bytes remain, the first option is chosen.
type Script []byte

func (s *Script) pick(n int) int {
	if len(*s) < 2 || n < 2 {
		return 0
	}
	v := int(binary.BigEndian.Uint16(*s))
	*s = (*s)[2:]
	return v % n
}

// Numbers lists texts of numbers that programs read differently or cannot handle.
var Numbers = []string{
	"NaN", "0", "-1", "1e300", "0.5", "9223372036854775808", "-9223372036854775809", "inf", "-Infinity", "-0", "1",
	"2147483647", "2147483648",
	"-2147483649", "4294967296", "9007199254740993", "9223372036854775807", "18446744073709551616", "-1e300", "1e-320",
	"1e999", "256", "65536", "", "0x10",
}

var floats = []float64{
	math.NaN(), 0, -1, 1e300, 0.5, 1 << 63, -(1 << 63), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 1,
	math.MaxInt32, 1 << 31,
	math.MinInt32 - 1, 1 << 32, 1<<53 + 2, -1e300, 1e-320, math.MaxFloat64, 256, 65536, 1e6, 1e15,
}

var wholes = []int{0, -1, 1, math.MaxInt64, math.MinInt64, 1 << 31, math.MaxInt32, math.MinInt32, 1 << 32, 255, 256,
	65535, 1 << 20, 1 << 40, 2, 3}

// Bytes changes, adds or removes some bytes.
func Bytes(b []byte, s Script) []byte {
	b = slices.Clone(b)
	for range 1 + s.pick(3) {
		b = aByte(b, &s)
	}
	return b
}

func aByte(b []byte, s *Script) []byte {
	how, at := s.pick(8), s.pick(len(b))
	rest := b[min(at, len(b)):]
	switch how {
	case 0:
		if len(rest) > 0 {
			rest[0] ^= 1 << s.pick(8)
		}
	case 1:
		return b[:at]
	case 2: // a number of any width, in either byte order
		var raw [8]byte
		bits := math.Float64bits(floats[s.pick(len(floats))])
		if s.pick(2) == 1 {
			bits = uint64(wholes[s.pick(len(wholes))])
		}
		if binary.LittleEndian.PutUint64(raw[:], bits); s.pick(2) == 1 {
			slices.Reverse(raw[:])
		}
		copy(rest, raw[:])
	case 3:
		n := 4 << s.pick(2)
		if at = at / n * n; at+n <= len(b) {
			v := floats[s.pick(len(floats))]
			if n == 4 {
				binary.LittleEndian.PutUint32(b[at:], math.Float32bits(float32(v)))
			} else {
				binary.LittleEndian.PutUint64(b[at:], math.Float64bits(v))
			}
		}
	case 4:
		return append(b, rest...)
	case 5:
		n := min(len(rest), 1<<s.pick(8))
		return slices.Delete(b, at, at+n)
	case 6:
		return slices.Insert(b, at, bytes.Repeat([]byte{byte(s.pick(256))}, 1<<s.pick(12))...)
	case 7:
		n := min(len(rest), 1<<s.pick(6))
		return slices.Insert(b, at, rest[:n]...)
	}
	return b
}

// Text changes numbers, words and lines.
func Text(b []byte, s Script) []byte {
	b = slices.Clone(b)
	for range 1 + s.pick(3) {
		switch at := s.pick(len(b)); s.pick(8) {
		case 0, 1, 2:
			from, to := numberAt(b, at)
			b = slices.Replace(b, from, to, []byte(Numbers[s.pick(len(Numbers))])...)
		case 3:
			from, to := lineAt(b, at)
			b = slices.Delete(b, from, to)
		case 4:
			from, to := lineAt(b, at)
			b = slices.Insert(b, from, b[from:to]...)
		case 5: // a word from another position
			from, to := wordAt(b, at)
			other, end := wordAt(b, s.pick(len(b)))
			b = slices.Replace(b, from, to, slices.Clone(b[other:end])...)
		case 6:
			from, to := wordAt(b, at)
			b = slices.Replace(b, from, to, bytes.Repeat(slices.Clone(b[from:to]), 1<<s.pick(8))...)
		case 7:
			b = aByte(b, &s)
		}
	}
	return b
}

// EachNumber returns copies of the text in which each of its numbers in turn is replaced by each
// of Numbers. For long texts it skips copies evenly and returns at most most of them.
func EachNumber(b []byte, most int) (list [][]byte) {
	var at [][2]int
	for i := 0; i < len(b); {
		from, to := numberAt(b, i)
		if from == to {
			break
		}
		at, i = append(at, [2]int{from, to}), to
	}
	all := len(at) * len(Numbers)
	for i := range min(all, most) {
		k := i * all / min(all, most)
		where := at[k/len(Numbers)]
		list = append(list, slices.Concat(b[:where[0]], []byte(Numbers[k%len(Numbers)]), b[where[1]:]))
	}
	return list
}

// numberAt finds the first number from a position on.
func numberAt(b []byte, at int) (from, to int) {
	digit := func(c byte) bool { return c >= '0' && c <= '9' }
	for at < len(b) && !digit(b[at]) {
		at++
	}
	from = at
	if from > 0 && b[from-1] == '-' {
		from--
	}
	for to = at; to < len(b) && (digit(b[to]) || bytes.IndexByte([]byte(".eE+-"), b[to]) >= 0); to++ {
	}
	return min(from, to), to
}

func lineAt(b []byte, at int) (from, to int) {
	from = bytes.LastIndexByte(b[:min(at, len(b))], '\n') + 1
	if to = bytes.IndexByte(b[from:], '\n') + from + 1; to == from {
		to = len(b)
	}
	return from, to
}

func wordAt(b []byte, at int) (from, to int) {
	inside := func(c byte) bool { return c|32 >= 'a' && c|32 <= 'z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80 }
	for from = min(at, len(b)); from > 0 && inside(b[from-1]); from-- {
	}
	for to = from; to < len(b) && inside(b[to]); to++ {
	}
	return from, to
}
