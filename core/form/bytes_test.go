package form

import (
	"bytes"
	"testing"
)

type formOne struct {
	A int `msgpack:"a"`
	C int `msgpack:"c"`
}

type formTwo struct {
	A int    `msgpack:"a"`
	B []int  `msgpack:"b" since:"2"`
	C int    `msgpack:"c"`
	D string `msgpack:"d" since:"2"`
}

// Fields added later are zero when read from older bytes, and the newest version may omit the
// latest. Fields of the first version are required.
func TestEarlierForms(t *testing.T) {
	old, err := Marshal([]formOne{{1, 2}, {3, 4}})
	if err != nil {
		t.Fatal(err)
	}
	var got []formTwo
	err = UnmarshalOf(old, &got, MaxValues, 1)
	if err != nil || len(got) != 2 || got[1].A != 3 || got[1].C != 4 || got[1].B != nil || got[1].D != "" {
		t.Errorf("of version 1: %+v, %v", got, err)
	}
	if got, err = Unmarshal[[]formTwo](old); err != nil || got[1].C != 4 || got[1].D != "" {
		t.Errorf("without what came last: %+v, %v", got, err)
	}
	type early struct {
		A int   `msgpack:"a"`
		B []int `msgpack:"b"`
		C int   `msgpack:"c"`
	}
	some, err := Marshal([]early{{1, []int{6}, 2}})
	if err != nil {
		t.Fatal(err)
	}
	if got, err = Unmarshal[[]formTwo](some); err != nil || got[0].B[0] != 6 || got[0].C != 2 {
		t.Errorf("with a part of what came last: %+v, %v", got, err)
	}
	type less struct {
		A int    `msgpack:"a"`
		B []int  `msgpack:"b"`
		D string `msgpack:"d"`
	}
	type turned struct {
		A int    `msgpack:"a"`
		D string `msgpack:"d"`
		C int    `msgpack:"c"`
	}
	for _, bad := range []any{less{}, turned{}, formOne{}.A} {
		b, err := encode([]any{bad})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Unmarshal[[]formTwo](b); err == nil {
			t.Errorf("%+v is read", bad)
		}
	}
	if got, err = UnmarshalKept[[]formTwo](old); err != nil || got[0].C != 2 {
		t.Errorf("kept: %+v, %v", got, err)
	}
	now, err := Marshal([]formTwo{{1, []int{5}, 2, "x"}})
	if err != nil {
		t.Fatal(err)
	}
	if got, err = UnmarshalKept[[]formTwo](now); err != nil || got[0].D != "x" || got[0].B[0] != 5 {
		t.Errorf("kept, newest: %+v, %v", got, err)
	}
	if err := UnmarshalOf(now, new([]formTwo), MaxValues, 1); err == nil {
		t.Error("bytes of version 2 are read as those of version 1")
	}
}

// Values that browsers stored under Go's field names are read if the fields now have separate
// names, in any order. Other names are rejected as before, because files never contain such
// names.
func TestFieldsThatWereKeptByGosNames(t *testing.T) {
	type inner struct {
		MAD  float64
		Keep int
	}
	type before struct {
		DecimalComma bool
		Inner        []inner
	}
	type innerNow struct {
		MAD  float64 `msgpack:"mad"`
		Keep int     `msgpack:"keep,omitempty" since:"2"`
	}
	type now struct {
		DecimalComma bool       `msgpack:"decimalComma"`
		Inner        []innerNow `msgpack:"inner"`
	}
	b, err := Marshal(before{true, []inner{{2.5, 0}, {1, 7}}})
	if err != nil {
		t.Fatal(err)
	}
	old := bytes.Clone(b)
	got, err := UnmarshalKept[now](b)
	if err != nil || !got.DecimalComma || len(got.Inner) != 2 || got.Inner[0] != (innerNow{2.5, 0}) ||
		got.Inner[1] != (innerNow{1, 7}) {
		t.Errorf("got %+v, %v", got, err)
	}
	if !bytes.Equal(b, old) {
		t.Error("the bytes that were read have changed")
	}
	if _, err := Unmarshal[now](b); err == nil {
		t.Error("a file is read by other names than its own")
	}
	if b, err = Marshal(struct{ DecimalPoint bool }{true}); err != nil {
		t.Fatal(err)
	}
	if _, err := UnmarshalKept[now](b); err == nil {
		t.Error("a field that is none is read")
	}
}
