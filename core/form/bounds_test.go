package form

import (
	"math"
	"strings"
	"testing"
)

var _ = Limits(map[string]float64{"testMost": 5, "testOpen": 1e18})

type inner struct {
	P float64 `msgpack:"p" bound:"0..1"`
}

type bounded struct {
	Rows    int      `msgpack:"rows" bound:"1..testMost" is:"number of rows"`
	LeftMS  float64  `msgpack:"leftMS" bound:"-1.."`
	Alpha   float64  `msgpack:"alpha" bound:">0..0.5"`
	Wide    float64  `msgpack:"wide" bound:"-testOpen..testOpen"`
	Name    string   `msgpack:"name" len:"1..3"`
	Part    string   `msgpack:"part" of:"all,train"`
	Kind    uint8    `msgpack:"kind" bound:"0..2"`
	Free    float64  `msgpack:"freeNumber"`
	Bytes   []byte   `msgpack:"bytes" len:"1.."`
	Classes []int    `msgpack:"classes" len:"..2" bound:"0..3"`
	Texts   []string `msgpack:"texts" each:"..2"`
	Inner   inner    `msgpack:"inner"`
	Edges   []inner  `msgpack:"edges" len:"..2"`
	Table   Floats   `msgpack:"table" shape:"1..2,..3" bound:"0..9"`
	Any     Floats   `msgpack:"any"`
}

func goodBounded() bounded {
	return bounded{Rows: 1, LeftMS: -1, Alpha: 0.5, Wide: -1e18, Name: "a", Part: "all", Kind: 2, Bytes: []byte{1},
		Classes: []int{0, 3},
		Texts:   []string{"ab", ""}, Edges: []inner{{1}, {0}}, Table: NewRows([][]float64{{0, 9}}),
		Any: NewFloats([]float64{-7}, 1, 1, 1)}
}

func TestBounds(t *testing.T) {
	if err := Check(goodBounded()); err != nil {
		t.Fatal(err)
	}
	for want, spoil := range map[string]func(b *bounded){
		"number of rows is 0; 1 to 5 are possible":         func(b *bounded) { b.Rows = 0 },
		"number of rows is 6; 1 to 5 are possible":         func(b *bounded) { b.Rows = 6 },
		"left ms is -1.5; at least -1 is possible":         func(b *bounded) { b.LeftMS = -1.5 },
		"alpha is 0; it must be above 0 and at most 0.5":   func(b *bounded) { b.Alpha = 0 },
		"alpha is not finite":                              func(b *bounded) { b.Alpha = math.NaN() },
		"free number is not finite":                        func(b *bounded) { b.Free = math.Inf(-1) },
		"wide is 1e+19; -1e+18 to 1e+18 are possible":      func(b *bounded) { b.Wide = 1e19 },
		"name is empty; 1 to 3 are possible":               func(b *bounded) { b.Name = "" },
		"length of name is 4; 1 to 3 are possible":         func(b *bounded) { b.Name = "four" },
		`unknown part "none"; "all" and "train" are known`: func(b *bounded) { b.Part = "none" },
		"kind is 3; 0 to 2 are possible":                   func(b *bounded) { b.Kind = 3 },
		"bytes is empty; at least 1 is possible":           func(b *bounded) { b.Bytes = nil },
		"number of classes is 3; at most 2 is possible":    func(b *bounded) { b.Classes = []int{1, 1, 1} },
		"class 2 is 4; 0 to 3 are possible":                func(b *bounded) { b.Classes[1] = 4 },
		"length of text 1 is 3; at most 2 is possible":     func(b *bounded) { b.Texts[0] = "abc" },
		"inner: p is 2; 0 to 1 are possible":               func(b *bounded) { b.Inner.P = 2 },
		"edge 2: p is -1; 0 to 1 are possible":             func(b *bounded) { b.Edges[1].P = -1 },
		"number of edges is 3; at most 2 is possible":      func(b *bounded) { b.Edges = make([]inner, 3) },
		"table is empty; 1 to 2 are possible":              func(b *bounded) { b.Table = Floats{} },
		"number of table is 3; 1 to 2 are possible": func(b *bounded) {
			b.Table = NewFloats(make([]float64, 3), 3, 1)
		},
		"width of table is 4; at most 3 is possible": func(b *bounded) {
			b.Table = NewFloats(make([]float64, 4), 1, 4)
		},
		"table has 1 dimensions instead of 2":    func(b *bounded) { b.Table.Shape = []int{2} },
		"table has the shape [1 3] for 16 bytes": func(b *bounded) { b.Table.Shape = []int{1, 3} },
		"table is 10; 0 to 9 are possible":       func(b *bounded) { b.Table = NewRows([][]float64{{10}}) },
		"table is not finite": func(b *bounded) {
			b.Table = NewRows([][]float64{{math.NaN()}})
		},
		"any has the shape [-1 -1] for 8 bytes": func(b *bounded) { b.Any.Shape = []int{-1, -1} },
		"any is not finite": func(b *bounded) {
			b.Any = NewFloats([]float64{math.Inf(1)}, 1)
		},
	} {
		b := goodBounded()
		spoil(&b)
		if err := Check(b); err == nil || err.Error() != want {
			t.Errorf("got %v, want %q", err, want)
		}
		if _, err := Marshal(b); err == nil {
			t.Errorf("%q is written", want)
		}
	}
}

