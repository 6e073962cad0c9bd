package page

import (
	"strings"
)

// Hostile names in a file. Each would be noticed if it were treated as anything but text:
// it would set window.hurt, contact another host, or reverse the words after it.
var (
	HostileNumber  = `<img src=x onerror="window.hurt=1">`
	HostileTurn    = "\u202egnp.exe"
	HostileLink    = `javascript:window.hurt=1`
	HostileLong    = strings.Repeat("long<b>", 1500) // 10,500 characters
	HostileOutcome = `=HYPERLINK("http://elsewhere.invalid","x")`
	HostileLevels  = []string{`"><script>window.hurt=1</script>`, `+cmd|' /C calc'!A0`, `@SUM(1+1)*cmd`,
		"</table><svg onload=window.hurt=1>"}
	HostileClasses = []string{"<b onmouseover=window.hurt=1>no</b>", "-2+3+cmd|' /C calc'!A0"}
	HostileFile    = `<img src=x onerror=window.hurt=1> =1+1.csv`
	HostileNode    = "<script>no node</script>"
)

// Unhurt verifies that the page treats every given name as text only, and shows it.
func (p *Tab) Unhurt(where string, names ...string) {
	p.WaitFor(where+" to show the names", func() bool {
		return holds(eval[string](p, `document.body.innerText + [...document.querySelectorAll("option, [title], `+
			`text")].map((e) => e.textContent + (e.title ?? "")).join(" ")`), names)
	})
	if found := eval[[]string](p, `[...document.querySelectorAll("img, iframe, object, embed, body script, main b, `+
		`main script, svg script, [onerror], [onload], [onmouseover], a[href^='javascript:' i]")].map((e) => `+
		`e.outerHTML.slice(0, 200))`); len(found) > 0 {
		p.t.Errorf("%s: a name became markup: %q", where, found)
	}
	if eval[bool](p, `window.hurt !== undefined`) {
		p.t.Errorf("%s: a name was run", where)
	}
	if wide := p.Sideways(); wide > 0 {
		p.t.Errorf("%s: a name makes the page scroll sideways by %d", where, wide)
	}
}
