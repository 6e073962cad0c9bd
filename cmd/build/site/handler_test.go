package site

import (
	"encoding/json"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

const hashedJS = "boot.0123456789abcdef.js"

func testSite(t *testing.T, base string) *Handler {
	t.Helper()
	info, err := json.Marshal(Info{Base: base,
		Files: []string{"index.html", hashedJS, "a.wasm", "m.webmanifest", "sub/x.csv", "lost.js"}})
	if err != nil {
		t.Fatal(err)
	}
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	h, err := New(fstest.MapFS{
		InfoName: file(string(info)), "index.html": file("page"), "index.html.gz": file("page in gzip"),
		hashedJS: file("plain"), hashedJS + ".br": file("brotli"), hashedJS + ".gz": file("gzip"),
		"a.wasm": file("wasm"), "m.webmanifest": file("{}"), "sub/x.csv": file("a,b"), "secret.txt": file("not listed"),
	})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func get(h http.Handler, target string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", "/", nil)
	r.URL.Path = target
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestNegotiation(t *testing.T) {
	h := testSite(t, "")
	for _, test := range []struct{ accept, want string }{
		{"", "plain"},
		{"br, gzip", "brotli"},
		{"gzip, deflate", "gzip"},
		{"br;q=0, gzip;q=0.5", "gzip"},
		{"BR", "brotli"},
		{"*", "brotli"},
		{"br;q=0, *", "gzip"},
		{"*;q=0", "plain"},
		{"identity", "plain"},
		{"br;q=nonsense", "plain"},
	} {
		w := get(h, "/"+hashedJS, "Accept-Encoding", test.accept)
		if got := w.Body.String(); got != test.want {
			t.Errorf("%q: body %q, want %q", test.accept, got, test.want)
		}
		if got, want := w.Header().Get("Content-Encoding"),
			map[string]string{"plain": "", "brotli": "br", "gzip": "gzip"}[test.want]; got != want {
			t.Errorf("%q: encoding %q, want %q", test.accept, got, want)
		}
		if w.Header().Get("Vary") != "Accept-Encoding" {
			t.Errorf("%q: no Vary", test.accept)
		}
	}
}

func TestTypesAndCaching(t *testing.T) {
	h := testSite(t, "")
	const immutable, fresh = "public, max-age=31536000, immutable", "no-cache"
	for _, test := range []struct{ path, typ, caching string }{
		{"/", "text/html; charset=utf-8", fresh},
		{"/index.html", "text/html; charset=utf-8", fresh},
		{"/" + hashedJS, "text/javascript; charset=utf-8", immutable},
		{"/a.wasm", "application/wasm", fresh},
		{"/m.webmanifest", "application/manifest+json", fresh},
		{"/sub/x.csv", "text/csv; charset=utf-8", fresh},
	} {
		w := get(h, test.path)
		if w.Code != 200 || w.Header().Get("Content-Type") != test.typ ||
			w.Header().Get("Cache-Control") != test.caching {
			t.Errorf("%s: %d %q %q, want 200 %q %q", test.path, w.Code, w.Header().Get("Content-Type"),
				w.Header().Get("Cache-Control"), test.typ, test.caching)
		}
		again := get(h, test.path, "If-None-Match", `"other", W/`+w.Header().Get("ETag"))
		if again.Code != http.StatusNotModified || again.Body.Len() != 0 {
			t.Errorf("%s: asked again with its tag: %d with %d bytes, want 304 with none", test.path, again.Code,
				again.Body.Len())
		}
	}
	plain, packed := get(h, "/"), get(h, "/", "Accept-Encoding", "gzip")
	if plain.Header().Get("ETag") == packed.Header().Get("ETag") {
		t.Error("two forms of a file share a tag")
	}
}

func TestHeadersAreOnEveryAnswer(t *testing.T) {
	h := testSite(t, "")
	for _, path := range []string{"/", "/" + hashedJS, "/missing", "/lost.js"} {
		w := get(h, path)
		for name, value := range headers {
			if got := w.Header().Get(name); got != value {
				t.Errorf("%s: %s = %q, want %q", path, name, got, value)
			}
		}
	}
}

func TestOnlyListedFilesAreServed(t *testing.T) {
	h := testSite(t, "")
	for _, path := range []string{"/secret.txt", "/../secret.txt", "/sub", "/sub/", "/sub/../secret.txt",
		"//index.html", "/index.html.gz", "/..%2fsecret.txt", "", "/\x00"} {
		if path == "" {
			path = "/nothing"
		}
		w := get(h, path)
		if w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), "no page here") {
			t.Errorf("%q: %d %q, want 404 in words", path, w.Code, w.Body)
		}
	}
	if w := get(h, "/lost.js"); w.Code != http.StatusInternalServerError {
		t.Errorf("a listed file that is gone: %d, want 500", w.Code)
	}
}

func TestMethods(t *testing.T) {
	h := testSite(t, "")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("POST", "/", nil))
	if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "GET, HEAD" {
		t.Errorf("POST: %d, Allow %q", w.Code, w.Header().Get("Allow"))
	}
	w = httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("HEAD", "/", nil))
	if w.Code != 200 || w.Body.Len() != 0 || w.Header().Get("Content-Length") != "4" {
		t.Errorf("HEAD: %d with %d bytes, length %q", w.Code, w.Body.Len(), w.Header().Get("Content-Length"))
	}
}

