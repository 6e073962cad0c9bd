package label

import (
	"slices"
	"strconv"
	"strings"

	"causeway/core/data"
)

// Image is a verdict on one counterfactual image: whether it could be a real image of its target.
// Unsure makes no statement.
type Image struct {
	Factual  []byte `msgpack:"factual" len:"1..pixels"`
	Pixels   []byte `msgpack:"pixels" len:"1..pixels"` // pixels of the same size
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

// imageNeeds are the columns without which no label of an image can be read.
var imageNeeds = []string{colTarget, colVerdict, colWas, colIs}

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
	return !slices.ContainsFunc(imageNeeds, func(name string) bool { return !slices.Contains(lines[0].Fields, name) })
}

// ReadImageCSV reads a file of labels of images with h×w pixels and the given number of classes.
// Columns may be in any order. height, width and by may be missing. Labels without a name belong
// to the given person. The error is one sentence, with the line and the column.
func ReadImageCSV(b []byte, h, w, classes int, by string) ([]Image, error) {
	return read(b, reader{by: by}, 64, "of images", imageNeeds, func(r *reader) Image {
		r.side(colHeight, h)
		r.side(colWidth, w)
		return Image{Factual: r.pixels(colWas, h*w), Pixels: r.pixels(colIs, h*w), Target: r.class(classes),
			Feasible: r.feasible(), By: r.name()}
	})
}

func (r *reader) side(column string, want int) {
	if t := r.field(column); t != "" && t != strconv.Itoa(want) {
		r.fail(column, "these images are %d pixels long on this side, not %.20s", want, t)
	}
}

func (r *reader) pixels(column string, n int) []byte {
	fields := strings.Fields(r.field(column))
	if len(fields) != n {
		r.fail(column, "there are %d pixels, but an image has %d", len(fields), n)
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
		r.fail(colVerdict, "the verdict must be feasible or infeasible, not %.40q", r.field(colVerdict))
	}
	return v == Feasible.String()
}
