package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Answers read back from a file have the same scores, and a file that does not fit is refused
// with an explanation.
func TestAnswersOfAFile(t *testing.T) {
	s := setting{data: smallCensus(t), method: "nun-sparse", constraint: "c1"}
	o, folder := runSmall(t, s, 3), t.TempDir()
	if err := o.write(folder); err != nil {
		t.Fatal(err)
	}
	what, err := s.study(o.bench.Table.Schema)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "decoded.csv")
	a, err := o.bench.readScored(what, path)
	if err != nil {
		t.Fatal(err)
	}
	if a.Held != o.Held || a.Reachable != o.Reachable || a.Held == 0 {
		t.Errorf("held %v of %v from the file, %v of %v before", a.Held, a.Reachable, o.Held, o.Reachable)
	}
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(good), "\n")
	for name, c := range map[string]struct{ text, want string }{
		"another order of columns": {strings.Replace(string(good), "row,target", "target,row", 1),
			"the first line must name"},
		"a row of nobody": {lines[0] + "\n999999" + lines[1][strings.Index(lines[1], ","):] + "\n",
			"row 999999, which is not explained"},
		"no number": {lines[0] + "\nfirst" + lines[1][strings.Index(lines[1], ","):] + "\n",
			`"first" is not a row`},
		"no answers": {lines[0] + "\n", "the first line must name"},
	} {
		bad := filepath.Join(t.TempDir(), "bad.csv")
		if err := os.WriteFile(bad, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := o.bench.readScored(what, bad); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// domains.json lists the values that the rules allow for each explained row: a fixed feature
// has only its own value, and a held answer is inside.
func TestDomainsAreWritten(t *testing.T) {
	o, folder := runSmall(t, setting{data: smallCensus(t), method: "nun", constraint: "c1"}, 3), t.TempDir()
	if err := o.write(folder); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(folder, "domains.json"))
	if err != nil {
		t.Fatal(err)
	}
	var list []struct {
		Row      int
		Features map[string][]any
	}
	if err := json.Unmarshal(b, &list); err != nil {
		t.Fatal(err)
	}
	if len(list) != len(o.bench.Test.Rows) || len(list) == 0 {
		t.Fatalf("%d rows of %d", len(list), len(o.bench.Test.Rows))
	}
	schema := o.bench.Table.Schema
	age, race := schema.Index("age"), schema.Index("race")
	for i, l := range list {
		x, answer := o.bench.Test.Factual[i], o.made.Decoded.Counterfactual[i]
		if l.Row != o.bench.Test.Rows[i] || l.Features["age"][0] != x[age] ||
			!slices.Equal(l.Features["race"], []any{schema.Features[race].Levels[int(x[race])]}) {
			t.Fatalf("row %d: %v of %v", l.Row, l.Features, x)
		}
		if ends := l.Features["age"]; o.made.Decoded.Found[i] &&
			(answer[age] < ends[0].(float64) || answer[age] > ends[1].(float64)) {
			t.Errorf("row %d: age %v is held and outside %v", l.Row, answer[age], ends)
		}
	}
}

// A tool that is not installed is skipped with a sentence that says what is missing.
func TestAbsentRivalsAreSkipped(t *testing.T) {
	python := os.Getenv("PYTHON")
	if python == "" {
		python = "/usr/bin/python3"
	}
	if _, err := exec.LookPath(python); err != nil {
		t.Skip("there is no Python; PYTHON names one")
	}
	o, folder := runSmall(t, setting{data: smallCensus(t), method: "nun", constraint: "c1"}, 3), t.TempDir()
	if err := o.write(folder); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(python, "../../bench/rivals/rivals.py", folder, "--rows", "2", "--only", "dice-random,ocean")
	c.Env = append(os.Environ(), "PYTHONPATH="+t.TempDir())
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	err := c.Run()
	if strings.Contains(out.String(), "Nothing is run: No module named") {
		return // of the libraries that everything needs
	}
	if _, missing := os.Stat(filepath.Join(folder, "rivals", "ocean.csv")); err != nil || missing == nil ||
		!strings.Contains(out.String(), "ocean is skipped: No module named 'ocean'.") {
		t.Errorf("error %v, ocean.csv is there: %v, said:\n%s", err, missing == nil, out.String())
	}
}
