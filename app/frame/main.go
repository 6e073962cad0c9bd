// Command frame writes the first screen of a first visit as HTML. The build puts it into the page, so
// that the browser can paint it before the program has arrived. The command mounts the page itself,
// without a browser and an engine.
package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui"
)

func main() {
	html, err := frame()
	if err != nil {
		fmt.Fprintln(os.Stderr, "frame:", err)
		os.Exit(1)
	}
	fmt.Println(html)
}

// alone is the page's side of a connection without an engine.
type alone struct{}

func (alone) Start(func(store.Intent)) {}
func (alone) Work(store.PoolEffect)    {}
func (alone) Keep(store.VaultEffect)   {}
func (alone) Send(store.Send) error    { return nil }
func (alone) Restart()                 {}

// frame returns the page without the element around it. Controls that need the program are disabled. A
// link to a place works, because the program starts there.
func frame() (string, error) {
	root := ui.NewRoot(alone{})
	page := app.NewClientTester(root)
	defer page.Close()
	page.Nav(page.Context().Page().URL())
	for range 3 { // observers are notified and redrawn
		page.Consume()
	}
	html := tidy(app.HTMLString(root))
	html, opened := strings.CutPrefix(html, `<div class="app">`)
	html, closed := strings.CutSuffix(html, `</div>`)
	if !opened || !closed {
		return "", fmt.Errorf("the page is not a single element of class app")
	}
	// A browser paints the content before a script that it is waiting for.
	if strings.Count(html, fold) != 1 {
		return "", fmt.Errorf("the page has no %s", fold)
	}
	html = strings.Replace(html, fold, "<!-- fold -->"+fold, 1)
	for _, answers := range []string{`<button class="button skip-link"`, `<div class="bar-project"`,
		`<div class="bar-tools"`, `<main class="main"`} {
		if strings.Count(html, answers) != 1 {
			return "", fmt.Errorf("the page has no %s", answers)
		}
		html = strings.Replace(html, answers, answers+" inert", 1)
	}
	return stepLink.ReplaceAllString(html, `$0 id="$1"`), nil
}

// fold marks the start of the finished examples, which may arrive after the page's frame, title
// and first sentence.
const fold = `<section aria-labelledby="gallery-title"`

var (
	tag       = regexp.MustCompile(`<[a-z0-9]+((?:\s+[a-zA-Z-]+(?:="[^"]*")?)+)>`)
	attribute = regexp.MustCompile(`[a-zA-Z-]+(?:="[^"]*")?`)
	stepLink  = regexp.MustCompile(`<a aria-describedby="state-[a-z]+" href="#([a-z]+)"`)
)

// tidy normalizes go-app's HTML to the form in a browser, without false attributes and without spaces
// between elements. It sorts attributes, which go-app writes in any order.
func tidy(html string) string {
	html = strings.NewReplacer(">\n", ">", "\n<", "<").Replace(html)
	return tag.ReplaceAllStringFunc(html, func(t string) string {
		name, rest, _ := strings.Cut(strings.TrimSuffix(t[1:], ">"), " ")
		var list []string
		for _, a := range attribute.FindAllString(rest, -1) {
			switch {
			case a == `disabled="false"`:
				continue
			case strings.HasPrefix(a, "aria-") && !strings.Contains(a, "="):
				a += `="true"`
			}
			list = append(list, a)
		}
		slices.Sort(list)
		return "<" + strings.Join(append([]string{name}, list...), " ") + ">"
	})
}
