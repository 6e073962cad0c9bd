package form

import (
	"reflect"
	"testing"
)

// Skip ends at the same position as a walk over the type, and rejects lengths beyond the
// available bytes.
func TestSkip(t *testing.T) {
	type inner struct {
		Name string
		V    Floats
		List []bool
	}
	b, err := encode([]inner{{"a", NewFloats([]float64{1, -1}, 2), []bool{true}},
		{string(make([]byte, 300)), NewFloats(make([]float64, 9000), 9000), make([]bool, 70_000)}})
	if err != nil {
		t.Fatal(err)
	}
	typed, any := NewWalk(b), NewWalk(b)
	if err := typed.Value(reflect.TypeFor[[]inner]()); err != nil {
		t.Fatal(err)
	}
	if err := any.Skip(); err != nil || any.pos != typed.pos || any.End() != nil {
		t.Errorf("got %v at byte %d of %d", err, any.pos, len(b))
	}
	for i := range b {
		if NewWalk(b[:i]).Skip() == nil {
			t.Fatalf("cut at byte %d of %d it is accepted", i, len(b))
		}
	}
	for name, bad := range map[string]string{"nothing": "", "a list of 4 billion": "\xdd\xff\xff\xff\xff\x00",
		"a struct of 2": "\x82\xa1a\x00", "an extension": "\xd4\x01\x01", "a reserved code": "\xc1"} {
		if NewWalk([]byte(bad)).Skip() == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}
