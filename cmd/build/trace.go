package main

import (
	"debug/gosym"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path"
	"regexp"
	"strconv"
)

// traced are the programs whose traces can be looked up.
var traced = map[string]struct {
	pkg   string
	flags func() []string
}{"page": {"./app", smaller}, "engine": {"./app/engine", lean}}

// trace reads the trace of a panic of the page or the engine, as the page shows it, and writes it with functions,
// files and lines. The sources must be those that the program was made of: their id is printed.
func trace(args []string, in io.Reader, out io.Writer) error {
	if len(args) != 1 || traced[args[0]].flags == nil {
		return fmt.Errorf("say whose trace it is: trace page, or trace engine")
	}
	program, id, err := withNames(args[0])
	if err != nil {
		return err
	}
	text, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	if of := tracedBuild.FindSubmatch(text); of != nil && string(of[1]) != id {
		return fmt.Errorf("the trace is of build %s, and these are the sources of build %s", of[1], id)
	}
	if text, err = explained(text, program); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s\nlooked up in build %s\n", text, id)
	return err
}

// withNames compiles a program with all of its tables, and says which build it is of.
func withNames(program string) (content []byte, id string, err error) {
	of := traced[program]
	root, err := moduleRoot()
	if err != nil {
		return nil, "", err
	}
	if id, err = sourceID(root); err != nil {
		return nil, "", err
	}
	flags := of.flags()
	if program == "page" {
		mod, err := client(root)
		if err != nil {
			return nil, "", err
		}
		flags = append(flags, "-modfile="+mod)
	}
	dir, err := os.MkdirTemp("", "causeway-trace-")
	if err != nil {
		return nil, "", err
	}
	defer os.RemoveAll(dir)
	if err := compileTo(dir, root, id, of.pkg, flags...); err != nil {
		return nil, "", err
	}
	content, err = os.ReadFile(path.Join(dir, path.Base(of.pkg)))
	return content, id, err
}

var (
	tracedPlace = regexp.MustCompile(`(?m)^\t\?:0.* pc=(0x[0-9a-f]+)$`)
	tracedBuild = regexp.MustCompile(`(?m)^build ([0-9a-f]+)$`)
)

// explained is a trace with what a program with all of its tables says of its places.
func explained(text, program []byte) ([]byte, error) {
	memory, err := memoryOf(program)
	if err != nil {
		return nil, err
	}
	t, err := tableIn(memory)
	if err != nil {
		return nil, err
	}
	if err := t.widen(); err != nil {
		return nil, err
	}
	symbols, err := gosym.NewTable(nil, gosym.NewLineTable(t.table, 0))
	if err != nil {
		return nil, err
	}
	return tracedPlace.ReplaceAllFunc(text, func(line []byte) []byte {
		pc, _ := strconv.ParseUint(string(tracedPlace.FindSubmatch(line)[1]), 0, 64)
		f := symbols.PCToFunc(pc)
		if f == nil {
			return line
		}
		if pc > f.Entry { // it goes on there, and called before
			pc--
		}
		file, n, _ := symbols.PCToLine(pc)
		return fmt.Appendf(nil, "\t%s:%d %s", file, n, f.Name)
	}), nil
}

// widen makes the table one of other machines, which gosym reads: in WebAssembly functions are counted, and an
// instruction is 65,536 times its function and a number in it.
func (t functions) widen() error {
	const bits = 16
	for i := range t.count + 1 {
		entries := [][]byte{t.table[t.records+8*i:]}
		if i < t.count {
			r, err := t.record(i)
			if err != nil {
				return err
			}
			entries = append(entries, r.fixed)
		}
		for _, e := range entries {
			binary.LittleEndian.PutUint32(e, binary.LittleEndian.Uint32(e)<<bits)
		}
	}
	return nil
}
