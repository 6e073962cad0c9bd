package main

import (
	"bytes"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// The places that a program is given are those of the functions that its own section of names calls so, and the program
// does what it did.
func TestWithAhead(t *testing.T) {
	whole, program := buildPanicking(t)
	more, err := withAhead(program, "main.deep\nmain.gone\nruntime.gopanic\n\nmain.thing.Told\n")
	if err != nil {
		t.Fatal(err)
	}
	sections, err := split(more)
	if err != nil {
		t.Fatal(err)
	}
	list, ok := bytes.CutPrefix(sections[len(sections)-1].content, appendName(nil, aheadSection))
	if !ok {
		t.Fatal("the program has no section of functions that are called first")
	}
	var numbers []int
	for len(list) > 0 {
		n, w := binary.Uvarint(list)
		numbers, list = append(numbers, int(n)), list[w:]
	}
	names := namedFunctions(t, sections)
	of, err := namesOf(sections)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, place := range numbers[1:] {
		got = append(got, names[place-of.place+of.first])
	}
	if want := []string{"main.deep", "runtime.gopanic", "main.thing.Told"}; numbers[0] != 2 || !slices.Equal(got, want) {
		t.Errorf("%d of %q are called first, want 2 of %q", numbers[0], got, want)
	}

	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("running both programs needs node")
	}
	longer := filepath.Join(t.TempDir(), "longer.wasm")
	if err := os.WriteFile(longer, more, 0o644); err != nil {
		t.Fatal(err)
	}
	told, _ := runWasm(t, whole)
	if toldLonger, _ := runWasm(t, longer); toldLonger != told {
		t.Errorf("the program says %q, and with the section %q", told, toldLonger)
	}
}

// namedFunctions are the functions that a program's section of names names, by their number.
func namedFunctions(t *testing.T, sections []section) map[int]string {
	const ofFunctions = 1
	names := map[int]string{}
	for _, s := range sections {
		rest, ok := bytes.CutPrefix(s.content, appendName(nil, "name"))
		if s.id != sectionOwn || !ok {
			continue
		}
		for len(rest) > 0 {
			of := rest[0]
			content, after, err := vector(rest[1:])
			if err != nil {
				t.Fatal(err)
			}
			if rest = after; of != ofFunctions {
				continue
			}
			_, w := binary.Uvarint(content)
			for content = content[w:]; len(content) > 0; {
				number, w := binary.Uvarint(content)
				var name []byte
				if name, content, err = vector(content[w:]); err != nil {
					t.Fatal(err)
				}
				names[int(number)] = string(name)
			}
		}
	}
	return names
}

func FuzzWithAhead(f *testing.F) {
	table := make([]byte, 500)
	copy(table, "\xf1\xff\xff\xff\x00\x00\x01\x08")
	table[32], table[40], table[48], table[56], table[64] = 72, 76, 80, 84, 88
	elements := section{sectionElements, []byte{1, 0, 0x41, 0x05, 0x0b, 1, 2}}
	f.Add(join([]section{{sectionExports, []byte{0}}, elements, {sectionData, packData(table)}}))
	f.Fuzz(func(t *testing.T, program []byte) {
		more, err := withAhead(program, "main.main\n\n")
		if err != nil {
			return
		}
		if _, err := split(more); err != nil {
			t.Errorf("what it makes is no program: %v", err)
		}
	})
}
