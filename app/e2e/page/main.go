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

// turn is held by the one package whose tests drive a browser now.
var turn *os.File

// RunTests runs the tests of a package that drives the page, then does what is given, and ends the program. Packages
// take turns: go test runs them beside each other, and those that measure times would measure the others.
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

// Beside lets a test run beside others, after those that need the machine to
// themselves. Each runs alone where times are compared with what is promised, or tabs are
// killed a hundred times.
func Beside(t *testing.T) {
	t.Helper()
	if !Full() && os.Getenv("CAUSEWAY_KILLS") == "" {
		unhurried.Store(t.Name(), true)
		t.Parallel()
	}
}

// unhurried are the names of tests that run beside others: they measure nothing.
var unhurried sync.Map

// Full reports whether everything is done at its full size and times are compared
// with what is promised: make long NAME=speed asks for it, on a machine with nothing else to
// do. The same work takes four times as long on some days of a shared one.
func Full() bool { return os.Getenv("CAUSEWAY_FULL") == "1" }

// Timed reports whether times mean anything here.
func Timed() bool { return Full() && !Busy() }

// Busy reports whether other programs want more than the processors of this
// machine.
func Busy() bool {
	b, err := os.ReadFile("/proc/loadavg")
	var load float64
	if _, err2 := fmt.Sscan(string(b), &load); err != nil || err2 != nil {
		return false
	}
	return load > 2*float64(runtime.NumCPU())
}
