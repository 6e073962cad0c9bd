package dagview

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/core/sketch"
)

// How far a key moves nodes, in units of the sketch, and the view, in points of the
// window.
const (
	stepFar  = 20
	stepNear = 2
	stepView = 60
)

// onKey lets keys do everything that the pointer can. They apply to the focused node; other buttons
// keep their usual keys.
func (h *hand) onKey(e app.Value) {
	on := e.Get("target").Call("closest", "[data-node]")
	if e.Get("altKey").Truthy() || e.Get("isComposing").Truthy() {
		return
	}
	ctrl := e.Get("ctrlKey").Truthy() || e.Get("metaKey").Truthy()
	key, shift := e.Get("key").String(), e.Get("shiftKey").Truthy()
	v := sketch.OutcomeNode
	if on.Truthy() {
		v = number(on.Call("getAttribute", "data-node"))
	}
	done := !ctrl && e.Get("target").Call("closest", "[data-try]").Truthy() && h.onTrack(key) || shift && !ctrl &&
		h.onInitial(v, key) || h.anywhere(key, ctrl)
	if !done && on.Truthy() {
		done = h.onNode(v, key, ctrl, shift)
	}
	if from, to, ok := offered(e.Get("target")); !done && ok && !ctrl && (key == "Enter" || key == " ") {
		h.accept(from, to)
		done = true
	}
	if done {
		e.Call("preventDefault")
		e.Call("stopPropagation")
	}
}

// onInitial goes to the next node whose name begins with the letter. Letters with Shift have no other
// meaning.
func (h *hand) onInitial(from int, key string) bool {
	if r, size := utf8.DecodeRuneInString(key); size != len(key) || !unicode.IsLetter(r) {
		return false
	}
	if v, ok := h.c.named(from, key); ok {
		h.focus(v)
		h.bring(v)
	}
	return true
}

// named returns the first node after another whose name begins with a letter of any case; the
// outcome comes last.
func (c *Canvas) named(from int, initial string) (int, bool) {
	n := c.Sketch.Count() + 1
	for i := range n {
		v, name := (from+2+i)%n-1, c.Outcome
		switch {
		case c.Sketch.IsHidden(v):
			name = c.Sketch.Hidden[v-len(c.Names)].Name
		case v >= 0:
			name = c.Names[v]
		}
		if strings.HasPrefix(strings.ToLower(name), strings.ToLower(initial)) {
			return v, true
		}
	}
	return 0, false
}

// anywhere returns the keys that work without a node.
func (h *hand) anywhere(key string, ctrl bool) bool {
	switch {
	case key == "Escape" && h.does != resting && h.does != trying:
		h.undo()
	case key == "Escape":
		h.does = resting
		h.say(Escape{})
	case ctrl && (key == "a" || key == "A"):
		h.say(Select{Nodes: every(h.c.paper)})
	case ctrl:
		return false
	case key == "/":
		h.say(Find{})
	case key == "?":
		h.say(Help{})
	case key == "+" || key == "=":
		h.zoomBy(1.25)
	case key == "-" || key == "_":
		h.zoomBy(1 / 1.25)
	case key == "0" || key == "f" || key == "F":
		h.fit()
	case key == "Delete" || key == "Backspace":
		h.say(Delete{})
	case key == "r" || key == "R":
		h.say(Reverse{})
	default:
		return false
	}
	return true
}

// ruleKeys state a rule of the node that has the focus.
var ruleKeys = map[string]Rule{"l": Locked, "L": Locked, "i": Rises, "I": Rises, "d": Falls, "D": Falls, "g": Bounded,
	"G": Bounded, "o": Sorted, "O": Sorted}

// onNode returns the keys of a node.
func (h *hand) onNode(v int, key string, ctrl, shift bool) bool {
	if r, ok := ruleKeys[key]; ok && !ctrl && v != sketch.OutcomeNode && !h.c.paper.IsHidden(v) {
		h.say(State{v, r})
		return true
	}
	switch key {
	case "Enter", " ":
		h.choose(v, ctrl || shift)
	case "e", "E", "u", "U":
		if ctrl || v == sketch.OutcomeNode {
			return false
		}
		if h.c.Pick.Connecting {
			h.say(Choose{v})
		} else {
			h.say(From{Node: v, Share: key == "u" || key == "U"})
		}
	case "ArrowLeft":
		h.arrow(v, -1, 0, ctrl, shift)
	case "ArrowRight":
		h.arrow(v, 1, 0, ctrl, shift)
	case "ArrowUp":
		h.arrow(v, 0, -1, ctrl, shift)
	case "ArrowDown":
		h.arrow(v, 0, 1, ctrl, shift)
	default:
		return false
	}
	return true
}

// arrow moves the selected nodes if the focused one is among them, and otherwise moves
// the focus to the next node on that side. With Ctrl it moves the view.
func (h *hand) arrow(v int, dx, dy float64, ctrl, shift bool) {
	switch p := h.c.Pick; {
	case ctrl:
		h.own = true
		h.look(view{h.view.X - stepView*dx, h.view.Y - stepView*dy, h.view.K})
	case slices.Contains(p.Nodes, v) && !p.Connecting:
		by := float64(stepFar)
		if shift {
			by = stepNear
		}
		h.say(Move{Nodes: p.Nodes, DX: by * dx, DY: by * dy, Step: true})
	default:
		if u, ok := beside(h.c.paper, v, dx, dy); ok {
			h.focus(u)
			h.bring(u)
		}
	}
}

// every lists all nodes.
func every(s sketch.Sketch) []int {
	var list []int
	for v := sketch.OutcomeNode; v < s.Count(); v++ {
		list = append(list, v)
	}
	return list
}
