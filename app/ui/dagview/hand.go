package dagview

import (
	"math"
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/ui/chart"
	"causeway/core/sketch"
)

// gesture is the kind of gesture that a press has started.
type gesture uint8

const (
	resting gesture = iota
	pressed         // on a node or an edge, not yet moved
	moving          // nodes
	drawing         // an edge
	panning
	banding // a rubber band
	pinching
	trying // a value
)

// hand follows pointers and keys. It uses the browser's own listeners, because go-app
// would redraw all nodes and their ancestors at every event. Only hand writes the view
// and the positions of dragged elements; go-app does not write an attribute whose value it has not
// changed. All code of hand runs in a listener or on the UI goroutine, which never yields within a
// call.
type hand struct {
	c   *Canvas
	ctx app.Context

	root, svg, world app.Value
	unsize           func() // stops watching the window's size
	funcs            []listener
	view             view
	own              bool // a person chose the view
	far              int  // the drawing's present data-far
	corner           point
	width, height    float64
	top, bottom      float64 // heights that other elements cover at both ends

	does     gesture
	pointers map[int]point // positions in the window, by the browser's pointer number
	began    point         // position of the press in the window
	was      view
	apart    float64 // distance between two fingers
	slack    float64 // how far the pointer may move in a press
	add      bool    // with Ctrl or Shift
	node     int     // pressed
	hasNode  bool
	edge     string // pressed, by its id
	offer    Ends   // pressed, with hasOffer
	hasOffer bool
	rule     Rule // pressed, with hasRule
	hasRule  bool
	tried    float64 // the last requested place on a track
	drag     drag
	target   int // node under an edge that is being drawn
	onTarget bool
}

type listener struct {
	on    app.Value
	event string
	fn    app.Func
}

func newHand(c *Canvas, ctx app.Context) *hand {
	root := ctx.JSSrc()
	h := &hand{c: c, ctx: ctx, root: root, pointers: map[int]point{}, view: view{K: 1}}
	h.svg = root.Call("querySelector", `[data-dag="canvas"]`)
	h.world = root.Call("querySelector", `[data-part="world"]`)
	h.listen(h.svg, "pointerdown", h.onDown)
	h.listen(h.svg, "pointermove", h.onMove)
	h.listen(h.svg, "pointerup", h.onUp)
	h.listen(h.svg, "pointercancel", h.onCancel)
	h.listen(h.svg, "keyup", h.onKeyUp)
	h.listen(root, "wheel", h.onWheel)
	h.listen(root, "keydown", h.onKey)
	h.listen(root, "click", h.onMapClick)
	h.unsize = chart.WatchSize(h.root, func() {
		if h.does == resting {
			h.resized()
		}
	})
	return h
}

// listen hears an event before the browser acts on it.
func (h *hand) listen(on app.Value, event string, do func(app.Value)) {
	fn := app.FuncOf(func(this app.Value, args []app.Value) any {
		do(args[0])
		return nil
	})
	on.Call("addEventListener", event, fn, map[string]any{"passive": false})
	h.funcs = append(h.funcs, listener{on, event, fn})
}

func (h *hand) release() {
	h.unsize()
	for _, l := range h.funcs {
		l.on.Call("removeEventListener", l.event, l.fn)
		l.fn.Release()
	}
	h.funcs = nil
}

// say sends the person's wish to the screen.
func (h *hand) say(wish any) { h.ctx.NewActionWithValue(Action, wish) }

// aboveNode is the space that the buttons above a selected node need beyond the margin of a
// view, in pixels.
const aboveNode = 16

// measure records the window's position on the page.
func (h *hand) measure() {
	r := h.svg.Call("getBoundingClientRect")
	h.corner = point{r.Get("left").Float(), r.Get("top").Float()}
	h.width, h.height = r.Get("width").Float(), r.Get("height").Float()
	h.top, h.bottom = 0, 0
	if keys := h.root.Call("querySelector", ".dag-zoom").Call("getBoundingClientRect"); keys.Get("top").
		Float()-h.corner.Y > h.height/2 {
		h.bottom = min(h.corner.Y+h.height-keys.Get("top").Float(), h.height/3)
	} else {
		h.top = min(keys.Get("bottom").Float()-h.corner.Y, h.height/3)
	}
	if over := app.Window().GetElementByID(h.c.Over); h.c.Over != "" && over.Truthy() {
		b := over.Call("getBoundingClientRect").Get("bottom").Float()
		h.top = min(max(b-h.corner.Y+aboveNode, h.top), h.height/3)
	}
}

// window returns the position of an event relative to the window's corner.
func (h *hand) window(e app.Value) point {
	return point{e.Get("clientX").Float() - h.corner.X, e.Get("clientY").Float() - h.corner.Y}
}

func (h *hand) onDown(e app.Value) {
	h.measure()
	p := h.window(e)
	id := e.Get("pointerId").Int()
	h.pointers[id] = p
	h.svg.Call("setPointerCapture", id)
	if len(h.pointers) == 2 {
		h.undo()
		h.pinch()
		return
	}
	if len(h.pointers) > 2 || e.Get("button").Int() > 1 {
		return
	}
	h.began, h.was = p, h.view
	h.slack = 4
	if e.Get("pointerType").String() == "touch" {
		h.slack = 9
	}
	h.add = e.Get("shiftKey").Truthy() || e.Get("ctrlKey").Truthy() || e.Get("metaKey").Truthy()
	h.press(e)
	if e.Get("button").Int() == 1 {
		e.Call("preventDefault")
		h.does = panning
	}
}

