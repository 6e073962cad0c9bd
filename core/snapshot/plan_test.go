package snapshot

import (
	"reflect"
	"testing"

	"causeway/core/data"
	"causeway/core/form"
)

// The chosen way to read a file is preserved, and options that were not chosen take no bytes.
func TestTheFormatIsKept(t *testing.T) {
	for _, f := range []data.Format{
		{Delimiter: ',', Header: true},
		{Delimiter: ';', Missing: []string{"?"}, Encoding: "koi8-r", Below: data.BelowBoth,
			Keep: data.KeepComments | data.KeepTotals},
		{Delimiter: ',', Sheet: "Loans & rates"},
	} {
		want := Data{Name: "x", Source: Source{File: "x.csv", Plan: data.Plan{Format: f}}}
		b, err := form.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := form.Unmarshal[Data](b); err != nil || !reflect.DeepEqual(got.Source.Plan.Format, f) {
			t.Errorf("%+v is kept as %+v, %v", f, got.Source.Plan.Format, err)
		}
	}
}
