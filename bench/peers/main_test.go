package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestTableHasMediansAndSkips(t *testing.T) {
	a := peer{name: "a"}
	for _, text := range []string{"hello\n{%: 8}", "{%: 900}", "{%: 12.4}\n"} {
		if err := a.read([]byte(strings.ReplaceAll(text, "%", `"`+tasks[0]+`"`))); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.read([]byte("no numbers")); err == nil {
		t.Error("what is not JSON was read")
	}
	var b strings.Builder
	print(&b, []peer{a, {name: "b", absent: "it needs luck"}})
	text := regexp.MustCompile(` +`).ReplaceAllString(b.String(), " ")
	for _, want := range []string{"| task | a | b |", "| " + tasks[0] + " | 12 (8) | - |",
		"b was skipped: it needs luck."} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// Every peer has its own list of tasks, in its own language.
func TestPeersDoTheSameTasks(t *testing.T) {
	quoted := regexp.MustCompile(`"((?:Simple-BN|Adult|classifier epoch|1000)[^"]*)"`)
	for _, files := range [][]string{{"torch_peer.py"}, {"tasks.mjs", "plain_peer.mjs"}, {"tasks.mjs", "tfjs_peer.mjs"},
		{"ours/main.go"}} {
		var named []string
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range quoted.FindAllStringSubmatch(string(text), -1) {
				named = append(named, m[1])
			}
		}
		if !slices.Equal(named, tasks) {
			t.Errorf("%v: tasks %q, want %q", files, named, tasks)
		}
	}
}
