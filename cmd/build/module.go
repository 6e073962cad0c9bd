package main

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// sectionData is the section of a WebAssembly program that fills its memory.
const sectionData = 11

// section is a part of a WebAssembly program (WebAssembly core specification, 5.5).
type section struct {
	id      byte
	content []byte
}

var errCut = errors.New("the program is cut short")

// split takes a program apart.
func split(program []byte) ([]section, error) {
	const head = "\x00asm\x01\x00\x00\x00"
	rest, ok := bytes.CutPrefix(program, []byte(head))
	if !ok {
		return nil, errors.New("this is no WebAssembly program")
	}
	var list []section
	for len(rest) > 0 {
		id := rest[0]
		content, after, err := vector(rest[1:])
		if err != nil {
			return nil, err
		}
		list, rest = append(list, section{id, content}), after
	}
	return list, nil
}

// join is the reverse of split.
func join(list []section) []byte {
	program := []byte("\x00asm\x01\x00\x00\x00")
	for _, s := range list {
		program = append(program, s.id)
		program = append(binary.AppendUvarint(program, uint64(len(s.content))), s.content...)
	}
	return program
}

// vector cuts bytes that come after their number.
func vector(b []byte) (content, rest []byte, err error) {
	n, w := binary.Uvarint(b)
	if w <= 0 || n > uint64(len(b)-w) {
		return nil, nil, errCut
	}
	return b[w:][:n], b[w:][n:], nil
}

// unpackData is the memory that segments at constant addresses fill.
func unpackData(content []byte) ([]byte, error) {
	count, w := binary.Uvarint(content)
	if w <= 0 {
		return nil, errCut
	}
	var memory []byte
	rest := content[w:]
	for range count {
		after, ok := bytes.CutPrefix(rest, []byte{0, 0x41}) // memory 0, i32.const
		address, n := constant(after)
		if !ok || n >= len(after) || after[n] != 0x0b || address < 0 {
			return nil, errors.New("the program fills its memory in a way that is not known")
		}
		part, next, err := vector(after[n+1:])
		if err != nil {
			return nil, err
		}
		end := address + len(part)
		if end > mostMemory {
			return nil, errors.New("the program begins with more memory than one of ours")
		}
		if end > len(memory) {
			memory = append(memory, make([]byte, end-len(memory))...)
		}
		copy(memory[address:], part)
		rest = next
	}
	return memory, nil
}

const (
	mostSegments = 100_000 // that browsers take
	mostMemory   = 1 << 28 // bytes
)

// packData cuts a memory into segments, leaving out runs of zeros that are as short as the
// number of segments allows.
func packData(memory []byte) []byte {
	for run := 16; ; run *= 2 {
		segments := cut(memory, run)
		if len(segments) > mostSegments {
			continue
		}
		content := binary.AppendUvarint(nil, uint64(len(segments)))
		for _, s := range segments {
			content = appendConst(append(content, 0, 0x41), s.from)
			content = binary.AppendUvarint(append(content, 0x0b), uint64(s.to-s.from))
			content = append(content, memory[s.from:s.to]...)
		}
		return content
	}
}

// span are the places from..to-1.
type span struct{ from, to int }

// cut lists what stands between runs of at least so many zeros.
func cut(memory []byte, run int) []span {
	var list []span
	zeros := bytes.Repeat([]byte{0}, run)
	for at := 0; at < len(memory); {
		if memory[at] == 0 {
			at++
			continue
		}
		n := bytes.Index(memory[at:], zeros)
		if n < 0 {
			n = len(bytes.TrimRight(memory[at:], "\x00"))
		}
		list = append(list, span{at, at + n})
		at += n
		for at < len(memory) && memory[at] == 0 {
			at++
		}
	}
	return list
}

// constant reads a signed number of seven bits a byte, and how many bytes it took.
func constant(b []byte) (value, n int) {
	for shift := 0; n < len(b) && shift < 35; shift += 7 {
		c := b[n]
		n++
		value |= int(c&0x7f) << shift
		if c < 0x80 {
			if c&0x40 != 0 {
				value -= 1 << (shift + 7)
			}
			return value, n
		}
	}
	return -1, len(b)
}

// appendConst is the reverse of constant, for numbers from 0.
func appendConst(b []byte, value int) []byte {
	for value >= 0x40 {
		b = append(b, byte(value)|0x80)
		value >>= 7
	}
	return append(b, byte(value))
}
