package page

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
	"testing"
)

// turn is a lock, held by the package whose tests drive a browser.
var turn *os.File

// RunTests runs the tests of a package that drives the page, then calls a function, and ends the program. Packages
// take turns, because go test runs them in parallel and time measurements would be disturbed.
func RunTests(m *testing.M, after ...func()) {
	flag.Parse()
	var err error
	if turn, err = os.OpenFile(filepath.Join(os.TempDir(), "causeway-browser.lock"),
		os.O_CREATE|os.O_RDWR, 0o666); err == nil {
		syscall.Flock(int(turn.Fd()), syscall.LOCK_EX) // until the process ends
	}
	code := m.Run()
	shared.close()
	for _, do := range after {
		do()
	}
	os.Exit(code)
}

// Beside lets a test run in parallel with others, after those that need the machine to
// themselves. Each test runs alone if times are compared with promises, or if tabs are killed a
// hundred times.
func Beside(t *testing.T) {
	t.Helper()
	if !Full() && os.Getenv("CAUSEWAY_KILLS") == "" {
		unhurried.Store(t.Name(), true)
		t.Parallel()
	}
}

// unhurried lists tests that run in parallel, because they measure nothing.
var unhurried sync.Map

// Full reports whether tests run at full size and compare times with promises: make long
// NAME=speed requests it, on an idle machine. On a shared machine the same work can take
// four times as long.
func Full() bool { return os.Getenv("CAUSEWAY_FULL") == "1" }

// Timed reports whether times are meaningful here.
func Timed() bool { return Full() && !Busy() }

// Busy reports whether other programs use all processors of this machine.
func Busy() bool {
	b, err := os.ReadFile("/proc/loadavg")
	var load float64
	if _, err2 := fmt.Sscan(string(b), &load); err != nil || err2 != nil {
		return false
	}
	return load > 2*float64(runtime.NumCPU())
}
