package e2e

import (
	"fmt"
	"math"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"causeway/cmd/build/site"
)

// A line of 10 Mbit/s with 40 ms and a processor that is slowed four times, by
// Chromium's own throttling.
const (
	lineBytes   = 10e6 / 8
	lineLatency = 40
	slowed      = 4
)

// BenchmarkVisit measures what waits for who opens the page over that line, in ms,
// the best of as many visits as are asked for: the first paint, and when a press of a
// step's link first leads there. The second visit finds the files that the first left.
func BenchmarkVisit(b *testing.B) {
	dir := b.TempDir()
	goTool(b, "simd", nil, "run", "./cmd/build", "-out", dir)
	handler, err := site.New(os.DirFS(dir))
	if err != nil {
		b.Fatal(err)
	}
	var best [2][2]float64
	for v := range best {
		best[v] = [2]float64{math.Inf(1), math.Inf(1)}
	}
	for range b.N {
		server := httptest.NewServer(handler)
		first := NewPage(b, server.URL+"/")
		second := first.newTab()
		for v, p := range []*Page{first, second} {
			paint, answer := p.visit()
			best[v][0], best[v][1] = min(best[v][0], paint), min(best[v][1], answer)
			if v == 0 {
				p.WaitFor("the files to be stored", func() bool {
					return Eval[bool](p, `navigator.serviceWorker.ready.then((r) => r.active !== null)`)
				})
				p.do("leaving", chromedp.Navigate("about:blank")) // what it compiled is not to be found in its memory
			}
		}
		server.CloseClientConnections()
		server.Close()
	}
	for v, name := range []string{"first", "second"} {
		b.ReportMetric(best[v][0], fmt.Sprintf("ms-%s-paint", name))
		b.ReportMetric(best[v][1], fmt.Sprintf("ms-%s-answer", name))
	}
}

// visit opens the page over the slow line and says when it was first painted and when
// it led to a step that was asked for as soon as its link stood there.
func (p *Page) visit() (paint, answer float64) {
	p.t.Helper()
	call(p, network.Enable, network.EnableParams{})
	call(p, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: []*network.Conditions{
		{Latency: lineLatency, DownloadThroughput: lineBytes, UploadThroughput: lineBytes}}})
	call(p, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: slowed})
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `
		const timer = setInterval(() => {
			const link = document.querySelector('nav a[href="#graph"]');
			if (document.querySelector('main[data-step="graph"]') && !document.getElementById("boot-status")) {
				window.answered = performance.now();
				clearInterval(timer);
			} else if (link && !window.pressed) {
				window.pressed = performance.now();
				link.click();
			}
		}, 10);`})
	p.Open("")
	p.WaitFor("the step", func() bool { return Eval[bool](p, `window.answered > 0`) })
	call(p, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: 1}) // or what slows it goes on
	return Eval[float64](p, `performance.getEntriesByName("first-contentful-paint")[0].startTime`), Eval[float64](p, `answered`)
}
