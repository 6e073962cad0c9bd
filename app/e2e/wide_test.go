package e2e

import (
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// wideTable is a table of so many features, of all kinds or of numbers with two decimals
// alone, and an outcome that most of them decide together, as CSV.
func wideTable(features, rows int, numbers bool) string {
	r := rand.New(rand.NewSource(1))
	var b strings.Builder
	for j := range features {
		fmt.Fprintf(&b, "f%03d,", j)
	}
	b.WriteString("y\n")
	for range rows {
		score := 0.0
		for j := range features {
			u := r.Float64()
			score += (u - 0.5) * float64(j%7-3)
			switch kind := j % 8; {
			case numbers || kind < 3:
				fmt.Fprintf(&b, "%.2f,", 100*u)
			case kind < 5:
				fmt.Fprintf(&b, "%d,", int(60*u))
			case kind < 7:
				fmt.Fprintf(&b, "%s,", []string{"red", "green", "blue", "grey", "black"}[int(u*float64(3+j%3))])
			default:
				fmt.Fprintf(&b, "%s,", []string{"no", "yes"}[int(2*u)])
			}
		}
		fmt.Fprintf(&b, "%s\n", map[bool]string{false: "refused", true: "granted"}[score > 0])
	}
	return b.String()
}

// wide works on the page of a wide table by its elements alone: asking for the
// accessibility tree of thousands of them takes the page's thread longer than what is
// measured.
type wide struct{ *Page }

func (w wide) holds(condition string) bool { return Eval[bool](w.Page, `Boolean(`+condition+`)`) }

func (w wide) waitFor(condition string) {
	w.t.Helper()
	w.WaitFor(condition, func() bool { return w.holds(condition) })
}

// press clicks the link or button of a text.
func (w wide) press(text string) {
	w.t.Helper()
	w.waitFor(fmt.Sprintf(`(() => {
		const list = [...document.querySelectorAll("a, button, summary")];
		const one = list.find((e) => !e.disabled && (e.getAttribute("aria-label") ?? e.textContent).trim().startsWith(%q));
		if (one) setTimeout(() => one.click());
		return one;
	})()`, text))
}

func (w wide) says(text string) {
	w.t.Helper()
	w.waitFor(fmt.Sprintf(`document.body.textContent.includes(%q)`, text))
}

// set gives the number field of a label a value.
func (w wide) set(label string, value float64) {
	w.t.Helper()
	w.waitFor(fmt.Sprintf(`(() => {
		const field = [...document.querySelectorAll("label")].find((l) => l.textContent.trim().startsWith(%q))?.control;
		if (!field) return false;
		for (let d = field.closest("details"); d; d = d.parentElement.closest("details")) d.open = true;
		field.focus();
		field.value = %v;
		field.dispatchEvent(new Event("input", {bubbles: true}));
		field.dispatchEvent(new Event("change", {bubbles: true}));
		field.blur();
		return true;
	})()`, label, value))
}

// No task of the page takes above 100 ms on a table of 512 features, and a search for
// three counterfactuals less than 3 s. Where times are not held to what is promised, the
// table is a quarter as wide, and has all kinds of features.
func TestAWideTable(t *testing.T) {
	t.Run("of all kinds", func(t *testing.T) { aWideTable(t, false) })
	if full() {
		t.Run("of numbers", func(t *testing.T) { aWideTable(t, true) })
	}
}

func aWideTable(t *testing.T, numbers bool) {
	beside(t)
	features := 128
	if full() {
		features = 512
	}
	path := filepath.Join(t.TempDir(), "wide.csv")
	if err := os.WriteFile(path, []byte(wideTable(features, 2000, numbers)), 0o600); err != nil {
		t.Fatal(err)
	}
	w := wide{OpenApp(t)}
	w.Timeout = 2 * time.Minute
	step := func(name string, do func()) {
		t.Helper()
		w.WatchTasks()
		began := time.Now()
		do()
		time.Sleep(700 * time.Millisecond) // what is drawn or saved in its wake
		task := w.LongestTask()
		t.Logf("%-12s %8v, longest task %v", name, time.Since(began).Round(time.Millisecond), task.Round(time.Millisecond))
		if task > 100*time.Millisecond && timed() {
			t.Errorf("%s: a task of %v, want 100ms", name, task)
		}
	}
	step("preview", func() {
		w.DropFiles(path)
		w.waitFor(`[...document.querySelectorAll("button")].some((b) => b.textContent.includes("Import table"))`)
	})
	step("import", func() { w.press("Import table"); w.says("is loaded: 2,000 rows") })
	step("classifier", func() {
		w.press("Classifier")
		w.says("Train classifier")
		w.set("Epochs", 10)
		w.press("Train classifier")
		w.waitFor(`document.body.textContent.includes("Confusion matrix")`)
	})
	step("graph", func() {
		w.press("Graph")
		w.waitFor(fmt.Sprintf(`document.querySelectorAll("[data-node]").length > %d`, min(features, 200)/2))
	})
	step("generator", func() {
		w.press("Generator")
		w.says("Train generator")
		w.set("Epochs", 3)
		w.press("Train generator")
		w.says("How good its counterfactuals are")
	})
	step("explain", func() { w.press("Explain"); w.says("The model gives") })
	for i := range 3 {
		step("other row", func() { w.press("Next row"); w.says("The model gives") })
		var search time.Duration
		step("search", func() {
			w.waitFor(`!document.body.textContent.includes("Counterfactual 1") &&
				[...document.querySelectorAll("button")].some((b) => !b.disabled && /Find counterfactuals|Show what would/.test(b.textContent))`)
			find := Eval[string](w.Page, `[...document.querySelectorAll("button")].map((b) => b.textContent).find((text) => /Find counterfactuals|Show what would/.test(text))`)
			began := time.Now()
			w.press(strings.TrimSpace(find))
			w.says("Counterfactual 1")
			search = time.Since(began)
		})
		t.Logf("search of row %d: %v", i+1, search.Round(time.Millisecond))
		if search > 3*time.Second && timed() {
			t.Errorf("a search took %v, want 3s", search)
		}
	}
	step("limits", func() { w.press("Limit"); w.waitFor(`document.querySelector(".card-more")`) })
	step("label", func() { w.press("Label"); w.says("Counterfactual to judge") })
	step("evaluate", func() {
		w.press("Evaluate")
		w.says("Run evaluation")
	})
	step("data", func() { w.press("Data"); w.says("Open file") })
}
