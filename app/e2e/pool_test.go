package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"causeway/cmd/build/site"
)

// pooled opens the page with the program of testdata/pool running in it.
func pooled(t *testing.T, file string) *Page {
	t.Helper()
	program := filepath.Join(t.TempDir(), "pool.wasm")
	cmd := exec.Command("go", "build", "-o", program, "./app/e2e/testdata/pool")
	cmd.Dir, cmd.Env = "../..", append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	pages, err := site.New(os.DirFS(siteFor(t)))
	if err != nil {
		t.Fatal(err)
	}
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
	p.Timeout = 5 * time.Minute
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

func runPool(p *Page, engines, cancelMS int) (r poolRun) {
	p.t.Helper()
	text := Eval[string](p, fmt.Sprintf(`new Promise((done) => poolTest.run(%d, %d, done))`, engines, cancelMS))
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
	prepare(p, 1000)
	gain := 0.0
	for range 3 { // a busy machine has less than two processors to give
		one, two := runPool(p, 1, 0), runPool(p, 2, 0)
		if one.Hash != two.Hash || one.Rows != 1000 || one.Parts != 20 {
			t.Errorf("with one engine %+v, with two %+v, want the same result", one, two)
		}
		if one.Engines != 1 || two.Engines != 2 {
			t.Errorf("%d and %d engines were at work, want 1 and 2", one.Engines, two.Engines)
		}
		if gain = max(gain, (one.MS-one.FirstMS)/(two.MS-two.FirstMS)); gain > 1.5 {
			break
		}
	}
	t.Logf("two engines are %.2f times as fast as one", gain)
	if gain < 1.3 && !busy() {
		t.Errorf("two engines are only %.2f times as fast as one", gain)
	}
}

// busy reports whether other programs want more than the processors of this
// machine, so that no time means anything.
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
	file := findData("adult/adult.data")
	if file == "" {
		t.Skip("skipped: no adult.data")
	}
	p := pooled(t, file)
	prepare(p, 10_000)
	p.WatchTasks()
	all := runPool(p, 2, 0)
	held := p.LongestTask()
	t.Logf("the page was held up for %v at most", held)
	if all.Rows != 10_000 || all.MS > 60_000 && !busy() {
		t.Errorf("%d rows in %.1f s, want 10,000 in a minute", all.Rows, all.MS/1000)
	}
	if held > 100*time.Millisecond && !busy() {
		t.Errorf("the page was held up for %v", held)
	}
	if all.Found < 3*all.Rows {
		t.Errorf("%d counterfactuals of %d rows", all.Found, all.Rows)
	}
	some := runPool(p, 2, 5000)
	if some.Parts == 0 || some.Parts == all.Parts || some.AfterCancelMS > 500 && !busy() {
		t.Errorf("%d of %d parts were kept, Cancel took %.0f ms", some.Parts, all.Parts, some.AfterCancelMS)
	}
}
