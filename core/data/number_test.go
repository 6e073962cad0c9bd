package data

import (
	"math"
	"strconv"
	"testing"
)

func TestParseNumber(t *testing.T) {
	cases := []struct {
		text     string
		comma    bool
		v        float64
		decimals int
		ok       bool
		why      string
	}{
		{"39", false, 39, 0, true, "a whole number"},
		{"-3.140", false, -3.14, 3, true, "decimals count as written"},
		{"+.5", false, 0.5, 1, true, "no digit before the point"},
		{"5.", false, 5, 0, true, "no digit behind it"},
		{"1e3", false, 1000, 0, true, "an exponent"},
		{"1.5E-2", false, 0.015, 3, true, "an exponent adds decimals"},
		{"0.30000000000000004", false, 0.30000000000000004, 17, true, "all digits of a double"},
		{"1,234.5", false, 1234.5, 1, true, "grouped thousands"},
		{"1.234,5", true, 1234.5, 1, true, "the same with a decimal comma"},
		{"3,14", true, 3.14, 2, true, "a decimal comma"},
		{"1.234", true, 1234, 0, true, "a point groups where the comma is decimal"},
		{"-0.0", false, 0, 1, true, "zero has no sign"},
		{"1000000000000000", false, 1e15, 0, true, "the largest number"},
		{"1000000000000001", false, 0, 0, false, "digits would be lost"},
		{"3,14", false, 0, 0, false, "no group of two"},
		{"1,2345", false, 0, 0, false, "no group of four"},
		{"1,,234", false, 0, 0, false, "an empty group"},
		{",234", false, 0, 0, false, "nothing before a group"},
		{"1234,567", false, 0, 0, false, "a first group of four"},
		{"1.2.3", false, 0, 0, false, "two points"},
		{"1.234,567.8", true, 0, 0, false, "a group behind the decimal sign"},
		{"", false, 0, 0, false, "nothing"},
		{"-", false, 0, 0, false, "a sign alone"},
		{".", false, 0, 0, false, "a point alone"},
		{"e5", false, 0, 0, false, "an exponent alone"},
		{"1e", false, 0, 0, false, "no exponent"},
		{"1e999", false, 0, 0, false, "too large"},
		{"1e99999", false, 0, 0, false, "far too large"},
		{"NaN", false, 0, 0, false, "a word"},
		{"inf", false, 0, 0, false, "a word"},
		{"0x1F", false, 0, 0, false, "hexadecimal"},
		{"1_000", false, 0, 0, false, "an underscore"},
		{"12%", false, 0, 0, false, "a unit"},
		{"1 000", false, 0, 0, false, "a space"},
	}
	for _, c := range cases {
		n, ok := parseNumber(c.text, c.comma)
		if ok != c.ok || ok && (n.v != c.v || n.decimals != c.decimals || math.Signbit(n.v) != math.Signbit(c.v)) {
			t.Errorf("%q (%s): got %v with %d decimals, %v; want %v with %d, %v", c.text, c.why, n.v, n.decimals, ok,
				c.v, c.decimals, c.ok)
		}
	}
	if n, _ := parseNumber("007", false); !n.zero {
		t.Error("007 has no leading zero")
	}
	if n, _ := parseNumber("0.7", false); n.zero {
		t.Error("0.7 has a leading zero")
	}
}

// TestParseNumberNearest compares with strconv, which rounds correctly.
func TestParseNumberNearest(t *testing.T) {
	state := uint64(1)
	for range 20_000 {
		state = state*6364136223846793005 + 1442695040888963407
		s := strconv.FormatFloat(float64(int64(state>>20))/math.Pow10(int(state%16)), 'f', int(state/16%9), 64)
		want, _ := strconv.ParseFloat(s, 64)
		if n, ok := parseNumber(s, false); ok && n.v != want || !ok && want <= maxNumber {
			t.Fatalf("%s: got %v, %v, want %v", s, n.v, ok, want)
		}
	}
}
