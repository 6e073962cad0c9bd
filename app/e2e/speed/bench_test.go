package speed

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"

	"causeway/app/e2e/page"
	"causeway/core/model"
	"causeway/core/wire"
)

// How long and how often the benchmarks of the packages run.
const (
	benchTime  = "200ms"
	benchCount = 5
)

// benched lists the packages whose benchmarks run natively and in the browser.
var benched = []string{"core/kernel", "core/nn", "core/vae", "core/cf", "core/generate"}

// experiments lists the two forms of the loops.
var experiments = []string{"simd", "nosimd"}

// BenchmarkNative and BenchmarkChromium run the same benchmarks, natively and in
// a worker of the browser, with vectors and without. Their table is printed at
// the end.
func BenchmarkNative(b *testing.B) {
	for _, x := range experiments {
		b.Run(x, func(b *testing.B) {
			into := speeds.of("native", x)
			for _, pkg := range benched {
				into.read(goTool(b, x, nil, "test", "-run", "^$", "-bench", ".", "-benchtime", benchTime, "-count",
					strconv.Itoa(benchCount), "./"+pkg))
			}
			folder := "" // of the shared data, if there is one
			if path := page.FindData("adult/adult.data"); path != "" {
				folder = filepath.Dir(filepath.Dir(path))
			}
			into.read(goTool(b, x, []string{"CAUSEWAY_DATA=" + folder}, "test", "-run", "^$", "-bench", ".",
				"-benchtime", "1x", "./core/engine"))
		})
	}
}

func BenchmarkChromium(b *testing.B) {
	for _, x := range experiments {
		b.Run(x, func(b *testing.B) {
			into := speeds.of("Chromium", x)
			dir := b.TempDir()
			for _, pkg := range benched {
				name := filepath.Base(pkg) + ".wasm"
				goTool(b, x, []string{"GOOS=js", "GOARCH=wasm"}, "test", "-c", "-o", filepath.Join(dir, name), "./"+pkg)
				into.read(page.RunInWorker(b, dir, name, "-test.run=^$", "-test.bench=.", "-test.benchtime="+benchTime,
					"-test.count="+strconv.Itoa(benchCount)))
			}
			benchEngine(b, x, into)
		})
	}
}

// goTool runs the go command at the root of the repository with one form of the
// loops.
func goTool(b *testing.B, experiment string, env []string, args ...string) string {
	b.Helper()
	text, err := page.Go(append(env, "GOEXPERIMENT="+experiment), args...)
	if err != nil {
		b.Fatal(err)
	}
	return text
}

// benchEngine times the same trainings as core/engine's benchmark, with the real engine
// of a site built with one form of the loops.
func benchEngine(b *testing.B, experiment string, into *column) {
	b.Helper()
	dir, err := page.BuildSite([]string{"GOEXPERIMENT=" + experiment})
	if err != nil {
		b.Fatal(err)
	}
	p := page.Visit(b, page.Serve(b, dir))
	c := page.NewTalk(p)
	c.Send(1, wire.Sample{Model: "simple-bn", Rows: 10_000, Seed: 1})
	into.add("Training/Simple-BN_6250_steps", "s", trainingTime(c, 50, 64, 50)/1000)
	path := page.FindData("adult/adult.data")
	if path == "" {
		return
	}
	const epochs = 5
	c = page.NewTalk(p)
	c.Send(1, wire.Open{Name: "adult.data", Bytes: page.Read(b, path)})
	shown, _ := page.Await[wire.Previewed](c, 1)
	c.Send(1, wire.Import{Plan: shown.Preview.Plan, Seed: 1})
	into.add("Training/Adult_epoch", "s", trainingTime(c, epochs, 256, 10)/1000/epochs)
}

// trainingTime is how long the engine trains a generator on its table, in milliseconds.
func trainingTime(c *page.Talk, epochs, batch, samples int) float64 {
	page.Await[wire.Loaded](c, 1)
	c.Send(2, wire.TrainClassifier{ClassifierRecipe: model.ClassifierRecipe{Seed: 1, Epochs: 5, Batch: 32,
		LearningRate: 0.001, Hidden: 10}})
	page.Await[wire.ClassifierTrained](c, 2)
	c.Send(3, wire.TrainGenerator{Recipe: model.Recipe{Method: "base", Seed: 1, Epochs: epochs, Batch: batch,
		LearningRate: 0.01, Samples: samples, Validity: 40, Margin: 0.3}})
	trained, _ := page.Await[wire.GeneratorTrained](c, 3)
	return trained.TrainMS
}

// speeds holds the results of this run.
var speeds table

// table has a column for every place and form of the loops.
type table struct{ columns []*column }

// column holds the samples of every benchmark.
type column struct {
	place, experiment string
	names             []string
	samples           map[string][]float64
	units             map[string]string
}

func (t *table) of(place, experiment string) *column {
	for _, c := range t.columns {
		if c.place == place && c.experiment == experiment {
			return c
		}
	}
	c := &column{place: place, experiment: experiment, samples: map[string][]float64{}, units: map[string]string{}}
	t.columns = append(t.columns, c)
	return c
}

