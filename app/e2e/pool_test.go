package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

var poolProgram = sync.OnceValues(func() (string, error) { return buildProgram("pool") })

// pooled opens the page with the program of testdata/pool running in it.
func pooled(t *testing.T, file string) *Page {
	t.Helper()
	program, err := poolProgram()
	if err != nil {
		t.Fatal(err)
	}
	pages := handlerOf(t, siteFor(t))
	server := listen(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/pool.wasm":
			w.Header().Set("Content-Type", "application/wasm")
			http.ServeFile(w, r, program)
		case r.URL.Path == "/table" && file != "":
			http.ServeFile(w, r, file)
		default:
			pages.ServeHTTP(w, r)
		}
	}))
	p := NewPage(t, server.URL+"/")
	p.Open("")
	p.WaitReady()
	Eval[bool](p, `new Promise(async (done, failed) => {
		window.poolReady = () => done(true);
		const go = new Go();
		const program = await WebAssembly.instantiateStreaming(fetch("pool.wasm"), go.importObject);
		go.run(program.instance);
		setTimeout(() => failed("the program did not start"), 20000);
	})`)
	return p
}

// poolRun is what the program says of a run.
type poolRun struct {
	MS, FirstMS, AfterCancelMS, Left float64
	Parts, Rows, Found, Engines      int
	Hash, Why                        string
}

// runPool explains the prepared rows, or cancels that once so many parts are done.
func runPool(p *Page, engines, cancelAt int) (r poolRun) {
	p.t.Helper()
	text := Eval[string](p, fmt.Sprintf(`new Promise((done) => poolTest.run(%d, %d, done))`, engines, cancelAt))
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		p.t.Fatal(err)
	}
	if r.Why != "" {
		p.t.Fatalf("%d engines: %s", engines, r.Why)
	}
	p.t.Logf("%d engines: %d rows, %d counterfactuals in %.1f s, the first after %.1f s, at most %d at work", engines, r.Rows, r.Found,
		r.MS/1000, r.FirstMS/1000, r.Engines)
	return r
}

func prepare(p *Page, rows int) {
	p.t.Helper()
	began := time.Now()
	got := Eval[string](p, fmt.Sprintf(`new Promise(async (done) => {
		const answer = await fetch("table").catch(() => null);
		const bytes = answer?.ok ? new Uint8Array(await answer.arrayBuffer()) : new Uint8Array();
		poolTest.prepare(bytes, %d, done);
	})`, rows))
	if got != fmt.Sprint(rows) {
		p.t.Fatalf("%s rows, want %d", got, rows)
	}
	p.t.Logf("prepared in %.1f s", time.Since(began).Seconds())
}

// Two engines do the work of one, in parallel and with the same result.
func TestEnginesWorkInParallel(t *testing.T) {
	p := pooled(t, "")
	p.Allow("404") // there is no table to fetch
	rows := 300
	if full() {
		rows = 1000
	}
	prepare(p, rows)
	gain := 0.0
	for range 3 { // a busy machine has less than two processors to give
		one, two := runPool(p, 1, 0), runPool(p, 2, 0)
		if one.Hash != two.Hash || one.Rows != rows || one.Parts != rows/50 {
			t.Errorf("with one engine %+v, with two %+v, want the same result", one, two)
		}
		if one.Engines != 1 || two.Engines != 2 {
			t.Errorf("%d and %d engines were at work, want 1 and 2", one.Engines, two.Engines)
		}
		if gain = max(gain, (one.MS-one.FirstMS)/(two.MS-two.FirstMS)); gain > 1.5 || !timed() {
			break
		}
	}
	t.Logf("two engines are %.2f times as fast as one", gain)
	if gain < 1.3 && timed() {
		t.Errorf("two engines are only %.2f times as fast as one", gain)
	}
}

// full reports whether everything is done at its full size and times are held
// to what is promised: make long NAME=speed asks for it, on a machine with nothing else to
// do. The same work takes four times as long on some days of a shared one.
func full() bool { return os.Getenv("CAUSEWAY_FULL") == "1" }

// timed reports whether times mean anything here.
func timed() bool { return full() && !busy() }

// busy reports whether other programs want more than the processors of this
// machine.
func busy() bool {
	b, err := os.ReadFile("/proc/loadavg")
	var load float64
	if _, err2 := fmt.Sscan(string(b), &load); err != nil || err2 != nil {
		return false
	}
	return load > 2*float64(runtime.NumCPU())
}

