package page

import (
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/cdproto/input"
)

// Keys that are held down while another is pressed.
const (
	Ctrl  = 2
	Shift = 8
)

// keyCodes maps names of keys to their codes.
var keyCodes = map[string]int64{"Backspace": 8, "Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "ArrowLeft": 37,
	"ArrowUp": 38, "ArrowRight": 39,
	"ArrowDown": 40, "Home": 36, "End": 35, "Delete": 46}

// Press presses and releases a key by its name, wherever the focus is.
func (p *Tab) Press(key string) { p.Key(key, 0) }

// Key is Press with keys such as Ctrl down.
func (p *Tab) Key(key string, modifiers int64) {
	code, named := keyCodes[key]
	if !named && len(key) != 1 {
		p.t.Fatalf("Press: key %q is not in the table", key)
	}
	params := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: key,
		WindowsVirtualKeyCode: code, Modifiers: modifiers}
	if !named {
		params.WindowsVirtualKeyCode = int64(strings.ToUpper(key)[0])
	}
	if modifiers&^Shift == 0 {
		params.Text = map[string]string{"Enter": "\r", " ": " "}[key]
		if !named {
			params.Text = key
		}
	}
	call(p, input.DispatchKeyEvent, params)
	params.Type, params.Text = input.DispatchKeyEventTypeKeyUp, ""
	call(p, input.DispatchKeyEvent, params)
}

// Undo undoes the last change by keys.
func (p *Tab) Undo() { p.Key("z", Ctrl) }

// TabTo presses Tab until the focused element has a name.
func (p *Tab) TabTo(name string) { p.tabTo(name, 0) }

// TabBack is TabTo with Shift+Tab.
func (p *Tab) TabBack(name string) { p.tabTo(name, Shift) }

func (p *Tab) tabTo(name string, modifiers int64) {
	for range 200 {
		if p.Focused() == name {
			return
		}
		p.Key("Tab", modifiers)
	}
	p.t.Fatalf("Tab does not come to %q", name)
}

// Focus focuses an element.
func (p *Tab) Focus(role, name string) {
	apply[bool](p, p.wait(role, name), `function() { this.focus(); return true }`)
}

// Focused returns the text or label of the focused element.
func (p *Tab) Focused() string {
	return eval[string](p, `(() => { const e = document.activeElement; return e.ariaLabel || `+
		`e.labels?.[0]?.innerText || (e.innerText ?? e.tagName) })()`)
}

// WaitFocus waits until the focused element has the text or label.
func (p *Tab) WaitFocus(name string) {
	p.WaitFor("the focus on "+name, func() bool { return p.Focused() == name })
}

// WaitFocusFrom waits until the focused element begins with a text.
func (p *Tab) WaitFocusFrom(start string) {
	p.WaitFor("the focus on "+start, func() bool { return strings.HasPrefix(p.Focused(), start) })
}

// FocusIsHeading reports whether the focus is on a heading of a level.
func (p *Tab) FocusIsHeading(level int) bool {
	return eval[bool](p, fmt.Sprintf(`document.activeElement.matches("h%d")`, level))
}

const inWindow = `const r = e.getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight`

// AlertIsInSight reports whether the alert is visible although the page is scrolled.
func (p *Tab) AlertIsInSight() bool {
	return p.Scrolled() > 0 &&
		eval[bool](p, `(() => { const e = document.querySelector("#alerts > *");`+inWindow+"})()")
}

// LosesFocus reports whether the focus is lost to the page within a second.
func (p *Tab) LosesFocus() bool {
	return eval[bool](p, `new Promise((done) => { const from = performance.now(), look = () => {
		document.activeElement === document.body ? done(true) :
			performance.now() - from > 1000 ? done(false) : requestAnimationFrame(look) }; look() })`)
}

// LeaveFocus removes the focus and scrolls to the top.
func (p *Tab) LeaveFocus() {
	p.run(`document.activeElement.blur(), scrollTo({top: 0, behavior: "instant"})`)
}

// WatchStatus begins to count the texts of the status line.
func (p *Tab) WatchStatus() {
	p.run(`window.said = new Set();
		new MutationObserver(() => said.add(document.getElementById("status").textContent))
			.observe(document.getElementById("status"), {childList: true, characterData: true, subtree: true})`)
}

// StatusesSaid counts the different texts of the status line since WatchStatus, and during another half second.
func (p *Tab) StatusesSaid() int {
	p.LetWork(500 * time.Millisecond)
	return eval[int](p, `said.size`)
}