// An invalid tag is a programming error, which every walk over its type reports.
func TestTagsThatAreNone(t *testing.T) {
	for want, check := range map[string]func(){
		"two ends": func() {
			_ = Check(struct {
				A int `bound:"3"`
			}{})
		},
		"Limits knows": func() {
			_ = Check(struct {
				A int `bound:"0..nobody"`
			}{})
		},
		"bytes carry":  func() { _ = Check(struct{ A map[string]int }{}) },
		"testMost = 6": func() { Limits(map[string]float64{"testMost": 6}) },
		"want a number": func() {
			_ = Check(struct {
				A string `bound:"0..1"`
			}{})
		},
		"want a text": func() {
			_ = Check(struct {
				A int `len:"0..1"`
			}{})
		},
		"want an array": func() {
			_ = Check(struct {
				A []int `shape:".."`
			}{})
		},
	} {
		func() {
			defer func() {
				if got, _ := recover().(string); !strings.Contains(got, want) {
					t.Errorf("got %q, want a panic with %q", got, want)
				}
			}()
			check()
		}()
	}
}

type loose struct {
	X int `msgpack:"x"`
	Y int `msgpack:"y" bound:"0..1"`
}

func (loose) AnyOrder() {}

type embeds struct {
	A int `msgpack:"a"`
	loose2
	B int `msgpack:"b"`
}

type loose2 struct {
	X int `msgpack:"x,omitempty"`
	Y int `msgpack:"y,omitempty"`
}

func (loose2) AnyOrder() {}

func TestAnyOrder(t *testing.T) {
	for name, b := range map[string]string{
		"in order": "\x82\xa1x\x01\xa1y\x01",
		"turned":   "\x82\xa1y\x01\xa1x\x01",
		"one":      "\x81\xa1y\x01",
		"none":     "\x80",
	} {
		if _, err := Unmarshal[loose]([]byte(b)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, b := range map[string]string{
		"twice":        "\x82\xa1y\x01\xa1y\x01",
		"unknown":      "\x81\xa1z\x01",
		"out of bound": "\x81\xa1y\x02",
	} {
		if _, err := Unmarshal[loose]([]byte(b)); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	want := embeds{A: 1, B: 2, loose2: loose2{Y: 3}}
	b, err := Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Unmarshal[embeds](b); err != nil || got != want {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	if _, err := Unmarshal[embeds]([]byte("\x82\xa1b\x01\xa1a\x01")); err == nil {
		t.Error("other fields in another order are accepted")
	}
	if _, err := Unmarshal[embeds]([]byte("\x81\xa1a\x01")); err == nil {
		t.Error("a missing field is accepted")
	}
}
