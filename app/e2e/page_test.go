package e2e

import (
	"context"
	"encoding/json"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// A Page is a tab with a profile of its own. At the end of its test, every
// request that went to another origin and every console error, uncaught
// exception and policy violation that was not allowed is an error.
//
// Methods stop the test when the browser refuses or Timeout passes.
type Page struct {
	Timeout time.Duration // for one step; five minutes at first, for busy machines

	t      testing.TB
	ctx    context.Context
	origin string

	mu       sync.Mutex
	foreign  int // requests to other hosts that were noted before
	requests []string
	problems []string
	allowed  []*regexp.Regexp
	crashed  bool
}

// OpenApp serves the site, opens it and waits until the app has started. In a test that runs
// beside others the page finds no service worker, which would fetch 36 MB once more and store
// them: a third of what opening takes. Tests about it, and about what comes back, use OpenKept.
func OpenApp(t testing.TB) *Page {
	t.Helper()
	name, _, _ := strings.Cut(t.Name(), "/")
	_, bare := unhurried.Load(name)
	return openApp(t, bare)
}

// OpenKept is OpenApp with a service worker, as visitors have it.
func OpenKept(t testing.TB) *Page {
	t.Helper()
	return openApp(t, false)
}

func openApp(t testing.TB, bare bool) *Page {
	t.Helper()
	p := NewPage(t, Serve(t, siteFor(t)).URL+"/")
	if bare {
		call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: "delete Navigator.prototype.serviceWorker"})
	}
	p.Open("")
	p.WaitReady()
	return p
}

// NewPage makes an empty tab for the site at address, which ends in a slash.
func NewPage(t testing.TB, address string) *Page {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browserFor(t), chromedp.WithNewBrowserContext())
	p := &Page{Timeout: 5 * time.Minute, t: t, ctx: ctx, origin: address}
	_, p.foreign = shared.foreign.since(0)
	if err := chromedp.Listen(ctx, p.note); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.assertClean()
		cancel()
	})
	p.ready()
	return p
}

// ready gives a new tab its size, and the focus: tabs beside each other would take
// it from one another.
func (p *Page) ready() {
	p.t.Helper()
	p.SetViewport(1280, 800, false)
	call(p, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
}

// Allow accepts problems whose text matches the pattern: a test of a failure
// expects some.
func (p *Page) Allow(pattern string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.allowed = append(p.allowed, regexp.MustCompile(pattern))
}

// Open goes to a path relative to the page's address and waits for the load
// event.
func (p *Page) Open(path string) {
	p.t.Helper()
	p.do("opening "+p.origin+path, chromedp.Navigate(p.origin+path))
}

// Reload loads the page again.
func (p *Page) Reload() {
	p.t.Helper()
	p.do("reloading", chromedp.Reload())
}

// WaitReady waits until the app has replaced the loading frame.
func (p *Page) WaitReady() {
	p.t.Helper()
	p.WaitFor("the app to start", func() bool {
		return Eval[bool](p, `document.readyState !== "loading" && document.getElementById("boot-status") === null`)
	})
}

// WaitFor polls a condition until it holds or Timeout passes. It asks the more
// seldom the longer that and the answer take: the answer costs the page's thread
// time that what is waited for may need.
func (p *Page) WaitFor(what string, holds func() bool) {
	p.t.Helper()
	for began, asked := time.Now(), time.Now(); !holds(); asked = time.Now() {
		if asked.Sub(began) > p.Timeout {
			p.t.Fatalf("waiting for %s: not within %v; console:\n%s\npage:\n%s", what, p.Timeout,
				strings.Join(p.Problems(), "\n"), Eval[string](p, `document.body?.innerText ?? ""`))
		}
		time.Sleep(min(max(20*time.Millisecond, time.Since(asked), time.Since(began)/8), 300*time.Millisecond))
	}
}

// WatchTasks starts to measure how long the page's thread is held up.
func (p *Page) WatchTasks() {
	p.t.Helper()
	Eval[bool](p, `(() => {
		window.longestTask = 0;
		window.taskObserver?.disconnect();
		window.taskObserver = new PerformanceObserver((list) => {
			for (const task of list.getEntries()) longestTask = Math.max(longestTask, task.duration);
		});
		taskObserver.observe({entryTypes: ["longtask"]});
		return true;
	})()`)
}

// LongestTask returns the longest task on the page's thread since WatchTasks.
// The browser reports tasks from 50 ms on; without one the result is zero. Input
// that arrives during a task waits for its end.
func (p *Page) LongestTask() time.Duration {
	p.t.Helper()
	return time.Duration(Eval[float64](p, `longestTask`) * float64(time.Millisecond))
}

// Problems returns the console errors, exceptions and policy violations so
// far, allowed ones included.
func (p *Page) Problems() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.problems...)
}

