package page

import (
	"fmt"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
)

// A Place is a point of the window.
type Place struct{ X, Y float64 }

// Place waits for an element and returns its middle, scrolled into view.
func (p *Tab) Place(role, name string) Place {
	return apply[Place](p, p.wait(role, name), middleOf)
}

const middleOf = `async function() {
	this.scrollIntoView({block: "nearest", behavior: "instant"});
	await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
	const r = (this.querySelector?.("[data-part=box]") ?? this).getBoundingClientRect();
	return {X: r.x + r.width / 2, Y: r.y + r.height / 2};
}`

// middle waits for the first element that matches a selector and returns its middle.
func (p *Tab) middle(selector string) Place {
	p.query(selector)
	time.Sleep(50 * time.Millisecond)
	return eval[Place](p, fmt.Sprintf(`(() => { const r = document.querySelector(%q).getBoundingClientRect(); return `+
		`{X: r.x + r.width / 2, Y: r.y + r.height / 2}; })()`, selector))
}

// PressMouse presses the left button of the mouse at a place.
func (p *Tab) PressMouse(at Place) { p.mouse(input.DispatchMouseEventTypeMousePressed, at, 0) }

// moveMouse moves the mouse while its left button is down.
func (p *Tab) moveMouse(at Place) { p.mouse(input.DispatchMouseEventTypeMouseMoved, at, 0) }

// ReleaseMouse releases the left mouse button at a place.
func (p *Tab) ReleaseMouse(at Place) { p.mouse(input.DispatchMouseEventTypeMouseReleased, at, 0) }

// mouse moves the mouse, or presses or releases its left button.
func (p *Tab) mouse(typ input.DispatchMouseEventType, at Place, modifiers int64) {
	params := input.DispatchMouseEventParams{Type: typ, X: at.X, Y: at.Y, Modifiers: modifiers}
	if typ != input.DispatchMouseEventTypeMouseMoved {
		params.Button, params.ClickCount = input.MouseButtonLeft, 1
	} else {
		params.Buttons = 1
	}
	call(p, input.DispatchMouseEvent, params)
}

// RightPress clicks a part with the right mouse button.
func (p *Tab) RightPress(of Part) {
	at := p.middle(of.selector)
	for _, typ := range []input.DispatchMouseEventType{input.DispatchMouseEventTypeMousePressed,
		input.DispatchMouseEventTypeMouseReleased} {
		call(p, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: typ, X: at.X, Y: at.Y,
			Button: input.MouseButtonRight, ClickCount: 1})
	}
}

// Tap presses and releases the mouse at a place.
func (p *Tab) Tap(at Place, modifiers int64) {
	p.mouse(input.DispatchMouseEventTypeMousePressed, at, modifiers)
	p.mouse(input.DispatchMouseEventTypeMouseReleased, at, modifiers)
}

// Drag presses the mouse at one place and releases it at another.
func (p *Tab) Drag(from, to Place) {
	p.PressMouse(from)
	along(from, to, p.moveMouse)
	p.ReleaseMouse(to)
}

// along moves from one place to another in a few steps.
func along(from, to Place, do func(Place)) {
	const steps = 6
	for i := 1; i <= steps; i++ {
		t := float64(i) / steps
		do(Place{from.X + t*(to.X-from.X), from.Y + t*(to.Y-from.Y)})
	}
}

// Touch drags with one finger.
func (p *Tab) Touch(from, to Place) {
	finger := func(typ input.DispatchTouchEventType, at ...*input.TouchPoint) {
		call(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: typ,
			TouchPoints: append([]*input.TouchPoint{}, at...)})
	}
	finger(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: from.X, Y: from.Y})
	along(from, to, func(at Place) {
		finger(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: at.X, Y: at.Y})
	})
	finger(input.DispatchTouchEventTypeTouchEnd)
}

