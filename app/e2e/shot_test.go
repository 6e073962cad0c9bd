package e2e

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
)

// SetViewport sets the size of the window's inside, in CSS pixels, and the
// color scheme that the page is told.
func (p *Page) SetViewport(width, height int64, dark bool) {
	p.t.Helper()
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	call(p, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: width, Height: height, DeviceScaleFactor: 1})
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme},
		{Name: "prefers-reduced-motion", Value: "reduce"},
	}})
}

// Screenshot writes what the window shows to name.png in the folder that
// -screenshots or CAUSEWAY_SHOTS names, and nothing without one. It returns the
// file's path, or an empty one.
func (p *Page) Screenshot(name string, width, height int64, dark bool) string {
	p.t.Helper()
	if *shotDir == "" {
		return ""
	}
	p.SetViewport(width, height, dark)
	Eval[bool](p, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`)
	shot := call(p, page.CaptureScreenshot, page.CaptureScreenshotParams{})
	file := filepath.Join(*shotDir, name+".png")
	if err := os.MkdirAll(*shotDir, 0o755); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(file, shot.Data, 0o644); err != nil {
		p.t.Fatal(err)
	}
	return file
}

// TestScreenshot takes the picture that the README shows: the page's main job,
// done.
func TestScreenshot(t *testing.T) {
	if *shotDir == "" {
		t.Skip("skipped: no folder for screenshots; make screenshot gives one")
	}
	p := OpenApp(t)
	p.Timeout = 90 * time.Second
	p.Click("button", "Simple-BN")
	p.WaitText("status", "is loaded")
	p.Click("link", "Classifier")
	p.Click("button", "Train classifier")
	p.WaitText("status", "The classifier is trained")
	p.Click("link", "Generator")
	p.Click("button", "Train generator")
	p.WaitText("status", "The generator is trained")
	p.Click("link", "Explain")
	p.Click("button", "Find counterfactuals")
	p.SetViewport(1280, 960, false)
	p.Show("table", "Counterfactuals")
	file := p.Screenshot("screenshot", 1280, 960, false)
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > 300_000 {
		t.Errorf("%s has %d bytes, want at most 300,000", file, info.Size())
	}
}
