package store

import (
	"bytes"
	"testing"
	"time"

	"causeway/core/engine"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// whole is a page with a real engine in place of its worker.
type whole struct {
	t *testing.T
	State
	engine *engine.Engine
	facts  chan Fact
}

func newWhole(t *testing.T) *whole {
	p := &whole{t: t, State: New(), facts: make(chan Fact, 1000)}
	began := time.Now()
	now := func() float64 { return float64(time.Since(began)) / float64(time.Millisecond) }
	p.engine = engine.New(func(job int, m wire.Message) { p.facts <- Fact{job, throughCodec(t, job, m)} }, now, func() {})
	return p
}

// throughCodec is what comes out at the other end of the link.
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

// do applies intents and all that follows, until nothing is on its way.
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
		if s, ok := e.(Send); ok {
			p.engine.Handle(s.Job, throughCodec(p.t, s.Job, s.Body))
		}
	}
}

func (p *whole) settle() {
	for {
		wait := time.Millisecond
		if p.Classifier.Phase.Active() || p.Generator.Phase.Active() || p.Explain.Finding || p.Labels.Waiting || p.Labels.Phase.Active() {
			wait = time.Minute
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
	p.do(TakeProject{"a.causeway", s})
}

// trainedWhole is a page with a small table, both models and counterfactuals.
func trainedWhole(t *testing.T) *whole {
	p := newWhole(t)
	p.do(SetSample{SampleSettings{Rows: 400, Seed: 3}}, LoadSample{SimpleBN})
	c := p.Classifier.Settings
	c.Epochs = 5
	g := p.Generator.Settings
	g.Epochs, g.Samples = 3, 5
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
	equal(t, "counterfactuals", len(q.Explain.Found.Found), len(p.Explain.Found.Found))
	for i, f := range q.Explain.Found.Found {
		equal(t, "values", string(f.Values.Data), string(p.Explain.Found.Found[i].Values.Data))
		equal(t, "shares", string(f.Shares.Data), string(p.Explain.Found.Found[i].Shares.Data))
	}
	if len(q.Notices.Alerts) > 0 {
		t.Error(q.Notices.Alerts)
	}
}

func TestRowsTravelOnRequest(t *testing.T) {
	p := trainedWhole(t)
	if _, err := p.Snapshot(Travel{Rows: true}); err != ErrRows {
		t.Errorf("rows that are not at hand: %v", err)
	}
	p.do(PackRows{})
	b := p.file(Travel{Rows: true})
	q := newWhole(t)
	q.open(b)
	q.do(PackRows{})
	if again := q.file(Travel{Rows: true}); !bytes.Equal(again, b) {
		t.Errorf("%d bytes saved, %d after opening, and they differ", len(b), len(again))
	}
	if n, less := len(b), len(p.file(Travel{})); n < less+2*400*8 {
		t.Errorf("%d bytes with rows, %d without", n, less)
	}
}
