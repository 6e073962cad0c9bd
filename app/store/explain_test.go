package store

import (
	"slices"
	"testing"

	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/wire"
)

func TestMovingThroughTheRows(t *testing.T) {
	tests := []struct {
		name string
		in   Intent
		want int // place asked for, of 10
	}{
		{"next", StepRow{1}, 1},
		{"previous of the first is the last", StepRow{-1}, 9},
		{"by number", GoToRow{7}, 7},
		{"number behind the end wraps", GoToRow{12}, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newPage(t)
			p.loadSample()
			p.do(tt.in)
			m, _ := take[wire.Rows](p)
			equal(t, "from", m.From, tt.want)
			equal(t, "limit", m.Limit, 1)
		})
	}
}

func TestACounterfactualBecomesTheRowOfTheForm(t *testing.T) {
	p := ready(t)
	p.do(FindCounterfactuals{})
	answer[wire.Explain](p, wire.Explained{Rows: []wire.Counterfactual{{Row: []float64{45, 1}}}})
	p.do(UseCounterfactual{Index: 1})
	if slices.Equal(p.Explain.Edited, []float64{45, 1}) {
		t.Error("a counterfactual that was not found was taken over")
	}
	p.do(UseCounterfactual{Index: 0})
	equalSlices(t, "row of the form", p.Explain.Edited, []float64{45, 1})
	ask, _ := take[wire.Predict](p)
	equalSlices(t, "row asked about", ask.Row.Values(), []float64{45, 1})
	if p.Explain.Stale() {
		t.Error("what was found is stale although the form holds a part of it")
	}
	p.do(EditValue{Feature: 0, Value: 46})
	if !p.Explain.Stale() {
		t.Error("what was found is not stale although the form holds another row")
	}
}

func TestTheLastRowAskedForWins(t *testing.T) {
	p := newPage(t)
	p.loadSample()
	p.do(StepRow{1}, GoToRow{5})
	_, slow := take[wire.Rows](p)
	_, fast := take[wire.Rows](p)
	p.do(Fact{fast, rowPage(10, 5, 50, 0)}, Fact{slow, rowPage(10, 1, 20, 0)})
	equal(t, "pos", p.Explain.Pos, 5)
	equalSlices(t, "row", p.Explain.Row, []float64{50, 0})
}

func TestSearchListsHitsAndGoesToTheFirst(t *testing.T) {
	p := newPage(t)
	p.loadSample()
	p.do(SetHits{"nurse"})
	row := answer[wire.Rows](p, rowPage(2, 0, 39, 1))
	equal(t, "search", row.Search, "nurse")
	list := answer[wire.Rows](p, wire.Page{Total: 2, Index: []int{4, 8},
		Values: wire.NewRows([][]float64{{39, 1}, {40, 1}}), Outcomes: []int{0, 1}})
	equal(t, "limit", list.Limit, MaxHits)
	equal(t, "hits", len(p.Explain.Hits.Index), 2)
	p.do(SetHits{""})
	if p.Explain.Hits.Shown {
		t.Error("without a search there is no list")
	}
}

func TestASearchWithoutHitsKeepsTheRow(t *testing.T) {
	p := newPage(t)
	p.loadSample()
	p.do(SetHits{"plumber"})
	answer[wire.Rows](p, wire.Page{Values: wire.NewRows(nil)})
	answer[wire.Rows](p, wire.Page{Values: wire.NewRows(nil)})
	equal(t, "total", p.Explain.Total, 0)
	if !p.Explain.HasRow || !p.Explain.Hits.Shown {
		t.Error("the row or the empty list is missing")
	}
}

