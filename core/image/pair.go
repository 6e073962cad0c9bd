package image

import (
	"slices"

	"causeway/core/fault"
)

// ErrPartner is wrapped by errors of Join about a file without a partner.
const ErrPartner = fault.Kind("image: the other file of a pair is missing")

// Join combines files that were chosen together or one after the other. Each file of images is
// paired with labels for the same number of rows. If several files qualify, the names with the
// longest common beginning form a pair. Several pairs, such as MNIST's four files, become one set
// in the order of the files of images.
func Join(files []*File) (*Set, error) {
	var images, labels []*File
	for _, f := range files {
		if f.HoldsImages() {
			images = append(images, f)
		} else {
			labels = append(labels, f)
		}
	}
	if len(images) == 0 && len(labels) == 0 {
		return nil, fault.Errorf("image: the files have no images")
	}
	s := &Set{}
	for _, f := range images {
		i := partner(f, labels)
		if i < 0 {
			return nil, missing(f, labels)
		}
		if s.H > 0 && (s.H != f.H || s.W != f.W) {
			return nil,
				fault.Errorf("image: the images of %q have %d×%d pixels, but those of %q have %d×%d; open them "+
					"separately",
					f.Name, f.H, f.W, images[0].Name, s.H, s.W)
		}
		s.H, s.W = f.H, f.W
		if len(images) == 1 {
			s.Pixels, s.Labels = f.Body, labels[i].Body
		} else {
			s.Pixels, s.Labels = append(s.Pixels, f.Body...), append(s.Labels, labels[i].Body...)
		}
		labels = slices.Delete(slices.Clone(labels), i, i+1)
	}
	if len(labels) > 0 {
		return nil, fault.Errorf("%w: %q contains %d labels, but no file has as many images; choose the file of "+
			"images as well",
			ErrPartner, labels[0].Name, labels[0].Rows())
	}
	s.Classes = int(slices.Max(s.Labels)) + 1
	if s.Classes < 2 {
		return nil, fault.Errorf("image: every label is 0; there must be at least two classes")
	}
	return s, s.Check()
}

// partner returns the index of the labels that belong to images, or -1.
func partner(f *File, labels []*File) int {
	best, longest := -1, -1
	for i, l := range labels {
		if l.Rows() == f.Rows() && alike(l.Name, f.Name) > longest {
			best, longest = i, alike(l.Name, f.Name)
		}
	}
	return best
}

// alike returns the length of the common beginning of two names.
func alike(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

func missing(f *File, labels []*File) error {
	if len(labels) == 0 {
		return fault.Errorf("%w: %q contains %d images without labels; choose the file of labels as well",
			ErrPartner, f.Name, f.Rows())
	}
	return fault.Errorf("image: %q contains %d images but %q contains %d labels; they do not belong together",
		f.Name, f.Rows(), labels[0].Name, labels[0].Rows())
}
