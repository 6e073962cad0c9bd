package store

import "testing"

// The wanted class is guessed until a person names it; the name is undone, kept in
// files, and forgotten with its table.
func TestTheWantedClass(t *testing.T) {
	p := ready(t)
	equal(t, "guessed", p.Data.WantedLevel(), "high")
	p.do(SetWanted{7})
	equal(t, "named, a class that is not there", p.Data.Chosen, 0)
	p.do(SetWanted{0})
	equal(t, "named", p.Data.WantedLevel(), "low")
	p.do(Undo{})
	equal(t, "undone", p.Data.WantedLevel(), "high")
	p.do(Redo{})
	equal(t, "done again", p.Data.WantedLevel(), "low")
	p.do(LoadSample{}, Replace{})
	p.do(Fact{p.sent[len(p.sent)-1].Job, testLoaded})
	equal(t, "of another table", p.Data.Chosen, 0)
}

func TestAFileHasTheWantedClass(t *testing.T) {
	p := newWhole(t)
	p.do(SetSample{SampleSettings{Rows: 300, Seed: 5}}, LoadSample{Census})
	named := 1 - p.Data.Wanted()
	p.do(SetWanted{named}, PackRows{})
	q := newWhole(t)
	q.open(p.file(Travel{Rows: true}))
	equal(t, "wanted", q.Data.Wanted(), named)
	equal(t, "named", q.Data.Chosen, named+1)
}
