package store

import (
	"testing"

	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/wire"
)

// Every search says how clearly to reach the class. A longer search only has a larger budget, and a
// stopped search keeps the previous results.
func TestClarityIsAskedFor(t *testing.T) {
	p := ready(t)
	p.do(FindCounterfactuals{})
	m := answer[wire.Explain](p, wire.Explained{Boxes: 20_000, Decided: 0.5})
	if lead, least := m.Bar(); m.Clarity != model.Clearly || lead != 0.1 || least != 0 || m.Boxes != 20_000 {
		t.Errorf("asked for %+v", m)
	}

	f := p.Explain.Find
	f.Clarity = model.AtLeast
	p.do(SetFind{f}) // the results follow
	m = answer[wire.Explain](p, wire.Explained{Boxes: 20_000, Decided: 0.5})
	if lead, least := m.Bar(); lead != 0 || least != 0.8 {
		t.Errorf("asked for a probability of %v", least)
	}
	p.do(SearchLonger{})
	longer := answer[wire.Explain](p, wire.Explained{None: true})
	if longer.Boxes != 20*m.Boxes || longer.Clarity != model.AtLeast {
		t.Errorf("a longer search asks for %+v", longer)
	}
	p.do(SearchLonger{})
	p.idle() // nothing more to find

	p.do(FindCounterfactuals{})
	_, job := take[wire.Explain](p)
	p.do(Cancel{TheRow})
	if _, j := take[wire.Cancel](p); j != job {
		t.Errorf("job %d was stopped, not %d", j, job)
	}
	p.do(Fact{job, wire.Canceled{}})
	if p.Explain.Finding || !p.Explain.HasFound || !p.Explain.Found.None {
		t.Errorf("after it was stopped: %+v", p.Explain)
	}
}

// Batches ask for their own clarity, and impossible values are corrected.
func TestClarityOfManyRows(t *testing.T) {
	p := trained(t)
	s := p.Batch.Settings
	s.Clarity, s.Least = model.AtLeast, 7
	p.do(SetBatch{Batch: s, FromFile: p.Batch.FromFile})
	run := started(p, 3)
	q := run.Tasks[0].Body.(wire.ExplainMany).Query
	if q.Clarity != model.AtLeast || q.Least != 0.999 || q.Boxes != batchBoxes {
		t.Errorf("asked for %+v", q)
	}
	for _, c := range []struct {
		c     model.Clarity
		least float64
		want  model.Clarity
		bar   float64
	}{{model.Just, 0.7, model.Just, 0}, {model.AtLeast, 0, model.AtLeast, 0.8}, {99, 0.4, model.Clearly, 0},
		{model.AtLeast, -1, model.AtLeast, 0.8}} {
		if got := (document.Search{Clarity: c.c, Least: c.least}).Within(p.Data.Table.Schema); got.Clarity != c.want ||
			got.Least != c.bar {
			t.Errorf("%d, %v became %d, %v, want %d, %v", c.c, c.least, got.Clarity, got.Least, c.want, c.bar)
		}
	}
}
