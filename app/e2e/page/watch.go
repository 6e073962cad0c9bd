package page

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/performance"
)

// WatchTasks starts to measure how long the page's thread is blocked.
func (p *Tab) WatchTasks() {
	p.run(`window.longestTask = 0;
		window.taskObserver?.disconnect();
		window.taskObserver = new PerformanceObserver((list) => {
			for (const task of list.getEntries()) longestTask = Math.max(longestTask, task.duration);
		});
		taskObserver.observe({entryTypes: ["longtask"]})`)
}

// LongestTask returns the longest task on the page's thread since WatchTasks.
// The browser reports tasks from 50 ms on; without one the result is zero. Input
// that arrives during a task waits for its end.
func (p *Tab) LongestTask() time.Duration { return milliseconds(eval[float64](p, `longestTask`)) }

// WatchFollowing begins to measure how long a part of the page takes to follow the pointer: from the first move after
// its last change to its next one.
func (p *Tab) WatchFollowing(of Part) {
	p.run(fmt.Sprintf(`window.follows = [];
		let since = 0;
		document.addEventListener("pointermove", () => { since ||= performance.now() }, true);
		new MutationObserver((list) => {
			if (!since ||
				!list.some((m) => (m.target.closest ? m.target : m.target.parentElement)?.closest(%[1]q))) return;
			follows.push(performance.now() - since);
			since = 0;
		}).observe(document.querySelector("main"), {subtree: true, childList: true, attributes: true,
			characterData: true})`,
		of.selector))
}

// Following returns the times since WatchFollowing.
func (p *Tab) Following() (list []time.Duration) {
	for _, ms := range eval[[]float64](p, `follows`) {
		list = append(list, milliseconds(ms).Round(time.Millisecond))
	}
	return list
}

// Frames moves the pointer for a while, and returns how many frames a second the page draws
// meanwhile and how many milliseconds the slowest takes.
func (p *Tab) Frames(d time.Duration, to func(i int) Place) (fps, slowest float64) {
	p.run(`window.times = [];
		const tick = (t) => { times.push(t); if (times.length < 5000) window.ticking = requestAnimationFrame(tick) };
		window.ticking = requestAnimationFrame(tick)`)
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

// ThreadTime is how long the page's thread worked on a function.
func (p *Tab) ThreadTime(what func()) time.Duration {
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

// WatchMoves begins to measure the work of the page's thread at each pointer move.
func (p *Tab) WatchMoves() {
	p.run(`window.spent = 0; window.moves = 0;
		document.addEventListener("pointermove", () => { window.began = performance.now() }, true);
		document.addEventListener("pointermove", () => { spent += performance.now() - began; moves++ })`)
}

// Moves returns the milliseconds per move since WatchMoves, and the number of moves.
func (p *Tab) Moves() (each, moves float64) {
	m := eval[[]float64](p, `[spent / moves, moves]`)
	return m[0], m[1]
}

// WatchInputs begins to measure how long inputs wait for the next frame, and when a training ends.
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

// ownProcesses returns the descendants of this test: the fields of /proc/ID/stat after the program's name, by ID.
func ownProcesses() map[string][]string {
	all, own := map[string][]string{}, map[string][]string{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range stats {
		b, _ := os.ReadFile(name)
		_, rest, _ := strings.Cut(string(b), ") ") // the program's name is in brackets
		if f := strings.Fields(rest); len(f) > 21 {
			all[filepath.Base(filepath.Dir(name))] = f
		}
	}
	for id, f := range all {
		for up := f; up != nil && own[id] == nil; up = all[up[1]] {
			if up[1] == strconv.Itoa(os.Getpid()) {
				own[id] = f
			}
		}
	}
	return own
}

// ProcessorTime is the processor time used so far by this test's browser and other
// children; 0 if unknown.
func ProcessorTime() (sum time.Duration) {
	for _, f := range ownProcesses() {
		user, _ := strconv.Atoi(f[11])
		system, _ := strconv.Atoi(f[12])
		sum += time.Duration(user+system) * 10 * time.Millisecond // a tick is a hundredth of a second
	}
	return sum
}

// Residents is the memory of the browser's page processes, in MB.
func Residents() (mb int) {
	for _, m := range Renderers() {
		mb += m
	}
	return mb
}

// Renderers is the memory in MB of each of the browser's page processes: the tab's, and some small ones.
func Renderers() (list []int) {
	for id, f := range ownProcesses() {
		if line, _ := os.ReadFile(filepath.Join("/proc", id, "cmdline")); bytes.Contains(line,
			[]byte("--type=renderer")) {
			pages, _ := strconv.Atoi(f[21])
			list = append(list, pages*os.Getpagesize()>>20)
		}
	}
	return list
}
