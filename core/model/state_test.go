package model

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"causeway/core/form"
)

func goodState() State {
	return State{
		Kind: "classifier", Of: "fingerprint", Counters: []uint64{1, math.MaxUint64},
		Tensors: []Tensor{
			NewTensor("w", []int{2, 3}, []float32{1, 2, 3, 4, 5, -0.5}),
			NewTensor("b", []int{3}, []float32{0, 1, 2}),
		},
		History: form.NewRows([][]float64{{0.5, 1}, {0.25, 2}}),
	}
}

func TestStateRoundTrip(t *testing.T) {
	want := goodState()
	b, err := EncodeState(want)
	if err != nil {
		t.Fatal(err)
	}
	got, err := DecodeState(b)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	if v := got.Tensors[0].Values(); v[5] != -0.5 {
		t.Errorf("values = %v", v)
	}
	if again, _ := EncodeState(want); !slices.Equal(again, b) {
		t.Error("two encodings differ")
	}
}

func TestStateRefusals(t *testing.T) {
	cases := []struct {
		name   string
		damage func(s *State)
		says   string
	}{
		{"no kind", func(s *State) { s.Kind = "" }, "kind"},
		{"a shape that claims more", func(s *State) { s.Tensors[0].Shape = []int{2, 4} }, "shape"},
		{"a shape that overflows", func(s *State) { s.Tensors[0].Shape = []int{1 << 62, 1 << 62} }, "shape"},
		{"a negative size", func(s *State) { s.Tensors[0].Shape = []int{-2, -3} }, "shape"},
		{"no shape", func(s *State) { s.Tensors[0].Shape = nil }, "shape"},
		{"not a number", func(s *State) { s.Tensors[1] = NewTensor("b", []int{1}, []float32{float32(math.NaN())}) },
			"finite"},
		{"infinite", func(s *State) { s.Tensors[1] = NewTensor("b", []int{1}, []float32{float32(math.Inf(-1))}) },
			"finite"},
		{"an odd byte", func(s *State) { s.Tensors[1].Data = s.Tensors[1].Data[1:] }, "shape"},
	}
	for _, c := range cases {
		s := goodState()
		c.damage(&s)
		if _, err := EncodeState(s); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: got %v, want an error with %q", c.name, err, c.says)
		}
	}
}

func FuzzDecodeState(f *testing.F) {
	good, err := EncodeState(goodState())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add([]byte{0x92, 1, 0xc6, 0x40, 0, 0, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := DecodeState(b)
		if err != nil {
			return
		}
		if _, err := EncodeState(s); err != nil {
			t.Fatalf("decoded, but not encoded again: %v", err)
		}
	})
}
