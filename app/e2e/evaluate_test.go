package e2e

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"causeway/core/engine"
	"causeway/core/model"
	"causeway/core/sketch"
	"causeway/core/wire"
)

// BaseVAE, Model-approx and Example-based on Simple-BN by the page's own
// controls. The figures that it saves are those of an engine outside of the
// browser, to the last bit. With CAUSEWAY_FULL=1 it is the whole experiment of
// the paper, five seeds on 10,000 rows, which may take three minutes.
func TestEvaluateOnThePage(t *testing.T) {
	beside(t)
	rows, seeds, full := 1000, 2, full()
	if full {
		rows, seeds = 10_000, 5
	}
	p := OpenApp(t)
	p.Timeout = 20 * time.Minute
	p.FillNumber("Rows", float64(rows))
	p.Click("button", "Simple-BN")
	p.WaitText("status", "Simple-BN is loaded")
	p.Click("link", "Graph")
	p.Click("button", "Load example")
	p.WaitText("status", "Loaded ")
	p.Click("link", "Evaluate")
	p.WaitHas("button", "Run evaluation")
	p.FillNumber("Seeds", float64(seeds))
	p.Click("checkbox", "A split and a classifier for each seed")
	p.WaitFor("what would be run", func() bool {
		return strings.Contains(Eval[string](p, `document.body.innerText`), strconv.Itoa(3*seeds)+" experiments, each")
	})
	if !full {
		p.Click("checkbox", "Fewer labels")
		p.FillNumber("Labels", 50)
	}
	p.Screenshot("evaluate-form", 1280, 900, false)
	p.WatchTasks()
	began, taken := time.Now(), processorTime()
	p.Click("button", "Run evaluation")
	p.WaitHas("progressbar", "Evaluation")
	if !full {
		p.Click("button", "Pause")
		p.WaitText("status", "The evaluation is paused.")
		p.Click("button", "Resume")
		p.unfold("Table, with meanings") // of the first that are done
		p.WaitHas("table", "Figures of the methods")
		if text := Eval[string](p, `document.getElementById("evaluate-done").innerText`); !strings.Contains(text, "experiments are done") {
			t.Errorf("while it runs it says %q", text)
		}
	}
	wide{p}.waitFor(`!document.querySelector("progress, [role=progressbar]")`)
	wall, taken := time.Since(began), processorTime()-taken
	t.Logf("%d seeds on %d rows in %v, %v of a processor; the page was held up for %v at most", seeds, rows, wall.Round(time.Second), taken.Round(time.Second), p.LongestTask())
	p.WaitText("status", "experiments are done.")
	if limit := 3 * time.Minute; full && wall > limit && timed() {
		t.Errorf("%v, want at most %v", wall, limit)
	}
	if held := p.LongestTask(); held > 200*time.Millisecond && timed() {
		t.Errorf("the page was held up for %v", held)
	}

	p.unfold("Table, with meanings")
	cells := p.Table("Figures of the methods")
	if len(cells[0]) != 5 || cells[0][1] != "BaseVAE+" || cells[0][2] != "Model-approx+" || !strings.HasPrefix(cells[0][3], "Example-based+, ") {
		t.Errorf("columns %q", cells[0])
	}
	for _, name := range []string{"Validity, %", "Feasibility, %", "Proximity of numbers", "IM1", "Coverage, %", "Diversity", "Training, s"} {
		if !slices.ContainsFunc(cells, func(r []string) bool { return r[0] == name && strings.Contains(r[1], "±") }) {
			t.Errorf("no row %q with a spread", name)
		}
	}
	p.unfold("More figures")
	for _, name := range []string{"Validity", "Feasibility against proximity", "Time for a number of rows"} {
		p.unfoldChart(name)
		p.WaitHas("button", "Save SVG: "+name)
	}

	folder := p.downloads()
	p.Click("button", "Save as CSV")
	saved := p.saved(folder)
	p.sameAsOutside(saved, rows)
	p.shots("evaluate")

	p.Click("button", "Save SVG: Feasibility against proximity")
	text := string(p.savedFile(folder, "*.svg"))
	if !strings.HasPrefix(text, "<svg xmlns=") || !strings.Contains(text, ">Model-approx+<") {
		t.Errorf("the saved picture is %.200s", text)
	}
	p.Click("button", "Save PNG: Feasibility against proximity")
	if b := p.savedFile(folder, "*.png"); len(b) < 5000 || string(b[1:4]) != "PNG" {
		t.Errorf("the saved picture has %d bytes", len(b))
	}
	p.unfold("Settings that were compared")
	p.Click("button", "Use this setting: Model-approx+, weight 10")
	p.WaitFor("the setting to be in use", func() bool {
		return slices.ContainsFunc(p.Table("Settings that were compared"), func(r []string) bool { return r[0] == "Model-approx+, weight 10" && r[4] == "in use" })
	})
}

