package page

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/runtime"
)

// found holds the elements referenced by the driver, which would otherwise stay in memory.
const found = "found"

// find returns the first element in the accessibility tree with a role and an exact name,
// as a remote object. An empty name matches any.
func (p *Tab) find(role, name string) (runtime.RemoteObjectID, bool) {
	ids := p.findAll(role, name)
	if len(ids) == 0 {
		return "", false
	}
	return p.resolve(ids[0])
}

// resolve is an element as a remote object, if it is still there.
func (p *Tab) resolve(id cdp.BackendNodeID) (runtime.RemoteObjectID, bool) {
	node, err := try(p, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: id, ObjectGroup: found})
	if err != nil && strings.Contains(err.Error(), "No node with given id") {
		return "", false // the element left the page after it was found
	} else if err != nil {
		p.t.Fatal(err)
	}
	return node.Object.ObjectID, true
}

func (p *Tab) findAll(role, name string) []cdp.BackendNodeID {
	doc := call(p, runtime.Evaluate, runtime.EvaluateParams{Expression: "document", ObjectGroup: found})
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

// wait finds an element, waiting for it to appear. It opens the folds around a table.
func (p *Tab) wait(role, name string) runtime.RemoteObjectID {
	return p.waitIn(role, name, map[bool]string{true: "caption"}[role == "table"])
}

// waitIn is wait that first opens the folds around an element with this tag and name; an
// empty tag opens nothing.
func (p *Tab) waitIn(role, name, tag string) runtime.RemoteObjectID {
	var id runtime.RemoteObjectID
	p.WaitFor(fmt.Sprintf("%s %q", role, name), func() (ok bool) {
		if id, ok = p.find(role, name); !ok && tag != "" {
			eval[bool](p,
				fmt.Sprintf(
					`[...document.querySelectorAll("details:not([open]) " + %q)]
					.filter((e) => e.textContent.trim() === %q)
					.forEach((e) => {
				for (let d = e.closest("details"); d; d = d.parentElement.closest("details")) d.open = true;
			}) ?? true`, tag, name))
		}
		return ok
	})
	return id
}

// Has reports whether an element with a role and an accessible name exists now. An empty
// name matches any.
func (p *Tab) Has(role, name string) bool { return len(p.findAll(role, name)) > 0 }

// Count counts the elements with a role and an accessible name.
func (p *Tab) Count(role, name string) int { return len(p.findAll(role, name)) }

// WaitHas waits for an element with a role and an accessible name.
func (p *Tab) WaitHas(role, name string) { p.wait(role, name) }

// WaitAway waits until the elements with this role and accessible name are gone.
func (p *Tab) WaitAway(role, name string) {
	p.WaitFor(fmt.Sprintf("%s %q to be away", role, name), func() bool { return !p.Has(role, name) })
}

// reveal finds a field, waiting for it to appear, and opens the folds around it.
func (p *Tab) reveal(role, name string) runtime.RemoteObjectID {
	return p.waitIn(role, name, "label")
}

// Text waits for an element and returns its text; the value for a field.
func (p *Tab) Text(role, name string) string {
	return apply[string](p, p.wait(role, name),
		`function() { return (this.value ?? this.innerText ?? this.textContent).toString().trim() }`)
}

// Texts returns the texts of all present elements with a role, such as alert or status.
func (p *Tab) Texts(role string) []string {
	var texts []string
	for _, backend := range p.findAll(role, "") {
		id, ok := p.resolve(backend)
		if !ok {
			continue
		}
		texts = append(texts, apply[string](p, id, `function() { return (this.innerText ?? this.textContent).trim() }`))
	}
	return texts
}

// WaitText waits until an element with the role contains the given text.
func (p *Tab) WaitText(role, part string) {
	p.WaitFor(fmt.Sprintf("%s with %q", role, part), func() bool {
		for _, text := range p.Texts(role) {
			if strings.Contains(text, part) {
				return true
			}
		}
		return false
	})
}

// Alerts are all present alerts in one text.
func (p *Tab) Alerts() string { return strings.Join(p.Texts("alert"), "") }

// WaitAlert waits until the page shows an alert.
func (p *Tab) WaitAlert() { p.WaitFor("an alert", func() bool { return p.Alerts() != "" }) }

// WaitNoAlert waits until the page shows no alerts.
func (p *Tab) WaitNoAlert() { p.WaitFor("no alert", func() bool { return p.Alerts() == "" }) }

// attribute waits for an element and returns one of its attributes.
func (p *Tab) attribute(role, name, of string) string {
	return apply[string](p, p.wait(role, name), `function(of) { return this.getAttribute(of) ?? "" }`, of)
}

// Description is an element's accessible description.
func (p *Tab) Description(role, name string) string {
	return p.attribute(role, name, "aria-description")
}

// ValueText is the value of an element in words.
func (p *Tab) ValueText(role, name string) string { return p.attribute(role, name, "aria-valuetext") }

// IsDisabled reports whether a button cannot be pressed.
func (p *Tab) IsDisabled(button string) bool {
	return apply[bool](p, p.wait("button", button),
		`function() { return this.matches(":disabled, [aria-disabled=true]") }`)
}

// IsPressed reports whether a toggle button is pressed, such as that of a selected node.
func (p *Tab) IsPressed(button string) bool {
	id, ok := p.find("button", button)
	return ok && apply[bool](p, id, `function() { return this.getAttribute("aria-pressed") === "true" }`)
}

// WaitPressed waits until a toggle button is pressed.
func (p *Tab) WaitPressed(button string) {
	p.WaitFor(button+" to be pressed", func() bool { return p.IsPressed(button) })
}

// Table waits for a table and returns the text of its cells, row by row,
// header rows included.
func (p *Tab) Table(name string) [][]string {
	return apply[[][]string](p, p.wait("table", name), `function() {
		return [...this.rows].map((row) => [...row.cells].map((cell) => cell.innerText.trim()));
	}`)
}

// Fact is the value beside a name in a list of facts.
func (p *Tab) Fact(name string) string {
	return eval[string](p, fmt.Sprintf(`[...document.querySelectorAll("dt")].find((e) => e.innerText === `+
		`%q)?.nextElementSibling.innerText ?? ""`, name))
}

func (p *Tab) number(text string) float64 { return NumberOf(p.t, text) }

// NumberOf reads a number as the page writes it.
func NumberOf(t testing.TB, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(strings.NewReplacer("−", "-", ",", "", "\u00a0", "").Replace(text), 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
