package main

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// Places in the runtime's table of functions, as Go 1.20 to 1.27 write it (runtime/symtab.go,
// runtime/runtime2.go): a header, tables of which it gives the places, and for each
// function a record that points into the table of values by program counter.
const (
	headerMagic  = 0xfffffff1
	headerLength = 72

	recordName   = 4  // place in the table of names
	recordStack  = 16 // of values of the stack's pointer
	recordFile   = 20 // places in the table of values, 0 where there are none
	recordLine   = 24
	recordValues = 28 // how many others the record ends with
	recordUnit   = 32
	recordStart  = 36 // the line that a function begins at
	recordPlaces = 43 // how many places of other data come after the values
	recordLength = 44

	valueUnsafe    = 0 // where a signal may interrupt, which WebAssembly has none of
	valueArguments = 3 // which arguments a trace may print

	placeArguments, placeAlive = 5, 6 // how a trace prints arguments

	nowhere = 0xffffffff // a place of data that is not there
)

// withoutTraces takes out of a program the table that lookup does without and what the trace of a panic prints: files, lines, which arguments
// still have a value, and of the names of functions all but their packages. The runtime takes a table
// that is not there for unknown; calls put in place of others stay known, as recover counts them. What a
// trace still says, the place of every instruction, is looked up in a program that has its tables, see trace.
func withoutTraces(program []byte) ([]byte, error) {
	sections, err := split(program)
	if err != nil {
		return nil, err
	}
	for i, s := range sections {
		if s.id != sectionData {
			continue
		}
		memory, err := unpackData(s.content)
		if err != nil {
			return nil, err
		}
		t, err := tableIn(memory)
		if err != nil {
			return nil, err
		}
		if err := t.clearLines(); err != nil {
			return nil, err
		}
		if err := t.shortenNames(); err != nil {
			return nil, err
		}
		if err := t.clearBuckets(); err != nil {
			return nil, err
		}
		sections[i].content = packData(memory)
		return join(sections), nil
	}
	return nil, errNoData
}

var errNoData = errors.New("the program has no data")

// memoryOf is what a program's memory begins with.
func memoryOf(program []byte) ([]byte, error) {
	sections, err := split(program)
	if err != nil {
		return nil, err
	}
	for _, s := range sections {
		if s.id == sectionData {
			return unpackData(s.content)
		}
	}
	return nil, errNoData
}

// functions is the runtime's table of functions in a program's memory. Its places count from its header.
type functions struct {
	memory                               []byte
	at                                   int // of the header
	table                                []byte
	count                                int
	names, units, files, values, records int
}

func tableIn(memory []byte) (functions, error) {
	magic := binary.LittleEndian.AppendUint32(nil, headerMagic)
	at := bytes.Index(memory, append(magic, 0, 0, 1, 8)) // instructions of one byte, addresses of eight
	if at < 0 || len(memory) < at+headerLength {
		return functions{}, errors.New("the program has no table of functions that is known")
	}
	t := functions{memory: memory, at: at, table: memory[at:]}
	var head [8]int // functions, files, -, places of names, units, files, values, records
	for i := range head {
		head[i] = int(binary.LittleEndian.Uint64(t.table[8+8*i:]))
	}
	t.count, t.names, t.units, t.files, t.values, t.records = head[0], head[3], head[4], head[5], head[6], head[7]
	if !(headerLength <= t.names && t.names < t.units && t.units <= t.files && t.files < t.values && t.values < t.records && t.records <= len(t.table) &&
		0 <= t.count && t.count <= (len(t.table)-t.records)/8-1) {
		return t, errors.New("the program's table of functions is not as it is known")
	}
	return t, nil
}

// record is that of a function: what it is, the places of its values, and of its other data.
type record struct {
	fixed, values, places []byte
}

func (t functions) record(i int) (r record, err error) {
	err = errors.New("a function's record lies outside of the program's memory")
	place := t.records + int(binary.LittleEndian.Uint32(t.table[t.records+8*i+4:]))
	if place+recordLength > len(t.table) {
		return r, err
	}
	rest := t.table[place:]
	r.fixed, rest = rest[:recordLength], rest[recordLength:]
	values, places := int(binary.LittleEndian.Uint32(r.fixed[recordValues:])), int(r.fixed[recordPlaces])
	if values > len(rest)/4 || places > len(rest)/4-values {
		return r, err
	}
	r.values, r.places = rest[:4*values], rest[4*values:][:4*places]
	return r, nil
}

// clearLines empties the tables of files, lines and arguments.
func (t functions) clearLines() error {
	kept := make([]byte, t.records-t.values)
	keep := func(place uint32) error {
		v := t.table[t.values:t.records]
		if int(place) >= len(v) {
			return errors.New("a function's values lie outside of their table")
		}
		n := valuesLength(v[place:])
		copy(kept[place:], v[place:int(place)+n])
		return nil
	}
	for i := range t.count {
		r, err := t.record(i)
		if err != nil {
			return err
		}
		for _, f := range []int{recordFile, recordLine, recordUnit, recordStart} {
			clear(r.fixed[f : f+4])
		}
		if err := keep(binary.LittleEndian.Uint32(r.fixed[recordStack:])); err != nil {
			return err
		}
		for v := 0; 4*v < len(r.values); v++ {
			field := r.values[4*v:][:4]
			if v == valueUnsafe || v == valueArguments {
				clear(field)
			}
			if err := keep(binary.LittleEndian.Uint32(field)); err != nil {
				return err
			}
		}
		for _, f := range []int{placeArguments, placeAlive} {
			if 4*f < len(r.places) {
				binary.LittleEndian.PutUint32(r.places[4*f:], nowhere)
			}
		}
	}
	clear(t.table[t.units:t.values]) // and the files' names after them
	copy(t.table[t.values:t.records], kept)
	return nil
}

// valuesLength is how many bytes a list of steps takes: pairs of a value's change and the
// distance that it holds for, each of seven bits a byte, until a change of 0 that is not the first.
func valuesLength(list []byte) int {
	at := 0
	number := func() {
		for at < len(list) && list[at] >= 0x80 {
			at++
		}
		at++
	}
	for at < len(list) && (at == 0 || list[at] != 0) {
		number()
		number()
	}
	return min(at+1, len(list))
}
