package label

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"causeway/core/data"
)

// Image is a verdict on one counterfactual image: whether it could be a real image of its target.
// Unsure makes no statement.
type Image struct {
	Factual  []byte `msgpack:"factual" len:"1..pixels"`
	Pixels   []byte `msgpack:"pixels" len:"1..pixels"` // of the same size
	Target   int    `msgpack:"target" bound:"0..lastImageClass"`
	Feasible bool   `msgpack:"feasible"`
	By       string `msgpack:"by,omitempty" since:"2"` // name of the person; empty if unknown
}

// Pair implements Judged.
func (l Image) Pair() string {
	return strconv.Itoa(l.Target) + ":" + string(l.Factual) + string(l.Pixels)
}

// Said implements Judged.
func (l Image) Said() (by string, v Verdict) { return l.By, l.Verdict() }

// Verdict returns the verdict in the form used by labels of rows.
func (l Image) Verdict() Verdict {
	if l.Feasible {
		return Feasible
	}
	return Infeasible
}

// Columns in a file of image labels, in addition to those that row labels have too.
const colHeight, colWidth, colWas, colIs = "height", "width", "factual", "counterfactual"

var imageColumns = []string{colHeight, colWidth, colTarget, colVerdict, colBy, colWas, colIs}

// ImageCSV writes labels of images of h×w pixels. Pixels are written line by line, from 0 to 255,
// separated by blanks. ReadImageCSV reads the same labels.
func ImageCSV(h, w int, labels []Image) []byte {
	out := data.AppendRecord(nil, imageColumns...)
	for _, l := range labels {
		out = data.AppendRecord(out, strconv.Itoa(h), strconv.Itoa(w), strconv.Itoa(l.Target), l.Verdict().String(),
			l.By, pixels(l.Factual), pixels(l.Pixels))
	}
	return out
}

func pixels(img []byte) string {
	b := make([]byte, 0, 3*len(img))
	for i, v := range img {
		if i > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendUint(b, uint64(v), 10)
	}
	return string(b)
}

// IsImageCSV reports whether the first line of a file contains the column names of labels of
// images.
func IsImageCSV(b []byte) bool {
	const most = 1 << 12
	line, _, _ := strings.Cut(string(b[:min(len(b), most)]), "\n")
	lines, err := data.ReadLines([]byte(line), 1, 2*len(imageColumns))
	if err != nil || len(lines) == 0 {
		return false
	}
	r := columns(lines[0])
	return r.has(colTarget) && r.has(colVerdict) && r.has(colWas) && r.has(colIs)
}

// ReadImageCSV reads a file of labels of images with h×w pixels and the given number of classes.
// Columns may be in any order. height, width and by may be missing. Labels without a name belong
// to the given person. The error is one sentence, with the line and the column.
func ReadImageCSV(b []byte, h, w, classes int, by string) ([]Image, error) {
	lines, err := data.ReadLines(b, MaxLabels+1, 64)
	switch {
	case err != nil:
		return nil, err
	case len(lines) == 0:
		return nil, errors.New("The file has no labels: it is empty.")
	case len(lines)-1 > MaxLabels:
		return nil, fmt.Errorf("The file has more than %d labels, which is the most that can be read.", MaxLabels)
	}
	r := columns(lines[0])
	for _, name := range []string{colTarget, colVerdict, colWas, colIs} {
		if !r.has(name) {
			return nil, fmt.Errorf("Line %d: the column %q is missing; labels of images have it.",
				lines[0].Number, name)
		}
	}
	var labels []Image
	for _, line := range lines[1:] {
		if n := len(lines[0].Fields); len(line.Fields) != n {
			return nil, fmt.Errorf("Line %d has %d fields, and the first line names %d columns.", line.Number,
				len(line.Fields), n)
		}
		r.line, r.err = line, nil
		r.side(colHeight, h)
		r.side(colWidth, w)
		l := Image{Factual: r.pixels(colWas, h*w), Pixels: r.pixels(colIs, h*w), Target: r.class(classes),
			Feasible: r.feasible(), By: r.name(by)}
		if r.err != nil {
			return nil, r.err
		}
		labels = append(labels, l)
	}
	return labels, nil
}

// columns returns a reader for the lines below a first one. If a name occurs twice, the last
// column counts.
func columns(first data.Line) reader {
	r := reader{at: map[string]int{}}
	for i, name := range first.Fields {
		r.at[name] = i
	}
	return r
}

func (r *reader) has(column string) bool {
	_, is := r.at[column]
	return is
}

func (r *reader) side(column string, want int) {
	if t := r.field(column); t != "" && t != strconv.Itoa(want) {
		r.fail(column, "these images have %d pixels there, and not %.20s", want, t)
	}
}

func (r *reader) pixels(column string, n int) []byte {
	fields := strings.Fields(r.field(column))
	if len(fields) != n {
		r.fail(column, "there are %d pixels, and an image here has %d", len(fields), n)
		return nil
	}
	img := make([]byte, n)
	for i, t := range fields {
		v, err := strconv.ParseUint(t, 10, 8)
		if err != nil {
			r.fail(column, "%.20q is not a pixel from 0 to 255", t)
			return nil
		}
		img[i] = byte(v)
	}
	return img
}

func (r *reader) class(classes int) int {
	c, err := strconv.Atoi(r.field(colTarget))
	if err != nil || c < 0 || c >= classes {
		r.fail(colTarget, "%.20q is not a class of these images", r.field(colTarget))
	}
	return c
}

func (r *reader) feasible() bool {
	v := strings.ToLower(r.field(colVerdict))
	if v != Feasible.String() && v != Infeasible.String() {
		r.fail(colVerdict, "%.40q is neither feasible nor infeasible", r.field(colVerdict))
	}
	return v == Feasible.String()
}
