package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"causeway/core/data"
)

// smallNetwork is a small file: two causes of b, whose effect is cut.
const smallNetwork = `{"nodes": ["a", "c", "b", "d"], "cpds": {
"a": {"coefficients": {"(Intercept)": [5]}, "variance": [4], "parents": []},
"c": {"coefficients": {"(Intercept)": [1]}, "variance": [1], "parents": []},
"b": {"coefficients": {"(Intercept)": [0], "a": [0.8], "c": [1]}, "variance": [0.5], "parents": ["a", "c"]},
"d": {"coefficients": {"(Intercept)": [0], "b": [1.5]}, "variance": [0.2], "parents": ["b"]}}}`

func writeNetwork(t *testing.T, text string) string {
	path := filepath.Join(t.TempDir(), "small.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func printed(t *testing.T, args string) string {
	t.Helper()
	var out, problems bytes.Buffer
	if status := run(strings.Fields(args), &out, &problems); status != 0 {
		t.Fatalf("%s: status %d, %s", args, status, problems.String())
	}
	return out.String()
}

// A network's roots are acted on, and everything else follows for free: line search holds all rows
// with one action, and a method that changes followers acts on at most two.
func TestNetworkFile(t *testing.T) {
	path := writeNetwork(t, smallNetwork)
	text := printed(t, "-network "+path+" -refit 300 -headline -rows 20 -lead 0.1 -seed 4")
	if !strings.Contains(text, "small, 4 variables, 3 edges, d cut in two, seed 4, a lead of 0.1") ||
		!regexp.MustCompile(`100\.0 % of the rows have an answer`).MatchString(text) {
		t.Errorf("%s", text)
	}
	d, err := loadNetwork(path)
	if err != nil {
		t.Fatal(err)
	}
	table, err := d.load("")
	if err != nil {
		t.Fatal(err)
	}
	b, err := newBench(d, table, data.NewSplit(table.Outcome, 4), 4, still)
	if err != nil {
		t.Fatal(err)
	}
	b.Few(20)
	s, err := (setting{data: d, method: lineMethod}).study(b.Table.Schema)
	if err != nil {
		t.Fatal(err)
	}
	a, err := b.Answer(s)
	if err != nil {
		t.Fatal(err)
	}
	if w := a.Causal; w.Actable != 2 || w.Answers.Held < 0.9 || *w.Answers.Actions != 1 || w.Answers.Against > 0 {
		t.Errorf("%+v", w)
	}
	for text, want := range map[string]string{
		"{": "not a network as JSON",
		strings.Replace(smallNetwork, `"variance": [4]`, `"variance": [4, 1]`, 1): `"a" needs one variance`,
		strings.Replace(smallNetwork, `"b": [1.5]`, `"x": [1.5]`, 1):              `"d" needs one variance`,
		strings.Replace(smallNetwork, `"d"]`, `"d", "e"]`, 1):                     `"e" needs one variance`,
		strings.Replace(smallNetwork, `[4]`, `[-4]`, 1):                           `"a" needs a finite`,
	} {
		if _, err := loadNetwork(writeNetwork(t, text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, and not %q", err, want)
		}
	}
}

// A planted bias is found, and no bias is found without one.
func TestGroupsStudy(t *testing.T) {
	for name, want := range map[string]string{"hiring-fair": "no", "hiring-biased": "yes"} {
		text := printed(t, "-groups group -headline -rows 100 -runs 5 -seed 21 -dataset "+name)
		rows := regexp.MustCompile(`(?m)^\| b \| \d+ \| \d+ \| .* \| (yes|no) \|$`).FindStringSubmatch(text)
		if len(rows) != 2 || rows[1] != want {
			t.Errorf("%s: %s", name, text)
		}
		counts := regexp.MustCompile(`(?m)^\| (all|a|b) \| (\d+) \| \d+ \| \d+\.\d \| 0\.0–\d+\.\d \| \d+ \|$`).
			FindAllStringSubmatch(text, -1)
		if len(counts) != 3 {
			t.Fatalf("%s: fixed decisions: %s", name, text)
		}
		var refused [3]int
		for i, c := range counts {
			refused[i], _ = strconv.Atoi(c[2])
		}
		if refused[0] == 0 || refused[0] != refused[1]+refused[2] {
			t.Errorf("%s: refused rows: %v", name, refused)
		}
	}
}

// More answers of the search hold than of DiCE. Disjoint answers share no change.
func TestSetsStudy(t *testing.T) {
	text := printed(t, "-sets 3 -headline -rows 15 -lead 0.1 -seed 5 -dataset hiring-fair -epochs 5")
	if !regexp.MustCompile(`(?m)^\| Search, different in some way \| [12]\.\d+ \|.*\n\| Search, no change shared \| ` +
		`[12]\.\d+ \| \d+\.0 \|.* 100\.0 \|\n\| DiCE, random \| [0-3]\.\d+ \|`).MatchString(text) {
		t.Errorf("%s", text)
	}
}

// Impossible requests are refused with status 2.
func TestAskedRefuses(t *testing.T) {
	for _, args := range []string{"-refit 1 -dataset sangiovese", "-refit 50", "-refit 50 -dataset mnist",
		"-refit 50 -sets 2 -dataset sangiovese", "-sets -1 -dataset simple-bn", "-sets 101 -dataset simple-bn",
		"-sets 3 -dataset census", "-groups nobody -dataset hiring-fair", "-groups score -dataset hiring-fair",
		"-refit 50 -dataset census -constraint c1 -rows 5", "-groups group -lead-curve -dataset hiring-fair",
		"-network /no/where.json -compare", "-network x.json -dataset adult -compare",
		"-network x.json -method base -search 3"} {
		var out, problems bytes.Buffer
		if status := run(strings.Fields(args), &out, &problems); status != 2 ||
			!strings.Contains(problems.String(), "paper: ") {
			t.Errorf("%s: status %d, %q", args, status, problems.String())
		}
	}
}
