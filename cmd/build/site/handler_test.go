package site

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

const hashedJS = "boot.0123456789abcdef.js"

func testSite(t *testing.T, base string) *Handler {
	t.Helper()
	info, err := json.Marshal(Info{Base: base, Files: []string{"index.html", hashedJS, "a.wasm", "m.webmanifest", "sub/x.csv", "lost.js"}})
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
		if got, want := w.Header().Get("Content-Encoding"), map[string]string{"plain": "", "brotli": "br", "gzip": "gzip"}[test.want]; got != want {
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
		if w.Code != 200 || w.Header().Get("Content-Type") != test.typ || w.Header().Get("Cache-Control") != test.caching {
			t.Errorf("%s: %d %q %q, want 200 %q %q", test.path, w.Code, w.Header().Get("Content-Type"), w.Header().Get("Cache-Control"), test.typ, test.caching)
		}
		again := get(h, test.path, "If-None-Match", `"other", W/`+w.Header().Get("ETag"))
		if again.Code != http.StatusNotModified || again.Body.Len() != 0 {
			t.Errorf("%s: asked again with its tag: %d with %d bytes, want 304 with none", test.path, again.Code, again.Body.Len())
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
	for _, path := range []string{"/secret.txt", "/../secret.txt", "/sub", "/sub/", "/sub/../secret.txt", "//index.html", "/index.html.gz", "/..%2fsecret.txt", "", "/\x00"} {
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
