package page

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"
)

var poolProgram = sync.OnceValues(func() (string, error) { return buildProgram("pool") })

// Pool is the page running the program of testdata/pool, which distributes work to the page's engines.
type Pool struct{ *Tab }

// OpenPool opens the page with that program, over a table's file, or Simple-BN if no file is named.
func OpenPool(t testing.TB, file string) Pool {
	t.Helper()
	program, err := poolProgram()
	if err != nil {
		t.Fatal(err)
	}
	p := Pool{Visit(t, serveBut(t, func(w http.ResponseWriter, r *http.Request) bool {
		switch {
		case r.URL.Path == "/pool.wasm":
			w.Header().Set("Content-Type", "application/wasm")
			http.ServeFile(w, r, program)
		case r.URL.Path == "/table" && file != "":
			http.ServeFile(w, r, file)
		default:
			return false
		}
		return true
	}))}
	if file == "" {
		p.Allow("404") // the site has no table to download
	}
	eval[bool](p.Tab, `new Promise(async (done, failed) => {
		window.poolReady = () => done(true);
		const go = new Go();
		const program = await WebAssembly.instantiateStreaming(fetch("pool.wasm"), go.importObject);
		go.run(program.instance);
		setTimeout(() => failed("the program did not start"), 20000);
	})`)
	return p
}

// A PoolRun is the program's report about a run.
type PoolRun struct {
	MS, FirstMS, AfterCancelMS, Left float64
	Parts, Rows, Found, Engines      int
	Hash, Why                        string
}

// Run explains the prepared rows with n engines, or cancels after some parts are done.
func (p Pool) Run(engines, cancelAt int) (r PoolRun) {
	p.ask(&r, fmt.Sprintf(`run(%d, %d, done)`, engines, cancelAt))
	if r.Why != "" {
		p.t.Fatalf("%d engines: %s", engines, r.Why)
	}
	p.t.Logf("%d engines: %d rows, %d counterfactuals in %.1f s, the first after %.1f s, at most %d at work", engines,
		r.Rows, r.Found,
		r.MS/1000, r.FirstMS/1000, r.Engines)
	return r
}

// A PoolEvaluation is the program's report about an evaluation.
type PoolEvaluation struct {
	MS                    float64
	Why                   string
	Validity, Feasibility map[string][]float64
	TaskMS                []float64
	LastProgress          float64
}

// Evaluate compares three methods on n seeds with two engines.
func (p Pool) Evaluate(seeds int) (r PoolEvaluation) {
	p.ask(&r, fmt.Sprintf(`evaluate(2, %d, done)`, seeds))
	if r.Why != "" {
		p.t.Fatal(r.Why)
	}
	return r
}

func (p Pool) ask(r any, what string) {
	if err := json.Unmarshal([]byte(eval[string](p.Tab, `new Promise((done) => poolTest.`+what+`)`)), r); err != nil {
		p.t.Fatal(err)
	}
}

// Prepare makes a table, quickly trained models and n rows to explain.
func (p Pool) Prepare(rows int) {
	began := time.Now()
	got := eval[string](p.Tab, fmt.Sprintf(`new Promise(async (done) => {
		const answer = await fetch("table").catch(() => null);
		const bytes = answer?.ok ? new Uint8Array(await answer.arrayBuffer()) : new Uint8Array();
		poolTest.prepare(bytes, %d, done);
	})`, rows))
	if got != fmt.Sprint(rows) {
		p.t.Fatalf("%s rows, want %d", got, rows)
	}
	p.t.Logf("prepared in %.1f s", time.Since(began).Seconds())
}
