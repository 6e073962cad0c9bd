package ui

import (
	"os"
	"testing"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/project"
	"causeway/core/snapshot"
)

func TestAnOfferSaysWhatAFileHolds(t *testing.T) {
	b, err := os.ReadFile("../../core/snapshot/testdata/v1.causeway")
	if err != nil {
		t.Fatal(err)
	}
	s, err := snapshot.Read(b)
	if err != nil {
		t.Fatal(err)
	}
	s.Data.Name = "<img onerror=x>"
	if b, err = snapshot.Write(s); err != nil {
		t.Fatal(err)
	}
	p := open(t, kit.PlaceTable)
	p.do(store.ChooseFile{ID: 1, Name: "mine.causeway", Size: len(b)}, store.FileRead{ID: 1, Bytes: b})
	p.want("Open this project?", "mine.causeway, written by Causeway dev", "&lt;img onerror=x&gt;, 300 rows, 9 columns",
		"in the file", "1 edge, 1 rule",
		"2, by Ada", "Open this project", "Leave it")
	p.wantNot("<img onerror", project.TextUnsavedWork)
	p.do(store.AnswerProject{})
	p.wantNot("Open this project?")

	p.do(store.FileRead{ID: 1, Bytes: b}) // nothing is read any more
	p.do(store.ChooseFile{ID: 2, Name: "bad.causeway", Size: 9}, store.FileRead{ID: 2, Bytes: b[:len(b)-9]})
	p.want("bad.causeway was not opened: it is damaged or incomplete")
}

func TestALinkIsCutFromTheStep(t *testing.T) {
	for fragment, want := range map[string]kit.Place{"explain": kit.PlacePerson, "graph&project=abc": kit.PlaceCauses,
		"&project=abc": kit.PlaceTable, "": kit.PlaceTable, "nothing": kit.PlaceTable} {
		if got := kit.PlaceOf(fragment); got != want {
			t.Errorf("%q is the step %q, want %q", fragment, got, want)
		}
	}
	if step, text, ok := kit.CutLink("graph&project=a&b"); step != "graph" || text != "a&b" || !ok {
		t.Errorf("cut into %q and %q", step, text)
	}
}
