package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"causeway/cmd/build/site"
)

func TestCompressedFormsDecode(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	text := []byte(strings.Repeat("causeway ", 20_000)) // large enough to be kept
	files := map[string][]byte{"a.js": text, "tiny.js": []byte("1"), "icon.png": text}
	for round := range 2 { // the second reads the first one's files
		packed, err := compress(files, true)
		if err != nil {
			t.Fatal(err)
		}
		z, err := gzip.NewReader(bytes.NewReader(packed["a.js.gz"]))
		if err != nil {
			t.Fatal(err)
		}
		for name, r := range map[string]io.Reader{"gzip": z,
			"brotli": brotli.NewReader(bytes.NewReader(packed["a.js.br"]))} {
			if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, text) {
				t.Errorf("round %d: %s does not decode to the file: %v", round, name, err)
			}
		}
		if len(packed) != 2 {
			t.Errorf("round %d: %d forms, want 2: none for a picture, none that is larger", round, len(packed))
		}
	}
}

func TestStoreSurvivesDamage(t *testing.T) {
	s := store{t.TempDir()}
	text := bytes.Repeat([]byte("x"), 1<<17)
	c := codings(true)[1]
	want, err := s.compressed(text, c)
	if err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(s.dir, "*.gz"))
	if len(files) != 1 {
		t.Fatalf("%d files kept, want 1", len(files))
	}
	if err := os.Truncate(files[0], 0); err != nil {
		t.Fatal(err)
	}
	if got, err := s.compressed(text, c); err != nil || !bytes.Equal(got, want) {
		t.Errorf("after an emptied file: %d bytes, %v; want the form again", len(got), err)
	}
}

func TestStoreIsBounded(t *testing.T) {
	s := store{t.TempDir()}
	for i := range storeKept + 5 {
		s.put(filepath.Join(s.dir, string(rune('a'+i%26))+strings.Repeat("x", i/26)), []byte{1})
	}
	if entries, _ := os.ReadDir(s.dir); len(entries) != storeKept {
		t.Errorf("%d forms kept, want %d", len(entries), storeKept)
	}
}

func TestWriteReplacesAnEarlierBuild(t *testing.T) {
	dir := t.TempDir()
	foreign := filepath.Join(dir, "CNAME")
	if err := os.WriteFile(foreign, []byte("host"), 0o644); err != nil {
		t.Fatal(err)
	}
	src := webSources(t)
	first := assembled(t, src, "")
	src["app.wasm"] = bytes.Repeat([]byte("new"), 1000)
	second := assembled(t, src, "")
	for _, s := range []static{first, second} {
		packed, err := compress(s.files, true)
		if err != nil {
			t.Fatal(err)
		}
		if err := write(dir, s, packed); err != nil {
			t.Fatal(err)
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range left {
		name := strings.TrimSuffix(strings.TrimSuffix(e.Name(), ".br"), ".gz")
		if _, ok := second.files[name]; !ok && name != "CNAME" {
			t.Errorf("%s is left over", e.Name())
		}
	}
	if _, err := os.Stat(foreign); err != nil {
		t.Error("a file that is not ours was removed")
	}
	info, err := site.ReadInfo(os.DirFS(dir))
	if err != nil || info.Site != second.info.Site {
		t.Errorf("info = %v, %v", info, err)
	}
}

func TestBudget(t *testing.T) {
	noise := func(n int) []byte {
		b := make([]byte, n)
		rnd := rand.NewChaCha8([32]byte{})
		rnd.Read(b)
		return b
	}
	src := webSources(t)
	src["engine.wasm"] = noise(parts[1].budget)
	s := assembled(t, src, "")
	var out strings.Builder
	err := report(&out, "dist", s, nil, false)
	if err == nil || !strings.Contains(err.Error(), "engine takes") || strings.Contains(err.Error(), "page") {
		t.Errorf("error = %v, want one about the engine only", err)
	}
	if err := report(&out, "dist", s, nil, true); err != nil {
		t.Errorf("a fast build checks budgets: %v", err)
	}
}

func TestIcons(t *testing.T) {
	bare, full := drawIcon(192, false), drawIcon(192, true)
	if _, _, _, a := bare.At(0, 0).RGBA(); a != 0 {
		t.Error("the corner of an icon is not clear")
	}
	if full.At(0, 0) != markGround {
		t.Errorf("the corner of a maskable icon is %v, want the ground", full.At(0, 0))
	}
	for i, n := range markNodes {
		if got := bare.At(int(n.x*192/512), int(n.y*192/512)); got != markNode {
			t.Errorf("node %d is %v, want %v", i, got, markNode)
		}
	}
	if got := bare.At(160*192/512, 300*192/512); got != markPath {
		t.Errorf("the first path is %v, want %v", got, markPath)
	}
	// Every mask shows the circle around the middle whose radius is 0.4 of the side.
	for y := range 192 {
		for x := range 192 {
			dx, dy := float64(x)-95.5, float64(y)-95.5
			if dx*dx+dy*dy > 77*77 && full.At(x, y) != markGround {
				t.Fatalf("the maskable icon has the mark at %d,%d, outside the safe circle", x, y)
			}
		}
	}
}
