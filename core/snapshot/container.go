// Package snapshot implements project files: the container of checked parts, the contents of the
// parts, and a reader that trusts nothing. docs/format.md describes the bytes for readers in other
// languages. The package contains only data. It does not know where files come from or how models
// run.
package snapshot

import (
	"bytes"
	"crypto/sha256"
	"reflect"
	"slices"

	"causeway/core/fault"
	"causeway/core/form"
)

// Version is the format version that Write writes. Read also reads all earlier ones.
const Version = form.Version

// MaxFile is the largest length of a file in bytes.
const MaxFile = form.MaxBytes

// ErrFormat is wrapped by every error about bytes that are not a valid file.
var ErrFormat error = fault.Kind("snapshot: not a valid file")

const (
	maxParts  = 64
	maxName   = 64
	maxValues = 1 << 18 // numbers, texts, fields and lists in one part
)

// part is a named piece of a file. A reader rejects a file with a required part that it does not
// know. It keeps unknown optional parts and writes them back.
type part struct {
	name     string
	required bool
	body     []byte
}

// The container is the msgpack list
//
//	["causeway", version, content]
//
// whose first bytes are the same in every version, so that readers recognise the file.
var magic = append([]byte{0x93, 0xa8}, "causeway"...)

// Is reports whether bytes begin like a project file.
func Is(b []byte) bool { return bytes.HasPrefix(b, magic) }

// content is the last item of the container's list.
type content struct {
	Header header   `msgpack:"header"`
	SHA256 []byte   `msgpack:"sha256"` // SHA-256 of the header's bytes
	Parts  [][]byte `msgpack:"parts"`  // in the order of the table of contents
}

type header struct {
	Build    string  `msgpack:"build"` // build that wrote the file
	Contents []entry `msgpack:"contents"`
}

// entry is a line of the table of contents.
type entry struct {
	Name     string `msgpack:"name"`
	Required bool   `msgpack:"required"`
	Size     int    `msgpack:"size"`
	SHA256   []byte `msgpack:"sha256"`
}

// pack writes parts in their order.
func pack(build string, parts []part) ([]byte, error) { return packInTurns(build, parts, func() {}) }

// packInTurns is like pack but calls pause between steps, so that other work can run.
func packInTurns(build string, parts []part, pause func()) ([]byte, error) {
	c := content{Header: header{Build: build}}
	for _, p := range parts {
		hash := sha256.New()
		for piece := range slices.Chunk(p.body, 1<<20) {
			pause()
			hash.Write(piece)
		}
		c.Header.Contents = append(c.Header.Contents, entry{p.name, p.required, len(p.body), hash.Sum(nil)})
		c.Parts = append(c.Parts, p.body)
	}
	sum, err := c.Header.sum()
	if err != nil {
		return nil, err
	}
	c.SHA256 = sum
	if err := c.listed(); err != nil {
		return nil, err
	}
	pause()
	b, err := form.Marshal(c)
	if err != nil {
		return nil, err
	}
	pause()
	return slices.Concat(magic, []byte{Version}, b), nil
}

// unpack reads a container of any version and verifies all of it: every byte belongs to something,
// and every part has the stated size and hash.
func unpack(b []byte) (build string, version int, parts []part, err error) {
	rest, ok := bytes.CutPrefix(b, magic)
	switch {
	case len(b) > MaxFile:
		return "", 0, nil, fault.Errorf("%w: it has %d MB; a project has at most %d MB", ErrFormat, len(b)>>20,
			MaxFile>>20)
	case !ok:
		return "", 0, nil, fault.Errorf("%w: it is not a Causeway project, or its beginning is missing", ErrFormat)
	case len(rest) == 0:
		return "", 0, nil, fault.Errorf("%w: it is incomplete", ErrFormat)
	case rest[0] > Version: // another encoding of a number too
		return "", 0, nil, fault.Errorf("%w: it was saved by a newer Causeway (format %d, this one reads up to %d); "+
			"reload the page to get the newest", ErrFormat, rest[0], Version)
	case rest[0] == 0:
		return "", 0, nil, fault.Errorf("%w: its format is 0, which does not exist", ErrFormat)
	}
	c, err := form.Unmarshal[content](rest[1:])
	if err != nil {
		return "", 0, nil, fault.Errorf("%w: it is damaged or incomplete (%v)", ErrFormat, err)
	}
	if err := c.check(headerBytes(rest[1:])); err != nil {
		return "", 0, nil, err
	}
	for i, e := range c.Header.Contents {
		parts = append(parts, part{e.Name, e.Required, c.Parts[i]})
	}
	return c.Header.Build, int(rest[0]), parts, nil
}

// headerBytes returns the bytes of the header in a file's content, as read.
func headerBytes(b []byte) []byte {
	w := form.NewWalk(b)
	w.Struct()
	w.Text() // key of the field
	from := w.Rest()
	w.Value(reflect.TypeFor[header]())
	return from[:len(from)-len(w.Rest())]
}

func (h header) sum() ([]byte, error) {
	b, err := form.Marshal(h)
	sum := sha256.Sum256(b)
	return sum[:], err
}

func (c content) check(header []byte) error {
	if err := c.listed(); err != nil {
		return err
	}
	if sum := sha256.Sum256(header); !bytes.Equal(sum[:], c.SHA256) {
		return fault.Errorf("%w: its table of contents was changed after it was saved (its checksum differs)",
			ErrFormat)
	}
	for i, e := range c.Header.Contents {
		if sum := sha256.Sum256(c.Parts[i]); !bytes.Equal(sum[:], e.SHA256) {
			return fault.Errorf("%w: the part %q was changed after it was saved (its checksum differs)",
				ErrFormat, e.Name)
		}
	}
	return nil
}

// listed checks that the table of contents matches the parts. It skips the hashes, because a writer
// has just computed them.
func (c content) listed() error {
	list := c.Header.Contents
	if len(c.Parts) > maxParts {
		return fault.Errorf("%w: it has %d parts; at most %d are possible", ErrFormat, len(c.Parts), maxParts)
	}
	if len(list) != len(c.Parts) {
		return fault.Errorf("%w: its table of contents lists %d parts, but the file has %d", ErrFormat, len(list),
			len(c.Parts))
	}
	if len(c.Header.Build) > maxName {
		return fault.Errorf("%w: the name of its build is too long", ErrFormat)
	}
	for i, e := range list {
		switch {
		case !named(e.Name):
			return fault.Errorf("%w: a part has the invalid name %.80q", ErrFormat, e.Name)
		case slices.ContainsFunc(list[:i], func(o entry) bool { return o.Name == e.Name }):
			return fault.Errorf("%w: it has the part %q twice", ErrFormat, e.Name)
		case e.Size != len(c.Parts[i]):
			return fault.Errorf("%w: the part %q has %d bytes, but the table of contents says %d", ErrFormat, e.Name,
				len(c.Parts[i]), e.Size)
		}
	}
	return nil
}

// named reports whether a text is a valid name for a part: lower-case letters, digits and -.
func named(s string) bool {
	for _, c := range s {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return s != "" && len(s) <= maxName
}
