package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/andybalholm/brotli"
)

// A coding is one way of compressing a file ahead of time.
type coding struct {
	ext   string
	level int
	open  func(io.Writer, int) io.WriteCloser
}

// brotliWindow is the window of brotli as a power of two: the largest that browsers
// accept (RFC 7932, 9.1). Binaries exceed the usual window of 22 bits.
const brotliWindow = 24

func codings(fast bool) []coding {
	brotliLevel, gzipLevel := brotli.BestCompression, gzip.BestCompression
	if fast {
		brotliLevel, gzipLevel = 4, gzip.BestSpeed
	}
	return []coding{
		{".br", brotliLevel, func(w io.Writer, level int) io.WriteCloser {
			return brotli.NewWriterOptions(w, brotli.WriterOptions{Quality: level, LGWin: brotliWindow})
		}},
		{".gz", gzipLevel, func(w io.Writer, level int) io.WriteCloser {
			z, _ := gzip.NewWriterLevel(w, level) // fails only on a bad level
			return z
		}},
	}
}

func compressible(name string) bool {
	switch path.Ext(name) {
	case ".html", ".js", ".css", ".wasm", ".svg", ".webmanifest", ".json", ".txt", ".csv", ".causeway":
		return true
	}
	return false
}

// compress returns the compressed forms of files, by name with.br or.gz added. A form no
// smaller than the file is omitted.
func compress(files map[string][]byte, fast bool) (map[string][]byte, error) {
	cache := newStore()
	packed := map[string][]byte{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	var failure error
	slots := make(chan struct{}, runtime.NumCPU())
	for name, content := range files {
		if !compressible(name) {
			continue
		}
		for _, c := range codings(fast) {
			wg.Go(func() {
				slots <- struct{}{}
				defer func() { <-slots }()
				small, err := cache.compressed(content, c)
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					failure = fmt.Errorf("compressing %s: %w", name, err)
				} else if len(small) < len(content) {
					packed[name+c.ext] = small
				}
			})
		}
	}
	wg.Wait()
	return packed, failure
}

// A store keeps compressed forms between builds, because brotli at its highest level
// takes many seconds for a binary that often has not changed. An empty dir stores
// nothing.
type store struct{ dir string }

// storeKept is how many forms the store keeps: a few builds of two binaries and some small files.
const storeKept = 200

func newStore() store {
	dir, err := os.UserCacheDir()
	if err != nil {
		return store{}
	}
	dir = filepath.Join(dir, "causeway", "compressed")
	if os.MkdirAll(dir, 0o755) != nil {
		return store{}
	}
	return store{dir}
}

func (s store) compressed(content []byte, c coding) ([]byte, error) {
	if s.dir == "" || len(content) < 1<<16 {
		return c.apply(content)
	}
	file := filepath.Join(s.dir, fmt.Sprintf("%x-%d-%d%s", sha256.Sum256(content), c.level, brotliWindow, c.ext))
	if small, err := os.ReadFile(file); err == nil && len(small) > 0 {
		now := time.Now()
		os.Chtimes(file, now, now)
		return small, nil
	}
	small, err := c.apply(content)
	if err != nil {
		return nil, err
	}
	s.put(file, small)
	return small, nil
}

// put writes through a temporary name, so that another build never reads half a file. The
// store is optional: an error only leaves it unchanged.
func (s store) put(file string, content []byte) {
	tmp, err := os.CreateTemp(s.dir, "new-")
	if err != nil {
		return
	}
	_, err = tmp.Write(content)
	if tmp.Close() != nil || err != nil || os.Rename(tmp.Name(), file) != nil {
		os.Remove(tmp.Name())
	}
	s.prune()
}

// prune removes the least recently used forms.
func (s store) prune() {
	entries, err := os.ReadDir(s.dir)
	if err != nil || len(entries) <= storeKept {
		return
	}
	used := func(e os.DirEntry) time.Time {
		if info, err := e.Info(); err == nil {
			return info.ModTime()
		}
		return time.Time{}
	}
	slices.SortFunc(entries, func(a, b os.DirEntry) int { return used(a).Compare(used(b)) })
	for _, e := range entries[:len(entries)-storeKept] {
		os.Remove(filepath.Join(s.dir, e.Name()))
	}
}

func (c coding) apply(content []byte) ([]byte, error) {
	var b bytes.Buffer
	w := c.open(&b, c.level)
	if _, err := w.Write(content); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
