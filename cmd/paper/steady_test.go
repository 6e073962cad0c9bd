package main

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Steady answers hold more often than plain ones under classifiers that no search saw, and
// they are farther.
func TestSteadyStudy(t *testing.T) {
	var out, problems bytes.Buffer
	if status := run(strings.Fields("-steady 60 -runs 2 -headline -seed 3 -dataset simple-bn"),
		&out, &problems); status != 0 {
		t.Fatalf("status %d, %s", status, problems.String())
	}
	rows := regexp.MustCompile(`(?m)^\| (\d+) \| 60 of 60 \| (\d+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|`).
		FindAllStringSubmatch(out.String(), -1)
	if len(rows) != 2 || rows[0][1] != "3" || rows[1][1] != "4" {
		t.Fatalf("%s", out.String())
	}
	for _, row := range rows {
		v := make([]float64, len(row))
		for i, text := range row[1:] {
			var err error
			if v[i], err = strconv.ParseFloat(text, 64); err != nil {
				t.Fatal(err)
			}
		}
		if held, plain, asked, near, far := v[1], v[2], v[3], v[4], v[5]; held < 50 || asked < plain+10 || asked < 80 ||
			asked > 100 || near <= 0 || far <= near || far > 2*near {
			t.Errorf("%v", row)
		}
	}
	if !strings.Contains(out.String(), "100.0 ± 0.0 % of the rows with a plain answer have a steady one") {
		t.Errorf("%s", out.String())
	}
}

// Fixed features keep answers from being found, and impossible requests are refused with status 2.
func TestSteadyRefuses(t *testing.T) {
	var out, problems bytes.Buffer
	if status := run(strings.Fields("-steady 5 -fixed x1,x2,x3 -dataset simple-bn"), &out, &problems); status != 0 ||
		!strings.Contains(out.String(), "| 0 of 5 | 0 |") {
		t.Errorf("status %d, %s%s", status, out.String(), problems.String())
	}
	for _, args := range []string{"-steady 10001 -dataset adult", "-steady -1 -dataset adult",
		"-steady 2 -method base -dataset simple-bn", "-steady 2 -actions 2 -dataset simple-bn",
		"-steady 2", "-steady 2 -dataset mnist", "-steady 2 -fixed nobody -dataset simple-bn", "-steady 2 -all",
		"-steady 2 -constraint c9 -dataset adult"} {
		var out, problems bytes.Buffer
		if status := run(strings.Fields(args), &out, &problems); status != 2 ||
			!strings.Contains(problems.String(), "paper: ") {
			t.Errorf("%s: status %d, %q", args, status, problems.String())
		}
	}
}
