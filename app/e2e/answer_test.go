package e2e

import (
	"strings"
	"testing"
	"time"
)

// The page answers within 100 ms while a training runs, and Cancel ends it
// within 500 ms. The best of three trainings counts and is logged; the test
// fails at three times as much, since other work may hold a machine up.
func TestThePageAnswersWhileATrainingRuns(t *testing.T) {
	p := sampled(t)
	p.Click("link", "Classifier")
	p.Click("button", "Train classifier")
	p.WaitText("status", "The classifier is trained")
	for _, model := range []string{"Generator", "Classifier"} { // a new classifier drops the generator
		var best answers
		enough := 3.0
		if timed() {
			enough = 1
		}
		for try := 0; try < 3 && (try == 0 || best.share() > enough); try++ {
			if a := measureAnswers(p, model); try == 0 || a.share() < best.share() {
				best = a
			}
		}
		t.Logf("%s: %+v", model, best)
		if best.share() > 3 && !busy() {
			t.Errorf("%s: %+v, far from 100 ms, 100 ms and 500 ms", model, best)
		}
	}
}

// answers are the longest that the page's thread was held up, the longest from
// an input to the picture that follows it, and the time from Cancel to the end.
type answers struct{ task, input, cancel time.Duration }

// share is the largest part of what is allowed that was taken. An input is
// measured up to the next frame and in steps of 8 ms, so one of 100 ms may read
// as 120.
func (a answers) share() float64 {
	ms := float64(time.Millisecond)
	return max(float64(a.task)/(100*ms), float64(a.input)/(120*ms), float64(a.cancel)/(500*ms))
}

// measureAnswers uses the page while a model is trained, and then cancels that.
func measureAnswers(p *Page, model string) answers {
	p.t.Helper()
	p.Click("link", model)
	p.WaitHas("button", "Train "+strings.ToLower(model))
	p.FillNumber("Epochs", 10_000)
	p.Click("button", "Train "+strings.ToLower(model))
	p.WaitHas("progressbar", model+" training")
	p.WatchTasks()
	Eval[bool](p, `(() => {
		window.slowest = window.asked = window.ended = 0;
		new PerformanceObserver((list) => {
			for (const e of list.getEntries()) slowest = Math.max(slowest, e.duration);
		}).observe({type: "event", durationThreshold: 16});
		addEventListener("click", (e) => { asked = e.timeStamp }, true);
		new MutationObserver(() => {
			if (!ended && !document.querySelector("progress")) ended = performance.now();
		}).observe(document.body, {subtree: true, childList: true});
		return true;
	})()`)
	p.Click("link", "Data")
	p.WaitHas("table", "Columns of the table")
	p.Click("link", "Explain")
	p.Click("button", "Next row")
	p.FillNumber("x1", 40)
	p.WaitHas("button", "Reset")
	p.Click("button", "Random row")
	p.Click("link", model)
	p.Click("button", "Pause")
	p.Click("button", "Resume")
	p.WaitHas("button", "Pause")
	a := answers{task: p.LongestTask(), input: milliseconds(Eval[float64](p, `slowest`))}
	Eval[bool](p, `(ended = 0, true)`)
	p.Click("button", "Cancel")
	p.WaitFor("the training to end", func() bool { return !p.Has("progressbar", model+" training") })
	a.cancel = milliseconds(Eval[float64](p, `ended - asked`))
	return a
}

func milliseconds(v float64) time.Duration { return time.Duration(v * float64(time.Millisecond)) }
