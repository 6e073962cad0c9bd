package page

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// Root is the folder of the repository, no matter which package's tests run.
var Root = sync.OnceValue(func() string {
	dir, _ := os.Getwd()
	for up := dir; up != filepath.Dir(up); up = filepath.Dir(up) {
		if _, err := os.Stat(filepath.Join(up, "go.mod")); err == nil {
			return up
		}
	}
	return dir
})

// Data returns the path of a file in the shared data folder, which is next to the repository or named by
// CAUSEWAY_DATA, and skips the test if it is missing.
func Data(t testing.TB, name string) string {
	t.Helper()
	path := FindData(name)
	if path == "" {
		t.Skipf("skipped: the data file %s is absent; CAUSEWAY_DATA names its folder", name)
	}
	return path
}

// FindData is like Data but returns an empty path if the file is missing.
func FindData(name string) string {
	dirs := []string{os.Getenv("CAUSEWAY_DATA")}
	for _, up := range []string{".", "..", "../.."} {
		dirs = append(dirs, filepath.Join(Root(), up, "shared", "data"))
	}
	for _, d := range dirs {
		path := filepath.Join(d, name)
		if _, err := os.Stat(path); d != "" && err == nil {
			return path
		}
	}
	return ""
}

// Write writes a file into the test's own folder and returns its path.
func Write[T ~string | ~[]byte](t testing.TB, name string, content T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// Read reads a file; its path may begin at the root of the repository.
func Read(t testing.TB, path string) []byte {
	t.Helper()
	if !filepath.IsAbs(path) {
		path = filepath.Join(Root(), path)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Site returns the folder of the site built from this tree.
func Site(t testing.TB) string {
	t.Helper()
	shared.siteOnce.Do(func() {
		noteSources()
		shared.site, shared.siteErr = BuildSite(nil)
	})
	if shared.siteErr != nil {
		t.Fatal(shared.siteErr)
	}
	return shared.site
}

// BuildSite builds the site with extra flags and optional environment variables into a folder that is removed at the
// end.
func BuildSite(env []string, flags ...string) (string, error) {
	dir, err := os.MkdirTemp("", "causeway-site-")
	if err != nil {
		return "", err
	}
	shared.atEnd(func() { os.RemoveAll(dir) })
	return dir, goTool(env, append([]string{"run", "./cmd/build", "-fast", "-out", dir}, flags...)...)
}

// buildProgram compiles a program of testdata to WebAssembly, into a folder that is removed at
// the end.
func buildProgram(name string) (file string, err error) {
	dir, err := os.MkdirTemp("", "causeway-program-")
	if err != nil {
		return "", err
	}
	shared.atEnd(func() { os.RemoveAll(dir) })
	file = filepath.Join(dir, name+".wasm")
	return file, goTool([]string{"GOOS=js", "GOARCH=wasm"}, "build", "-o", file, "./app/e2e/page/testdata/"+name)
}

// goTool runs the go command at the root of the repository.
func goTool(env []string, args ...string) error {
	_, err := Go(env, args...)
	return err
}

// Go runs the go command at the root of the repository and returns its output.
func Go(env []string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Env = Root(), append(os.Environ(), env...)
	text, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, text)
	}
	return string(text), nil
}

// noteSources stats every source file of the site. The build happens in another process,
// and go test reuses an earlier result unless a file that the test itself accessed has
// changed.
func noteSources() {
	for _, top := range []string{"app", "assets", "cmd", "core", "web", "go.mod"} {
		filepath.WalkDir(filepath.Join("../..", top), func(path string, _ fs.DirEntry, err error) error {
			if err == nil {
				os.Stat(path)
			}
			return nil
		})
	}
}

// CopySite copies the built site into a folder that the test may change.
func CopySite(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(Site(t))); err != nil {
		t.Fatal(err)
	}
	return dir
}

// RenameSite gives a built site another id.
func RenameSite(t testing.TB, dir, old, id string) {
	t.Helper()
	index, worker := filepath.Join(dir, "index.html"), filepath.Join(dir, "sw.js")
	hash := func() string {
		sum := sha256.Sum256(Read(t, index))
		return base64.StdEncoding.EncodeToString(sum[:])
	}
	before := hash()
	exchange(t, index, old, id)
	exchange(t, worker, old, id)
	exchange(t, worker, before, hash())
}

// ForgetEngine removes the engine from a built site, whose next version will have one with another
// name.
func ForgetEngine(t testing.TB, dir string) {
	t.Helper()
	engines, _ := filepath.Glob(filepath.Join(dir, "engine.*.wasm*"))
	if len(engines) == 0 {
		t.Fatal("the site has no engine")
	}
	for _, f := range engines {
		os.Remove(f)
	}
	engine := strings.Split(filepath.Base(engines[0]), ".wasm")[0] + ".wasm"
	named := regexp.MustCompile(`"` + regexp.QuoteMeta(engine) + `":"[^"]*",`).FindString(
		string(Read(t, filepath.Join(dir, "sw.js"))))
	exchange(t, filepath.Join(dir, "sw.js"), named, "")
}

// ExchangeBuild gives the engine of a built site, but not the page, another build name of equal length, and its
// script the hash of that engine.
func ExchangeBuild(t testing.TB, dir, build string) {
	t.Helper()
	programs, _ := filepath.Glob(filepath.Join(dir, "engine.*.wasm"))
	scripts, _ := filepath.Glob(filepath.Join(dir, "engine.*.js"))
	if len(programs) != 1 || len(scripts) != 1 {
		t.Fatalf("engines: %q and %q", programs, scripts)
	}
	sum := func() string {
		s := sha256.Sum256(Read(t, programs[0]))
		return base64.StdEncoding.EncodeToString(s[:])
	}
	before := sum()
	exchange(t, programs[0], build, strings.Repeat("0", len(build)))
	exchange(t, scripts[0], before, sum())
}

// exchange replaces a text in a file of the site, which must contain it.
func exchange(t testing.TB, file, old, now string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil || !bytes.Contains(text, []byte(old)) {
		t.Fatalf("%s does not hold %q: %v", file, old, err)
	}
	if err := os.WriteFile(file, bytes.ReplaceAll(text, []byte(old), []byte(now)), 0o644); err != nil {
		t.Fatal(err)
	}
	os.Remove(file + ".br")
	os.Remove(file + ".gz")
}
