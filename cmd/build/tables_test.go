package main

import (
	"bytes"
	"fmt"
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
	"reflect"
	"runtime"
	"strings"
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

func (t thing) Told() []*thing { return deep(len(t.name) * 1000) }

// absent calls a method of a value by a pointer to nothing.
func absent() {
	defer func() { fmt.Println(strings.HasSuffix(fmt.Sprint(recover()), " pointer")) }()
	var none *thing
	for _, any := range []interface{ Told() []*thing }{&thing{}, none} {
		fmt.Println(len(any.Told()))
	}
}

// reflected calls what reflection makes, while the stack grows and memory is collected.
func reflected() {
	made := reflect.MakeFunc(reflect.TypeFor[func(*thing) []*thing](), func(args []reflect.Value) []reflect.Value {
		return []reflect.Value{reflect.ValueOf(args[0].Interface().(*thing).Told())}
	}).Interface().(func(*thing) []*thing)
	told := reflect.ValueOf(&thing{"abc"}).MethodByName("Told").Interface().(func() []*thing)
	fmt.Println(len(made(&thing{"abcd"})), len(told()))
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
	absent()
	reflected()
	fmt.Println(len(deep(20000)))
	var m map[string]int
	m["x"] = 1
}
`

// buildPanicking compiles that program as those of the site are.
func buildPanicking(t *testing.T) (path string, program []byte) {
	t.Helper()
	root, err := moduleRoot()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	source := filepath.Join(dir, "main.go")
	if err := os.WriteFile(source, []byte(panicking), 0o644); err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(dir, "whole.wasm")
	cmd := exec.Command("go", "build", "-o", path, source)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if err := overlaid(root, cmd); err != nil {
		t.Fatal(err)
	}
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	if program, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	return path, program
}

// What a program does is the same without the tables; its trace names packages and places, of which the
// whole program knows functions and lines.
func TestWithoutTraces(t *testing.T) {
	whole, program := buildPanicking(t)
	sections, err := split(program)
	if err != nil {
		t.Fatal(err)
	}
	if parts, err := split(join(sections)); err != nil || !reflect.DeepEqual(parts, sections) {
		t.Fatalf("a program taken apart and put together is another (%v)", err)
	}
	less, err := withoutTraces(program)
	if err != nil {
		t.Fatal(err)
	}
	again, err := withoutTraces(less)
	if err != nil || !bytes.Equal(again, less) {
		t.Errorf("what has no tables changes once more (%v)", err)
	}
	before, after := packed(t, program), packed(t, less)
	for _, name := range []string{"main.go\x00", "main.deep\x00", "runtime.mallocgc\x00"} {
		if !bytes.Contains(before, []byte(name)) || bytes.Contains(after, []byte(name)) {
			t.Errorf("%q stays, or was never there", name)
		}
	}

	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("running both programs needs node")
	}
	short := filepath.Join(t.TempDir(), "short.wasm")
	if err := os.WriteFile(short, less, 0o644); err != nil {
		t.Fatal(err)
	}
	told, trace := runWasm(t, whole)
	toldShort, traceShort := runWasm(t, short)
	if told != toldShort || told != "caught once\nhelper <nil>\nsecond twice\n0\ntrue\n4000 3000\n20000\n" {
		t.Errorf("the program says %q, and without tables %q", told, toldShort)
	}
	if !strings.Contains(trace, "main.go:") {
		t.Errorf("the whole program's trace has no lines: %s", trace)
	}
	for _, want := range []string{"assignment to entry in nil map", "main.f("} {
		if !strings.Contains(traceShort, want) {
			t.Errorf("the trace without tables lacks %q: %s", want, traceShort)
		}
	}
	if strings.Contains(traceShort, "main.go:") {
		t.Errorf("the trace has lines: %s", traceShort)
	}
	explained, err := explained([]byte(traceShort), program)
	if err != nil {
		t.Fatal(err)
	}
	last := fmt.Sprintf("main.go:%d main.main\n", strings.Count(panicking, "\n")-1)
	if !strings.Contains(string(explained), last) {
		t.Errorf("the trace lacks %q after all was looked up: %s", last, explained)
	}
}

func TestShortNames(t *testing.T) {
	for name, want := range map[string]string{
		"main.main":                                  "main.f",
		"causeway/core/data.(*File).Import":          "causeway/core/data.(*T).M",
		"causeway/core/data.Sign.comma":              "causeway/core/data.f",
		"github.com/vmihailenco/msgpack/v5.init":     "github.com/vmihailenco/msgpack/v5.f",
		"slices.SortFunc[go.shape.[]causeway/x.Y]":   "slices.f",
		"sync/atomic.(*Pointer[go.shape.*a/b.C]).Do": "sync/atomic.(*T).M",
		"runtime.mallocgc":                           "runtime.f",
		"runtime.gopanic":                            "runtime.gopanic",
		"reflect.makeFuncStub":                       "reflect.makeFuncStub",
		"wasm_export_run":                            "wasm_export_run",
		"":                                           "",
	} {
		if got := shortName(name); got != want || shortName(got) != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
}

// packed is the memory of a program, which comes back the same when it is packed.
func packed(t *testing.T, program []byte) []byte {
	memory, err := memoryOf(program)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := unpackData(packData(memory)); err != nil || !bytes.Equal(again, bytes.TrimRight(memory, "\x00")) {
		t.Fatalf("memory that is packed comes back as another (%v)", err)
	}
	return memory
}

// runWasm runs a program that is meant to fail, and gives what it said and its trace.
func runWasm(t *testing.T, path string) (string, string) {
	root, err := goEnv("", "GOROOT")
	if err != nil {
		t.Fatal(err)
	}
	var out, trace bytes.Buffer
	cmd := exec.Command(filepath.Join(root, "lib", "wasm", "go_js_wasm_exec"), path)
	cmd.Env = append(os.Environ(), "GOTRACEBACK=system")
	cmd.Stdout, cmd.Stderr = &out, &trace
	if err := cmd.Run(); err == nil {
		t.Fatal("the program does not fail")
	}
	return out.String(), trace.String()
}

func FuzzWithoutTraces(f *testing.F) {
	f.Add([]byte("\x00asm\x01\x00\x00\x00\x0b\x07\x01\x00\x41\x05\x0b\x01\x07"))
	table := make([]byte, 500)
	copy(table, "\xf1\xff\xff\xff\x00\x00\x01\x08")
	table[32], table[40], table[48], table[56], table[64] = 72, 76, 80, 84, 88
	table[108], table[100+43*8], table[100+44*8] = 72, 88, 92 // the module's record, at 100
	f.Add(join([]section{{sectionData, packData(table)}}))
	f.Fuzz(func(t *testing.T, program []byte) {
		if less, err := withoutTraces(program); err == nil {
			if again, err := withoutTraces(less); err != nil || !bytes.Equal(less, again) {
				t.Errorf("what has no tables changes once more (%v)", err)
			}
		}
	})
}
