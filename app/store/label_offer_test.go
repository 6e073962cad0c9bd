package store

import (
	"strings"
	"testing"

	"causeway/core/label"
)

// For a file of labels opened as a table, the page asks, and makes it a table only if the person
// says so.
func TestLabelsThatComeAsAFileAreOffered(t *testing.T) {
	p := trainedWhole(t)
	row := p.Explain.Row
	csv := label.CSV(p.Data.Table.Schema, []label.Label{
		{Row: 1, Factual: row, Counterfactual: []float64{row[0] + 1, row[1], row[2]}, Target: 1, By: "Ada"}})
	give := func(id int, name string, b []byte) {
		p.do(ChooseFile{ID: id, Name: name, Size: len(b)}, FileRead{ID: id, Bytes: b})
	}
	give(1, "labels.csv", csv)
	if p.Labels.Offer.Name != "labels.csv" || p.Data.HasPreview || p.Data.Stage != Idle || len(p.Labels.List) != 0 {
		t.Fatalf("the labels are not asked about: %+v", p.Notices)
	}
	p.do(RejectOffered{})
	if p.Labels.Offer.Name != "" || p.Data.HasPreview || len(p.Labels.List) != 0 {
		t.Error("rejected, something came of it")
	}
	give(2, "labels.csv", csv)
	p.do(AddOffered{})
	if len(p.Labels.List) != 1 || p.Labels.List[0].By != "Ada" || p.Labels.Offer.Name != "" || !p.Generator.HasResult {
		t.Errorf("the labels were not added: %+v", p.Notices)
	}
	if p.do(Undo{}); len(p.Labels.List) != 0 {
		t.Error("what was added cannot be undone")
	}
	p.do(Redo{})
	give(3, "labels.csv", csv)
	p.do(OpenOffered{})
	if !p.Data.HasPreview || p.Labels.Offer.Name != "" {
		t.Errorf("it is not opened as a table: %+v", p.Notices)
	}
	p.do(DiscardPreview{})
	give(4, "other.csv", []byte(strings.Replace(string(csv), "factual.x1", "factual.y", 1)))
	p.do(AddOffered{})
	if len(p.Labels.List) != 1 || len(p.Notices.Alerts) != 1 ||
		!strings.Contains(p.Notices.Alerts[0].Text, "is missing") {
		t.Errorf("labels of another table: %+v", p.Notices)
	}
	give(5, "table.csv", []byte("verdict,target,x\nyes,1,2\nno,0,3\n"))
	if p.Labels.Offer.Name != "" || !p.Data.HasPreview {
		t.Error("a table with a verdict is taken for labels")
	}
}
