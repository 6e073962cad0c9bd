package page

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
)

var shotDir = flag.String("screenshots", os.Getenv("CAUSEWAY_SHOTS"),
	"folder to write screenshots to; none are taken without it")

// NeedsPictures skips a test that takes pictures if no folder is named for them.
func NeedsPictures(t testing.TB) {
	t.Helper()
	if *shotDir == "" {
		t.Skip("skipped: no folder for pictures; -screenshots names one, make screenshot gives one")
	}
}

// SetViewport sets the viewport size in CSS pixels, and the color scheme.
func (p *Tab) SetViewport(width, height int64, dark bool) {
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	call(p, emulation.SetDeviceMetricsOverride,
		emulation.SetDeviceMetricsOverrideParams{Width: width, Height: height, DeviceScaleFactor: 1})
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme},
		{Name: "prefers-reduced-motion", Value: "reduce"},
	}})
}

// forceColors emulates forced colours, which are dark.
func (p *Tab) forceColors() {
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: "dark"}, {Name: "prefers-reduced-motion", Value: "reduce"},
		{Name: "forced-colors", Value: "active"},
	}})
}

// IsDark reports whether the dark color scheme is set.
func (p *Tab) IsDark() bool {
	return eval[bool](p, `matchMedia("(prefers-color-scheme: dark)").matches`)
}

// Contrast is the lowest contrast of a part's text with its background, as defined by WCAG.
func (p *Tab) Contrast(of Part) float64 {
	return eval[float64](p, fmt.Sprintf(`(() => {
		const canvas = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true});
		const luminance = (color) => {
			canvas.fillStyle = color;
			canvas.fillRect(0, 0, 1, 1);
			const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((v) =>
				(v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
			return 0.2126 * r + 0.7152 * g + 0.0722 * b;
		};
		const behind = (e) => {
			for (; e; e = e.parentElement) {
				const color = getComputedStyle(e).backgroundColor;
				if (color != "rgba(0, 0, 0, 0)" && color != "transparent") return color;
			}
			return "white";
		};
		return Math.min(...[...document.querySelectorAll(%q)].map((e) => {
			const [a, b] = [luminance(getComputedStyle(e).color), luminance(behind(e))];
			return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
		}));
	})()`, of.selector))
}

