package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What ships is what the tests see: the programs are built from the modules of go.mod as
// they are published, by the go command as it is.
func TestNothingIsExchanged(t *testing.T) {
	for _, name := range []string{"GOFLAGS", "GOEXPERIMENT"} {
		t.Setenv(name, "")
	}
	cmd := compiler("out", repo, "b0b0b0b0b0b0", "./app")
	for _, arg := range cmd.Args[2:] {
		if !slices.ContainsFunc([]string{"-trimpath", "-gcflags=causeway/", "-ldflags=-s -w -X causeway/core/wire.Build=", "-o", "out/", "./app"}, func(known string) bool { return strings.HasPrefix(arg, known) }) {
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
