package main

import (
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// sinks lists the browser APIs that turn text into markup or code.
var sinks = []string{"innerHTML", "outerHTML", "insertAdjacentHTML", "setHTMLUnsafe", "parseHTMLUnsafe",
	"createContextualFragment", "DOMParser",
	"srcdoc", "document.write", "eval", "Function", "execCommand"}

// None of our code turns text into markup or code, neither with go-app's Raw nor with a
// browser API.
func TestNoTextBecomesMarkup(t *testing.T) {
	for _, s := range goFiles(t) {
		if s.isTest() || !strings.HasPrefix(s.path, "app/") {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok && x.Name == "app" && n.Sel.Name == "Raw" {
					t.Errorf("%s names app.Raw", s.path)
				}
			case *ast.BasicLit:
				if text, err := strconv.Unquote(n.Value); err == nil && slices.Contains(sinks, text) {
					t.Errorf("%s names %q", s.path, text)
				}
			}
			return true
		})
	}
	word := regexp.MustCompile(`\b(` + strings.Join(sinks[:len(sinks)-2], "|") + `|new Function)\b`)
	files, err := filepath.Glob(filepath.Join(repo, "web", "*.js"))
	if err != nil || len(files) < 3 {
		t.Fatalf("%d scripts: %v", len(files), err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if found := word.FindString(string(text)); found != "" {
			t.Errorf("%s names %s", f, found)
		}
	}
}

// promised returns the tests that docs/security.md names.
var promised = regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z0-9]+)`")

// docs/security.md names only existing tests, and every fuzz test.
func TestSecurityNamesItsTests(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(repo, "docs", "security.md"))
	if err != nil {
		t.Fatal(err)
	}
	var named, there []string
	for _, m := range promised.FindAllStringSubmatch(string(text), -1) {
		named = append(named, m[1])
	}
	for _, s := range goFiles(t) {
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || !s.isTest() {
				continue
			}
			there = append(there, f.Name.Name)
			if strings.HasPrefix(f.Name.Name, "Fuzz") && !slices.Contains(named, f.Name.Name) {
				t.Errorf("%s: docs/security.md does not list %s among the readers", s.path, f.Name.Name)
			}
		}
	}
	for _, n := range named {
		if !slices.Contains(there, n) {
			t.Errorf("docs/security.md names %s, which is not there", n)
		}
	}
}
