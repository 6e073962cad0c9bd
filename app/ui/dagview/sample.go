package dagview

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// Sample returns a sample for the legend: a line (rises, falls, exists, strict, soft, shared for an
// unobserved cause, or ghost for a suggested edge), a node (follows, closed) or a pin, which marks a
// node placed by hand.
func Sample(kind string) app.UI {
	frame := el("svg", "data-dag", "sample", "width", "44", "height", "24", "aria-hidden", "true")
	if kind == "pin" {
		return frame.Body(
			el("rect", "data-part", "box", "x", "6", "y", "3", "width", "32", "height", "14", "rx", "3"),
			el("circle", "data-part", "pin", "cx", "12", "cy", "8", "r", "2.5"))
	}
	if kind == "follows" || kind == "closed" {
		box := []app.UI{el("rect", "data-part", "box", "x", "6", "y", "3", "width", "32", "height", "14", "rx", "7")}
		if kind == "closed" {
			box = []app.UI{el("rect", "data-part", "box", "x", "6", "y", "3", "width", "32", "height", "14", "rx", "3"),
				el("rect", "data-part", "inner", "x", "9", "y", "6", "width", "26", "height", "8", "rx", "1.5")}
		}
		return frame.Body(box...)
	}
	if kind == "ghost" {
		return frame.Body(el("g", "data-ghost", "true").Body(el("path", "data-part", "line", "d", "M2 10H42"),
			el("g", "data-offer", "", "transform", "translate(28 10)").Body(el("path", "d", tipShape))))
	}
	if kind == "reads" {
		return frame.Body(el("path", "data-part", "reads", "d", "M2 10H42", "stroke-width", "4"))
	}
	if kind == "hidden" {
		return frame.Body(
			el("rect", "data-part", "box", "data-unobserved", "", "x", "6", "y", "3", "width", "32", "height", "14",
				"rx", "3"))
	}
	e := edge{Path: "M2 10L34 10", Head: "M42 10L32 5.5L32 14.5Z", Middle: "translate(17 10)"}
	switch kind {
	case "shared":
		e.Path, e.Head, e.Both = "M10 10L34 10", e.Head+"M2 10L12 5.5L12 14.5Z", true
	case "rises":
		e.Label = "+"
	case "falls":
		e.Label = "−"
	case "strict":
		e.Strict = true
	case "doubt":
		e.Doubt, e.Middle = true, "translate(22 34)"
	case "soft":
		e.Soft = true
	}
	return frame.Body(e.Render())
}
