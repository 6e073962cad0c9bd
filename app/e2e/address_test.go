package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
)

const linkUnread = "The link could not be read, as its address is damaged; nothing was changed, and the link has to be copied again as a whole."

// An address that Go cannot parse is no reason to stop: the page opens at the step
// that the address names before it goes wrong, and says so in a sentence.
func TestADamagedAddressOpens(t *testing.T) {
	beside(t)
	server := Serve(t, siteFor(t))
	for _, test := range []struct{ path, title, hash string }{
		{"#%", "Data", ""},
		{"#a%2", "Data", "#a"},
		{"#explain&project=ab%", "Explain", "#explain"},
		{"?a=%#%", "Data", ""},
	} {
		t.Run(test.path, func(t *testing.T) {
			p := NewPage(t, server.URL+"/")
			p.Open(test.path)
			p.WaitReady()
			p.WaitText("alert", linkUnread)
			p.WaitHas("heading", test.title)
			if got := Eval[string](p, `location.hash`); got != test.hash {
				t.Errorf("the address ends in %q, want %q", got, test.hash)
			}
			p.Click("link", "Classifier") // and the page is alive
			p.WaitHas("heading", "Classifier")
			p.WaitFor("the alert to go with the step", func() bool { return strings.Join(p.Texts("alert"), "") == "" })
		})
	}
	t.Run("a good one says nothing", func(t *testing.T) {
		p := NewPage(t, server.URL+"/")
		p.Open("#graph%20x%C3%A9")
		p.WaitReady()
		p.WaitHas("heading", "Data")
		if got := strings.Join(p.Texts("alert"), ""); got != "" {
			t.Errorf("alert %q", got)
		}
	})
}

// A page at work that is given such an address stays where it is with all that it
// holds, whichever way the address comes.
func TestADamagedAddressLosesNothing(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	p.Click("button", "Simple-BN")
	p.WaitText("status", "Simple-BN is loaded")
	p.Click("link", "Graph")
	p.WaitHas("heading", "Graph")
	for _, script := range []string{
		`(location.hash = "#%", true)`,
		`(location.hash = "#graph%", true)`,
		`(location.hash = "#a%2", true)`,
		`(history.pushState(null, "", "#%"), history.pushState(null, "", "#x"), history.back(), true)`,
		`(() => {
			const a = document.createElement("a");
			a.href = "#%";
			document.querySelector("main").append(a);
			a.click();
			a.remove();
			return true;
		})()`,
	} {
		Eval[bool](p, script)
		p.WaitText("alert", linkUnread)
		if got := Eval[string](p, `location.hash`); got != "#graph" {
			t.Errorf("after %s the address ends in %q, want #graph", script, got)
		}
		p.WaitHas("heading", "Graph")
		p.Click("button", "Dismiss: "+linkUnread)
		p.WaitFor("the alert to go", func() bool { return strings.Join(p.Texts("alert"), "") == "" })
	}
	p.Click("link", "Data")
	p.WaitHas("heading", "Simple-BN")
	p.Reload()
	p.WaitReady()
	p.WaitText("status", "Simple-BN")
}

// Where states of service workers are told late, as WebKit does, the worker of a
// first visit looks as if it waited beside itself.
func TestAFirstVisitIsNoNewVersion(t *testing.T) {
	beside(t)
	p := NewPage(t, Serve(t, siteFor(t)).URL+"/")
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `
		Object.defineProperty(ServiceWorker.prototype, "state", {get() { return "installed"; }});
		window.told = 0;
		const add = ServiceWorker.prototype.addEventListener;
		ServiceWorker.prototype.addEventListener = function (type, hear) {
			add.call(this, type, (event) => {
				hear.call(this, event);
				told += navigator.serviceWorker.controller === this;
			});
		};`})
	p.Open("")
	p.WaitReady()
	p.WaitFor("a state that is told late", func() bool { return Eval[int](p, `told`) > 0 })
	answer := `new Promise((done) => {
		const { port1, port2 } = new MessageChannel();
		port1.onmessage = (event) => done(event.data);
		navigator.serviceWorker.controller.postMessage({type: "site"}, [port2]);
	})`
	if got, want := Eval[string](p, answer), Eval[string](p, siteMeta); got != want { // what was asked before is answered by now
		t.Fatalf("the worker is of site %q, want %q", got, want)
	}
	if Eval[bool](p, `window.causewayUpdateReady === true`) {
		t.Error("a new version is announced on a first visit")
	}
}
