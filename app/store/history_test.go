package store

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/wire"
)

// someSetting returns a random change of the settings.
func someSetting(r *rand.Rand) Intent {
	switch r.IntN(6) {
	case 0:
		return SetSample{document.Sample{Rows: 100 + r.IntN(3), Seed: uint64(r.IntN(3))}}
	case 1:
		return SetClassifier{model.ClassifierRecipe{Epochs: 1 + r.IntN(3), Batch: 32, Hidden: 10, LearningRate: 0.1}}
	case 2:
		return SetGenerator{model.Recipe{Epochs: 1 + r.IntN(3), Batch: 32, Samples: 10, LearningRate: 0.1}}
	case 3:
		return SetFind{document.Search{Count: 1 + r.IntN(3), Budget: 100, Target: -1}}
	case 4:
		return SetOutcome{r.IntN(3)}
	}
	return SetMissing{data.MissingPolicy(r.IntN(2))}
}

// answerAll plays an engine that previews every plan as asked.
func (p *page) answerAll() {
	for len(p.sent) > 0 {
		s := p.sent[0]
		p.sent = p.sent[1:]
		if m, ok := s.Body.(wire.Replan); ok {
			f := testPreview()
			f.Preview.Plan = m.Plan
			p.do(Fact{s.Job, f})
		}
	}
}

func TestUndoTakesBackAnyListOfChanges(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		p := newPage(t)
		p.openFile("people.csv", testPreview())
		var states []settings
		for range 1 + r.IntN(12) {
			before := p.settings()
			p.do(someSetting(r))
			p.answerAll()
			if !reflect.DeepEqual(before, p.settings()) {
				states = append(states, before)
			}
		}
		end := p.settings()
		for i := len(states) - 1; i >= 0; i-- {
			p.do(Undo{})
			p.answerAll()
			if !reflect.DeepEqual(p.settings(), states[i]) {
				t.Fatalf("seed %d: undo %d gives %+v, want %+v", seed, i, p.settings(), states[i])
			}
		}
		if p.History.CanUndo() {
			t.Fatalf("seed %d: more undo steps than changes", seed)
		}
		for p.History.CanRedo() {
			p.do(Redo{})
			p.answerAll()
		}
		if !reflect.DeepEqual(p.settings(), end) {
			t.Fatalf("seed %d: redo gives %+v, want %+v", seed, p.settings(), end)
		}
	}
}

func TestSelectingARowKeepsRedo(t *testing.T) {
	p := ready(t)
	p.do(SetFind{document.Search{Count: 3, Budget: 100, Target: -1}}, Undo{}, StepRow{1}, EditValue{0, 50})
	if !p.History.CanRedo() {
		t.Error("selecting and editing a row lost the redo")
	}
	p.do(SetFind{document.Search{Count: 4, Budget: 100, Target: -1}})
	if p.History.CanRedo() {
		t.Error("a new change kept the redo")
	}
}

func TestAChangeThatChangesNothingIsNoStep(t *testing.T) {
	p := newPage(t)
	p.do(SetSample{p.Data.Sample}, Undo{}, Redo{})
	if p.History.CanUndo() || p.History.CanRedo() {
		t.Error("there is a step")
	}
}

func TestAPlanComesBackOnlyToItsFile(t *testing.T) {
	p := newPage(t)
	p.openFile("a.csv", testPreview())
	p.do(SetOutcome{0})
	p.answerAll()
	p.openFile("b.csv", testPreview())
	p.do(Undo{})
	p.idle()
	equal(t, "outcome", p.Data.Plan.Outcome, 2)
}

func TestHistoryIsBounded(t *testing.T) {
	p := newPage(t)
	for i := range 3 * maxHistory {
		p.do(SetSample{document.Sample{Rows: 100 + i}})
	}
	equal(t, "steps", len(p.History.past), maxHistory)
}

func TestAlertsAreKeptShort(t *testing.T) {
	w := &turn{}
	for range 3 {
		w.alert(TheTable, "same")
	}
	equal(t, "alerts", len(w.Notices.Alerts), 1)
	for i := range 20 {
		w.alert(TheTable, string(rune('a'+i)))
	}
	equal(t, "alerts", len(w.Notices.Alerts), 4)
	id := w.Notices.Alerts[0].ID
	Dismiss{id}.apply(w)
	equal(t, "alerts", len(w.Notices.Alerts), 3)
}

func TestWords(t *testing.T) {
	equal(t, "size", FormatSize(200<<20), "200 MB")
	equal(t, "size", FormatSize(999), "999 bytes")
	equal(t, "size", FormatSize(3_974_305), "3.8 MB")
	equal(t, "count", FormatCount(1234567), "1,234,567")
	equal(t, "count", FormatCount(-1234), "-1,234")
	equal(t, "count", FormatCount(999), "999")
	equal(t, "share", FormatShare(0.8605), "86.1 %")
}

// While another file opens, the earlier file's reading stays: reading that file again would drop
// the new one.
func TestUndoWaitsForAFile(t *testing.T) {
	p := newPage(t)
	p.openFile("people.csv", testPreview())
	p.do(SetMissing{1})
	m, job := take[wire.Replan](p)
	f := testPreview()
	f.Preview.Plan = m.Plan
	p.do(Fact{job, f}, ChooseFile{ID: 8, Name: "others.csv", Size: 5}, Undo{}, GoToStep{0})
	p.idle()
	p.wantAlert(sayFileFirst)
	p.do(FileRead{ID: 8, Bytes: []byte("other")})
	answer[wire.Open](p, testPreview())
	equal(t, "file", p.Data.File.Name, "others.csv")
}
