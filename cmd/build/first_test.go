package main

import (
	"strings"
	"testing"
)

// What the page holds of its style are the rules that can choose something of it, in their order.
func TestFirstStyle(t *testing.T) {
	const page = `<main class="main wide" data-step="data" inert><p id="a">x</p><progress max="1"></progress></main>`
	for sheet, want := range map[string]string{
		"/* c { */ .main, .none { color: red; }":                                 ".main { color: red; }",
		".main > p:not(.none)::before,\n#a[inert] {}\n p { top: 0 }":             "p { top: 0 }",
		".main[inert] p:first-child { left: 0 }":                                 ".main[inert] p:first-child { left: 0 }",
		":is(.none, p) { top: 0 } :is(a, b) .none { top: 0 }":                    ":is(.none, p) { top: 0 }",
		"p:not(:focus) { top: 0 } p:is(:hover, :active) { top: 1px }":            "p:not(:focus) { top: 0 }",
		"p:hover { top: 0 } .wide { top: 1px }":                                  ".wide { top: 1px }",
		"@media (width > 1px) { .none { top: 0 } p, b { top: 0 } } b { top: 0 }": "@media (width > 1px) { p { top: 0 } }",
		"@media (width > 1px) { .none { top: 0 } }":                              "",
		"@keyframes turn { from { top: 0 } to { top: 1px } } h1 { top: 0 }":      "@keyframes turn { from { top: 0 } to { top: 1px } }",
		"*, ::before { top: 0 }":                                                 "*, ::before { top: 0 }",
	} {
		if got := strings.TrimSpace(firstStyle(sheet, page)); got != want {
			t.Errorf("%q: %q, want %q", sheet, got, want)
		}
	}
}
