package dagview

import (
	"math"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// Trial is a trial value of a selected feature, as a position on a track from 0 to 1.
type Trial struct {
	On          bool
	Node        int
	At, Own     float64 // places of the present value and of the row's value
	Steps       int     // number of steps of the track; 0: any position
	Label, Says string  // names the track, and its value
}

// The track's distance from the middle of its node, and how far a key moves on a track without steps.
const (
	trackHalf = boxWide/2 - inset // as wide as the bars
	trackDown = boxHigh/2 + 4
	trackRoom = 8 // that chips make below the node
	keyShare  = 0.02
	pageShare = 0.1
)

// track returns the slider for a value. Its lines and its handle keep their size at every
// zoom.
func (t Trial) track() app.UI {
	x := func(share float64) string { return px((2*min(max(share, 0), 1) - 1) * trackHalf) }
	line := "M" + px(-trackHalf) + " 0H" + px(trackHalf)
	says := app.UI(app.Text(""))
	if t.At == t.Own { // otherwise it would overlap the chips
		says = el("text", "x", px(trackHalf+18), "y", "16").Text(t.Says)
	}
	return el("g", "data-try", strconv.Itoa(t.Node), "transform", translate(0, trackDown), "role", "slider", "tabindex",
		"0", "aria-label", t.Label,
		"aria-valuemin", "0", "aria-valuemax", "100", "aria-valuenow", strconv.Itoa(int(math.Round(100*t.At))),
		"aria-valuetext", t.Says).Body(
		el("path", "data-part", "track", "d", line),
		el("path", "data-part", "own", "d", "M"+x(t.Own)+" -5v10"),
		el("path", "data-part", "thumb", "d", "M"+x(t.At)+" 0h0.01"),
		el("path", "data-part", "hold", "d", line),
		says)
}

// snapped returns the place on the track nearest to a share.
func (t Trial) snapped(share float64) float64 {
	share = min(max(share, 0), 1)
	if t.Steps > 0 {
		share = math.Round(share*float64(t.Steps)) / float64(t.Steps)
	}
	return share
}

// try requests a position of the track, unless it was the last one requested.
func (h *hand) try(share float64) {
	if t := h.c.Trial; t.On {
		if at := t.snapped(share); at != h.tried {
			h.tried = at
			h.say(Try{Node: t.Node, At: at})
		}
	}
}

// tryAt tries the value under the pointer.
func (h *hand) tryAt(p point) {
	x := h.view.paper(p).X - h.c.paper.Node(h.node).X
	h.try((x/trackHalf + 1) / 2)
}

// onTrack returns the keys of the track.
func (h *hand) onTrack(key string) bool {
	t := h.c.Trial
	by, page := keyShare, pageShare
	if t.Steps > 0 {
		by = 1 / float64(t.Steps)
		page = max(by, math.Round(pageShare*float64(t.Steps))*by)
	}
	h.tried = t.At
	switch key {
	case "ArrowRight", "ArrowUp":
		h.try(t.At + by)
	case "ArrowLeft", "ArrowDown":
		h.try(t.At - by)
	case "PageUp":
		h.try(t.At + page)
	case "PageDown":
		h.try(t.At - page)
	case "Home":
		h.try(0)
	case "End":
		h.try(1)
	default:
		return false
	}
	return true
}
