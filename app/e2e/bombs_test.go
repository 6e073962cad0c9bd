package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"causeway/app/e2e/page"
	"causeway/core/bombs"
)

// Each file made to exhaust the page gets one sentence soon, takes little memory, kills no engine
// and leaves no worker behind. Without CAUSEWAY_FULL only some are tried.
func TestBombsGetOneSentence(t *testing.T) {
	var peak atomic.Int64
	ended := make(chan bool)
	t.Cleanup(func() { close(ended) })
	go func() {
		for {
			peak.Store(max(peak.Load(), int64(slices.Max(append(page.Renderers(), 0)))))
			select {
			case <-ended:
				return
			case <-time.After(50 * time.Millisecond):
			}
		}
	}()
	// core/workbook reads those
	books := slices.DeleteFunc(bombs.Workbooks(), func(b bombs.File) bool {
		return strings.Contains(b.Name, " and bulk")
	})
	// these are harmless
	files := slices.DeleteFunc(bombs.Parquet(), func(b bombs.File) bool { return strings.HasPrefix(b.Name, "whole, ") })
	tables := append(files, books...)
	trial, _ := filepath.Glob(filepath.Join(page.Root(), "../shared/cases/R-hostile/parquet/*"))
	for _, path := range trial {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		tables = append(tables, bombs.File{Name: filepath.Base(path), Bytes: b})
	}
	toGraph := func(p *page.Tab) { p.OpenGraph() }
	toClassifier := func(p *page.Tab) { p.GoTo("Classifier"); p.WaitHas("button", "Import a model") }
	for _, step := range []struct {
		name          string
		list          []bombs.File
		open          func(p *page.Tab) // with a table; nil: the first step
		offer, aside  string            // buttons for what can still be read
		every, reload int               // one of this many is tried, and the page reopens after this many
	}{
		{"binary", tables, nil, "Import table", "Discard", 9, 20},
		{"tables", bombs.Tables(), nil, "Import table", "Discard", 9, 2},
		{"graphs", bombs.Graphs(), toGraph, "Draw this graph", "Close the file", 9, 4},
		{"models", bombs.Models(), toClassifier, "Discard model", "Discard model", 9, 4},
	} {
		t.Run(step.name, func(t *testing.T) {
			if !page.Full() {
				t.Parallel()
			}
			const most = 700 // MB
			slowest, tried := time.Duration(0), 0
			p := page.Blank(t)
			p.CatchReaders()
			p.CatchEngines()
			p.Start()
			p.Timeout = time.Minute
			if step.open != nil {
				p.ImportText(page.Lines("x1,x2,y", 60, func(i int) string {
					return []string{"1,2,no", "3,1,yes", "2,5,no"}[i%3]
				}))
				step.open(p)
			}
			if page.Full() {
				peak.Store(0)
			}
			for i, b := range step.list {
				if !page.Full() && i%step.every > 0 {
					continue
				}
				took, said := bombed(t, p, b, step.offer, step.aside)
				t.Logf("%s: %v, %d MB so far, %s", b.Name, took.Round(10*time.Millisecond), peak.Load(), said)
				slowest, tried = max(slowest, took), tried+1
				// nobody opens that many, and browsers release memory when they like
				if tried%step.reload == 0 {
					p.Reload()
					if step.open != nil {
						step.open(p)
					}
				}
			}
			t.Logf("%d files: %v at most, %d MB", tried, slowest.Round(10*time.Millisecond), peak.Load())
			if peak.Load() > most {
				t.Errorf("they take %d MB", peak.Load())
			}
			if page.Timed() && slowest > 5*time.Second || slowest > time.Minute {
				t.Errorf("a sentence takes %v", slowest)
			}
		})
	}
}

// bombed gives the page a file and returns its sentence and the time it took.
func bombed(t *testing.T, p *page.Tab, b bombs.File, offer, aside string) (took time.Duration, said string) {
	t.Helper()
	path, began := page.Write(t, b.Name, b.Bytes), time.Now()
	p.SetFiles(path)
	p.WaitFor("a word about "+b.Name, func() bool {
		said = p.Alerts()
		return said != "" || p.Has("button", offer)
	})
	took = time.Since(began)
	library := regexp.MustCompile(`(?i)thrift|snappy|undefined|offset|array|range|bigint|invalid`)
	if library.MatchString(strings.ReplaceAll(said, b.Name, "")) || strings.Contains(said, "engine stopped") {
		t.Errorf("%s: %s", b.Name, said)
	}
	if strings.HasSuffix(b.Name, ".parquet") && said != "" && !strings.Contains(said, b.Name) {
		t.Errorf("%s is not named: %s", b.Name, said)
	}
	if n := p.Readers(); n > 0 {
		t.Errorf("%s leaves %d workers", b.Name, n)
	}
	if n := p.Engines(); n != 1 {
		t.Fatalf("%s: %d engines were started", b.Name, n)
	}
	if p.Has("button", offer) {
		p.Click("button", aside)
		p.WaitFor(b.Name+" to be put aside", func() bool { return !p.Has("button", offer) })
	}
	p.Dismiss()
	return took, said
}

// The page gives up a file that takes too much memory, and reads the next one.
func TestAFileThatSwellsIsGivenUp(t *testing.T) {
	page.Beside(t)
	p := page.Blank(t)
	p.CatchEngines()
	p.Start()
	p.SmallTable()
	p.SwellEngines(100)
	p.SetFiles(page.LongFile(t, 4<<20))
	p.WaitText("alert", "The engine stopped while reading ")
	p.SwellEngines(1)
	p.WaitText("status", "The engine is running again")
	p.SetFiles("testdata/parquet/types.parquet")
	p.WaitHas("button", "Import table")
}

// The page gives up a file that never ends, and one that a person cancels or replaces.
func TestEndlessFilesAreGivenUp(t *testing.T) {
	page.Beside(t)
	p := page.Blank(t)
	p.CatchReaders()
	p.Start()
	const path = "testdata/parquet/types.parquet"
	p.StallReaders("silent")
	p.SetFiles(path)
	p.WaitShows(page.Body, "reading it came to no end")
	p.Dismiss()
	p.StallReaders("busy")
	p.SetFiles(path)
	p.Click("button", "Cancel")
	p.WaitFor("the worker to be gone", func() bool { return p.Readers() == 0 })
	p.SetFiles(path)
	p.WaitHas("button", "Cancel")
	p.StallReaders("")
	p.SetFiles(path)
	p.WaitHas("button", "Import table")
	if n := p.Readers(); n > 0 {
		t.Errorf("%d workers are left", n)
	}
	if said := p.Alerts(); said != "" {
		t.Errorf("it says %s", said)
	}
}
