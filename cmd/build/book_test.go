package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// scripted matches JavaScript and selectors in a text.
var scripted = regexp.MustCompile(`document\.|querySelector|\bwindow\.|navigator\.|location\.|addEventListener|=> ` +
	`?[{(\w]|function ?\(|\bawait |` +
	`\[(data|aria)-|\[role=|^[.#][a-z]+-[a-z-]+|^[.#][a-z]+ ` +
	`|^(svg|details|button|input|label|nav|div)[.#\[:>][a-z]|^(main|nav|svg) [.#\[a-z]`)

// Browser tests read like a story because they use app/e2e/page: only that driver contains the hard-to-read
// parts.
func TestBrowserTestsAreAnOpenBook(t *testing.T) {
	stories := 0
	for _, s := range goFiles(t) {
		switch s.pkg() {
		case "app/e2e", "app/e2e/speed":
			stories++
			for _, what := range unreadable(s.file) {
				t.Errorf("%s: %s", s.path, what)
			}
		case "app/e2e/page":
			for _, what := range loopholes(s.file) {
				t.Errorf("%s: %s takes JavaScript or a selector from a test", s.path, what)
			}
		}
	}
	if stories < 15 {
		t.Errorf("only %d files of tests are there", stories)
	}
}

// unreadable matches code that a browser test should leave to its driver.
func unreadable(f *ast.File) (list []string) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); n.Kind == token.STRING && err == nil &&
				scripted.MatchString(text) {
				list = append(list, "the text "+n.Value)
			}
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && x.Name == "time" &&
				slices.Contains([]string{"Sleep", "Tick", "NewTicker", "NewTimer"}, n.Sel.Name) {
				list = append(list, "time."+n.Sel.Name)
			}
		}
		return true
	})
	return list
}

// loopholes lists exported functions with which a test could pass JavaScript or a selector to the driver.
func loopholes(f *ast.File) (list []string) {
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || !fn.Name.IsExported() {
			continue
		}
		for _, p := range fn.Type.Params.List {
			for _, name := range p.Names {
				if slices.Contains([]string{"script", "selector", "expression", "function", "condition", "statements"},
					name.Name) {
					list = append(list, fn.Name.Name)
				}
			}
		}
	}
	return list
}

func TestScriptsAreToldFromStories(t *testing.T) {
	for text, want := range map[string]bool{
		"document.title": true, "() => true": true, ".answer-proof": true, "#alerts > *": true, "[data-node]": true,
		"main h1":      true,
		"details.fold": true, "function() { return this }": true,
		"Who earns more": false, ".csv": false, "#graph": false, "main": false, "button Save as": false,
		"x1 → x3": false, "#graph&project=": false, "main.main()": false, ".graph.json": false,
	} {
		if got := scripted.MatchString(text); got != want {
			t.Errorf("%q is taken for a script or selector: %v", text, got)
		}
	}
	const bad = "package bad; func Query(selector string) { time.Sleep(1); eval(`document.title`) }"
	f, err := parser.ParseFile(token.NewFileSet(), "bad.go", bad, 0)
	if err != nil {
		t.Fatal(err)
	}
	if u, l := unreadable(f), loopholes(f); len(u) != 2 || len(l) != 1 {
		t.Errorf("of a sleep, a script and a loophole are seen: %q, %q", u, l)
	}
}

var goTest = regexp.MustCompile(`go test (\./\S+)[^\n;&]*?-run '\^?\(?([^']*?)\)?\$\$'`)

// A Makefile target that runs tests by name would run nothing after a test is renamed or moved.
func TestMakefileNamesItsTests(t *testing.T) {
	makefile, err := os.ReadFile(filepath.Join(repo, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	there, named := map[string]bool{}, 0
	for _, s := range goFiles(t) {
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && s.isTest() {
				there["./"+s.pkg()+" "+f.Name.Name] = true
			}
		}
	}
	for _, m := range goTest.FindAllStringSubmatch(string(makefile), -1) {
		for _, name := range strings.Split(m[2], "|") {
			if name == "" { // of benchmarks alone
				name = "BenchmarkVisit"
			}
			if named++; !there[m[1]+" "+name] {
				t.Errorf("the Makefile runs %s of %s, which is not there", name, m[1])
			}
		}
	}
	if named < 10 {
		t.Errorf("the Makefile names %d tests only", named)
	}
}
