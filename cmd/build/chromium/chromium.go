// Package chromium finds the browser that the tests drive and installs Debian's
// where that is possible. It downloads nothing itself.
package chromium

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
)

// ErrNone says that no browser was found for the tests.
var ErrNone = errors.New("no Chromium or Chrome found; install the package chromium or set CHROMIUM to a browser's " +
	"path")

// Find returns the browser that $CHROMIUM names or else the first one on the
// path.
func Find() (string, error) {
	if named := os.Getenv("CHROMIUM"); named != "" {
		path, err := exec.LookPath(named)
		if err != nil {
			return "", fmt.Errorf("CHROMIUM: %w", err)
		}
		return path, nil
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", ErrNone
}

// Ensure finds a browser, or installs Debian's chromium when apt-get is there
// and may be used without a password. What apt-get says goes to out.
func Ensure(out io.Writer) (string, error) {
	path, err := Find()
	if !errors.Is(err, ErrNone) {
		return path, err
	}
	prefix, ok := privileged()
	if _, err := exec.LookPath("apt-get"); err != nil || !ok {
		return "", ErrNone
	}
	for _, args := range [][]string{
		{"apt-get", "update"},
		{"apt-get", "install", "-y", "--no-install-recommends", "chromium"},
	} {
		args = slices.Concat(prefix, args)
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
		cmd.Stdout, cmd.Stderr = out, out
		if err := cmd.Run(); err != nil {
			return "", fmt.Errorf("installing chromium: %v: %w", args, err)
		}
	}
	return Find()
}

// privileged returns what to put before a command so that it runs as root.
func privileged() (prefix []string, ok bool) {
	if os.Geteuid() == 0 {
		return nil, true
	}
	if exec.Command("sudo", "-n", "true").Run() == nil {
		return []string{"sudo", "-n"}, true
	}
	return nil, false
}
