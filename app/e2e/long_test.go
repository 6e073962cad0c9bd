package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A file as long as may be opened is read and imported while progress is shown.
func TestALongTableIsImported(t *testing.T) {
	size := 4 << 20
	if full() {
		size = 64<<20 - 1<<10
	} else {
		beside(t)
	}
	head, rows, _ := strings.Cut(wideTable(20, 9_000), "\n")
	lines := strings.SplitAfter(rows, "\n")
	var b strings.Builder
	b.WriteString(head + "\n")
	for i := 0; b.Len() < size-200; i++ {
		b.WriteString(lines[i%len(lines)])
	}
	file := filepath.Join(t.TempDir(), "long.csv")
	if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	p := OpenApp(t)
	p.WatchTasks()
	began := time.Now()
	p.DropFiles(file)
	p.WaitHas("button", "Import table")
	read := time.Since(began)
	began = time.Now()
	p.Click("button", "Import table")
	progress := false
	p.WaitFor("the table", func() bool {
		progress = progress || Eval[bool](p, `!!document.querySelector("main progress")`)
		return strings.Contains(p.Text("status", ""), "is loaded")
	})
	took, held := read+time.Since(began), p.LongestTask()
	t.Logf("%d MB: previewed after %v, imported after %v; the page was held up for %v at most; progress was shown: %v",
		b.Len()>>20, read.Round(10*time.Millisecond), took.Round(10*time.Millisecond), held, progress)
	if full() && !progress {
		t.Error("no progress was shown")
	}
	if full() && timed() && (took > 25*time.Second || held > 2*time.Second) { // 10 s and 0.1 s are wanted
		t.Error("it takes longer than it did")
	}
}
