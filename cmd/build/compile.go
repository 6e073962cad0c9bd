package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// binaries holds what the Go toolchain makes for a site.
type binaries struct {
	id       string // hash of the Go sources, stored in both binaries
	app      []byte
	engine   []byte
	wasmExec []byte
	about    []byte // see about
	frame    []byte // the content shown before the page runs, see app/frame
}

// moduleRoot returns the folder of the go.mod that governs the working folder.
func moduleRoot() (string, error) {
	mod, err := goEnv("", "GOMOD")
	if err != nil {
		return "", err
	}
	if filepath.Base(mod) != "go.mod" {
		return "", errors.New("this folder has no go.mod; run the command from the repository")
	}
	return filepath.Dir(mod), nil
}

// compile builds the page and the engine.
func compile(root string) (binaries, error) {
	var b binaries
	var err error
	if b.id, err = sourceID(root); err != nil {
		return b, err
	}
	if b.about, err = gatherAbout(root); err != nil {
		return b, err
	}
	if b.frame, err = drawFrame(root); err != nil {
		return b, err
	}
	dir, err := os.MkdirTemp("", "causeway-wasm-")
	if err != nil {
		return b, err
	}
	defer os.RemoveAll(dir)
	for _, program := range []string{"./app", "./app/engine"} {
		if err := compileTo(dir, root, b.id, program); err != nil {
			return b, err
		}
	}
	goroot, err := goEnv(root, "GOROOT")
	if err != nil {
		return b, err
	}
	for path, dst := range map[string]*[]byte{
		filepath.Join(dir, "app"):                            &b.app,
		filepath.Join(dir, "engine"):                         &b.engine,
		filepath.Join(goroot, "lib", "wasm", "wasm_exec.js"): &b.wasmExec,
	} {
		if *dst, err = os.ReadFile(path); err != nil {
			return b, err
		}
	}
	return b, nil
}

// compileTo builds one of the binaries, with its id, into a folder.
func compileTo(dir, root, id, pkg string) error {
	text, err := compiler(dir, root, id, pkg).CombinedOutput()
	if err != nil {
		return fmt.Errorf("compiling %s to WebAssembly: %w\n%s", pkg, err, bytes.TrimSpace(text))
	}
	return nil
}

// smallJSON chooses the smaller of Go's two implementations of encoding/json. The browser tests need
// the other one.
const smallJSON = "nojsonv2"

// loops lists the packages whose calls are inlined: the arithmetic of training, hashing and decoding.
var loops = []string{"causeway/core/kernel", "causeway/core/nn", "crypto/internal/fips140/sha256",
	"github.com/vmihailenco/msgpack/v5"}

// notInlined lists the packages whose calls are not inlined, because they mostly wait for people,
// files or the packages above. This makes the engine a twelfth smaller, and reading a table a tenth
// slower.
var notInlined = []string{"causeway/...", "github.com/...", "crypto/...", "encoding/...", "net/..."}

// compiler returns the command that builds one of the binaries.
func compiler(dir, root, id, pkg string) *exec.Cmd {
	return goCommand(root, append(compileFlags("build"), "-ldflags=-s -w -X causeway/core/wire.Build="+id, "-o",
		dir+"/", pkg)...)
}

// compileFlags returns the go command's arguments that say how packages are compiled.
func compileFlags(verb string) []string {
	args := []string{verb, "-trimpath"}
	for _, p := range notInlined {
		args = append(args, "-gcflags="+p+"=-l")
	}
	for _, p := range loops {
		args = append(args, "-gcflags="+p+"=")
	}
	return args
}

// test runs tests of packages as WebAssembly under Node, compiled as the binaries are. Its arguments are those of
// go test.
func test(args []string, out io.Writer) error {
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	goroot, err := goEnv(root, "GOROOT")
	if err != nil {
		return err
	}
	node := filepath.Join(goroot, "lib", "wasm", "go_js_wasm_exec")
	cmd := goCommand(root, slices.Concat(compileFlags("test"), []string{"-vet=off", "-exec", node}, args)...)
	cmd.Stdout, cmd.Stderr = out, out
	return cmd.Run()
}

// goCommand prepares a go command for js/wasm. Go's environment variables must not change the result,
// except for experiments, which benchmarks set.
func goCommand(root string, args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOWASM=", "GOWORK=off", "GOFLAGS=-buildvcs=false",
		"GOEXPERIMENT="+cmp.Or(os.Getenv("GOEXPERIMENT"), "simd")+","+smallJSON)
	return cmd
}

// drawFrame runs the page natively to get its first screen.
func drawFrame(root string) ([]byte, error) {
	cmd := exec.Command("go", "run", "-buildvcs=false", "./app/frame")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=", "GOARCH=", "GOWORK=off")
	html, err := cmd.Output()
	if err != nil {
		var failed *exec.ExitError
		if errors.As(err, &failed) {
			err = fmt.Errorf("%w\n%s", err, bytes.TrimSpace(failed.Stderr))
		}
		return nil, fmt.Errorf("drawing the page's first frame: %w", err)
	}
	return html, nil
}

func goEnv(dir, name string) (string, error) { return goOutput(dir, "env", name) }

// goOutput returns the line that a go command prints.
func goOutput(dir string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	text, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(text)), nil
}

// sourceID hashes the sources of the binaries: go.mod, go.sum and every file below app,
// core and assets except files of tests and npm.
func sourceID(root string) (string, error) {
	sum := sha256.New()
	for _, top := range []string{"app", "assets", "core", "go.mod", "go.sum"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(path string, d fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist) && path == filepath.Join(root, top):
				return nil
			case err != nil:
				return err
			case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules"):
				return fs.SkipDir
			case !d.Type().IsRegular() || strings.HasSuffix(path, "_test.go"):
				return nil
			}
			rel, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			fmt.Fprintf(sum, "%s %x\n", filepath.ToSlash(rel), sha256.Sum256(content))
			return nil
		})
		if err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil))[:12], nil
}
