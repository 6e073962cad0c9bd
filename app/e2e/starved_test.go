package e2e

import (
	"bytes"
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"causeway/app/e2e/page"
)

// starved is a page whose engine or program lacks memory once.
type starved struct {
	*page.Tab
	opened bool // it reported the table as saved
	safe   int  // labels that it reported as saved
}

// until waits for something. It presses what the page asks for after the engine stopped twice, and
// reopens a table that was lost.
func (s *starved) until(what string, holds func() bool, open func()) {
	last := time.Now()
	s.WaitFor(what, func() bool {
		switch now := s.Alerts(); {
		case holds():
			return true
		case strings.Contains(now, "The training was interrupted"):
			s.Click("button", "Resume")
		case open != nil && (strings.Contains(now, whileOpening) || // or a press came while no engine ran
			len(s.EngineMemories()) > 1 && !s.ShowsProgress() && time.Since(last) > 3*time.Second):
			open()
			last = time.Now()
		}
		return false
	})
}

// work opens a table, trains, labels and searches, as far as that was not done yet.
func (s *starved) work() {
	if s.StepState("table") != "1,000 rows" {
		open := func() {
			s.FillNumber("Rows", 1000)
			s.Click("button", "Simple-BN")
		}
		open()
		s.until("the table", func() bool { return s.Has("table", "Columns of the table") }, open)
		s.WaitSaved()
		s.opened = true
	}
	for _, model := range []string{"Classifier", "Generator"} {
		trained := func() bool { return s.StepState(strings.ToLower(model)) == "trained" }
		if !trained() {
			s.BeginTraining(model, 30)
			s.until(model, trained, nil)
		}
	}
	s.GoTo("Label")
	for n := s.Labelled(); n < 3; n++ {
		s.until("something to judge", func() bool { return s.Has("button", "Unsure") }, nil)
		for labelled := false; !labelled; { // a key that arrives while another engine starts does nothing
			s.Press("y")
			labelled = s.WaitUpTo(2*time.Second, func() bool { return s.Labelled() > n })
		}
		s.WaitSaved()
		s.safe = n + 1
	}
	s.GoTo("Person")
	s.until("counterfactuals", func() bool { return s.Has("list", "Counterfactuals") }, nil)
	s.WaitSaved()
}

// lackOfMemory is how Go's runtime says it.
var lackOfMemory = regexp.MustCompile(`fatal error: (out of memory|runtime: cannot allocate memory)`)

const whileOpening = "The engine stopped while opening this. Nothing was changed."

// everySize means that memory ends at every size. Otherwise one size is tried.
var everySize = os.Getenv("CAUSEWAY_KILLS") != ""

// Each growth of the engine's memory fails once. The page says so and starts another engine, and the
// work ends with the same generator.
func TestEachGrowthOfTheEnginesMemoryFails(t *testing.T) {
	page.Beside(t)
	work := func(mb float64) (*starved, []byte) {
		s := &starved{Tab: page.Blank(t)}
		s.CapMemory("engine.wasm", mb)
		s.Start()
		s.work()
		return s, works["a table"].kept(s.Tab)
	}
	whole, want := work(0)
	sizes := whole.EngineMemories()[0]
	whole.Leave()
	if !everySize {
		sizes = sizes[len(sizes)/2:][:1]
	}
	for _, size := range sizes {
		s, got := work(size - 1.0/16)
		died, said := len(s.EngineMemories()) > 1, s.AlertsSaid()
		if told := lackOfMemory.MatchString(said) || strings.Contains(said, whileOpening); died != told {
			t.Errorf("below %v MB: %d engines, and the page says %q", size, len(s.EngineMemories()), said)
		}
		if !bytes.Equal(got, want) || s.Labelled() != 3 {
			t.Errorf("below %v MB: another generator, or %d labels", size, s.Labelled())
		}
		t.Logf("below %v MB: died %v", size, died)
		s.Leave()
	}
}

// mortal ends the goroutine quietly where a test would fail because its page has stopped.
type mortal struct {
	testing.TB
	stopped func() bool
}

func (m mortal) Fatal(args ...any) {
	if !m.stopped() {
		m.Error(args...)
	}
	runtime.Goexit()
}

// The page's program lacks memory once, at ever larger sizes. It says so, and after a reload
// everything that it reported as saved is there.
func TestTheProgramLacksMemoryOnce(t *testing.T) {
	page.Beside(t)
	mb, died := 21.0, 0
	if everySize {
		mb = 8
	}
	for ; everySize || died == 0; mb += 0.5 {
		s := &starved{}
		s.Tab = page.Blank(mortal{t, func() bool { return s.HasFailed() }})
		s.Timeout = 20 * time.Second
		s.Allow("out of memory|Causeway has stopped|RuntimeError|exited|unreachable|already")
		s.CapMemory("app.wasm", mb)
		ended := make(chan bool)
		go func() {
			defer close(ended)
			s.Start()
			s.work()
		}()
		<-ended
		if t.Failed() || !s.HasFailed() {
			t.Logf("%v MB are enough", mb)
			break
		}
		died++
		said := s.Alerts()
		if !strings.Contains(said, "Causeway has stopped") || !lackOfMemory.MatchString(said) ||
			!strings.Contains(said, ".go:") { // the line of a function

			t.Errorf("with %v MB the page says %q", mb, said)
		}
		s.Reload()
		back, safe := 0, s.safe
		if !s.WaitUpTo(20*time.Second, func() bool {
			back = s.Labelled()
			return back >= safe && (!s.opened || s.StepState("table") == "1,000 rows")
		}) {
			t.Fatalf("with %v MB: table saved %v and %d labels; %d labels came back", mb, s.opened, safe, back)
		}
		t.Logf("with %v MB: table saved %v and %d labels; %d labels came back", mb, s.opened, safe, back)
		s.Timeout = time.Minute
		s.work()
		s.Leave()
	}
	if died == 0 {
		t.Error("the page never lacked memory")
	}
}
