package store

import (
	"os"
	"regexp"
	"strconv"
	"testing"

	"causeway/core/causal"
)

// The page starts with the settings that cmd/paper was tuned to, which it
// cannot import. Of Simple-BN's BaseVAE it takes more latent samples.
func TestPresetsAreThoseOfThePaper(t *testing.T) {
	source, err := os.ReadFile("../../cmd/paper/presets.go")
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^\t\{"([a-z-]+)", "(base|model|approx)", (\d+), ([\d.]+), ([\d.]+), ([\d.]+), ([\d.]+), 0, 0, 0, 0, 0\},$`)
	found := line.FindAllSubmatch(source, -1)
	if len(found) < 10 {
		t.Fatalf("%d presets in cmd/paper", len(found))
	}
	for _, f := range found {
		number := func(i int) float64 {
			v, err := strconv.ParseFloat(string(f[i]), 64)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		g := generatorPreset(Preset(f[1]), causal.Method(f[2]), testLoaded)
		got := [...]float64{float64(g.Batch), g.Validity, g.Margin, g.Feasibility, g.GiveUp}
		if want := [...]float64{number(3), number(4), number(5), number(6), number(7)}; got != want {
			t.Errorf("%s, %s: %v, cmd/paper has %v", f[1], f[2], got, want)
		}
		if g.Epochs != 50 || g.LearningRate != 0.01 || g.Samples != 10 && (g.Method != causal.BaseVAE || Preset(f[1]) != SimpleBN) {
			t.Errorf("%s, %s: settings %+v", f[1], f[2], g)
		}
	}
}
