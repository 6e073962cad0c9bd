package e2e

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Very many rows of Adult are answered in one pass where a generator that learned from a
// search can, while what is found goes to a file, and the memory does not follow the rows.
func TestVeryManyRows(t *testing.T) {
	beside(t)
	file := findData("adult/adult.data")
	if file == "" {
		t.Skip("skipped: no adult.data")
	}
	rows, epochs := 12_000, 2 // above 10,000 parts are larger
	if full() {
		rows, epochs = 100_000, 20
		if n, err := strconv.Atoi(os.Getenv("CAUSEWAY_ROWS")); err == nil {
			rows = n
		}
	}
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var text []byte
	lines := bytes.Split(bytes.TrimSpace(raw), []byte("\n"))
	for i, n := 0, 0; n < rows; i++ {
		if line := lines[i%len(lines)]; !bytes.Contains(line, []byte("?")) { // such rows are left out
			text = append(append(text, line...), '\n')
			n++
		}
	}
	many := filepath.Join(t.TempDir(), "many.csv")
	if err := os.WriteFile(many, text, 0o644); err != nil {
		t.Fatal(err)
	}
	p := OpenApp(t)
	if full() {
		p.Timeout = 5 * time.Minute
	}
	p.DropFiles(file)
	p.Click("button", "Import table")
	p.WaitText("status", "adult.data is loaded: 15,691 rows.")
	trainClassifier(p)
	p.Click("link", "Generator")
	p.WaitHas("button", "Train generator")
	p.Choose("Method", "Learns what a search finds, and keeps every hard rule (Learned search)")
	p.FillNumber("Epochs", float64(epochs))
	began := time.Now()
	p.Click("button", "Train generator")
	p.WaitHas("heading", "How good its counterfactuals are")
	t.Logf("trained in %v", time.Since(began).Round(time.Second))

	p.Click("link", "Explain")
	p.WaitText("status", "The model gives")
	p.Click("tab", "Many rows")
	p.setFile(".batch input[type=file]", many)
	p.WaitText("status", fmt.Sprintf("many.csv has %s rows that can be explained.", thousands(rows)))
	p.FillNumber("Rows at most", float64(rows))
	p.FillNumber("Counterfactuals a row", 1)
	p.Click("checkbox", "Answer in one pass where the generator can")
	Eval[bool](p, `(() => { // a file of the origin takes the place of one that a person picks
		window.showSaveFilePicker = async () => (await navigator.storage.getDirectory()).getFileHandle("rows.csv", {create: true});
		return true;
	})()`)
	p.WatchTasks()
	before := residents(t)
	began = time.Now()
	p.Click("button", "Explain many rows")
	p.WaitHas("button", "Write to a file as they come")
	p.Click("button", "Write to a file as they come")
	most := before
	p.WaitFor("all rows", func() bool {
		most = max(most, residents(t))
		return strings.Contains(Eval[string](p, `document.getElementById("status").innerText`), fmt.Sprintf("%s rows are in rows.csv", thousands(rows)))
	})
	took := time.Since(began)
	fact := func(name string) string {
		return Eval[string](p, fmt.Sprintf(`[...document.querySelectorAll("dt")].find((e) => e.innerText === %q).nextElementSibling.innerText`, name))
	}
	once, found := fact("Answered in one pass"), fact("With a counterfactual")
	if n, _ := strconv.Atoi(strings.ReplaceAll(once, ",", "")); n < rows/2 {
		t.Errorf("%s of %d rows are answered in one pass", once, rows)
	}
	t.Logf("%d rows in %.1f s, %s in one pass, with a counterfactual %s; memory from %d to %d MB; the page was held up for %v at most",
		rows, took.Seconds(), once, found, before, most, p.LongestTask())
	written := Eval[string](p, `(async () => (await (await (await navigator.storage.getDirectory()).getFileHandle("rows.csv")).getFile()).text())()`)
	if n := strings.Count(written, ",\"row") + strings.Count(written, ",row"); n < rows {
		t.Errorf("the file has %d rows of %d", n, rows)
	}
	folder := p.downloads()
	p.Click("button", "Export CSV")
	if saved := p.savedFile(folder, "*.csv"); string(saved) != written {
		t.Errorf("the file has %d bytes, what is exported %d", len(written), len(saved))
	}
	if full() && timed() && (took > time.Minute || most-before > 100) {
		t.Errorf("%d rows in %v and %d MB, want a minute and 100 MB", rows, took, most-before)
	}
}

func thousands(n int) string {
	s := strconv.Itoa(n)
	return s[:len(s)-3] + "," + s[len(s)-3:]
}

// residents is the memory in MB that the browser's processes for pages hold.
func residents(t *testing.T) (mb int) {
	t.Helper()
	for _, m := range renderers(t) {
		mb += m
	}
	return mb
}

// renderers are the memory in MB of each of the browser's processes for pages: the tab's, and others that are small.
func renderers(t *testing.T) (list []int) {
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
