package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

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

// shoot takes the whole page on a wide and a narrow window, light and dark, where
// screenshots are asked for.
func (p *Page) shoot(name string) {
	p.t.Helper()
	if *shotDir == "" {
		return
	}
	for _, width := range []int64{1280, 360} {
		for _, dark := range []bool{false, true} {
			p.SetViewport(width, 800, dark)
			height := Eval[int64](p, `document.documentElement.scrollHeight`)
			p.Screenshot(fmt.Sprintf("%s-%d-%s", name, width, map[bool]string{true: "dark", false: "light"}[dark]), width, height, dark)
		}
	}
	p.SetViewport(1280, 800, false)
}

// TestScreenshot takes the picture that the README shows: the page's main job,
// done on Adult where its file is, otherwise on Simple-BN, with what the paper
// knows of it.
func TestScreenshot(t *testing.T) {
	if *shotDir == "" {
		t.Skip("skipped: no folder for screenshots; make screenshot gives one")
	}
	p := OpenApp(t)
	if path := findData("adult/adult.data"); path != "" {
		p.SetFiles(path)
		p.Click("button", "Import table")
	} else {
		p.Click("button", "Simple-BN")
	}
	p.WaitText("status", "is loaded")
	trainClassifier(p)
	p.Click("link", "Graph")
	p.Click("button", "Load example") // the paper's constraints, or the true graph
	p.WaitText("status", "Loaded ")
	p.Click("link", "Generator")
	p.WaitHas("button", "Train generator")
	p.Choose("Method", "Model-approx")
	trainGenerator(p)
	p.Click("link", "Explain")
	p.WaitHas("button", "Find counterfactuals")
	p.FillNumber("Row", 20)
	p.Click("button", "Find counterfactuals")
	p.WaitHas("table", "Counterfactuals")
	const width, height = 1280, 880
	p.SetViewport(width, height, false)
	Eval[bool](p, `(scrollBy({top: document.querySelector(".results").getBoundingClientRect().top - 24, behavior: "instant"}), true)`)
	file := p.Screenshot("screenshot", width, height, false)
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > 300_000 {
		t.Errorf("%s has %d bytes, want at most 300,000", file, info.Size())
	}
}
