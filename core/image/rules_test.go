package image

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func random(r *rand.Rand, n int) []byte {
	img := make([]byte, n)
	for i := range img {
		if r.IntN(3) > 0 {
			img[i] = byte(r.IntN(256))
		}
	}
	return img
}

// TestNearestKeepsWhatIsSaidOfPixels draws random rules and images. The checker, which shares no
// code with Nearest, must find no broken rule, and every byte must be the proposed or the
// factual's.
func TestNearestKeepsWhatIsSaidOfPixels(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for try := range 2000 {
		rules := Rules{Ink: Ink(r.IntN(3)), Budget: r.IntN(65)}
		if r.IntN(2) == 0 {
			rules.Keep = make([]byte, 64)
			for i := range rules.Keep {
				if r.IntN(3) == 0 {
					rules.Keep[i] = 1
				}
			}
		}
		if err := rules.Check(8, 8); err != nil {
			t.Fatal(err)
		}
		factual, proposed := random(r, 64), random(r, 64)
		got := slices.Clone(proposed)
		rules.Nearest(factual, got)
		if broken := rules.Broken(factual, got, 8, 8); len(broken) > 0 {
			t.Fatalf("try %d: %+v: %q", try, rules, broken)
		}
		back := 0
		for i, v := range got {
			if v != proposed[i] {
				if back++; v != factual[i] {
					t.Fatalf("try %d: pixel %d is %d, neither %d nor %d", try, i, v, proposed[i], factual[i])
				}
			}
		}
		if len(rules.Broken(factual, proposed, 8, 8)) == 0 && back > 0 {
			t.Fatalf("try %d: %d pixels were taken back though nothing was broken", try, back)
		}
	}
}

func TestBrokenSaysWhat(t *testing.T) {
	factual := bar(28, 28, 12, 3, 4, 20, 0)
	wider, shorter := bar(28, 28, 12, 4, 4, 20, 0), bar(28, 28, 12, 3, 4, 18, 0)
	keep := make([]byte, 28*28)
	keep[4*28+15] = 1
	for _, c := range []struct {
		name  string
		rules Rules
		to    []byte
		say   []string
	}{
		{"nothing is asked", Rules{}, wider, nil},
		{"a region", Rules{Keep: keep}, wider, []string{"1 of 1 pixels that must not change"}},
		{"only removed", Rules{Ink: OnlyRemoved}, wider, []string{"20 pixels have gained ink"}},
		{"only added", Rules{Ink: OnlyAdded}, wider, nil},
		{"only added, and ink is gone", Rules{Ink: OnlyAdded}, shorter, []string{"6 pixels have lost ink"}},
		{"a budget", Rules{Budget: 19}, wider, []string{"20 pixels have changed, but at most 19 may"}},
		{"a budget that is just met", Rules{Budget: 20}, wider, nil},
		{"thickness is locked", Rules{Seen: []Bound{{"thickness", 0, 0}}}, wider, []string{"thickness rises by"}},
		{"width one way", Rules{Seen: []Bound{{"width", 0, AnyChange}}}, wider, nil},
		{"height bounded", Rules{Seen: []Bound{{"height", 0.5, 0.5}, {"slant", 0, 0}}}, shorter,
			[]string{"height falls by 2.000, and may fall by at most 0.5"}},
	} {
		got := c.rules.Broken(factual, c.to, 28, 28)
		if len(got) != len(c.say) {
			t.Errorf("%s: %q, want %q", c.name, got, c.say)
			continue
		}
		for i, s := range got {
			if !strings.Contains(s, c.say[i]) {
				t.Errorf("%s: %q, want %q in it", c.name, s, c.say[i])
			}
		}
	}
}

func TestRulesThatCannotBeAsked(t *testing.T) {
	for name, r := range map[string]Rules{
		"another size":     {Keep: make([]byte, 63)},
		"a third way":      {Ink: 3},
		"negative budget":  {Budget: -1},
		"too large":        {Budget: 65},
		"unknown measure":  {Seen: []Bound{{Measure: "beauty"}}},
		"a negative bound": {Seen: []Bound{{Measure: "ink", Up: -0.5}}},
	} {
		if err := r.Check(8, 8); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestOffIsNoneWhereMeasuresAreKept checks that the distance that a search minimises is exactly 0
// if and only if the proofs hold.
func TestOffIsNoneWhereMeasuresAreKept(t *testing.T) {
	source, kept, broken := rand.New(rand.NewPCG(5, 6)), 0, 0
	for round := range 200 {
		a, b, near := random(source, 144), random(source, 144), float64(source.IntN(5))
		r := Rules{Seen: []Bound{{Measure: "ink", Down: near, Up: near}, {Measure: "width", Down: AnyChange, Up: near}},
			Follows: []Follow{{Measure: "height", Causes: []string{"ink"}, Slopes: []float64{0.1}, Within: near}}}
		off, holds := r.Off(a, b, 12, 12), len(r.Broken(a, b, 12, 12)) == 0
		if (off == 0) != holds || off < 0 {
			t.Fatalf("round %d: off by %v, and the rules hold: %v", round, off, holds)
		}
		if holds {
			kept++
		} else {
			broken++
		}
	}
	if kept == 0 || broken == 0 {
		t.Errorf("%d kept and %d broken; the test needs both", kept, broken)
	}
	if off := (Rules{Budget: 1}).Off(random(source, 144), random(source, 144), 12, 12); off != 0 {
		t.Errorf("without rules about measures it is off by %v", off)
	}
}
