package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"causeway/core/cf"
	"causeway/core/image"
	"causeway/core/sim"
	"causeway/core/vision"
)

// repeated runs recompute.py on folders of evidence.
func repeated(t *testing.T, folders ...string) (said string, ok bool) {
	t.Helper()
	return foreign(t, append([]string{"recompute.py"}, folders...)...)
}

// foreign runs a script. It skips the test without Python 3.10 or later.
func foreign(t *testing.T, args ...string) (said string, ok bool) {
	t.Helper()
	if exec.Command("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 10))").Run() != nil {
		t.Skip("there is no python3 of at least 3.10: no score is repeated by foreign code")
	}
	out, err := exec.Command("python3", args...).CombinedOutput()
	return string(out), err == nil
}

// TestEveryScoreFollowsFromTheFiles has Python recompute all scores of a record from the
// files beside it, and detect a change in either.
func TestEveryScoreFollowsFromTheFiles(t *testing.T) {
	census, bn, vines := smallBench(t, smallCensus(t), 3), smallBench(t, smallBN(t), 3),
		smallBench(t, smallSangiovese(t), 3)
	benches := map[*dataset]*bench{census.set: census, bn.set: bn, vines.set: vines}
	for _, s := range []setting{
		{data: census.set, method: "base", given: given{"Epochs": 20}},
		{data: census.set, method: "approx", constraint: "c1", given: given{"Epochs": 20}},
		{data: census.set, method: "nun-sparse", constraint: "c1"},
		{data: census.set, method: lineMethod, constraint: "c2", lead: 0.2},
		{data: bn.set, method: "model", given: given{"Epochs": 4}},
		{data: bn.set, method: "cem"},
		{data: bn.set, method: lineMethod, lead: 0.1},
		{data: vines.set, method: "actions", given: given{"Epochs": 2}},
		{data: vines.set, method: lineMethod},
		{data: census.set, method: "example", constraint: "c1", given: given{"Epochs": 4}, labels: 20},
		{data: census.set, method: "example", constraint: "c1",
			given: given{"Epochs": 20, "Batch": 32, "LearningRate": 0.05}, labels: 15, literal: true,
			letter: cf.Literal},
		{data: bn.set, method: "approx", given: given{"Epochs": 4}, literal: true, letter: cf.Literal},
	} {
		t.Run(s.slug(), func(t *testing.T) {
			o, folder := runOn(t, benches[s.data], s), t.TempDir()
			if err := o.write(folder); err != nil {
				t.Fatal(err)
			}
			if said, ok := repeated(t, folder); !ok {
				t.Error(said)
			}
			// twenty labels teach too little
			if o.Held == 0 && s.labels == 0 && s.data.name == "census" && s.method != "base" {
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

// TestEveryStudyFollowsFromTheFiles: the same for studies of several answers for each
// row.
func TestEveryStudyFollowsFromTheFiles(t *testing.T) {
	for _, args := range []string{"-ways -dataset simple-bn", "-ways -dataset sangiovese",
		"-sets 3 -lead 0.1 -dataset simple-bn", "-groups group -dataset hiring-biased",
		"-refit 60 -dataset sangiovese -lead 0.1", "-hidden 30 -dataset sangiovese"} {
		folder := t.TempDir()
		printed(t, args+" -headline -rows 20 -seed 4 -out "+folder)
		said, ok := repeated(t, folder)
		if !ok || !regexp.MustCompile(`: ([1-9]\d*) of \d+ scores`).MatchString(said) {
			t.Errorf("%s: %s", args, said)
		}
		folder = filepath.Join(folder, "seed-4")
		was := read(t, folder, "record.json")
		is := regexp.MustCompile(`("Held"|"cost"|"share"): [0-9.e-]+`).ReplaceAllString(was, `$1: 0.123`)
		if err := os.WriteFile(filepath.Join(folder, "record.json"), []byte(is), 0o644); err != nil {
			t.Fatal(err)
		}
		if said, ok := repeated(t, folder); ok {
			t.Errorf("%s: other figures are not noticed: %s", args, said)
		}
	}
}

// TestTablesOfTheDocuments has Python compare the documents with the stored scores, and detect a
// changed figure.
func TestTablesOfTheDocuments(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"README.md", "docs/comparison.md", "docs/methods.md"} {
		text := read(t, "../..", name)
		if err := os.MkdirAll(filepath.Join(root, "docs"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if said, ok := foreign(t, "tables.py", root); !ok {
		t.Error(said)
	}
	text := read(t, root, "docs/comparison.md")
	is := regexp.MustCompile(`(\| Action VAE \| )[0-9]`).ReplaceAllString(text, "${1}9")
	if err := os.WriteFile(filepath.Join(root, "docs/comparison.md"), []byte(is), 0o644); err != nil {
		t.Fatal(err)
	}
	if said, ok := foreign(t, "tables.py", root); ok || !strings.Contains(said, "docs/comparison.md: the line is") {
		t.Errorf("another figure is not noticed: %q", said)
	}
}

// TestAPublishedScoreIsHadAgain runs a line of the published scores, and has Python print its stored form.
func TestAPublishedScoreIsHadAgain(t *testing.T) {
	folder := t.TempDir()
	printed(t, "-dataset simple-bn -method line -headline -rows 100 -lead 0.1 -seed 9701 -out "+folder)
	said, ok := repeated(t, "--keep", folder)
	line := said[strings.Index(said, "\n")+1:] // after the sentence that counts matching scores
	if !ok || !strings.HasPrefix(line, "scores,simple-bn,line,0.1,9701,") ||
		!strings.Contains(read(t, "testdata", "figures.csv"), line) {
		t.Errorf("figures.csv has another line than\n%s", said)
	}
}

// notices changes a number of the record, then a counterfactual, and expects both to be
// detected.
func notices(t *testing.T, folder string) {
	t.Helper()
	for name, change := range map[string]func(string) string{
		"record.json": func(s string) string {
			return regexp.MustCompile(`"reaches": [0-9.e-]+`).ReplaceAllString(s, `"reaches": 0.123`)
		},
		"after.csv": func(s string) string { // the first answer becomes its factual
			lines := strings.SplitN(s, "\n", 3)
			cells, factual := strings.Split(lines[1], ","),
				strings.Split(strings.SplitN(read(t, folder, "factuals.csv"), "\n", 3)[1], ",")
			copy(cells[3:], factual[1:len(factual)-3])
			return lines[0] + "\n" + strings.Join(cells, ",") + "\n" + lines[2]
		},
	} {
		was := read(t, folder, name)
		is := change(was)
		if is == was {
			continue // the row has no answer
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

// TestImageScoresFollowFromTheFile: the same for images, halved in size so that it takes
// seconds.
func TestImageScoresFollowFromTheFile(t *testing.T) {
	if testing.Short() {
		t.Skip("trains for some seconds")
	}
	half := func(rows int, seed uint64) *image.Set {
		all, _ := sim.Digits(rows, seed)
		small := &image.Set{H: all.H / 2, W: all.W / 2, Classes: all.Classes, Labels: all.Labels}
		for i := range all.Rows() {
			img := all.Image(i)
			for r := range small.H {
				for q := range small.W {
					at := 2*r*all.W + 2*q
					small.Pixels = append(small.Pixels,
						byte((int(img[at])+int(img[at+1])+int(img[at+all.W])+int(img[at+all.W+1]))/4))
				}
			}
		}
		return small
	}
	d := digitsLab{digitsSize: digitsSize{classifier: 2000, auto: 2, fewEpochs: 2, each: 6, scored: 1, contrast: 1,
		iterations: 6},
		methods: []string{"cem"}, few: true, train: half(500, 1), test: half(200, 2), seed: 1, progress: io.Discard,
		start: time.Now()}
	r, err := d.run()
	if err != nil {
		t.Fatal(err)
	}
	few, p := &r.Paper, r.proof // a few pairs, as Python takes a second for each
	few.pairs, few.raw, few.real, few.Feasible = few.pairs[:4], few.raw[:4], nil, 0
	d.judge(few, p.box, p.judge, p.autos)
	few.Untrained = vision.Score(few.raw, p.box, nil, nil).Validity
	folder := t.TempDir()
	if err := r.write(folder); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "mnist-seed-1.json")
	if said, ok := repeated(t, path); !ok {
		t.Error(said)
	}
	was := read(t, folder, "mnist-seed-1.json")
	is := regexp.MustCompile(`"Proximity":[0-9.e-]+`).ReplaceAllString(was, `"Proximity":1e9`)
	if err := os.WriteFile(path, []byte(is), 0o644); err != nil {
		t.Fatal(err)
	}
	if said, ok := repeated(t, path); ok {
		t.Errorf("another proximity is not noticed: %s", said)
	}
}
