package page

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

// Drawing opens Causes with a small table of Simple-BN, and keeps saved files.
func Drawing(t testing.TB) *Tab {
	t.Helper()
	p := Sampled(t)
	p.KeepSaved()
	p.OpenGraph()
	p.WaitHas("button", "x3")
	return p
}

// OpenGraph goes to Causes.
func (p *Tab) OpenGraph() {
	p.GoTo("Causes")
	p.WaitHas("application", "Causal graph")
}

// BoundaryGraph is the graph of the finished Simple-BN with x1 selected, and the chips on its effect x3.
func BoundaryGraph(t testing.TB) (p *Tab, chips string) {
	t.Helper()
	p = Example(t, "A boundary to cross")
	p.Timeout = time.Minute
	p.OpenGraph()
	chips = p.Chips("x3")
	p.Click("button", "x1")
	return p, chips
}

// LoadTrueGraph draws the true graph of a sampled table.
func (p *Tab) LoadTrueGraph() {
	p.OpenGraph()
	p.Click("button", "Load example")
	p.WaitText("status", "Loaded ")
}

// SavedGraph is the drawing in the project's own form, after KeepSaved.
func (p *Tab) SavedGraph() string {
	p.Unfold("By name, files, history")
	name, text := p.saveGraph()
	if !strings.HasSuffix(name, ".graph.json") {
		p.t.Errorf("saved as %q", name)
	}
	return text
}

// saveGraph saves the drawing in the selected format and returns the file's name and text, after KeepSaved.
func (p *Tab) saveGraph() (name, text string) {
	p.Click("button", "Save graph")
	return p.Saved()
}

// SaveGraphAs is saveGraph in a format.
func (p *Tab) SaveGraphAs(format string) (name, text string) {
	p.Choose("Format", format)
	return p.saveGraph()
}

// NodePlaces returns the positions of the nodes in the saved graph.
func (p *Tab) NodePlaces() map[string]Place {
	var file struct {
		Nodes []struct {
			Name string
			X, Y float64
		}
	}
	if err := json.Unmarshal([]byte(p.SavedGraph()), &file); err != nil {
		p.t.Fatal(err)
	}
	at := map[string]Place{}
	for _, n := range file.Nodes {
		at[n.Name] = Place{n.X, n.Y}
	}
	if len(at) < 3 {
		p.t.Fatalf("places %v", at)
	}
	return at
}

// HandleOf is the dot from which edges are drawn.
func (p *Tab) HandleOf(node string) Place {
	return apply[Place](p, p.wait("button", node), `function() {
		const r = this.querySelector("[data-part=handle]").getBoundingClientRect();
		return {X: r.x + r.width / 2, Y: r.y + r.height / 2};
	}`)
}

// DragEdge drags from the handle of one node to another.
func (p *Tab) DragEdge(from, to string) {
	p.Show("application", "Causal graph")
	end := p.Place("button", to)
	p.Drag(p.HandleOf(from), end)
}

// DrawByKeys draws an edge without a pointer.
func (p *Tab) DrawByKeys(from, to string) {
	p.TabTo(from)
	p.Press("e")
	p.WaitText("status", fmt.Sprintf("Choose the effect of %q", from))
	p.TabTo(to)
	p.Press("Enter")
	p.WaitText("status", "Added the edge "+from+" → "+to)
}

// DropNode drags a node of the graph onto another one.
func (p *Tab) DropNode(from, to string) {
	p.Show("application", "Causal graph")
	end := p.Place("button", to)
	p.Drag(p.Place("button", from), end)
}

// AddEdge adds an edge with the form, with a sign if one is given.
func (p *Tab) AddEdge(from, to, sign string) {
	p.Choose("From", from)
	p.Choose("To", to)
	if sign != "" {
		p.Choose("Sign", sign)
	}
	p.Click("button", "Add edge")
	p.WaitText("status", "Added the edge "+from+" → "+to)
}

// AddRule adds a rule about a feature with the form, with a force if one is given.
func (p *Tab) AddRule(kind, feature, force string) {
	p.Choose("Rule", kind)
	p.Choose("Feature", feature)
	if force != "" {
		p.Choose("Force of the rule", force)
	}
	p.Click("button", "Add rule")
	p.WaitText("status", "Added a rule: ")
}

// ChooseNode presses a node and waits until it is selected.
func (p *Tab) ChooseNode(name string) {
	p.Click("button", name)
	p.WaitFocus(name)
	p.WaitPressed(name)
}

// FindNode goes to a node by name and waits until it is selected.
func (p *Tab) FindNode(name string) {
	p.Fill("textbox", "Find feature", name)
	p.Click("textbox", "Find feature")
	p.Press("Enter")
	p.WaitFor("the node "+name, func() bool {
		return strings.HasPrefix(p.Text("complementary", "Selection"), name)
	})
}

// SetState sets the state of a node and returns to Person.
func (p *Tab) SetState(node, state string) {
	p.GoTo("Causes")
	p.FindNode(node)
	p.Choose("State", state)
	p.GoTo("Person")
}

