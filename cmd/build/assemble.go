package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"causeway/cmd/build/site"
)

// Files that keep their names. People and hosts request the page and the manifest by name; browsers
// replace a service worker by name.
const (
	indexName    = "index.html"
	workerName   = "sw.js"
	manifestName = "manifest.webmanifest"
)

// frameName is the content shown before the page's program has arrived. It is inlined in
// the page, not a file of the site.
const frameName = "frame"

// partsDir holds script parts that are pasted into several scripts and are not files of
// the site.
const partsDir = "parts"

// styleName is all style sheets.
const styleName = "style.css"

// starterName is the inline script of the page, in partsDir.
const starterName = "starter.js"

// foldMark divides the first frame, see app/frame. The first script goes between the two parts of the frame.
const foldMark = "<!-- fold -->"

// A static is the finished site in memory.
type static struct {
	files map[string][]byte // published name to content
	names map[string]string // source name to published name
	info  site.Info
}

// sources gathers the inputs of a site by name: the files of web/, the binaries, and the
// icons drawn here.
func sources(root string, bins binaries) (map[string][]byte, error) {
	files := map[string][]byte{
		"app.wasm":     bins.app,
		"engine.wasm":  bins.engine,
		"wasm_exec.js": bins.wasmExec,
		aboutName:      bins.about,
		frameName:      bins.frame,
	}
	web := os.DirFS(filepath.Join(root, "web"))
	err := fs.WalkDir(web, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || strings.HasPrefix(d.Name(), ".") {
			return err
		}
		files[name], err = fs.ReadFile(web, name)
		return err
	})
	if err != nil {
		return nil, err
	}
	icons, err := drawIcons()
	if err != nil {
		return nil, err
	}
	maps.Copy(files, icons)
	return files, nil
}

// assembler publishes files one by one. A text file is a template that may name other files with {{url
// "name"}}. These are published first, so that a file's name depends on everything that it refers to.
type assembler struct {
	src  map[string][]byte
	base string
	open []string // files being published, outermost first
	out  static

	// Inlined content of other files, see expand.
	starter, above, below string
}

// assemble turns source files into a site. The page and the service worker come last, because they
// name all others.
func assemble(src map[string][]byte, build, base string) (static, error) {
	a := assembler{src: src, base: base, out: static{
		files: map[string][]byte{},
		names: map[string]string{},
		info:  site.Info{Build: build, Base: base},
	}}
	for _, name := range slices.Sorted(maps.Keys(src)) {
		if name == indexName || name == workerName || name == frameName || path.Ext(name) == ".css" ||
			path.Dir(name) == partsDir {
			continue
		}
		if _, err := a.url(name); err != nil {
			return static{}, err
		}
	}
	if err := a.style(); err != nil {
		return static{}, err
	}
	if err := a.first(); err != nil {
		return static{}, err
	}
	a.out.info.Site = a.siteID()
	for _, name := range []string{indexName, workerName} {
		if _, err := a.url(name); err != nil {
			return static{}, err
		}
	}
	a.out.info.Files = append(slices.Sorted(maps.Keys(a.out.files)), site.InfoName)
	info, err := json.MarshalIndent(a.out.info, "", "  ")
	if err != nil {
		return static{}, err
	}
	a.out.files[site.InfoName] = append(info, '\n')
	return a.out, nil
}

// siteID returns a hash of everything in the site: the files published so far, and the sources of the
// last two files.
func (a *assembler) siteID() string {
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(a.out.files)) {
		fmt.Fprintf(sum, "%s %x\n", name, sha256.Sum256(a.out.files[name]))
	}
	for _, name := range []string{indexName, workerName, frameName} {
		fmt.Fprintf(sum, "%s %x\n", name, sha256.Sum256(a.src[name]))
	}
	fmt.Fprintln(sum, a.base, a.out.info.Policy)
	return hex.EncodeToString(sum.Sum(nil))[:12]
}

// url publishes a file, unless already published, and returns its address relative to the
// page.
func (a *assembler) url(name string) (string, error) {
	if published, ok := a.out.names[name]; ok {
		return published, nil
	}
	content, ok := a.src[name]
	if !ok {
		return "", fmt.Errorf("web has no file %q", name)
	}
	if slices.Contains(a.open, name) {
		return "", fmt.Errorf("files refer to each other in a circle: %s", strings.Join(append(a.open, name), ", "))
	}
	a.open = append(a.open, name)
	defer func() { a.open = a.open[:len(a.open)-1] }()
	if isTemplate(name) {
		var err error
		if content, err = a.expand(name, content); err != nil {
			return "", err
		}
	}
	published := name
	if name != indexName && name != workerName && name != manifestName {
		published = hashedName(name, content)
	}
	a.out.names[name] = published
	a.out.files[published] = content
	return published, nil
}

