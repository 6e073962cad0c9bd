package main

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"causeway/app/bridge"
	"causeway/app/store"
	"causeway/core/data"
)

// people is a file with a level that looks like a number.
func people() string {
	var b strings.Builder
	b.WriteString("age,level,pay\n")
	for i := range 200 {
		fmt.Fprintf(&b, "%d,%d,%s\n", 20+i%40, 1+i%3, []string{"low", "high"}[i*7%5%2])
	}
	return b.String()
}

// preview shows a file and makes its second column a category.
func (p *tab) preview() data.Plan {
	p.t.Helper()
	p.do(store.PasteTable{Text: people()})
	p.until("the preview", func() bool { return p.Data.HasPreview && p.Data.Stage == store.Idle })
	c := p.Data.Plan.Columns[1]
	if c.Kind == data.Category {
		p.t.Fatal("the level is taken for a category without a word")
	}
	c.Kind = data.Category
	p.do(store.SetColumn{Index: 1, Column: c}, store.SetMissing{Policy: data.DropRows})
	p.until("the preview as it was set", func() bool {
		return p.Data.Stage == store.Idle && p.Data.Preview.Plan.Columns[1].Kind == data.Category
	})
	p.untilSaved()
	return p.Data.Plan
}

func (p *tab) untilPreviewed(want data.Plan) {
	p.t.Helper()
	p.until("the preview", func() bool {
		return p.Data.HasPreview && p.Data.Stage == store.Idle && reflect.DeepEqual(p.Data.Preview.Plan, want)
	})
}

// backAndForth undoes everything that preview set, and redoes it.
func (p *tab) backAndForth(want data.Plan) {
	p.t.Helper()
	undone := func(what string, is func(data.Plan) bool) {
		p.t.Helper()
		p.do(store.Undo{})
		p.until(what, func() bool { return p.Data.Stage == store.Idle && is(p.Data.Preview.Plan) })
	}
	undone("rows with gaps to stay", func(now data.Plan) bool {
		return now.Missing != data.DropRows && now.Columns[1].Kind == data.Category
	})
	undone("the level to be a number", func(now data.Plan) bool { return now.Columns[1].Kind != data.Category })
	p.do(store.Redo{}, store.Redo{})
	p.untilPreviewed(want)
}

// If another tab took the file's place, the copy has the file as well.
func TestAFileIsSavedWithTheCopy(t *testing.T) {
	m := bridge.NewMemory()
	p := openTab(t, m)
	plan := p.preview()
	taken := p.Keeping.ID
	p.do(store.NotKept{ID: taken, Trouble: store.VaultTaken})
	p.untilSaved()
	id := p.Keeping.ID
	p.kill()
	if id == taken || id == "" {
		t.Fatalf("the copy of %q is saved as %q", taken, id)
	}
	p = openTab(t, m)
	p.do(store.OpenKept{ID: id, Version: -1})
	p.untilPreviewed(plan)
}

func TestAFileBeforeItsImportSurvivesAReload(t *testing.T) {
	m := bridge.NewMemory()
	p := openTab(t, m)
	plan := p.preview()
	id := p.Keeping.ID
	p.kill()

	p = openTab(t, m)
	if p.Keeping.Offer != id || !p.Keeping.Projects[0].Card.Bare || p.Keeping.Projects[0].Card.Rows != 200 {
		t.Fatalf("offered: %+v", p.Keeping)
	}
	p.do(store.OpenKept{ID: id, Version: -1})
	p.untilPreviewed(plan)
	p.backAndForth(plan)
	if p.Keeping.ID != id {
		t.Errorf("the place of the file is %q, want %q", p.Keeping.ID, id)
	}

	// After the import it is a project in the same place.
	p.do(store.ImportTable{})
	p.until("the table", func() bool { return p.Data.HasTable })
	p.untilSaved()
	if p.Keeping.ID != id || p.Data.Table.Schema.Features[1].Kind != data.Category {
		t.Errorf("imported to %q as %v", p.Keeping.ID, p.Data.Table.Schema.Features[1].Kind)
	}
	p.kill()
	p = openTab(t, m)
	p.openLast()
	if p.Data.HasPreview || p.Data.Stage != store.Idle || len(p.Keeping.Projects) != 1 {
		t.Errorf("after the import there is a preview, or more than the project: %+v", p.Keeping.Projects)
	}
}

// A file on top of a project comes back with it. Imported, it leaves the project
// as it was.
func TestAFileOverAProjectSurvivesAReload(t *testing.T) {
	m := bridge.NewMemory()
	p := openTab(t, m)
	p.load()
	p.rule(0)
	plan := p.preview()
	first := p.Keeping.ID
	p.kill()

	p = openTab(t, m)
	p.openLast()
	p.untilPreviewed(plan)
	p.backAndForth(plan)
	if !p.Data.HasTable || len(p.Graph.Sketch.Rules) != 1 {
		t.Fatal("the project is not there")
	}
	p.do(store.ImportTable{})
	p.until("the table", func() bool { return p.Data.Table.Name == "Pasted table" })
	p.untilSaved()
	p.do(store.OpenKept{ID: first, Version: -1})
	p.until("the project before", func() bool { return p.Keeping.ID == first && p.Data.Stage == store.Idle })
	if p.Data.HasPreview || len(p.Graph.Sketch.Rules) != 1 {
		t.Error("the imported file is still shown over the project before")
	}
}

func TestADiscardedFileIsForgotten(t *testing.T) {
	m := bridge.NewMemory()
	p := openTab(t, m)
	p.preview()
	p.do(store.DiscardPreview{})
	p.until("an empty list", func() bool { return len(p.Keeping.Projects) == 0 && !p.Keeping.Doing })
	if names := m.Names(); len(names) > 0 {
		t.Errorf("%v is kept", names)
	}
}

// There may be room for a project but not for a file beside it.
func TestAFileThatIsTooLargeKeepsNothingElseOut(t *testing.T) {
	m := bridge.NewMemory()
	p := openTab(t, m)
	p.load()
	p.rule(0)
	p.untilSaved()
	m.Quota = 0
	for _, name := range m.Names() {
		m.Quota += len(name)
	}
	p.do(store.ShowKept{})
	p.until("the size", func() bool { return p.Keeping.Usage > 0 })
	m.Quota = int(p.Keeping.Usage) + 6_000 // room for another state, but not for a file beside it
	p.do(store.PasteTable{Text: people() + strings.Repeat("30,1,low\n", 2_000)})
	p.until("the preview", func() bool { return p.Data.HasPreview && p.Data.Stage == store.Idle })
	p.untilSaved()
	p.rule(1)
	p.untilSaved()
	if len(p.Notices.Alerts) != 1 || !strings.HasPrefix(p.alerts(),
		"The file before its import could not be saved in this browser and was left out: it does not fit") {
		t.Errorf("alerts: %q", p.alerts())
	}
	p.kill()
	p = openTab(t, m)
	p.openLast()
	if len(p.Graph.Sketch.Rules) != 2 || p.Data.Stage != store.Idle || p.Data.HasPreview {
		t.Errorf("%d rules, want what was saved without the file", len(p.Graph.Sketch.Rules))
	}
}
