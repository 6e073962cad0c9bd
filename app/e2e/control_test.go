package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// find returns the first element that assistive technology sees under a role
// and an exact name, as a remote object. An empty name matches any.
func (p *Page) find(role, name string) (runtime.RemoteObjectID, bool) {
	p.t.Helper()
	ids := p.findAll(role, name)
	if len(ids) == 0 {
		return "", false
	}
	node, err := try(p, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: ids[0]})
	if gone(err) {
		return "", false
	} else if err != nil {
		p.t.Fatal(err)
	}
	return node.Object.ObjectID, true
}

// gone reports that an element left the page after it was found.
func gone(err error) bool {
	return err != nil && strings.Contains(err.Error(), "No node with given id")
}

func (p *Page) findAll(role, name string) []cdp.BackendNodeID {
	p.t.Helper()
	doc := call(p, runtime.Evaluate, runtime.EvaluateParams{Expression: "document"})
	tree, err := try(p, accessibility.QueryAXTree, accessibility.QueryAXTreeParams{
		ObjectID: doc.Result.ObjectID, Role: role, AccessibleName: name,
	})
	if err != nil && strings.Contains(err.Error(), "Cannot find context") {
		return nil // another page took its place meanwhile
	} else if err != nil {
		p.t.Fatal(err)
	}
	var ids []cdp.BackendNodeID
	for _, n := range tree.Nodes {
		if !n.Ignored && n.BackendDOMNodeID != 0 {
			ids = append(ids, n.BackendDOMNodeID)
		}
	}
	return ids
}

// wait finds an element, waiting for it to appear. It opens what a table is folded in.
func (p *Page) wait(role, name string) runtime.RemoteObjectID {
	p.t.Helper()
	return p.waitIn(role, name, map[bool]string{true: "caption"}[role == "table"])
}

// waitIn is wait that opens what an element of a tag that has the name is folded in; an
// empty tag opens nothing.
func (p *Page) waitIn(role, name, tag string) runtime.RemoteObjectID {
	p.t.Helper()
	var id runtime.RemoteObjectID
	p.WaitFor(fmt.Sprintf("%s %q", role, name), func() (ok bool) {
		if id, ok = p.find(role, name); !ok && tag != "" {
			Eval[bool](p, fmt.Sprintf(`[...document.querySelectorAll("details:not([open]) " + %q)].filter((e) => e.textContent.trim() === %q).forEach((e) => {
				for (let d = e.closest("details"); d; d = d.parentElement.closest("details")) d.open = true;
			}) ?? true`, tag, name))
		}
		return ok
	})
	return id
}

// Has reports whether there is an element with a role and an accessible name
// now. An empty name matches any.
func (p *Page) Has(role, name string) bool {
	p.t.Helper()
	return len(p.findAll(role, name)) > 0
}

// WaitHas waits for an element with a role and an accessible name.
func (p *Page) WaitHas(role, name string) {
	p.t.Helper()
	p.wait(role, name)
}

// reveal finds a field, waiting for it to appear, and opens what it is folded in.
func (p *Page) reveal(role, name string) runtime.RemoteObjectID {
	p.t.Helper()
	return p.waitIn(role, name, "label")
}

// Click waits for an element that is there, enabled and at rest, and presses the
// mouse in its middle. It looks for it anew each time, as the page may put another
// one in its place meanwhile. A press that the page has moved away from under the
// pointer, as answers that arrive do, is made again.
func (p *Page) Click(role, name string) {
	p.t.Helper()
	pressed := false
	p.WaitFor(fmt.Sprintf("%s %q to be enabled and to rest", role, name), func() bool {
		id, ok := p.find(role, name)
		if !ok || !apply[bool](p, id, `function() { return !this.matches(":disabled, [aria-disabled=true]") }`) {
			return pressed // it went away by that
		}
		at := p.rests(id)
		if at == nil {
			return false
		}
		apply[bool](p, id, `function() {
			window.missed = this.localName === "button" || this.localName === "a";
			if (!window.missed) return true; // a node of the graph takes the pointer for itself
			const same = (e) => e && (e === this || e.localName === this.localName && e.textContent === this.textContent);
			window.addEventListener("click", (e) => { window.missed = !this.contains(e.target) && !same(e.target.closest(this.localName)); }, {capture: true, once: true});
			return true;
		}`)
		p.pressAt(at)
		pressed = true
		return !Eval[bool](p, `window.missed === true`) // a page that was left knows of nothing
	})
}

