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
	return p.picture(name)
}

// picture writes what the window shows as it is to name.png, where pictures are asked for, and
// returns the file's path.
func (p *Page) picture(name string) string {
	p.t.Helper()
	if *shotDir == "" {
		return ""
	}
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

// TestScreenshot takes the picture that the README shows: the page's main job, done for
// a person of the census that the page has by itself.
func TestScreenshot(t *testing.T) {
	if *shotDir == "" {
		t.Skip("skipped: no folder for screenshots; make screenshot gives one")
	}
	const width, height = 1400, 1040
	p := OpenApp(t)
	p.SetViewport(width, height, false)
	p.Click("button", "Who earns more")
	p.WaitText("status", "counterfactuals")
	p.WaitHas("table", "Counterfactuals")
	p.Click("button", "Put the tour away")
	p.WaitHas("button", "Resume the tour")
	Eval[bool](p, `new Promise((done) => setTimeout(() => { document.activeElement.blur(); scrollTo({top: 0, behavior: "instant"}); done(true); }, 500))`)
	file := p.Screenshot("screenshot", width, height, false)
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > 300_000 {
		t.Errorf("%s has %d bytes, want at most 300,000", file, info.Size())
	}
}
