package document

import (
	"testing"

	"causeway/core/form"
	"causeway/core/model"
)

// TestANewSettingIsAFieldAndARow checks that a new setting of the search needs only a field and a
// table row. Files without it can be read, files that do not use it keep their bytes, and invalid
// values are corrected.
func TestANewSettingIsAFieldAndARow(t *testing.T) {
	type wider struct {
		Search
		Depth int `msgpack:"depth,omitempty" since:"2"`
	}
	row := model.Field{Of: "Depth", Label: "How deep", Max: 9}
	table := append(model.Fields[wider]{}, row)
	for _, f := range SearchFields {
		table = append(table, f)
	}
	old, err := form.Marshal(SearchFields.Default())
	if err != nil {
		t.Fatal(err)
	}
	read, err := form.Unmarshal[wider](old)
	if err != nil || read.Search != SearchFields.Default() || read.Depth != 0 {
		t.Fatalf("an old file: %+v, %v", read, err)
	}
	if again, err := form.Marshal(read); err != nil || string(again) != string(old) {
		t.Errorf("it is written otherwise: %v", err)
	}
	read.Depth, read.Count = 99, 99
	if got := table.Within(read, read); got.Depth != 9 || got.Count != 10 || table.Check(got) != nil ||
		table.Check(read) == nil {
		t.Errorf("%+v became %+v", read, got)
	}
	if row.Value(read) != 99 || row.Text(read) != "99" || table.Default().Count != 5 {
		t.Errorf("the row reads %v, %s", row.Value(read), row.Text(read))
	}
	b, err := form.Marshal(read)
	if back, e := form.Unmarshal[wider](b); err != nil || e != nil || back != read {
		t.Errorf("it came back as %+v, %v, %v", back, err, e)
	}
}
