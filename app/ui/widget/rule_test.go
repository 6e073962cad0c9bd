package widget

import (
	"math"
	"math/rand/v2"
	"testing"
)

var inf = math.Inf(1)

func TestRuleRead(t *testing.T) {
	epochs := rule{min: 1, max: 1000, integer: true}
	share := rule{min: 0, max: 1}
	cases := []struct {
		name string
		rule rule
		text string
		bad  bool
		want reading
	}{
		{"a plain integer", epochs, "50", false, reading{value: 50}},
		{"blanks around it", epochs, " 50 ", false, reading{value: 50}},
		{"an exponent is a number", epochs, "1e2", false, reading{value: 100}},
		{"above the bound", epochs, "5000", false,
			reading{value: 1000, note: "5000 is above the largest allowed value. 1000 is used."}},
		{"below the bound", epochs, "-1", false,
			reading{value: 1, note: "-1 is below the smallest allowed value. 1 is used."}},
		{"a fraction where an integer is wanted", epochs, "2.5", false,
			reading{value: 3, note: "2.5 is not a whole number. 3 is used."}},
		{"a fraction that rounds out of the bounds", rule{min: 0, max: 2.7, integer: true}, "2.6", false,
			reading{value: 2, note: "2.6 is above the largest allowed value. 2 is used."}},
		{"nothing", epochs, "", false, reading{problem: "Enter a whole number from 1 to 1000."}},
		{"text the browser withheld", epochs, "", true, reading{problem: "Enter a whole number from 1 to 1000."}},
		{"a word", share, "half", false, reading{problem: "Enter a number from 0 to 1."}},
		{"not a number is no number", share, "NaN", false, reading{problem: "Enter a number from 0 to 1."}},
		{"infinity is no number", share, "Inf", false, reading{problem: "Enter a number from 0 to 1."}},
		{"one bound", rule{min: 0, max: inf, integer: true}, "x", false,
			reading{problem: "Enter a whole number of at least 0."}},
		{"the other bound", rule{min: -inf, max: 0}, "x", false, reading{problem: "Enter a number of at most 0."}},
		{"no bounds", rule{}, "-7", false, reading{value: -7}},
	}
	for _, c := range cases {
		if got := c.rule.read(c.text, c.bad); got != c.want {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestRuleMove(t *testing.T) {
	cases := []struct {
		name    string
		rule    rule
		v, n, w float64
	}{
		{"one by default", rule{}, 5, 1, 6},
		{"decimal steps add up exactly", rule{step: 0.1}, 0.2, 1, 0.3},
		{"the value keeps its finer decimals", rule{step: 0.1}, 0.25, -1, 0.15},
		{"small steps do not vanish", rule{step: 0.001}, 0.001, 10, 0.011},
		{"the bound stops it", rule{min: 0, max: 1, step: 0.3}, 0.9, 1, 1},
		{"integers stay integers", rule{integer: true, step: 0.5}, 3, 1, 4},
	}
	for _, c := range cases {
		if got := c.rule.move(c.v, c.n); got != c.w {
			t.Errorf("%s: got %v, want %v", c.name, got, c.w)
		}
	}
}

// For any typed text and any step, the result is finite, within the bounds and whole if
// required, and its own text parses without a note.
func TestRuleHolds(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		a, b := rng.NormFloat64()*math.Pow(10, float64(rng.IntN(9)-3)), rng.NormFloat64()*1000
		r := rule{min: math.Min(a, b) - 1, max: math.Max(a, b) + 1, step: rng.Float64() * 3, integer: rng.IntN(2) == 0}
		v := rng.NormFloat64() * math.Pow(10, float64(rng.IntN(30)-10))
		got := r.read(Format(v), false)
		for _, out := range []float64{got.value, r.move(got.value, float64(rng.IntN(41)-20))} {
			again := r.read(Format(out), false)
			if again != (reading{value: out}) || out < r.min || out > r.max || r.integer && out != math.Trunc(out) {
				t.Fatalf("rule %+v turned %v into %v, which reads back as %+v", r, v, out, again)
			}
		}
	}
}

func TestFormat(t *testing.T) {
	cases := []struct {
		v    float64
		want string
	}{
		{0, "0"}, {1e6, "1000000"}, {0.001, "0.001"}, {1e-7, "0.0000001"}, {-2.5, "-2.5"},
		{9007199254740992, "9007199254740992"}, {1e300, "1e+300"}, {math.NaN(), ""}, {inf, ""},
	}
	for _, c := range cases {
		if got := Format(c.v); got != c.want {
			t.Errorf("Format(%v) = %q, want %q", c.v, got, c.want)
		}
	}
}
