package e2e

import (
	"causeway/core/model"
	"cmp"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"

	"causeway/core/wire"
)

// How long and how often the benchmarks of the packages run.
const (
	benchTime  = "200ms"
	benchCount = 5
)

// benched are the packages whose benchmarks run natively and in the browser.
var benched = []string{"core/kernel", "core/nn", "core/vae", "core/cf", "core/distill"}

// experiments are the two forms of the loops.
var experiments = []string{"simd", "nosimd"}

// BenchmarkNative and BenchmarkChromium run the same benchmarks, natively and in
// a worker of the browser, with vectors and without. Their table is printed at
// the end.
func BenchmarkNative(b *testing.B) {
	for _, x := range experiments {
		b.Run(x, func(b *testing.B) {
			into := speeds.of("native", x)
			for _, pkg := range benched {
				into.read(goTool(b, x, nil, "test", "-run", "^$", "-bench", ".", "-benchtime", benchTime, "-count", strconv.Itoa(benchCount), "./"+pkg))
			}
			folder := "CAUSEWAY_DATA=" + adultFolder()
			into.read(goTool(b, x, []string{folder}, "test", "-run", "^$", "-bench", ".", "-benchtime", "1x", "./core/engine"))
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
				into.read(runInWorker(b, dir, name))
			}
			benchEngine(b, x, into)
		})
	}
}

// goTool runs the go command at the top of the module with one form of the
// loops.
func goTool(b *testing.B, experiment string, env []string, args ...string) string {
	b.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = "../.."
	cmd.Env = append(append(os.Environ(), "GOEXPERIMENT="+experiment), env...)
	text, err := cmd.CombinedOutput()
	if err != nil {
		b.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, text)
	}
	return string(text)
}

// adultFolder is the shared data folder, or empty.
func adultFolder() string {
	path := findData("adult/adult.data")
	if path == "" {
		return ""
	}
	folder, _ := filepath.Abs(filepath.Dir(filepath.Dir(path)))
	return folder
}

// benchWorker runs a test binary and posts all that it prints.
const benchWorker = `
importScripts("wasm_exec.js");
const decoder = new TextDecoder();
let text = "";
globalThis.fs.writeSync = (fd, bytes) => { text += decoder.decode(bytes, {stream: true}); return bytes.length };
onmessage = async ({data}) => {
	const go = new Go();
	go.argv = ["bench", ...data.args];
	let code = 0;
	go.exit = (c) => { code = c };
	try {
		const program = await WebAssembly.instantiateStreaming(fetch(data.name), go.importObject);
		await go.run(program.instance);
		postMessage({text, code});
	} catch (e) {
		postMessage({text: text + e, code: 1});
	}
};`

// runInWorker runs the benchmarks of a test binary in a worker and returns what
// it prints.
func runInWorker(b *testing.B, dir, name string) string {
	b.Helper()
	root := strings.TrimSpace(goTool(b, "simd", nil, "env", "GOROOT"))
	server := listen(b, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Isolated, a page has the finest clock that the browser gives.
		w.Header().Set("Cross-Origin-Opener-Policy", "same-origin")
		w.Header().Set("Cross-Origin-Embedder-Policy", "require-corp")
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, `<!doctype html><title>benchmarks</title><link rel="icon" href="data:,">`)
		case "/worker.js":
			w.Header().Set("Content-Type", "text/javascript")
			io.WriteString(w, benchWorker)
		case "/wasm_exec.js":
			http.ServeFile(w, r, filepath.Join(root, "lib/wasm/wasm_exec.js"))
		default:
			w.Header().Set("Content-Type", "application/wasm")
			http.ServeFile(w, r, filepath.Join(dir, filepath.Base(r.URL.Path)))
		}
	}))
	p := NewPage(b, server.URL+"/")
	p.Open("")
	done := Eval[struct {
		Text string
		Code int
	}](p, fmt.Sprintf(`new Promise((done) => {
		const worker = new Worker("worker.js");
		worker.onerror = (e) => done({Text: e.message, Code: 1});
		worker.onmessage = ({data}) => { worker.terminate(); done({Text: data.text, Code: data.code}) };
		worker.postMessage({name: %q, args: ["-test.run=^$", "-test.bench=.", "-test.benchtime=%s", "-test.count=%d"]});
	})`, name, benchTime, benchCount))
	if done.Code != 0 {
		b.Fatalf("%s in the browser: exit %d\n%s", name, done.Code, done.Text)
	}
	return done.Text
}

// benchEngine times the same trainings as core/engine's benchmark by the real
// engine of a site built with one form of the loops.
func benchEngine(b *testing.B, experiment string, into *column) {
	b.Helper()
	dir, err := buildSiteFor([]string{"GOEXPERIMENT=" + experiment})
	if err != nil {
		b.Fatal(err)
	}
	p := NewPage(b, Serve(b, dir).URL+"/")
	p.Open("")
	p.WaitReady()
	c := newTalk(p)
	c.send(1, wire.Sample{Model: "simple-bn", Rows: 10_000, Seed: 1})
	into.add("Training/Simple-BN_6250_steps", "s", c.trainingTime(wire.TrainGenerator{Recipe: model.Recipe{Method: "base", Seed: 1, Epochs: 50, Batch: 64, LearningRate: 0.01, Samples: 50, Validity: 40, Margin: 0.3}})/1000)
	path := findData("adult/adult.data")
	if path == "" {
		return
	}
	text, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	const epochs = 5
	c = newTalk(p)
	c.send(1, wire.Open{Name: "adult.data", Bytes: text})
	shown, _ := await[wire.Previewed](c, 1)
	c.send(1, wire.Import{Plan: shown.Preview.Plan, Seed: 1})
	into.add("Training/Adult_epoch", "s", c.trainingTime(wire.TrainGenerator{Recipe: model.Recipe{Method: "base", Seed: 1, Epochs: epochs, Batch: 256, LearningRate: 0.01, Samples: 10, Validity: 40, Margin: 0.3}})/1000/epochs)
}

// trainingTime is how long the engine trains a generator, in milliseconds.
func (c *talk) trainingTime(m wire.TrainGenerator) float64 {
	c.p.t.Helper()
	await[wire.Loaded](c, 1)
	c.send(2, wire.TrainClassifier{ClassifierRecipe: model.ClassifierRecipe{Seed: 1, Epochs: 5, Batch: 32, LearningRate: 0.001, Hidden: 10}})
	await[wire.ClassifierTrained](c, 2)
	c.send(3, m)
	trained, _ := await[wire.GeneratorTrained](c, 3)
	return trained.TrainMS
}

// speeds are the results of this run.
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

// read takes the output of a test binary; the speeds that its benchmarks report
// count.
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
	v := slices.Sorted(slices.Values(c.samples[name]))
	if len(v) == 0 {
		return 0, false
	}
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2, true
}

// print writes the medians with two ratios: what vectors gain at a place, and
// what the browser costs.
func (t *table) print(to io.Writer) {
	if len(t.columns) == 0 {
		return
	}
	native, chromium := t.of("native", "simd"), t.of("Chromium", "simd")
	pairs := [][2]*column{{native, t.of("native", "nosimd")}, {chromium, t.of("Chromium", "nosimd")}, {native, chromium}}
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
	fmt.Fprintf(w, "%-*s\tunit\tnative simd\tscalar\tgain\tChromium simd\tscalar\tgain\tnative/Chromium\t\n", wide, "benchmark")
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
	const form = "pkg: causeway/core/nn\nBenchmarkStep/a_b-2  \t 10\t 99 ns/op\t %v GFLOP/s\nBenchmarkOther-2  \t 10\t 99 ns/op\n"
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
