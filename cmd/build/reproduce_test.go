package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The list is valid; a build is compared with the line of its version, and a new version gets
// a line.
func TestReleasesAreListed(t *testing.T) {
	b, err := os.ReadFile(filepath.Join(repo, releasesName))
	if err != nil {
		t.Fatal(err)
	}
	list := string(b)
	known, err := releases(list)
	if err != nil {
		t.Error(err)
	}
	log, err := os.ReadFile(filepath.Join(repo, "CHANGELOG.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range known {
		if !strings.Contains(string(log), "\n## "+k.version+"\n") {
			t.Errorf("CHANGELOG.md does not tell of version %s", k.version)
		}
	}
	r := release{"9.9", strings.Repeat("a", 40), strings.Repeat("b", 64), strings.Repeat("c", 64)}
	if next, says, err := compared(list, release{version: unreleased}); err != nil || next != list ||
		!strings.Contains(says, "Next") {
		t.Errorf("%q, %v", says, err)
	}
	list, says, err := compared(list, r)
	if err != nil || !strings.HasSuffix(list, r.String()+"\n") || !strings.Contains(says, "commit it") {
		t.Errorf("%q, %q, %v", list, says, err)
	}
	if next, says, err := compared(list, r); err != nil || next != list ||
		!strings.Contains(says, "lists of version 9.9") {
		t.Errorf("%q, %v", says, err)
	}
	engine, commit := r, r
	engine.engine, commit.commit = strings.Repeat("d", 64), strings.Repeat("e", 40)
	for want, other := range map[string]release{"differs from the hashes": engine, "its own version": commit} {
		if _, _, err := compared(list, other); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if _, err := releases("1.0 main abc\n"); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("%v", err)
	}
}
