package e2e

import (
	"strings"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
)

// place is a point of the window.
type place struct{ X, Y float64 }

// Place waits for an element and returns its middle, scrolled into view.
func (p *Page) Place(role, name string) place {
	p.t.Helper()
	at := apply[[]float64](p, p.wait(role, name), middleOf)
	return place{at[0], at[1]}
}

const middleOf = `async function() {
	this.scrollIntoView({block: "nearest", behavior: "instant"});
	await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
	const r = (this.querySelector?.("[data-part=box]") ?? this).getBoundingClientRect();
	return [r.x + r.width / 2, r.y + r.height / 2];
}`

// query waits for an element by a CSS selector.
func (p *Page) query(selector string) runtime.RemoteObjectID {
	p.t.Helper()
	var id runtime.RemoteObjectID
	p.WaitFor(selector, func() bool {
		res := call(p, runtime.Evaluate, runtime.EvaluateParams{Expression: "document.querySelector(`" + selector + "`)"})
		id = res.Result.ObjectID
		return id != ""
	})
	return id
}

// Mouse moves the mouse, or presses or releases its left button.
func (p *Page) Mouse(typ input.DispatchMouseEventType, at place, modifiers int64) {
	p.t.Helper()
	params := input.DispatchMouseEventParams{Type: typ, X: at.X, Y: at.Y, Modifiers: modifiers}
	if typ != input.DispatchMouseEventTypeMouseMoved {
		params.Button, params.ClickCount = input.MouseButtonLeft, 1
	} else {
		params.Buttons = 1
	}
	call(p, input.DispatchMouseEvent, params)
}

// Tap presses and releases the mouse at a place.
func (p *Page) Tap(at place, modifiers int64) {
	p.t.Helper()
	p.Mouse(input.DispatchMouseEventTypeMousePressed, at, modifiers)
	p.Mouse(input.DispatchMouseEventTypeMouseReleased, at, modifiers)
}

// Drag presses the mouse at one place and releases it at another.
func (p *Page) Drag(from, to place) { p.DragWith(from, to, 0) }

// DragWith drags while keys such as Shift are down.
func (p *Page) DragWith(from, to place, modifiers int64) {
	p.t.Helper()
	p.Mouse(input.DispatchMouseEventTypeMousePressed, from, modifiers)
	const steps = 6
	for i := 1; i <= steps; i++ {
		t := float64(i) / steps
		p.Mouse(input.DispatchMouseEventTypeMouseMoved, place{from.X + t*(to.X-from.X), from.Y + t*(to.Y-from.Y)}, modifiers)
	}
	p.Mouse(input.DispatchMouseEventTypeMouseReleased, to, modifiers)
}

// Touch drags with one finger.
func (p *Page) Touch(from, to place) {
	p.t.Helper()
	finger := func(at place) []*input.TouchPoint { return []*input.TouchPoint{{X: at.X, Y: at.Y}} }
	call(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchStart, TouchPoints: finger(from)})
	const steps = 6
	for i := 1; i <= steps; i++ {
		t := float64(i) / steps
		call(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{
			Type: input.DispatchTouchEventTypeTouchMove, TouchPoints: finger(place{from.X + t*(to.X-from.X), from.Y + t*(to.Y-from.Y)}),
		})
	}
	call(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchEnd, TouchPoints: []*input.TouchPoint{}})
}

// Key presses a key by its name, with keys such as Ctrl down.
func (p *Page) Key(key string, modifiers int64) {
	p.t.Helper()
	codes := map[string]int64{"Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Delete": 46}
	code, named := codes[key]
	params := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: key, WindowsVirtualKeyCode: code, Modifiers: modifiers}
	if !named {
		params.WindowsVirtualKeyCode = int64(strings.ToUpper(key)[0])
	}
	if modifiers&^keyShift == 0 {
		params.Text = map[string]string{"Enter": "\r", " ": " "}[key]
		if !named {
			params.Text = key
		}
	}
	call(p, input.DispatchKeyEvent, params)
	params.Type, params.Text = input.DispatchKeyEventTypeKeyUp, ""
	call(p, input.DispatchKeyEvent, params)
}

// TabTo presses Tab until the element with the focus has a name.
func (p *Page) TabTo(name string, modifiers int64) {
	p.t.Helper()
	for range 200 {
		if p.Focused() == name {
			return
		}
		p.Key("Tab", modifiers)
	}
	p.t.Fatalf("Tab does not come to %q", name)
}

// KeepSaved keeps what the page saves as a file from now on, instead of saving
// it.
func (p *Page) KeepSaved() {
	p.t.Helper()
	Eval[bool](p, `(() => {
		window.saved = [];
		HTMLAnchorElement.prototype.click = function() { if (this.download) saved.push({name: this.download, blob: kept}) };
		const make = URL.createObjectURL;
		let kept;
		URL.createObjectURL = (blob) => { kept = blob; return make(blob) };
		return true;
	})()`)
}

// Saved waits for the next file that the page saves and returns its name and
// its text.
func (p *Page) Saved() (name, text string) {
	p.t.Helper()
	p.WaitFor("a file to be saved", func() bool { return Eval[bool](p, `saved.length > 0`) })
	got := Eval[[]string](p, `(async () => { const s = saved.shift(); return [s.name, await s.blob.text()] })()`)
	return got[0], got[1]
}

// Keys that are held down while another is pressed.
const (
	keyCtrl  = 2
	keyShift = 8
)
