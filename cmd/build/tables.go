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

// withoutLines takes out of a program what the trace of a panic prints beside the names
// of functions: files, lines, and which arguments still have a value. The runtime takes a table
// that is not there for unknown; calls put in place of others stay known, as recover counts them.
func withoutLines(program []byte) ([]byte, error) {
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
		if err := clearLines(memory); err != nil {
			return nil, err
		}
		sections[i].content = packData(memory)
		return join(sections), nil
	}
	return nil, errors.New("the program has no data")
}

// clearLines empties the tables in a program's memory.
func clearLines(memory []byte) error {
	magic := binary.LittleEndian.AppendUint32(nil, headerMagic)
	at := bytes.Index(memory, append(magic, 0, 0, 1, 8)) // instructions of one byte, addresses of eight
	if at < 0 || len(memory) < at+headerLength {
		return errors.New("the program has no table of functions that is known")
	}
	table := memory[at:]
	var head [8]int // functions, files, -, places of names, units, files, values, records
	for i := range head {
		head[i] = int(binary.LittleEndian.Uint64(table[8+8*i:]))
	}
	count, units, values, records := head[0], head[4], head[6], head[7]
	if !(headerLength <= units && units < values && values < records && records <= len(table) && 0 <= count && count <= (len(table)-records)/8) {
		return errors.New("the program's table of functions is not as it is known")
	}

	kept := make([]byte, records-values)
	keep := func(place uint32) error {
		v := table[values:records]
		if int(place) >= len(v) {
			return errors.New("a function's values lie outside of their table")
		}
		n := valuesLength(v[place:])
		copy(kept[place:], v[place:int(place)+n])
		return nil
	}
	for i := range count {
		place := records + int(binary.LittleEndian.Uint32(table[records+8*i+4:]))
		if place+recordLength > len(table) {
			return errors.New("a function's record lies outside of the program's memory")
		}
		record := table[place:]
		for _, f := range []int{recordFile, recordLine, recordUnit, recordStart} {
			clear(record[f : f+4])
		}
		if err := keep(binary.LittleEndian.Uint32(record[16:])); err != nil { // of the stack's pointer
			return err
		}
		others := int(binary.LittleEndian.Uint32(record[recordValues:]))
		if others > (len(record)-recordLength)/4 {
			return errors.New("a function's record lies outside of the program's memory")
		}
		for v := range others {
			field := record[recordLength+4*v:][:4]
			if v == valueUnsafe || v == valueArguments {
				clear(field)
			}
			if err := keep(binary.LittleEndian.Uint32(field)); err != nil {
				return err
			}
		}
		places := record[recordLength+4*others:]
		n := int(record[recordPlaces])
		if n > len(places)/4 {
			return errors.New("a function's record lies outside of the program's memory")
		}
		for _, f := range []int{placeArguments, placeAlive} {
			if f < n {
				binary.LittleEndian.PutUint32(places[4*f:], nowhere)
			}
		}
	}
	clear(table[units:values]) // and the files' names after them
	copy(table[values:records], kept)
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
