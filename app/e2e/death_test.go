package e2e

import (
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
)

// An engine that dies in the middle of a training is started again, with the
// table, and the training goes on by itself.
func TestDeadEngineIsReplaced(t *testing.T) {
	beside(t)
	p := NewPage(t, Serve(t, siteFor(t)).URL+"/")
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
		Source: `window.engines = [];
			window.Worker = class extends Worker { constructor(...a) { super(...a); if (/engine/.test(a[0])) engines.push(this); } };`})
	p.Open("")
	p.WaitReady()
	p.Click("button", "Simple-BN")
	p.WaitHas("table", "Columns of the table")
	p.Click("link", "Classifier")
	p.FillNumber("Epochs", 5_000)
	p.Click("button", "Train classifier")
	p.WaitHas("button", "Pause")
	time.Sleep(2500 * time.Millisecond) // past a checkpoint
	p.WaitFor("a checkpoint", func() bool { return progress(p) > 0.06 })

	Eval[bool](p, `(engines.at(-1).onmessage({data: {fatal: "fatal error: out of memory\n\ngoroutine 1"}}), true)`)
	p.WaitText("alert", "The engine stopped: fatal error: out of memory.")
	p.WaitText("status", "The engine is back, with the table and the models of this page. The classifier's training goes on from epoch")
	if n := Eval[int](p, `engines.length`); n != 2 {
		t.Errorf("%d engines were started, want 2", n)
	}
	p.WaitFor("the training to go on", func() bool { return p.Has("button", "Pause") && progress(p) > 0.01 })
	if at := progress(p); at < 0.02 {
		t.Errorf("the training began anew: %.3f of it is done", at)
	}

	time.Sleep(3 * time.Second) // until another checkpoint
	done := progress(p)
	Eval[bool](p, `(engines.at(-1).terminate(), true)`)
	p.WaitFor("the next engine", func() bool { return Eval[int](p, `engines.length`) == 3 })
	p.WaitFor("the training to go on", func() bool { return p.Has("button", "Pause") && progress(p) > done/2 })
	p.Click("button", "Cancel")
	p.WaitText("status", "the best state so far was kept")
}

// progress is the share of the running training that is done.
func progress(p *Page) float64 {
	return Eval[float64](p, `(() => {
		const bar = document.querySelector("progress, [role=progressbar]");
		if (!bar) return 0;
		const now = bar.value ?? bar.getAttribute("aria-valuenow"), max = bar.max ?? bar.getAttribute("aria-valuemax");
		return Number(now) / Number(max);
	})()`)
}
