package store

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/sketch"
	"causeway/core/snapshot"
)

// fixture is a version-1 file with every part, written when furnished had that version. It is never
// rewritten: see form.Version.
const fixture = "../../core/snapshot/testdata/v1.causeway"

// furnished is a page with something in every part of its file.
func furnished(t *testing.T) *whole {
	p := newWhole(t)
	p.do(SetSample{document.Sample{Rows: 300, Seed: 5}}, LoadSample{model.Census})
	c, g := p.Classifier.Settings, p.Generator.Settings
	c.Epochs, c.Hidden, g.Epochs, g.Batch, g.Samples, g.Method = 3, 4, 2, 64, 3, model.ModelApprox
	age, hours := p.Data.Table.Schema.Index("age"), p.Data.Table.Schema.Index("hours_per_week")
	if age < 0 || hours < 0 {
		t.Fatalf("the census has the features %v", p.Data.Table.Schema.Features)
	}
	p.do(AddEdge{sketch.Edge{From: age, To: hours, Note: "a note"}},
		AddRule{causal.Rule{Kind: causal.OnlyIncrease, Feature: age}},
		SetClassifier{c}, SetGenerator{g}, TrainClassifier{}, TrainGenerator{},
		SetLabelName{"Ada"}, OpenDeck{}, Judge{Verdict: label.Feasible},
		Judge{Verdict: label.Infeasible, Reason: []int{age}}, Judge{Verdict: label.Infeasible}, CloseDeck{},
		FineTuneNow{}, AnswerTuned{Adopt: true}, TrainGenerator{Warm: true}, RemoveLabel{2}, FineTuneNow{},
		AnswerTuned{Adopt: true},
		GoToRow{3}, SetLimit{age, causal.Limit{Kind: causal.OnlyUp, Difficulty: causal.Difficult}},
		SetFind{document.Search{Count: 4, Seed: 8, Target: -1, Budget: 100}})
	v := p.Evaluation.Settings
	v.Methods, v.Seeds, v.Mine = []string{"base"}, 1, false
	p.do(SetEvaluation{v}, RunEvaluation{})
	if len(p.Generator.Learned.Earlier) != 1 || len(p.Generator.Learned.Told) != 3 || len(p.Labels.List) != 2 ||
		len(p.Labels.Rounds) != 1 || p.Evaluation.Done() != 1 {
		t.Fatalf("models or labels are missing: %v", p.Notices)
	}
	return p
}

// packRows asks the engine for the rows, for a Snapshot that includes them.
type packRows struct{}

func (packRows) apply(w *turn) {
	if w.Data.HasTable {
		w.hasTable()
	}
}

// takeProject replaces the page's project at once with one that was read.
type takeProject struct {
	Name    string // of the file
	Project snapshot.Project
}

func (in takeProject) apply(w *turn) { w.checkAndTake(Offered{Name: in.Name}, in.Project) }

// A version-1 file opens, and its new version opens unchanged.
func TestVersion1IsOpened(t *testing.T) {
	old, err := os.ReadFile(fixture)
	if err != nil {
		t.Fatal(err)
	}
	p := newWhole(t)
	p.open(old)
	p.do(packRows{})
	b := p.file(Travel{Rows: true, Labels: true})
	q := newWhole(t)
	q.open(b)
	q.do(packRows{})
	if again := q.file(Travel{Rows: true, Labels: true}); !bytes.Equal(again, b) {
		t.Errorf("opened and saved again, %d bytes became %d that differ", len(b), len(again))
	}
	if p.Graph.Sketch.Each {
		t.Error("the signs of version 1 are read each by itself")
	}
	if !p.Classifier.HasResult || !p.Generator.HasResult || len(p.Labels.List) != 2 || p.Labels.Name != "Ada" ||
		p.Explain.Limited() != 1 || p.Explain.Pos != 3 || len(p.Labels.Rounds) != 1 || p.Labels.HasPrevious() ||
		p.Evaluation.Done() != 1 {
		t.Errorf("something of the file is missing: %+v", p.Notices)
	}
	p.do(FindCounterfactuals{})
	if len(p.Notices.Alerts) > 0 || !p.Explain.HasFound {
		t.Errorf("the models cannot be used: %v", p.Notices)
	}
}

