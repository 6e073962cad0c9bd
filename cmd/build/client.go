package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// goApp is the library of which the page needs the client alone.
const goApp = "github.com/maxence-charriere/go-app/v9"

// serving are the parts of go-app's package that answer requests: methods of a type, or
// the declaration of a name. With them come net/http and all ciphers of the standard library,
// whose self-tests the linker must keep.
var serving = map[string][]string{
	"pkg/app/http.go":     {"(*Handler)"},
	"pkg/app/resource.go": {"(localDir)", "localDir", "LocalDir", "CustomProvider", "GitHubPages"},
}

// standIns take the place of what keeps go-app's secrets, names its tabs and finds the component
// of a path by patterns, none of which the page uses: two files of go-app, and the module that it
// has its names from. Ciphers come with self-tests, and patterns with tables of characters, that run
// before anything else does. The page has one component, whatever its path.
var standIns = map[string]string{
	"go-app/pkg/app/crypto.go": `package app

import "github.com/maxence-charriere/go-app/v9/pkg/errors"

var errNoCipher = errors.New("this page is built without ciphers")

func encrypt(string, []byte) ([]byte, error) { return nil, errNoCipher }
func decrypt(string, []byte) ([]byte, error) { return nil, errNoCipher }
`,
	"go-app/pkg/app/route.go": `package app

type router struct{ routes map[string]func() Composer }

var routes = router{map[string]func() Composer{}}

func RouteFunc(path string, newComponent func() Composer) { routes.routes[path] = newComponent }

func (r router) createComponent(string) (Composer, bool) { return r.routes["/"](), true }
`,
	"uuid/go.mod": "module " + uuid + "\n",
	"uuid/uuid.go": `package uuid

import (
	"fmt"
	"math/rand/v2"
)

func NewString() string { return fmt.Sprintf("%016x%016x", rand.Uint64(), rand.Uint64()) }
`,
}

// turns are what the page's copy of go-app's engine does otherwise: it leaves the browser its turn before a
// frame, and after a component when so much time has passed. Go runs all that can go on before it returns to
// the browser, so that a message, all that changes with it and what follows would be one task. Meanwhile it goes on
// with what is dispatched: a handler must be through before its event is. A timer of Go's would not do, as one whose
// time has come runs before the browser has had its turn.
var turns = map[string][][2]string{
	"pkg/app/engine.go": {
		{`	"sync"
	"time"
`, `	"sync"
	"syscall/js"
	"time"
`},
		{`		for {
			select {
			case <-ctx.Done():
`, `		turns, asked := make(chan struct{}, 1), false
		way := js.Global().Get("MessageChannel").New()
		way.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
			turns <- struct{}{}
			return nil
		}))
		ask := func() {
			asked = true
			way.Get("port2").Call("postMessage", nil)
		}
		for {
			select {
			case <-turns:
				asked = false
				if !e.handleFrame() {
					ask()
				}

			case <-ctx.Done():
`},
		{`			case <-frames.C:
				e.handleFrame()
`, `			case <-frames.C:
				if !asked && len(e.componentUpdates)+len(e.deferables) > 0 {
					ask()
				}
`},
		{`func (e *engine) handleFrame() {
	e.handleComponentUpdates()
	e.handleDeferables()
}

func (e *engine) handleComponentUpdates() {
`, `const longestTurn = 30 * time.Millisecond

func (e *engine) handleFrame() (done bool) {
	began := time.Now()
	if !e.handleComponentUpdates(began) || len(e.deferables) > 0 && time.Since(began) > longestTurn {
		return false
	}
	e.handleDeferables()
	return true
}

func (e *engine) handleComponentUpdates(began time.Time) (done bool) {
`},
		{`	for i, u := range e.componentUpdateQueue {
`, `	defer func() { e.componentUpdateQueue = e.componentUpdateQueue[:0] }()
	for i, u := range e.componentUpdateQueue {
		if i > 0 && time.Since(began) > longestTurn {
			return false
		}
`},
		{`	e.componentUpdateQueue = e.componentUpdateQueue[:0]
}
`, `	return true
}
`},
	},
}

const uuid = "github.com/google/uuid"

// client copies go-app without what serves into bin/, with the stand-ins, and writes the
// module file that takes the copies in their places. It returns that file's path.
func client(root string) (string, error) {
	dir, err := goOutput(root, "list", "-m", "-f", "{{.Dir}}", goApp)
	if err != nil {
		return "", err
	}
	if dir == "" {
		return "", fmt.Errorf("%s is not downloaded; run go mod download", goApp)
	}
	bin := filepath.Join(root, "bin")
	from := os.DirFS(dir)
	err = fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(name, "_test.go") || name != "go.mod" && !strings.HasPrefix(name, "pkg/") {
			return err
		}
		content, err := fs.ReadFile(from, name)
		if err != nil {
			return err
		}
		if drop := serving[name]; drop != nil {
			if content, err = without(drop, content); err != nil {
				return fmt.Errorf("%s of go-app: %w", name, err)
			}
		}
		if content, err = edited(content, turns[name]); err != nil {
			return fmt.Errorf("%s of go-app %w", name, err)
		}
		copied := path.Join("go-app", name)
		if standIns[copied] != "" {
			return nil
		}
		return keep(filepath.Join(bin, filepath.FromSlash(copied)), content)
	})
	if err != nil {
		return "", err
	}
	for name, content := range standIns {
		if err := keep(filepath.Join(bin, filepath.FromSlash(name)), []byte(content)); err != nil {
			return "", err
		}
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return "", err
	}
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		return "", err
	}
	site := filepath.Join(bin, "site.mod")
	mod = fmt.Appendf(mod, "\nreplace (\n\t%s => ./bin/go-app\n\t%s => ./bin/uuid\n)\n", goApp, uuid)
	return site, errors.Join(keep(site, mod), keep(filepath.Join(bin, "site.sum"), sum))
}

// without drops declarations from a Go file, each by its name or, in parentheses, by the type
// whose methods go, and then the imports that nothing uses any more.
func without(drop []string, source []byte) ([]byte, error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	file.Decls = slices.DeleteFunc(file.Decls, func(d ast.Decl) bool { return slices.Contains(drop, declared(d)) })
	used := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok {
				used[x.Name] = true
			}
		}
		return true
	})
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			g.Specs = slices.DeleteFunc(g.Specs, func(s ast.Spec) bool {
				return !used[path.Base(strings.Trim(s.(*ast.ImportSpec).Path.Value, `"`))]
			})
		}
	}
	var b bytes.Buffer
	err = format.Node(&b, set, file)
	return b.Bytes(), err
}

// declared names a declaration: a function, a single type, or, in parentheses, the
// receiver's type of a method. Others have no name.
func declared(d ast.Decl) string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			return d.Name.Name
		}
		switch of := d.Recv.List[0].Type.(type) {
		case *ast.Ident:
			return "(" + of.Name + ")"
		case *ast.StarExpr:
			if of, ok := of.X.(*ast.Ident); ok {
				return "(*" + of.Name + ")"
			}
		}
	case *ast.GenDecl:
		if d.Tok == token.TYPE && len(d.Specs) == 1 {
			return d.Specs[0].(*ast.TypeSpec).Name.Name
		}
	}
	return ""
}

// keep writes a file unless it has the content already.
func keep(path string, content []byte) error {
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, content) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o644)
}
