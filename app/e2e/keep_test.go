package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"
)

// openAgain is another tab of the same browser profile on the same site.
func (p *Page) openAgain() *Page {
	p.t.Helper()
	q := p.newTab()
	q.Open("")
	q.WaitReady()
	return q
}

// newTab is an empty tab of the same browser profile.
func (p *Page) newTab() *Page {
	p.t.Helper()
	ctx, cancel := chromedp.NewContext(p.ctx)
	q := &Page{Timeout: p.Timeout, t: p.t, ctx: ctx, origin: p.origin}
	_, q.foreign = shared.foreign.since(0)
	if err := chromedp.Listen(ctx, q.note); err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() {
		q.assertClean()
		cancel()
	})
	q.ready()
	return q
}

// waitSaved waits until all is saved.
func (p *Page) waitSaved() {
	p.t.Helper()
	p.WaitFor("the project to be saved", func() bool { return strings.HasPrefix(p.keepState(), "Saved in this browser only") })
}

func (p *Page) keepState() string {
	return Eval[string](p, `document.getElementById("keep-state")?.textContent ?? ""`)
}

// stepState is what the navigation says of a step.
func (p *Page) stepState(step string) string {
	return Eval[string](p, `document.getElementById("state-`+step+`")?.textContent ?? ""`)
}

// smallProject gives a page a table and both models, trained for a few epochs.
func smallProject(p *Page) { trainedProject(p, 5, 2) }

func trainedProject(p *Page, classifier, generator float64) {
	p.t.Helper()
	smallTable(p)
	trainBoth(p, classifier, generator)
}

func smallTable(p *Page) {
	p.t.Helper()
	p.FillNumber("Rows", 1000)
	p.Click("button", "Simple-BN")
	p.WaitHas("table", "Columns of the table")
}

func trainBoth(p *Page, classifier, generator float64) {
	p.t.Helper()
	p.goTo("Classifier")
	p.FillNumber("Epochs", classifier)
	p.Click("button", "Train classifier")
	p.WaitFor("the classifier", func() bool { return p.stepState("classifier") == "trained" })
	p.goTo("Generator")
	p.FillNumber("Epochs", generator)
	p.Click("button", "Train generator")
	p.WaitFor("the generator", func() bool { return p.stepState("generator") == "trained" })
}

func TestAReloadBringsTheProjectBack(t *testing.T) {
	beside(t)
	p := OpenKept(t)
	if p.Has("button", "Continue") || p.keepState() != "" {
		t.Error("a fresh browser offers a project")
	}
	smallProject(p)
	p.waitSaved()
	p.Reload()
	p.WaitReady()
	p.WaitFor("the project", func() bool { return p.stepState("generator") == "trained" && p.stepState("classifier") == "trained" })
	if got := p.stepState("data"); got != "1,000 rows" {
		t.Errorf("the table has %q, want 1,000 rows", got)
	}
	p.Click("link", "Generator")
	if got := p.epochs(); got != "2" {
		t.Errorf("Epochs = %q, want 2 as set before", got)
	}
	p.Click("button", "Undo") // what was done before the reload
	p.WaitFor("the epochs before", func() bool { return p.epochs() != "2" })
	p.Click("button", "Redo")
	p.WaitFor("the epochs again", func() bool { return p.epochs() == "2" })
	p.waitSaved()

	q := p.openAgain()
	q.Click("button", "Recent projects")
	q.WaitText("region", "open in another tab")
	if q.Has("button", "Continue") {
		t.Error("a project that is open in another tab is offered")
	}
	q.WaitFor("the button", func() bool {
		return Eval[bool](q, `(() => { const b = [...document.querySelectorAll("#recent-projects button")].find((b) => b.textContent === "Open project"); b?.click(); return !!b })()`)
	})
	q.WaitText("alert", "open in another tab")
	q.WaitFor("the copy", func() bool { return q.stepState("generator") == "trained" })
	q.WaitFor("the copy to be saved", func() bool { return strings.HasSuffix(q.keepState(), "as a copy") })

	// The first tab goes: the copy, which has a change, goes on with the project itself.
	q.Click("link", "Explain")
	q.unfold("More about the search")
	q.FillNumber("Tries", 777)
	q.Click("link", "Generator")
	q.FillNumber("Epochs", 3)
	if _, err := chromedp.Run(p.ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Fatal(err)
	}
	q.WaitHas("button", "Go on with the project")
	q.shots("takeover")
	q.Click("button", "Go on with the project")
	q.WaitText("status", "This tab goes on with the project itself.")
	q.waitSaved()
	if strings.HasSuffix(q.keepState(), "as a copy") {
		t.Error("the page still says that it works on a copy")
	}
	q.WaitFor("the project's settings", func() bool { return q.epochs() == "2" })
}