// 10,000 rows of Adult in a minute, with a page that listens, and Cancel keeps
// what is done.
func TestTenThousandRows(t *testing.T) {
	beside(t)
	file := findData("adult/adult.data")
	if file == "" {
		t.Skip("skipped: no adult.data")
	}
	rows := 600
	if full() {
		rows = 10_000
	}
	p := pooled(t, file)
	prepare(p, rows)
	p.WatchTasks()
	began := processorTime()
	all := runPool(p, 2, 0)
	held, taken := p.LongestTask(), processorTime()-began
	t.Logf("%v of a processor", taken.Round(time.Second))
	t.Logf("the page was held up for %v at most", held)
	if all.Rows != rows || all.MS > 60_000 && timed() {
		t.Errorf("%d rows in %.1f s, want %d, and 10,000 in a minute", all.Rows, all.MS/1000, rows)
	}
	if held > 100*time.Millisecond && timed() {
		t.Errorf("the page was held up for %v", held)
	}
	if all.Found < 3*all.Rows {
		t.Errorf("%d counterfactuals of %d rows", all.Found, all.Rows)
	}
	some := runPool(p, 2, all.Parts/3)
	if some.Parts < all.Parts/3 || some.Parts == all.Parts || some.AfterCancelMS > 500 && timed() {
		t.Errorf("%d of %d parts were kept, Cancel took %.0f ms", some.Parts, all.Parts, some.AfterCancelMS)
	}
}

// BaseVAE, Model-approx and Example-based with five seeds on Simple-BN in three
// minutes.
func TestEvaluation(t *testing.T) {
	if !full() {
		t.Skip("skipped: TestEvaluateOnThePage does a part of it; make long NAME=speed does all")
	}
	p := pooled(t, "")
	p.Allow("404") // there is no table to fetch
	p.Timeout = 20 * time.Minute
	prepare(p, 10_000)
	began := processorTime()
	var r struct {
		MS                    float64
		Why                   string
		Validity, Feasibility map[string][]float64
		TaskMS                []float64
		LastProgress          float64
	}
	const seeds = 5
	if err := json.Unmarshal([]byte(Eval[string](p, fmt.Sprintf(`new Promise((done) => poolTest.evaluate(2, %d, done))`, seeds))), &r); err != nil {
		t.Fatal(err)
	}
	if r.Why != "" {
		t.Fatal(r.Why)
	}
	wall, taken := time.Duration(r.MS*float64(time.Millisecond)), processorTime()-began
	t.Logf("%d experiments in %v, %v of a processor", len(r.TaskMS), wall.Round(time.Second), taken.Round(time.Second))
	if limit := 3 * time.Minute; wall > limit && timed() {
		t.Errorf("%v, want at most %v", wall, limit)
	}
	if r.LastProgress != 1 {
		t.Errorf("the last progress was %v", r.LastProgress)
	}
	for m, v := range r.Validity {
		if t.Logf("%s: validity %.3f, feasibility %.3f", m, v, r.Feasibility[m]); len(v) != seeds || slices.Min(v) < 0.7 {
			t.Errorf("%s: validity %v", m, v)
		}
	}
	if len(r.Validity) != 3 {
		t.Errorf("%d methods, want 3", len(r.Validity))
	}
}

// processorTime is what this test's browser and its other children have taken of
// the processors so far; 0 where that is not known.
func processorTime() time.Duration {
	parent, ticks := map[int]int{}, map[int]int{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range stats {
		b, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		id, _ := strconv.Atoi(filepath.Base(filepath.Dir(name)))
		_, rest, _ := strings.Cut(string(b), ") ") // the name of the program is in brackets
		f := strings.Fields(rest)
		if len(f) < 13 {
			continue
		}
		user, _ := strconv.Atoi(f[11])
		system, _ := strconv.Atoi(f[12])
		parent[id], _ = strconv.Atoi(f[1])
		ticks[id] = user + system
	}
	sum := 0
	for id, n := range ticks {
		for up := id; up > 1; up = parent[up] {
			if up == os.Getpid() {
				sum += n
				break
			}
		}
	}
	return time.Duration(sum) * 10 * time.Millisecond // a tick is a hundredth of a second
}
