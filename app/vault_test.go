package main

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"causeway/app/bridge"
	"causeway/app/store"
	"causeway/core/causal"
	"causeway/core/document"
	"causeway/core/engine"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/sketch"
	"causeway/core/wire"
)

// tab is a page without a screen: the state, a real engine, and a vault in memory.
type tab struct {
	t *testing.T
	store.State
	link   link
	fake   *bridge.Fake
	events chan store.Intent
	kill   func()
	saved  []byte // the file of the last SaveProject

	notices func(of store.State, row int) // writes those of many rows
	began   store.State                   // when that was begun
}

// openTab opens the page over storage that tabs share. Its engine's clock runs fifty times as fast,
// so that checkpoints are frequent.
func openTab(t *testing.T, m *bridge.Memory) *tab {
	t.Helper()
	began := time.Now()
	starts := func(rest time.Duration) func(func(int, wire.Message)) func(int, wire.Message) {
		now := func() float64 { return 50 * float64(time.Since(began)) / float64(time.Millisecond) }
		return func(send func(int, wire.Message)) func(int, wire.Message) {
			return engine.New(send, now, func() { time.Sleep(rest) }).Handle
		}
	}
	v, killVault := m.NewTab()
	p := &tab{t: t, State: store.New(), fake: bridge.NewFake(starts(2 * time.Millisecond)),
		events: make(chan store.Intent, 10_000)}
	p.link = link{p.fake, bridge.NewFakePool(starts(0), 1), &keeper{vault: v}}
	p.kill = func() {
		p.fake.Close()
		killVault()
	}
	t.Cleanup(p.kill)
	p.link.Start(func(in store.Intent) { p.events <- in })
	p.do(store.StartKeeping{})
	p.until("the list", func() bool { return p.Keeping.Stage != store.KeepOff || p.Keeping.Why != "" })
	return p
}

func (p *tab) do(list ...store.Intent) {
	p.t.Helper()
	for _, in := range list {
		next, effects := store.Apply(p.State, in)
		p.State = next
		for _, e := range effects {
			switch e := e.(type) {
			case store.SaveFile:
				p.saved = e.Bytes
			case store.WriteFile:
				p.saved = e.Bytes
			case store.Send:
				if err := p.link.Send(e); err != nil {
					p.t.Fatal(err)
				}
			case store.VaultEffect:
				p.link.Keep(e)
			case store.BeginNotices:
				p.began = p.State
			case store.AddNotices:
				for i, row := range e.Numbers {
					if len(e.Found[i].Factual.Row) == 0 {
						continue
					}
					p.notices(p.began.About(e.Asked[i], e.Found[i], e.Reasons[i]), row)
				}
			case store.PoolEffect:
				p.link.Work(e)
			}
		}
	}
}

// until runs events until a condition holds.
func (p *tab) until(what string, holds func() bool) {
	p.t.Helper()
	limit := time.After(time.Minute)
	for !holds() {
		select {
		case in := <-p.events:
			p.do(in)
		case <-limit:
			p.t.Fatalf("waiting for %s: %+v; %+v", what, p.Notices, p.Keeping)
		}
	}
}

func (p *tab) untilSaved() {
	p.t.Helper()
	p.until("the project to be saved", func() bool { return p.Keeping.Stage == store.KeepSaved })
}

// load makes a small table.
func (p *tab) load() {
	p.t.Helper()
	p.do(store.SetSample{Sample: document.Sample{Rows: 400, Seed: 3}}, store.LoadSample{Model: model.SimpleBN})
	p.until("the table", func() bool { return p.Data.HasTable && p.Explain.HasRow })
}

func (p *tab) train(epochs int) {
	p.t.Helper()
	c, g := p.Classifier.Settings, p.Generator.Settings
	c.Epochs, g.Method, g.Epochs, g.Samples = 5, model.BaseVAE, epochs, 5
	p.do(store.SetClassifier{ClassifierRecipe: c}, store.SetGenerator{Recipe: g}, store.TrainClassifier{},
		store.TrainGenerator{})
}

// manyEpochs is so many that a training outlasts three saves and three deaths on any machine.
const manyEpochs = 1000

func (p *tab) untilTrained() {
	p.t.Helper()
	p.until("the generator", func() bool { return p.Generator.HasResult && !p.Generator.Phase.Active() })
}

func (p *tab) alerts() string {
	var list []string
	for _, a := range p.Notices.Alerts {
		list = append(list, a.Text)
	}
	return strings.Join(list, " | ")
}

