package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// repeated runs recompute.py on folders of evidence. It skips the test where there is no
// Python of at least 3.10.
func repeated(t *testing.T, folders ...string) (said string, ok bool) {
	t.Helper()
	if exec.Command("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 10))").Run() != nil {
		t.Skip("there is no python3 of at least 3.10: no score is repeated by foreign code")
	}
	out, err := exec.Command("python3", append([]string{"recompute.py"}, folders...)...).CombinedOutput()
	return string(out), err == nil
}

// TestEveryScoreFollowsFromTheFiles has Python repeat all scores of a record from the files
// beside it, and notice where one of either is another.
func TestEveryScoreFollowsFromTheFiles(t *testing.T) {
	for _, s := range []setting{
		{data: smallCensus(t), method: "base", given: given{"Epochs": 20}},
		{data: smallCensus(t), method: "approx", constraint: "c1", given: given{"Epochs": 20}},
		{data: smallCensus(t), method: "nun-sparse", constraint: "c1"},
		{data: smallCensus(t), method: lineMethod, constraint: "c2", lead: 0.2},
		{data: smallBN(t), method: "model", given: given{"Epochs": 4}},
		{data: smallBN(t), method: "cem"},
		{data: smallBN(t), method: lineMethod, lead: 0.1},
		{data: smallSangiovese(t), method: "distilled", given: given{"Epochs": 2}},
		{data: smallSangiovese(t), method: lineMethod},
		{data: smallCensus(t), method: "example", constraint: "c1", given: given{"Epochs": 4}, labels: 20},
		{data: smallCensus(t), method: "example", constraint: "c1", given: given{"Epochs": 4}, labels: 20, literal: true},
	} {
		t.Run(s.slug(), func(t *testing.T) {
			o, folder := runSmall(t, s, 3), t.TempDir()
			if err := o.write(folder); err != nil {
				t.Fatal(err)
			}
			if said, ok := repeated(t, folder); !ok {
				t.Error(said)
			}
			if o.Held == 0 && s.labels == 0 && s.data.name == "census" && s.method != "base" { // twenty labels teach too little
				t.Error("nothing is held: the test says little")
			}
			if (o.study.Start != nil) != (o.record.UntrainedHeld != nil) {
				t.Error("the record and the files differ in whether there is a generator")
			}
			if s.method == lineMethod {
				notices(t, folder)
			}
		})
	}
}

// notices changes a number of the record and a counterfactual, one after the other.
func notices(t *testing.T, folder string) {
	t.Helper()
	for name, change := range map[string]func(string) string{
		"record.json": func(s string) string {
			return regexp.MustCompile(`"reaches": [0-9.e-]+`).ReplaceAllString(s, `"reaches": 0.123`)
		},
		"after.csv": func(s string) string { // the first answer becomes its factual
			lines := strings.SplitN(s, "\n", 3)
			cells, factual := strings.Split(lines[1], ","), strings.Split(strings.SplitN(read(t, folder, "factuals.csv"), "\n", 3)[1], ",")
			copy(cells[3:], factual[1:len(factual)-3])
			return lines[0] + "\n" + strings.Join(cells, ",") + "\n" + lines[2]
		},
	} {
		was := read(t, folder, name)
		is := change(was)
		if is == was {
			continue // there was no answer
		}
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(is), 0o644); err != nil {
			t.Fatal(err)
		}
		if said, ok := repeated(t, folder); ok {
			t.Errorf("%s was changed: %s", name, said)
		}
		if err := os.WriteFile(path, []byte(was), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func read(t *testing.T, folder, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
