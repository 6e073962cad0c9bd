package store

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"causeway/core/data"
	"causeway/core/model"
	"causeway/core/wire"
)

func TestAFileIsReadPreviewedAndImported(t *testing.T) {
	p := newPage(t)
	p.do(ChooseFile{ID: 1, Name: "people.csv", Size: 5})
	equal(t, "reads", len(p.reads), 1)
	equal(t, "stage", p.Data.Stage, Reading)
	p.do(FileRead{ID: 1, Bytes: []byte("a,b,c")})
	m := answer[wire.Open](p, testPreview())
	equal(t, "bytes", string(m.Bytes), "a,b,c")
	if !p.Data.CanImport() || p.Data.HasTable {
		t.Fatal("a clean preview can be imported and is not yet")
	}
	p.do(ImportTable{})
	i := answer[wire.Import](p, testLoaded)
	equal(t, "seed", i.Seed, 1)
	if !reflect.DeepEqual(i.Plan, testPreview().Preview.Plan) {
		t.Error("the plan imported is not the plan shown")
	}
	if !p.Data.HasTable || p.Data.HasPreview {
		t.Error("after the import there is a table and no preview")
	}
	r := answer[wire.Rows](p, rowPage(10, 0, 39, 1))
	equal(t, "part", r.Part, data.TestRows)
	equal(t, "index", p.Explain.Index, 10)
}

func TestAFileThatIsTooBigIsNeverRead(t *testing.T) {
	p := ready(t)
	before := p.Data.Table.Hash
	p.do(ChooseFile{ID: 1, Name: "big.csv", Size: 200 << 20})
	p.wantAlert("big.csv is 200 MB and was not opened: the browser can read files up to 64 MB, and this one is " +
		"136 MB too large.")
	p.do(ChooseFile{ID: 2, Name: "near.csv", Size: MaxFile + 1500})
	p.wantAlert("near.csv is 64 MB and was not opened: the browser can read files up to 64 MB, and this one is " +
		"1.5 KB too large.")
	equal(t, "reads", len(p.reads), 0)
	equal(t, "table", p.Data.Table.Hash, before)
	if !p.Classifier.HasResult || !p.Generator.HasResult {
		t.Error("the models are gone")
	}
}

func TestAFileThatCannotBeOpenedChangesNothing(t *testing.T) {
	p := ready(t)
	p.openFile("a.csv", testPreview())
	before := p.Data.Preview
	p.openFile("page.csv", wire.Failure{Code: wire.CodeBadInput, Detail: "This is a web page, not a table."})
	p.wantAlert("This is a web page, not a table.")
	if !p.Data.HasTable || !p.Classifier.HasResult || !reflect.DeepEqual(p.Data.Preview, before) {
		t.Error("the project or the earlier preview was lost")
	}
	equal(t, "file", p.Data.File.Name, "a.csv")
	p.do(ChooseFile{ID: 8, Name: "b.csv", Size: 1})
	p.wantAlert("") // the next attempt removes the alert
}

func TestOnlyTheLastFileCounts(t *testing.T) {
	p := newPage(t)
	p.do(ChooseFile{ID: 1, Name: "a.csv"}, ChooseFile{ID: 2, Name: "b.csv"}, FileRead{ID: 1})
	p.idle()
	p.do(FileRead{ID: 2})
	m := answer[wire.Open](p, testPreview())
	equal(t, "name", m.Name, "b.csv")
	p.do(ChooseFile{ID: 3, Name: "c.csv"}, FileUnreadable{ID: 3, Why: "it was moved"})
	p.wantAlert("The browser could not read c.csv: it was moved.")
	equal(t, "stage", p.Data.Stage, Idle)
}

func TestPastedText(t *testing.T) {
	p := newPage(t)
	p.do(PasteTable{" \n "})
	p.wantAlert("text is empty")
	p.idle()
	p.do(PasteTable{"a\tb\n1\t2"})
	m := answer[wire.Open](p, testPreview())
	equal(t, "text", string(m.Bytes), "a\tb\n1\t2")
	p.wantAlert("")
}

func TestThePlanIsChangedStepByStep(t *testing.T) {
	unused := data.ColumnPlan{Name: "age", Kind: data.Integer}
	tests := []struct {
		name  string
		in    Intent
		check func(data.Plan) bool
	}{
		{"format: columns are guessed anew", SetFormat{data.Format{Delimiter: ';'}}, func(p data.Plan) bool {
			return p.Format.Delimiter == ';' && p.Columns == nil
		}},
		{"column", SetColumn{0, unused}, func(p data.Plan) bool { return !p.Columns[0].Use }},
		{"level up", MoveLevel{Index: 1, Level: 2, Up: true}, func(p data.Plan) bool {
			return reflect.DeepEqual(p.Columns[1].Levels, []string{"a", "c", "b"})
		}},
		{"level down", MoveLevel{Index: 1, Level: 0}, func(p data.Plan) bool {
			return reflect.DeepEqual(p.Columns[1].Levels, []string{"b", "a", "c"})
		}},
		{"first level up: nowhere to go", MoveLevel{Index: 1, Level: 0, Up: true}, func(p data.Plan) bool {
			return p.Columns[1].Levels[0] == "a"
		}},
		{"outcome", SetOutcome{0}, func(p data.Plan) bool { return p.Outcome == 0 }},
		{"missing", SetMissing{data.DropRows}, func(p data.Plan) bool { return p.Missing == data.DropRows }},
		{"recipe", SetRecipe{"adult"}, func(p data.Plan) bool { return p.Recipe == "adult" }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newPage(t)
			p.openFile("people.csv", testPreview())
			before := p.State
			p.do(tt.in)
			if m, _ := take[wire.Replan](p); !tt.check(m.Plan) {
				t.Errorf("plan = %+v", m.Plan)
			}
			if !reflect.DeepEqual(before.Data.Plan, testPreview().Preview.Plan) {
				t.Error("the plan before was modified in place")
			}
		})
	}
}

