// Command frame writes what the page shows a first visitor, as HTML: the build puts
// it into the page, so that it is painted before the program has arrived. It is the
// page itself, mounted without a browser and without an engine.
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

// alone is the page's end of a connection to nobody.
type alone struct{}

func (alone) Start(func(store.Intent)) {}
func (alone) Work(store.PoolEffect)    {}
func (alone) Keep(store.VaultEffect)   {}
func (alone) Send(store.Send) error    { return nil }
func (alone) Restart()                 {}

// frame returns the page without the element around it. Nobody can press what the
// program would have to answer, but a link to a step works: the program starts there.
func frame() (string, error) {
	root := ui.NewRoot(alone{})
	page := app.NewClientTester(root)
	defer page.Close()
	page.Nav(page.Context().Page().URL())
	for range 3 { // what is observed is told, and drawn again
		page.Consume()
	}
	html := tidy(app.HTMLString(root))
	html, opened := strings.CutPrefix(html, `<div class="app">`)
	html, closed := strings.CutSuffix(html, `</div>`)
	if !opened || !closed {
		return "", fmt.Errorf("the page is not in one element of the class app")
	}
	// A browser paints what stands before a script that it waits for.
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

// fold begins the finished examples, which may follow the page's frame, title and first sentence.
const fold = `<section aria-labelledby="gallery-title"`

var (
	tag       = regexp.MustCompile(`<[a-z0-9]+((?:\s+[a-zA-Z-]+(?:="[^"]*")?)+)>`)
	attribute = regexp.MustCompile(`[a-zA-Z-]+(?:="[^"]*")?`)
	stepLink  = regexp.MustCompile(`<a aria-describedby="state-[a-z]+" href="#([a-z]+)"`)
)

// tidy gives go-app's writing the form that its elements have in a browser: no
// attributes that say false, no spaces that its source has between elements; and
// attributes in one order, as it deals them in any.
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