// Eval evaluates an expression in the page, waiting for a promise. The policy
// of the page does not bind it.
func Eval[T any](p *Page, expression string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, p.Timeout)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("evaluating %s: %v", expression, err)
	}
	return v
}

// do runs steps within Timeout.
func (p *Page) do(what string, steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, p.Timeout)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.t.Fatalf("%s: %v", what, err)
	}
}

// note sorts an event of the browser. It runs within the library's reading
// loop and must not call the browser.
func (p *Page) note(ev any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch ev := ev.(type) {
	case *network.EventRequestWillBeSent:
		p.requests = append(p.requests, ev.Request.URL)
	case *inspector.EventTargetCrashed:
		p.crashed = true
	case *runtime.EventExceptionThrown:
		text := ev.ExceptionDetails.Text
		if ev.ExceptionDetails.Exception != nil {
			text += " " + ev.ExceptionDetails.Exception.Description
		}
		p.problems = append(p.problems, "exception: "+text)
	case *runtime.EventConsoleAPICalled:
		if ev.Type == runtime.ConsoleAPICalledTypeError || ev.Type == runtime.ConsoleAPICalledTypeAssert {
			p.problems = append(p.problems, "console: "+consoleText(ev.Args))
		}
	case *log.EventEntryAdded:
		if ev.Entry.Level == log.EntryLevelError {
			p.problems = append(p.problems, string(ev.Entry.Source)+": "+ev.Entry.Text+" "+ev.Entry.URL)
		}
	}
}

func consoleText(args []*runtime.RemoteObject) string {
	var words []string
	for _, a := range args {
		var s string
		switch {
		case json.Unmarshal(a.Value, &s) == nil:
			words = append(words, s)
		case a.Description != "":
			words = append(words, a.Description)
		default:
			words = append(words, string(a.Value))
		}
	}
	return strings.Join(words, " ")
}

func (p *Page) assertClean() {
	p.t.Helper()
	for _, offence := range p.offences() {
		p.t.Error(offence)
	}
}

// offences lists what is wrong with what the page did since the last call.
func (p *Page) offences() []string {
	p.t.Helper()
	origin, err := url.Parse(p.origin)
	if err != nil {
		p.t.Fatal(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	var list []string
	for _, r := range p.requests {
		if !within(origin, r) {
			list = append(list, "request to another origin: "+r)
		}
	}
	seen, all := shared.foreign.since(p.foreign)
	p.foreign = all
	for _, r := range seen {
		list = append(list, "request to another host: "+r)
	}
	for _, text := range p.problems {
		if !p.allows(text) {
			list = append(list, "problem in the page: "+text)
		}
	}
	p.requests, p.problems = nil, nil
	return list
}

// within reports whether an address is of the origin or made by the page
// itself.
func within(origin *url.URL, address string) bool {
	address = strings.TrimPrefix(address, "blob:")
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "data" || u.Scheme == origin.Scheme && u.Host == origin.Host)
}

func (p *Page) allows(text string) bool {
	for _, a := range p.allowed {
		if a.MatchString(text) {
			return true
		}
	}
	return false
}
