package site

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Policy returns the content-security policy of a page with one inline script. It is also in index.html, for hosts that
// set no headers; frame-ancestors only works as a header. If the browser supports trusted types, no text becomes
// markup, and the only policy, causeway, starts only scripts that the site names.
func Policy(script string) string {
	return "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' " + hashOf(script) + "; style-src 'self'; " +
		"img-src 'self' blob: data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; " +
		"base-uri 'self'; form-action 'none'; require-trusted-types-for 'script'; trusted-types causeway"
}

// hashOf returns the hash with which a policy allows a text.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

var headers = map[string]string{
	"X-Content-Type-Options":       "nosniff",
	"Referrer-Policy":              "no-referrer",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Permissions-Policy":           "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}

// types fixes the content types, because a machine's own table may lack some or differ.
var types = map[string]string{
	".html":        "text/html; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".css":         "text/css; charset=utf-8",
	".wasm":        "application/wasm",
	".svg":         "image/svg+xml",
	".png":         "image/png",
	".json":        "application/json",
	".webmanifest": "application/manifest+json",
	".txt":         "text/plain; charset=utf-8",
	".csv":         "text/csv; charset=utf-8",
	".woff2":       "font/woff2",
}

// WriteTimeout is how long a client may read nothing of a response.
const WriteTimeout = 30 * time.Second

// sentAtOnce is how much a client must read within WriteTimeout.
const sentAtOnce = 64 << 10

// Handler serves one site.
type Handler struct {
	fsys    fs.FS
	base    string
	timeout time.Duration

	mu    sync.Mutex
	files map[string]file // read so far, by name
}

// A file is the content read from a file, and the state it was read in.
type file struct {
	content []byte
	etag    string
	size    int64
	changed time.Time
}

// New returns a handler for the site in fsys, below the base that the site was
// built for. It serves a rebuilt site without a restart.
func New(fsys fs.FS) (*Handler, error) {
	info, err := ReadInfo(fsys)
	if err != nil {
		return nil, err
	}
	if info.Base == "" {
		info.Base = "/"
	}
	return &Handler{fsys: fsys, base: info.Base, timeout: WriteTimeout, files: map[string]file{}}, nil
}

// Base returns the path of the page.
func (h *Handler) Base() string { return h.base }

func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for name, value := range headers {
		w.Header().Set(name, value)
	}
	info, err := h.info()
	w.Header().Set("Content-Security-Policy", cmp.Or(info.Policy, "default-src 'none'")+"; frame-ancestors 'none'")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "This server only serves files. Use GET.", http.StatusMethodNotAllowed)
		return
	}
	name, ok := strings.CutPrefix(r.URL.Path, h.base)
	if name == "" {
		name = "index.html"
	}
	if err != nil || !ok || !slices.Contains(info.Files, name) {
		w.Header().Set("Cache-Control", "no-cache")
		http.Error(w, fmt.Sprintf("Causeway has no page here. It starts at %s", h.base), http.StatusNotFound)
		return
	}
	h.serveFile(w, r, name)
}

// serveFile answers with the form of a file that the request accepts.
func (h *Handler) serveFile(w http.ResponseWriter, r *http.Request, name string) {
	encoding, form, err := h.form(name, r.Header.Get("Accept-Encoding"))
	if err != nil {
		http.Error(w, "This file is missing from the site. Build the site again.", http.StatusInternalServerError)
		return
	}
	header := w.Header()
	header.Set("Content-Type", TypeOf(name))
	header.Set("Vary", "Accept-Encoding")
	header.Set("Cache-Control", "no-cache")
	if Hashed(name) {
		header.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if encoding != "" {
		header.Set("Content-Encoding", encoding)
	}
	header.Set("ETag", form.etag)
	if matches(r.Header.Get("If-None-Match"), form.etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	header.Set("Content-Length", strconv.Itoa(len(form.content)))
	if r.Method == http.MethodGet {
		h.send(w, form.content)
	}
}

// send serves slow clients, and drops one that has stopped reading.
func (h *Handler) send(w http.ResponseWriter, content []byte) {
	line := http.NewResponseController(w)
	for part := range slices.Chunk(content, sentAtOnce) {
		line.SetWriteDeadline(time.Now().Add(h.timeout)) // if the writer supports deadlines
		if _, err := w.Write(part); err != nil {
			return
		}
	}
}

// form reads a file in the first form that the client accepts, the best
// compressed first.
func (h *Handler) form(name, accept string) (encoding string, form file, err error) {
	for _, f := range []struct{ encoding, ext string }{{"br", ".br"}, {"gzip", ".gz"}} {
		if !accepts(accept, f.encoding) {
			continue
		}
		if form, err = h.read(name + f.ext); err == nil {
			return f.encoding, form, nil
		}
	}
	form, err = h.read(name)
	return "", form, err
}

func (h *Handler) info() (Info, error) {
	f, err := h.read(InfoName)
	if err != nil {
		return Info{}, err
	}
	return parseInfo(f.content)
}

// read reads a file once, and again after a build has replaced it. Every build replaces all files.
func (h *Handler) read(name string) (file, error) {
	state, err := fs.Stat(h.fsys, name)
	if err != nil {
		return file{}, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	f, ok := h.files[name]
	if ok && f.size == state.Size() && f.changed.Equal(state.ModTime()) {
		return f, nil
	}
	content, err := fs.ReadFile(h.fsys, name)
	if err != nil {
		return file{}, err
	}
	if name == InfoName {
		clear(h.files)
	}
	f = file{content, fmt.Sprintf(`"%x"`, sha256.Sum256(content)), state.Size(), state.ModTime()}
	h.files[name] = f
	return f, nil
}

// TypeOf returns the content type of a file, by its name.
func TypeOf(name string) string {
	if t, ok := types[path.Ext(name)]; ok {
		return t
	}
	return "application/octet-stream"
}

// accepts reports whether an Accept-Encoding header allows an encoding: it names the encoding with a
// weight above zero, or covers it by *.
func accepts(header, encoding string) bool {
	any := false
	for item := range strings.SplitSeq(header, ",") {
		name, params, _ := strings.Cut(item, ";")
		switch strings.ToLower(strings.TrimSpace(name)) {
		case encoding:
			return weight(params) > 0
		case "*":
			any = weight(params) > 0
		}
	}
	return any
}

// weight returns the q of an Accept-Encoding item. It is 1 if absent; a malformed one counts as a
// refusal.
func weight(params string) float64 {
	for p := range strings.SplitSeq(params, ";") {
		name, value, ok := strings.Cut(strings.TrimSpace(p), "=")
		if !ok || !strings.EqualFold(strings.TrimSpace(name), "q") {
			continue
		}
		q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if err != nil {
			return 0
		}
		return q
	}
	return 1
}

// matches reports whether an If-None-Match header names the tag.
func matches(header, etag string) bool {
	for item := range strings.SplitSeq(header, ",") {
		item = strings.TrimPrefix(strings.TrimSpace(item), "W/")
		if item == etag || item == "*" {
			return true
		}
	}
	return false
}
