package page

import (
	"fmt"
	"time"
)

// Wide works on the page of a wide table directly through its elements, because querying
// the accessibility tree of thousands of them takes the page's thread longer than the
// measured work.
type Wide struct{ *Tab }

func (w Wide) waitFor(condition string) {
	w.WaitFor(condition, func() bool { return eval[bool](w.Tab, `Boolean(`+condition+`)`) })
}

// Press clicks the link or button whose text begins with the given one.
func (w Wide) Press(text string) {
	w.waitFor(fmt.Sprintf(`(() => {
		const list = [...document.querySelectorAll("a, button, summary")];
		const one = list.find((e) =>
			!e.disabled && (e.getAttribute("aria-label") ?? e.textContent).trim().startsWith(%q));
		if (one) setTimeout(() => one.click());
		return one;
	})()`, text))
}

// Says waits until the page contains a text.
func (w Wide) Says(text string) {
	w.waitFor(fmt.Sprintf(`document.body.textContent.includes(%q)`, text))
}

// Set sets the number field with a label.
func (w Wide) Set(label string, value float64) {
	w.waitFor(fmt.Sprintf(`(() => {
		const field = [...document.querySelectorAll("label")].find((l) => l.textContent.trim().startsWith(%q))?.control;
		if (!field) return false;
		for (let d = field.closest("details"); d; d = d.parentElement.closest("details")) d.open = true;
		field.focus();
		field.value = %v;
		field.dispatchEvent(new Event("input", {bubbles: true}));
		field.dispatchEvent(new Event("change", {bubbles: true}));
		field.blur();
		return true;
	})()`, label, value))
}

// Visit goes to a place or to a model.
func (w Wide) Visit(place string) {
	w.run(fmt.Sprintf(`setTimeout(() => { location.hash = %q })`, "#"+place))
}

// Answer waits for the row's answers, requesting them if the row already has the class, and returns the time it took.
func (w Wide) Answer() time.Duration {
	began := time.Now()
	const reverse = `[...document.querySelectorAll("button")].find((b) => ` +
		`/^Show what would/.test(b.textContent.trim()))`
	answered := func() bool { return w.Row() != "" && w.hasSettled() && w.countPart(Results) > 0 }
	w.WaitFor("an answer", func() bool { return answered() || eval[bool](w.Tab, `Boolean(`+reverse+`)`) })
	if !answered() {
		w.run(reverse + `?.click()`)
		w.WaitFor("an answer", answered)
	}
	return time.Since(began)
}

// NextRow goes to the next row.
func (w Wide) NextRow() {
	before := w.Row()
	w.Press("Next row")
	w.WaitFor("the next row", func() bool { now := w.Row(); return now != "" && now != before })
}
