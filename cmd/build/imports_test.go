package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

const repo = "../.."

// ours is the import table: the packages of this module that each package may import
// besides the standard library, gonum and core/sorting. An entry that ends in a slash
// means all packages below it. A new import changes this table.
var ours = map[string][]string{
	"core/fault":    {},
	"core/form":     {"core/fault"},
	"core/kernel":   {},
	"core/sorting":  {},
	"core/bombs":    {}, // for tests alone
	"core/workbook": {"core/fault"},
	"core/data":     {"core/fault", "core/workbook"},
	"core/image":    {"core/fault", "core/form", "core/data"},
	"core/vision": {"core/fault", "core/image", "core/label", "core/nn", "core/kernel", "core/metric",
		"core/blackbox"},
	// causal: Knowledge and Rule are plain data
	"core/wire": {"core/document", "core/fault", "core/form", "core/data", "core/causal", "core/image",
		"core/label", "core/model"},
	"core/document": {"core/causal", "core/data", "core/fault", "core/form", "core/label", "core/model"},
	"core/model":    {"core/fault", "core/form", "core/data", "core/causal", "core/label"},
	"core/blackbox": {"core/kernel"}, // keys of random numbers
	"core/nn":       {"core/fault", "core/kernel", "core/blackbox"},
	"core/causal":   {"core/fault", "core/data"},
	"core/mask":     {"core/causal", "core/data"},
	"core/vae":      {"core/fault", "core/nn", "core/kernel"},
	"core/sim":      {"core/fault", "core/causal", "core/data", "core/image", "assets"},
	// kernel: functions and random numbers with the same bits everywhere
	"core/generate": {"core/fault", "core/blackbox", "core/mask", "core/nn", "core/kernel", "core/causal", "core/data"},
	"core/search": {"core/blackbox", "core/document", "core/exact", "core/nn", "core/kernel", "core/causal",
		"core/data", "core/model"},
	// kernel: keys of random numbers, distances
	"core/cf": {"core/generate", "core/search", "core/fault", "core/blackbox", "core/vae", "core/nn",
		"core/kernel", "core/causal", "core/data", "core/model"},
	"core/exact": {"core/fault", "core/blackbox", "core/nn", "core/causal", "core/data"},
	// the parts of models and rules in certificates
	"core/certify":  {"core/fault", "core/blackbox", "core/exact", "core/nn", "core/causal", "core/data"},
	"core/metric":   {"core/causal", "core/data"},
	"core/recourse": {"core/data"},
	// causal: what rules leave of a feature; no search of ours
	"core/peers":     {"core/fault", "core/blackbox", "core/vae", "core/nn", "core/kernel", "core/causal", "core/data"},
	"core/route":     {},
	"core/sketch":    {"core/fault", "core/causal", "core/data", "core/route"},
	"core/graphfile": {"core/fault", "core/sketch", "core/causal", "core/data", "core/route"},
	"core/discover":  {"core/fault", "core/causal", "core/data"},
	"core/snapshot": {"core/document", "core/fault", "core/form", "core/data", "core/causal", "core/image",
		"core/sketch", "core/label", "core/model"},
	// vision: networks for images; kernel: functions with the same bits everywhere
	"core/onnx": {"core/blackbox", "core/data", "core/causal", "core/nn", "core/vae", "core/kernel", "core/vision",
		"core/fault", "core/image"},
	"core/label":   {"core/fault", "core/causal", "core/data"},
	"core/batch":   {"core/causal", "core/data", "core/document"},
	"core/hostile": {},
	"core/report":  {},
	"core/notice":  {"core/causal", "core/data", "core/document", "core/model", "core/report"},
	"core/study": {"core/generate", "core/mask", "core/blackbox", "core/cf", "core/search", "core/peers",
		"core/exact", "core/vae", "core/nn", "core/kernel", "core/metric", "core/causal", "core/data", "core/model"},
	"core/project": {"core/document", "core/batch", "core/onnx", "core/fault", "core/form", "core/label",
		"core/blackbox", "core/snapshot", "core/study", "core/sim", "core/cf", "core/search", "core/exact", "core/nn",
		"core/certify", "core/kernel", "core/notice",
		"core/metric", "core/recourse", "core/causal", "core/data", "core/model", "core/image", "core/vision"},
	"core/engine": {"core/"},
	"assets":      {},

	"app": {"app/ui", "app/store", "app/bridge"},
	// image: the pad
	"app/store": {"core/document", "core/batch", "core/fault", "core/form", "core/wire", "core/data", "core/causal",
		"core/metric", "core/label", "core/sketch", "core/graphfile", "core/snapshot", "core/model", "core/image"},
	"app/frame":  {"app/ui", "app/store"},
	"app/bridge": {"core/fault", "core/form", "core/wire"},
	// data: column names in the file of many rows
	"app/ui": {"app/store", "app/ui/", "core/causal", "core/data", "core/notice", "core/wire"},
	// the page uses core's names
	"app/ui/kit": {"core/document", "app/store", "app/ui/widget", "app/ui/chart", "core/data", "core/model",
		"core/notice", "core/sketch"},
	"app/ui/data": {"core/document", "app/store", "app/ui/kit", "app/ui/widget", "core/causal", "core/data",
		"core/model", "core/wire", "app/ui/chart"},
	// classifier: what reads a model's file; project: the panel of the report; image: contact sheets, the pad's
	// measures
	"app/ui/images": {"app/store", "app/ui/classifier", "app/ui/kit", "app/ui/label", "app/ui/project", "core/label",
		"app/ui/widget", "core/image", "core/model", "core/wire"},
	"app/ui/classifier": {"app/store", "app/ui/chart", "app/ui/kit", "app/ui/widget", "core/causal", "core/data",
		"core/model", "core/wire"},
	// data: the panel of relations
	"app/ui/graph": {"app/store", "app/ui/kit", "app/ui/widget", "core/causal", "core/data", "core/model", "core/wire",
		"app/ui/data", "app/ui/chart", "app/ui/dagview", "core/graphfile", "core/sketch"},
	"app/ui/generator": {"core/document", "app/store", "app/ui/chart", "app/ui/kit", "app/ui/widget", "core/causal",
		"core/data", "core/model", "core/wire", "core/label"},
	// graph: a person's own rules and orders; chart, dagview: pictures of an answer
	"app/ui/explain": {"core/document", "app/store", "app/ui/kit", "app/ui/widget", "core/causal", "core/data",
		"core/model", "core/notice", "core/wire", "app/ui/graph", "app/ui/label", "app/ui/project", "core/label",
		"core/metric", "app/ui/chart", "app/ui/dagview"},
	// explain: sentences on a row
	"app/ui/everyone": {"core/document", "app/store", "app/ui/evaluate", "app/ui/explain", "app/ui/kit",
		"app/ui/widget", "core/data", "core/metric", "core/model", "core/wire", "app/ui/chart"},
	"app/ui/label": {"core/document", "app/store", "app/ui/kit", "app/ui/widget", "core/causal", "core/data",
		"core/model", "core/wire", "app/ui/chart", "core/label"},
	"app/ui/evaluate": {"core/document", "app/store", "app/ui/kit", "app/ui/widget", "core/causal", "core/data",
		"core/model", "core/wire", "app/ui/chart", "app/ui/project", "core/metric"},
	"app/ui/project": {"core/document", "app/store", "app/ui/kit", "app/ui/widget", "core/causal", "core/data",
		"core/model", "core/wire"},
	// image: what is measured of one
	"app/ui/report": {"core/document", "app/store", "app/ui/kit", "app/ui/widget", "core/causal", "core/data",
		"core/model", "core/notice", "core/wire", "app/ui/", "core/graphfile", "core/image", "core/label",
		"core/metric", "core/report"},
	// for tests alone
	"app/ui/uitest": {"core/document", "app/store", "core/wire", "core/data", "core/causal", "core/model"},
	"app/ui/widget": {},
	"app/ui/chart":  {},
	// kit: nodes come in turns
	"app/ui/dagview": {"core/sketch", "core/route", "core/causal", "core/data", "app/ui/chart", "app/ui/kit"},
	"app/engine":     {"core/data", "core/engine", "core/wire"},
	"app/e2e":        {},
	"app/e2e/page":   {"cmd/build/", "core/engine", "core/form", "core/snapshot", "core/wire"}, // for tests alone
	"app/e2e/speed":  {},

	"cmd/build":          {"app/ui", "cmd/build/"},
	"cmd/build/site":     {},
	"cmd/build/chromium": {},
	"cmd/check":          {}, // it shares no code with the code it checks
	"cmd/paper":          {"core/"},
	"cmd/fitcensus":      {"core/data", "core/sim"},
	"bench/peers":        {},
	"bench/peers/ours":   {"core/cf", "core/data", "core/kernel", "core/nn"},
}