func (c *column) add(name, unit string, v float64) {
	if _, ok := c.units[name]; !ok {
		c.names = append(c.names, name)
	}
	c.units[name] = unit
	c.samples[name] = append(c.samples[name], v)
}

var (
	benchLine = regexp.MustCompile(`(?m)^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+\S+ ns/op(.*)$`)
	metric    = regexp.MustCompile(`(\S+) (GFLOP/s|Gvalue/s|s)(?:\s|$)`)
)

// read collects the reported speeds from the output of a test binary.
func (c *column) read(text string) {
	pkg := ""
	for _, line := range strings.Split(text, "\n") {
		if p, ok := strings.CutPrefix(line, "pkg: causeway/core/"); ok {
			pkg = p
		}
		m := benchLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		u := metric.FindStringSubmatch(m[2])
		if u == nil {
			continue
		}
		v, err := strconv.ParseFloat(u[1], 64)
		if err == nil {
			name := m[1]
			if pkg != "kernel" && pkg != "engine" {
				name = pkg + "." + name
			}
			c.add(name, u[2], v)
		}
	}
}

func (c *column) median(name string) (float64, bool) {
	v := c.samples[name]
	if len(v) == 0 {
		return 0, false
	}
	return median(v), true
}

// median is the middle number, or the mean of the two in the middle.
func median(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}

// print writes the medians with two ratios: the gain from vectors, and the cost of the
// browser.
func (t *table) print(to io.Writer) {
	if len(t.columns) == 0 {
		return
	}
	native, chromium := t.of("native", "simd"), t.of("Chromium", "simd")
	pairs := [][2]*column{{native, t.of("native", "nosimd")}, {chromium, t.of("Chromium", "nosimd")},
		{native, chromium}}
	names := slices.Clone(native.names)
	for _, name := range chromium.names {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	wide := 0
	for _, name := range names {
		wide = max(wide, len(name))
	}
	fmt.Fprintln(to)
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "%-*s\tunit\tnative simd\tscalar\tgain\tChromium simd\tscalar\tgain\tnative/Chromium\t\n", wide,
		"benchmark")
	for _, name := range names {
		unit := cmp.Or(native.units[name], chromium.units[name])
		fmt.Fprintf(w, "%-*s\t%s\t", wide, name, unit)
		for i, p := range pairs {
			a, hasA := p[0].median(name)
			z, hasZ := p[1].median(name)
			if i < 2 {
				fmt.Fprintf(w, "%s\t%s\t", cell(a, hasA), cell(z, hasZ))
			}
			ratio := a / z
			if unit == "s" {
				ratio = z / a
			}
			fmt.Fprintf(w, "%s\t", cell(ratio, hasA && hasZ))
		}
		fmt.Fprintln(w)
	}
	w.Flush()
}

func cell(v float64, ok bool) string {
	if !ok {
		return "-"
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}

func TestSpeedsAreMediansWithRatios(t *testing.T) {
	var s table
	const form = "pkg: causeway/core/nn\nBenchmarkStep/a_b-2  \t 10\t 99 ns/op\t %v GFLOP/s\nBenchmarkOther-2  \t " +
		"10\t 99 ns/op\n"
	for _, v := range []int{8, 900, 1} {
		s.of("native", "simd").read(fmt.Sprintf(form, v))
	}
	s.of("native", "nosimd").read(fmt.Sprintf(form, 2))
	s.of("Chromium", "simd").add("Training", "s", 3)
	s.of("Chromium", "nosimd").add("Training", "s", 6)
	var b strings.Builder
	s.print(&b)
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")
	for i, want := range []string{
		"benchmark unit native simd scalar gain Chromium simd scalar gain native/Chromium",
		"nn.Step/a_b GFLOP/s 8 2 4 - - - -",
		"Training s - - - 3 6 2 -",
	} {
		if i >= len(lines) || strings.Join(strings.Fields(lines[i]), " ") != want {
			t.Errorf("line %d of %q, want %q", i, lines, want)
		}
	}
}

// BenchmarkVisit measures a visit over a slow connection, in ms, as the median of the
// requested number of visits: the first paint, and the first time a press on a step's
// link works. The second visit uses the files stored by the first.
func BenchmarkVisit(b *testing.B) {
	dir := b.TempDir()
	goTool(b, "simd", nil, "run", "./cmd/build", "-out", dir)
	var paints, answers [2][]float64
	for range b.N {
		for v, visit := range page.SlowVisits(b, dir) {
			paints[v], answers[v] = append(paints[v], visit[0]), append(answers[v], visit[1])
		}
	}
	for v, name := range []string{"first", "second"} {
		b.ReportMetric(median(paints[v]), fmt.Sprintf("ms-%s-paint", name))
		b.ReportMetric(median(answers[v]), fmt.Sprintf("ms-%s-answer", name))
	}
}
