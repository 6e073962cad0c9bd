package workbook

import (
	"archive/zip"
	"bytes"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
)

// archive packs two parts, one of them deflated, with a comment.
func archive(t testing.TB) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for method, name := range []string{"stored.xml", "xl/worksheets/deflated.xml"} {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: uint16(8 * method), Comment: "a part",
			Extra: []byte{9, 9, 2, 0, 0, 0}})
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, strings.Repeat(name, 1000))
	}
	z.SetComment("PK of a whole archive")
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// zip64 writes the directory of an archive anew with every number in 64 bits.
func zip64(b []byte) []byte {
	end := bytes.LastIndex(b, []byte("PK\x05\x06"))
	at := int(little.Uint32(b[end+16:]))
	out, head := slices.Clone(b[:at]), b[at:end]
	for len(head) > 0 {
		name, extra := int(little.Uint16(head[28:])), int(little.Uint16(head[30:]))
		comment := int(little.Uint16(head[32:]))
		h := slices.Clone(head[:46])
		little.PutUint16(h[30:], uint16(extra+28))
		for _, i := range []int{20, 24, 42} {
			little.PutUint32(h[i:], 1<<32-1)
		}
		out = append(append(append(out, h...), head[46:46+name+extra]...), 1, 0, 24, 0)
		for _, i := range []int{24, 20, 42} {
			out = little.AppendUint64(out, uint64(little.Uint32(head[i:])))
		}
		out = append(out, head[46+name+extra:46+name+extra+comment]...)
		head = head[46+name+extra+comment:]
	}
	wide := len(out)
	out = append(out, "PK\x06\x06\x2c\x00\x00\x00\x00\x00\x00\x00\x2d\x00\x2d\x00\x00\x00\x00\x00\x00\x00\x00\x00"...)
	for _, v := range []int{2, 2, wide - at, at} {
		out = little.AppendUint64(out, uint64(v))
	}
	out = append(out, "PK\x06\x07\x00\x00\x00\x00"...)
	out = append(little.AppendUint64(out, uint64(wide)), 1, 0, 0, 0)
	return append(out, "PK\x05\x06\x00\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x00\x00"...)
}

// contents returns the content of each part, as far as all can be read.
func contents(b []byte) (map[string]string, error) {
	list, err := directory(b)
	all := map[string]string{}
	for i := 0; i < len(list) && err == nil; i++ {
		var r io.Reader
		if r, err = list[i].open(); err == nil {
			var text []byte
			text, err = io.ReadAll(io.LimitReader(r, 1<<20))
			all[list[i].name] = string(text)
		}
	}
	return all, err
}

// theirs returns the same according to archive/zip.
func theirs(b []byte) (map[string]string, error) {
	z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(io.LimitReader(r, 1<<20))
		if err != nil {
			return nil, err
		}
		all[f.Name] = string(text)
	}
	return all, nil
}

func TestPartsAreThoseOfTheStandardLibrary(t *testing.T) {
	for name, b := range map[string][]byte{"zip": archive(t), "zip64": zip64(archive(t)),
		"workbook": parts(t, "<row/>", nil)} {
		got, err := contents(b)
		want, wrong := theirs(b)
		if err != nil || wrong != nil || !maps.Equal(got, want) || len(want) < 2 {
			t.Errorf("%s: %d parts, %v; want %d, %v", name, len(got), err, len(want), wrong)
		}
	}
}

// A cut archive, or one with a changed content, is refused.
func TestDamagedPartsAreRefused(t *testing.T) {
	for _, b := range [][]byte{archive(t), zip64(archive(t))} {
		for n := range b {
			if all, err := contents(b[:n]); err == nil && len(b)-n > len("PK of a whole archive") {
				t.Errorf("of %d bytes %d have %d parts", len(b), n, len(all))
			}
		}
		b[100] ^= 1
		if _, err := contents(b); err != errDamaged {
			t.Errorf("after a changed byte: %v", err)
		}
	}
}

// FuzzParts reads any bytes. A part that can be read has the length that the directory says.
func FuzzParts(f *testing.F) {
	f.Add(archive(f))
	f.Add(zip64(archive(f)))
	f.Fuzz(func(t *testing.T, b []byte) {
		list, _ := directory(b)
		for _, p := range list {
			if r, err := p.open(); err == nil {
				n, err := io.Copy(io.Discard, io.LimitReader(r, 1<<20))
				if err == nil && n < 1<<20 && uint64(n) != p.size {
					t.Fatalf("%d bytes of %d", n, p.size)
				}
			}
		}
	})
}
