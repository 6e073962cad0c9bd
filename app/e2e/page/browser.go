package page

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"causeway/cmd/build/chromium"
)

// shared holds a browser and a built site for all tests. The first test that needs them creates them.
var shared fixture

type fixture struct {
	browserOnce, siteOnce sync.Once
	browser               context.Context
	browserErr            error
	site                  string // folder
	siteErr               error
	foreign               foreign
	closing               sync.Mutex
	closers               []func()
}

// atEnd registers a function to run after all tests, before those registered earlier.
func (f *fixture) atEnd(do func()) {
	f.closing.Lock()
	defer f.closing.Unlock()
	f.closers = append(f.closers, do)
}

func (f *fixture) close() {
	for _, c := range slices.Backward(f.closers) {
		c()
	}
}

// browserFor returns the context of the running browser. Without a browser the test is
// skipped, unless CI=true promises one.
func browserFor(t testing.TB) context.Context {
	t.Helper()
	shared.browserOnce.Do(shared.startBrowser)
	if shared.browserErr != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(shared.browserErr)
		}
		t.Skip("skipped: ", shared.browserErr)
	}
	return shared.browser
}

// startBrowser starts Chromium with a fresh profile. Every request to another host goes
// to a proxy that records and refuses it, no matter which part of the browser sends it.
func (f *fixture) startBrowser() {
	measured := Full() || flag.Lookup("test.bench").Value.String() != ""
	find := chromium.FindShell
	if measured {
		find = chromium.Find
	}
	path, err := find()
	if err != nil {
		f.browserErr = err
		return
	}
	proxy := httptest.NewServer(&f.foreign)
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path),
		chromedp.Flag("headless", true),
		chromedp.Flag("proxy-server", proxy.URL),
		chromedp.Flag("gaia-url", "http://127.0.0.1:9"), // otherwise the browser asks Google who is signed in
		// otherwise a spare process waits for the next page, and each window has invisible pages for the address
		// bar
		chromedp.Flag("disable-features",
			"SpareRendererForSitePerProcess,InitialWebUI,PreloadTopChromeWebUI,WebUIOmniboxPopup,"+
				"WebUIOmniboxAimPopup,WebUIOmniboxFullPopup"),
	}
	for _, name := range []string{
		"no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "no-default-browser-check",

		"disable-background-networking", "disable-component-update", "disable-sync", "disable-default-apps",
		"disable-dev-shm-usage", "disable-background-timer-throttling", "disable-renderer-backgrounding",
		"disable-backgrounding-occluded-windows", "hide-scrollbars", "mute-audio", "enable-automation",
	} {
		options = append(options, chromedp.Flag(name, true))
	}
	if !measured {
		// In a short visit, V8 spends most of the time on optimizing functions that soon end. Tests that
		// measure nothing delay this until a training needs it.
		options = append(options, chromedp.Flag("js-flags", "--wasm-tiering-budget=100000000"))
	}
	alloc, stopAlloc := chromedp.NewExecAllocator(context.Background(), options...)
	quiet := func(string, ...any) {} // a browser newer than the library sends unknown events
	ctx, stop := chromedp.NewContext(alloc, chromedp.WithLogf(quiet), chromedp.WithErrorf(quiet))
	if err := chromedp.Do(ctx); err != nil {
		f.browserErr = fmt.Errorf("starting %s: %w", path, err)
	}
	f.browser = ctx
	f.atEnd(proxy.Close)
	f.atEnd(stopAlloc)
	f.atEnd(stop)
}

// housekeeping lists the hosts that Chromium itself sometimes contacts, regardless of its
// flags. Page still sees a page's own requests to these hosts.
var housekeeping = []string{
	"accounts.google.com", "android.clients.google.com", "clients2.google.com", "clientservices.googleapis.com",
	"content-autofill.googleapis.com", "mtalk.google.com", "optimizationguide-pa.googleapis.com",
	"redirector.gvt1.com", "safebrowsing.googleapis.com", "update.googleapis.com",
}

// foreign is a proxy that blocks everything and records the requests.
type foreign struct {
	mu   sync.Mutex
	seen []string
}

func (f *foreign) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !slices.Contains(housekeeping, r.URL.Hostname()) {
		f.seen = append(f.seen, r.Method+" "+r.RequestURI)
	}
	w.WriteHeader(http.StatusForbidden)
}

// since returns the requests recorded after the first n, and their present number. All pages that are
// open at the same time see them, because nobody knows which page sent them.
func (f *foreign) since(n int) (seen []string, all int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.seen[n:], len(f.seen)
}
