package widget

// held remembers what a text box was last told and last reported, to tell a
// value from the parent apart from the echo of what the user just committed.
type held struct {
	key     string
	rev     int
	value   string // what the parent last drew
	shown   string // what the element was told, or accepted from it
	waiting bool   // shown was reported and not yet drawn by the parent
}

func (h *held) mount(key string, rev int, value string) {
	*h = held{key: key, rev: rev, value: value, shown: value}
}

// update takes what the parent draws now and reports whether the element must
// be written again. It holds that a redraw with nothing new never overwrites
// what is being typed.
func (h *held) update(key string, rev int, value string) bool {
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

// commit notes that text was taken from the element and reported.
func (h *held) commit(text string) {
	h.shown = text
	h.waiting = text != h.value
}