// A version-1 project keeps the split of its models, so that they still verify and saved copies
// open the same way. Newly opened tables are stratified.
func TestVersion1KeepsItsSplit(t *testing.T) {
	old, err := os.ReadFile(fixture)
	if err != nil {
		t.Fatal(err)
	}
	p := newWhole(t)
	p.open(old)
	same := func(when string) {
		t.Helper()
		p.do(VerifyProject{Train: true})
		if v := p.Project.Verify; p.Data.Stratified() || v.Classifier.Verdict != SameBytes ||
			v.Generator.Verdict != SameBytes {
			t.Errorf("%s: stratified: %t, %+v, %+v", when, p.Data.Stratified(), v.Classifier, v.Generator)
		}
	}
	same("opened")
	if p.Classifier.Result.AUC == 0 || p.Unsaved() {
		t.Errorf("what files of version 1 do not tell of the classifier: %v, not saved: %t", p.Classifier.Result.AUC,
			p.Unsaved())
	}
	p.do(packRows{})
	again := p.file(Travel{Rows: true, Labels: true})
	p.do(LoadSample{model.Census})
	if p.do(Answer{Replace: true}); !p.Data.Stratified() {
		t.Error("a new table is split without regard to classes")
	}
	p.open(again)
	same("saved and opened again")
	p.do(SetSample{document.Sample{Rows: 300, Seed: 5}}, LoadSample{model.Census}, Answer{Replace: true})
	if !p.Data.Stratified() || p.Data.SplitSeed() != 5 {
		t.Fatal("the table is not the project's, stratified")
	}
	p.open(p.file(Travel{}))
	if !p.Data.Stratified() {
		t.Error("a project that was stratified is not when it is opened")
	}
	p.open(old)
	same("opened over the same table, stratified")
	p.engine, p.facts = newEngine(t)
	p.do(EngineDown{Reason: "died"}, EngineUp{})
	same("made again after the engine died")
}

// A page that opens and saves a file keeps the parts that this Causeway does not know.
func TestUnknownPartsAreKept(t *testing.T) {
	b, err := os.ReadFile(fixture)
	if err != nil {
		t.Fatal(err)
	}
	now := newWhole(t)
	now.open(b)
	now.do(packRows{})
	s, err := snapshot.Read(now.file(Travel{Rows: true, Labels: true}))
	if err != nil {
		t.Fatal(err)
	}
	s.Extra = []snapshot.Extra{{Name: "of-tomorrow", Body: []byte("whatever it is")}}
	if b, err = snapshot.Write(s); err != nil {
		t.Fatal(err)
	}
	p := newWhole(t)
	p.open(b)
	p.do(packRows{})
	if got := p.file(Travel{Rows: true, Labels: true}); !bytes.Equal(got, b) {
		t.Error("a part that is not known was lost or changed")
	}
}

// A bad file never changes what is open.
func TestBadFilesChangeNothing(t *testing.T) {
	good, err := os.ReadFile(fixture)
	if err != nil {
		t.Fatal(err)
	}
	p := newWhole(t)
	p.open(good)
	before := p.file(Travel{Labels: true})
	for i := range 40 {
		bad := bytes.Clone(good)
		if i%2 == 0 {
			bad[len(bad)*(i+1)/42] ^= 1 << (i % 8)
		} else {
			bad = bad[:len(bad)*i/41]
		}
		p.do(ChooseFile{ID: i + 1, Name: "bad.causeway", Size: len(bad)}, FileRead{ID: i + 1, Bytes: bad})
		if len(p.Notices.Alerts) != 1 || p.Project.Offer != nil || p.Data.Stage != Idle {
			t.Fatalf("file %d: %+v", i, p.Notices)
		}
	}
	if !bytes.Equal(p.file(Travel{Labels: true}), before) {
		t.Error("the open project changed")
	}
}

