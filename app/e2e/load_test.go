package e2e

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"

	"causeway/cmd/build/site"
	"causeway/core/wire"
)

// helloEngine starts a worker of its own, greets it before it can have started,
// and returns what it answers, or the reason that the bootstrap gives for its
// end.
func helloEngine(p *Page) (answer wire.Message, fatal string) {
	p.t.Helper()
	info, err := site.ReadInfo(os.DirFS(siteFor(p.t)))
	if err != nil {
		p.t.Fatal(err)
	}
	frame, err := wire.Encode(0, wire.Hello{Protocol: wire.Protocol, Build: info.Build})
	if err != nil {
		p.t.Fatal(err)
	}
	heard := Eval[struct {
		Frame []byte
		Fatal string
	}](p, fmt.Sprintf(`new Promise((done) => {
		const worker = new Worker(window.CAUSEWAY_ENGINE);
		worker.onerror = (e) => done({Fatal: "error: " + e.message});
		worker.onmessage = (e) => {
			if (e.data.module) return; // for engines that come later
			done(e.data.fatal ? {Fatal: e.data.fatal} : {Frame: btoa(String.fromCharCode(...e.data))});
			worker.terminate();
		};
		worker.postMessage(Uint8Array.from(atob(%q), (c) => c.charCodeAt(0)));
	})`, base64.StdEncoding.EncodeToString(frame)))
	if heard.Fatal != "" {
		return nil, heard.Fatal
	}
	_, answer, err = wire.Decode(heard.Frame)
	if err != nil {
		p.t.Fatal(err)
	}
	return answer, ""
}

// assertEngineStarts starts the engine and compares its build with the site's.
func assertEngineStarts(p *Page) {
	p.t.Helper()
	answer, fatal := helloEngine(p)
	if fatal != "" {
		p.t.Fatalf("the engine ended: %s", fatal)
	}
	want := Eval[string](p, `CAUSEWAY_BUILD`)
	if hello, ok := answer.(wire.Hello); !ok || hello.Build != want {
		p.t.Errorf("the engine says %#v, want a Hello of build %s", answer, want)
	}
}

// The aim is two seconds. The best of three first visits counts, fewer where times
// are not held to what is promised, and more than twice the aim is a failure, as
// other work may hold a machine up.
func TestOpensQuickly(t *testing.T) {
	const aim, limit = 2 * time.Second, 5 * time.Second
	best := time.Hour
	for try := 0; try < 3 && best > aim && (timed() || best > limit); try++ {
		p := NewPage(t, Serve(t, siteFor(t)).URL+"/")
		start := time.Now()
		p.Open("")
		p.WaitReady()
		best = min(best, time.Since(start))
		if !Eval[bool](p, `document.getElementById("boot-failure").hidden`) {
			t.Error("the failure notice is shown")
		}
	}
	t.Logf("interactive after %v", best.Round(time.Millisecond))
	if best > limit && !busy() {
		t.Errorf("interactive after %v, want at most %v", best, limit)
	}
}

func TestGlobals(t *testing.T) {
	beside(t)
	p := OpenKept(t)
	info, err := site.ReadInfo(os.DirFS(siteFor(t)))
	if err != nil {
		t.Fatal(err)
	}
	if got := Eval[string](p, `window.CAUSEWAY_BUILD`); got != info.Build {
		t.Errorf("CAUSEWAY_BUILD = %q, want %q", got, info.Build)
	}
	if got := Eval[string](p, `goappGetenv("GOAPP_ROOT_PREFIX")`); got != "" {
		t.Errorf("root prefix = %q, want none at the root", got)
	}
}

func TestEngineStarts(t *testing.T) {
	beside(t)
	p := OpenKept(t)
	assertEngineStarts(p)
}