func TestBase(t *testing.T) {
	h := testSite(t, "/causeway/")
	for path, want := range map[string]int{"/causeway/": 200, "/causeway/a.wasm": 200, "/": 404, "/a.wasm": 404} {
		if got := get(h, path).Code; got != want {
			t.Errorf("%s: %d, want %d", path, got, want)
		}
	}
}

// counted counts how often a file is opened.
type counted struct {
	fstest.MapFS
	opened map[string]int
}

func (c counted) Open(name string) (fs.File, error) {
	c.opened[name]++
	return c.MapFS.Open(name)
}

func (c counted) Stat(name string) (fs.FileInfo, error) { return c.MapFS.Stat(name) }

func (c counted) ReadFile(name string) ([]byte, error) {
	c.opened[name]++
	return c.MapFS.ReadFile(name)
}

func TestFilesAreReadOnceAndAgainAfterABuild(t *testing.T) {
	info := func(names ...string) *fstest.MapFile {
		text, err := json.Marshal(Info{Files: names})
		if err != nil {
			t.Fatal(err)
		}
		return &fstest.MapFile{Data: text}
	}
	files := counted{fstest.MapFS{InfoName: info("index.html"), "index.html": {Data: []byte("old")}}, map[string]int{}}
	h, err := New(files)
	if err != nil {
		t.Fatal(err)
	}
	clear(files.opened)
	for range 3 {
		get(h, "/")
	}
	for _, name := range []string{InfoName, "index.html"} {
		if got := files.opened[name]; got != 1 {
			t.Errorf("%s was read %d times, want once", name, got)
		}
	}
	built := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	files.MapFS["index.html"] = &fstest.MapFile{Data: []byte("new"), ModTime: built}
	if w := get(h, "/"); w.Body.String() != "new" {
		t.Errorf("after a build the page is %q", w.Body)
	}
	files.MapFS[InfoName] = info("index.html", "a.js")
	get(h, "/")
	if len(h.files) != 2 {
		t.Errorf("after a build %d files are held, want only those that were asked for since", len(h.files))
	}
}

// A client that reads nothing is dropped; a slow one gets everything.
func TestAClientThatTakesNothingIsDropped(t *testing.T) {
	const size = 64 << 20 // more than the buffers of a connection hold
	h := testSite(t, "")
	h.fsys.(fstest.MapFS)["a.wasm"].Data = make([]byte, size)
	h.timeout = 200 * time.Millisecond
	ended := make(chan time.Duration, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		h.ServeHTTP(w, r)
		ended <- time.Since(began)
	}))
	defer server.Close()
	res, err := http.Get(server.URL + "/a.wasm")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Fatal("the server still waits for a client that takes nothing")
	}
	if n, err := io.Copy(io.Discard, res.Body); err == nil || n == size {
		t.Errorf("all %d bytes came, %v", n, err)
	}

	res, err = http.Get(server.URL + "/a.wasm")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var got int64
	for began := time.Now(); time.Since(began) < 3*h.timeout; time.Sleep(5 * time.Millisecond) {
		n, err := io.CopyN(io.Discard, res.Body, 128<<10)
		if got += n; err != nil {
			t.Fatalf("a slow client got %d bytes: %v", got, err)
		}
	}
	n, err := io.Copy(io.Discard, res.Body)
	if err != nil || got+n != size {
		t.Errorf("a slow client got %d bytes, want %d: %v", got+n, size, err)
	}
}

func TestNewNeedsASite(t *testing.T) {
	for name, fsys := range map[string]fstest.MapFS{
		"empty folder":     {},
		"damaged own file": {InfoName: {Data: []byte("{")}},
	} {
		if _, err := New(fsys); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