func TestEditsArePredictedOneAtATime(t *testing.T) {
	p := ready(t)
	p.do(EditValue{0, 40}, EditValue{0, 41}, EditValue{0, 42})
	m, job := take[wire.Predict](p)
	equalSlices(t, "first question", m.Row.Values(), []float64{40, 1})
	p.idle()
	p.do(Fact{job, wire.Predicted{Shares: wire.NewFloats([]float64{0.5, 0.5}, 2)}})
	m, job = take[wire.Predict](p)
	equalSlices(t, "second question", m.Row.Values(), []float64{42, 1})
	p.do(Fact{job, wire.Predicted{Shares: wire.NewFloats([]float64{0.2, 0.8}, 2)}})
	p.idle()
	equalSlices(t, "shares", p.Explain.Shares, []float64{0.2, 0.8})
	if !p.Explain.Changed(0) || p.Explain.Changed(1) {
		t.Error("the marks of change are wrong")
	}
	equalSlices(t, "row", p.Explain.Row, []float64{39, 1})
	p.do(ResetRow{})
	m, _ = take[wire.Predict](p)
	equalSlices(t, "after Reset", m.Row.Values(), []float64{39, 1})
}

func TestValuesThatAFeatureCannotHoldAreNotTaken(t *testing.T) {
	p := ready(t)
	p.do(EditValue{0, 39.5}, EditValue{1, 2}, EditValue{5, 1}, EditValue{-1, 1})
	p.idle()
	if !slices.Equal(p.Explain.Edited, p.Explain.Row) {
		t.Errorf("edited = %v", p.Explain.Edited)
	}
}

func TestFinding(t *testing.T) {
	p := ready(t)
	p.do(SetFind{document.Search{Count: 3, Seed: 9, Target: 1, Budget: 50}}, EditValue{0, 50}, FindCounterfactuals{})
	// the search waits for the prediction
	answer[wire.Predict](p, wire.Predicted{Shares: wire.NewFloats([]float64{0.6, 0.4}, 2)})
	m, job := take[wire.Explain](p)
	equalSlices(t, "row", m.Row.Values(), []float64{50, 1})
	equal(t, "count", m.Count, 3)
	equal(t, "target", m.Target, 1)
	p.do(Fact{job, wire.Explained{Rows: make([]wire.Counterfactual, 2)}})
	equal(t, "status", p.Notices.Status, "2 counterfactuals were found.")
	if p.Explain.Stale() {
		t.Error("stale at once")
	}
	p.do(EditValue{0, 51})
	take[wire.Predict](p)
	if !p.Explain.Stale() {
		t.Error("not stale after an edit")
	}
	p.do(StepRow{1})
	answer[wire.Rows](p, rowPage(10, 1, 20, 0))
	if p.Explain.HasFound {
		t.Error("the counterfactuals of another row are still there")
	}
}

// The certificate is about the answer on show. For the first answer it claims "nearest" if this is
// proved, for any other only "answer".
func TestACertificateIsOfTheAnswerOnShow(t *testing.T) {
	p := ready(t)
	p.do(SaveCertificate{})
	if p.Explain.proofJob != 0 {
		t.Error("a certificate is asked for without an answer")
	}
	p.do(FindCounterfactuals{})
	answer[wire.Explain](p, wire.Explained{Found: document.Found{Nearest: true,
		Rows: []wire.Counterfactual{{Row: []float64{45, 1}, Low: []float64{44, 1}, High: []float64{50, 1}},
			{Row: []float64{30, 0}}}}})
	p.do(SaveCertificate{})
	m, job := take[wire.Certify](p)
	equalSlices(t, "answer", m.Answer.Values(), []float64{45, 1})
	equalSlices(t, "high end", m.High.Values(), []float64{50, 1})
	equal(t, "nearest", m.Nearest, true)
	p.do(Fact{job, wire.Certified{Bytes: []byte("[]"), Says: "nothing smaller works"}})
	f, _ := p.other[len(p.other)-1].(SaveFile)
	equal(t, "file", string(f.Bytes), "[]")
	equal(t, "status", p.Notices.Status, "Saved as "+f.Name+". It proves: nothing smaller works.")
	p.do(ShowWay{1}, SaveCertificate{})
	m, _ = take[wire.Certify](p)
	equalSlices(t, "second answer", m.Answer.Values(), []float64{30, 0})
	equal(t, "nearest", m.Nearest, false)
}

