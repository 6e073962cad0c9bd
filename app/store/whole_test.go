package store

import (
	"bytes"
	"reflect"
	"testing"
	"time"

	"causeway/core/causal"
	"causeway/core/document"
	"causeway/core/engine"
	"causeway/core/image"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/sketch"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// whole is a page with a real engine in place of its worker.
type whole struct {
	t *testing.T
	State
	engine *engine.Engine
	facts  chan Fact
	saved  []WriteFile
	other  []Effect
}

func newWhole(t *testing.T) *whole {
	p := &whole{t: t, State: New()}
	p.engine, p.facts = newEngine(t)
	return p
}

func newEngine(t *testing.T) (*engine.Engine, chan Fact) {
	began, facts := time.Now(), make(chan Fact, 1000)
	now := func() float64 { return float64(time.Since(began)) / float64(time.Millisecond) }
	return engine.New(func(job int, m wire.Message) { facts <- Fact{job, throughCodec(t, job, m)} }, now, func() {}),
		facts
}

// throughCodec returns a message as the other end of the link decodes it.
func throughCodec(t *testing.T, job int, m wire.Message) wire.Message {
	b, err := wire.Encode(job, m)
	if err != nil {
		t.Errorf("%T: %v", m, err)
		return m
	}
	_, out, err := wire.Decode(b)
	if err != nil {
		t.Errorf("%T: %v", m, err)
	}
	return out
}

// do applies intents and their consequences until nothing is pending.
func (p *whole) do(list ...Intent) {
	p.t.Helper()
	for _, in := range list {
		p.apply(in)
		p.settle()
	}
}

func (p *whole) apply(in Intent) {
	next, effects := Apply(p.State, in)
	p.State = next
	for _, e := range effects {
		switch e := e.(type) {
		case Send:
			p.engine.Handle(e.Job, throughCodec(p.t, e.Job, e.Body))
		case RunTasks:
			p.run(e)
		case WriteFile:
			p.saved = append(p.saved, e)
		default:
			p.other = append(p.other, e)
		}
	}
}

// run does tasks like an engine of the pool.
func (p *whole) run(e RunTasks) {
	work, facts := newEngine(p.t)
	say := func(m wire.Message) wire.Message {
		work.Handle(1, throughCodec(p.t, 1, m))
		for {
			if f := <-facts; wire.Ends(f.Body) {
				return f.Body
			}
		}
	}
	for _, s := range e.Setup {
		if f, bad := say(s.Body).(wire.Failure); bad {
			p.t.Fatal(f.Detail)
		}
	}
	for i, task := range e.Tasks {
		p.apply(TaskDone{e.Job, i, say(task.Body)})
	}
	p.apply(TasksEnded{Job: e.Job})
}

func (p *whole) settle() {
	for {
		wait := time.Millisecond
		if p.Foreign.Busy || p.Images.Classifier.Phase.Active() ||
			p.Images.Generator.Phase.Active() || p.Images.Subject.Asking ||
			p.Images.Verifying || p.Data.Stage == Loading || p.Classifier.Phase.Active() ||
			p.Generator.Phase.Active() || p.Explain.Finding || p.Explain.seekJob != 0 || p.Labels.Waiting ||
			p.Labels.Phase.Active() || p.Project.measures != [2]int{} {
			wait = time.Minute
		}
		select { // arrived facts come before any timer
		case f := <-p.facts:
			p.apply(f)
			continue
		default:
		}
		select {
		case f := <-p.facts:
			p.apply(f)
		case <-time.After(wait):
			return
		}
	}
}

// file is the page's project as bytes.
func (p *whole) file(with Travel) []byte {
	p.t.Helper()
	s, err := p.Snapshot(with)
	if err != nil {
		p.t.Fatal(err)
	}
	b, err := snapshot.Write(s)
	if err != nil {
		p.t.Fatal(err)
	}
	return b
}

func (p *whole) open(b []byte) {
	p.t.Helper()
	s, err := snapshot.Read(b)
	if err != nil {
		p.t.Fatal(err)
	}
	p.do(takeProject{"a.causeway", s})
}

// trainedWhole is a page with a small table, both models and counterfactuals.
func trainedWhole(t *testing.T) *whole {
	p := newWhole(t)
	p.do(SetSample{document.Sample{Rows: 400, Seed: 3}}, LoadSample{model.SimpleBN})
	c := p.Classifier.Settings
	c.Epochs = 5
	g := p.Generator.Settings
	g.Method, g.Epochs, g.Samples = model.BaseVAE, 3, 5
	p.do(SetClassifier{c}, SetGenerator{g}, TrainClassifier{}, TrainGenerator{}, GoToRow{4}, FindCounterfactuals{})
	if !p.Generator.HasResult || !p.Explain.HasFound {
		t.Fatalf("nothing was found: %v", p.Notices)
	}
	return p
}

func TestSaveOpenSave(t *testing.T) {
	p := trainedWhole(t)
	b := p.file(Travel{})
	q := newWhole(t)
	q.open(b)
	if again := q.file(Travel{}); !bytes.Equal(again, b) {
		t.Errorf("%d bytes saved, %d after opening, and they differ", len(b), len(again))
	}
	q.do(FindCounterfactuals{})
	equal(t, "counterfactuals", len(q.Explain.Found.Rows), len(p.Explain.Found.Rows))
	for i, f := range q.Explain.Found.Rows {
		equalSlices(t, "values", f.Row, p.Explain.Found.Rows[i].Row)
		equalSlices(t, "shares", f.Shares, p.Explain.Found.Rows[i].Shares)
	}
	if len(q.Notices.Alerts) > 0 {
		t.Error(q.Notices.Alerts)
	}
}

// digitsWhole is a page with a few digits, both models and a rule.
func digitsWhole(t *testing.T) *whole {
	p := newWhole(t)
	p.do(SetSample{document.Sample{Rows: 100, Seed: 3}}, SampleDigits{})
	c, g := p.Images.Classifier.Settings, p.Images.Generator.Settings
	c.Slim, c.Epochs, g.Slim, g.Epochs = true, 1, true, 1
	p.do(SetClassifier{c}, SetImageGenerator{g}, TrainClassifier{}, TrainGenerator{},
		SetImageRule{image.Rules{Budget: 300}}, PaintPixel{Row: 3, Column: 4})
	if !p.Images.Generator.HasResult || !p.Images.Subject.Has || len(p.Notices.Alerts) > 0 {
		t.Fatalf("nothing was found: %v", p.Notices)
	}
	return p
}

// imagesFile is the saved file of the images.
func (p *whole) imagesFile() []byte {
	p.t.Helper()
	p.do(SaveProject{})
	return p.saved[len(p.saved)-1].Bytes
}

// Images are saved and opened like a table, as a file and in the browser, and their settings can be
// undone there.
func TestSaveOpenSaveOfImages(t *testing.T) {
	p := digitsWhole(t)
	b := p.imagesFile()
	q := newWhole(t)
	q.do(OpenFinished{"a.causeway", b})
	if again := q.imagesFile(); !bytes.Equal(again, b) {
		t.Errorf("%d bytes saved, %d after opening, and they differ", len(b), len(again))
	}
	q.do(VerifyProject{Train: true})
	if q.Images.Differs || q.Images.Verified == "" {
		t.Errorf("verified: %q", q.Images.Verified)
	}
	e, err := p.keepProject()
	if err != nil || len(e.left) > 0 {
		t.Fatalf("kept: %v, left out %v", err, e.left)
	}
	k := newWhole(t)
	k.do(KeptStarted{KeptListed: KeptListed{Projects: []KeptProject{{ID: "x", Card: e.Card}}}, Tab: "t", Resume: "x"},
		Fetched{ID: "x", Version: -1, At: 7, Records: e.Records, Held: true})
	if err := compareImages(p.State, k.State, false); err != nil || k.Keeping.ID != "x" {
		t.Errorf("in %q: %v; %v", k.Keeping.ID, err, k.Notices)
	}
	k.do(Undo{}, Undo{})
	if r := k.Images.Subject.Rules; r.Budget != 0 || len(r.Keep) > 0 || !k.Images.Classifier.Settings.Slim {
		t.Errorf("undone: %+v", r)
	}
	k.do(Redo{}, Redo{})
	if again := k.imagesFile(); !bytes.Equal(again, b) {
		t.Errorf("%d bytes saved, %d where it was kept, and they differ", len(b), len(again))
	}
}

func TestRowsTravelOnRequest(t *testing.T) {
	p := trainedWhole(t)
	if _, err := p.Snapshot(Travel{Rows: true}); err != errRows {
		t.Errorf("rows that are not at hand: %v", err)
	}
	p.do(packRows{})
	b := p.file(Travel{Rows: true})
	q := newWhole(t)
	q.open(b)
	q.do(packRows{})
	if again := q.file(Travel{Rows: true}); !bytes.Equal(again, b) {
		t.Errorf("%d bytes saved, %d after opening, and they differ", len(b), len(again))
	}
	if n, less := len(b), len(p.file(Travel{})); n < less+2*400*8 {
		t.Errorf("%d bytes with rows, %d without", n, less)
	}
}

func TestVerifySaysWhetherTheBytesAgree(t *testing.T) {
	p := trainedWhole(t)
	q := newWhole(t)
	q.open(p.file(Travel{}))
	q.do(VerifyProject{Train: true})
	v := q.Project.Verify
	if v.Classifier.Verdict != SameBytes || v.Generator.Verdict != SameBytes || v.Phase != Resting {
		t.Fatalf("the file's own models: %+v", v)
	}
	s, err := snapshot.Read(p.file(Travel{}))
	if err != nil {
		t.Fatal(err)
	}
	s.Classifier.Settings.Seed++
	s.Generator.Settings.Epochs++ // sets the learning rates
	q.do(takeProject{"b.causeway", s}, VerifyProject{Train: true})
	if v := q.Project.Verify; v.Classifier.Verdict != OtherBytes || v.Generator.Verdict != OtherBytes {
		t.Errorf("models of other settings: %+v", v)
	}
	q.do(SetClassifier{q.Classifier.Settings}, TrainClassifier{})
	if q.Project.Verify.HasResult() {
		t.Errorf("after a training: %+v", q.Project.Verify)
	}
}

// taughtWhole is a page whose generator learned from labels, trained on with a rule, and learned
// again, also from a label that has since changed.
func taughtWhole(t *testing.T) *whole {
	p := newWhole(t)
	p.do(SetSample{document.Sample{Rows: 300, Seed: 5}}, LoadSample{model.Census})
	c, g := p.Classifier.Settings, p.Generator.Settings
	c.Epochs, c.Hidden, g.Epochs, g.Batch, g.Samples, g.Method = 3, 4, 2, 64, 3, model.ModelApprox
	p.do(SetClassifier{c}, SetGenerator{g}, TrainClassifier{}, TrainGenerator{})
	judge := func(n int) {
		for i := range n {
			p.do(Judge{Verdict: label.Verdict(i % 3)})
		}
	}
	p.do(SetLabelName{"Ada"}, OpenDeck{})
	judge(6)
	p.do(FineTuneNow{}, AnswerTuned{Adopt: true},
		AddRule{causal.Rule{Kind: causal.OnlyIncrease, Feature: p.Data.Table.Schema.Index("age")}},
		TrainGenerator{Warm: true})
	w := p.Data.Table.Schema.Index("workclass")
	ranks := make([]int, len(p.Data.Table.Schema.Features[w].Levels))
	for l := range ranks {
		ranks[l] = len(ranks) - 1 - l
	}
	p.do(SetOrder{Node: w, Ranks: ranks})
	judge(4)
	p.do(FineTuneNow{}, AnswerTuned{Adopt: true}, EditLabel{Index: 0, Verdict: label.Infeasible})
	judge(3)
	p.do(FineTuneNow{}, AnswerTuned{Adopt: true}, RemoveLabel{Index: 1})
	if l := p.Generator.Learned; len(l.Earlier) != 1 || len(l.Earlier[0].Tunings) != 1 || len(l.Tunings) != 2 ||
		len(p.Notices.Alerts) > 0 {
		t.Fatalf("learned %+v: %v", l, p.Notices)
	}
	return p
}

func TestVerifyRepeatsFineTuningsAndWarmStarts(t *testing.T) {
	p := taughtWhole(t)
	with := p.file(Travel{Labels: true})
	q := newWhole(t)
	q.open(with)
	if again := q.file(Travel{Labels: true}); !bytes.Equal(again, with) {
		t.Errorf("%d bytes saved, %d after opening, and they differ", len(with), len(again))
	}
	q.do(VerifyProject{Train: true})
	if v := q.Project.Verify; !v.Generator.Holds() {
		t.Fatalf("a generator that was fine-tuned: %+v", v)
	}
	q.do(RestorePrevious{}, VerifyProject{Train: true})
	equal(t, "without one to go back to", q.Project.Verify.Generator.Verdict, SameBytes)
	p.do(RestorePrevious{}, VerifyProject{Train: true})
	equal(t, "the generator before the last fine-tuning", p.Project.Verify.Generator.Verdict, SameBytes)

	s, err := snapshot.Read(with)
	if err != nil {
		t.Fatal(err)
	}
	s.Generator.Earlier[0].Tunings[0].Seed++
	q.do(takeProject{"b.causeway", s}, VerifyProject{Train: true})
	equal(t, "with another seed in the first fine-tuning", q.Project.Verify.Generator.Verdict, OtherBytes)

	q.open(p.file(Travel{}))
	q.do(VerifyProject{Train: true})
	without := Check{Verdict: notVerifiable, Why: whyUnlabelled(4), Unproved: []model.Unmeasured{model.AllFigures}}
	sameCheck(t, "without labels", q.Project.Verify.Generator, without)
	q.do(TrainGenerator{Warm: true}, VerifyProject{Train: true})
	sameCheck(t, "trained on from it", q.Project.Verify.Generator,
		Check{Verdict: notVerifiable, Why: whyUnlabelled(4), Measured: true})
}

// A generator's history is forgotten, with a notice, before it is too large for a file.
func TestTooLongAPastIsForgotten(t *testing.T) {
	l := learned{}
	x := label.Label{Factual: []float64{1}, Counterfactual: []float64{2}}
	for i := range model.MaxPast - 1 {
		x.Factual = []float64{float64(i / 25)}
		l = l.tunedBy(model.Tuning{Seed: uint64(i)}, []label.Label{x})
	}
	if l.Lost || len(l.Tunings) != model.MaxPast-1 || len(l.Told) != 20 {
		t.Fatalf("%d fine-tunings on %d labels, lost %v", len(l.Tunings), len(l.Told), l.Lost)
	}
	l = l.tunedBy(model.Tuning{}, []label.Label{x, x})
	if !l.Lost || len(l.Tunings) != 1 || l.Tuned() != 2 || l.Told != nil {
		t.Errorf("one more: %+v", l)
	}
}

func TestALinkCarriesGraphRulesAndSettings(t *testing.T) {
	p := trainedWhole(t)
	p.do(AddEdge{sketch.Edge{From: 0, To: 2, Sign: causal.Rises, Note: "known"}},
		AddRule{causal.Rule{Kind: causal.OnlyIncrease, Feature: 1}},
		SetNode{Node: 2, To: sketch.Node{Form: sketch.Linear, State: causal.Adjustable, Closed: true}},
		SetFind{document.Search{Count: 3, Seed: 9, Target: -1, Budget: 200}})
	text, err := p.LinkText()
	if err != nil {
		t.Fatal(err)
	}
	if len(text) > 2000 {
		t.Errorf("the link has %d characters", len(text))
	}
	q := newWhole(t)
	q.do(OpenLink{text})
	if q.Project.Offer == nil || q.Data.HasTable {
		t.Fatalf("offered: %+v", q.Notices)
	}
	q.do(AnswerProject{Take: true})
	equal(t, "hash", q.Data.Table.Hash, p.Data.Table.Hash)
	if !sketch.Equal(q.Graph.Sketch, p.Graph.Sketch) || !reflect.DeepEqual(q.Explain.Find, p.Explain.Find) ||
		q.Generator.Settings != p.Generator.Settings || q.Classifier.HasResult {
		t.Errorf("taken: %+v", q.State.settings())
	}

	models := q.Graph.Sketch
	q.do(RemoveRule{0}, TrainClassifier{}, OpenLink{text}, AnswerProject{Take: true})
	if !q.Classifier.HasResult || !sketch.Equal(q.Graph.Sketch, models) {
		t.Error("a link for the table that is open drops its models or brings no graph")
	}
	q.do(Undo{})
	if len(q.Graph.Sketch.Rules) != 0 {
		t.Error("a link cannot be undone")
	}
	q.do(OpenLink{text[:len(text)-9]})
	if q.Project.Offer != nil || len(q.Notices.Alerts) != 1 {
		t.Errorf("a cut link: %+v", q.Notices)
	}
}
