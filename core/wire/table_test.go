package wire

import (
	"math"
	"reflect"
	"testing"

	"causeway/core/data"
)

func TestTable(t *testing.T) {
	s := data.Schema{Outcome: data.Feature{Name: "y", Kind: data.Category, Levels: []string{"a", "b"}}}
	want := &data.Table{Outcome: []int{0, 1, 1}}
	cases := []struct {
		name string
		kind data.Kind
		v    []float64
		size int
	}{
		{"levels fit a byte", data.Category, []float64{0, 2, 1}, 1},
		{"small whole numbers fit a byte", data.Integer, []float64{0, 255, 17}, 1},
		{"whole numbers below 0 take four", data.Integer, []float64{0, -1, 17}, 4},
		{"the largest of four bytes", data.Integer, []float64{math.MinInt32, math.MaxInt32, 0}, 4},
		{"larger ones take eight", data.Integer, []float64{math.MaxInt32 + 1, 0, 1}, 8},
		{"fractions take eight", data.Continuous, []float64{0.1, 2, 3}, 8},
		{"a zero keeps its sign", data.Continuous, []float64{math.Copysign(0, -1), 2, 3}, 8},
	}
	for _, c := range cases {
		f := data.Feature{Name: c.name, Kind: c.kind}
		if c.kind == data.Category {
			f.Levels = []string{"a", "b", "c"}
		}
		s.Features = append(s.Features, f)
		want.Cols = append(want.Cols, c.v)
	}
	want.Schema = s
	packed := NewTable("x", want, 3, "00")
	for j, c := range cases {
		if got := packed.Columns[j].Size; got != c.size {
			t.Errorf("%s: size %d, want %d", c.name, got, c.size)
		}
	}
	got, err := packed.Table()
	if err != nil || !reflect.DeepEqual(got, want) || !math.Signbit(got.Cols[6][0]) {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}

	for _, y := range []float64{math.NaN(), 0.5, 2, -1, 1e300} { // not converted to the same class everywhere
		bad := NewTable("x", want, 3, "00")
		bad.Columns[len(cases)] = data.NewColumn([]float64{0, y, 1})
		if _, err := bad.Table(); err == nil {
			t.Errorf("the class %v is accepted", y)
		}
	}
	packed.Columns[0].Data[0] = 9
	if _, err := packed.Table(); err == nil {
		t.Error("a level that does not exist is accepted")
	}
}
