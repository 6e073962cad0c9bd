package main

import (
	"regexp"
	"strings"
	"testing"
)

// The first frame equals the first screen that the program then shows, with the same
// bytes each time.
func TestFrame(t *testing.T) {
	html, err := frame()
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		if again, _ := frame(); again != html {
			t.Fatal("two frames differ")
		}
	}
	for _, want := range []string{
		`class="brand-name" title="Causeway">Causeway</span>`, `<main class="main" inert data-place="table" id="main">`,
		`>start here</span>`,
		`<a aria-describedby="state-causes" href="#causes" id="causes">Causes<span`, "Finished examples",
		"Your own table", `<!-- fold --><section aria-labelledby="gallery-title"`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the frame lacks %s", want)
		}
	}
	if bad := regexp.MustCompile(` style=|(disabled|hidden|checked|open|inert)="false"|\n<|>\n`).
		FindString(html); bad != "" {
		t.Errorf("the frame holds %q", bad)
	}
}
