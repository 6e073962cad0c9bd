package main

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"causeway/cmd/build/site"
)

// webSources returns the repository's own files with small stand-ins for the
// binaries.
func webSources(t *testing.T) map[string][]byte {
	t.Helper()
	files, err := sources(repo, binaries{app: []byte("page"), engine: []byte("engine"),
		wasmExec: []byte("{{not a template}}"), frame: []byte(
			"<main>{{neither}}</main><!-- fold --><p class=\"lede\">Below</p>\n")})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func assembled(t *testing.T, src map[string][]byte, base string) static {
	t.Helper()
	s, err := assemble(src, "b0b0b0b0b0b0", base)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestAssembleTwiceGivesTheSameBytes(t *testing.T) {
	a, b := assembled(t, webSources(t), ""), assembled(t, webSources(t), "")
	if !maps.EqualFunc(a.files, b.files, func(x, y []byte) bool { return string(x) == string(y) }) {
		t.Error("two builds of the same sources differ")
	}
}

func TestNamesFollowContent(t *testing.T) {
	src := webSources(t)
	before := assembled(t, src, "")
	src["engine.wasm"] = []byte("another engine")
	after := assembled(t, src, "")
	for name, want := range map[string]bool{
		"engine.wasm": true, "engine.js": true, "boot.js": true, // each names the one before it
		"app.wasm": false, "wasm_exec.js": false, "index.html": false, "sw.js": false,
	} {
		if got := before.names[name] != after.names[name]; got != want {
			t.Errorf("%s changes its name: %v, want %v", name, got, want)
		}
	}
	if before.info.Site == after.info.Site {
		t.Error("the site's id does not change with the engine")
	}
	for _, stable := range []string{"index.html", "sw.js", "manifest.webmanifest", site.InfoName} {
		if _, ok := after.files[stable]; !ok {
			t.Errorf("%s does not keep its name", stable)
		}
	}
	for name := range after.files {
		if stable := slices.Contains([]string{"index.html", "sw.js", "manifest.webmanifest", site.InfoName},
			name); site.Hashed(name) == stable {
			t.Errorf("%s: hashed = %v", name, !stable)
		}
	}
}

func TestWorkerKeepsEveryFile(t *testing.T) {
	s := assembled(t, webSources(t), "")
	sw := string(s.files["sw.js"])
	for name, content := range s.files {
		kept := strings.Contains(sw, `"`+name+`":"`+integrityOf(content)+`"`)
		if want := !slices.Contains([]string{"index.html", "sw.js", site.InfoName}, name); kept != want {
			t.Errorf("%s is kept: %v, want %v", name, kept, want)
		}
	}
	if !strings.Contains(sw, `"./":"`+integrityOf(s.files["index.html"])+`"`) {
		t.Error("the page itself is not kept")
	}
	if !strings.Contains(string(s.files["index.html"]), s.info.Site) {
		t.Error("the page does not carry the site's id, by which the worker knows it")
	}
}

// The page must run under its own policy, below any prefix, and zoom.
func TestPage(t *testing.T) {
	s := assembled(t, webSources(t), "")
	page := string(s.files["index.html"])
	for _, want := range []string{
		`<html lang="en">`, `content="` + s.info.Policy + `"`, `name="color-scheme" content="light dark"`,
		`media="(prefers-color-scheme: dark)"`, "<noscript>", "<progress", `rel="manifest"`,
		"<main>{{neither}}</main>\n<script src=",
		"</script>\n<p class=\"lede\">Below</p>",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("index.html lacks %s", want)
		}
	}
	// The policy names all inline content, and there is nothing else inline.
	held := regexp.MustCompile(`(?s)<(script|style)>(.*?)</(?:script|style)>`)
	var texts []string
	for _, m := range held.FindAllStringSubmatch(page, -1) {
		texts = append(texts, m[2])
	}
	if len(texts) != 1 || site.Policy(texts[0]) != s.info.Policy {
		t.Errorf("the policy %q is not that of %d texts in the page", s.info.Policy, len(texts))
	}
	page = held.ReplaceAllString(page, "")
	page = regexp.MustCompile(`sha256-[\w+/]+=`).ReplaceAllString(page, "")
	for _, bad := range []string{`="/`, "//", "user-scalable", "maximum-scale", "<base", "<style", " style=", "{{url"} {
		if strings.Contains(page, bad) {
			t.Errorf("index.html holds %q", bad)
		}
	}
	if regexp.MustCompile(`<script(?:\s[^>]*)?>[^<]|\son\w+=`).MatchString(page) {
		t.Error("index.html holds inline script")
	}
	if !regexp.MustCompile(`<body>\s*<div`).MatchString(page) {
		t.Error("the body does not start with the div that go-app replaces")
	}
}

func TestBase(t *testing.T) {
	page := string(assembled(t, webSources(t), "/some/where/").files["index.html"])
	if !strings.Contains(page, `<base href="/some/where/">`) {
		t.Error("index.html lacks the base")
	}
	for base, ok := range map[string]bool{"": true, "/": true, "/a/": true, "/a/b-c/": true, "a/": false, "/a": false,
		`/"/`: false, "//host/": false, "/../": true} {
		if err := checkBase(base); (err == nil) != ok {
			t.Errorf("base %q: %v, want ok = %v", base, err, ok)
		}
	}
}

// Parts that several scripts share are pasted into each of them and do not become files of the
// site.
func TestPartsArePasted(t *testing.T) {
	src := webSources(t)
	src["parts/words.js"] = []byte("// the words of a test")
	s := assembled(t, src, "")
	for _, name := range []string{"boot.js", "engine.js"} {
		if !strings.Contains(string(s.files[s.names[name]]), "// the words of a test") {
			t.Errorf("%s lacks its part", name)
		}
	}
	for name := range s.files {
		if strings.Contains(name, "words") || strings.Contains(name, "parts") {
			t.Errorf("%s is published", name)
		}
	}
}

func TestAssembleRefuses(t *testing.T) {
	for name, test := range map[string]struct{ file, text, want string }{
		"a file that is not there": {"boot.js", `{{url "nowhere.js"}}`, `web has no file "nowhere.js"`},
		"a part that is not there": {"boot.js", `{{paste "nowhere.js"}}`, `web/parts has no file "nowhere.js"`},
		"a circle":                 {"engine.js", `{{url "boot.js"}}`, "circle"},
		"a broken template":        {"boot.js", `{{`, "web/"},
	} {
		src := webSources(t)
		src[test.file] = []byte(test.text)
		if test.file == "engine.js" {
			src["boot.js"] = []byte(`{{url "engine.js"}}`)
		}
		if _, err := assemble(src, "b", ""); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q in it", name, err, test.want)
		}
	}
}

func TestSourceIDFollowsSourcesOnly(t *testing.T) {
	root := t.TempDir()
	put := func(name, text string) {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	id := func() string {
		got, err := sourceID(root)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	put("go.mod", "module m")
	put("app/main.go", "package main")
	first := id()
	put("app/main_test.go", "package main")
	put("core/nn/testdata/fixture", "x")
	put("README.md", "x")
	if id() != first {
		t.Error("tests, fixtures and documents change the id")
	}
	put("core/nn/nn.go", "package nn")
	if id() == first {
		t.Error("a new source file does not change the id")
	}
}
