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
	want := []string{"go", "build", "-trimpath", "-gcflags=causeway/app/...=-l", "-ldflags=-s -w -X causeway/core/wire.Build=b0b0b0b0b0b0", "-o", "out/", "./app"}
	if !slices.Equal(cmd.Args, want) {
		t.Errorf("a program is built by %q, want %q", cmd.Args, want)
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
	make, err := os.ReadFile(filepath.Join(repo, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(make), "export GOEXPERIMENT := "+experiments+"\n") {
		t.Errorf("the Makefile does not test with the experiments %s", experiments)
	}
}
