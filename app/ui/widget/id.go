package widget

import (
	"strconv"
	"strings"
	"sync"
)

// ids hands out element ids made of a field's key or label: "epochs", then
// "epochs-2" while the first is still on the page. The same sequence of mounts
// gives the same ids.
var ids = registry{taken: map[string]bool{}}

type registry struct {
	mu    sync.Mutex
	taken map[string]bool
}

func (r *registry) take(name string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	base := slug(name)
	id := base
	for n := 2; r.taken[id]; n++ {
		id = base + "-" + strconv.Itoa(n)
	}
	r.taken[id] = true
	return id
}

func (r *registry) release(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.taken, id)
}

// slug keeps ASCII letters and digits and joins the rest by hyphens. The prefix
// keeps widget ids apart from the ids that screens choose.
func slug(name string) string {
	const longest = 40
	var b strings.Builder
	b.WriteString("w")
	gap := true
	for _, r := range strings.ToLower(name) {
		if r < 'a' || r > 'z' {
			if r < '0' || r > '9' {
				gap = true
				continue
			}
		}
		if gap {
			b.WriteByte('-')
			gap = false
		}
		b.WriteRune(r)
		if b.Len() >= longest {
			break
		}
	}
	return b.String()
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
