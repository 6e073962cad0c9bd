package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What serves, keeps secrets or runs its own tests before the program is no part of the page.
func TestThePageHasNoServerAndNoCipher(t *testing.T) {
	root, err := moduleRoot()
	if err != nil {
		t.Fatal(err)
	}
	mod, err := client(root)
	if err != nil {
		t.Fatal(err)
	}
	cmd, err := goCommand(root, "list", "-deps", "-modfile="+mod, "./app")
	if err != nil {
		t.Fatal(err)
	}
	text, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	list := strings.Fields(string(text))
	if len(list) < 100 {
		t.Fatalf("the page is made of %d packages", len(list))
	}
	for _, p := range list {
		if p == "net" || p == "net/http" || p == "crypto" || strings.HasPrefix(p, "crypto/") || p == "math/big" {
			t.Errorf("the page links %s", p)
		}
	}
}

func TestWithout(t *testing.T) {
	const source = `package p

import (
	"fmt"
	"net/http"
)

type Gone struct{}

func (g *Gone) Do(*http.Request) {}

func (g Gone) Be() {}

func Dropped() *http.Request { return nil }

func Kept() { fmt.Println() }
`
	const want = `package p

import (
	"fmt"
)

type Gone struct{}

func Kept() { fmt.Println() }
`
	got, err := without([]string{"(*Gone)", "(Gone)", "Dropped"}, []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("left is\n%s", got)
	}
	if _, err := without(nil, []byte("packge p")); err == nil {
		t.Error("a file that is no Go was taken")
	}
}

func TestKeepWritesOnlyWhatChanged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "b")
	if err := keep(path, []byte("1")); err != nil {
		t.Fatal(err)
	}
	first, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o444); err != nil {
		t.Fatal(err)
	}
	if err := keep(path, []byte("1")); err != nil {
		t.Error(err)
	}
	if again, _ := os.Stat(path); !os.SameFile(first, again) || again.ModTime() != first.ModTime() {
		t.Error("the same content was written again")
	}
}
