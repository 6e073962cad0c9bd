package page

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/page"

	"causeway/cmd/build/site"
)

// A Fault is a way in which a download can go wrong. By their headers, all responses except the page may be
// cached for ever.
type Fault string

// Faults lists them all.
var Faults = []Fault{Lies, Cuts, Stalls}

const (
	Lies   Fault = "lies"   // the page of somebody else's network
	Cuts   Fault = "cuts"   // half of the file, presented as complete
	Stalls Fault = "stalls" // half of the file, then nothing
)

// Portal is the content of a lie.
const Portal = "Sign in to this network"

// PublishedFiles returns the files that the service worker stores, by their names without hashes.
func PublishedFiles(t testing.TB) (names []string) {
	t.Helper()
	info, err := site.ReadInfo(os.DirFS(Site(t)))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range info.Files {
		if name != "sw.js" && name != site.InfoName {
			names = append(names, plainName(name))
		}
	}
	return names
}

var hashInName = regexp.MustCompile(fmt.Sprintf(`\.[0-9a-f]{%d}\.`, site.HashLen))

func plainName(name string) string { return hashInName.ReplaceAllString(name, ".") }

// A BadLine serves the site over a faulty connection.
type BadLine struct {
	*Server
	mu     sync.Mutex
	faulty map[string]int // how many more requests for a file will fail, by its name without hash
	asked  []string       // files that failed, in order
	end    chan struct{}
}

// ServeBadly serves the site with a fault in the first n requests for each of some files.
func ServeBadly(t testing.TB, fault Fault, requests int, names ...string) *BadLine {
	t.Helper()
	dir := Site(t)
	s := &BadLine{faulty: map[string]int{}, end: make(chan struct{})}
	for _, name := range names {
		s.faulty[name] = requests
	}
	s.Server = serveBut(t, func(w http.ResponseWriter, r *http.Request) bool {
		file := strings.TrimPrefix(r.URL.Path, "/")
		if file == bareFile {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<!doctype html><title>Bare</title>")
			return true
		}
		if file == "sw.js" { // otherwise each file would take half a minute
			w.Header().Set("Content-Type", site.TypeOf(file))
			w.Write(bytes.Replace(Read(t, filepath.Join(dir, file)), []byte("msOfSilence = 15_000"),
				[]byte("msOfSilence = 300"), 1))
			return true
		}
		if file == "" {
			file = "index.html"
		}
		if !s.isFaulty(plainName(file)) {
			return false
		}
		s.spoil(w, r, fault, filepath.Join(dir, file))
		return true
	})
	t.Cleanup(func() { close(s.end) }) // before the server waits for its requests
	return s
}

func (s *BadLine) isFaulty(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.faulty[name] == 0 {
		return false
	}
	s.faulty[name]--
	s.asked = append(s.asked, name)
	return true
}

func (s *BadLine) spoil(w http.ResponseWriter, r *http.Request, fault Fault, file string) {
	w.Header().Set("Cache-Control", "no-store") // the page itself: our code cannot see the browser's cache of it
	if site.Hashed(file) {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if fault == Lies {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, "<!doctype html><title>Portal</title><h1>%s</h1>", Portal)
		return
	}
	content, err := os.ReadFile(file)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	length := len(content) / 2
	if fault == Stalls {
		length = len(content)
	}
	w.Header().Set("Content-Type", site.TypeOf(file))
	w.Header().Set("Content-Length", strconv.Itoa(length))
	w.Write(content[:len(content)/2])
	if fault == Stalls {
		http.NewResponseController(w).Flush()
		select {
		case <-r.Context().Done():
		case <-s.end:
		}
	}
}

// Worsen makes every further request for a file fail.
func (s *BadLine) Worsen(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faulty[name] = 1000
}

// Recover repairs the connection.
func (s *BadLine) Recover() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.faulty)
}

// Spoilt returns the files with failed requests, each once.
func (s *BadLine) Spoilt() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	names := slices.Clone(s.asked)
	slices.Sort(names)
	return slices.Compact(names)
}

// Hurry makes the page's longer waits a fifth as long.
func (p *Tab) Hurry() {
	p.beforeStart(`const wait = setTimeout;
		window.setTimeout = (f, ms, ...rest) => wait(f, ms >= 10000 ? ms / 5 : ms, ...rest)`)
}

// Enter opens the page without waiting for its files.
func (p *Tab) Enter() {
	call(p, page.Navigate, page.NavigateParams{URL: p.origin})
}