// others lists where each module, and each guarded package of the standard
// library, may be imported.
var others = map[string][]string{
	"github.com/maxence-charriere/go-app": {"app", "app/frame", "app/ui/", "cmd/build"},
	"github.com/vmihailenco/msgpack":      {"core/form", "core/model", "core/wire", "core/snapshot", "core/hostile"},
	"github.com/andybalholm/brotli":       {"cmd/build"},
	"github.com/chromedp":                 {"app/e2e/page"},
	"gonum.org/v1/gonum":                  {"core/", "app/", "cmd/"},
	"google.golang.org/protobuf":          {"core/onnx"},
	"golang.org/x/text":                   {"core/data", "core/notice"}, // notice: tests alone
	"net/http":                            {"cmd/", "app/e2e/page"},
	"syscall/js":                          {"app/engine", "app/bridge"},
	"os":                                  {"app/", "cmd/", "bench/"},
	"os/exec":                             {"app/e2e/page", "cmd/", "bench/peers"},
}

// A source is one Go file of the tree.
type source struct {
	path string // from the root of the repository
	file *ast.File
	set  *token.FileSet // the lines of file
}

func (s source) pkg() string   { return filepath.ToSlash(filepath.Dir(s.path)) }
func (s source) isTest() bool  { return strings.HasSuffix(s.path, "_test.go") }
func (s source) isInJS() bool  { return s.pkg() == "app/engine" || strings.HasSuffix(s.path, "_js.go") }
func (s source) inCore() bool  { return strings.HasPrefix(s.path, "core/") }
func (s source) inTable() bool { return ours[s.pkg()] != nil }

