package data

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestSortLevels(t *testing.T) {
	cases := []struct {
		why   string
		comma bool
		want  []string
	}{
		{"numbers by value", false, []string{"-5", "-3", "2", "10"}},
		{"numbers with a decimal comma", true, []string{"0,5", "1,25", "10"}},
		{"numbers inside texts by value", false, []string{"age 2", "age 10", "age 10 b"}},
		{"leading zeros last of equals", false, []string{"a07", "a7", "a08"}},
		{"false before true", false, []string{"No", "Yes"}},
		{"also where the bytes say otherwise", false, []string{"off", "On"}},
		{"missing last", false, []string{"a", "b", MissingLevel}},
		{"missing after numbers", false, []string{"2", "10", MissingLevel}},
		{"texts by their bytes", false, []string{"<=50K", ">50K"}},
	}
	for _, c := range cases {
		for _, got := range [][]string{slices.Clone(c.want), reversed(c.want)} {
			sortLevels(got, c.comma)
			if !slices.Equal(got, c.want) {
				t.Errorf("%s: got %q, want %q", c.why, got, c.want)
			}
		}
	}
}

func reversed(s []string) []string {
	s = slices.Clone(s)
	slices.Reverse(s)
	return s
}

// TestNaturalIsOrder checks that the comparison is antisymmetric and transitive, as sorting
// requires.
func TestNaturalIsOrder(t *testing.T) {
	texts := []string{"", "0", "00", "1", "01", "10", "2", "a", "a1", "a01", "a1b", "a01b", "a10", "b", "1a", "01a",
		"-1", "1-", "é"}
	for _, a := range texts {
		for _, b := range texts {
			if natural(a, b) != -natural(b, a) || (natural(a, b) == 0) != (a == b) {
				t.Errorf("%q and %q: got %d and %d", a, b, natural(a, b), natural(b, a))
			}
			for _, c := range texts {
				if natural(a, b) <= 0 && natural(b, c) <= 0 && natural(a, c) > 0 {
					t.Errorf("%q <= %q <= %q, but not the first and the last", a, b, c)
				}
			}
		}
	}
}

func TestOrderedLevels(t *testing.T) {
	for _, want := range [][]string{
		{"low", "medium", "high"},
		{"Low", "Med", "High"},
		{"S", "M", "L", "XL"},
		{"I", "II", "III", "IV"},
		{"strongly disagree", "disagree", "neutral", "agree"},
	} {
		if got, ok := orderedLevels(reversed(want)); !ok || !slices.Equal(got, want) {
			t.Errorf("got %q, %v, want %q", got, ok, want)
		}
	}
	for _, other := range [][]string{{"low", "high"}, {"red", "green", "blue"}, {"low", "Low", "high"},
		{"low", "medium", "high", "none"}} {
		if got, ok := orderedLevels(other); ok {
			t.Errorf("%q has no certain order, got %q", other, got)
		}
	}
}

// TestCalendarLevels checks that months and weekdays are in calendar order, with the missing
// level last. If another text is among them, they are sorted instead.
func TestCalendarLevels(t *testing.T) {
	for _, want := range [][]string{
		{"jan", "feb", "apr", "sept", "dec"},
		{"March", "July", "October"},
		{"MON", "TUE", "SAT", "SUN"},
		{"Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"},
		{"Jan.", "März", "Mai", "Dez."},
	} {
		var s strings.Builder
		s.WriteString("size,when,y\n")
		for i := range 60 {
			fmt.Fprintf(&s, "%d.5,%s,%d\n", i*7%23, append([]string{""}, reversed(want)...)[i%(len(want)+1)], i/2%2)
		}
		f, err := Inspect("a.csv", []byte(s.String()))
		if err != nil {
			t.Fatal(err)
		}
		plan, _ := guessPlan(f.last)
		table, _, err := f.Import(plan)
		if err != nil {
			t.Fatalf("%q: %v", want, err)
		}
		if got := table.Schema.Features[1]; got.Kind != Category ||
			!slices.Equal(got.Levels, append(want, MissingLevel)) {
			t.Errorf("%s of %q, want %q", got.Kind, got.Levels, want)
		}
	}
	for _, levels := range [][]string{{"jan", "feb"}, {"jan", "JAN", "feb"}, {"jan", "feb", "total"},
		{"may", "mon", "tue"}, {"ma", "ju", "de"}, {"a", "b", "m"}, {}} {
		if got := calendarLevels(levels); got != nil {
			t.Errorf("%q are ordered %q", levels, got)
		}
	}
}
