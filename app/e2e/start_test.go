package e2e

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"causeway/app/e2e/page"
)

func TestGlobals(t *testing.T) {
	page.Beside(t)
	p := page.OpenKept(t)
	if got, want := p.Build(), page.BuildOf(t, page.Site(t)); got != want {
		t.Errorf("the page is of build %q, want %q", got, want)
	}
	if got := p.RootPrefix(); got != "" {
		t.Errorf("root prefix = %q, want none at the root", got)
	}
}

func TestEngineStarts(t *testing.T) {
	page.Beside(t)
	page.OpenKept(t).EngineAnswers()
}

// Most static hosts set no headers and serve the site from a folder, as this one does.
func TestBelowPrefixWithoutHeaders(t *testing.T) {
	page.Beside(t)
	p := page.NewTab(t, page.ServePlain(t, "/some/prefix").Address)
	for _, path := range []string{"", "index.html"} {
		p.StartAt(path)
		if got := p.RootPrefix(); got != "/some/prefix" {
			t.Errorf("%q: root prefix = %q, want /some/prefix", path, got)
		}
		if got := p.Path(); got != "/some/prefix/" {
			t.Errorf("%q: location = %q, want the folder", path, got)
		}
	}
	p.EngineAnswers()
	p.WaitOffline()
	if got := p.EnginePolicy(); !strings.Contains(got, "connect-src 'self'") {
		t.Errorf("policy of the worker on a host without headers = %q, want ours", got)
	}
}

// A network that fails once in the first visit costs a moment, not the offline start.
func TestFilesAreKeptAfterAFailure(t *testing.T) {
	page.Beside(t)
	server, asked := page.ServeFailingOnce(t, ".causeway")
	page.Visit(t, server).WaitOffline()
	if asked.Load() < 2 {
		t.Error("no file was asked for again")
	}
}

func TestFixedBase(t *testing.T) {
	page.Beside(t)
	page.Site(t)
	dir, err := page.BuildSite(nil, "-base", "/a/b/")
	if err != nil {
		t.Fatal(err)
	}
	p := page.NewTab(t, page.Serve(t, dir).Address+"a/b/")
	p.Start()
	p.EngineAnswers()
	p.WaitOffline()
}

func TestSecondVisitWithoutServer(t *testing.T) {
	page.Beside(t)
	server := page.Serve(t, page.Site(t))
	p := page.Visit(t, server)
	p.WaitOffline()
	server.Close()

	for _, path := range []string{"", "index.html", "classifier", "?from=home", ""} {
		p.StartAt(path)
	}
	p.EngineAnswers()
	p.StartAt("no/such/folder")
	if got := p.Path(); got != "/" {
		t.Errorf("an unknown folder leads to %q, want the page", got)
	}
}

func TestBlockedDownloadIsReadable(t *testing.T) {
	page.Beside(t)
	p := page.NewTab(t, page.ServeInstead(t, "app.wasm", page.Refusing(http.StatusForbidden, "blocked")).Address)
	p.Allow(`403|could not be loaded`)
	p.Open("")
	p.WaitText("alert", "Causeway could not be loaded")
	if !p.Has("button", "Try again") {
		t.Error("the notice has no button to try again")
	}
}

// If the worker that compiles the program does not start, the page's own thread compiles it.
func TestThePageStartsWithoutItsCompiler(t *testing.T) {
	page.Beside(t)
	p := page.NewTab(t, page.ServeInstead(t, "compiler.js", page.Refusing(http.StatusNotFound, "gone")).Address)
	p.Allow(`404`)
	p.Start()
}

func TestNoWebAssemblyIsReadable(t *testing.T) {
	page.Beside(t)
	p := page.Blank(t)
	p.Allow(`Causeway needs WebAssembly`)
	p.WithoutWebAssembly()
	p.Open("")
	p.WaitText("alert", "Causeway needs WebAssembly")
}

func TestPanicIsReadable(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.Allow(`Causeway has stopped|the ground gave way|exited`)
	p.BreakAddresses("the ground gave way")
	p.Click("link", "Causes")
	p.WaitText("alert", "Causeway has stopped")
	p.WaitText("alert", "panic: ")
	p.WaitText("alert", "the ground gave way")
	p.WaitText("alert", "app.navigate") // the function, and its line
	p.WaitText("alert", "/app.go:")
	p.WaitText("alert", "\nbuild ")
	p.Click("button", "Reload")
	p.WaitReady()
}

func TestEngineDeathIsTold(t *testing.T) {
	page.Beside(t)
	for want, answer := range map[string]page.Answer{
		"the server answered 404": page.Refusing(http.StatusNotFound, "gone"),
		"engine.wasm arrived incomplete: it is not what the site was built with": page.Empty,
	} {
		p := page.NewTab(t, page.ServeInstead(t, "engine.wasm", answer).Address)
		p.Allow(`404`)
		p.Start()
		if _, got := p.HelloEngine(); !strings.Contains(got, want) {
			t.Errorf("the page hears %q, want %q in it", got, want)
		}
	}
	p := page.Open(t)
	got := p.ConfuseEngine()
	for _, want := range []string{"panic: ", "main.(*inbox).add", "inbox.go:"} {
		if !strings.Contains(got, want) {
			t.Errorf("the page hears %q, want %q in it", got, want)
		}
	}
}

