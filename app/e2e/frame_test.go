package e2e

import (
	"net/http"
	"path"
	"strings"
	"testing"
)

// looks is where all elements of a page stand and how they look, in their order.
const looks = `(() => {
	const list = [];
	for (const e of document.body.querySelectorAll("*")) {
		if (["SCRIPT", "LINK"].includes(e.tagName)) continue;
		const r = e.getBoundingClientRect();
		const at = [...e.classList].map((c) => "." + c).join("") || "#" + e.id;
		list.push(e.tagName + at + " stands at " + [r.x, r.y, r.width, r.height]);
		for (const part of ["", "::before", "::after"]) {
			const style = getComputedStyle(e, part);
			if (part && style.content === "none") continue;
			for (const name of style) list.push(e.tagName + at + part + " has " + name + ": " + style.getPropertyValue(name));
		}
	}
	return list;
})()`

// TestTheFirstFrameNeedsNoStyleSheet: what the page holds itself has every element of the
// first frame look as it does once the style sheet has come, so that nothing moves then.
func TestTheFirstFrameNeedsNoStyleSheet(t *testing.T) {
	beside(t)
	handler := handlerOf(t, siteFor(t))
	styled := false
	p := NewPage(t, listen(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := path.Base(r.URL.Path)
		switch {
		case strings.HasPrefix(name, "boot."): // the frame stays
			w.Header().Set("Content-Type", "text/javascript")
		case strings.HasPrefix(name, "style.") && !styled:
			w.Header().Set("Content-Type", "text/css")
		default:
			handler.ServeHTTP(w, r)
		}
	})).URL+"/")
	for _, at := range []struct {
		width int64
		dark  bool
	}{{1280, false}, {360, true}} {
		p.SetViewport(at.width, 740, at.dark)
		var seen [2][]string
		for i := range seen {
			styled = i == 1
			p.Open("")
			seen[i] = Eval[[]string](p, looks)
		}
		if len(seen[0]) != len(seen[1]) || len(seen[0]) < 1000 {
			t.Fatalf("%d px: %d facts before the style sheet and %d after it", at.width, len(seen[0]), len(seen[1]))
		}
		for i, before := range seen[0] {
			if before != seen[1][i] {
				t.Errorf("%d px: %s; once the style sheet has come, %s", at.width, before, seen[1][i])
				break
			}
		}
	}
}
