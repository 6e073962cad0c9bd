package engine

import (
	"bytes"
	"sync/atomic"
	"testing"

	"causeway/core/causal"
	"causeway/core/model"
	"causeway/core/nn"
	"causeway/core/wire"
)

// hand is a helper in this process. It dies when it is asked for a message by its number, the
// first being how it starts; 0: never.
type hand struct {
	t      *testing.T
	bench  *nn.Bench
	asked  *atomic.Int32
	dies   int32
	answer []byte
	dead   bool
}

func (h *hand) Send(pieces [][]byte) {
	n := h.asked.Add(1)
	if h.dead = h.dead || n == h.dies; h.dead {
		return
	}
	message := bytes.Join(pieces, nil)
	var err error
	if h.bench == nil {
		h.bench, h.answer, err = NewBench(message)
	} else {
		var answer [][]byte
		answer, err = h.bench.Answer(message)
		h.answer = bytes.Join(answer, nil)
	}
	if err != nil {
		h.t.Error(err)
	}
}

// starts are helpers in the place of a browser's, and makes time pass whenever it is asked for:
// gain times as fast once a helper was asked for a part.
func (s *stage) starts(helpers int, dies int32, gain float64) (asked *atomic.Int32) {
	asked = new(atomic.Int32)
	var hired atomic.Int32
	if helpers > 0 {
		s.e.Crew(helpers, func() (Helper, error) {
			hired.Add(1)
			return &hand{t: s.t, asked: asked, dies: dies}, nil
		})
	}
	clock := s.e.now
	s.e.now = func() float64 {
		if asked.Load() > hired.Load() {
			s.pass(100 / gain)
		} else {
			s.pass(100)
		}
		return clock()
	}
	return asked
}

func (h *hand) Receive() ([]byte, bool) { return h.answer, !h.dead }
func (h *hand) Heard() bool             { return true }
func (h *hand) End()                    { h.dead = true }

// TestHelpersChangeNoByte: a generator of rows that learns a mechanism and rules is the
// same bytes alone, with helpers, with those that gain nothing and are let go, with one that dies
// while it starts or in the middle, when it is paused, and after a checkpoint that was written where there were helpers.
func TestHelpersChangeNoByte(t *testing.T) {
	based := generatorCommand
	based.Method, based.Feasibility, based.Parts, based.Epochs = model.ModelBased, 10, 4, 4
	based.Knowledge = causal.Knowledge{Edges: []causal.Edge{{From: 0, To: 2, Sign: causal.Rises}, {From: 1, To: 2}}, Each: true,
		Mechanisms: []causal.Assignment{{Feature: 2, Form: causal.FittedLinear}}}
	approx := based
	approx.Method, approx.Parts = model.ModelApprox, 2
	approx.Knowledge.Mechanisms = nil
	approx.Knowledge.Rules = []causal.Rule{{Kind: causal.OnlyIncrease, Feature: 0}}
	for _, m := range []wire.TrainGenerator{based, approx} {
		s, c := trained(t)
		s.e.Handle(2, m)
		s.wait()
		want := all[wire.GeneratorTrained](s)[0].Model
		set := func(helpers int, dies int32, gain float64) (*stage, *atomic.Int32) {
			s := newStage(t)
			s.do(wire.Sample{Model: "simple-bn", Rows: 2000, Seed: 3})
			s.do(wire.Restore{Classifier: c.Model})
			return s, s.starts(helpers, dies, gain)
		}
		same := func(s *stage, what string) {
			t.Helper()
			if got := all[wire.GeneratorTrained](s); len(got) != 1 || !bytes.Equal(got[0].Model, want) {
				t.Errorf("%s, %s: the generator is another", m.Method, what)
			}
		}
		for what, x := range map[string]struct {
			helpers int
			dies    int32
		}{"one helper": {1, 0}, "seven helpers": {7, 0}, "one that dies at the start": {1, 1}, "one that dies in the middle": {3, 9}} {
			s, asked := set(x.helpers, x.dies, 2)
			s.e.Handle(2, m)
			s.wait()
			same(s, what)
			if x.dies == 0 && asked.Load() < 50 {
				t.Errorf("%s, %s: asked %d times", m.Method, what, asked.Load())
			}
		}

		s, asked := set(3, 0, 1)
		s.e.Handle(2, m)
		s.wait()
		if same(s, "helpers that gain nothing"); asked.Load() > 50 {
			t.Errorf("%s: helpers that gain nothing are asked %d times", m.Method, asked.Load())
		}

		s, asked = set(1, 0, 2)
		for range 40 {
			s.atRest = append(s.atRest, nil)
		}
		s.atRest = append(s.atRest, func() {
			s.e.Handle(2, wire.Pause{})
			go s.e.Handle(2, wire.Resume{})
		})
		s.e.Handle(2, m)
		s.wait()
		same(s, "paused")

		s, asked = set(1, 0, 2)
		for range 60 {
			s.atRest = append(s.atRest, nil)
		}
		s.atRest = append(s.atRest, s.command(2, wire.Cancel{}))
		s.e.Handle(2, m)
		s.wait()
		kept := all[wire.Checkpoint](s)
		if last := kept[len(kept)-1]; last.Epoch < 1 || last.Epoch == m.Epochs || asked.Load() < 10 {
			t.Fatalf("canceled after epoch %d with a helper that was asked %d times", last.Epoch, asked.Load())
		}
		s, _ = set(0, 0, 2)
		again := m
		again.Resume = kept[len(kept)-1].State
		s.e.Handle(2, again)
		s.wait()
		same(s, "resumed without helpers")
	}
}
