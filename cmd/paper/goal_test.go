package main

import (
	"strings"
	"testing"
)

// A goal that is a number is reached for every row that can reach it, and the true mean of most
// answers rises as well. Tables without a numeric outcome are refused.
func TestGoalStudy(t *testing.T) {
	text := printed(t, "-goal 20 -dataset housing -headline -rows 25 -seed 3")
	for _, want := range []string{"housing: the predicted number is to be higher by 20 %, first 25 test rows",
		"| 25 of 25 | 100.0 |", "Held of reachable: 100.0 %"} {
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