// openLast opens the project that was saved last.
func (p *tab) openLast() {
	p.t.Helper()
	if len(p.Keeping.Projects) == 0 {
		p.t.Fatal("no project is left")
	}
	p.do(store.OpenKept{ID: p.Keeping.Projects[0].ID, Version: -1})
	p.until("the project", func() bool { return !p.Keeping.Opening && p.Data.HasTable && p.Explain.HasRow })
}

func TestAKilledTrainingGoesOnToTheSameBytes(t *testing.T) {
	whole := openTab(t, bridge.NewMemory())
	whole.load()
	whole.train(manyEpochs)
	whole.untilTrained()

	m := bridge.NewMemory()
	p := openTab(t, m)
	if p.Keeping.Offer != "" {
		t.Error("a fresh browser offers a project")
	}
	p.load()
	p.train(manyEpochs)
	for kills := 1; kills <= 3; kills++ {
		at := p.GeneratorRun.Epoch.Epoch
		p.until("a saved checkpoint", func() bool {
			return len(p.Keeping.Projects) > 0 && p.Keeping.Projects[0].Card.Training == store.TheGenerator &&
				p.Keeping.Projects[0].Card.Epoch > at
		})
		p.kill()
		p = openTab(t, m)
		if p.Keeping.Offer == "" {
			t.Fatal("the last project is not offered")
		}
		p.openLast()
		if p.Generator.Phase != store.Running || p.GeneratorRun.Epoch.Epoch < at {
			t.Fatalf("after kill %d the training is %v at epoch %d, was at %d; %s", kills, p.Generator.Phase,
				p.GeneratorRun.Epoch.Epoch, at, p.alerts())
		}
	}
	p.untilTrained()
	if !bytes.Equal(p.Generator.Result.Model, whole.Generator.Result.Model) ||
		!bytes.Equal(p.Classifier.Result.Model, whole.Classifier.Result.Model) {
		t.Error("the training that was killed three times gave another generator")
	}
	if p.alerts() != "" {
		t.Error(p.alerts())
	}
}

func TestADeadEnginesTrainingGoesOnToTheSameBytes(t *testing.T) {
	whole := openTab(t, bridge.NewMemory())
	whole.load()
	whole.train(manyEpochs)
	whole.untilTrained()

	p := openTab(t, bridge.NewMemory())
	p.load()
	p.train(manyEpochs)
	crashes, trained := 0, func() bool { return p.Generator.HasResult }
	for range 3 {
		at := p.GeneratorRun.Epoch.Epoch
		p.until("some epochs", func() bool { return p.GeneratorRun.Epoch.Epoch > at+3 || trained() })
		if trained() {
			break
		}
		p.fake.Crash("out of memory")
		p.until("its end", func() bool { return p.Link.Down })
		asks := func() bool { // after a death before the next checkpoint
			return crashes > 0 && !p.Link.Down && !p.Link.Recovering && p.Generator.Phase == store.Interrupted &&
				(strings.Contains(p.alerts(), "Resume continues from epoch") ||
					strings.Contains(p.alerts(), "Resume restarts it"))
		}
		p.until("the training to go on", func() bool {
			return p.Generator.Phase == store.Running || trained() || asks()
		})
		if asks() {
			p.do(store.Resume{What: store.TheGenerator})
			p.until("the training to be resumed", func() bool {
				return p.Generator.Phase == store.Running || trained()
			})
		}
		crashes++
	}
	p.untilTrained()
	if crashes == 0 {
		t.Error("the training was over before its engine died")
	}
	if !bytes.Equal(p.Generator.Result.Model, whole.Generator.Result.Model) {
		t.Error("the training whose engine died gave another generator")
	}
}

// deckTab is a tab with a trained generator and cards to judge.
func deckTab(t *testing.T, m *bridge.Memory) *tab {
	t.Helper()
	p := openTab(t, m)
	p.load()
	p.train(3)
	p.untilTrained()
	p.do(store.OpenDeck{})
	return p
}

