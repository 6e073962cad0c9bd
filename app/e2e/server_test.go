package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"testing"

	"causeway/cmd/build/site"
)

// siteFor returns the folder of the site built from this tree.
func siteFor(t testing.TB) string {
	t.Helper()
	shared.siteOnce.Do(func() { shared.site, shared.siteErr = buildSite() })
	if shared.siteErr != nil {
		t.Fatal(shared.siteErr)
	}
	return shared.site
}

func buildSite() (string, error) {
	dir, err := os.MkdirTemp("", "causeway-site-")
	if err != nil {
		return "", err
	}
	shared.closers = append(shared.closers, func() { os.RemoveAll(dir) })
	cmd := exec.Command("go", "run", "./cmd/build", "-fast", "-out", dir)
	cmd.Dir = "../.."
	if text, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building the site: %w\n%s", err, text)
	}
	return dir, nil
}

// Serve serves a built site as `build serve` does, on a port of its own, until
// the test ends.
func Serve(t testing.TB, dir string) *httptest.Server {
	t.Helper()
	handler, err := site.New(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	return listen(t, handler)
}

// listen serves a handler on a port of its own until the test ends.
func listen(t testing.TB, handler http.Handler) *httptest.Server {
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server
}
