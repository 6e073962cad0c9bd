package speed

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"causeway/app/e2e/page"
)

// A watch counts a person's presses and stops the time until the page has what they want.
type watch struct {
	t       *testing.T
	p       *page.Tab
	presses int
}

func (w *watch) press(role, name string) {
	w.presses++
	w.p.Click(role, name)
}

// TestStopwatch does what a person comes for by accessible names: an example's proof, the first answer of an own
// table, an own lock, a label and a letter. It compares the medians with what is promised.
func TestStopwatch(t *testing.T) {
	bank := bytes.SplitAfter(page.Read(t, page.Data(t, "tables/bank-marketing.csv")), []byte("\n"))
	rows := bank[:1]
	for i := 1; len(rows) <= 1000; i += 11 {
		rows = append(rows, bank[i])
	}
	file := page.Write(t, "bank.csv", string(bytes.Join(rows, nil)))
	times := 1
	if page.Full() {
		times = 5
	}
	var p *page.Tab
	proved := func() { p.WaitShows(page.Main, "Nothing smaller works.") }
	example := func(w *watch) {
		w.press("button", "Who earns more")
		proved()
	}
	opened := func() { // an example with its proof
		p = page.Open(t)
		p.OpenExample("Who earns more")
		proved()
		p.LetWork(time.Second)
	}
	for _, c := range []struct {
		name    string
		before  func()
		do      func(w *watch)
		presses int
		most    time.Duration // 0: nothing is promised
	}{
		{"gallery to proof", func() { p = page.Open(t) }, example, 1, 1500 * time.Millisecond},
		{"own table to an answer", func() { p = page.Open(t) }, func(w *watch) {
			w.presses++ // the file, in the browser's own window
			p.SetFiles(file)
			w.press("button", "Import table")
			p.WaitText("status", "is loaded")
			w.press("button", "Train")
			p.WaitHas("link", "Go to Person")
			w.press("link", "Go to Person")
			p.WaitWays()
		}, 4, 40 * time.Second},
		{"own lock", opened, func(w *watch) {
			before := p.Says(page.Results)
			w.press("button", "Lock education")
			p.WaitFor("another answer", func() bool { return p.HasWays() && p.Says(page.Results) != before })
		}, 1, 300 * time.Millisecond},
		{"label by a key", opened, func(w *watch) {
			w.presses++
			p.Press("y")
			p.WaitPressed("Yes")
		}, 1, 0},
		{"letter", opened, func(w *watch) {
			w.presses++
			p.Download("Write the notice", "*.html")
		}, 2, 0},
		{"everyone, first people", opened, func(w *watch) {
			w.press("link", "Everyone")
			p.WaitShows(page.Main, "Each dot is a person")
		}, 1, 0},
		{"everyone, all people and actions", opened, func(w *watch) {
			w.press("link", "Everyone")
			p.WaitFor("the actions", func() bool { return strings.Contains(p.Shows(page.Main), "most helpful action") })
		}, 1, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			var took []time.Duration
			presses := 0
			for range times {
				c.before()
				p.Timeout = time.Minute
				w := &watch{t: t, p: p}
				began := time.Now()
				c.do(w)
				took = append(took, time.Since(began).Round(time.Millisecond))
				presses = max(presses, w.presses)
			}
			slices.Sort(took)
			median := took[len(took)/2]
			t.Logf("%d presses, median %v of %v", presses, median, took)
			if presses > c.presses {
				t.Errorf("%d presses, want %d", presses, c.presses)
			}
			if c.most > 0 && median > c.most && page.Timed() {
				t.Errorf("%v, want %v", median, c.most)
			}
		})
	}
}

// TestDraggingThePersonIsSmooth drags the person over the map: frames, tasks and how long an answer takes to follow.
func TestDraggingThePersonIsSmooth(t *testing.T) {
	for _, example := range []string{"Who earns more", "A boundary to cross"} {
		t.Run(example, func(t *testing.T) {
			p := page.Example(t, example)
			p.LetWork(2 * time.Second)
			from := p.Place("slider", "this person, drag")
			p.PressMouse(from)
			p.WatchTasks()
			p.WatchFollowing(page.Decision)
			fps, slowest := p.Frames(3*time.Second, func(i int) page.Place {
				return page.Place{X: from.X + float64(i%80), Y: from.Y - float64(i/2%120)}
			})
			task, follows := p.LongestTask(), p.Following()
			p.ReleaseMouse(from)
			if len(follows) == 0 {
				t.Fatal("no answer follows")
			}
			slices.Sort(follows)
			median, last := follows[len(follows)/2], follows[len(follows)*95/100]
			t.Logf("%.1f frames a second, slowest frame %.0f ms, longest task %v; of %d answers half follow within "+
				"%v, 95 %% within %v", fps, slowest, task, len(follows), median, last)
			isSmooth(t, fps)
			if page.Timed() && (last > 100*time.Millisecond || task > 50*time.Millisecond) {
				t.Errorf("answers follow within %v, tasks take %v", last, task)
			}
		})
	}
}
