package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// lookup is how the programs' copy of Go's runtime finds the function of a place. Go's own asks a table that has a
// record for every 4,096 places, which machine code needs; in WebAssembly, whose places are 65,536 for a function, each
// function has sixteen that say its number, 5 MB of the page's memory.
var lookup = [][2]string{{`	if GOARCH == "wasm" {
		// On Wasm, pcOff is the function index, whereas
		// the "PC" is function index << 16 + block index.
		x = uintptr(pcOff)<<16 + datap.text - datap.minpc
	}
	b := x / abi.FuncTabBucketSize
	i := x % abi.FuncTabBucketSize / (abi.FuncTabBucketSize / nsub)

	ffb := (*findfuncbucket)(add(unsafe.Pointer(datap.findfunctab), b*unsafe.Sizeof(findfuncbucket{})))
	idx := ffb.idx + uint32(ffb.subbuckets[i])
`, `	_, _ = x, nsub
	idx := pcOff - datap.ftab[0].entryoff
`}}

// roomy is how the copy makes a handle of a browser's object. Each has a finalizer, and the runtime looks for the place
// of one among those of the same block of memory one by one: 512 of Go's own, of which a table of 512 features has thousands.
var roomy = [][2]string{{`		gcPtr = new(ref)
`, `		gcPtr = &new(struct {
			ref
			_ [7]ref
		}).ref
`}}

// changed are the files of Go's library that the programs are compiled with copies of.
var changed = []struct {
	path  string
	edits [][2]string
}{
	{"runtime/symtab.go", lookup},
	{"syscall/js/js.go", roomy},
}

// overlaid makes of a go command one that compiles with the copies.
func overlaid(root string, cmd *exec.Cmd) error {
	goroot, err := goEnv(root, "GOROOT")
	if err != nil {
		return err
	}
	modules, err := goEnv(root, "GOMODCACHE")
	if err != nil {
		return err
	}
	bin, copies := filepath.Join(root, "bin"), map[string]string{}
	for _, c := range changed {
		of := filepath.Join(goroot, "src", filepath.FromSlash(c.path))
		content, err := os.ReadFile(of)
		if err != nil {
			return err
		}
		if content, err = edited(content, c.edits); err != nil {
			return fmt.Errorf("%s of Go's library %w", c.path, err)
		}
		copies[of] = filepath.Join(bin, filepath.Base(of)+".txt")
		if err := keep(copies[of], content); err != nil {
			return err
		}
	}
	file, link := filepath.Join(bin, "overlay.json"), filepath.Join(bin, "mod")
	list, err := json.Marshal(map[string]map[string]string{"Replace": copies})
	if err := errors.Join(err, keep(file, list)); err != nil {
		return err
	}
	// Go takes no file in the place of one that it keeps with the modules, which are never to change; a toolchain that it
	// downloaded lies among them. By another name of that folder it does, and the file there stays as it is.
	if to, err := os.Readlink(link); err != nil || to != modules {
		if err := errors.Join(os.RemoveAll(link), os.Symlink(modules, link)); err != nil {
			return err
		}
	}
	cmd.Path = filepath.Join(goroot, "bin", "go")
	cmd.Args = slices.Insert(cmd.Args, 2, "-overlay="+file)
	cmd.Env = append(cmd.Env, "GOTOOLCHAIN=local", "GOMODCACHE="+link)
	return nil
}

// edited replaces texts that must be there once each.
func edited(content []byte, edits [][2]string) ([]byte, error) {
	for _, e := range edits {
		if bytes.Count(content, []byte(e[0])) != 1 {
			return nil, fmt.Errorf("is not as it is known: it has no single %q", e[0])
		}
		content = bytes.Replace(content, []byte(e[0]), []byte(e[1]), 1)
	}
	return content, nil
}

// The table that lookup does without, as the module's record says where it is and from which place to which it goes:
// records of the number of a function and sixteen distances from it, which are none.
const (
	moduleBuckets, moduleFrom, moduleTo = 8 + 6*24, 16 + 6*24, 24 + 6*24

	bucketLength = 4 + 16
	bucketPlaces = 4096
	placesBits   = 16 // of a function's places
)

// clearBuckets empties that table, unless it says something else than lookup knows.
func (t functions) clearBuckets() error {
	module, err := t.module()
	if err != nil {
		return err
	}
	at, from, to := binary.LittleEndian.Uint64(module[moduleBuckets:]), binary.LittleEndian.Uint64(module[moduleFrom:]), binary.LittleEndian.Uint64(module[moduleTo:])
	size := uint64(len(t.memory))
	if n := (to - from + bucketPlaces - 1) / bucketPlaces; to < from || n > size/bucketLength || at > size-n*bucketLength {
		return errors.New("the table of places of functions lies outside of the program's memory")
	}
	table := t.memory[at:]
	for place := uint64(0); place < to-from; place += bucketPlaces {
		var bucket []byte
		bucket, table = table[:bucketLength], table[bucketLength:]
		number, last := uint64(binary.LittleEndian.Uint32(bucket)), place+bucketPlaces >= to-from // which goes on past the end
		if number != 0 && number != place>>placesBits || !last && len(bytes.Trim(bucket[4:], "\x00")) > 0 {
			return errors.New("the table of places of functions is not as it is known")
		}
		clear(bucket)
	}
	return nil
}