// sameAsOutside runs the first experiment of a saved evaluation natively.
func (p *Page) sameAsOutside(saved [][]string, rows int) {
	p.t.Helper()
	facts := make(chan wire.Message, 10_000)
	began := time.Now()
	native := engine.New(func(_ int, m wire.Message) { facts <- m },
		func() float64 { return float64(time.Since(began)) / 1e6 }, func() {})
	native.Handle(1, wire.Sample{Model: "simple-bn", Rows: rows, Seed: 1})
	g, _, ok := sketch.Example(next[wire.Loaded](facts).Schema)
	if !ok {
		p.t.Fatal("there is no example of the graph")
	}
	native.Handle(2, wire.Evaluate{Method: "base", Seed: 1, Own: true, From: -1, Truth: "simple-bn", Knowledge: g.Knowledge(),
		Train: model.Recipe{Epochs: 50, Batch: 64, Samples: 10, LearningRate: 0.01, Validity: 40, Margin: 0.3}})
	checked := 0
	for _, f := range next[wire.Evaluated](facts).Figures {
		if at := slices.Index(saved[0], f.Key); at >= 0 && f.Key != "trainS" && f.Key != "per1000S" {
			v, err := strconv.ParseFloat(saved[1][at], 64)
			if err != nil || math.Abs(v-f.Value) > 0 {
				p.t.Errorf("%s is %s in the page, outside it is %v", f.Key, saved[1][at], f.Value)
			}
			checked++
		}
	}
	if checked < 25 || saved[1][0] != "base" || saved[1][3] != "1" {
		p.t.Errorf("%d figures of %q, seed %s", checked, saved[1][0], saved[1][3])
	}
}

// savedFile waits for a file of some kind in a folder, and takes it away.
func (p *Page) savedFile(folder, kind string) (b []byte) {
	p.t.Helper()
	p.WaitFor("a saved file "+kind, func() bool {
		files, _ := filepath.Glob(filepath.Join(folder, kind))
		if len(files) == 0 {
			return false
		}
		var err error
		if b, err = os.ReadFile(files[0]); err != nil || len(b) == 0 {
			return false
		}
		return os.Remove(files[0]) == nil
	})
	return b
}

// shots takes pictures of the whole page, wide and narrow, light and dark.
func (p *Page) shots(name string) {
	p.t.Helper()
	if *shotDir == "" {
		return
	}
	for _, s := range []struct {
		as    string
		width int64
		dark  bool
	}{{"wide", 1280, false}, {"wide-dark", 1280, true}, {"narrow", 360, false}, {"narrow-dark", 360, true}} {
		p.SetViewport(s.width, 800, s.dark)
		height := Eval[int64](p, `new Promise((done) => setTimeout(() => done(document.documentElement.scrollHeight), 300))`)
		p.Screenshot(name+"-"+s.as, s.width, min(height, 12_000), s.dark)
	}
	p.SetViewport(1280, 800, false)
}
