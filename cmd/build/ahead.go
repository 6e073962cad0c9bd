package main

import (
	"bufio"
	"bytes"
	"cmp"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// called names the functions that the page calls at its start and, after an empty line, on a person's first way
// through its steps, as make ahead notes them. A name that no function has any more costs nothing, and a function that
// is not named is compiled when it is called. They stand by their names: what is ours is called after Go's runtime, which
// the page's thread is through with before others could be.
//
//go:embed ahead.txt
var called string

// Sections of a program, beside sectionData, and what an export of a table is.
const (
	sectionOwn      = 0
	sectionExports  = 7
	sectionElements = 9

	exportsTable = 1
)

// aheadSection is the section of the page's program that compiler.js reads: how many functions the start calls, and
// of all that are named the places in the table of functions, which is exported as aheadTable.
const (
	aheadSection = "causeway.ahead"
	aheadTable   = "table"
)

// withAhead adds to a program, whose functions still have their names, the places of those that are named, as called
// names them.
func withAhead(program []byte, called string) ([]byte, error) {
	sections, err := split(program)
	if err != nil {
		return nil, err
	}
	of, err := namesOf(sections)
	if err != nil {
		return nil, err
	}
	places := map[string][]int{}
	for i, name := range of.names {
		if name == "" {
			continue
		}
		places[name] = append(places[name], of.place+i)
	}
	var list []int
	start := 0
	for name := range strings.SplitSeq(called, "\n") {
		if name == "" {
			start = cmp.Or(start, len(list))
		}
		list = append(list, places[name]...) // of one that is generic, each form
	}
	own := binary.AppendUvarint(appendName(nil, aheadSection), uint64(start))
	for _, place := range list {
		own = binary.AppendUvarint(own, uint64(place))
	}
	for i, s := range sections {
		if s.id != sectionExports {
			continue
		}
		count, w := binary.Uvarint(s.content)
		if w <= 0 {
			return nil, errCut
		}
		content := append(binary.AppendUvarint(nil, count+1), s.content[w:]...)
		sections[i].content = append(appendName(content, aheadTable), exportsTable, 0)
	}
	return join(append(sections, section{sectionOwn, own})), nil
}

// appendName appends a name as programs write it.
func appendName(b []byte, name string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(name))), name...)
}

// numbered are a program's functions in their order.
type numbered struct {
	names []string
	place int // of the first in the table of functions
	first int // its number as browsers count, after those that are imported
}

var errNotNumbered = errors.New("the program's functions do not stand in its table as it is known")

// namesOf reads the names of a program's functions. Go puts all of them into the one table, in their order.
func namesOf(sections []section) (of numbered, err error) {
	for _, s := range sections {
		switch s.id {
		case sectionElements:
			after, ok := bytes.CutPrefix(s.content, []byte{1, 0, 0x41}) // one segment, table 0, i32.const
			place, n := constant(after)
			if !ok || n >= len(after) || after[n] != 0x0b {
				return of, errNotNumbered
			}
			count, w := binary.Uvarint(after[n+1:])
			first, v := binary.Uvarint(after[n+1+max(w, 0):])
			if w <= 0 || v <= 0 || count > uint64(len(after)) {
				return of, errNotNumbered
			}
			of.place, of.first, of.names = place, int(first), make([]string, count)
		case sectionData:
			memory, err := unpackData(s.content)
			if err != nil {
				return of, err
			}
			t, err := tableIn(memory)
			if err != nil {
				return of, err
			}
			for i := range t.count {
				r, err := t.record(i)
				if err != nil {
					return of, err
				}
				at, name := int(binary.LittleEndian.Uint32(r.fixed))-of.place, int(binary.LittleEndian.Uint32(r.fixed[recordName:]))
				if at < 0 || at >= len(of.names) || name >= t.units-t.names {
					return of, errNotNumbered
				}
				text, _, _ := bytes.Cut(t.table[t.names+name:t.units], []byte{0})
				of.names[at] = string(text)
			}
			return of, nil
		}
	}
	return of, errNoData
}

// starts says of a function that a program starts or goes on with it: who calls it has all run.
func starts(name string) bool {
	return strings.HasPrefix(name, "wasm_export_") || name == "wasm_pc_f_loop" || name == "runtime.rt0_go"
}

// ahead reads numbers of the page's functions, as a browser counts them, a line each, and writes their names in order,
// each once. Empty lines stay.
func ahead(args []string, in io.Reader, out io.Writer) error {
	if len(args) > 0 {
		return fmt.Errorf("unknown argument %q; numbers of functions are read from the standard input", args[0])
	}
	program, _, err := withNames("page")
	if err != nil {
		return err
	}
	sections, err := split(program)
	if err != nil {
		return err
	}
	of, err := namesOf(sections)
	if err != nil {
		return err
	}
	seen := map[string]bool{"": true}
	groups := [][]string{nil}
	for lines := bufio.NewScanner(in); lines.Scan(); {
		if lines.Text() == "" {
			groups = append(groups, nil)
			continue
		}
		number, err := strconv.Atoi(lines.Text())
		if number -= of.first; err != nil || number < 0 || number >= len(of.names) {
			return fmt.Errorf("%q is no number of a function of the page", lines.Text())
		}
		if name := of.names[number]; !seen[name] && !starts(name) {
			seen[name] = true
			last := len(groups) - 1
			groups[last] = append(groups[last], name)
		}
	}
	for i, names := range groups {
		slices.Sort(names)
		if i > 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprintln(out, strings.Join(names, "\n"))
	}
	return nil
}
