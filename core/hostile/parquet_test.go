package hostile_test

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"causeway/core/bombs"
	"causeway/core/data"
	"causeway/core/hostile"
)

// The page's Parquet reader, which is written in JavaScript, stays within the same limits as the
// others.
func TestParquetKeepsItsBounds(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil || runtime.GOOS != "linux" {
		t.Skip("the reader of Parquet needs node here, and Linux to be measured")
	}
	changes := 300
	if os.Getenv(full) != "" {
		changes = 10_000
	}
	list := reader{"Parquet", files(t, "../../app/e2e/testdata/parquet/types.parquet"),
		hostile.Parquet, nil}.corpus(changes)
	others := files(t, "../../app/e2e/testdata/parquet/loans.parquet")
	for _, f := range bombs.Parquet() {
		if len(f.Bytes) < 10_000 {
			others = append(others, f.Bytes)
		}
	}
	if trial, _ := filepath.Glob("../../../shared/cases/R-hostile/parquet/*"); len(trial) > 0 {
		others = append(others, files(t, trial...)...)
	}
	list = append(list, reader{"other Parquet", others, hostile.Parquet, nil}.corpus(changes/5)...)
	for _, f := range bombs.Parquet() {
		list = append(list, f.Bytes)
	}
	said := readParquet(t, list)
	ones := fmt.Sprintf("read: %.8x", sha256.Sum256([]byte("a\n"+strings.Repeat("1\n", 10))))
	for i, f := range bombs.Parquet() {
		if says := said[len(said)-len(bombs.Parquet())+i].Says; strings.HasPrefix(f.Name, "whole") != (says == ones) {
			t.Errorf("%s: %s", f.Name, says)
		}
	}
	read := 0
	for i, v := range said {
		size := float64(len(list[i])) / (1 << 20)
		if strings.HasPrefix(v.Says, "read:") {
			read++
		} else if v.Says == "refused: undefined" {
			t.Errorf("file %d is refused without a sentence", i)
		}
		if most := 1000 * (1 + size + v.Table); v.MS > most {
			t.Errorf("file %d, %.2f MB: %.0f ms, %s", i, size, v.MS, v.Says)
		}
		if most := min(64+10*(size+v.Table), 256) + v.Table; v.MB > most {
			t.Errorf("file %d, %.2f MB: %.0f MB, %s", i, size, v.MB, v.Says)
		}
	}
	if t.Logf("%d of %d files are read", read, len(said)); read < changes/20 {
		t.Error("changes hardly reach what lies behind the first checks")
	}
}

// spoken is the answer for a Parquet file, with the time and memory used.
type spoken struct {
	Says          string
	MS, MB, Table float64
}

// readParquet reads files one after another with the page's reader. A file that makes the reader
// fail ends the test.
func readParquet(t *testing.T, list [][]byte) (said []spoken) {
	t.Helper()
	dir := t.TempDir()
	for i, b := range list {
		fatal(t, os.WriteFile(filepath.Join(dir, fmt.Sprint(i)), b, 0o600))
	}
	run := exec.Command("node", "--expose-gc", "testdata/parquet.js", "../../web", dir, fmt.Sprint(len(list)),
		fmt.Sprint(64<<20), fmt.Sprint(data.MaxRows))
	run.Stderr = os.Stderr
	out, err := run.StdoutPipe()
	fatal(t, err)
	fatal(t, run.Start())
	hung := time.AfterFunc(time.Minute, func() { run.Process.Kill() })
	at, lines := 0, bufio.NewScanner(out)
	for lines.Scan() {
		hung.Reset(time.Minute)
		var v struct {
			Begun *int
			spoken
		}
		fatal(t, json.Unmarshal(lines.Bytes(), &v))
		if v.Begun != nil {
			at = *v.Begun
			continue
		}
		said = append(said, v.spoken)
	}
	if err := run.Wait(); err != nil || len(said) != len(list) {
		name := filepath.Join(os.TempDir(), "hostile.parquet")
		_ = os.WriteFile(name, list[at], 0o600)
		t.Fatalf("file %d of %d ended the reader, %v; it is kept as %s", at, len(list), err, name)
	}
	return said
}