func TestOnlyTheLastPreviewCounts(t *testing.T) {
	p := newPage(t)
	p.openFile("people.csv", testPreview())
	p.do(SetOutcome{0}, SetOutcome{1})
	_, first := take[wire.Replan](p)
	_, second := take[wire.Replan](p)
	late := testPreview("stale")
	p.do(Fact{first, late})
	equal(t, "problems", len(p.Data.Preview.Problems), 0)
	p.do(Fact{second, testPreview("fresh")})
	equal(t, "problems", len(p.Data.Preview.Problems), 1)
	if p.Data.CanImport() {
		t.Error("a preview with a problem can be imported")
	}
	p.do(ImportTable{})
	p.idle()
	p.wantAlert("fresh")
}

func TestReplacingATableWithModelsAsksFirst(t *testing.T) {
	p := ready(t)
	p.do(LoadSample{})
	p.idle()
	equal(t, "ask", p.Data.Ask, askSample)
	p.do(Answer{})
	equal(t, "ask", p.Data.Ask, AskNothing)
	p.do(LoadSample{}, Answer{Replace: true})
	answer[wire.Sample](p, testLoaded)
	if p.Classifier.HasResult || p.Generator.HasResult || p.Explain.HasFound || p.Explain.HasShares {
		t.Error("the new table kept what was made from the old one")
	}
	equal(t, "preset", p.Generator.Preset, model.SimpleBN)
	equal(t, "settings", p.Generator.Settings, following(generatorPreset(model.SimpleBN, model.Actions, p.Data.Table)))
}

func TestAnImportThatFailsKeepsTheProject(t *testing.T) {
	p := ready(t)
	p.openFile("people.csv", testPreview())
	p.do(ImportTable{}, Answer{Replace: true})
	answer[wire.Import](p, wire.Failure{Code: wire.CodeBadInput, Detail: "Only one class is left."})
	p.wantAlert("Only one class is left.")
	if !p.Data.HasTable || !p.Classifier.HasResult || !p.Generator.HasResult || !p.Data.HasPreview {
		t.Error("the project or the preview was lost")
	}
	equal(t, "stage", p.Data.Stage, Idle)
}

// Cancel stops reading a file. If the file still arrives, it is ignored.
func TestCancelEndsTheReading(t *testing.T) {
	p := newPage(t)
	p.do(ChooseFile{ID: 1, Name: "a.parquet", Size: 9}, DiscardPreview{}, FileRead{ID: 1, Bytes: []byte("a,b")},
		DiscardPreview{})
	equal(t, "ends", len(p.other), 1)
	equal(t, "end", p.other[0], Effect(StopReading{}))
	p.idle()
}

func TestDiscardClosesThePreviewOnly(t *testing.T) {
	p := ready(t)
	p.openFile("people.csv", testPreview())
	p.do(DiscardPreview{})
	if p.Data.HasPreview || !p.Data.HasTable || !p.Classifier.HasResult {
		t.Error("more or less than the preview is gone")
	}
	p.do(SetOutcome{0})
	p.idle()
}

func TestANewTableEndsItsTrainings(t *testing.T) {
	p := newPage(t)
	p.loadSample()
	p.do(TrainClassifier{})
	_, job := take[wire.TrainClassifier](p)
	p.do(LoadSample{}, Answer{Replace: true})
	answer[wire.Sample](p, testLoaded)
	if m, j := take[wire.Cancel](p); j != job {
		t.Errorf("%T of job %d, want %d", m, j, job)
	}
	p.do(Fact{job, wire.ClassifierTrained{Accuracy: 1}})
	if p.Classifier.HasResult || p.Classifier.Phase.Active() {
		t.Error("a classifier of the old table came back")
	}
}

func TestRecipeChoosesThePreset(t *testing.T) {
	p := newPage(t)
	f := testPreview()
	f.Preview.Plan.Recipe = "adult"
	p.openFile("adult.data", f)
	p.do(ImportTable{})
	answer[wire.Import](p, testLoaded)
	equal(t, "preset", p.Generator.Preset, model.Adult)
}

