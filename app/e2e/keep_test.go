package e2e

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"causeway/app/e2e/page"
)

func TestAReloadBringsTheProjectBack(t *testing.T) {
	page.Beside(t)
	p := page.OpenKept(t)
	if p.Has("button", "Continue") || p.KeepState() != "" {
		t.Error("a fresh browser offers a project")
	}
	p.SmallProject(page.Training{Classifier: 5, Generator: 2})
	p.WaitSaved()
	p.Reload()
	p.WaitTrained()
	if got := p.StepState("table"); got != "1,000 rows" {
		t.Errorf("the table has %q, want 1,000 rows", got)
	}
	p.GoTo("Generator")
	if got := p.FieldValue("Epochs"); got != "2" {
		t.Errorf("Epochs = %q, want 2 as set before", got)
	}
	p.Click("button", "Undo") // the work before the reload
	p.WaitFor("the epochs before", func() bool { return p.FieldValue("Epochs") != "2" })
	p.Click("button", "Redo")
	p.WaitFor("the epochs again", func() bool { return p.FieldValue("Epochs") == "2" })
	p.WaitSaved()

	q := p.OpenAgain()
	q.Click("button", "Recent projects")
	q.WaitText("region", "open in another tab")
	if q.Has("button", "Continue") {
		t.Error("a project that is open in another tab is offered")
	}
	q.OpenRecent()
	q.WaitText("alert", "open in another tab")
	q.WaitTrained()
	q.WaitFor("the copy to be saved", func() bool { return strings.HasSuffix(q.KeepState(), "as a copy") })

	// The first tab closes, and the copy, which has a change, continues with the
	// original.
	q.SetTries(777)
	q.GoTo("Generator")
	q.FillNumber("Epochs", 3)
	p.Leave()
	q.WaitHas("button", "Continue the project")
	q.Shoot("takeover")
	q.Click("button", "Continue the project")
	q.WaitText("status", "This tab continues with the original.")
	q.WaitSaved()
	if strings.HasSuffix(q.KeepState(), "as a copy") {
		t.Error("the page still says that it works on a copy")
	}
	q.WaitFor("the project's settings", func() bool { return q.FieldValue("Epochs") == "2" })
}

// The page works in a browser without storage.
func TestABrowserThatKeepsNothing(t *testing.T) {
	page.Beside(t)
	for name, prevent := range page.NoStore {
		t.Run(name, func(t *testing.T) {
			p := page.Blank(t)
			prevent(p)
			p.Start()
			p.SmallTable()
			p.WaitText("alert", "Nothing can be saved in this browser")
			p.Train(page.Training{Classifier: 5, Generator: 2})
			if got := p.KeepState(); got != "Nothing can be saved in this browser" {
				t.Errorf("the page says %q", got)
			}
		})
	}
}

// The page reports a full disk, works on, and saves everything once there is room.
func TestAFullDiskIsTold(t *testing.T) {
	page.Beside(t)
	p := page.OpenKept(t)
	p.WaitOffline()    // the program itself takes room
	p.LimitStore(1000) // before the first save: for a while the browser remembers that there was room
	p.SmallTable()
	p.WaitText("alert", "has no room left for this page")
	p.Train(page.Training{Classifier: 5, Generator: 2}) // the work goes on
	p.WaitFor("what became of the save that follows it", func() bool { return p.KeepState() == "Not saved" })
	p.LimitStore(1 << 30)
	p.WaitSaved()
	if text := p.Alerts(); text != "" {
		t.Errorf("once there is room the page still says %q", text)
	}
	p.Reload()
	p.WaitTrained()
}

// If the browser stops answering during a save, the last good state stays, and the page says that
// it could not save.
func TestAFailingStoreLeavesTheLastGoodState(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.SmallProject(page.Training{Classifier: 5, Generator: 2})
	p.WaitSaved()
	good := p.Kept()
	p.BreakStore()
	p.SetTries(777)
	p.WaitText("alert", "The project could not be saved in this browser")
	if now := p.Kept(); now.Explain.Find.Budget != good.Explain.Find.Budget || !now.HasGenerator {
		t.Error("the last good state is gone")
	}
	p.MendStore()
	p.WaitSaved()
	if got := p.Kept().Explain.Find.Budget; got != 777 {
		t.Errorf("once the store works again it holds %d tries, want 777", got)
	}
}

