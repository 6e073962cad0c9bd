package main

import (
	"strings"
	"testing"
)

// A goal is reached for every row that can reach it, and the true mean of most
// answers rises as well. Goals that do not suit the outcome are refused.
func TestGoalStudy(t *testing.T) {
	text := printed(t, "-goal 20 -dataset housing -headline -rows 25 -seed 3")
	for _, want := range []string{"housing: the goal is 20, first 25 test rows",
		"| 0 | 25 of 25 | 100.0 |", "Held of reachable: 100.0 %"} {
		if !strings.Contains(text, want) {
			t.Errorf("it prints no %q:\n%s", want, text)
		}
	}
	var out, problems strings.Builder
	if status := run([]string{"-goal", "at most 20 % 0", "-dataset", "simple-bn", "-headline", "-rows", "40"}, &out,
		&problems); status != 0 {
		t.Fatal(problems.String())
	}
	text = out.String()
	for _, want := range []string{"the goal is at most 20 % 0, first 40 test rows", "Held of reachable: 100.0 %"} {
		if !strings.Contains(text, want) {
			t.Errorf("it prints no %q:\n%s", want, text)
		}
	}
	for _, args := range []string{"-goal 20 -dataset simple-bn", "-goal -1 -dataset housing",
		"-goal 5000 -dataset housing", "-goal 20 -sets 2 -dataset housing", "-goal 20 -lead 0.1 -dataset housing"} {
		var out, problems strings.Builder
		if status := run(strings.Fields(args), &out, &problems); status != 2 {
			t.Errorf("%s ends with %d: %s", args, status, problems.String())
		}
	}
}
