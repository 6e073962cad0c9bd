package form

import (
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

// What came later is its zero value in older bytes, and has to be in newer ones.
func TestEarlierForms(t *testing.T) {
	old, err := Marshal([]formOne{{1, 2}, {3, 4}})
	if err != nil {
		t.Fatal(err)
	}
	got, err := UnmarshalOf[[]formTwo](old, MaxValues, 1)
	if err != nil || len(got) != 2 || got[1].A != 3 || got[1].C != 4 || got[1].B != nil || got[1].D != "" {
		t.Errorf("of version 1: %+v, %v", got, err)
	}
	if _, err := Unmarshal[[]formTwo](old); err == nil {
		t.Error("bytes of version 1 are read as those of the newest")
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
	if _, err := UnmarshalOf[[]formTwo](now, MaxValues, 1); err == nil {
		t.Error("bytes of version 2 are read as those of version 1")
	}
}