// A host that sets no headers and has the site in a folder is what most static
// hosting is.
func TestBelowPrefixWithoutHeaders(t *testing.T) {
	beside(t)
	files := http.StripPrefix("/some/prefix", http.FileServer(http.Dir(siteFor(t))))
	mux := http.NewServeMux()
	mux.Handle("/some/prefix/", files)
	p := NewPage(t, listen(t, mux).URL+"/some/prefix/")
	for _, path := range []string{"", "index.html"} {
		p.Open(path)
		p.WaitReady()
		if got := Eval[string](p, `goappGetenv("GOAPP_ROOT_PREFIX")`); got != "/some/prefix" {
			t.Errorf("%q: root prefix = %q, want /some/prefix", path, got)
		}
		if got := Eval[string](p, `location.pathname`); got != "/some/prefix/" {
			t.Errorf("%q: location = %q, want the folder", path, got)
		}
	}
	assertEngineStarts(p)
	waitOffline(p)
	if got := Eval[string](p, `fetch(CAUSEWAY_ENGINE).then((r) => r.headers.get("Content-Security-Policy") ?? "")`); !strings.Contains(got, "connect-src 'self'") {
		t.Errorf("policy of the worker on a host without headers = %q, want ours", got)
	}
}

// A line that fails once in the first visit costs a moment, not the offline start.
func TestFilesAreKeptAfterAFailure(t *testing.T) {
	beside(t)
	files := http.FileServer(http.Dir(siteFor(t)))
	var asked atomic.Int32
	p := NewPage(t, listen(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".causeway") && asked.Add(1) == 1 {
			http.Error(w, "not now", http.StatusServiceUnavailable)
			return
		}
		files.ServeHTTP(w, r)
	})).URL+"/")
	p.Open("")
	p.WaitReady()
	waitOffline(p)
	if asked.Load() < 2 {
		t.Error("no file was asked for again")
	}
}

func TestFixedBase(t *testing.T) {
	beside(t)
	siteFor(t)
	dir, err := buildSite("-base", "/a/b/")
	if err != nil {
		t.Fatal(err)
	}
	p := NewPage(t, Serve(t, dir).URL+"/a/b/")
	p.Open("")
	p.WaitReady()
	assertEngineStarts(p)
	waitOffline(p)
}

func TestSecondVisitWithoutServer(t *testing.T) {
	beside(t)
	server := Serve(t, siteFor(t))
	p := NewPage(t, server.URL+"/")
	p.Open("")
	p.WaitReady()
	waitOffline(p)
	server.Close()

	for _, path := range []string{"", "index.html", "classifier", "?from=home"} {
		p.Open(path)
		p.WaitReady()
	}
	p.Open("")
	p.WaitReady()
	assertEngineStarts(p)
	p.Open("no/such/folder")
	p.WaitReady()
	if got := Eval[string](p, `location.pathname`); got != "/" {
		t.Errorf("an unknown folder leads to %q, want the page", got)
	}
}

func TestBlockedDownloadIsReadable(t *testing.T) {
	beside(t)
	p := NewPage(t, serveInstead(t, "app.wasm", func(w http.ResponseWriter) { http.Error(w, "blocked", http.StatusForbidden) }).URL+"/")
	p.Allow(`403|could not be loaded`)
	p.Open("")
	p.WaitText("alert", "Causeway could not be loaded")
	if !p.Has("button", "Reload") {
		t.Error("the notice has no Reload button")
	}
}

// Where the worker that compiles the program does not start, the page's own thread does it.
func TestThePageStartsWithoutItsCompiler(t *testing.T) {
	beside(t)
	p := NewPage(t, serveInstead(t, "compiler.js", func(w http.ResponseWriter) { http.Error(w, "gone", http.StatusNotFound) }).URL+"/")
	p.Allow(`404`)
	p.Open("")
	p.WaitReady()
}

func TestNoWebAssemblyIsReadable(t *testing.T) {
	beside(t)
	p := NewPage(t, Serve(t, siteFor(t)).URL+"/")
	p.Allow(`Causeway needs WebAssembly`)
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: "delete globalThis.WebAssembly"})
	p.Open("")
	p.WaitText("alert", "Causeway needs WebAssembly")
}

func TestPanicIsReadable(t *testing.T) {
	beside(t)
	p := NewPage(t, serveInstead(t, "app.wasm", panicking(t)).URL+"/")
	p.Allow(`Causeway has stopped`)
	p.Open("")
	p.WaitText("alert", "Causeway has stopped")
	p.WaitText("alert", "panic: the ground gave way")
	p.WaitText("alert", "main.main()") // the function, and its line
	p.WaitText("alert", ".go:")
	p.WaitText("alert", "\nbuild ")
	p.Click("button", "Reload")
	p.WaitText("alert", "Causeway has stopped")
}