// The reasons of a decision arrive after its answers, and are dropped with them.
func TestReasonsGoWithTheAnswers(t *testing.T) {
	p := ready(t)
	find := func() Send {
		p.do(FindCounterfactuals{})
		answer[wire.Explain](p, wire.Explained{Rows: []wire.Counterfactual{{Row: []float64{45, 1}}}})
		return p.reasons[len(p.reasons)-1]
	}
	first := find()
	equalSlices(t, "row", first.Body.(wire.GiveReasons).Query.Row.Values(), p.Explain.Edited)
	second := find()
	p.do(Fact{first.Job, wire.Reasons{Row: []float64{1, 1}}})
	if p.Explain.Reasons.Row != nil {
		t.Error("reasons of an earlier search were taken")
	}
	p.do(Fact{second.Job, wire.Reasons{Row: []float64{2, 1}}})
	equalSlices(t, "reasons of", p.Explain.Reasons.Row, []float64{2, 1})
	find()
	if p.Explain.Reasons.Row != nil {
		t.Error("reasons are still there once their answers are gone")
	}
}

func TestLikeliest(t *testing.T) {
	equal(t, "likeliest", Likeliest([]float64{0.2, 0.5, 0.5}), 1)
	equal(t, "of nothing", Likeliest(nil), 0)
}

func TestRowsAreMarkedAndFoundAgain(t *testing.T) {
	p := newPage(t)
	p.loadSample()
	p.do(MarkRow{Row: 7, On: true}, MarkRow{Row: 2, On: true}, MarkRow{Row: 7, On: true}, MarkRow{Row: -1, On: true},
		MarkRow{Row: 1 << 40, On: true})
	equalSlices(t, "marks", p.Explain.Marks, []int{2, 7})
	p.do(SetHits{"nurse"}, SetPart{data.TestRows}, GoToMark{Row: 7})
	m, _ := take[wire.Rows](p)
	for m.Part != data.AllRows { // or it would fail here: nothing more was asked
		m, _ = take[wire.Rows](p)
	}
	equal(t, "row", m.From, 7)
	equal(t, "search", m.Search, "")
	p.do(MarkRow{Row: 2})
	equalSlices(t, "marks", p.Explain.Marks, []int{7})
}

func TestAnswersArePinned(t *testing.T) {
	p := newPage(t)
	p.loadSample()
	p.Explain.HasRow, p.Explain.HasFound, p.Explain.Index, p.Explain.FoundRow = true, true, 4, 4
	for i := range wire.MaxPins + 1 {
		row := make([]float64, len(p.Data.Table.Schema.Features))
		row[0] = float64(i)
		p.Explain.Found.Rows = append(p.Explain.Found.Rows,
			wire.Counterfactual{Row: row})
	}
	p.do(PinAnswer{Index: 1, On: true}, PinAnswer{Index: 1, On: true}, PinAnswer{Index: -1, On: true},
		PinAnswer{Index: 99, On: true}, PinAnswer{Index: 2})
	equal(t, "pins", len(p.Explain.Pins), 1)
	equal(t, "pinned", p.Explain.Pinned(1) && !p.Explain.Pinned(0), true)
	for i := range p.Explain.Found.Rows {
		p.do(PinAnswer{Index: i, On: true})
	}
	equal(t, "pins of a row", len(p.Explain.Pins), wire.MaxPins)
	p.wantAlert("You can pin at most")
	p.do(PinAnswer{Index: 1})
	equal(t, "pins", len(p.Explain.Pins), wire.MaxPins-1)
	for range 2 {
		p.Explain.Pins = append(p.Explain.Pins, p.Explain.Pins...) // as a file may bring them
	}
	equal(t, "of them asked about", len(p.Explain.pins()), wire.MaxPins)
	p.Explain.Index = 5 // pins of another row are not asked about, and stay
	equal(t, "of another row", len(p.Explain.pins()), 0)
	equal(t, "and the mark of a found answer", p.Explain.Pinned(0), true)
}
