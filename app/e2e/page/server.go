package page

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"strings"
	"sync/atomic"
	"testing"

	"causeway/cmd/build/site"
)

// A Server serves the site, or something else, until the test ends.
type Server struct {
	*httptest.Server
	Address string // ends in a slash
}

// Serve serves a built site as `build serve` does, on its own port, until the test ends.
func Serve(t testing.TB, dir string) *Server {
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
func listen(t testing.TB, handler http.Handler) *Server {
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return &Server{server, server.URL + "/"}
}

// ServePlain serves the site in a folder of its host without any headers, as most static hosting does.
func ServePlain(t testing.TB, folder string) *Server {
	t.Helper()
	mux := http.NewServeMux()
	mux.Handle(folder+"/", http.StripPrefix(folder, http.FileServer(http.Dir(Site(t)))))
	s := listen(t, mux)
	s.Address = s.URL + folder + "/"
	return s
}

// An Answer is a server's response instead of a file.
type Answer func(http.ResponseWriter)

// Empty responds with a WebAssembly program that compiles and is not ours.
func Empty(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/wasm")
	w.Write([]byte("\x00asm\x01\x00\x00\x00"))
}

// Refusing responds with a status and a text.
func Refusing(status int, text string) Answer {
	return func(w http.ResponseWriter) { http.Error(w, text, status) }
}

// ServeInstead serves the site with a different response for one of its files, by its
// name without the hash.
func ServeInstead(t testing.TB, name string, answer Answer) *Server {
	t.Helper()
	return serveBut(t, func(w http.ResponseWriter, r *http.Request) bool {
		ext := path.Ext(name)
		instead := strings.HasPrefix(r.URL.Path, "/"+strings.TrimSuffix(name, ext)+".") &&
			strings.HasSuffix(r.URL.Path, ext)
		if instead {
			answer(w)
		}
		return instead
	})
}

// ServeFailingOnce serves the site over a connection that fails for the first file of a kind, and returns how
// often such files were requested.
func ServeFailingOnce(t testing.TB, kind string) (s *Server, asked *atomic.Int32) {
	t.Helper()
	asked = new(atomic.Int32)
	return serveBut(t, func(w http.ResponseWriter, r *http.Request) bool {
		fails := strings.HasSuffix(r.URL.Path, kind) && asked.Add(1) == 1
		if fails {
			http.Error(w, "not now", http.StatusServiceUnavailable)
		}
		return fails
	}), asked
}

// serveBut serves the site unless another handler has responded.
func serveBut(t testing.TB, answers func(http.ResponseWriter, *http.Request) bool) *Server {
	t.Helper()
	handler := handlerOf(t, Site(t))
	return listen(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !answers(w, r) {
			handler.ServeHTTP(w, r)
		}
	}))
}

// OpenDocument shows a saved document in a new tab, from a server that sends no policy, like a
// local disk.
func OpenDocument(t testing.TB, doc []byte) *Tab {
	t.Helper()
	p := NewTab(t, listen(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		if r.URL.Path == "/" {
			w.Write(doc)
		}
	})).Address)
	p.Open("")
	return p
}