// WaitNotice waits until a notice that the page could not start is painted. The accessibility
// tree is missing while a page loads, so it searches in another way.
func (p *Tab) WaitNotice(words string) {
	p.WaitFor("a notice with "+words, func() bool {
		return eval[bool](p, fmt.Sprintf(`performance.getEntriesByName("first-contentful-paint").length > 0
			&& (document.querySelector("#boot-failure[role=alert]")?.innerText ?? "").includes(%q)`, words))
	})
}

// TryAgain presses the button of the notice.
func (p *Tab) TryAgain() {
	p.run(`const button = document.activeElement;
		if (button.textContent !== "Try again") throw new Error("the button has no focus");
		button.click()`)
}

// WaitWhole waits until the app has started with its styles and without a notice over it.
func (p *Tab) WaitWhole() {
	p.WaitFor("the whole app", func() bool {
		return p.holdsNow(`document.readyState !== "loading" && document.querySelector(".shell") !== null
			&& document.getElementById("boot-status") === null && document.getElementById("boot-failure") === null
			&& getComputedStyle(document.body).margin === "0px"`)
	})
}

// WaitEngine waits until an engine of the site can be started.
func (p *Tab) WaitEngine() {
	p.WaitFor("an engine", func() bool { _, fatal := p.HelloEngine(); return fatal == "" })
}

const bareFile = "bare"

// InstallAlone installs the site's service worker from an empty page, and reports success.
func (p *Tab) InstallAlone() bool {
	if p.Path() != "/"+bareFile {
		p.Open(bareFile)
	}
	return eval[bool](p, `navigator.serviceWorker.register("sw.js").then((r) => new Promise((done) => {
		const worker = r.installing ?? r.waiting ?? r.active;
		const tell = () => (worker.state === "redundant" ? done(false) : /^activ/.test(worker.state) && done(true));
		worker.addEventListener("statechange", tell);
		tell();
	}))`)
}

// WaitKeepsAll waits until the service worker stores every file unchanged.
func (p *Tab) WaitKeepsAll() {
	all := len(PublishedFiles(p.t))
	p.WaitFor("every file to be kept", func() bool { return p.countKept() == all && len(p.damaged()) == 0 })
}

func (p *Tab) countKept() int {
	return eval[int](p, `caches.keys().then((names) => Promise.all(names.map(async (name) => (await (await `+
		`caches.open(name)).keys()).length))).then((n) => n.reduce((a, b) => a + b, 0))`)
}

// damaged lists the files whose copies in the service worker differ from the build.
func (p *Tab) damaged() (names []string) {
	for name, got := range eval[map[string]string](p, `(async () => {
		const sums = {};
		for (const name of await caches.keys()) {
			const cache = await caches.open(name);
			for (const request of await cache.keys()) {
				const bytes = await (await cache.match(request)).arrayBuffer();
				const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
				sums[new URL(request.url).pathname.slice(1) || "index.html"] = btoa(String.fromCharCode(...sum));
			}
		}
		return sums;
	})()`) {
		sum := sha256.Sum256(Read(p.t, filepath.Join(Site(p.t), name)))
		if got != base64.StdEncoding.EncodeToString(sum[:]) {
			names = append(names, plainName(name))
		}
	}
	return names
}

// Evict removes files from the caches of the service worker and of the browser.
func (p *Tab) Evict(names ...string) {
	p.eachKept(names, `cache.delete(request)`)
	p.ForgetFiles()
}

// Damage truncates files to half in the service worker's cache.
func (p *Tab) Damage(names ...string) {
	p.eachKept(names, `cache.match(request).then(async (old) => {
		const bytes = await old.arrayBuffer();
		await cache.put(request, new Response(bytes.slice(0, bytes.byteLength / 2), {headers: old.headers}));
	})`)
	p.ForgetFiles()
}

func (p *Tab) eachKept(names []string, do string) {
	got := eval[int](p, fmt.Sprintf(`(async () => {
		let count = 0;
		for (const name of await caches.keys()) {
			const cache = await caches.open(name);
			for (const request of await cache.keys()) {
				const plain = (new URL(request.url).pathname.slice(1) || "index.html").replace(/\.[0-9a-f]{%d}\./, ".");
				if (%s.includes(plain)) {
					await %s;
					count++;
				}
			}
		}
		return count;
	})()`, site.HashLen, jsonOf(p, names), do))
	if got != len(names) {
		p.t.Fatalf("%d of the files %q were kept", got, names)
	}
}