// Each storage call fails once during a save: the page says so and continues, and the next save
// is complete. It takes minutes.
func TestEachCallOfTheStoreFailsOnce(t *testing.T) {
	if os.Getenv("CAUSEWAY_KILLS") == "" {
		t.Skip("make long NAME=faults does it")
	}
	page.Beside(t)
	p := page.Open(t)
	p.SmallProject(page.Training{Classifier: 5, Generator: 2})
	p.WaitSaved()
	failed, budget := map[string]bool{}, 100
	for n := 1; ; n++ {
		budget++
		p.FailCall(n)
		p.SetTries(budget)
		made, at := 0, time.Now()
		p.WaitFor("a save", func() bool {
			if now := p.CallsMade(); now != made {
				made, at = now, time.Now()
			}
			return p.CallFailed() != "" || made > 0 && time.Since(at) > 3*time.Second
		})
		if p.CallFailed() == "" { // this save has fewer calls
			break
		}
		failed[p.CallFailed()] = true
		p.FailCall(0)
		p.WaitFor("the save after call "+strconv.Itoa(n), func() bool { return p.Kept().Explain.Find.Budget == budget })
		p.WaitSaved()
	}
	for _, call := range []string{"transaction", "objectStore", "get", "put", "Uint8Array", "digest"} {
		if !failed[call] {
			t.Errorf("%s was not among %v, which failed", call, failed)
		}
	}
	p.Reload()
	p.WaitTrained()
}

// Each storage call fails once while a page starts. The page opens the project or says in a sentence
// that it cannot, and the next start finds everything. It takes minutes.
func TestEachCallOfTheStoreFailsOnceAtAStart(t *testing.T) {
	if os.Getenv("CAUSEWAY_KILLS") == "" {
		t.Skip("make long NAME=faults does it")
	}
	page.Beside(t)
	p := page.Blank(t)
	p.Allow(`.`)
	p.CanFailAtStart()
	p.Start()
	p.SmallProject(page.Training{Classifier: 5, Generator: 2})
	p.WaitSaved()
	for n := 1; ; n++ {
		p.FailAtStart(n)
		p.Reload()
		p.WaitFor("the project or a sentence", func() bool {
			return p.StepState("generator") == "trained" || p.Alerts() != "" ||
				p.KeepState() == "Nothing can be saved in this browser"
		})
		p.LetWork(time.Second) // a save that follows
		failed, said := p.CallFailed(), p.KeepState()+p.Alerts()
		if failed == "" {
			break
		}
		t.Logf("call %d, %s: %q", n, failed, said)
		p.FailAtStart(0)
		p.Reload()
		p.WaitFor("the project", func() bool {
			return p.Has("button", "Continue") ||
				p.StepState("table") == "1,000 rows"
		})
		if p.Has("button", "Continue") { // the start that failed did not know where this tab was
			p.Click("button", "Continue")
		}
		p.WaitTrained()
		p.WaitSaved()
		p.LetWork(time.Second) // until then the browser asks before it leaves the page
	}
}

// After one visit everything works offline: training, saving, and opening saved files.
func TestOfflineProjects(t *testing.T) {
	page.Beside(t)
	server := page.Serve(t, page.Site(t))
	p := page.NewTab(t, server.Address)
	p.Start()
	p.WaitOffline()
	server.Close()
	p.Reload()
	p.SmallProject(page.Training{Classifier: 5, Generator: 2})
	p.WaitSaved()
	p.Reload()
	p.WaitTrained()
	p.Click("button", "Recent projects")
	p.Fill("textbox", "Name of this version", "offline")
	p.Click("button", "Keep this version")
	p.SetTries(321)
	p.WaitFor("the change to be saved", func() bool { return p.Kept().Explain.Find.Budget == 321 })
	p.OpenMenu("Project")
	p.Click("button", "Go back to offline")
	p.WaitFor("the version to be open", func() bool { return p.Kept().Explain.Find.Budget != 321 })
}
