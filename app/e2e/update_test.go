package e2e

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
)

// A page at work goes on with its own version when another page takes the new one,
// and gets a new engine of its own version although the server has none any more.
func TestAnUpdateLeavesOtherPagesAtWork(t *testing.T) {
	beside(t)
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(siteFor(t))); err != nil {
		t.Fatal(err)
	}
	address := Serve(t, dir).URL + "/"
	p := NewPage(t, address)
	p.Allow("made to die")
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `
		const Real = Worker;
		window.engines = [];
		window.Worker = class extends Real { constructor(...a) { super(...a); if (/engine/.test(a[0])) window.engines.push(this) } };`})
	p.Open("")
	p.WaitReady()
	waitOffline(p)
	p.Click("button", "Simple-BN")
	p.WaitText("status", "Simple-BN is loaded")
	p.Click("link", "Classifier")
	p.FillNumber("Epochs", 10_000)
	p.Click("button", "Train classifier")
	p.WaitHas("progressbar", "Classifier training")

	// The new version has no file of the old engine's name.
	old := Eval[string](p, siteMeta)
	rename(t, dir, old, "feedfeedfeed")
	engines, _ := filepath.Glob(filepath.Join(dir, "engine.*.wasm*"))
	if len(engines) == 0 {
		t.Fatal("the site has no engine")
	}
	for _, f := range engines {
		os.Remove(f)
	}
	engine := strings.Split(filepath.Base(engines[0]), ".wasm")[0] + ".wasm"
	sw := filepath.Join(dir, "sw.js")
	text, err := os.ReadFile(sw)
	if err != nil || !bytes.Contains(text, []byte(engine)) {
		t.Fatalf("%s is not in sw.js: %v", engine, err)
	}
	text = bytes.ReplaceAll(text, []byte(`"`+engine+`"`), []byte(`"index.html"`))
	if err := os.WriteFile(sw, text, 0o644); err != nil {
		t.Fatal(err)
	}

	other := p.newTab()
	other.Open("")
	other.WaitReady()
	other.WaitFor("the update to be announced", func() bool { return Eval[bool](other, `window.causewayUpdateReady === true`) })
	Eval[bool](other, `(causewayApplyUpdate(), true)`)
	other.WaitFor("the new version in the other page", func() bool { return Eval[string](other, siteMeta) == "feedfeedfeed" })
	if got := Eval[string](p, siteMeta); got != old || !p.Has("progressbar", "Classifier training") {
		t.Fatalf("the page at work is of version %q, want %q with its training", got, old)
	}
	call(p, network.ClearBrowserCache, cdp.Empty{}) // which would have kept the engine as well
	Eval[bool](p, `(() => {
		const engine = window.engines.at(-1);
		engine.terminate();
		engine.dispatchEvent(new ErrorEvent("error", {message: "made to die"}));
		return true;
	})()`)
	p.WaitText("status", "The engine is back")
	p.WaitHas("button", "Pause") // and its training goes on
	p.Click("button", "Cancel")
}

// A page and an engine of different builds refuse each other in words. The builds
// are names of equal length, exchanged in the engine alone.
func TestAnEngineOfAnotherBuildIsRefused(t *testing.T) {
	beside(t)
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(siteFor(t))); err != nil {
		t.Fatal(err)
	}
	p := NewPage(t, Serve(t, dir).URL+"/")
	p.Open("")
	p.WaitReady()
	build := Eval[string](p, `CAUSEWAY_BUILD`)
	files, _ := filepath.Glob(filepath.Join(dir, "engine.*.wasm"))
	if len(files) != 1 {
		t.Fatalf("engines: %q", files)
	}
	program, err := os.ReadFile(files[0])
	if err != nil || !bytes.Contains(program, []byte(build)) {
		t.Fatalf("the engine does not hold its build %q: %v", build, err)
	}
	if err := os.WriteFile(files[0], bytes.ReplaceAll(program, []byte(build), []byte(strings.Repeat("0", len(build)))), 0o644); err != nil {
		t.Fatal(err)
	}
	os.Remove(files[0] + ".br")
	os.Remove(files[0] + ".gz")

	q := NewPage(t, Serve(t, dir).URL+"/")
	q.Open("")
	q.WaitReady()
	q.WaitText("alert", "the page and its engine are of different versions; reload the page to get both anew")
	q.Click("button", "Simple-BN")
	q.WaitText("status", "The engine is starting again.")
}
