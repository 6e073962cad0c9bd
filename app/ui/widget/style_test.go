package widget

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

const sheet = "../../../web/app.css"

func readSheet(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(sheet)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var tokenLine = regexp.MustCompile(`(?m)^\s*--([a-z0-9-]+): light-dark\(#([0-9a-f]{6}), #([0-9a-f]{6})\);$`)

// tokens returns the colours of the style sheet, first light, then dark.
func tokens(t *testing.T) map[string][2]string {
	t.Helper()
	out := map[string][2]string{}
	for _, m := range tokenLine.FindAllStringSubmatch(readSheet(t), -1) {
		out[m[1]] = [2]string{m[2], m[3]}
	}
	if n := strings.Count(readSheet(t), ": light-dark("); len(out) != n {
		t.Errorf("read %d of %d colour tokens", len(out), n)
	}
	return out
}

// luminance is the relative luminance of WCAG 2.2.
func luminance(hex string) float64 {
	n, err := strconv.ParseUint(hex, 16, 32)
	if err != nil {
		panic(err)
	}
	channel := func(shift uint) float64 {
		c := float64(n>>shift&0xff) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*channel(16) + 0.7152*channel(8) + 0.0722*channel(0)
}

func contrast(a, b string) float64 {
	x, y := luminance(a), luminance(b)
	return (math.Max(x, y) + 0.05) / (math.Min(x, y) + 0.05)
}

func TestContrastFormula(t *testing.T) {
	// Black on white is 21 by definition; #767676 is the well-known lightest
	// grey that passes on white, at 4.54.
	if got := contrast("000000", "ffffff"); math.Abs(got-21) > 1e-9 {
		t.Errorf("black on white: %v, want 21", got)
	}
	if got := contrast("767676", "ffffff"); math.Abs(got-4.54) > 0.005 {
		t.Errorf("#767676 on white: %v, want 4.54", got)
	}
}

// Text needs a contrast of 4.5, borders of controls and marks 3 (WCAG 2.2, 1.4.3 and
// 1.4.11).
func TestContrasts(t *testing.T) {
	const text, mark = 4.5, 3
	pairs := []struct {
		front, back string
		least       float64
	}{}
	add := func(least float64, back string, fronts ...string) {
		for _, f := range fronts {
			pairs = append(pairs, struct {
				front, back string
				least       float64
			}{f, back, least})
		}
	}
	for _, back := range []string{"page", "surface", "sunken", "person-soft", "accepted-soft", "error-soft"} {
		add(text, back, "ink", "ink-soft")
	}
	for _, back := range []string{"page", "surface", "sunken"} {
		add(mark, back, "border")
	}
	add(text, "surface", "person", "accepted", "error", "ink-mute")
	add(text, "page", "error", "ink-mute")
	add(text, "accepted-soft", "accepted")
	add(text, "error-soft", "error")
	add(mark, "person-soft", "person")
	for i := 1; i <= 5; i++ {
		add(text, fmt.Sprintf("level-%d", i), "ink")
	}
	for i := 1; i <= 6; i++ {
		add(mark, "surface", fmt.Sprintf("series-%d", i))
	}
	colours := tokens(t)
	for _, p := range pairs {
		for i, theme := range []string{"light", "dark"} {
			front, back := colours[p.front][i], colours[p.back][i]
			if front == "" || back == "" {
				t.Errorf("no token %q or %q", p.front, p.back)
				continue
			}
			if got := contrast(front, back); got < p.least {
				t.Errorf("%s: %s on %s has contrast %.2f, want %.1f", theme, p.front, p.back, got, p.least)
			}
		}
	}
}

func TestEveryTokenExists(t *testing.T) {
	text := readSheet(t)
	for _, m := range regexp.MustCompile(`var\(--([a-z0-9-]+)`).FindAllStringSubmatch(text, -1) {
		if !strings.Contains(text, "--"+m[1]+":") {
			t.Errorf("--%s is used and not defined", m[1])
		}
	}
}

// The classes that the code of app/ui uses are in the sheet; the content-
// security policy forbids inline styles, so the code has none.
func TestClassesAreStyled(t *testing.T) {
	text := readSheet(t)
	call := regexp.MustCompile(`\bClass\(([^)]*)\)`)
	word := regexp.MustCompile(`"([a-z0-9 -]+)"`)
	inline := regexp.MustCompile(`\.Styles?\(|Attr\("style"`)
	for _, dir := range []string{".", "../chart"} {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if m := inline.Find(source); m != nil {
				t.Errorf("%s has an inline style: %s", file, m)
			}
			for _, c := range call.FindAllStringSubmatch(string(source), -1) {
				for _, w := range word.FindAllStringSubmatch(c[1], -1) {
					for _, class := range strings.Fields(w[1]) {
						if !regexp.MustCompile(`\.` + class + `[^a-z0-9-]`).MatchString(text) {
							t.Errorf("%s uses class %q, which the sheet does not know", file, class)
						}
					}
				}
			}
		}
	}
}

// Every class and every value of a data attribute in the style sheets is a word of the code or of the page's
// frame, and the sheets stay short.
func TestNoRuleIsUnused(t *testing.T) {
	const most = 1500 // lines of all sheets
	var text strings.Builder
	for _, pattern := range []string{"../*.go", "../*/*.go", "../../../web/*.html", "../../../web/boot.js",
		"../../../web/parts/*"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if b, err := os.ReadFile(file); err == nil && !strings.HasSuffix(file, "_test.go") {
				text.Write(b)
			}
		}
	}
	words := map[string]bool{}
	for _, w := range regexp.MustCompile(`[A-Za-z0-9][A-Za-z0-9-]*`).FindAllString(text.String(), -1) {
		words[w] = true
	}
	sheets, err := filepath.Glob("../../../web/*.css")
	if err != nil || len(sheets) == 0 {
		t.Fatalf("%d sheets: %v", len(sheets), err)
	}
	comment, body := regexp.MustCompile(`(?s)/\*.*?\*/`), regexp.MustCompile(`\{[^{}]*\}`)
	name := regexp.MustCompile(`\.([a-z][a-z0-9-]*)|\[data-[a-z-]+="([A-Za-z][A-Za-z0-9-]*)"\]`)
	lines := 0
	for _, sheet := range sheets {
		b, err := os.ReadFile(sheet)
		if err != nil {
			t.Fatal(err)
		}
		lines += strings.Count(string(b), "\n")
		for _, m := range name.FindAllStringSubmatch(body.ReplaceAllString(comment.ReplaceAllString(string(b), ""),
			""), -1) {
			word := m[1] + m[2]
			state, is := strings.CutPrefix(word, "is-")
			at := strings.LastIndex(word, "-") + 1 // names are put together here
			if !words[word] && !(is && words[state]) && !(!is && (words[word[:at]] ||
				strings.Contains(text.String(), `"-`+word[at:]))) {
				t.Errorf("%s has a rule for %q, which nothing uses", sheet, word)
			}
		}
	}
	if lines > most {
		t.Errorf("the style sheets have %d lines, want at most %d", lines, most)
	}
}
