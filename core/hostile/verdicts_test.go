package hostile_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// Limits for a reader: the memory that it allocates, including garbage, and the time.
const (
	freeBytes = 64 << 20
	perByte   = 10
	mostBytes = 256 << 20
	perMB     = time.Second
)

// verdict returns the result of a reader for a file in one line: the hash of the content, or the
// error.
func verdict(r reader, b []byte) (line string) {
	defer func() {
		if p := recover(); p != nil {
			line = fmt.Sprint("panics: ", p)
		}
	}()
	v, err := r.read(b)
	if err != nil {
		return "refused: " + err.Error()
	}
	text, err := json.Marshal(v)
	if err != nil {
		return "read, and cannot be written: " + err.Error()
	}
	// Go's two encoders write invalid UTF-8 in two different ways.
	sum := sha256.Sum256(bytes.ReplaceAll(text, []byte(`\ufffd`), []byte("\ufffd")))
	return "read: " + hex.EncodeToString(sum[:8])
}

// within returns the verdict and checks that the reader stays within the limits.
func within(t *testing.T, r reader, name string, b []byte) string {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := time.Now()
	line := verdict(r, b)
	took := time.Since(began)
	runtime.ReadMemStats(&after)
	size := declared(b)
	if n, most := after.TotalAlloc-before.TotalAlloc, uint64(min(freeBytes+perByte*size, mostBytes)); n > most {
		t.Errorf("%s: %d bytes take %d MB, and %d at most", name, size, n>>20, most>>20)
	}
	most := perMB * time.Duration(1+len(b)>>20)
	for again := 0; took > most && again < 4; again++ { // other processes may have used the processor
		began = time.Now()
		verdict(r, b)
		took = min(took, time.Since(began))
	}
	if took > most {
		t.Errorf("%s: %d bytes take %v", name, size, took)
	}
	if strings.HasPrefix(line, "panics") || strings.Contains(line, "\n") || len(line) > 1200 {
		t.Errorf("%s: %s", name, line)
	}
	return line
}

// verdicts returns one line for each file in the corpus of each reader.
func verdicts(t *testing.T) []string {
	changes, lines := 40, []string(nil)
	if os.Getenv(full) != "" {
		changes = 5000
	}
	for _, r := range readers(t) {
		began, read, corpus := time.Now(), 0, r.corpus(changes)
		for i, b := range corpus {
			name := fmt.Sprintf("%s %d", r.name, i)
			line := within(t, r, name, b)
			if strings.HasPrefix(line, "read:") {
				read++
			}
			lines = append(lines, name+": "+line)
		}
		if read == 0 || read == len(corpus) {
			t.Errorf("%s: %d of %d files are read", r.name, read, len(corpus))
		}
		t.Logf("%s: %d of %d files are read, in %v", r.name, read, len(corpus),
			time.Since(began).Round(time.Millisecond))
	}
	return lines
}

// verdictFile names the variable for the file to which verdicts are written in WebAssembly, and
// full the one that requests a large corpus.
const verdictFile, full = "CAUSEWAY_VERDICTS", "CAUSEWAY_FULL"

// Every reader reads its corpus within its limits, and has the same verdicts in WebAssembly.
func TestVerdictsAreEqualEverywhere(t *testing.T) {
	mine := verdicts(t)
	if runtime.GOOS == "js" {
		if name := os.Getenv(verdictFile); name != "" {
			fatal(t, os.WriteFile(name, []byte(strings.Join(mine, "\n")), 0o600))
		}
		return
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("WebAssembly needs node here, which is not installed")
	}
	dir := t.TempDir()
	binary, out := filepath.Join(dir, "hostile.test"), filepath.Join(dir, "verdicts")
	build := exec.Command("go", "run", "../../cmd/build", "test", "-c", "-o", binary, "./core/hostile")
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	fatal(t, err)
	run := exec.Command(filepath.Join(strings.TrimSpace(string(root)), "lib/wasm/go_js_wasm_exec"), binary, "-test.run",
		"^TestVerdictsAreEqualEverywhere$", "-test.v")
	run.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), verdictFile + "=" + out,
		full + "=" + os.Getenv(full)}
	text, err := run.CombinedOutput()
	if err != nil {
		t.Errorf("in WebAssembly: %v\n%s", err, text)
	}
	t.Logf("in WebAssembly:\n%s", text)
	b, err := os.ReadFile(out)
	fatal(t, err)
	theirs := strings.Split(string(b), "\n")
	if len(theirs) != len(mine) {
		t.Fatalf("%d verdicts, and %d in WebAssembly", len(mine), len(theirs))
	}
	for i, line := range mine {
		if line != theirs[i] {
			t.Errorf("%s\nin WebAssembly: %s", line, theirs[i])
		}
	}
}
