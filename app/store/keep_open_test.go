package store

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/model"
	"causeway/core/sketch"
	"causeway/core/wire"
)

// If a project's table arrives after the project was closed or another was opened, the project is
// not shown. The open one gets its own place, and the project stays as saved.
func TestAProjectThatIsPutAsideStaysAsItWasSaved(t *testing.T) {
	for name, aside := range map[string]func(d *driver){
		"forgotten": func(d *driver) { d.do(ForgetWaiting{}) },
		"another of the same table is taken": func(d *driver) {
			p, err := d.Snapshot(Travel{})
			if err != nil {
				t.Fatal(err)
			}
			d.do(takeProject{"other.causeway", p})
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDriver(rand.New(rand.NewPCG(1, 1)))
			d.clerk.calm = true
			d.do(LoadSample{model.SimpleBN})
			d.settle()
			d.do(AddEdge{sketch.Edge{From: 0, To: 2, Sign: causal.Rises}})
			if err := d.save(); err != nil {
				t.Fatal(err)
			}
			id := d.Keeping.ID
			d.do(LoadSample{model.SimpleBN})
			d.settle()
			d.do(RemoveEdges{Edges: []Ends{{From: 0, To: 2}}}, OpenKept{id, -1})
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

// A project that lost its table with the engine keeps its saved state when another table arrives, even
// if it was opened again and waits for its table.
func TestAProjectWhoseTableWasLostStaysAsItWasSaved(t *testing.T) {
	for _, opened := range []bool{false, true} {
		d := newDriver(rand.New(rand.NewPCG(1, 1)))
		d.clerk.calm = true
		d.do(PasteTable{tables[0]})
		d.settle()
		d.do(ImportTable{})
		d.settle()
		d.do(AddEdge{sketch.Edge{From: 0, To: 1}})
		d.Keeping.noRows = d.Data.Table.Hash
		if err := d.save(); err != nil {
			t.Fatal(err)
		}
		id := d.Keeping.ID
		d.do(EngineDown{}, EngineUp{})
		d.do(Fact{d.recovery.job, wire.Failure{Detail: "It cannot be made again."}})
		d.clerk = clerk{r: d.r, calm: true, runs: map[int]*run{}}
		d.queue = nil
		if opened {
			d.do(OpenKept{id, -1})
			d.settle()
			equal(t, "the project waits for its table", d.Project.Waiting != nil, true)
		}
		d.do(LoadSample{model.SimpleBN})
		if err := d.save(); err != nil {
			t.Errorf("opened %v: %v", opened, err)
		}
		equal(t, "edges of the project in its place", d.drawer.folders[id].card.Edges, 1)
		if d.Keeping.ID == id {
			t.Errorf("opened %v: the new table takes the place of the project", opened)
		}
	}
}

// The page reports that a project's last save failed although another table is open, and keeps the
// alert when that one is saved.
func TestAFailedLastSaveIsTold(t *testing.T) {
	d := newDriver(rand.New(rand.NewPCG(1, 1)))
	d.clerk.calm = true
	d.do(LoadSample{model.SimpleBN})
	d.settle()
	if err := d.save(); err != nil {
		t.Fatal(err)
	}
	id := d.Keeping.ID
	d.do(AddEdge{sketch.Edge{From: 0, To: 2}}, LoadSample{model.Census})
	for d.Keeping.ID == id {
		d.step()
	}
	p := d.Keeping.partings
	if len(p) != 1 {
		t.Fatalf("partings: %+v", p)
	}
	d.queue = nil
	d.do(NotKept{ID: id, No: p[0].no, Trouble: VaultFull, Why: "full"})
	d.do(Answer{Replace: true})
	if err := d.save(); err != nil {
		t.Fatal(err)
	}
	a := d.Notices.Alerts
	if len(a) != 1 || !strings.HasPrefix(a[0].Text, "Your last changes to simple-bn weren't saved: "+
		"this browser has no room left") {
		t.Errorf("told: %+v", a)
	}
	if d.Keeping.Stage != KeepSaved || len(d.Keeping.partings) > 0 {
		t.Errorf("the other project: %+v", d.Keeping)
	}
}

// A file that did not fit beside its project is saved when it is the only content.
func TestAFileThatIsLeftAloneIsSaved(t *testing.T) {
	d := newDriver(rand.New(rand.NewPCG(1, 1)))
	d.clerk.calm = true
	d.do(LoadSample{model.SimpleBN})
	d.settle()
	d.do(PasteTable{tables[0]})
	d.settle()
	d.Keeping.noFile = d.Data.openID
	d.do(EngineDown{}, EngineUp{})
	d.do(Fact{d.recovery.job, wire.Failure{Detail: "It cannot be made again."}})
	d.do(SetMissing{1})
	if d.Data.HasTable || !d.Data.HasPreview {
		t.Fatalf("the table is lost: %v, the file is there: %v", !d.Data.HasTable, d.Data.HasPreview)
	}
	d.queue = nil
	if err := d.save(); err != nil {
		t.Fatal(err)
	}
	if _, err := d.reopened(); err != nil {
		t.Error(err)
	}
}

// A project cannot be deleted while it is being opened.
func TestAProjectThatIsBeingOpenedIsNotDeleted(t *testing.T) {
	d := newDriver(rand.New(rand.NewPCG(1, 1)))
	d.clerk.calm = true
	d.do(LoadSample{model.SimpleBN})
	d.settle()
	d.do(AddEdge{sketch.Edge{From: 0, To: 2}})
	if err := d.save(); err != nil {
		t.Fatal(err)
	}
	id := d.Keeping.ID
	d.do(LoadSample{model.Census})
	d.settle()
	d.do(OpenKept{id, -1}, DeleteKept{id, -1})
	d.settle()
	if _, kept := d.drawer.folders[id]; !kept || d.Keeping.ID != id {
		t.Errorf("it is kept: %v; the page is at %q", kept, d.Keeping.ID)
	}
}

// A table whose outcome is a number has one more column. It is still there when only settings have
// changed since the rows were saved.
func TestAnOutcomeThatIsANumberIsSavedAgain(t *testing.T) {
	d := newDriver(rand.New(rand.NewPCG(1, 1)))
	d.clerk.calm = true
	var b strings.Builder
	b.WriteString("a,b,price\n")
	for i := range 100 {
		fmt.Fprintf(&b, "%d,%d,%d.5\n", i%7, i%5, 10+i)
	}
	d.do(PasteTable{b.String()})
	d.settle()
	d.do(ImportTable{})
	d.settle()
	if s := d.Data.Table.Schema; s.Packed() != len(s.Features)+2 {
		t.Fatalf("the outcome is not a number: %+v", s.Outcome)
	}
	for _, in := range []Intent{Say{"Imported."}, AddEdge{sketch.Edge{From: 0, To: 1, Sign: causal.Rises}}} {
		d.do(in)
		if err := d.save(); err != nil {
			t.Fatal(err)
		}
		q, err := d.reopened()
		if err == nil {
			err = compare(d.State, q.State)
		}
		if err != nil {
			t.Error(err)
		}
	}
}