// Somebody draws, labels and changes settings, and faults strike at random.
func TestNothingThatWasSavedIsLost(t *testing.T) {
	seeds := uint64(4) // one for each kind of fault
	if os.Getenv("CAUSEWAY_FULL") != "" {
		seeds = 40
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 9))
		m := bridge.NewMemory()
		p := deckTab(t, m)
		for round := range 3 {
			p.work(r, 3)
			p.untilSaved()
			saved := p.labels()
			edges := p.Graph.Sketch.Edges
			at := r.IntN(10)
			m.Fault = func(string) bridge.Fault {
				if at--; at >= 0 {
					return bridge.Fault{}
				}
				return []bridge.Fault{{Err: errors.New("the disk broke")}, {Err: bridge.ErrFull},
					{Err: errors.New("lost"), After: true}, {Spoil: true}}[seed%4]
			}
			p.work(r, 2)
			for wait := time.After(time.Duration(r.IntN(500)) * time.Millisecond); wait != nil; {
				select {
				case in := <-p.events:
					p.do(in)
				case <-wait:
					wait = nil
				}
			}
			now := p.labels()
			p.kill()
			m.Fault = nil
			p = openTab(t, m)
			p.openLast()
			got := p.labels()
			if !slices.Equal(got, saved) && !isBetween(got, saved, now) {
				t.Fatalf("seed %d, round %d: %d labels came back, %d were saved and %d made", seed, round, len(got),
					len(saved), len(now))
			}
			if len(p.Graph.Sketch.Edges) < len(edges) {
				t.Fatalf("seed %d, round %d: %d edges came back of %d", seed, round, len(p.Graph.Sketch.Edges),
					len(edges))
			}
			if !p.Generator.HasResult {
				t.Fatalf("seed %d, round %d: the generator is gone: %s", seed, round, p.alerts())
			}
			p.do(store.OpenDeck{})
		}
		p.kill()
	}
}

// The next tab can undo and redo what happened before its predecessor died.
func TestChangesAreUndoneInTheNextTab(t *testing.T) {
	m := bridge.NewMemory()
	p := deckTab(t, m)
	p.work(rand.New(rand.NewPCG(3, 9)), 8)
	p.do(store.SetLimit{Feature: 0, Limit: causal.Limit{Kind: causal.Frozen}}, store.RemoveLabel{Index: 2},
		store.Undo{}, store.Undo{})
	for range 2 { // the restored state is saved as well
		p.untilSaved()
		p.kill()
		whole := p.State
		p = openTab(t, m)
		p.openLast()
		if got, want := p.History.Steps(), whole.History.Steps(); !slices.Equal(got, want) ||
			p.History.At() != whole.History.At() || !p.History.CanRedo() {
			t.Fatalf("%d of the steps %q are in force, want %d of %q; %s", p.History.At(), got, whole.History.At(),
				want, p.alerts())
		}
		for _, at := range []int{0, 5, len(whole.History.Steps())} {
			whole, _ = store.Apply(whole, store.GoToStep{Step: at})
			p.do(store.GoToStep{Step: at})
			if !reflect.DeepEqual(p.Graph.Sketch, whole.Graph.Sketch) || len(p.labels()) != len(whole.Labels.List) ||
				!reflect.DeepEqual(p.Explain.Limits, whole.Explain.Limits) ||
				p.Generator.Settings != whole.Generator.Settings {
				t.Errorf("step %d: graph %v with %d labels, want %v with %d", at, p.Graph.Sketch.Edges, len(p.labels()),
					whole.Graph.Sketch.Edges, len(whole.Labels.List))
			}
		}
		p.do(store.Undo{})
	}
}

// work draws edges and judges cards.
func (p *tab) work(r *rand.Rand, n int) {
	p.t.Helper()
	for range n {
		a, b := r.IntN(3), r.IntN(3)
		p.do(store.AddEdge{Edge: sketch.Edge{From: a, To: b}})
		p.until("a card", func() bool { _, ok := p.Labels.Card(); return ok || p.Labels.NoMore })
		p.do(store.Judge{Verdict: label.Verdict(r.IntN(3))})
	}
}

func (p *tab) labels() []string {
	var list []string
	for _, x := range p.Labels.List {
		list = append(list, x.Pair()+x.Verdict.String())
	}
	return list
}

// isBetween reports whether a list contains everything in less, and only what is in more.
func isBetween(list, less, more []string) bool {
	for _, x := range less {
		if !slices.Contains(list, x) {
			return false
		}
	}
	for _, x := range list {
		if !slices.Contains(more, x) {
			return false
		}
	}
	return true
}

func TestASecondTabWorksOnACopy(t *testing.T) {
	m := bridge.NewMemory()
	one := openTab(t, m)
	one.load()
	one.untilSaved()
	two := openTab(t, m)
	two.openLast()
	if !strings.Contains(two.alerts(), "open in another tab") || !two.Keeping.Copy {
		t.Errorf("the second tab is not told: %q", two.alerts())
	}
	two.do(store.AddEdge{Edge: sketch.Edge{From: 0, To: 2}})
	two.untilSaved()
	one.do(store.AddEdge{Edge: sketch.Edge{From: 1, To: 2}})
	one.untilSaved()
	one.kill()
	two.kill()
	three := openTab(t, m)
	if n := len(three.Keeping.Projects); n != 2 {
		t.Fatalf("%d projects are left, want that of each tab", n)
	}
	three.openLast()
	if e := three.Graph.Sketch.Edges; len(e) != 1 || e[0].From != 1 {
		t.Errorf("the first tab's project has edges %v", e)
	}
}