// expand executes a text file as a template:
//
//	{{url "x"}}   published address of x, relative to the page
//	{{integrity "x"}}  its hash, as browsers compare it
//	{{size "x"}}  bytes of x, uncompressed
//	{{paste "x"}} content of parts/x
//	{{starter}}   script that the page holds itself
//	{{finished}}  Name, URL and Integrity of each finished project, sorted by name
//	{{precache}}  JSON object of what the service worker keeps, with hashes
//	{{policy}}    the content-security policy
//	{{above}}     what the page shows before its program has arrived, as HTML, up to
//	              the first script
//	{{below}}     the rest of it
//	{{hashLen}}   digits of the hash in a name
//	{{.Build}} {{.Site}} {{.Base}}  see site.Info
func (a *assembler) expand(name string, content []byte) ([]byte, error) {
	t, err := template.New(name).Option("missingkey=error").Funcs(template.FuncMap{
		"url":       a.url,
		"integrity": a.integrity,
		"size":      func(name string) int { return len(a.src[name]) },
		"paste":     a.paste,
		"finished":  a.finished,
		"precache":  a.precache,
		"policy":    func() string { return a.out.info.Policy },
		"starter":   func() string { return a.starter },
		"above":     func() string { return a.above },
		"below":     func() string { return a.below },
		"hashLen":   func() int { return site.HashLen },
	}).Parse(string(content))
	if err != nil {
		return nil, fmt.Errorf("web/%w", err)
	}
	var b bytes.Buffer
	if err := t.Execute(&b, a.out.info); err != nil {
		return nil, fmt.Errorf("web/%w", err)
	}
	return b.Bytes(), nil
}

// paste returns the content of a script part.
func (a *assembler) paste(name string) (string, error) {
	content, ok := a.src[path.Join(partsDir, name)]
	if !ok {
		return "", fmt.Errorf("web/parts has no file %q", name)
	}
	return string(content), nil
}

// style publishes all style sheets as one file, in the order of their names.
func (a *assembler) style() error {
	var all bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(a.src)) {
		if path.Ext(name) != ".css" {
			continue
		}
		sheet, err := a.expand(name, a.src[name])
		if err != nil {
			return err
		}
		all.Write(sheet)
	}
	published := hashedName(styleName, all.Bytes())
	a.out.names[styleName], a.out.files[published] = published, all.Bytes()
	return nil
}

// first makes the page's inline content, so that the page can be painted as soon as it
// arrives, and the policy that allows it.
func (a *assembler) first() error {
	var err error
	if a.starter, err = a.paste(starterName); err != nil {
		return err
	}
	var whole bool
	if a.above, a.below, whole = strings.Cut(strings.TrimSpace(string(a.src[frameName])), foldMark); !whole {
		return fmt.Errorf("the page's first frame has no %s", foldMark)
	}
	a.out.info.Policy = site.Policy(a.starter)
	return nil
}

// exhibit is a finished project that the page can open.
type exhibit struct{ Name, URL, Integrity string }

func (a *assembler) finished() ([]exhibit, error) {
	var list []exhibit
	for _, name := range slices.Sorted(maps.Keys(a.src)) {
		if path.Ext(name) != ".causeway" {
			continue
		}
		url, err := a.url(name)
		if err != nil {
			return nil, err
		}
		list = append(list, exhibit{strings.TrimSuffix(name, path.Ext(name)), url, integrityOf(a.out.files[url])})
	}
	return list, nil
}

// precache lists everything the app needs offline. The page is listed by its folder's
// address, because some hosts redirect index.html there.
func (a *assembler) precache() (string, error) {
	list := map[string]string{}
	for name, content := range a.out.files {
		if name == indexName {
			name = "./"
		}
		list[name] = integrityOf(content)
	}
	text, err := json.Marshal(list)
	return string(text), err
}

// integrity returns the hash of a published file, with which browsers refuse a changed file.
func (a *assembler) integrity(name string) (string, error) {
	published, err := a.url(name)
	return integrityOf(a.out.files[published]), err
}

func integrityOf(content []byte) string {
	sum := sha256.Sum256(content)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

func isTemplate(name string) bool {
	switch path.Ext(name) {
	case ".html", ".css", ".webmanifest":
		return true
	case ".js":
		return name != "wasm_exec.js" && name != "hyparquet.js"
	}
	return false
}

// hashedName puts a hash of the content before the extension. site.Hashed
// recognises the result.
func hashedName(name string, content []byte) string {
	sum := sha256.Sum256(content)
	ext := path.Ext(name)
	return strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:])[:site.HashLen] + ext
}

var validBase = regexp.MustCompile(`^/([A-Za-z0-9._~-]+/)*$`)

func checkBase(base string) error {
	if base != "" && !validBase.MatchString(base) {
		return fmt.Errorf("-base %q: start and end it with a slash, and use only letters, digits and . _ ~ -",
			base)
	}
	return nil
}
