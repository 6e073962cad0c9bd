package main

import (
	"bytes"
	"encoding/binary"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"causeway/core/image"
	"causeway/core/sim"
)

// writeIDX writes a set as MNIST's files are.
func writeIDX(t *testing.T, folder, name string, s *image.Set) {
	t.Helper()
	word := binary.BigEndian.AppendUint32
	n := uint32(s.Rows())
	images := append(word(word(word(word(nil, 0x803), n), uint32(s.H)), uint32(s.W)), s.Pixels...)
	labels := append(word(word(nil, 0x801), n), s.Labels...)
	for part, b := range map[string][]byte{"-images-idx3-ubyte.gz": images, "-labels-idx1-ubyte.gz": labels} {
		if err := os.WriteFile(filepath.Join(folder, digitsName, name+part), b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDigitsExperiment runs the experiment on sampled digits with very little training:
// it tests that every part of it is present.
func TestDigitsExperiment(t *testing.T) {
	if testing.Short() {
		t.Skip("trains for some seconds")
	}
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, digitsName), 0o755); err != nil {
		t.Fatal(err)
	}
	all, _ := sim.Digits(500, 1)
	fresh, _ := sim.Digits(300, 2)
	writeIDX(t, folder, "train", all)
	writeIDX(t, folder, "t10k", fresh)
	train, err := readDigits(folder, "train")
	if err != nil {
		t.Fatal(err)
	}
	test, err := readDigits(folder, "t10k")
	if err != nil {
		t.Fatal(err)
	}
	d := digitsLab{digitsSize: digitsSize{classifier: 900, auto: 1, generator: 450, fewEpochs: 2, each: 6, scored: 1,
		contrast: 1, iterations: 6}, methods: []string{"cem"}, train: train, test: test, seed: 1, progress: io.Discard,
		start: time.Now()}
	r, err := d.run()
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Methods) != 1 {
		t.Fatalf("%d methods stand beside BaseVAE", len(r.Methods))
	}
	if m := r.Methods[0]; m.All.Pairs != 10 || m.Paper.Pairs != 5 || !(m.MSPerDigit > 0) {
		t.Fatalf("CEM: %+v", m)
	}
	for _, p := range r.Methods[0].All.pairs {
		for i, v := range p.Counterfactual {
			if v < p.Factual[i] {
				t.Fatal("CEM took ink away")
			}
		}
	}
	if r.Accuracy < 0.3 || r.All.Pairs != 9*10 || r.Paper.Pairs < 15 || r.Steps == 0 || len(r.AutoError) != 10 {
		t.Errorf("accuracy %v, %d and %d counterfactuals, %d steps, %d auto-encoders", r.Accuracy, r.All.Pairs,
			r.Paper.Pairs, r.Steps, len(r.AutoError))
	}
	for _, p := range r.Paper.pairs {
		if paperTargets[p.From] != p.Target {
			t.Fatalf("a %d is to become a %d", p.From, p.Target)
		}
	}
	var text bytes.Buffer
	if err := printDigits(&text, []digitsRun{r, r}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"IM1", "172.81", "every digit to every other", "untrained", "± 0.000",
		"CEM chooses the targets itself"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the tables lack %q:\n%s", want, text.String())
		}
	}
	if err := writeDigits(folder, []digitsRun{r}); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join(folder, "mnist-all.png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if img, err := png.Decode(f); err != nil || img.Bounds().Dx() != 3*(11*30+2) {
		t.Errorf("the figure is %v, %v", img.Bounds(), err)
	}
}

func TestDigitsOptions(t *testing.T) {
	for line, say := range map[string]string{
		"-dataset mnist -method model":                "-method base, example and cem",
		"-dataset mnist -method base -constraint c1":  "takes",
		"-dataset mnist -compare -method cem":         "takes no -method",
		"-dataset adult -method base -few":            "-few is for",
		"-dataset mnist -method base -images 10":      "between 1000 and 60000",
		"-dataset mnist -method base -data /no/where": "is not there",
	} {
		var out, problems bytes.Buffer
		if code := run(strings.Fields(line), &out, &problems); code != 2 || !strings.Contains(problems.String(), say) {
			t.Errorf("%s: status %d, %q; want 2 and %q", line, code, problems.String(), say)
		}
	}
}