// epochs is what the field of the step has.
func (p *Page) epochs() string {
	return Eval[string](p, `[...document.querySelectorAll("label")].find((l) => l.textContent.startsWith("Epochs"))?.control?.value ?? ""`)
}

// A browser without a store for the page is no reason to stop.
func TestABrowserThatKeepsNothing(t *testing.T) {
	beside(t)
	for name, script := range map[string]string{
		"no IndexedDB": `Object.defineProperty(globalThis, "indexedDB", {value: undefined})`,
		"forbidden":    `IDBFactory.prototype.open = () => { throw new DOMException("site data are blocked", "SecurityError") }`,
		"failing": `IDBFactory.prototype.open = () => {
			const request = {error: new DOMException("Internal error opening backing store", "UnknownError")};
			setTimeout(() => request.onerror({}));
			return request;
		}`,
	} {
		t.Run(name, func(t *testing.T) {
			p := NewPage(t, Serve(t, siteFor(t)).URL+"/")
			call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
			p.Open("")
			p.WaitReady()
			smallTable(p)
			p.WaitText("alert", "Nothing can be saved in this browser")
			trainBoth(p, 5, 2)
			if got := p.keepState(); got != "Nothing can be saved in this browser" {
				t.Errorf("the page says %q", got)
			}
		})
	}
}

// A full disk is told, the work goes on, and all is saved once there is room.
func TestAFullDiskIsTold(t *testing.T) {
	beside(t)
	p := OpenKept(t)
	waitOffline(p) // the program itself takes room
	quota := func(bytes float64) {
		call(p, storage.OverrideQuotaForOrigin, storage.OverrideQuotaForOriginParams{Origin: strings.TrimSuffix(p.origin, "/"), QuotaSize: &bytes})
	}
	quota(1000) // before anything is kept: the browser remembers for a while that there was room
	smallTable(p)
	p.WaitText("alert", "there is no room left for this page")
	trainBoth(p, 5, 2) // the work goes on
	p.WaitFor("what became of the save that follows it", func() bool { return p.keepState() == "Not saved" })
	quota(1 << 30)
	p.waitSaved()
	for _, text := range p.Texts("alert") {
		if text != "" {
			t.Errorf("once there is room the page still says %q", text)
		}
	}
	p.Reload()
	p.WaitReady()
	p.WaitFor("the project", func() bool { return p.stepState("generator") == "trained" })
}

// A browser that stops answering in the middle of a save leaves the last good
// state, and the page says that it could not save.
func TestAFailingStoreLeavesTheLastGoodState(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	smallProject(p)
	p.waitSaved()
	good := p.kept()
	Eval[bool](p, `(() => {
		window.realPut = IDBObjectStore.prototype.put;
		IDBObjectStore.prototype.put = function (...args) {
			const request = realPut.apply(this, args);
			this.transaction.abort();
			return request;
		};
		return true;
	})()`)
	p.Click("link", "Explain")
	p.unfold("More about the search")
	p.FillNumber("Tries", 777)
	p.WaitText("alert", "The project could not be saved in this browser")
	if now := p.kept(); now.Explain.Find.Budget != good.Explain.Find.Budget || !now.HasGenerator {
		t.Error("the last good state is gone")
	}
	Eval[bool](p, `(IDBObjectStore.prototype.put = realPut, true)`)
	p.waitSaved()
	if got := p.kept().Explain.Find.Budget; got != 777 {
		t.Errorf("once the store works again it holds %d tries, want 777", got)
	}
}

// After one visit everything works without the server: training, saving, and
// opening what was saved.
func TestOfflineProjects(t *testing.T) {
	beside(t)
	server := Serve(t, siteFor(t))
	p := NewPage(t, server.URL+"/")
	p.Open("")
	p.WaitReady()
	waitOffline(p)
	server.Close()
	p.Reload()
	p.WaitReady()
	smallProject(p)
	p.waitSaved()
	p.Reload()
	p.WaitReady()
	p.WaitFor("the project", func() bool { return p.stepState("generator") == "trained" })
	p.Click("button", "Recent projects")
	p.Fill("textbox", "Name of this version", "offline")
	p.Click("button", "Keep this version")
	p.Click("link", "Explain")
	p.unfold("More about the search")
	p.FillNumber("Tries", 321)
	p.WaitFor("the change to be saved", func() bool { return p.kept().Explain.Find.Budget == 321 })
	p.Click("button", "Go back to offline")
	p.WaitFor("the version to be open", func() bool { return p.kept().Explain.Find.Budget != 321 })
}