// UseTouch emulates a touch screen.
func (p *Tab) UseTouch() {
	call(p, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
}

// Click waits for an element that exists, is enabled and does not move, and clicks its
// middle. It searches for it each time, because the page may replace it meanwhile. If the
// page moves the element away under the pointer, as arriving answers do, it clicks again.
func (p *Tab) Click(role, name string) {
	p.openMenuOf(role, name)
	pressed := false
	p.WaitFor(fmt.Sprintf("%s %q to be enabled and to rest", role, name), func() bool {
		id, ok := p.find(role, name)
		if !ok || !apply[bool](p, id, `function() { return !this.matches(":disabled, [aria-disabled=true]") }`) {
			return pressed // the click removed it
		}
		apply[bool](p, id, `function() { // a menu that covers it closes at a press beside it
			const menu = document.querySelector(".menu:popover-open");
			if (menu && !menu.contains(this)) menu.hidePopover();
			return true;
		}`)
		const named = `this.getAttribute("aria-label") + this.textContent`
		label := apply[string](p, id, `function() { return `+named+` }`)
		at := p.rests(id)
		if at == nil || apply[string](p, id, `function() { return `+named+` }`) != label {
			return false // it moves, or the page has put another one into its place
		}
		apply[bool](p, id, `function() {
			window.missed = ["button", "a", "summary"].includes(this.localName);
			if (!window.missed) return true; // a node of the graph takes the pointer for itself
			const name = (e) => e.getAttribute("aria-label") + e.textContent, own = name(this);
			const same = (e) => e && name(e) === own;
			window.addEventListener("click", (e) => {
				window.missed = !same(e.target.closest(this.localName));
				if (!window.missed) return;
				e.preventDefault(); // another one came under the pointer: it is not pressed
				e.stopImmediatePropagation();
			}, {capture: true, once: true});
			return true;
		}`)
		p.pressAt(at)
		pressed = true
		return !p.holdsNow(`window.missed === true`) // a page that was left has no record
	})
}

// rests is the middle of an element if the element is not moving; while a page is drawn
// or scrolled, another element could be under the pointer. It scrolls only if necessary,
// because a page scrolled to its end moves with everything drawn on it.
func (p *Tab) rests(id runtime.RemoteObjectID) []float64 {
	return apply[[]float64](p, id, `async function() {
		const frame = () => new Promise((done) => requestAnimationFrame(done));
		const middle = () => {
			const r = this.getClientRects()[0];
			return r && [r.x + r.width / 2, r.y + r.height / 2];
		};
		const free = (at) => at && this.contains(document.elementFromPoint(...at));
		if (!free(middle())) {
			this.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
		}
		await frame();
		const was = middle();
		await frame();
		const is = middle();
		return free(is) && was && was[0] === is[0] && was[1] === is[1] ? is : null;
	}`)
}

// pressAt moves the mouse to a place and clicks.
func (p *Tab) pressAt(at []float64) {
	call(p, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved,
		X: at[0], Y: at[1]})
	p.Tap(Place{at[0], at[1]}, 0)
}

// inMenus maps buttons of the bar's menus to the button that opens their menu.
var inMenus = map[string]string{
	"Save": "Share", "Save as": "Share", "Copy link": "Share", "Save report": "Share", "Save certificate": "Share",
	"Save notice": "Share", "Verify": "Share",
	"Open": "Project", "Recent projects": "Project", "Another table": "Project",
	"About Causeway, and licences": "Project",
}

// inFolds lists buttons of the first screen that are folded at first.
var inFolds = map[string]string{
	"Simple-BN": "Sample a table from", "Sangiovese": "Sample a table from", "Synthetic census": "Sample a table from",
	"Digits": "Images, or", "Open images": "Images, or",
}

// openMenuOf opens the menu with a button, if the button is not visible.
func (p *Tab) openMenuOf(role, name string) {
	if fold := inFolds[name]; fold != "" && !p.Has(role, name) {
		p.Unfold(fold)
	}
	if menu := inMenus[name]; menu != "" && !p.Has(role, name) {
		p.OpenMenu(menu)
	}
}

// OpenMenu opens the bar's menu Share or Project.
func (p *Tab) OpenMenu(menu string) {
	p.run(fmt.Sprintf(`document.querySelector({Share: "#share-menu", Project: "#project-menu"}[%q]).showPopover()`,
		menu))
}
