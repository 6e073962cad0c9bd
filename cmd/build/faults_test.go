package main

import (
	"go/ast"
	"go/token"
	"path"
	"strconv"
	"strings"
	"testing"
)

// Errors that name their package are made by core/fault, and code that shows them to
// people uses its texts, because the result of Error begins with packages.
func TestErrorsForPeople(t *testing.T) {
	packages := map[string]bool{}
	for p := range ours {
		packages[path.Base(p)] = true
	}
	shows := map[string]bool{"app": true, "app/store": true, "app/ui": true, "core/engine": true, "app/bridge": true}
	for _, s := range goFiles(t) {
		if s.isTest() || s.pkg() == "core/fault" || strings.HasPrefix(s.pkg(), "cmd/") {
			continue
		}
		panics := map[ast.Node]bool{}
		ast.Inspect(s.file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if id, ok := call.Fun.(*ast.Ident); ok && id.Name == "panic" {
				ast.Inspect(call, func(n ast.Node) bool { panics[n] = true; return true })
			}
			f, ok := call.Fun.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if f.Sel.Name == "Error" && len(call.Args) == 0 && shows[s.pkg()] && !panics[call] {
				t.Errorf("%s shows what Error says; fault.Text, Clause and Sentence have words for people", s.path)
			}
			of, ok := f.X.(*ast.Ident)
			if !ok || !(of.Name == "fmt" && f.Sel.Name == "Errorf" || of.Name == "errors" && f.Sel.Name == "New") ||
				len(call.Args) == 0 {
				return true
			}
			if l, ok := call.Args[0].(*ast.BasicLit); ok && l.Kind == token.STRING {
				text, _ := strconv.Unquote(l.Value)
				if first, _, ok := strings.Cut(text, ": "); ok && packages[first] {
					t.Errorf("%s: %q names its package; fault.Errorf keeps that from people", s.path, text)
				}
			}
			return true
		})
	}
}
