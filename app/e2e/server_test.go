package e2e

import (
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"causeway/cmd/build/site"
)

// siteFor returns the folder of the site built from this tree.
func siteFor(t testing.TB) string {
	t.Helper()
	shared.siteOnce.Do(func() {
		noteSources()
		shared.site, shared.siteErr = buildSite()
	})
	if shared.siteErr != nil {
		t.Fatal(shared.siteErr)
	}
	return shared.site
}

// buildSite builds with further flags into a folder that is removed at the end.
func buildSite(flags ...string) (string, error) { return buildSiteFor(nil, flags...) }

// buildSiteFor is buildSite with further variables of the environment.
func buildSiteFor(env []string, flags ...string) (string, error) {
	dir, err := os.MkdirTemp("", "causeway-site-")
	if err != nil {
		return "", err
	}
	shared.atEnd(func() { os.RemoveAll(dir) })
	cmd := exec.Command("go", append([]string{"run", "./cmd/build", "-fast", "-out", dir}, flags...)...)
	cmd.Dir, cmd.Env = "../..", append(os.Environ(), env...)
	if text, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building the site: %w\n%s", err, text)
	}
	return dir, nil
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
	cmd := exec.Command("go", "build", "-o", file, "./testdata/"+name)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if text, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building %s: %w\n%s", name, err, text)
	}
	return file, nil
}

// noteSources looks at every file that the site is made from. The build happens
// in another process, and go test takes an earlier result for good unless a file
// that the test itself looked at has changed.
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

// Serve serves a built site as `build serve` does, on a port of its own, until
// the test ends.
func Serve(t testing.TB, dir string) *httptest.Server {
	t.Helper()
	return listen(t, handlerOf(t, dir))
}

// handlerOf serves a built site as the project's own server does.
func handlerOf(t testing.TB, dir string) http.Handler {
	t.Helper()
	handler, err := site.New(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	return handler
}

// listen serves a handler on a port of its own until the test ends.
func listen(t testing.TB, handler http.Handler) *httptest.Server {
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server
}
