package page

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/performance"
)

// WatchTasks starts to measure how long the page's thread is held up.
func (p *Tab) WatchTasks() {
	eval[bool](p, `(() => {
		window.longestTask = 0;
		window.taskObserver?.disconnect();
		window.taskObserver = new PerformanceObserver((list) => {
			for (const task of list.getEntries()) longestTask = Math.max(longestTask, task.duration);
		});
		taskObserver.observe({entryTypes: ["longtask"]});
		return true;
	})()`)
}

// LongestTask returns the longest task on the page's thread since WatchTasks.
// The browser reports tasks from 50 ms on; without one the result is zero. Input
// that arrives during a task waits for its end.
func (p *Tab) LongestTask() time.Duration {
	return time.Duration(eval[float64](p, `longestTask`) * float64(time.Millisecond))
}

// countFrames counts the pictures of a drag.
const countFrames = `(() => {
	window.times = [];
	const tick = (t) => { times.push(t); if (times.length < 5000) window.ticking = requestAnimationFrame(tick) };
	window.ticking = requestAnimationFrame(tick);
	return true;
})()`

// Frames moves the pointer for a while, by the number of the move, and is how many frames a
// second the page draws meanwhile, and how long the slowest takes in milliseconds.
func (p *Tab) Frames(d time.Duration, to func(i int) Place) (fps, slowest float64) {
	eval[bool](p, countFrames)
	for i, began := 0, time.Now(); time.Since(began) < d; i++ {
		p.moveMouse(to(i))
	}
	total := 0.0
	gaps := eval[[]float64](p, `(cancelAnimationFrame(ticking), times.slice(1).map((t, i) => t - times[i]))`)
	for _, g := range gaps {
		total += g
		slowest = max(slowest, g)
	}
	return 1000 * float64(len(gaps)) / max(total, 1), slowest
}

// Work is how long the page's thread worked for something.
func (p *Tab) Work(what func()) time.Duration {
	call(p, performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks})
	spent := func() time.Duration {
		p.drawn()
		for _, m := range call(p, performance.GetMetrics, cdp.Empty{}).Metrics {
			if m.Name == "TaskDuration" {
				return time.Duration(m.Value * float64(time.Second)).Round(time.Millisecond)
			}
		}
		p.t.Fatal("the browser does not say how long it worked")
		return 0
	}
	before := spent()
	what()
	return spent() - before
}

// WatchMoves begins to measure what the page's thread does at each move of the pointer.
func (p *Tab) WatchMoves() {
	p.run(`window.spent = 0; window.moves = 0;
		document.addEventListener("pointermove", () => { window.began = performance.now() }, true);
		document.addEventListener("pointermove", () => { spent += performance.now() - began; moves++ })`)
}

// Moves are the milliseconds that a move has taken since WatchMoves, and how many there were.
func (p *Tab) Moves() (each, moves float64) {
	m := eval[[]float64](p, `[spent / moves, moves]`)
	return m[0], m[1]
}

// WatchInputs begins to measure how long inputs wait for the picture that follows, and when a training ends.
func (p *Tab) WatchInputs() {
	p.run(`window.slowest = window.asked = window.ended = 0;
		new PerformanceObserver((list) => {
			for (const e of list.getEntries()) slowest = Math.max(slowest, e.duration);
		}).observe({type: "event", durationThreshold: 16});
		addEventListener("click", (e) => { asked = e.timeStamp }, true);
		new MutationObserver(() => {
			if (!ended && !document.querySelector("progress")) ended = performance.now();
		}).observe(document.body, {subtree: true, childList: true})`)
}

// SlowestInput is the longest that an input waited since WatchInputs.
func (p *Tab) SlowestInput() time.Duration { return milliseconds(eval[float64](p, `slowest`)) }

// Cancel cancels the training of a model, after WatchInputs, and returns how long that took.
func (p *Tab) Cancel(model string) time.Duration {
	p.run(`ended = 0`)
	p.Click("button", "Cancel")
	p.WaitAway("progressbar", model+" training")
	return milliseconds(eval[float64](p, `ended - asked`))
}

func milliseconds(v float64) time.Duration { return time.Duration(v * float64(time.Millisecond)) }

// ProcessorTime is what this test's browser and its other children have taken of
// the processors so far; 0 where that is not known.
func ProcessorTime() time.Duration {
	parent, ticks := map[int]int{}, map[int]int{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range stats {
		b, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		id, _ := strconv.Atoi(filepath.Base(filepath.Dir(name)))
		_, rest, _ := strings.Cut(string(b), ") ") // the name of the program is in brackets
		f := strings.Fields(rest)
		if len(f) < 13 {
			continue
		}
		user, _ := strconv.Atoi(f[11])
		system, _ := strconv.Atoi(f[12])
		parent[id], _ = strconv.Atoi(f[1])
		ticks[id] = user + system
	}
	sum := 0
	for id, n := range ticks {
		for up := id; up > 1; up = parent[up] {
			if up == os.Getpid() {
				sum += n
				break
			}
		}
	}
	return time.Duration(sum) * 10 * time.Millisecond // a tick is a hundredth of a second
}

// Residents is the memory in MB that the browser's processes for pages hold.
func Residents(t *testing.T) (mb int) {
	t.Helper()
	for _, m := range Renderers(t) {
		mb += m
	}
	return mb
}

// Renderers are the memory in MB of each of the browser's processes for pages: the tab's, and others that are small.
func Renderers(t *testing.T) (list []int) {
	t.Helper()
	dirs, _ := filepath.Glob("/proc/[0-9]*")
	for _, d := range dirs {
		line, _ := os.ReadFile(filepath.Join(d, "cmdline"))
		if !bytes.Contains(line, []byte("--type=renderer")) || !ours(d) {
			continue
		}
		status, _ := os.ReadFile(filepath.Join(d, "status"))
		for _, l := range strings.Split(string(status), "\n") {
			if f := strings.Fields(l); len(f) > 1 && f[0] == "VmRSS:" {
				kb, _ := strconv.Atoi(f[1])
				list = append(list, kb>>10)
			}
		}
	}
	return list
}

// ours reports whether a process descends from this test's.
func ours(dir string) bool {
	for id := filepath.Base(dir); id != "0" && id != "1"; {
		b, err := os.ReadFile(filepath.Join("/proc", id, "stat"))
		_, rest, ok := strings.Cut(string(b), ") ")
		if err != nil || !ok {
			return false
		}
		if id = strings.Fields(rest)[1]; id == strconv.Itoa(os.Getpid()) {
			return true
		}
	}
	return false
}
