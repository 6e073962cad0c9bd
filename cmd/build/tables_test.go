package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// A program that recovers where it may, lets its stack grow and its memory be collected, and panics in the end.
const panicking = `package main

import (
	"fmt"
	"runtime"
)

type thing struct{ name string }

func (t thing) rescue() { fmt.Println(t.name, recover()) }

func helper() any { return recover() }

//go:noinline
func deep(n int) []*thing {
	defer func() { _ = n }()
	if n == 0 {
		runtime.GC()
		return nil
	}
	return append(deep(n-1), &thing{fmt.Sprint(n)})
}

func caught() {
	var f interface{ rescue() } = thing{"caught"}
	defer f.rescue()
	panic("once")
}

func missed() {
	defer func() { fmt.Println("second", recover()) }()
	defer func() { fmt.Println("helper", helper()) }()
	panic("twice")
}

func main() {
	caught()
	missed()
	fmt.Println(len(deep(20000)))
	var m map[string]int
	m["x"] = 1
}
`

// What a program does is the same without the tables; its trace names functions and no lines.
func TestWithoutLines(t *testing.T) {
	dir := t.TempDir()
	source := filepath.Join(dir, "main.go")
	if err := os.WriteFile(source, []byte(panicking), 0o644); err != nil {
		t.Fatal(err)
	}
	whole := filepath.Join(dir, "whole.wasm")
	cmd := exec.Command("go", "build", "-o", whole, source)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	program, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	sections, err := split(program)
	if err != nil {
		t.Fatal(err)
	}
	if parts, err := split(join(sections)); err != nil || !reflect.DeepEqual(parts, sections) {
		t.Fatalf("a program taken apart and put together is another (%v)", err)
	}
	less, err := withoutLines(program)
	if err != nil {
		t.Fatal(err)
	}
	again, err := withoutLines(less)
	if err != nil || !bytes.Equal(again, less) {
		t.Errorf("what has no lines changes once more (%v)", err)
	}
	before, after := memoryOf(t, program), memoryOf(t, less)
	if !bytes.Contains(before, []byte("main.go\x00")) || bytes.Contains(after, []byte("main.go\x00")) {
		t.Error("names of files stay, or were never there")
	}
	if !bytes.Contains(after, []byte("main.deep\x00")) {
		t.Error("names of functions are gone")
	}

	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("running both programs needs node")
	}
	short := filepath.Join(dir, "short.wasm")
	if err := os.WriteFile(short, less, 0o644); err != nil {
		t.Fatal(err)
	}
	told, trace := runWasm(t, whole)
	toldShort, traceShort := runWasm(t, short)
	if told != toldShort || !strings.Contains(told, "helper <nil>") || !strings.Contains(told, "caught once") || !strings.Contains(told, "20000") {
		t.Errorf("the program says %q, and without lines %q", told, toldShort)
	}
	if !strings.Contains(trace, "main.go:") {
		t.Errorf("the whole program's trace has no lines: %s", trace)
	}
	for _, want := range []string{"assignment to entry in nil map", "main.main("} {
		if !strings.Contains(traceShort, want) {
			t.Errorf("the trace without lines lacks %q: %s", want, traceShort)
		}
	}
	if strings.Contains(traceShort, "main.go:") {
		t.Errorf("the trace has lines: %s", traceShort)
	}
}

func memoryOf(t *testing.T, program []byte) []byte {
	sections, err := split(program)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sections {
		if s.id == sectionData {
			memory, err := unpackData(s.content)
			if err != nil {
				t.Fatal(err)
			}
			if again, err := unpackData(packData(memory)); err != nil || !bytes.Equal(again, bytes.TrimRight(memory, "\x00")) {
				t.Fatalf("memory that is packed comes back as another (%v)", err)
			}
			return memory
		}
	}
	t.Fatal("no data")
	return nil
}

// runWasm runs a program that is meant to fail, and gives what it said and its trace.
func runWasm(t *testing.T, path string) (string, string) {
	root, err := goEnv("", "GOROOT")
	if err != nil {
		t.Fatal(err)
	}
	var out, trace bytes.Buffer
	cmd := exec.Command(filepath.Join(root, "lib", "wasm", "go_js_wasm_exec"), path)
	cmd.Stdout, cmd.Stderr = &out, &trace
	if err := cmd.Run(); err == nil {
		t.Fatal("the program does not fail")
	}
	return out.String(), trace.String()
}

func FuzzWithoutLines(f *testing.F) {
	f.Add([]byte("\x00asm\x01\x00\x00\x00\x0b\x07\x01\x00\x41\x05\x0b\x01\x07"))
	table := make([]byte, 120)
	copy(table, "\xf1\xff\xff\xff\x00\x00\x01\x08")
	table[8], table[40], table[48], table[56], table[64] = 1, 72, 76, 80, 84
	f.Add(join([]section{{sectionData, packData(table)}}))
	f.Fuzz(func(t *testing.T, program []byte) {
		if less, err := withoutLines(program); err == nil {
			if again, err := withoutLines(less); err != nil || !bytes.Equal(less, again) {
				t.Errorf("what has no lines changes once more (%v)", err)
			}
		}
	})
}
