package store

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// mostCircles is how many pairs of files may call each other. Lower it when the number falls.
const mostCircles = 54

// TestFilesCallOneWay counts the pairs of files of this package in which each calls a function of the
// other, so that neither can be read without the other.
func TestFilesCallOneWay(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	set, uses := token.NewFileSet(), map[*ast.Ident]types.Object{}
	var files []*ast.File
	for _, name := range names {
		if !strings.HasSuffix(name, "_test.go") {
			f, err := parser.ParseFile(set, name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
	}
	// other packages stay empty: only names of this one count
	c := types.Config{Importer: empty{}, Error: func(error) {}}
	_, _ = c.Check("store", set, files, &types.Info{Uses: uses})
	calls := map[[2]string][]string{}
	for at, of := range uses {
		f, is := of.(*types.Func)
		if !is || !f.Pos().IsValid() {
			continue
		}
		pair := [2]string{set.Position(at.Pos()).Filename, set.Position(f.Pos()).Filename}
		if pair[0] != pair[1] && !slices.Contains(calls[pair], f.Name()) {
			calls[pair] = append(calls[pair], f.Name())
		}
	}
	var circles []string
	for pair, there := range calls {
		if back := calls[[2]string{pair[1], pair[0]}]; pair[0] < pair[1] && len(back) > 0 {
			circles = append(circles, fmt.Sprintf("%s calls %s, which calls %s", pair[0], sorted(there), sorted(back)))
		}
	}
	slices.Sort(circles)
	if len(circles) > mostCircles {
		t.Errorf("%d pairs of files call each other, of %d arrows; %d are allowed:\n%s", len(circles), len(calls),
			mostCircles, strings.Join(circles, "\n"))
	}
	t.Logf("%d pairs of files call each other, of %d arrows", len(circles), len(calls))
}

func sorted(names []string) string {
	return strings.Join(slices.Sorted(slices.Values(names)), ", ")
}

// empty imports packages without anything in them.
type empty struct{}

func (empty) Import(name string) (*types.Package, error) {
	p := types.NewPackage(name, path.Base(name))
	p.MarkComplete()
	return p, nil
}
