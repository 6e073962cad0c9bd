package store

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"causeway/core/image"
	"causeway/core/wire"
)

// oldImages holds records of images from a browser that stored them beside the table, with the tab's
// open document. The records are never rewritten.
type oldImages struct {
	Resume  string
	ID      string
	Card    []byte
	Records map[string][]byte
}

// oldRecords returns such records as the browser would.
func oldRecords(t *testing.T, name string) Fetched {
	t.Helper()
	old := readOld(t, name)
	in := Fetched{ID: old.ID, Version: -1, At: 5, Held: true}
	for name, b := range old.Records {
		in.Records = append(in.Records, KeptRecord{Name: name, Bytes: b})
	}
	return in
}

func readOld(t *testing.T, name string) (old oldImages) {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err == nil {
		err = json.Unmarshal(b, &old)
	}
	if err != nil {
		t.Fatal(err)
	}
	return old
}

// openedOld is a page reloaded with such records.
func openedOld(t *testing.T, name string) *page {
	t.Helper()
	old := readOld(t, name)
	p := newPage(t)
	p.do(
		KeptStarted{KeptListed: KeptListed{Projects: []KeptProject{
			{ID: old.ID, Card: ReadCard(old.Card)}, {ID: "t-2"}}}, Tab: "u", Resume: old.Resume})
	if f, is := p.other[len(p.other)-1].(FetchKept); !is || f.ID != old.ID {
		t.Fatalf("opened %+v", p.other)
	}
	p.do(oldRecords(t, name))
	return p
}

func TestSampledImagesThatWereKeptBefore(t *testing.T) {
	p := openedOld(t, "images-sampled.json")
	answer[wire.SampleImages](p, savedSet)
	take[wire.FitMeasures](p)
	answer[wire.RestoreImages](p, wire.Restored{Classifier: true, Generator: true})
	g := p.Images
	equal(t, "card", p.card(), KeptCard{Name: "Digits", Rows: 30, Images: true, Rules: 4, Labels: 2, Classifier: true,
		Generator: true, Training: TheGenerator, Epoch: 2, Epochs: 9})
	equal(t, "epochs", [2]int{g.Classifier.Settings.Epochs, g.Generator.Settings.Epochs}, [2]int{7, 9})
	equal(t, "place", p.Keeping.ID, "t-1")
	if p.Labels.Name != "Ann" || g.Labels.List[0].By != "Ann" || !g.Subject.Drawn || !g.Drawing.Plain ||
		g.Drawing.Pad.Empty() || g.Subject.Rules.Follows[0].Within != 4 {
		t.Errorf("came back by %q: drawn %v, plain %v, rules %+v", p.Labels.Name, g.Subject.Drawn, g.Drawing.Plain,
			g.Subject.Rules)
	}
	p.wantAlert("")
}

func TestImagesFromFilesThatWereKeptBeside(t *testing.T) {
	p := openedOld(t, "images-files.json")
	m := answer[wire.OpenImages](p, savedSet)
	if len(m.Files) != 2 || string(m.Files[0].Bytes) != "pixels" || m.Files[1].Name != "x-labels-idx1-ubyte" {
		t.Errorf("opened %+v", m.Files)
	}
	equal(t, "card", p.card(), KeptCard{Name: "Digits", Rows: 30, Images: true, Classifier: true})
	if p.Data.HasTable || p.Keeping.Stage != KeepSaved {
		t.Errorf("a table %v, stage %d", p.Data.HasTable, p.Keeping.Stage)
	}
	p.wantAlert("")
}

// TestACopyOfImagesGoesOnWithTheProject: images that another tab has open are a copy. Once that tab
// closes, an unchanged copy takes the original's place, and a changed one asks.
func TestACopyOfImagesGoesOnWithTheProject(t *testing.T) {
	for _, changed := range []bool{false, true} {
		p := newPage(t)
		old := oldRecords(t, "images-files.json")
		p.do(KeptStarted{KeptListed: KeptListed{Projects: []KeptProject{{ID: old.ID, Open: true}}}, Tab: "u"},
			OpenKept{ID: old.ID, Version: -1})
		old.Held = false
		p.do(old)
		answer[wire.OpenImages](p, savedSet)
		p.wantAlert("open in another tab")
		e, _ := p.keptImages(map[string][]byte{})
		if !p.Keeping.Copy || e.ID == old.ID {
			t.Fatalf("copy %v, in %q", p.Keeping.Copy, e.ID)
		}
		if changed {
			p.do(SetImageRule{image.Rules{Budget: 9}})
		}
		p.other = nil
		for range watchFree {
			p.do(KeptWatched{ID: old.ID, Free: true})
		}
		equal(t, "asks", p.Keeping.Free, changed)
		if changed {
			p.do(AnswerCopy{TakeOver: true})
		}
		old.Held = true
		p.do(old)
		p.sent = slices.DeleteFunc(p.sent, func(s Send) bool { _, is := s.Body.(wire.OpenImages); return !is })
		answer[wire.OpenImages](p, savedSet)
		equal(t, "place", p.Keeping.ID, old.ID)
		equal(t, "a copy", p.Keeping.Copy, false)
		equal(t, "the copy is dropped", slices.Contains(p.other, Effect(DropKept{e.ID, -1})), !changed)
	}
}

// Cards of an earlier version number the models of images after all other topics.
func TestCardsOfImagesInTrainingAreRead(t *testing.T) {
	for old, want := range map[Topic]Topic{theLeft + 1: TheClassifier, theLeft + 2: TheGenerator,
		TheGenerator: TheGenerator} {
		b, err := KeptCard{Training: old, Epochs: 9}.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		equal(t, "model in training", ReadCard(b).Training, want)
	}
}