// A requested preview completes although another chosen file turns out not to be a table.
func TestAPlanOnItsWayIsNotForgotten(t *testing.T) {
	p := newPage(t)
	p.openFile("people.csv", testPreview())
	c := p.Data.Plan.Columns[1]
	c.Use = !c.Use
	p.do(SetColumn{1, c})
	m, job := take[wire.Replan](p)
	p.do(ChooseFile{ID: 9, Name: "other.csv", Size: 3})
	answered := p.Data.Preview
	answered.Plan, answered.Rows = m.Plan, 1234
	p.do(Fact{job, wire.Previewed{Preview: answered}})
	equal(t, "stage while the other file is read", p.Data.Stage, Reading)
	p.do(FileUnreadable{9, "it is gone"})
	equal(t, "stage", p.Data.Stage, Idle)
	equal(t, "rows of the preview", p.Data.Preview.Rows, 1234)
}

// If the engine opened a file that nobody waits for, the shown file is opened again with its plan.
// Otherwise the import would take the other file.
func TestTheFileThatIsShownIsTheOneThatIsImported(t *testing.T) {
	for name, missed := range map[string]func(p *page){
		"a file that cannot be read is chosen meanwhile": func(p *page) {
			p.do(ChooseFile{ID: 9, Name: "other.csv", Size: 3}, FileUnreadable{9, "it is gone"})
		},
		"a project is chosen meanwhile": func(p *page) {
			p.do(ChooseFile{ID: 9, Name: "a.causeway", Size: 3}, FileRead{ID: 9, Bytes: []byte("bad")})
		},
		"a file that is no table is chosen meanwhile": func(p *page) {
			p.do(ChooseFile{ID: 9, Name: "other.csv", Size: 3}, FileRead{ID: 9, Bytes: []byte("bad")})
			answer[wire.Open](p, wire.Failure{Code: wire.CodeBadInput, Detail: "It is no table."})
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPage(t)
			p.openFile("people.csv", testPreview())
			c := p.Data.Plan.Columns[1]
			c.Name = "renamed"
			p.do(SetColumn{1, c})
			planned := testPreview()
			planned.Preview.Plan = p.Data.Plan
			answer[wire.Replan](p, planned)
			id := p.Data.openID
			p.do(PasteTable{"a,b\n1,2\n"})
			_, job := take[wire.Open](p)
			missed(p)
			p.do(Fact{job, testPreview()})
			again := answer[wire.Open](p, testPreview())
			equal(t, "opened again", again.Name, "people.csv")
			plan := answer[wire.Replan](p, planned)
			equal(t, "by its plan", plan.Plan.Columns[1].Name, "renamed")
			equal(t, "number of the file", p.Data.openID, id)
			p.idle()
		})
	}
}

// The start of a long file identifies it, and engine and vault get the file itself. If the start
// does not look like a table, the whole file is requested.
func TestALongFileIsNotReadByThePage(t *testing.T) {
	p := newPage(t)
	p.do(ChooseFile{ID: 1, Name: "people.csv", Size: 5000}, FileRead{ID: 1, Bytes: []byte("a,b"), File: 7})
	m := answer[wire.Open](p, testPreview())
	if !reflect.DeepEqual(m, wire.Open{Name: "people.csv", File: 7, Size: 5000}) {
		t.Errorf("opened %+v", m)
	}
	kept, err := p.keptPreview(nil)
	if err != nil || !reflect.DeepEqual(kept[0], KeptRecord{Name: recordFile, File: 7, Size: 5000}) {
		t.Errorf("kept: %+v, %v", kept, err)
	}
	p.do(EngineDown{Reason: "x"}, EngineUp{})
	again, _ := take[wire.Open](p)
	equal(t, "again", again.File, 7) // it was shown before

	for name, begin := range map[string]string{"a.csv": "\x93\xa8causeway", "images": imagesHeader} {
		p := newPage(t)
		p.do(ChooseFile{ID: 2, Name: name, Size: 5000}, FileRead{ID: 2, Bytes: []byte(begin), File: 8})
		equal(t, "reads of "+name, p.reads[len(p.reads)-1], ReadFile{ID: 2, Whole: true})
		equal(t, "stage of "+name, p.Data.Stage, Reading)
	}
}

// A file that changed before it was saved does not affect its project.
func TestAChangedFileIsLeftOutAndNamed(t *testing.T) {
	d := newDriver(rand.New(rand.NewPCG(1, 1)))
	d.clerk.calm = true
	d.do(LoadSample{model.SimpleBN})
	if err := d.save(); err != nil {
		t.Fatal(err)
	}
	d.files[9] = []byte(tables[0])
	d.do(ChooseFile{ID: 9, Name: "a.csv", Size: len(d.files[9])})
	d.settle()
	d.do(KeepNow{})
	if d.Keeping.sentFile == 0 || !d.Keeping.saving {
		t.Fatal("the file is not saved")
	}
	d.queue = nil
	d.do(NotKept{ID: d.Keeping.ID, No: d.Keeping.saves, Trouble: FileGone, Why: "it is gone"})
	d.settle()
	if l := d.spared(); d.Keeping.Stage != KeepSaved || len(l) != 1 || l[0].Why != whyGone {
		t.Errorf("stage %v, left out %+v", d.Keeping.Stage, l)
	}
}
