package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// The shipped programs are those that the tests test: the go command builds them, unchanged,
// from the modules of go.mod as published.
func TestNothingIsExchanged(t *testing.T) {
	for _, name := range []string{"GOFLAGS", "GOEXPERIMENT"} {
		t.Setenv(name, "")
	}
	cmd := compiler("out", repo, "b0b0b0b0b0b0", "./app")
	for _, arg := range cmd.Args[2:] {
		if strings.HasPrefix(arg, "-gcflags=") && (strings.HasSuffix(arg, "=-l") || strings.HasSuffix(arg, "=")) {
			continue // only whether calls are inlined
		}
		if !slices.ContainsFunc([]string{"-trimpath",
			"-ldflags=-s -w -X causeway/core/wire.Build=", "-o", "out/", "./app"},
			func(known string) bool { return strings.HasPrefix(arg, known) }) {
			t.Errorf("a program is built with %s", arg)
		}
	}
	for _, name := range []string{"GOROOT=", "GOMODCACHE=", "GOTOOLCHAIN="} {
		set := func(list []string) (n int) {
			for _, v := range list {
				if strings.HasPrefix(v, name) {
					n++
				}
			}
			return n
		}
		if set(cmd.Env) != set(os.Environ()) {
			t.Errorf("a build is told another %s", strings.TrimSuffix(name, "="))
		}
	}
	mod, err := os.ReadFile(filepath.Join(repo, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(mod), "replace") {
		t.Error("go.mod replaces a module")
	}
}

// The location of the sources does not matter: a copy in another folder produces the same
// bytes.
func TestFoldersDoNotMatter(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped with -short: both programs are compiled twice")
	}
	twin := t.TempDir()
	for _, part := range []string{"go.mod", "go.sum", "CHANGELOG.md", "LICENSE", "app", "core", "cmd/build", "web",
		"assets"} {
		from := filepath.Join(repo, part)
		err := filepath.WalkDir(from, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "testdata") {
				return err
			}
			b, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			to := filepath.Join(twin, strings.TrimPrefix(path, repo))
			if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
				return err
			}
			return os.WriteFile(to, b, 0o644)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	var built [2]binaries
	for i, root := range []string{repo, twin} {
		var err error
		if built[i], err = compile(root); err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(built[0], built[1]) {
		t.Errorf("builds %s and %s of the same sources differ", built[0].id, built[1].id)
	}
}