// rests is the middle of an element if it rests there; a page that is being
// drawn or scrolled puts another one under the pointer. It scrolls only where it
// must: a page scrolled to its end moves with everything that is drawn on it.
func (p *Page) rests(id runtime.RemoteObjectID) []float64 {
	p.t.Helper()
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

func (p *Page) pressAt(at []float64) {
	p.t.Helper()
	for _, typ := range []input.DispatchMouseEventType{input.DispatchMouseEventTypeMouseMoved, input.DispatchMouseEventTypeMousePressed, input.DispatchMouseEventTypeMouseReleased} {
		params := input.DispatchMouseEventParams{Type: typ, X: at[0], Y: at[1]}
		if typ != input.DispatchMouseEventTypeMouseMoved {
			params.Button, params.ClickCount = input.MouseButtonLeft, 1
		}
		call(p, input.DispatchMouseEvent, params)
	}
}

// Fill types text into a field, in place of what it holds, and leaves it. The
// role is spinbutton for a number field, textbox or searchbox for others.
func (p *Page) Fill(role, name, text string) {
	p.t.Helper()
	id := p.reveal(role, name)
	apply[bool](p, id, `function() { this.focus(); this.select(); return true }`)
	if text == "" {
		p.Press("Backspace")
	} else {
		call(p, input.InsertText, input.InsertTextParams{Text: text})
	}
	apply[bool](p, id, `function() { this.blur(); return true }`)
}

// FillNumber fills a number field.
func (p *Page) FillNumber(name string, value float64) {
	p.t.Helper()
	p.Fill("spinbutton", name, strconv.FormatFloat(value, 'f', -1, 64))
}

// Choose picks an option of a combobox by its text. A long list is filled once it
// has the focus.
func (p *Page) Choose(name, option string) {
	p.t.Helper()
	id := p.reveal("combobox", name)
	apply[bool](p, id, `function() { this.focus(); return true }`)
	p.WaitFor(fmt.Sprintf("combobox %q to have an option %q", name, option), func() bool {
		return apply[bool](p, id, `function(text) {
			const option = [...this.options].find((o) => o.text.trim() === text);
			if (!option) return false;
			this.value = option.value;
			this.dispatchEvent(new Event("input", {bubbles: true}));
			this.dispatchEvent(new Event("change", {bubbles: true}));
			return true;
		}`, option)
	})
}

// Press presses and releases a named key, such as "Tab" or "Enter", wherever
// the focus is.
func (p *Page) Press(key string) {
	p.t.Helper()
	codes := map[string]int64{"Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "Backspace": 8, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
	code, ok := codes[key]
	if !ok {
		p.t.Fatalf("Press: key %q is not in the table", key)
	}
	text := map[string]string{"Enter": "\r", " ": " "}[key]
	call(p, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: key, WindowsVirtualKeyCode: code, Text: text})
	call(p, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyUp, Key: key, WindowsVirtualKeyCode: code})
}

// Focused returns the text or label of the element with the focus.
func (p *Page) Focused() string {
	p.t.Helper()
	return Eval[string](p, `(() => { const e = document.activeElement; return e.ariaLabel || e.labels?.[0]?.innerText || (e.innerText ?? e.tagName) })()`)
}

// SetFiles gives files to the page's file input, as choosing or dropping them
// would.
func (p *Page) SetFiles(paths ...string) {
	p.t.Helper()
	var id runtime.RemoteObjectID
	p.WaitFor("a file input", func() bool {
		res := call(p, runtime.Evaluate, runtime.EvaluateParams{Expression: `document.querySelector("input[type=file]:not(.project-files *)")`})
		id = res.Result.ObjectID
		return id != ""
	})
	call(p, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: p.absolute(paths), ObjectID: id})
}

// OpenProject gives a file to the project's "Open".
func (p *Page) OpenProject(path string) {
	p.t.Helper()
	res := call(p, runtime.Evaluate, runtime.EvaluateParams{Expression: `document.querySelector(".project-files input[type=file]")`})
	call(p, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: p.absolute([]string{path}), ObjectID: res.Result.ObjectID})
}

// DropFiles drops files onto the middle of the window.
func (p *Page) DropFiles(paths ...string) {
	p.t.Helper()
	at := Eval[[2]float64](p, `[innerWidth / 2, innerHeight / 2]`)
	data := &input.DragData{Items: []*input.DragDataItem{}, Files: p.absolute(paths), DragOperationsMask: 1}
	for _, typ := range []input.DispatchDragEventType{input.DispatchDragEventTypeDragEnter, input.DispatchDragEventTypeDragOver, input.DispatchDragEventTypeDrop} {
		call(p, input.DispatchDragEvent, input.DispatchDragEventParams{Type: typ, X: at[0], Y: at[1], Data: data})
	}
}