func TestEngineDeathIsTold(t *testing.T) {
	beside(t)
	for _, test := range []struct {
		name, want string
		answer     func(http.ResponseWriter)
	}{
		{"panic", "panic: the ground gave way", panicking(t)},
		{"no download", "the server answered 404", func(w http.ResponseWriter) { http.Error(w, "gone", http.StatusNotFound) }},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := NewPage(t, serveInstead(t, "engine.wasm", test.answer).URL+"/")
			p.Allow(`404`)
			p.Open("")
			p.WaitReady()
			if _, got := helloEngine(p); !strings.Contains(got, test.want) {
				t.Errorf("the page hears %q, want %q in it", got, test.want)
			}
		})
	}
}

// serveInstead serves the site with another answer for one of its files, by its name
// without the hash.
func serveInstead(t *testing.T, name string, answer func(http.ResponseWriter)) *httptest.Server {
	t.Helper()
	handler := handlerOf(t, siteFor(t))
	return listen(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if ext := path.Ext(name); strings.HasPrefix(r.URL.Path, "/"+strings.TrimSuffix(name, ext)+".") && strings.HasSuffix(r.URL.Path, ext) {
			answer(w)
			return
		}
		handler.ServeHTTP(w, r)
	}))
}

var panicProgram = sync.OnceValues(func() (string, error) { return buildProgram("panics") })

// panicking answers with a Go program that panics.
func panicking(t *testing.T) func(http.ResponseWriter) {
	t.Helper()
	file, err := panicProgram()
	if err != nil {
		t.Fatal(err)
	}
	return func(w http.ResponseWriter) {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
		}
		w.Header().Set("Content-Type", "application/wasm")
		w.Write(content)
	}
}

func TestUpdateIsAnnouncedAndApplied(t *testing.T) {
	beside(t)
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(siteFor(t))); err != nil {
		t.Fatal(err)
	}
	p := NewPage(t, Serve(t, dir).URL+"/")
	p.Open("")
	p.WaitReady()
	waitOffline(p)
	old := Eval[string](p, siteMeta)
	rename(t, dir, old, "feedfeedfeed")

	p.Reload()
	p.WaitReady()
	if got := Eval[string](p, siteMeta); got != old {
		t.Errorf("site after a reload = %q, want the one in use, %q, until the page asks", got, old)
	}
	p.WaitFor("the update to be announced", func() bool { return Eval[bool](p, `window.causewayUpdateReady === true`) })
	Eval[bool](p, `(causewayApplyUpdate(), true)`)
	p.WaitFor("the new site", func() bool { return Eval[string](p, siteMeta) == "feedfeedfeed" })
	p.WaitReady()
	p.WaitFor("the old files to go", func() bool {
		caches := Eval[[]string](p, `caches.keys()`)
		return len(caches) == 1 && strings.HasSuffix(caches[0], "feedfeedfeed")
	})
}

// siteMeta gives the id of the site that the page came from; none while a
// navigation is under way.
const siteMeta = `document.querySelector("meta[name=causeway-site]")?.content ?? ""`

// rename gives a built site another id.
func rename(t *testing.T, dir, old, id string) {
	t.Helper()
	for _, name := range []string{"index.html", "sw.js"} {
		file := filepath.Join(dir, name)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(strings.ReplaceAll(string(text), old, id)), 0o644); err != nil {
			t.Fatal(err)
		}
		os.Remove(file + ".br")
		os.Remove(file + ".gz")
	}
}

// waitOffline waits until the service worker has everything and is in charge.
func waitOffline(p *Page) {
	p.t.Helper()
	var state string
	defer func() {
		if p.t.Failed() {
			p.t.Logf("service worker: %s", state)
		}
	}()
	p.WaitFor("the service worker", func() bool {
		state = Eval[string](p, `navigator.serviceWorker.getRegistration().then((r) => [r?.installing?.state, r?.waiting?.state, r?.active?.state, navigator.serviceWorker.controller?.state].join())`)
		return strings.HasSuffix(state, ",activated,activated")
	})
}