func goFiles(t *testing.T) []source {
	t.Helper()
	var list []source
	for _, top := range []string{"app", "assets", "bench", "core", "cmd"} {
		err := filepath.WalkDir(filepath.Join(repo, top), func(path string, d fs.DirEntry, err error) error {
			switch {
			case os.IsNotExist(err):
				return nil
			case err != nil:
				return err
			case d.IsDir() && (d.Name() == "testdata" || isModule(path)):
				return fs.SkipDir
			case d.IsDir() || filepath.Ext(path) != ".go":
				return nil
			}
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, path, nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(repo, path)
			list = append(list, source{filepath.ToSlash(rel), file, set})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// isModule reports whether a folder is a separate module, which has its own imports.
func isModule(path string) bool {
	_, err := os.Stat(filepath.Join(path, "go.mod"))
	return err == nil
}

func TestImportsFollowTheTable(t *testing.T) {
	for _, s := range goFiles(t) {
		if !s.inTable() {
			t.Errorf("%s: package %s is not in the import table", s.path, s.pkg())
			continue
		}
		for _, spec := range s.file.Imports {
			path := strings.Trim(spec.Path.Value, `"`)
			if why := refuse(s, path); why != "" {
				t.Errorf("%s imports %s: %s", s.path, path, why)
			}
		}
	}
}

// refuse says why a file may not import a path, or nothing. Tests may import any of our
// packages and use files, but no module or JavaScript that their package may not use.
func refuse(s source, path string) string {
	if rest, ok := strings.CutPrefix(path, "causeway/"); ok {
		if s.isTest() || rest == "core/sorting" || covers(ours[s.pkg()], rest) {
			return ""
		}
		return "not in the table for " + s.pkg()
	}
	if s.isTest() && (path == "os" || path == "os/exec" || strings.HasPrefix(path, "net/http")) {
		return ""
	}
	if path == "syscall/js" && !s.isInJS() {
		return "only app/engine and the *_js.go files of app/bridge touch JavaScript"
	}
	for prefix, users := range others {
		if path == prefix || strings.HasPrefix(path, prefix+"/") && prefix != "os" {
			if covers(users, s.pkg()) {
				return ""
			}
			return "only these do: " + strings.Join(users, " ")
		}
	}
	if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") {
		return "the module is not in the table"
	}
	return ""
}

// covers reports whether a list names a package, or a folder that it is in.
func covers(list []string, pkg string) bool {
	return slices.ContainsFunc(list, func(entry string) bool {
		return pkg == entry || strings.HasSuffix(entry, "/") && strings.HasPrefix(pkg+"/", entry)
	})
}

// Two names that an import does not show: the clock, because time is an argument in core,
// and go-app's Handler, because a single use links a web server into the page.
func TestForbiddenNames(t *testing.T) {
	for _, s := range goFiles(t) {
		if s.isTest() {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			x, ok := sel.X.(*ast.Ident)
			switch {
			case !ok:
			case s.inCore() && x.Name == "time" && slices.Contains([]string{"Now", "Since", "Until"}, sel.Sel.Name):
				t.Errorf("%s reads the clock: time.%s", s.path, sel.Sel.Name)
			case strings.HasPrefix(s.path, "app/") && x.Name == "app" && sel.Sel.Name == "Handler":
				t.Errorf("%s names app.Handler", s.path)
			}
			return true
		})
	}
}

// A training setting occurs in its recipe, in the code that trains with it and in little
// else, and a kind of rule only in its switches; see docs/contributing.md.
func TestASettingStandsInFewFiles(t *testing.T) {
	const kinds = "core/causal/kind.go"
	files := map[string]map[string]bool{}
	homes := map[string]string{"GiveUp": "core/model/recipe.go", "LessOrEqual": kinds, "ForbiddenTransitions": kinds,
		"MoveTogether": kinds, "StaysMissing": kinds, "NotAlone": kinds}
	for _, s := range goFiles(t) {
		if s.isTest() {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if x, ok := n.(*ast.Ident); ok && homes[x.Name] != "" {
				if files[x.Name] == nil {
					files[x.Name] = map[string]bool{}
				}
				files[x.Name][s.path] = true
			}
			return true
		})
	}
	for name, home := range homes {
		most := 5
		if home == kinds {
			most = 8
		}
		if of := files[name]; !of[home] || len(of) > most {
			t.Errorf("%s is named in %v", name, of)
		}
	}
}

// The page must never carry the engine's packages, nor the engine the page's, however
// indirectly. (go-app itself imports net/http; the linker leaves it out as long as nothing of
// ours refers to it.)
func TestBinariesStayApart(t *testing.T) {
	for _, test := range []struct {
		binary string
		never  []string
	}{
		{"./app", []string{"causeway/core/nn", "causeway/core/vae", "causeway/core/cf", "causeway/core/kernel",
			"causeway/core/project", "causeway/core/engine"}},
		{"./app/engine", []string{"net/http", "github.com/maxence-charriere/go-app/v9/pkg/app"}},
	} {
		cmd := exec.Command("go", "list", "-deps", test.binary)
		cmd.Dir, cmd.Env = repo, append(os.Environ(), "GOOS=js", "GOARCH=wasm")
		text, err := cmd.Output()
		if err != nil {
			t.Fatalf("go list -deps %s: %v", test.binary, err)
		}
		deps := strings.Fields(string(text))
		if len(deps) < 10 {
			t.Fatalf("%s reaches %d packages, which cannot be all", test.binary, len(deps))
		}
		for _, pkg := range test.never {
			if slices.Contains(deps, pkg) {
				t.Errorf("%s reaches %s", test.binary, pkg)
			}
		}
	}
}

func TestRefuse(t *testing.T) {
	for _, test := range []struct {
		file, imports string
		refused       bool
	}{
		{"core/nn/linear.go", "causeway/core/kernel", false},
		{"core/nn/linear.go", "causeway/core/data", true},
		{"core/nn/linear.go", "os", true},
		{"core/nn/linear_test.go", "os", false},
		{"core/nn/linear.go", "gonum.org/v1/gonum/mat", false},
		{"core/engine/run.go", "causeway/core/cf", false},
		{"core/engine/run.go", "causeway/app/store", true},
		{"core/engine/run.go", "syscall/js", true},
		{"core/data/csv.go", "github.com/vmihailenco/msgpack/v5", true},
		{"core/wire/codec.go", "github.com/vmihailenco/msgpack/v5", false},
		{"app/bridge/worker_js.go", "syscall/js", false},
		{"app/bridge/worker.go", "syscall/js", true},
		{"app/ui/root.go", "syscall/js", true},
		{"app/ui/widget/slider.go", "github.com/maxence-charriere/go-app/v9/pkg/app", false},
		{"app/store/state.go", "github.com/maxence-charriere/go-app/v9/pkg/app", true},
		{"app/store/state.go", "net/http", true},
		{"app/store/state.go", "causeway/core/nn", true},
		{"app/ui/root_test.go", "github.com/chromedp/chromedp", true},
		{"app/e2e/first_test.go", "github.com/chromedp/chromedp", true},
		{"app/e2e/page/tab.go", "github.com/chromedp/chromedp", false},
		{"cmd/paper/main.go", "causeway/core/cf", false},
		{"cmd/build/main.go", "example.com/other", true},
	} {
		if why := refuse(source{path: test.file}, test.imports); (why != "") != test.refused {
			t.Errorf("%s imports %s: %q, want refused = %v", test.file, test.imports, why, test.refused)
		}
	}
}

// lineColumns is the width of half a screen, with tabs of four columns.
const lineColumns = 120

// No line of Go is wider than lineColumns.
func TestLinesFit(t *testing.T) {
	for _, s := range goFiles(t) {
		text, err := os.ReadFile(filepath.Join(repo, s.path))
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if n := utf8.RuneCountInString(line) + 3*strings.Count(line, "\t"); n > lineColumns {
				t.Errorf("%s:%d: %d columns, more than %d", s.path, i+1, n, lineColumns)
			}
		}
	}
}