// drawn waits until the page has finished drawing.
func (p *Tab) drawn() {
	eval[bool](p, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`)
}

// Screenshot writes a picture of the window to name.png in the folder that -screenshots
// or CAUSEWAY_SHOTS names, if any. It returns the file's path, or an empty one.
func (p *Tab) Screenshot(name string, width, height int64, dark bool) string {
	if *shotDir != "" {
		p.SetViewport(width, height, dark)
	}
	return p.Picture(name)
}

// Picture writes an exact picture of the window to name.png, if pictures are requested, and
// returns the file's path.
func (p *Tab) Picture(name string) string {
	if *shotDir == "" {
		return ""
	}
	p.drawn()
	shot := call(p, page.CaptureScreenshot, page.CaptureScreenshotParams{})
	SavePicture(p.t, name+".png", shot.Data)
	return filepath.Join(*shotDir, name+".png")
}

// Figure writes a part of the window to name.png as Picture does, in few colours so that the file is small.
func (p *Tab) Figure(name string, part image.Rectangle) string {
	if *shotDir == "" {
		return ""
	}
	p.drawn()
	shot := call(p, page.CaptureScreenshot, page.CaptureScreenshotParams{})
	window, err := png.Decode(bytes.NewReader(shot.Data))
	if err != nil {
		p.t.Fatal(err)
	}
	var file bytes.Buffer
	best := png.Encoder{CompressionLevel: png.BestCompression}
	if err := best.Encode(&file, inFewColors(window, part)); err != nil {
		p.t.Fatal(err)
	}
	SavePicture(p.t, name+".png", file.Bytes())
	return filepath.Join(*shotDir, name+".png")
}

// inFewColors is a part of a picture in its most frequent colours.
func inFewColors(whole image.Image, part image.Rectangle) *image.Paletted {
	counts := map[color.Color]int{}
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			counts[color.RGBAModel.Convert(whole.At(x, y))]++
		}
	}
	colors := slices.SortedFunc(maps.Keys(counts), func(a, b color.Color) int {
		return cmp.Or(counts[b]-counts[a], cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)))
	})
	few := image.NewPaletted(image.Rectangle{Max: part.Size()}, colors[:min(len(colors), 256)])
	draw.Draw(few, few.Bounds(), whole, part.Min, draw.Src)
	return few
}

// Shoot photographs the whole page in a wide and a narrow window, light and dark, if
// screenshots are requested.
func (p *Tab) Shoot(name string) {
	if *shotDir == "" {
		return
	}
	p.everyLook(func(as string, width int64, dark bool) {
		p.LetWork(300 * time.Millisecond)
		height := eval[int64](p, `document.documentElement.scrollHeight`)
		p.Screenshot(name+as, width, min(height, 12_000), dark)
	})
}

// everyLook calls a function in a wide and a narrow window, light and dark, and ends with the wide, light
// one.
func (p *Tab) everyLook(do func(as string, width int64, dark bool)) {
	for _, width := range []int64{1280, 360} {
		for _, dark := range []bool{false, true} {
			p.SetViewport(width, 800, dark)
			do(fmt.Sprintf("-%d-%s", width, map[bool]string{true: "dark", false: "light"}[dark]), width, dark)
		}
	}
	p.SetViewport(1280, 800, false)
}

// ShootAt shows an element in a wide window and in a narrow, dark one, and photographs each if requested.
func (p *Tab) ShootAt(name, role, of string, height int64) {
	for _, width := range []int64{1280, 360} {
		p.SetViewport(width, height, width == 360)
		p.Show(role, of)
		p.Picture(fmt.Sprintf("%s-%d", name, width))
	}
	p.SetViewport(1280, 800, false)
}

// ShootGraph takes the pictures for reviewing Causes.
func (p *Tab) ShootGraph(name string) {
	if *shotDir == "" {
		return
	}
	p.everyLook(func(as string, _ int64, _ bool) {
		for _, part := range []string{".graph", ".edge-data .chart", ".evidence", ".twin", ".rules"} {
			p.ScrollTo(Part{part})
			p.LetWork(100 * time.Millisecond)
			p.Picture(name + as + strings.ReplaceAll(part, " ", ""))
		}
	})
}

// SavePicture writes a picture made elsewhere, if pictures are requested.
func SavePicture(t testing.TB, name string, b []byte) {
	t.Helper()
	if *shotDir == "" {
		return
	}
	if err := os.MkdirAll(*shotDir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*shotDir, name), b, 0o644); err != nil {
		t.Fatal(err)
	}
}

// Show waits for an element and scrolls it to the lower edge of the window.
func (p *Tab) Show(role, name string) {
	apply[bool](p, p.wait(role, name),
		`function() { this.scrollIntoView({block: "end", behavior: "instant"}); return true }`)
}

// Sideways is how far the page can be scrolled sideways, which should be 0.
func (p *Tab) Sideways() int {
	return eval[int](p, `document.documentElement.scrollWidth - innerWidth`)
}

// AsPrinted shows a document as it is printed on a width of paper, in CSS pixels.
func (p *Tab) AsPrinted(width int64) {
	call(p, emulation.SetDeviceMetricsOverride,
		emulation.SetDeviceMetricsOverrideParams{Width: width, Height: 1000, DeviceScaleFactor: 1})
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
}

// BeyondSides lists the elements of a document that reach beyond a side of the window.
func (p *Tab) BeyondSides() []string {
	return eval[[]string](p, `[...document.querySelectorAll("main *")].filter((e) => {
		const at = e.getBoundingClientRect();
		return at.left < -0.5 || at.right > innerWidth + 0.5;
	}).map((e) => e.tagName + " " + e.textContent.slice(0, 40))`)
}

// ReadsFrom is the side at which titles, facts, paragraphs and lists of a document begin: left, right
// or mixed.
func (p *Tab) ReadsFrom() string {
	return eval[string](p, `(() => {
		const side = (e) => { // of the first letter of a place
			const r = document.createRange(), of = e.getBoundingClientRect();
			const words = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
			while (words.nextNode() && !words.currentNode.data.trim());
			r.setStart(words.currentNode, 0), r.setEnd(words.currentNode, 1);
			const at = r.getBoundingClientRect();
			return of.right - at.right < at.left - of.left ? "right" : "left";
		};
		const sides = ["h1", "h2", "dl", "section > p", "li", ".marks li"].map((s) => side(document.querySelector(s)));
		return sides.every((s) => s === sides[0]) ? sides[0] : "mixed: " + sides;
	})()`)
}

// Downwards is how many pixels the page can be scrolled down.
func (p *Tab) Downwards() int {
	return eval[int](p, `Math.max(document.documentElement.scrollHeight - innerHeight, `+
		`document.querySelector("main").scrollHeight - document.querySelector("main").clientHeight)`)
}

// Charts counts the visible charts, and those that are drawn for a wrong width.
func (p *Tab) Charts() (seen, off int) {
	n := eval[[]int](p, `(() => {
		const seen = [...document.querySelectorAll("figure.chart > svg")].filter((s) => s.checkVisibility());
		const off = seen.filter((s) => Math.abs(s.viewBox.baseVal.width - s.parentElement.clientWidth) > 1);
		return [seen.length, off.length];
	})()`)
	return n[0], n[1]
}

// ColumnsOverflow reports whether the columns of an imported model overflow.
func (p *Tab) ColumnsOverflow() bool {
	return eval[bool](p, `(() => { const w = document.querySelector(".table-wrap:has(> .foreign-columns)"); return `+
		`w.scrollWidth > w.clientWidth })()`)
}

// CardButtonsCover reports whether the buttons of a labelling card cover a part of it.
func (p *Tab) CardButtonsCover() bool {
	return eval[bool](p,
		`(() => { const b = document.querySelector(".card-buttons"); return getComputedStyle(b).position !== "static" ||
		document.querySelector(".card-question").getBoundingClientRect().bottom > b.getBoundingClientRect().top ||
		document.querySelector(".card-table").getBoundingClientRect().top < b.getBoundingClientRect().bottom })()`)
}

// WordsInSight counts the visible words and numbers of the step, without folded or
// screen-reader text.
func (p *Tab) WordsInSight() int {
	return eval[int](p, `(() => {
		const main = document.querySelector(".drawer") ?? document.querySelector("main"),
			walk = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
		const aside = (e) => {
			for (; e !== main; e = e.parentElement) if (getComputedStyle(e).clipPath === "inset(50%)") return true;
			return false; };
		let n = 0;
		for (let t; t = walk.nextNode();) {
			const e = t.parentElement;
			if (e.checkVisibility({visibilityProperty: true}) && !e.closest("option, title, desc") && !aside(e))
				n += (t.nodeValue.match(/\S*[\p{L}\p{N}]\S*/gu) ?? []).length;
		}
		return n;
	})()`)
}