// Paste pastes text where the focus is.
func (p *Page) Paste(text string) {
	p.t.Helper()
	value, err := json.Marshal(text)
	if err != nil {
		p.t.Fatal(err)
	}
	Eval[bool](p, fmt.Sprintf(`(() => {
		const clipboardData = new DataTransfer();
		clipboardData.setData("text/plain", %s);
		(document.activeElement ?? document.body).dispatchEvent(
			new ClipboardEvent("paste", {clipboardData, bubbles: true, cancelable: true}));
		return true;
	})()`, value))
}

func (p *Page) absolute(paths []string) []string {
	p.t.Helper()
	var list []string
	for _, path := range paths {
		abs, err := filepath.Abs(path)
		if err != nil {
			p.t.Fatal(err)
		}
		list = append(list, abs)
	}
	return list
}

// Text waits for an element and returns its text; the value for a field.
func (p *Page) Text(role, name string) string {
	p.t.Helper()
	return apply[string](p, p.wait(role, name), `function() { return (this.value ?? this.innerText ?? this.textContent).toString().trim() }`)
}

// Texts returns the texts of all elements with a role, such as alert or status,
// that are there now.
func (p *Page) Texts(role string) []string {
	p.t.Helper()
	var texts []string
	for _, backend := range p.findAll(role, "") {
		node, err := try(p, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: backend})
		if gone(err) {
			continue
		} else if err != nil {
			p.t.Fatal(err)
		}
		texts = append(texts, apply[string](p, node.Object.ObjectID, `function() { return (this.innerText ?? this.textContent).trim() }`))
	}
	return texts
}

// WaitText waits until an element with the role holds the given text.
func (p *Page) WaitText(role, part string) {
	p.t.Helper()
	p.WaitFor(fmt.Sprintf("%s with %q", role, part), func() bool {
		for _, text := range p.Texts(role) {
			if strings.Contains(text, part) {
				return true
			}
		}
		return false
	})
}

// Show waits for an element and scrolls it to the lower edge of the window.
func (p *Page) Show(role, name string) {
	p.t.Helper()
	apply[bool](p, p.wait(role, name), `function() { this.scrollIntoView({block: "end", behavior: "instant"}); return true }`)
}

// Table waits for a table and returns the text of its cells, row by row,
// header rows included.
func (p *Page) Table(name string) [][]string {
	p.t.Helper()
	return apply[[][]string](p, p.wait("table", name), `function() {
		return [...this.rows].map((row) => [...row.cells].map((cell) => cell.innerText.trim()));
	}`)
}

// call runs a protocol command on the page.
func call[P, R any](p *Page, cmd cdp.Command[P, R], params P) R {
	p.t.Helper()
	res, err := try(p, cmd, params)
	if err != nil {
		p.t.Fatal(err)
	}
	return res
}

// try is call for a command that may be refused.
func try[P, R any](p *Page, cmd cdp.Command[P, R], params P) (R, error) {
	ctx, cancel := context.WithTimeout(p.ctx, p.Timeout)
	defer cancel()
	res, err := chromedp.Call(ctx, cmd, params)
	if err != nil {
		return res, fmt.Errorf("%s: %w", cmd.Method, err)
	}
	return res, nil
}

// apply calls a JavaScript function with an element as this.
func apply[T any](p *Page, id runtime.RemoteObjectID, function string, args ...any) T {
	p.t.Helper()
	byValue := true
	params := runtime.CallFunctionOnParams{FunctionDeclaration: function, ObjectID: id, ReturnByValue: &byValue, AwaitPromise: &byValue}
	for _, a := range args {
		value, err := json.Marshal(a)
		if err != nil {
			p.t.Fatal(err)
		}
		params.Arguments = append(params.Arguments, &runtime.CallArgument{Value: value})
	}
	res := call(p, runtime.CallFunctionOn, params)
	var v T
	if res.ExceptionDetails != nil {
		p.t.Fatalf("calling %s: %v", function, res.ExceptionDetails.Exception.Description)
	}
	if err := json.Unmarshal(res.Result.Value, &v); err != nil {
		p.t.Fatalf("result of %s: %v", function, err)
	}
	return v
}