func TestVersionsGoBackAndForth(t *testing.T) {
	m := bridge.NewMemory()
	p := openTab(t, m)
	p.load()
	p.untilSaved()
	p.do(store.NameVersion{ID: p.Keeping.ID, Name: "  empty\n graph "})
	p.until("the version", func() bool {
		return len(p.Keeping.Projects) > 0 && len(p.Keeping.Projects[0].Versions) == 1
	})
	p.do(store.AddEdge{Edge: sketch.Edge{From: 0, To: 2}})
	id := p.Keeping.ID
	p.do(store.OpenKept{ID: id, Version: 0})
	p.until("the version", func() bool { return !p.Keeping.Opening })
	if n := len(p.Graph.Sketch.Edges); n != 0 || p.Keeping.ID != id {
		t.Errorf("going back left %d edges, in project %s of %s", n, p.Keeping.ID, id)
	}
	p.untilSaved()
	p.do(store.ShowKept{})
	p.until("the list", func() bool { return len(p.Keeping.Projects[0].Versions) == 2 })
	if v := p.Keeping.Projects[0].Versions; v[0].Name != "empty graph" ||
		v[1].Name != "Before going back to empty graph" || v[1].Card.Edges != 1 {
		t.Errorf("versions = %+v", v)
	}
	p.do(store.OpenKept{ID: id, Version: 1})
	p.until("the version", func() bool { return !p.Keeping.Opening })
	if n := len(p.Graph.Sketch.Edges); n != 1 {
		t.Errorf("going forth left %d edges, want 1", n)
	}
}

func TestAFullBrowserIsToldAndTheWorkGoesOn(t *testing.T) {
	m := bridge.NewMemory()
	m.Quota = 400
	p := openTab(t, m)
	p.load()
	p.until("the word", func() bool { return p.Keeping.Stage == store.KeepFailed })
	if !strings.Contains(p.alerts(), "no room left") {
		t.Errorf("alerts = %q", p.alerts())
	}
	p.train(3)
	p.untilTrained()
	m.Quota = 0
	p.do(store.KeepNow{})
	p.untilSaved()
	if p.alerts() != "" {
		t.Errorf("once there is room: %q", p.alerts())
	}
}

func TestABrowserThatKeepsNothingIsTold(t *testing.T) {
	m := bridge.NewMemory()
	m.Fault = func(string) bridge.Fault { return bridge.Fault{Err: bridge.ErrNoVault} }
	p := openTab(t, m)
	if p.alerts() != "" {
		t.Errorf("before there is anything to lose: %q", p.alerts())
	}
	p.load()
	if !strings.Contains(p.alerts(), "Nothing can be saved in this browser") {
		t.Errorf("alerts = %q", p.alerts())
	}
	p.train(3)
	p.untilTrained()
}

func TestAnotherTableIsAnotherProject(t *testing.T) {
	m := bridge.NewMemory()
	p := openTab(t, m)
	p.load()
	p.untilSaved()
	p.do(store.SetSample{Sample: document.Sample{Rows: 300, Seed: 1}}, store.LoadSample{Model: model.SimpleBN})
	p.until("the table", func() bool { return p.Data.Table.Rows == 300 })
	p.untilSaved()
	if n := len(p.Keeping.Projects); n != 1 {
		t.Errorf("%d projects after two samples in which nothing was made, want 1", n)
	}
	p.train(3)
	p.untilTrained()
	p.do(store.AddEdge{Edge: sketch.Edge{From: 0, To: 2}}, store.LoadSample{Model: model.Sangiovese},
		store.Answer{Replace: true})
	p.until("the table", func() bool { return len(p.Data.Table.Schema.Features) > 4 })
	p.untilSaved()
	p.do(store.ShowKept{})
	p.until("the list", func() bool { return len(p.Keeping.Projects) == 2 })
	old := p.Keeping.Projects[1]
	if !old.Card.Generator || old.Card.Edges != 1 || old.Open {
		t.Errorf("the project before holds %+v", old)
	}
	p.do(store.OpenKept{ID: old.ID, Version: -1})
	p.until("the project", func() bool { return !p.Keeping.Opening })
	if !p.Generator.HasResult || len(p.Graph.Sketch.Edges) != 1 || p.Keeping.ID != old.ID {
		t.Error("the project before did not come back")
	}
	p.do(store.DeleteKept{ID: p.Keeping.Projects[0].ID, Version: -1})
	p.until("the deletion", func() bool { return len(p.Keeping.Projects) == 1 })
}
