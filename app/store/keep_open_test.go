package store

import (
	"math/rand/v2"
	"testing"

	"causeway/core/causal"
	"causeway/core/sketch"
)

// A project whose table comes after it was put aside, or after another was taken, is
// not on the page: what is there gets a place of its own, and the project stays as it
// was saved.
func TestAProjectThatIsPutAsideStaysAsItWasSaved(t *testing.T) {
	for name, aside := range map[string]func(d *driver){
		"forgotten": func(d *driver) { d.do(ForgetWaiting{}) },
		"another of the same table is taken": func(d *driver) {
			p, err := d.Snapshot(Travel{})
			if err != nil {
				t.Fatal(err)
			}
			d.do(TakeProject{"other.causeway", p})
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDriver(rand.New(rand.NewPCG(1, 1)))
			d.clerk.calm = true
			d.do(LoadSample{SimpleBN})
			d.settle()
			d.do(AddEdge{sketch.Edge{From: 0, To: 2, Sign: causal.Rises}})
			if err := d.save(); err != nil {
				t.Fatal(err)
			}
			id := d.Keeping.ID
			d.do(LoadSample{SimpleBN})
			d.settle()
			d.do(RemoveEdges{[]Ends{{0, 2}}}, OpenKept{id, -1})
			for d.Keeping.opening.id == "" {
				d.step()
			}
			aside(d)
			if err := d.save(); err != nil {
				t.Fatal(err)
			}
			equal(t, "edges on the page", len(d.Graph.Sketch.Edges), 0)
			equal(t, "edges of the project in its place", d.drawer.folders[id].card.Edges, 1)
			if d.Keeping.ID == id || d.Keeping.Opening {
				t.Errorf("the page is at %q, opening %v", d.Keeping.ID, d.Keeping.Opening)
			}
			q, err := d.reopened()
			if err == nil {
				err = compare(d.State, q.State)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}
