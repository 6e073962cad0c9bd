package e2e

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"causeway/app/e2e/page"
	"causeway/core/bombs"
)

// Files that were made to exhaust the page get one sentence each and soon, take little memory, cost no engine its
// life and leave no worker behind. What goes on reading ends when a person cancels it or chooses another file.
func TestBombsGetOneSentence(t *testing.T) {
	const most = 700 // MB
	p := page.Blank(t)
	p.CatchReaders()
	p.CatchEngines()
	p.Start()
	ended, highest := make(chan bool), make(chan int)
	go func() {
		peak := 0
		for {
			peak = max(peak, slices.Max(append(page.Renderers(), 0)))
			select {
			case <-ended:
				highest <- peak
				return
			case <-time.After(50 * time.Millisecond):
			}
		}
	}()
	library := regexp.MustCompile(`(?i)thrift|snappy|undefined|offset|array|range|bigint|invalid`)
	slowest, files := time.Duration(0), append(bombs.Workbooks(), bombs.Parquet()...)
	files = slices.DeleteFunc(files, func(b bombs.File) bool { return strings.Contains(b.Name, " and bulk") }) // core/workbook reads those
	for _, b := range files {
		path := page.Write(t, b.Name, b.Bytes)
		began := time.Now()
		p.SetFiles(path)
		p.WaitAlert()
		took, said := time.Since(began), p.Alerts()
		t.Logf("%s: %v, %s", b.Name, took.Round(10*time.Millisecond), said)
		slowest = max(slowest, took)
		if library.MatchString(strings.ReplaceAll(said, b.Name, "")) || strings.Contains(said, "engine stopped") {
			t.Errorf("%s: %s", b.Name, said)
		}
		if strings.HasSuffix(b.Name, ".parquet") && !strings.Contains(said, b.Name) {
			t.Errorf("%s is not named: %s", b.Name, said)
		}
		if n := p.Readers(); n > 0 {
			t.Errorf("%s leaves %d workers", b.Name, n)
		}
		p.Dismiss()
	}
	close(ended)
	peak := <-highest
	t.Logf("%d files: %v at most, %d MB", len(files), slowest.Round(10*time.Millisecond), peak)
	if peak > most {
		t.Errorf("they take %d MB", peak)
	}
	if page.Timed() && slowest > 5*time.Second || slowest > time.Minute {
		t.Errorf("a sentence takes %v", slowest)
	}
	if n := p.Engines(); n != 1 {
		t.Errorf("%d engines were started", n)
	}

	p.SlowReaders()
	endless := ""
	for _, b := range files {
		if strings.HasPrefix(b.Name, "a match of LZ4") {
			endless = page.Write(t, b.Name, b.Bytes)
		}
	}
	p.SetFiles(endless)
	p.Click("button", "Cancel")
	p.WaitFor("the worker to be gone", func() bool { return p.Readers() == 0 })
	p.SetFiles(endless)
	p.WaitHas("button", "Cancel")
	p.SetFiles("testdata/parquet/types.parquet")
	p.WaitHas("button", "Import table")
	if n := p.Readers(); n > 0 {
		t.Errorf("%d workers are left", n)
	}
	if said := p.Alerts(); said != "" {
		t.Errorf("it says %s", said)
	}
}
