package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
)

// What Go 1.27 writes of calls that were put in place (runtime/symtabinl.go), and of the module
// (runtime/symtab.go), which says where other data of functions begins and ends.
const (
	valueCall = 2 // which of the calls put in place an instruction belongs to, -1 for none
	placeCall = 3 // those calls

	callName   = 4 // of its record: as recordName
	callStart  = 12
	callLength = 16

	moduleData, moduleEnd = 43 * 8, 44 * 8
	moduleLength          = 45 * 8
)

// readNames are names that the runtime compares with: of frames whose arguments only it can find, and of
// the one that a trace calls panic.
var readNames = []string{"reflect.makeFuncStub", "reflect.methodValueCall", "runtime.gopanic"}

// shortName is what stays of a function's name. The runtime tells its own functions by their
// package, and cuts the names of methods in two where one is called by a pointer to nothing.
func shortName(name string) string {
	for _, known := range readNames {
		if name == known {
			return name
		}
	}
	name, _, _ = strings.Cut(name, "[")
	n := strings.LastIndexByte(name, '/') + 1
	pkg, rest, ok := strings.Cut(name[n:], ".")
	switch {
	case !ok: // of assembly
		return name
	case strings.HasPrefix(rest, "(*"):
		return name[:n] + pkg + ".(*T).M"
	}
	return name[:n] + pkg + ".f"
}

// shortenNames leaves of every function's name what shortName says, once for all that share it.
func (t functions) shortenNames() error {
	names := t.table[t.names:t.units]
	var short []byte
	moved := map[uint32]uint32{}
	known := map[string]uint32{}
	move := func(field []byte) error {
		place := binary.LittleEndian.Uint32(field)
		to, ok := moved[place]
		if !ok {
			if int(place) >= len(names) || bytes.IndexByte(names[place:], 0) < 0 {
				return errors.New("a function's name lies outside of its table")
			}
			name, _, _ := bytes.Cut(names[place:], []byte{0})
			s := shortName(string(name))
			if to, ok = known[s]; !ok {
				to = uint32(len(short))
				known[s], short = to, append(append(short, s...), 0)
			}
			moved[place] = to
		}
		binary.LittleEndian.PutUint32(field, to)
		return nil
	}
	data, err := t.data()
	if err != nil {
		return err
	}
	seen := map[uint32]bool{}
	for i := range t.count {
		r, err := t.record(i)
		if err != nil {
			return err
		}
		if err := move(r.fixed[recordName:][:4]); err != nil {
			return err
		}
		if len(r.places) < 4*(placeCall+1) || len(r.values) < 4*(valueCall+1) {
			continue
		}
		place, index := binary.LittleEndian.Uint32(r.places[4*placeCall:]), binary.LittleEndian.Uint32(r.values[4*valueCall:])
		if place == nowhere || index == 0 || seen[place] {
			continue
		}
		seen[place] = true
		n := mostValue(t.table[t.values:t.records][index:]) + 1
		if n > len(data)/callLength || int(place) > len(data)-n*callLength {
			return errors.New("the calls put in place in a function lie outside of the program's memory")
		}
		for calls := data[place:][:n*callLength]; len(calls) > 0; calls = calls[callLength:] {
			if err := move(calls[callName:][:4]); err != nil {
				return err
			}
			clear(calls[callStart:callLength])
		}
	}
	if len(short) > len(names) {
		return errors.New("the names of functions do not become fewer")
	}
	clear(names[copy(names, short):])
	return nil
}

// module is the record of the module, which begins with where the table and its names are.
func (t functions) module() ([]byte, error) {
	begin := binary.LittleEndian.AppendUint64(nil, uint64(t.at))
	begin = binary.LittleEndian.AppendUint64(begin, uint64(t.at+t.names))
	at := bytes.Index(t.memory, begin)
	if at < 0 || at+moduleLength > len(t.memory) {
		return nil, errors.New("the program does not say where the data of its functions is, as far as is known")
	}
	return t.memory[at:][:moduleLength], nil
}

// data is what the places of functions' data count from, as the module's record says.
func (t functions) data() ([]byte, error) {
	module, err := t.module()
	if err != nil {
		return nil, err
	}
	from, to := binary.LittleEndian.Uint64(module[moduleData:]), binary.LittleEndian.Uint64(module[moduleEnd:])
	if from < uint64(t.at+t.records) || to < from || to > uint64(len(t.memory)) {
		return nil, errors.New("the data of the program's functions is not where it is known to be")
	}
	return t.memory[from:to], nil
}

// mostValue is the largest value of a list of steps, see valuesLength.
func mostValue(list []byte) int {
	value, most := -1, -1
	for at := 0; at < len(list) && (at == 0 || list[at] != 0); {
		step, n := binary.Uvarint(list[at:])
		if n <= 0 {
			break
		}
		value += int(int64(step>>1) ^ -int64(step&1))
		most = max(most, value)
		_, w := binary.Uvarint(list[at+n:])
		at += n + max(w, 1)
	}
	return most
}
