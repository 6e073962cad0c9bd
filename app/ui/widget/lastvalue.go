package widget

// lastValue remembers the last value set on a text box and the last one reported, to
// distinguish a new value from the parent from the echo of the user's commit.
type lastValue struct {
	key     string
	rev     int
	value   string // the parent's last value
	shown   string // the value set on the element, or accepted from it
	waiting bool   // shown was reported, but the parent has not drawn it yet
}

func (h *lastValue) mount(key string, rev int, value string) {
	*h = lastValue{key: key, rev: rev, value: value, shown: value}
}

// update stores the parent's present value and reports whether the element must be rewritten. A redraw
// without a new value never overwrites text being typed.
func (h *lastValue) update(key string, rev int, value string) bool {
	moved := key != h.key || rev != h.rev
	if !moved && value == h.value {
		return false
	}
	if !moved && h.waiting && value == h.shown {
		h.value, h.waiting = value, false
		return false
	}
	h.mount(key, rev, value)
	return true
}

// commit records that text was read from the element and reported.
func (h *lastValue) commit(text string) {
	h.shown = text
	h.waiting = text != h.value
}
