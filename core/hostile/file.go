package hostile

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"slices"

	"github.com/vmihailenco/msgpack/v5"
)

// Project is the file of a project or of images, split into its parts.
type Project struct {
	head     []byte // before the content
	build    any
	contents []fields
	bodies   [][]byte
	parts    []any
}

// magic precedes the version and the content.
const magic = "\x93\xa8causeway"

// OpenProject splits a valid file into its parts.
func OpenProject(b []byte) (*Project, error) {
	n := len(magic) + 1
	if len(b) < n || string(b[:n-1]) != magic {
		return nil, errors.New("this is not a project")
	}
	v, err := readMsgpack(msgpack.NewDecoder(bytes.NewReader(b[n:])))
	if err != nil {
		return nil, err
	}
	content := v.(fields)
	header := content[0].value.(fields)
	p := &Project{head: b[:n], build: header[0].value}
	for _, e := range header[1].value.([]any) {
		p.contents = append(p.contents, e.(fields))
	}
	for _, x := range content[2].value.([]any) {
		body := x.([]byte)
		v, err := readMsgpack(msgpack.NewDecoder(bytes.NewReader(body)))
		if err != nil {
			return nil, err
		}
		p.bodies, p.parts = append(p.bodies, body), append(p.parts, v)
	}
	return p, nil
}

// Mutant returns the file with a change in its parts, and with correct sizes and hashes.
func (p *Project) Mutant(s Script) []byte {
	q := Project{p.head, p.build, slices.Clone(p.contents), slices.Clone(p.bodies), slices.Clone(p.parts)}
	for range 1 + s.pick(3) {
		at := s.pick(len(q.parts))
		if s.pick(64) == 63 && len(q.parts) > 1 {
			q.contents, q.bodies, q.parts = slices.Delete(q.contents, at, at+1), slices.Delete(q.bodies, at, at+1),
				slices.Delete(q.parts, at, at+1)
			continue
		}
		q.parts[at] = changed(q.parts[at], &s)
		q.sum(at)
	}
	return q.file()
}

// Same returns the unchanged file.
func (p *Project) Same() []byte {
	q := Project{p.head, p.build, slices.Clone(p.contents), slices.Clone(p.bodies), p.parts}
	for at := range q.parts {
		q.sum(at)
	}
	return q.file()
}

// sum packs a part and sets its size and hash in the table of contents.
func (p *Project) sum(at int) {
	p.bodies[at] = msgpackOf(p.parts[at])
	sum := sha256.Sum256(p.bodies[at])
	line := slices.Clone(p.contents[at])
	line[2].value, line[3].value = len(p.bodies[at]), sum[:]
	p.contents[at] = line
}

func (p *Project) file() []byte {
	lines, bodies := make([]any, len(p.contents)), make([]any, len(p.bodies))
	for i := range lines {
		lines[i], bodies[i] = p.contents[i], p.bodies[i]
	}
	header := fields{{"build", p.build}, {"contents", lines}}
	sum := sha256.Sum256(msgpackOf(header))
	return append(slices.Clone(p.head), msgpackOf(fields{{"header", header}, {"sha256", sum[:]}, {"parts", bodies}})...)
}

// Zip changes one file in an archive and packs the archive again.
func Zip(b []byte, s Script) []byte {
	from, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil || len(from.File) == 0 {
		return Bytes(b, s)
	}
	var out bytes.Buffer
	to, at := zip.NewWriter(&out), s.pick(len(from.File))
	for i, f := range from.File {
		r, err := f.Open()
		if err != nil {
			return Bytes(b, s)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			return Bytes(b, s)
		}
		if i == at {
			text = Text(text, s)
		}
		w, err := to.CreateHeader(&zip.FileHeader{Name: f.Name, Method: f.Method})
		if err == nil {
			_, err = w.Write(text)
		}
		if err != nil {
			return Bytes(b, s)
		}
	}
	if err := to.Close(); err != nil {
		return Bytes(b, s)
	}
	return out.Bytes()
}

// Proto changes a value in a protobuf message and updates the lengths around it.
func Proto(b []byte, s Script) []byte {
	for range 1 + s.pick(3) {
		b = proto(b, &s)
	}
	return b
}

// A piece is a field of a message: its unchanged number and kind, and its value.
type piece struct{ tag, length, value []byte }

const (
	varint    = 0
	fixed64   = 1
	delimited = 2
	fixed32   = 5
)

func pieces(b []byte) (list []piece, ok bool) {
	for len(b) > 0 {
		tag, n := binary.Uvarint(b)
		if n <= 0 || tag>>3 == 0 {
			return nil, false
		}
		p := piece{tag: b[:n]}
		b = b[n:]
		size := 0
		switch tag & 7 {
		case varint:
			_, size = binary.Uvarint(b)
		case fixed64:
			size = 8
		case fixed32:
			size = 4
		case delimited:
			of, n := binary.Uvarint(b)
			if n <= 0 || of > uint64(len(b)-n) {
				return nil, false
			}
			p.length, b, size = b[:n], b[n:], int(of)
		default:
			return nil, false
		}
		if size < 0 || size > len(b) || size == 0 && tag&7 == varint {
			return nil, false
		}
		p.value, b = b[:size], b[size:]
		list = append(list, p)
	}
	return list, true
}

func proto(b []byte, s *Script) []byte {
	list, ok := pieces(b)
	if !ok || len(list) == 0 {
		return aByte(slices.Clone(b), s)
	}
	if at := s.pick(len(list) + 1); at == len(list) {
		list = rearranged(list, s)
	} else {
		p := &list[at]
		switch p.tag[0] & 7 {
		case varint:
			p.value = binary.AppendUvarint(nil, uint64(wholes[s.pick(len(wholes))]))
		case fixed64:
			p.value = binary.LittleEndian.AppendUint64(nil, math.Float64bits(floats[s.pick(len(floats))]))
		case fixed32:
			p.value = binary.LittleEndian.AppendUint32(nil, math.Float32bits(float32(floats[s.pick(len(floats))])))
		case delimited:
			if s.pick(8) == 7 {
				p.value = aByte(slices.Clone(p.value), s)
			} else {
				p.value = proto(p.value, s)
			}
			p.length = binary.AppendUvarint(nil, uint64(len(p.value)))
		}
	}
	var out []byte
	for _, p := range list {
		out = append(append(append(out, p.tag...), p.length...), p.value...)
	}
	return out
}