// IsUndone reports whether nothing is left to undo.
func (p *Tab) IsUndone() bool {
	return eval[bool](p, `document.querySelector(".bar .is-undo").ariaDisabled === "true"`)
}

// InCycle counts the edges and nodes shown as parts of a cycle.
func (p *Tab) InCycle() (edges, nodes int) {
	return p.countPart(Part{"[data-edge][data-cycle=true]"}), p.countPart(Part{"[data-node][data-cycle=true]"})
}

// EdgesDrawn counts the edges of the drawing.
func (p *Tab) EdgesDrawn() int { return p.countPart(Part{"[data-dag=canvas] [data-edge]"}) }

// NodesDrawn counts the nodes of the drawing, including the outcome.
func (p *Tab) NodesDrawn() int { return p.countPart(Part{"[data-node]"}) }

// EdgesInDoubt counts the edges marked as contradicted.
func (p *Tab) EdgesInDoubt() int { return p.countPart(Part{"[data-dag=canvas] [data-part=doubt]"}) }

// TwoHeaded counts the lines with two heads.
func (p *Tab) TwoHeaded() int { return p.countPart(Part{".dag [data-both]"}) }

// HasEdge reports whether the drawing has an edge between two features, given by number.
func (p *Tab) HasEdge(from, to int) bool {
	return p.countPart(Part{fmt.Sprintf("#dag-edge-%d-%d", from, to)}) > 0
}

// TwoHeadedLines are the dash pattern and the number of heads of each line with two
// heads.
func (p *Tab) TwoHeadedLines() []string {
	return eval[[]string](p, `[...document.querySelectorAll(".dag [data-both]")].map((e) => `+
		`getComputedStyle(e.querySelector("[data-part=line]")).strokeDasharray + " " + `+
		`(e.querySelector("[data-part=tip]").getAttribute("d").match(/Z/g) ?? []).length)`)
}

// HiddenOutline is the dash pattern of an unobserved feature's outline, "none" for a solid
// one.
func (p *Tab) HiddenOutline() string {
	return eval[string](p, `getComputedStyle(document.querySelector("[data-hidden] [data-part=box]")).strokeDasharray`)
}

// OutcomeNode is the name of the outcome's node.
func (p *Tab) OutcomeNode() string {
	return eval[string](p, `document.querySelector("[data-outcome]").getAttribute("aria-label")`)
}

// Chips returns the rules and values shown on a node.
func (p *Tab) Chips(node string) string {
	return apply[string](p, p.wait("button", node), `function() { return [...this.parentElement.querySelectorAll("[da`+
		`ta-part=chip]")].map((c) => c.textContent).join("|") }`)
}

// WaitChips waits until a node shows these rules.
func (p *Tab) WaitChips(node, want string) {
	p.WaitFor(fmt.Sprintf("%q on %s", want, node), func() bool { return p.Chips(node) == want })
}

// TapRule presses a rule on the selected node, given by number.
func (p *Tab) TapRule(n int) {
	p.Tap(p.middle(fmt.Sprintf(`[data-node][aria-pressed=true] + g [data-rule="%d"]`, n)), 0)
}

// TransformOf is a node's position on the canvas.
func (p *Tab) TransformOf(node string) string {
	return apply[string](p, p.wait("button", node),
		`function() { return this.parentElement.getAttribute("transform") }`)
}

// PlaceOnTrack is a point on the slider of a selected node: a fraction of its length from the left end, and pixels
// below it.
func (p *Tab) PlaceOnTrack(slider string, along, below float64) Place {
	return apply[Place](p, p.wait("slider", slider), `function(dx, dy) {
		const r = this.querySelector("[data-part=track]").getBoundingClientRect();
		return {X: r.x + 6 + dx * (r.width - 12), Y: r.y + r.height / 2 + dy};
	}`, along, below)
}

// TakesHold reports whether a pointer at a point grabs an element.
func (p *Tab) TakesHold(role, name string, at Place) bool {
	return apply[bool](p, p.wait(role, name),
		`function(x, y) { return this.contains(document.elementFromPoint(x, y)) }`, at.X, at.Y)
}

// ValueSlider waits for the slider for trial values on the selected node, and returns its name.
func (p *Tab) ValueSlider() string {
	p.query("[id^=do-value]")
	return eval[string](p, `document.querySelector("[id^=do-value]").labels[0].textContent`)
}

// A Canvas is the position of the drawing and its drawer in Causes, in pixels of the
// window.
type Canvas struct{ Top, Bottom, Width, DrawerBottom float64 }

// Canvas is the position of the drawing.
func (p *Tab) Canvas() Canvas {
	return eval[Canvas](p, `(() => {
		const c = document.querySelector(".dag").getBoundingClientRect(),
			d = document.querySelector(".graph-drawer").getBoundingClientRect();
		return {Top: c.top, Bottom: c.bottom, Width: c.width, DrawerBottom: d.bottom};
	})()`)
}

