package chromium

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// machine makes a search path on which only the given scripts are found.
func machine(t *testing.T, scripts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, body := range scripts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+body+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir)
	t.Setenv("CHROMIUM", "")
	return dir
}

func TestFind(t *testing.T) {
	for _, test := range []struct {
		name, want string
		installed  []string
	}{
		{"Debian's before Google's", "chromium", []string{"google-chrome", "chromium"}},
		{"Google's when alone", "google-chrome-stable", []string{"google-chrome-stable"}},
		{"windows before none", "chromium", []string{"chromium", "chromium-headless-shell"}},
		{"the shell when alone", "chromium-headless-shell", []string{"chromium-headless-shell"}},
		{"none", "", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			scripts := map[string]string{}
			for _, name := range test.installed {
				scripts[name] = "exit 0"
			}
			dir := machine(t, scripts)
			got, err := Find()
			if test.want == "" {
				if !errors.Is(err, ErrNone) {
					t.Errorf("error = %v, want ErrNone", err)
				}
			} else if got != filepath.Join(dir, test.want) || err != nil {
				t.Errorf("Find = %q, %v, want %s", got, err, test.want)
			}
		})
	}
}

func TestFindShell(t *testing.T) {
	dir := machine(t, map[string]string{"chromium": "exit 0", "chromium-headless-shell": "exit 0"})
	if got, err := FindShell(); got != filepath.Join(dir, "chromium-headless-shell") || err != nil {
		t.Errorf("FindShell = %q, %v", got, err)
	}
	dir = machine(t, map[string]string{"google-chrome": "exit 0"})
	if got, err := FindShell(); got != filepath.Join(dir, "google-chrome") || err != nil {
		t.Errorf("without a shell FindShell = %q, %v", got, err)
	}
}

func TestNamedBrowserIsTakenOrRefused(t *testing.T) {
	dir := machine(t, map[string]string{"chromium": "exit 0", "mine": "exit 0"})
	t.Setenv("CHROMIUM", filepath.Join(dir, "mine"))
	if got, err := Find(); filepath.Base(got) != "mine" || err != nil {
		t.Errorf("Find = %q, %v, want the named one", got, err)
	}
	t.Setenv("CHROMIUM", filepath.Join(dir, "gone"))
	if got, err := Ensure(io.Discard); err == nil || !strings.Contains(err.Error(), "CHROMIUM") {
		t.Errorf("Ensure = %q, %v, want an error about CHROMIUM, not another browser", got, err)
	}
}

// An installation must request the shell, then chromium if that fails, and use the result. The scripts
// simulate a machine where the user is root or may use sudo.
func TestEnsureInstalls(t *testing.T) {
	for _, want := range []string{"chromium-headless-shell", "chromium"} {
		dir := machine(t, map[string]string{
			"sudo": `shift; exec "$@"`,
			"apt-get": `echo "$@" >> "${0%/*}/asked"; case "$*" in update) ;; *\ ` + want +
				`) printf '#!/bin/sh\n' > "${0%/*}/` +
				want + `"; /bin/chmod +x "${0%/*}/` + want + `";; *) exit 100;; esac`,
			"true": "exit 0",
		})
		got, err := Ensure(io.Discard)
		if got != filepath.Join(dir, want) || err != nil {
			t.Fatalf("Ensure = %q, %v", got, err)
		}
		asked, err := os.ReadFile(filepath.Join(dir, "asked"))
		if err != nil {
			t.Fatal(err)
		}
		const install = "install -y --no-install-recommends "
		wanted := "update\n" + install + "chromium-headless-shell\n"
		if want == "chromium" {
			wanted += install + "chromium\n"
		}
		if string(asked) != wanted {
			t.Errorf("apt-get was asked %q, want %q", asked, wanted)
		}
	}
}

func TestEnsureSaysWhatToInstall(t *testing.T) {
	machine(t, nil)
	_, err := Ensure(io.Discard)
	if !errors.Is(err, ErrNone) || strings.Contains(err.Error(), "\n") {
		t.Errorf("error = %v, want ErrNone in one line", err)
	}
	machine(t, map[string]string{"apt-get": "exit 100", "sudo": `shift; exec "$@"`, "true": "exit 0"})
	if _, err := Ensure(io.Discard); err == nil || !strings.Contains(err.Error(), "apt-get") {
		t.Errorf("error = %v, want one that names the command that failed", err)
	}
}
