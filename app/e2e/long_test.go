package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// longFile writes a table of so many bytes.
func longFile(t *testing.T, size int) (path string) {
	t.Helper()
	head, rows, _ := strings.Cut(wideTable(20, 9_000, false), "\n")
	lines := strings.SplitAfter(rows, "\n")
	var b strings.Builder
	b.WriteString(head + "\n")
	for i := 0; b.Len() < size-200; i++ {
		b.WriteString(lines[i%len(lines)])
	}
	path = filepath.Join(t.TempDir(), "long.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// A long file stays with the browser: it comes back before its import though it is gone
// from where it was chosen, and the engine that reads it again is another. A project of
// that length is still one.
func TestALongFileComesBack(t *testing.T) {
	beside(t)
	file := longFile(t, 2<<20)
	p := OpenApp(t)
	p.DropFiles(file)
	p.WaitHas("button", "Import table")
	p.waitSaved()
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	p.Reload()
	p.WaitHas("button", "Import table")
	p.waitSaved()
	p.Click("button", "Import table")
	p.WaitFor("the table", func() bool { return strings.Contains(p.Text("status", ""), "is loaded") })
	p.waitSaved()

	long := filepath.Join(t.TempDir(), "long.csv") // whatever it is called
	if err := os.WriteFile(long, append([]byte("\x93\xa8causeway"), make([]byte, 2<<20)...), 0o644); err != nil {
		t.Fatal(err)
	}
	p.DropFiles(long)
	p.WaitText("alert", "long.csv was not opened: ")
}

// A file as long as may be opened is read and imported while progress is shown.
func TestALongTableIsImported(t *testing.T) {
	size := 4 << 20
	if full() {
		size = 64<<20 - 1<<10
	} else {
		beside(t)
	}
	file := longFile(t, size)
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
		size>>20, read.Round(10*time.Millisecond), took.Round(10*time.Millisecond), held, progress)
	if full() && !progress {
		t.Error("no progress was shown")
	}
	if full() && timed() && (took > 18*time.Second || held > 1200*time.Millisecond) { // 10 s and 0.1 s are wanted
		t.Error("it takes longer than it did")
	}
}
