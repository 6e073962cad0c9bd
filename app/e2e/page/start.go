package page

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"

	"causeway/cmd/build/site"
)

// Build is the page's own build name.
func (p *Tab) Build() string { return eval[string](p, `window.CAUSEWAY_BUILD`) }

// BuildOf is the build of a built site.
func BuildOf(t testing.TB, dir string) string {
	t.Helper()
	info, err := site.ReadInfo(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	return info.Build
}

// RootPrefix is the page's folder on its host, according to the page.
func (p *Tab) RootPrefix() string { return eval[string](p, `goappGetenv("GOAPP_ROOT_PREFIX")`) }

// Path is the path of the page's address.
func (p *Tab) Path() string { return eval[string](p, `location.pathname`) }

// Hash is the fragment of the page's address, including the hash sign.
func (p *Tab) Hash() string { return eval[string](p, `location.hash`) }

// WaysTo lists scripts that give an open page a new address with a fragment.
var WaysTo = map[string]func(p *Tab, hash string){
	"typed": func(p *Tab, hash string) { p.run(fmt.Sprintf(`location.hash = %q`, hash)) },
	"back": func(p *Tab, hash string) {
		p.run(fmt.Sprintf(`history.pushState(null, "", %q), history.pushState(null, "", "#x"), history.back()`, hash))
	},
	"a link": func(p *Tab, hash string) {
		p.run(fmt.Sprintf(`const a = document.createElement("a");
			a.href = %q;
			document.querySelector("main").append(a);
			a.click();
			a.remove()`, hash))
	},
}

// HasFailed reports whether the page shows that it could not start or has stopped.
func (p *Tab) HasFailed() bool {
	return eval[bool](p, `document.getElementById("boot-failure") !== null`)
}

// BreakAddresses lets the page panic when it next changes its address.
func (p *Tab) BreakAddresses(why string) {
	p.run(fmt.Sprintf(`history.pushState = history.replaceState = () => { throw new Error(%q) }`, why))
}

// WithoutWebAssembly removes WebAssembly from the browser.
func (p *Tab) WithoutWebAssembly() { p.beforeStart("delete globalThis.WebAssembly") }

// SiteID is the id of the site that served the page; none during a navigation.
func (p *Tab) SiteID() string {
	return eval[string](p, `document.querySelector("meta[name=causeway-site]")?.content ?? ""`)
}

// WorkerSiteID is the site id of the controlling service worker. It answers only after every earlier
// request.
func (p *Tab) WorkerSiteID() string {
	return eval[string](p, `new Promise((done) => {
		const { port1, port2 } = new MessageChannel();
		port1.onmessage = (event) => done(event.data);
		navigator.serviceWorker.controller.postMessage({type: "site"}, [port2]);
	})`)
}

// TellStatesLate delays the state events of service workers, as WebKit does, and counts those of the controlling
// one.
func (p *Tab) TellStatesLate() {
	p.beforeStart(`
		Object.defineProperty(ServiceWorker.prototype, "state", {get() { return "installed"; }});
		window.told = 0;
		const add = ServiceWorker.prototype.addEventListener;
		ServiceWorker.prototype.addEventListener = function (type, hear) {
			add.call(this, type, (event) => {
				hear.call(this, event);
				told += navigator.serviceWorker.controller === this;
			});
		};`)
}

// StatesTold counts the delayed state events.
func (p *Tab) StatesTold() int { return eval[int](p, `told`) }

// WaitOffline waits until the service worker has everything and controls the page.
func (p *Tab) WaitOffline() {
	var state string
	defer func() {
		if p.t.Failed() {
			p.t.Logf("service worker: %s", state)
		}
	}()
	p.WaitFor("the service worker", func() bool {
		state = eval[string](p, `navigator.serviceWorker.getRegistration().then((r) => [r?.installing?.state, `+
			`r?.waiting?.state, r?.active?.state, navigator.serviceWorker.controller?.state].join())`)
		return strings.HasSuffix(state, ",activated,activated")
	})
}

// HasUpdate reports whether the page announces a new version.
func (p *Tab) HasUpdate() bool { return eval[bool](p, `window.causewayUpdateReady === true`) }

// TakeUpdate waits for a new version of a site and accepts it.
func (p *Tab) TakeUpdate(site string) {
	p.WaitFor("the update to be announced", p.HasUpdate)
	p.run(`causewayApplyUpdate()`)
	p.WaitFor("the new version", func() bool { return p.SiteID() == site })
}

// Stores returns the names of the service workers' caches.
func (p *Tab) Stores() []string { return eval[[]string](p, `caches.keys()`) }

// ForgetFiles empties the browser's own cache.
func (p *Tab) ForgetFiles() { call(p, network.ClearBrowserCache, cdp.Empty{}) }

// Attempts must be refused by the page's policy. Each returns "refused" or, if it was not refused,
// what it did.
var Attempts = map[string]Attempt{
	"fetch": {`fetch("http://elsewhere.invalid/", {mode: "no-cors"}).then(() => "sent", () => "refused")`},
	"inline script": {`(() => { const s = document.createElement("script"); s.append("window.ran = true"); ` +
		`document.head.append(s); return window.ran ? "ran" : "refused" })()`},
	"markup": {`(() => { try { document.createElement("div").innerHTML = "<b>x</b>"; return "ran" } catch { ` +
		`return "refused" } })()`},
	"another worker": {`(() => { try { new Worker("engine.js"); return "ran" } catch { return "refused" } })()`},
	"another policy": {`(() => { try { trustedTypes.createPolicy("mine", {}); return "ran" } catch { return ` +
		`"refused" } })()`},
	"inline style": {`(() => { const d = document.createElement("div"); d.setAttribute("style", "color: red"); ` +
		`return d.style.color ? "ran" : "refused" })()`},
}

// ReportAttempts must be refused by a report's policy.
var ReportAttempts = map[string]Attempt{
	"inline script": Attempts["inline script"],
	"inline style":  Attempts["inline style"],
	"picture": {`new Promise((done) => { const i = new Image(); i.onload = () => done("ran"); i.onerror = () ` +
		`=> done("refused"); i.src = "/x.png" })`},
}

// An Attempt is an attack on a page.
type Attempt struct{ script string }

// Try makes an attempt and returns its result.
func (p *Tab) Try(a Attempt) string { return eval[string](p, a.script) }
