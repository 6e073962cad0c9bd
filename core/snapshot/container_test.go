package snapshot

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"strings"
	"testing"

	"causeway/core/form"
)

var some = []part{
	{"schema", true, []byte("what a schema is")},
	{"notes", false, nil},
	{"x-1", false, bytes.Repeat([]byte{0xc0}, 300)},
}

func packed(t testing.TB) []byte {
	t.Helper()
	b, err := pack("build 7", some)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestContainerRoundTrip(t *testing.T) {
	b := packed(t)
	build, _, parts, err := unpack(b)
	if err != nil || build != "build 7" || len(parts) != len(some) {
		t.Fatalf("build %q, %d parts, %v", build, len(parts), err)
	}
	for i, p := range parts {
		if p.name != some[i].name || p.required != some[i].required || !bytes.Equal(p.body, some[i].body) {
			t.Errorf("part %d = %+v, want %+v", i, p, some[i])
		}
	}
	again, err := pack(build, parts)
	if err != nil || !bytes.Equal(again, b) {
		t.Errorf("written again it differs: %v", err)
	}
}

// A file in which any single byte is changed, or which is cut anywhere, is rejected.
func TestContainerRefusesEveryDamage(t *testing.T) {
	good := packed(t)
	for i := range good {
		for _, flip := range []byte{1, 0x80, 0xff} {
			b := bytes.Clone(good)
			b[i] ^= flip
			if _, _, _, err := unpack(b); !errors.Is(err, ErrFormat) || strings.Contains(err.Error(), "\n") {
				t.Errorf("byte %d changed by %#x: %v", i, flip, err)
			}
		}
		if _, _, _, err := unpack(good[:i]); !errors.Is(err, ErrFormat) {
			t.Errorf("cut after %d bytes: %v", i, err)
		}
	}
	if _, _, _, err := unpack(append(bytes.Clone(good), 0)); !errors.Is(err, ErrFormat) {
		t.Errorf("with a byte too many: %v", err)
	}
}

func TestContainerSaysWhatIsWrong(t *testing.T) {
	good := packed(t)
	newer := bytes.Clone(good)
	newer[len(magic)] = 99
	twice, wrong := body(t, hashed("a"), hashed("a")), body(t, hashed("../a"))
	fewer := body(t, hashed("a"))
	fewer = append(fewer[:len(fewer)-4], 0x90) // [] is what remains of ["x"]
	head := append(bytes.Clone(magic), Version)
	for want, b := range map[string][]byte{
		"not a Causeway project": []byte("PK\x03\x04"),
		"newer Causeway":         newer,
		"format is 0":            append(bytes.Clone(magic), 0),
		"incomplete":             magic,
		"twice":                  append(bytes.Clone(head), twice...),
		"invalid name":           append(bytes.Clone(head), wrong...),
		"lists 1 parts":          append(bytes.Clone(head), fewer...),
		"checksum differs":       bytes.Replace(good, []byte("a schema"), []byte("b schema"), 1),
		"damaged or incomplete":  good[:len(good)-1],
	} {
		if _, _, _, err := unpack(b); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want a word of %q", err, want)
		}
	}
	if _, err := pack("b", []part{{name: "Schema"}}); err == nil {
		t.Error("a part with a capital was written")
	}
}

// hashed returns the entry for a part that contains x.
func hashed(name string) entry {
	sum := sha256.Sum256([]byte("x"))
	return entry{Name: name, Size: 1, SHA256: sum[:]}
}

// body returns the content of parts that contain x, whatever their entries say.
func body(t *testing.T, list ...entry) []byte {
	t.Helper()
	c := content{Header: header{Contents: list}}
	for range list {
		c.Parts = append(c.Parts, []byte("x"))
	}
	var err error
	if c.SHA256, err = c.Header.sum(); err != nil {
		t.Fatal(err)
	}
	b, err := form.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func FuzzContainer(f *testing.F) {
	f.Add(packed(f))
	f.Add(magic)
	f.Fuzz(func(t *testing.T, b []byte) {
		build, _, parts, err := unpack(b)
		if err != nil {
			return
		}
		again, err := pack(build, parts)
		if err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		if b2, _, p2, err := unpack(again); err != nil || b2 != build || len(p2) != len(parts) {
			t.Fatalf("written and read again: %v", err)
		}
	})
}
