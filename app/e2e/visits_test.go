package e2e

import (
	"slices"
	"testing"
	"time"

	"causeway/app/e2e/page"
)

// Tests of visits over a bad connection mostly wait. They are in the last file because Go starts parallel tests
// from there.

// The service worker keeps only files as they were built, whatever the network damages and however.
// Each attempt gets one more file; the last one keeps all.
func TestOnlyWholeFilesAreKept(t *testing.T) {
	page.Beside(t)
	all := page.PublishedFiles(t)
	for _, fault := range page.Faults {
		t.Run(string(fault), func(t *testing.T) {
			server := page.ServeBadly(t, fault, 2, all...) // the second request bypasses the browser's own cache
			p := page.NewTab(t, server.Address)
			p.Allow(`.`)
			failures := 0
			for ; !p.InstallAlone(); failures++ {
				if failures > 2*len(all) {
					t.Fatalf("%d attempts failed", failures)
				}
			}
			if spoilt := server.Spoilt(); failures < len(all) ||
				!slices.Equal(spoilt, slices.Sorted(slices.Values(all))) {
				t.Errorf("%d attempts failed for %q, want at least one for each of %q", failures, spoilt, all)
			}
			p.WaitKeepsAll()
		})
	}
}

// A fault that the page can work around stays invisible. Otherwise the visitor sees a sentence and
// a way to try again.
const (
	unseen = iota
	portal
	notLoaded
	engineStops
)

// If any file fails during the first visit, the page works or says so in a sentence, and works once
// the network does.
func TestAFirstVisitOverABadLine(t *testing.T) {
	page.Beside(t)
	all := []struct {
		name                string
		lies, cuts, stalled int
	}{
		{"index.html", portal, notLoaded, notLoaded},
		{"style.css", notLoaded, notLoaded, notLoaded},
		{"wasm_exec.js", notLoaded, notLoaded, notLoaded},
		{"boot.js", notLoaded, notLoaded, notLoaded},
		{"compiler.js", unseen, unseen, unseen}, // the page's own thread compiles
		{"app.wasm", notLoaded, notLoaded, notLoaded},
		{"engine.js", engineStops, engineStops, engineStops},
		{"engine.wasm", engineStops, engineStops, engineStops},
	}
	for k, fault := range page.Faults {
		t.Run(string(fault), func(t *testing.T) {
			files := all
			if !page.Full() { // each file goes wrong in one way; make long NAME=faults does all
				files = nil
				for i, file := range all {
					if i%len(page.Faults) == k {
						files = append(files, file)
					}
				}
			}
			var lines []*page.BadLine
			var tabs []*page.Tab
			for _, file := range files {
				lines = append(lines, page.ServeBadly(t, fault, 1000, file.name))
				p := page.NewTab(t, lines[len(lines)-1].Address)
				p.Allow(`.`)
				p.Hurry()
				p.Timeout = 40 * time.Second
				p.Enter()
				tabs = append(tabs, p)
			}
			for i, file := range files {
				p, sees := tabs[i], map[page.Fault]int{page.Lies: file.lies, page.Cuts: file.cuts,
					page.Stalls: file.stalled}[fault]
				t.Log(file.name)
				switch sees {
				case unseen:
					p.WaitReady()
				case portal:
					p.WaitSays(page.Body, page.Portal)
				case notLoaded:
					p.WaitNotice("Causeway could not be loaded")
				case engineStops:
					p.WaitText("alert", "The engine stopped")
				}
				lines[i].Recover()
				if sees == notLoaded {
					p.TryAgain()
				} else {
					p.Enter()
				}
				p.WaitWhole()
				if sees == engineStops {
					p.WaitEngine()
				}
				if !slices.Equal(lines[i].Spoilt(), []string{file.name}) {
					t.Errorf("went wrong: %q, want %s", lines[i].Spoilt(), file.name)
				}
				p.Leave()
			}
		})
	}
}

// Files that the browser drops from the service worker's cache, or damages there, are fetched
// again, and the page works meanwhile.
func TestWhatIsDroppedOrDamagedComesBack(t *testing.T) {
	page.Beside(t)
	p := page.OpenKept(t)
	p.WaitOffline()
	p.WaitKeepsAll()
	p.Allow(`.`)

	p.Evict("index.html", "style.css", "wasm_exec.js", "boot.js", "compiler.js", "app.wasm", "engine.js", "engine.wasm",
		"census.causeway", "icon-192.png")
	p.Enter()
	p.WaitWhole()
	p.WaitKeepsAll()

	damaged := []string{"index.html", "style.css", "wasm_exec.js", "boot.js", "compiler.js", "app.wasm", "engine.js",
		"engine.wasm", "about.json", "census.causeway"}
	p.Damage(damaged...)
	p.Enter()
	p.WaitWhole()
	p.WaitEngine()
	p.Click("DisclosureTriangle", aboutTitle)
	p.WaitShows(page.About, "Version ")
	p.OpenExample("Who earns more")
	p.WaitKeepsAll()
}

// If files were dropped and the network fails as well, the page says so. It works once the network
// does.
func TestWhatIsDroppedOverABadLineIsTold(t *testing.T) {
	page.Beside(t)
	for _, file := range []string{"style.css", "boot.js", "app.wasm"} {
		t.Run(file, func(t *testing.T) {
			line := page.ServeBadly(t, page.Lies, 0)
			p := page.Visit(t, line.Server)
			p.WaitOffline()
			p.WaitKeepsAll()
			p.Allow(`.`)
			p.Evict(file)
			line.Worsen(file)
			p.Enter()
			p.WaitNotice("Causeway could not be loaded")
			line.Recover()
			p.TryAgain()
			p.WaitWhole()
			p.WaitKeepsAll()
		})
	}
}

const aboutTitle = "About Causeway, and licences"

// If a file fails that is fetched on demand, the page says so, and the next press gets it.
func TestFilesOnRequestOverABadLine(t *testing.T) {
	page.Beside(t)
	for _, fault := range page.Faults {
		t.Run(string(fault), func(t *testing.T) {
			line := page.ServeBadly(t, fault, 1000, "about.json", "census.causeway", "parquet.js", "hyparquet.js")
			p := page.NewTab(t, line.Address)
			p.Allow(`.`)
			p.Hurry()
			p.Start()
			parquet := "testdata/parquet/types.parquet"
			p.SetFiles(parquet)
			p.WaitShows(page.Body, "the Parquet reader arrived incomplete")
			p.Click("DisclosureTriangle", aboutTitle)
			p.WaitShows(page.About, "could not be shown: its file arrived incomplete")
			p.Click("button", "Who earns more")
			p.WaitText("alert", "The finished project could not be loaded: its file arrived incomplete.")
			line.Recover()
			p.Click("DisclosureTriangle", aboutTitle) // closes it
			p.Click("DisclosureTriangle", aboutTitle)
			p.WaitShows(page.About, "Version ")
			p.OpenExample("Who earns more")
			p.DropFiles(parquet)
			p.WaitShows(page.Body, "types.parquet has ")
		})
	}
}
