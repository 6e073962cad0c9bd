package page

import (
	"context"
	"encoding/json"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// A Tab is a tab with its own profile. At the end of its test, every request to another
// origin, and every console error, uncaught exception and policy violation that was not
// allowed, is an error.
//
// Methods stop the test when the browser refuses or Timeout passes.
type Tab struct {
	Timeout time.Duration // for one step; five minutes at first, for busy machines

	t      told
	ctx    context.Context
	origin string

	mu       sync.Mutex
	foreign  int // earlier recorded requests to other hosts
	requests []string
	problems []string
	allowed  []*regexp.Regexp
	crashed  bool
	attached map[target.SessionID]*target.Info // workers of the page, such as its engines
	folder   string                            // that the browser saves files into
}

// Open serves the site, opens it and waits until the app has started. In parallel tests the
// page has no service worker, which would download and store another 36 MB and take a third of
// the opening time. Tests about service workers and second visits use OpenKept.
func Open(t testing.TB) *Tab {
	t.Helper()
	p := Blank(t)
	name, _, _ := strings.Cut(t.Name(), "/")
	if _, bare := unhurried.Load(name); bare {
		p.beforeStart("delete Navigator.prototype.serviceWorker")
	}
	p.Start()
	return p
}

// OpenKept is Open with a service worker, as visitors have it.
func OpenKept(t testing.TB) *Tab { t.Helper(); return Visit(t, Serve(t, Site(t))) }

// Visit opens a server's site and waits until the app has started.
func Visit(t testing.TB, s *Server) *Tab {
	t.Helper()
	p := NewTab(t, s.Address)
	p.Start()
	return p
}

// Blank makes an empty tab for the site, on its own server.
func Blank(t testing.TB) *Tab { t.Helper(); return NewTab(t, Serve(t, Site(t)).Address) }

// NewTab makes an empty tab for the site at address, which ends in a slash, in its own profile.
func NewTab(t testing.TB, address string) *Tab {
	t.Helper()
	return newTab(t, browserFor(t), address, 5*time.Minute, chromedp.WithNewBrowserContext())
}

// NewTab makes another empty tab of the same browser profile on the same site.
func (p *Tab) NewTab() *Tab { return newTab(p.t.TB, p.ctx, p.origin, p.Timeout) }

func newTab(t testing.TB, parent context.Context, address string, timeout time.Duration,
	options ...chromedp.ContextOption) *Tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(parent, options...)
	p := &Tab{Timeout: timeout, t: told{t}, ctx: ctx, origin: address, attached: map[target.SessionID]*target.Info{}}
	_, p.foreign = shared.foreign.since(0)
	if err := chromedp.Listen(ctx, p.note); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.AssertClean()
		cancel()
	})
	p.SetViewport(1280, 800, false)
	// Tabs in one window would take the focus from each other.
	call(p, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	return p
}

// OpenAgain opens another tab of the same browser profile on the same site.
func (p *Tab) OpenAgain() *Tab {
	q := p.NewTab()
	q.Start()
	return q
}

// Address is the site's address; it ends in a slash.
func (p *Tab) Address() string { return p.origin }

// Allow accepts problems whose text matches the pattern, because a test of a failure
// expects some.
func (p *Tab) Allow(pattern string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.allowed = append(p.allowed, regexp.MustCompile(pattern))
}

// Open goes to a path relative to the page's address and waits for the load
// event.
func (p *Tab) Open(path string) { p.do("opening "+p.origin+path, chromedp.Navigate(p.origin+path)) }

// Start opens the page and waits until the app has started.
func (p *Tab) Start() { p.StartAt("") }

// StartAt is Start at a path relative to the page's address.
func (p *Tab) StartAt(path string) {
	p.Open(path)
	p.WaitReady()
}

// Reload loads the page again and waits until the app has started.
func (p *Tab) Reload() {
	p.do("reloading", chromedp.Reload())
	p.WaitReady()
}

// Leave goes to an empty page.
func (p *Tab) Leave() { p.do("leaving", chromedp.Navigate("about:blank")) }

// WaitReady waits until the app has replaced the loading frame.
func (p *Tab) WaitReady() {
	p.WaitFor("the app to start", func() bool {
		return eval[bool](p, `document.readyState !== "loading" && document.getElementById("boot-status") === null`)
	})
}

// Crash kills the tab's process immediately, as a lack of memory would. It waits for the end of the
// process, which holds its projects until then.
func (p *Tab) Crash() {
	ctx, cancel := context.WithCancel(p.ctx)
	defer cancel()
	go chromedp.Call(ctx, page.Crash, cdp.Empty{}) // a dead tab never answers
	dead := func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.crashed
	}
	for end := time.Now().Add(p.Timeout); !dead(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			p.t.Fatal("the tab does not die")
		}
	}
}

// WaitFor polls a condition until it holds or Timeout passes. It polls less often if the wait or a
// check takes long, because a check uses time of the page's thread that the awaited work may need.
func (p *Tab) WaitFor(what string, holds func() bool) {
	for began, asked := time.Now(), time.Now(); !holds(); asked = time.Now() {
		if asked.Sub(began) > p.Timeout {
			p.t.Fatalf("waiting for %s: not within %v; console:\n%s\npage:\n%s", what, p.Timeout,
				strings.Join(p.Problems(), "\n"), eval[string](p, `document.body?.innerText ?? ""`))
		}
		time.Sleep(min(max(20*time.Millisecond, time.Since(asked), time.Since(began)/8), 300*time.Millisecond))
	}
}

// WaitUpTo polls a condition for a limited time, and returns whether it held.
func (p *Tab) WaitUpTo(d time.Duration, holds func() bool) bool {
	for end := time.Now().Add(d); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}

// LetWork lets the page work for a while.
func (p *Tab) LetWork(d time.Duration) { time.Sleep(d) }

// PassCheckpoint waits until a training has passed its next checkpoint.
func (p *Tab) PassCheckpoint() { p.LetWork(2500 * time.Millisecond) }

// Problems returns the console errors, exceptions and policy violations so
// far, allowed ones included.
func (p *Tab) Problems() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.problems...)
}

// note classifies a browser event. It runs within the library's reading loop and must not
// call the browser.
func (p *Tab) note(ev any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch ev := ev.(type) {
	case *network.EventRequestWillBeSent:
		p.requests = append(p.requests, ev.Request.URL)
	case *inspector.EventTargetCrashed:
		p.crashed = true
	case *target.EventAttachedToTarget:
		p.attached[ev.SessionID] = ev.TargetInfo
	case *target.EventDetachedFromTarget:
		delete(p.attached, ev.SessionID)
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

func (p *Tab) AssertClean() {
	for _, offence := range p.Offences() {
		p.t.Error(offence)
	}
}

// Offences lists the page's violations since the last call.
func (p *Tab) Offences() []string {
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

// within reports whether an address belongs to the origin or was made by the page itself.
func within(origin *url.URL, address string) bool {
	address = strings.TrimPrefix(address, "blob:")
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "data" || u.Scheme == origin.Scheme && u.Host == origin.Host)
}

func (p *Tab) allows(text string) bool {
	for _, a := range p.allowed {
		if a.MatchString(text) {
			return true
		}
	}
	return false
}