// A project without rows continues only when its table is opened.
func TestAProjectWaitsForItsTable(t *testing.T) {
	var csv bytes.Buffer
	csv.WriteString("age,job,pay\n")
	for i := range 120 {
		csv.WriteString([]string{"21,clerk,low\n", "39,nurse,high\n", "54,clerk,high\n", "30,nurse,low\n",
			"47,smith,high\n"}[i*7%5])
	}
	open := func(p *whole, id int, text []byte) {
		p.do(ChooseFile{ID: id, Name: "people.csv", Size: len(text)}, FileRead{ID: id, Bytes: text})
	}
	p := newWhole(t)
	open(p, 1, csv.Bytes())
	p.do(SetOutcome{2}, SetMissing{data.DropRows}, ImportTable{})
	c := p.Classifier.Settings
	c.Epochs = 2
	p.do(SetClassifier{c}, TrainClassifier{})
	b := p.file(Travel{})

	q := newWhole(t)
	q.open(b)
	if q.Project.Waiting == nil || q.Data.HasTable {
		t.Fatal("the project does not wait for its table")
	}
	open(q, 1, bytes.Replace(csv.Bytes(), []byte("21,"), []byte("22,"), 1))
	q.do(ImportTable{})
	if q.Project.Waiting == nil || q.Classifier.HasResult || len(q.Notices.Alerts) != 1 {
		t.Errorf("a table of other rows: %+v", q.Notices)
	}
	open(q, 2, csv.Bytes())
	if q.Data.Plan.Missing != data.DropRows {
		t.Error("the table is not read by the project's plan")
	}
	q.do(ImportTable{})
	if q.Project.Waiting != nil || !q.Classifier.HasResult || len(q.Notices.Alerts) != 0 {
		t.Fatalf("the project's own table: %+v", q.Notices)
	}
	if again := q.file(Travel{}); !bytes.Equal(again, b) {
		t.Error("opened with its table and saved, the bytes differ")
	}
}

// Adult's project with its graph, both models and 100 labels, without rows. Action VAE
// takes 57 KB of it, in numbers of 16 bits.
func TestAdultIsSmall(t *testing.T) {
	folder := os.Getenv("CAUSEWAY_DATA")
	if folder == "" {
		folder = "../../../shared/data"
	}
	text, err := os.ReadFile(filepath.Join(folder, "adult/adult.data"))
	if err != nil {
		t.Skip("skipped: ", err)
	}
	p := newWhole(t)
	p.do(ChooseFile{ID: 1, Name: "adult.data", Size: len(text)}, FileRead{ID: 1, Bytes: text},
		SetRecipe{string(model.Adult)}, ImportTable{}, LoadExample{})
	c, g := p.Classifier.Settings, p.Generator.Settings
	c.Epochs, g.Epochs = 1, 1
	p.do(SetClassifier{c}, SetGenerator{g}, TrainClassifier{}, TrainGenerator{})
	if !p.Generator.HasResult {
		t.Fatalf("not trained: %v", p.Notices)
	}
	without := len(p.file(Travel{}))
	row := p.Data.Table.Head.Rows()[0]
	var list []label.Label
	for i := range 100 {
		other := append([]float64{20 + float64(i%60)}, row[1:]...)
		list = append(list, label.Label{Row: i, Factual: row, Counterfactual: other, Target: 1,
			Verdict: label.Verdict(i % 3), By: "Ada"})
	}
	w := &turn{State: p.State}
	w.setLabels(list)
	p.State = w.State
	with := len(p.file(Travel{Labels: true}))
	t.Logf("%d bytes, %d with %d labels", without, with, len(p.Labels.List))
	if with > 90_000 {
		t.Errorf("%d bytes, 90,000 are allowed", with)
	}
}
