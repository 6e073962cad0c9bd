// Package chromium finds the browser that the tests drive and installs Debian's if
// possible. It downloads nothing itself.
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
var ErrNone = errors.New("Chromium and Chrome were not found; install the package chromium, or set CHROMIUM to a " +
	"browser's " +
	"path")

// shell is Chromium without windows. It is the same engine but takes a fifth less processor time.
const shell = "chromium-headless-shell"

// Find returns the browser that $CHROMIUM names or else the first one on the path. It prefers a
// browser with windows to the shell without them.
func Find() (string, error) { return find(append(slices.Clone(windowed), shell)) }

// FindShell is like Find but prefers the shell.
func FindShell() (string, error) { return find(append([]string{shell}, windowed...)) }

var windowed = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}

func find(names []string) (string, error) {
	if named := os.Getenv("CHROMIUM"); named != "" {
		path, err := exec.LookPath(named)
		if err != nil {
			return "", fmt.Errorf("CHROMIUM: %w", err)
		}
		return path, nil
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", ErrNone
}

// Ensure finds a browser for the tests. Otherwise it installs Debian's shell or chromium, if apt-get
// works without a password. The output of apt-get goes to out.
func Ensure(out io.Writer) (string, error) {
	path, err := FindShell()
	if !errors.Is(err, ErrNone) {
		return path, err
	}
	prefix, ok := privileged()
	if _, err := exec.LookPath("apt-get"); err != nil || !ok {
		return "", ErrNone
	}
	apt := func(args ...string) error {
		args = slices.Concat(prefix, []string{"apt-get"}, args)
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
		cmd.Stdout, cmd.Stderr = out, out
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("installing a browser: %v: %w", args, err)
		}
		return nil
	}
	install := func(name string) error { return apt("install", "-y", "--no-install-recommends", name) }
	if err := apt("update"); err != nil {
		return "", err
	}
	if install(shell) != nil { // not every Debian has the shell
		if err := install("chromium"); err != nil {
			return "", err
		}
	}
	return FindShell()
}

// privileged returns the words to put before a command so that it runs as root.
func privileged() (prefix []string, ok bool) {
	if os.Geteuid() == 0 {
		return nil, true
	}
	if exec.Command("sudo", "-n", "true").Run() == nil {
		return []string{"sudo", "-n"}, true
	}
	return nil, false
}
