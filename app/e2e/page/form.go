package page

import (
	"fmt"
	"strconv"

	"github.com/chromedp/cdproto/input"
)

// Fill replaces the text of a field and leaves it. The role is spinbutton for a number
// field, textbox or searchbox for others.
func (p *Tab) Fill(role, name, text string) {
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
func (p *Tab) FillNumber(name string, value float64) {
	p.Fill("spinbutton", name, strconv.FormatFloat(value, 'f', -1, 64))
}

// Choose picks an option of a combobox by its text. A long list is filled on focus.
func (p *Tab) Choose(name, option string) {
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

// Chosen is the selected option of the choice with a label.
func (p *Tab) Chosen(label string) string {
	return eval[string](p, fmt.Sprintf(`[...document.querySelectorAll("label")].find((l) => l.textContent.trim() === `+
		`%q).parentElement.querySelector("select").selectedOptions[0].text`, label))
}

// FieldValue is the value of the field whose label begins with a text, or nothing without such a field.
func (p *Tab) FieldValue(label string) string {
	return eval[string](p, fmt.Sprintf(`[...document.querySelectorAll("label")].find((l) => `+
		`l.textContent.startsWith(%q))?.control?.value ?? ""`, label))
}

// Paste pastes text into the focused element.
func (p *Tab) Paste(text string) {
	p.run(fmt.Sprintf(`const clipboardData = new DataTransfer();
		clipboardData.setData("text/plain", %s);
		(document.activeElement ?? document.body).dispatchEvent(
			new ClipboardEvent("paste", {clipboardData, bubbles: true, cancelable: true}))`, jsonOf(p, text)))
}
