package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
)

// compiled are the functions of WebAssembly programs that a browser compiled when they were first called.
type compiled struct {
	page, beside []int // on the page's thread and on others, by their number in their program, in order
}

// compiles is what the browser compiles at the first call while the page does something.
func (p *Page) compiles(what func()) compiled {
	p.t.Helper()
	type event struct {
		Name string
		TS   float64
		TID  int
		Args struct {
			Name  string
			Index *int `json:"func_index"`
		}
	}
	var mu sync.Mutex
	var events []event
	done := make(chan bool)
	ctx, cancel := context.WithCancel(p.ctx)
	defer cancel()
	if err := chromedp.Listen(ctx, func(e any) {
		switch e := e.(type) {
		case *tracing.EventDataCollected:
			mu.Lock()
			defer mu.Unlock()
			for _, text := range e.Value {
				var one event
				if json.Unmarshal(text, &one) == nil && (one.Args.Index != nil && one.Name == "wasm.CompileLazy" || one.Name == "thread_name") {
					events = append(events, one)
				}
			}
		case *tracing.EventTracingComplete:
			close(done)
		}
	}); err != nil {
		p.t.Fatal(err)
	}
	call(p, tracing.Start, tracing.StartParams{TransferMode: tracing.StartTransferModeReportEvents, TraceConfig: &tracing.TraceConfig{
		RecordMode: tracing.TraceConfigRecordModeRecordAsMuchAsPossible, IncludedCategories: []string{"v8.wasm"}}})
	what()
	call(p, tracing.End, cdp.Empty{})
	<-done
	threads := map[int]string{}
	for _, e := range events {
		if e.Name == "thread_name" {
			threads[e.TID] = e.Args.Name
		}
	}
	slices.SortStableFunc(events, func(a, b event) int { return int(a.TS - b.TS) })
	var c compiled
	for _, e := range events {
		switch {
		case e.Args.Index == nil:
		case threads[e.TID] == "CrRendererMain":
			c.page = append(c.page, *e.Args.Index)
		default:
			c.beside = append(c.beside, *e.Args.Index)
		}
	}
	return c
}

// TestThePageIsCompiledAhead holds the list of functions that are compiled beside the page's thread to what that
// thread calls: one of an older page would be of no use, and nothing else would tell.
func TestThePageIsCompiledAhead(t *testing.T) {
	p := NewPage(t, Serve(t, siteFor(t)).URL+"/")
	start := p.compiles(func() {
		p.Open("")
		p.WaitReady()
		time.Sleep(3 * time.Second) // for what is compiled at leisure
	})
	named := map[int]bool{}
	for _, n := range Eval[[]int](p, `(async () => {
		const file = (await (await fetch("build.json")).json()).files.find((name) => /^app\..*wasm$/.test(name));
		const program = await WebAssembly.compileStreaming(fetch(file));
		const [section] = WebAssembly.Module.customSections(program, "causeway.ahead");
		const imported = WebAssembly.Module.imports(program).length;
		const numbers = []; // first, how many of the start
		let number = 0, shift = 0;
		for (const b of new Uint8Array(section)) {
			number |= (b & 0x7f) << shift;
			shift += 7;
			if (b < 0x80) {
				numbers.push(number - 0x1000 + imported);
				number = shift = 0;
			}
		}
		return numbers.slice(1);
	})()`) {
		named[n] = true
	}
	ahead, unnamed := 0, 0
	for _, n := range start.beside {
		if named[n] {
			ahead++
		}
	}
	for _, n := range start.page {
		if !named[n] {
			unnamed++
		}
	}
	t.Logf("named %d; at the start %d compiled by the page's thread, of which %d are not named, and %d beside it", len(named), len(start.page), unnamed, ahead)
	if most := 300; unnamed > most {
		t.Errorf("the page's thread compiled %d functions that are not in cmd/build/ahead.txt, want at most %d; make ahead writes it anew", unnamed, most)
	}
	if least := 2000; ahead < least { // the engine's, which are counted from 0 as well, are some 800
		t.Errorf("%d functions were compiled beside the page's thread, want at least %d", ahead, least)
	}
}

// TestCallsAreRecorded writes which functions the page calls first, for `make ahead`.
func TestCallsAreRecorded(t *testing.T) {
	file := os.Getenv("CAUSEWAY_AHEAD")
	if file == "" {
		t.Skip("skipped: CAUSEWAY_AHEAD names no file; make ahead does")
	}
	handler := handlerOf(t, siteFor(t))
	p := NewPage(t, listen(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, "compiler.") { // or it would compile what the page is to call
			http.NotFound(w, r)
			return
		}
		handler.ServeHTTP(w, r)
	})).URL+"/")
	p.Allow("compiler")
	p.Timeout = time.Minute
	var numbers bytes.Buffer
	note := func(of string, what func()) {
		c := p.compiles(what).page
		t.Logf("%s: %d functions", of, len(c))
		for _, n := range c {
			fmt.Fprintln(&numbers, n)
		}
	}
	note("start", func() { p.Open(""); p.WaitReady() })
	fmt.Fprintln(&numbers)
	note("import", func() {
		p.SetFiles(purchases(t, 400))
		p.Click("button", "Import table")
		p.WaitText("status", "is loaded: 400 rows.")
	})
	note("classifier", func() { trainClassifier(p) })
	note("graph", func() {
		p.goTo("Graph")
		p.WaitHas("application", "Causal graph")
		dragEdge(p, "visits", "basket")
		p.WaitText("status", "Added the edge visits → basket")
	})
	note("generator", func() { trainGenerator(p) })
	note("explain", func() {
		p.goTo("Explain")
		p.Click("button", "Find counterfactuals")
		p.WaitHas("table", "Counterfactuals")
	})
	note("label", func() {
		p.goTo("Label")
		p.WaitHas("region", "Counterfactual to judge")
		p.Click("button", "Feasible")
		p.WaitText("status", "1 label: ")
	})
	note("evaluate", func() { p.goTo("Evaluate") })

	cmd := exec.Command("go", "run", "./cmd/build", "ahead")
	cmd.Dir, cmd.Stdin, cmd.Stderr = "../..", &numbers, os.Stderr
	names, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, names, 0o644); err != nil {
		t.Fatal(err)
	}
}