// FindingsListed counts the listed findings about the rows.
func (p *Tab) FindingsListed() int {
	return p.countPart(Part{".offers > .offer-list:last-of-type > li"})
}

// CostsAreCounted reports whether counting the costs of rules has finished.
func (p *Tab) CostsAreCounted() bool {
	return p.countPart(Part{"[aria-labelledby=costs-title] [aria-busy=true]"}) == 0
}

// WaitEvidence waits until the evidence panel contains a text.
func (p *Tab) WaitEvidence(part string) { p.WaitRegion("Against the data", part) }

// WaitRegion waits until a region of the page contains a text.
func (p *Tab) WaitRegion(name, part string) {
	p.WaitFor(fmt.Sprintf("%s to say %q", name, part), func() bool {
		return strings.Contains(p.Text("region", name), part)
	})
}

// WaitChosen waits until the description of the selected node or edge contains a text.
func (p *Tab) WaitChosen(part string) {
	p.WaitFor(fmt.Sprintf("what is chosen to say %q", part), func() bool {
		return strings.Contains(p.Text("complementary", "Selection"), part)
	})
}

// ShowsPlot reports whether the name of the selected edge's plot contains a text.
func (p *Tab) ShowsPlot(name string) bool {
	return eval[bool](p, fmt.Sprintf(`[...document.querySelectorAll(".edge-data svg[role=img]")].some((e) => `+
		`e.getAttribute("aria-label")?.includes(%q))`, name))
}

func ghost(name string) string {
	return fmt.Sprintf(`[data-dag=canvas] [data-offer][aria-label="%s"]`, name)
}

// GhostWidth is the width in pixels of the tip of a suggested edge.
func (p *Tab) GhostWidth(name string) float64 {
	return eval[float64](p, fmt.Sprintf(`document.querySelector(%q).getBoundingClientRect().width`, ghost(name)))
}

// TapGhost presses the tip of a suggested edge.
func (p *Tab) TapGhost(name string) {
	p.ScrollTo(Graph)
	p.Tap(p.middle(ghost(name)), 0)
}

// FocusGhost focuses a suggested edge.
func (p *Tab) FocusGhost(name string) {
	p.run(fmt.Sprintf(`document.querySelector(%q).focus()`, ghost(name)))
}

// DrawText draws a graph given as text.
func (p *Tab) DrawText(text string) {
	p.Unfold("By name, files, history")
	apply[bool](p, p.query("#graph-text"), `function(text) {
		this.closest("details").open = true;
		this.value = text;
		this.dispatchEvent(new Event("input", {bubbles: true}));
		return true;
	}`, text)
	p.Click("button", "Draw this text")
}

// WaitMap waits for the small map of a large drawing.
func (p *Tab) WaitMap() { p.WaitThere(Part{"svg[data-dag=map]"}) }

// A StatusLook is the appearance of the status line: its text, its opacity, whether it receives pointer events, and
// how many milliseconds it stays.
type StatusLook struct {
	Text, Opacity, Pointer string
	Stays                  float64
}

// StatusLook is the present appearance of the status line.
func (p *Tab) StatusLook() StatusLook {
	return eval[StatusLook](p, `(() => {
		const s = document.querySelector("#status"), c = getComputedStyle(s), [a] = s.getAnimations();
		return {Text: s.innerText, Opacity: c.opacity, Pointer: c.pointerEvents,
			Stays: a?.effect.getTiming().duration ?? 0};
	})()`)
}

// EndStatus waits until the status line has disappeared.
func (p *Tab) EndStatus() { p.run(`document.querySelector("#status").getAnimations()[0].finish()`) }

// A Term is a number in a sum, with its factor and whether it stands right of ≤.
type Term struct {
	Feature, Times string
	Right          bool
}

// AddSum adds a rule that numbers left of ≤ are at most those right of it, plus a number.
func (p *Tab) AddSum(plus string, terms ...Term) {
	p.Choose("Rule", "Numbers: a × A ≤ b × B + c")
	for i, t := range terms {
		nth := fmt.Sprintf(" (%d)", i+1)
		if i > 1 {
			p.Click("button", "Add a feature")
		}
		p.Choose("Feature"+nth, t.Feature)
		p.Fill("textbox", "Times"+nth, t.Times)
		p.Choose("Stands"+nth, map[bool]string{false: "left of ≤", true: "right of ≤"}[t.Right])
	}
	p.Fill("textbox", "Plus a number, right of ≤", plus)
	p.Click("button", "Add rule")
	p.WaitText("status", "Added a rule: ")
}

// AddMostChanges adds a rule that at most so many of some features change.
func (p *Tab) AddMostChanges(most string, features ...string) {
	p.Choose("Rule", "At most this many may change")
	for _, f := range features {
		p.Click("checkbox", f)
	}
	p.Fill("textbox", "At most", most)
	p.Click("button", "Add rule")
	p.WaitText("status", "Added a rule: At most "+most)
}