// press records the elements under a press.
func (h *hand) press(e app.Value) {
	t := e.Get("target")
	h.hasNode, h.hasRule, h.hasOffer, h.edge, h.does = false, false, false, "", pressed
	if h.offer.From, h.offer.To, h.hasOffer = offered(t); h.hasOffer {
		e.Call("preventDefault") // otherwise the browser would focus it
		return
	}
	if n := t.Call("closest", "[data-try]"); n.Truthy() {
		h.node, h.does, h.tried = number(n.Call("getAttribute", "data-try")), trying, h.c.Trial.At
		focusSoon(n)
		e.Call("preventDefault")
		h.tryAt(h.began)
		return
	}
	if n := t.Call("closest", "[data-place]"); n.Truthy() {
		h.node, h.hasNode = number(n.Call("getAttribute", "data-place")), true
		focusSoon(n.Get("firstElementChild"))
		h.stopAt(h.node)
		if r := t.Call("closest", "[data-rule]"); r.Truthy() {
			h.rule, h.hasRule = Rule(number(r.Call("getAttribute", "data-rule"))), true
		}
		if t.Call("closest", "[data-handle]").Truthy() && !h.c.Pick.Connecting {
			h.does = drawing
		}
		e.Call("preventDefault") // otherwise the browser would move the focus away again
		return
	}
	if l := t.Call("closest", "[data-edge]"); l.Truthy() {
		h.edge = l.Call("getAttribute", "data-edge").String()
	}
}

func number(v app.Value) int {
	n, err := strconv.Atoi(v.String())
	if err != nil {
		return 0
	}
	return n
}

func (h *hand) onMove(e app.Value) {
	id := e.Get("pointerId").Int()
	if _, down := h.pointers[id]; !down {
		return
	}
	p := h.window(e)
	h.pointers[id] = p
	if h.does == pressed && math.Hypot(p.X-h.began.X, p.Y-h.began.Y) >= h.slack {
		h.start()
	}
	switch h.does {
	case moving:
		h.move(p)
	case drawing:
		h.draw(p)
	case trying:
		h.tryAt(p)
	case panning:
		h.own = true
		h.look(view{h.was.X + p.X - h.began.X, h.was.Y + p.Y - h.began.Y, h.was.K})
	case banding:
		h.band(h.began, p)
	case pinching:
		h.spread()
	}
}

// start turns a press that moves into a drag.
func (h *hand) start() {
	switch {
	case h.hasNode && h.c.Pick.Connecting:
		h.does = drawing
	case h.hasNode:
		h.does = moving
		h.svg.Call("setAttribute", "data-moving", "true") // hides the ghosts, which do not move along
		nodes := []int{h.node}
		if slices.Contains(h.c.Pick.Nodes, h.node) {
			nodes = h.c.Pick.Nodes
		}
		h.drag = newDrag(h.c, nodes)
	case h.add || h.c.Pick.Many:
		h.does = banding
	default:
		h.does = panning
	}
}

func (h *hand) onUp(e app.Value) {
	id := e.Get("pointerId").Int()
	p := h.window(e)
	_, down := h.pointers[id]
	delete(h.pointers, id)
	if !down {
		return
	}
	does := h.does
	h.does = resting
	h.svg.Call("removeAttribute", "data-moving")
	switch does {
	case pressed:
		h.click()
	case moving:
		h.drop(p)
	case drawing:
		h.join(p)
	case banding:
		h.clearBand()
		h.say(Select{Nodes: within(h.c.paper, h.was.paper(h.began), h.was.paper(p))})
	case pinching:
		if len(h.pointers) == 1 { // one finger stays down
			for _, left := range h.pointers {
				h.began, h.was, h.does = left, h.view, panning
			}
		}
	}
}

func (h *hand) onCancel(e app.Value) {
	delete(h.pointers, e.Get("pointerId").Int())
	h.undo()
}

// undo cancels a gesture without effect.
func (h *hand) undo() {
	h.svg.Call("removeAttribute", "data-moving")
	switch h.does {
	case moving:
		h.restoreDrawing()
		h.aim(0, false)
		h.clearGhost()
	case drawing:
		h.aim(0, false)
		h.clearGhost()
	case banding:
		h.clearBand()
	}
	h.does = resting
}

// click selects the pressed element.
func (h *hand) click() {
	switch {
	case h.hasOffer:
		h.accept(h.offer.From, h.offer.To)
	case h.hasRule:
		h.say(State{h.node, h.rule})
	case h.hasNode:
		h.choose(h.node, h.add)
	case h.edge != "":
		for _, e := range h.c.strokes {
			if ends := (Ends{e.From, e.To, e.Both}); edgeID(ends) == h.edge {
				h.say(Select{Edge: ends, HasEdge: true})
			}
		}
	default:
		h.say(Escape{})
	}
}

// choose handles a click on a node, or Enter.
func (h *hand) choose(v int, add bool) {
	p := h.c.Pick
	switch on := slices.Contains(p.Nodes, v); {
	case p.Connecting && v != sketch.OutcomeNode:
		h.say(Choose{v})
	case (add || p.Many) && on:
		h.say(Select{Nodes: slices.DeleteFunc(slices.Clone(p.Nodes), func(u int) bool { return u == v })})
	case add || p.Many:
		list := append(slices.Clone(p.Nodes), v)
		slices.Sort(list)
		h.say(Select{Nodes: list})
	default:
		h.say(Select{Nodes: []int{v}})
	}
}
