package image

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"causeway/core/fault"
)

// idx returns a file with a magic number and sizes.
func idx(magic uint32, body []byte, sizes ...uint32) []byte {
	b := binary.BigEndian.AppendUint32(nil, magic)
	for _, s := range sizes {
		b = binary.BigEndian.AppendUint32(b, s)
	}
	return append(b, body...)
}

func pack(b []byte) []byte {
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	w.Write(b)
	w.Close()
	return z.Bytes()
}

// three returns three images of 8×9 pixels and their labels.
func three() (images, labels []byte) {
	body := make([]byte, 3*8*9)
	for i := range body {
		body[i] = byte(i)
	}
	return idx(magicImages, body, 3, 8, 9), idx(magicLabels, []byte{2, 0, 1}, 3)
}

func open(files map[string][]byte) (*Set, error) {
	var list []*File
	for _, name := range slices.Sorted(mapKeys(files)) {
		f, err := Read(name, files[name])
		if err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	return Join(list)
}

func mapKeys(m map[string][]byte) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

func TestAPairOpens(t *testing.T) {
	images, labels := three()
	for name, files := range map[string]map[string][]byte{
		"plain":      {"a": images, "b": labels},
		"packed":     {"a": pack(images), "b": pack(labels)},
		"backwards":  {"a": labels, "b": images},
		"two pairs":  {"t-images": images, "t-labels": labels, "u-images": images, "u-labels": labels},
		"one packed": {"a": images, "b": pack(labels)},
	} {
		s, err := open(files)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if s.H != 8 || s.W != 9 || s.Classes != 3 || s.Rows() != 3*len(files)/2 || s.Image(1)[0] != 72 ||
			s.Labels[0] != 2 {
			t.Errorf("%s: %d×%d, %d classes, %d rows, image 1 begins with %d", name, s.H, s.W, s.Classes, s.Rows(),
				s.Image(1)[0])
		}
	}
}

// TestEachDefectHasItsSentence checks that each defect is reported with a sentence that names it.
func TestEachDefectHasItsSentence(t *testing.T) {
	images, labels := three()
	for _, c := range []struct {
		name  string
		files map[string][]byte
		say   string
	}{
		{"another magic number", map[string][]byte{"a": append([]byte("PNG."), images...), "b": labels},
			"is not an IDX file: it begins with 504e472e"},
		{"IDX of floats", map[string][]byte{"a": idx(0x0d03, nil, 1, 8, 8), "b": labels}, "another kind"},
		{"images cut off", map[string][]byte{"a": images[:100], "b": labels},
			"incomplete: 3 images take 216 bytes, but it has only 84"},
		{"more than it says", map[string][]byte{"a": append(slices.Clone(images), 1, 2), "b": labels},
			"2 extra bytes after its 3 images"},
		{"labels cut off", map[string][]byte{"a": images, "b": labels[:9]},
			"incomplete: 3 labels take 3 bytes, but it has only 1"},
		{"header cut off", map[string][]byte{"a": images[:12]}, "ends before the size of its images"},
		{"nothing", map[string][]byte{"a": nil}, "too short"},
		{"images alone", map[string][]byte{"a": images}, "without labels; choose the file of labels as well"},
		{"labels alone", map[string][]byte{"a": labels}, "no file has as many images; choose the file of images"},
		{"another pair's labels", map[string][]byte{"a": images, "b": idx(magicLabels, []byte{0, 1}, 2)},
			"do not belong together"},
		{"label out of range", map[string][]byte{"a": images, "b": idx(magicLabels, []byte{0, 100, 1}, 3)},
			"label 2 of \"b\" is 100; labels must be from 0 to 99"},
		{"one class", map[string][]byte{"a": images, "b": idx(magicLabels, []byte{0, 0, 0}, 3)}, "two classes"},
		{"too small", map[string][]byte{"a": idx(magicImages, make([]byte, 7*8), 1, 7, 8)},
			"7×8 pixels; 8×8 to 64×64 are possible"},
		{"too large", map[string][]byte{"a": idx(magicImages, make([]byte, 65*8), 1, 65, 8)}, "65×8"},
		{"a huge claim", map[string][]byte{"a": idx(magicImages, nil, 1<<31, 64, 64)}, "incomplete"},
		{"huge sides", map[string][]byte{"a": idx(magicImages, nil, 1, 1<<31, 1<<31)}, "at most 64×64"},
		{"no images", map[string][]byte{"a": idx(magicImages, nil, 0, 8, 8)}, "contains no images"},
		{"damaged gzip", map[string][]byte{"a": pack(images)[:60]}, "damaged or incomplete"},
		{"gzip that claims more", map[string][]byte{"a": claim(pack(images), 1<<20)}, "damaged or incomplete"},
		{"gzip of too much",
			map[string][]byte{"a": claim(slices.Concat(pack(images), make([]byte, 1<<19)), MaxBytes+1)},
			"more than 256 MB"},
		{"sizes that differ", map[string][]byte{"a": images, "b": labels,
			"c": idx(magicImages, make([]byte, 64), 1, 8, 8), "d": idx(magicLabels, []byte{1}, 1)},
			"open them separately"},
	} {
		_, err := open(c.files)
		if err == nil {
			t.Errorf("%s: it opens", c.name)
			continue
		}
		if say := fault.Text(err); !strings.Contains(say, c.say) || strings.Contains(say, "image: ") ||
			strings.ContainsAny(say, "\n") {
			t.Errorf("%s: the sentence is %q, want %q in it", c.name, say, c.say)
		}
	}
}

// claim changes the length that a gzip file claims.
func claim(b []byte, n uint32) []byte {
	return binary.LittleEndian.AppendUint32(b[:len(b)-4], n)
}

func TestSplitSharesOut(t *testing.T) {
	s := &Set{H: 8, W: 8, Classes: 3, Labels: slices.Repeat([]byte{0, 1, 1, 2}, 50), Pixels: make([]byte, 200*64)}
	p := s.Split(1)
	for class, want := range []int{5, 10, 5} {
		if got := len(s.Of(class, p.Test)); got != want {
			t.Errorf("the test part has %d of class %d, want %d", got, class, want)
		}
	}
	if len(p.Train) != 160 {
		t.Errorf("%d train, want 160", len(p.Train))
	}
}

// TestMNIST reads the original files if they are present.
func TestMNIST(t *testing.T) {
	dir := os.Getenv("CAUSEWAY_DATA")
	if dir == "" {
		t.Skip("set CAUSEWAY_DATA to the directory that holds mnist to open its files")
	}
	files := map[string][]byte{}
	for _, name := range []string{"t10k-images-idx3-ubyte.gz", "t10k-labels-idx1-ubyte.gz"} {
		b, err := os.ReadFile(filepath.Join(dir, "mnist", name))
		if err != nil {
			t.Skip(err)
		}
		files[name] = b
	}
	s, err := open(files)
	if err != nil {
		t.Fatal(err)
	}
	if want := []int{980, 1135, 1032, 1010, 982, 892, 958, 1028, 974, 1009}; s.H != 28 || s.W != 28 ||
		!slices.Equal(s.Counts(), want) {
		t.Errorf("%d×%d, counts %v, want %v", s.H, s.W, s.Counts(), want)
	}
}

// FuzzIDX reads any two files. Either it returns an error in one sentence, or the set is
// complete.
func FuzzIDX(f *testing.F) {
	images, labels := three()
	f.Add(images, labels)
	f.Add(pack(images), pack(labels))
	f.Add(labels, images)
	f.Add(images[:20], idx(magicLabels, []byte{200}, 1))
	f.Add(idx(magicImages, nil, 1<<31, 64, 64), []byte("\x1f\x8b\x08"))
	f.Fuzz(func(t *testing.T, a, b []byte) {
		s, err := open(map[string][]byte{"a": a, "b": b})
		if err != nil {
			if say := fault.Text(err); say == "" || strings.HasPrefix(say, "image: ") {
				t.Fatalf("the sentence is %q", say)
			}
			return
		}
		if err := s.Check(); err != nil {
			t.Fatal(err)
		}
		if len(s.Pixels)+len(s.Labels) > len(a)*deflates+len(b)*deflates {
			t.Fatal("more pixels than bytes")
		}
	})
}