func TestUpdateIsAnnouncedAndApplied(t *testing.T) {
	page.Beside(t)
	dir := page.CopySite(t)
	p := page.Visit(t, page.Serve(t, dir))
	p.WaitOffline()
	old := p.SiteID()
	page.RenameSite(t, dir, old, "feedfeedfeed")

	p.Reload()
	if got := p.SiteID(); got != old {
		t.Errorf("site after a reload = %q, want the one in use, %q, until the page asks", got, old)
	}
	p.TakeUpdate("feedfeedfeed")
	p.WaitReady()
	p.WaitFor("the old files to go", func() bool {
		stores := p.Stores()
		return len(stores) == 1 && strings.HasSuffix(stores[0], "feedfeedfeed")
	})
}

const linkUnread = "The link could not be read: its address is damaged or too long. Nothing was changed. Copy the " +
	"whole link again."

// If Go cannot parse the address, the page still opens at the place that the address names before
// the fault, and says so in a sentence.
func TestADamagedAddressOpens(t *testing.T) {
	page.Beside(t)
	server := page.Serve(t, page.Site(t))
	for _, test := range []struct{ path, title, hash string }{
		{"#%", "Table", ""},
		{"#a%2", "Table", "#a"},
		{"#explain&project=ab%", "Person", "#explain"},
		{"?a=%#%", "Table", ""},
	} {
		t.Run(test.path, func(t *testing.T) {
			p := page.NewTab(t, server.Address)
			p.StartAt(test.path)
			p.WaitText("alert", linkUnread)
			p.WaitHas("heading", test.title)
			if got := p.Hash(); got != test.hash {
				t.Errorf("the address ends in %q, want %q", got, test.hash)
			}
			p.GoTo("Classifier") // and the page works
			p.WaitHas("heading", "Classifier")
			p.WaitNoAlert()
		})
	}
	t.Run("one that is too long", func(t *testing.T) {
		p := page.NewTab(t, server.Address)
		p.StartAt("#causes&project=" + strings.Repeat("A", 64<<10))
		p.WaitText("alert", linkUnread)
		p.WaitHas("heading", "Causes")
		if got := p.Hash(); got != "#causes" {
			t.Errorf("the address ends in %.100q, want #causes", got)
		}
	})
	t.Run("a good one says nothing", func(t *testing.T) {
		p := page.NewTab(t, server.Address)
		p.StartAt("#graph%20x%C3%A9")
		p.WaitHas("heading", "Table")
		if got := p.Alerts(); got != "" {
			t.Errorf("alert %q", got)
		}
	})
}

// A busy page that gets such an address in any way stays where it is and loses nothing.
func TestADamagedAddressLosesNothing(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.Sample("Simple-BN", 0)
	p.GoTo("Causes")
	p.WaitHas("heading", "Causes")
	for _, come := range []struct{ way, hash string }{{"typed", "#%"}, {"typed", "#graph%"}, {"typed", "#a%2"},
		{"back", "#%"}, {"a link", "#%"}} {
		page.WaysTo[come.way](p, come.hash)
		p.WaitText("alert", linkUnread)
		if got := p.Hash(); got != "#causes" {
			t.Errorf("after %s by %s the address ends in %q, want #causes", come.hash, come.way, got)
		}
		p.WaitHas("heading", "Causes")
		p.Click("button", "Dismiss: "+linkUnread)
		p.WaitNoAlert()
	}
	p.GoTo("Table")
	p.WaitHas("heading", "10,000 rows, 3 features")
	p.Reload()
	p.WaitText("status", "Simple-BN")
}

// If a browser reports the states of service workers late, as WebKit does, the worker of a first
// visit seems to wait for itself.
func TestAFirstVisitIsNoNewVersion(t *testing.T) {
	page.Beside(t)
	p := page.Blank(t)
	p.TellStatesLate()
	p.Start()
	p.WaitFor("a state that is told late", func() bool { return p.StatesTold() > 0 })
	if got, want := p.WorkerSiteID(), p.SiteID(); got != want {
		t.Fatalf("the worker is of site %q, want %q", got, want)
	}
	if p.HasUpdate() {
		t.Error("a new version is announced on a first visit")
	}
}

func TestAboutShowsVersionAndLicences(t *testing.T) {
	page.Beside(t)
	dir := page.CopySite(t)
	server := page.Serve(t, dir)
	p := page.Visit(t, server)
	p.WaitOffline()
	server.Close() // the About texts are there offline
	p.Click("DisclosureTriangle", "About Causeway, and licences")
	version := regexp.MustCompile(`(?m)^## (\S+)`).FindSubmatch(page.Read(t, "CHANGELOG.md"))
	p.WaitShows(page.About, "Version "+string(version[1])+", build ")
	for _, name := range []string{"app", "engine"} {
		files, err := filepath.Glob(filepath.Join(dir, name+".*.wasm"))
		if err != nil || len(files) != 1 {
			t.Fatalf("%v, %v", files, err)
		}
		program, err := os.ReadFile(files[0])
		if err != nil {
			t.Fatal(err)
		}
		p.WaitShows(page.About, fmt.Sprintf("%x", sha256.Sum256(program)))
	}
	p.Click("DisclosureTriangle", "github.com/maxence-charriere/go-app/v9 v9.8.0")
	p.WaitShows(page.About, "Permission is hereby granted")
	p.Shoot("about")
}
