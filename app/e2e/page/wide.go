package page

import (
	"fmt"
	"strings"
	"time"
)

// Wide works on the page of a wide table by its elements alone: asking for the
// accessibility tree of thousands of them takes the page's thread longer than what is
// measured.
type Wide struct{ *Tab }

func (w Wide) waitFor(condition string) {
	w.WaitFor(condition, func() bool { return eval[bool](w.Tab, `Boolean(`+condition+`)`) })
}

// Press clicks the link or button that a text begins.
func (w Wide) Press(text string) {
	w.waitFor(fmt.Sprintf(`(() => {
		const list = [...document.querySelectorAll("a, button, summary")];
		const one = list.find((e) =>
			!e.disabled && (e.getAttribute("aria-label") ?? e.textContent).trim().startsWith(%q));
		if (one) setTimeout(() => one.click());
		return one;
	})()`, text))
}

// Says waits until the page says something.
func (w Wide) Says(text string) {
	w.waitFor(fmt.Sprintf(`document.body.textContent.includes(%q)`, text))
}

// Set gives the number field of a label a value.
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

// Find waits until the row has no answer yet and can be searched, searches it, and returns how long that took.
func (w Wide) Find() time.Duration {
	const find = `[...document.querySelectorAll("button")].find((b) => !b.disabled && /Find counterfactuals|Show ` +
		`what would/.test(b.textContent))`
	w.waitFor(`!document.body.textContent.includes("Counterfactual 1") && ` + find)
	began := time.Now()
	w.Press(strings.TrimSpace(eval[string](w.Tab, find+`.textContent`)))
	w.Says("Counterfactual 1")
	return time.Since(began)
}
