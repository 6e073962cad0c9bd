package image

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"

	"causeway/core/fault"
)

// IDX is the format of MNIST (LeCun, Cortes and Burges 1998). It consists of a magic number,
// whose third byte is the type and whose fourth is the number of dimensions, the sizes of the
// dimensions as big-endian words, and the values. Images are bytes with three dimensions, and
// labels are bytes with one.
const (
	magicImages = 0x00000803
	magicLabels = 0x00000801
)

// MaxBytes is the largest size of a file after decompression.
const MaxBytes = 256 << 20

// File is one half of a pair: images or labels.
type File struct {
	Name string
	H, W int    // 0 for labels
	Body []byte // pixels or labels
}

// HoldsImages reports whether the file contains images rather than labels.
func (f *File) HoldsImages() bool { return f.H > 0 }

// Rows returns the number of images or labels.
func (f *File) Rows() int {
	if f.HoldsImages() {
		return len(f.Body) / (f.H * f.W)
	}
	return len(f.Body)
}

// Read reads one file of a pair, which may be compressed with gzip. Otherwise the body shares
// memory with b.
func Read(name string, b []byte) (*File, error) {
	b, err := unpack(name, b)
	if err != nil {
		return nil, err
	}
	if len(b) < 8 {
		return nil, fault.Errorf("image: %q has %d bytes, which is too short for an IDX file",
			name, len(b))
	}
	magic, rows := binary.BigEndian.Uint32(b), uint64(binary.BigEndian.Uint32(b[4:]))
	switch magic {
	case magicLabels:
		return readLabels(name, b[8:], rows)
	case magicImages:
		return readImages(name, b, rows)
	}
	if magic>>16 == 0 && magic>>8 != 0 && magic&0xff > 0 && magic&0xff < 5 {
		return nil, fault.Errorf("image: %q is another kind of IDX file (it begins with %08x); images begin with "+
			"%08x and labels with %08x",
			name, magic, magicImages, magicLabels)
	}
	return nil,
		fault.Errorf("image: %q is not an IDX file: it begins with %08x, but images begin with %08x and labels with "+
			"%08x",
			name, magic, magicImages, magicLabels)
}

func readLabels(name string, body []byte, rows uint64) (*File, error) {
	if err := checkLength(name, "labels", rows, rows, len(body)); err != nil {
		return nil, err
	}
	for i, l := range body {
		if int(l) >= MaxClasses {
			return nil, fault.Errorf("image: label %d of %q is %d; labels must be from 0 to "+
				"%d", i+1, name, l, MaxClasses-1)
		}
	}
	return &File{Name: name, Body: body}, nil
}

func readImages(name string, b []byte, rows uint64) (*File, error) {
	if len(b) < 16 {
		return nil, fault.Errorf("image: %q ends before the size of its images", name)
	}
	h, w := binary.BigEndian.Uint32(b[8:]), binary.BigEndian.Uint32(b[12:])
	if max(h, w) > 1<<15 {
		return nil, fault.Errorf("image: the images of %q have %d×%d pixels; at most %d×%d can be read", name, h, w,
			MaxSide, MaxSide)
	}
	if err := checkSides(int(h), int(w)); err != nil {
		return nil, fault.Errorf("image: %q: %w", name, err)
	}
	if err := checkLength(name, "images", rows, rows*uint64(h*w), len(b)-16); err != nil {
		return nil, err
	}
	return &File{Name: name, H: int(h), W: int(w), Body: b[16:]}, nil
}

// checkLength compares the length that a header claims with the actual number of bytes.
func checkLength(name, what string, rows, want uint64, have int) error {
	switch {
	case rows == 0:
		return fault.Errorf("image: %q contains no %s", name, what)
	case want > uint64(have):
		return fault.Errorf("image: %q is incomplete: %d %s take %d bytes, but it has only "+
			"%d", name, rows, what, want, have)
	case want < uint64(have):
		return fault.Errorf("image: %q has %d extra bytes after its %d %s", name, uint64(have)-want, rows, what)
	}
	return nil
}

// deflates is the largest number of bytes to which one byte of gzip can expand.
const deflates = 1032

// unpack decompresses gzip. It needs no more memory than the compressed bytes can fill.
func unpack(name string, b []byte) ([]byte, error) {
	if len(b) < 2 || b[0] != 0x1f || b[1] != 0x8b {
		if len(b) > MaxBytes {
			return nil, tooLarge(name)
		}
		return b, nil
	}
	damaged := fault.Errorf("image: the gzip file %q is damaged or incomplete", name)
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil || len(b) < 18 {
		return nil, damaged
	}
	claim := uint64(binary.LittleEndian.Uint32(b[len(b)-4:])) // length according to the end of the file
	if claim > deflates*uint64(len(b)) {
		return nil, damaged
	}
	if claim > MaxBytes {
		return nil, tooLarge(name)
	}
	out := make([]byte, claim)
	if _, err := io.ReadFull(z, out); err != nil {
		return nil, damaged
	}
	if n, err := z.Read(make([]byte, 1)); n > 0 || err != io.EOF {
		return nil, damaged
	}
	return out, nil
}

func tooLarge(name string) error {
	return fault.Errorf("image: %q has more than %d MB when it is unpacked; save fewer images", name, MaxBytes>>20)
}
