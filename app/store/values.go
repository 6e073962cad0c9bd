package store

import (
	"crypto/sha256"
	"encoding/hex"
	"math"
	"reflect"
	"slices"
	"strings"
)

func clamp[T int | float64](v, lo, hi T) T { return min(max(v, lo), hi) }

func number(v, lo, hi, old float64) float64 {
	if math.IsNaN(v) {
		return old
	}
	return clamp(v, lo, hi)
}

// alike reports whether two lists hold the same; nil equals empty.
func alike[T any](a, b []T) bool {
	return slices.EqualFunc(a, b, func(a, b T) bool { return reflect.DeepEqual(a, b) })
}

func samePlace[T any](a, b []T) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }

// first identifies a slice that nobody modifies.
func first[T any](list []T) *T {
	if len(list) == 0 {
		return nil
	}
	return &list[0]
}

func hashOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// oneLine returns text without line breaks, cut to at most some bytes.
func oneLine(text string, most int) string {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " ")
	for len(text) > most {
		r := []rune(text)
		text = strings.TrimSpace(string(r[:len(r)-1]))
	}
	return text
}
