package snapshot

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"causeway/core/hostile"
	"causeway/core/image"
	"causeway/core/label"
	"causeway/core/model"
)

func savedImages() Images {
	return Images{Build: "b", Files: [][]byte{{1, 2, 3}, {4}},
		Labels:        []label.Image{{Factual: []byte{1, 2}, Pixels: []byte{3, 4}, Target: 5, Feasible: true}},
		HasClassifier: true, HasGenerator: true,
		Set: ImageSet{Name: "a", Hash: strings.Repeat("a", 64), Seed: 7,
			Files: []ImageFile{{"images", 3}, {"labels", 1}},
			Rules: image.Rules{Keep: []byte{0, 1}, Ink: 1, Budget: 5,
				Seen: []image.Bound{{Measure: "ink", Down: -1, Up: 2.5}}}},
		Classifier: ImageClassifier{Settings: model.ClassifierFields.Default(),
			Trained: model.ClassifierTrained{Model: []byte{1}, Accuracy: 0.5, Confusion: []int{1, 0, 0, 1}}},
		Generator: ImageGenerator{Settings: model.ImageFields.Default(),
			Trained: model.ImageGeneratorTrained{Model: []byte{2}, Validity: 0.25}}}
}

func TestImagesAreReadAsTheyWereWritten(t *testing.T) {
	s := savedImages()
	b, err := WriteImages(s)
	if err != nil {
		t.Fatal(err)
	}
	got, err := ReadImages(b)
	if err != nil || !reflect.DeepEqual(got, s) {
		t.Errorf("read %+v, %v", got, err)
	}
	if !Is(b) || !HoldsImages(b) || HoldsImages(good(t)) {
		t.Error("a file of images is taken for one of a table, or the other way round")
	}
	if _, err := Read(b); !errors.Is(err, ErrFormat) {
		t.Errorf("read as a project of a table: %v", err)
	}
	if _, err := ReadImages(good(t)); !errors.Is(err, ErrFormat) {
		t.Errorf("a project of a table read as images: %v", err)
	}
}

// TestHostileImages checks that a file with any byte changed or cut off is rejected.
func TestHostileImages(t *testing.T) {
	b, err := WriteImages(savedImages())
	if err != nil {
		t.Fatal(err)
	}
	for i := range b {
		bad := bytes.Clone(b)
		bad[i] ^= 0x41
		if _, err := ReadImages(bad); err == nil {
			t.Errorf("byte %d of %d changed, and nothing is said", i, len(b))
		}
		if _, err := ReadImages(b[:i]); err == nil {
			t.Errorf("cut off at byte %d, and nothing is said", i)
		}
	}
}

func TestImagesThatCannotBeSaved(t *testing.T) {
	for name, change := range map[string]func(*Images){
		"sampled and from files":             func(s *Images) { s.Set.Sampled = 9 },
		"neither":                            func(s *Images) { s.Set.Files, s.Files = nil, nil },
		"a file of another size":             func(s *Images) { s.Set.Files[0].Size = 4 },
		"a file too few":                     func(s *Images) { s.Files = s.Files[:1] },
		"a label of two sizes":               func(s *Images) { s.Labels[0].Pixels = []byte{1} },
		"a label without images":             func(s *Images) { s.Labels[0] = label.Image{} },
		"a label of no class":                func(s *Images) { s.Labels[0].Target = 100 },
		"too many labels":                    func(s *Images) { s.Labels = slices.Repeat(s.Labels, 2001) },
		"no fingerprint":                     func(s *Images) { s.Set.Hash = "" },
		"a generator without its classifier": func(s *Images) { s.HasClassifier = false },
		"settings out of bounds":             func(s *Images) { s.Generator.Settings.Epochs = -1 },
		"an accuracy above 1":                func(s *Images) { s.Classifier.Trained.Accuracy = 2 },
	} {
		s := savedImages()
		change(&s)
		if _, err := WriteImages(s); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// FuzzImages checks that everything that can be read can also be written and read again, and that
// everything else is rejected as invalid. It changes values in a valid file and corrects the
// hashes.
func FuzzImages(f *testing.F) {
	b, err := WriteImages(savedImages())
	if err != nil {
		f.Fatal(err)
	}
	good, err := hostile.OpenProject(b)
	if err != nil {
		f.Fatal(err)
	}
	for k := range byte(16) {
		f.Add(bytes.Repeat([]byte{k, 37 * k, k ^ 85, 101 * k, 9 * k}, 8))
	}
	f.Fuzz(func(t *testing.T, script []byte) {
		s, err := ReadImages(good.Mutant(script))
		if err != nil {
			if strings.Contains(err.Error(), "checksum") {
				t.Fatalf("the sums are not right: %v", err)
			}
			if !errors.Is(err, ErrFormat) {
				t.Errorf("%v is no error of the format", err)
			}
			return
		}
		if again, err := WriteImages(s); err != nil {
			t.Errorf("read, and not to be written: %v", err)
		} else if back, err := ReadImages(again); err != nil {
			t.Errorf("what was written cannot be read: %v", err)
			// NaN is not equal to itself, nor is a nil list to an empty one
		} else if third, err := WriteImages(back); err != nil || !bytes.Equal(third, again) {
			t.Errorf("written again, the bytes differ: %v", err)
		}
	})
}
