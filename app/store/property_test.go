package store

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/form"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/sketch"
	"causeway/core/snapshot"
)

// all lists every intent once.
var all = []Intent{
	AnswerProject{Take: true}, AddEdge{}, AddOffered{}, AddOwnRule{}, AddRule{}, AgreeModel{}, AlignNodes{},
	StepCard{Back: true}, Cancel{}, Cancel{TheBatch}, Cancel{TheEvaluation},
	Cancel{TheLabels}, Cancel{TheGraph}, Cancel{TheProject}, ChooseBatchFile{}, ChooseFile{}, ClearLimits{},
	CloseBatchFile{}, CloseDeck{}, CloseVerify{}, ExplainMany{Rest: true},
	RunEvaluation{Rest: true}, DeclineOffer{}, DeleteKept{}, DiscardPreview{}, Dismiss{}, DropGraph{}, DropModel{},
	EditLabel{}, EditValue{}, EngineDown{},
	EngineUp{}, ExplainMany{}, ExportModel{}, Fact{}, Fetched{}, FileRead{}, FileUnreadable{}, FindCounterfactuals{},
	FineTuneNow{}, ForgetWaiting{}, GoToRow{}, GoToStep{},
	ImportLabels{}, ImportTable{}, Judge{}, Answer{}, KeepDue{}, KeepFault{}, KeepForGood{}, KeepNow{}, Kept{},
	KeptListed{}, KeptStarted{}, KeptWatched{}, LabelByRule{},
	LayoutGraph{}, LoadExample{}, LoadSample{}, LookAtEdge{}, LookAway{}, MarkRow{Row: 3, On: true}, MarkRow{Row: 3},
	PinAnswer{Index: 0, On: true}, PinAnswer{Index: 1, On: true}, PinAnswer{Index: 0}, GoToMark{Row: 3}, MatchNode{},
	ModelUnreadable{}, NumberModel{Order: "sorted"}, MoreHits{}, MoveLevel{}, MoveNodes{}, NameVersion{}, StepCard{},
	StepRow{1}, NotFetched{}, NotKept{}, OpenDeck{}, OpenGraph{}, OpenKept{}, OpenLink{}, OpenModel{}, OpenOffered{},
	PasteTable{}, Pause{}, Pause{TheBatch},
	Pause{TheEvaluation}, PersistAnswered{}, StepRow{-1}, ProjectSaved{}, Redo{}, RejectOffered{},
	AnswerProject{}, Relax{}, RemoveEdges{},
	RemoveLabel{}, RemoveOwnRule{}, RemoveRule{}, RemoveShown{}, Answer{Replace: true}, ResetRow{}, RestartEngine{},
	RestorePrevious{}, Resume{}, Resume{TheBatch}, Resume{TheEvaluation},
	ReverseEdge{}, RunEvaluation{}, SaveProject{}, Say{}, ScaleModel{}, SearchEdges{}, SetBatch{}, FindActions{Most: 2},
	StopActions{}, SetClassifier{}, SetColumn{}, SetEdge{}, SetEvaluation{}, SetFind{},
	SetFormat{}, SetGenerator{}, SetGraph{}, SetTelling{}, SetHits{}, ListNames{}, SetLabelFilter{}, SetLabelName{},
	SetLabelling{},
	SetLimit{}, SetMissing{}, SetModelClass{}, SetModelOutput{}, SetModelThreshold{},
	SetModelSource{}, SetNode{}, SetNotice{document.Notice{Organisation: "A bank", Language: document.Arabic}},
	SetNotice{}, SetOrder{},
	SetOutcome{}, SetPart{}, SetRecipe{}, SetRule{}, SetSample{}, ShowKept{},
	StartKeeping{}, AnswerCopy{}, TakeGraph{},
	AnswerCopy{TakeOver: true}, TaskDone{}, TasksEnded{}, TasksProgress{}, ShowMap{},
	ShowCodes{On: true}, ShowCodes{}, MeasureClassifier{}, DecideAt{}, Train{}, TrainClassifier{}, TrainGenerator{},
	Undo{}, UnpinNodes{}, Unsent{}, UseCounterfactual{},
	UseModel{}, VerifyProject{}, WatchGraph{}, SearchLonger{}, ShowWay{}, MoveRow{X: 1, Y: 1}, MoveRow{Done: true},
	JudgeWay{}, JudgeWay{Not: true}, Visit{Topics: []Topic{TheRow}}, Cancel{TheRow}, SetWanted{}, Visit{}, LinkUnread{},
	AnswerTuned{Adopt: true}, AnswerTuned{}, ChangeColumns{}, SetFilter{}, ReadSigns{}, VerifyProject{Evaluation: true},
	SetNames{}, PasteNames{},
	OpenFinished{}, FinishedUnread{}, DoValue{}, EndDo{}, Visit{Topics: []Topic{TheGraph}},
	Visit{Topics: []Topic{TheLabels}}, AddHidden{}, AddHidden{Of: []int{0}}, RenameHidden{}, Share{}, SetShared{},
	SampleDigits{}, OpenImages{}, SetImageGenerator{}, ShowCell{}, CloseCell{},
	ChooseImage{}, ExplainShown{}, DrawOwn{On: true}, DrawTo{}, DrawPixel{}, ClearPad{}, SetPad{},
	FindImages{}, ChoosePath{}, GoAlongPath{}, SetImageRule{}, PaintTo{X1: 9, Y1: 9},
	PaintTo{X1: 3, Erase: true, End: true}, PaintPixel{},
	SaveCertificate{}, WriteNotices{}, WriteNotices{Lines: true},
	StopNotices{}, ChooseDifference{data.Choice{By: data.NoColumn, Column: "age", Do: data.FillWith, As: "39"}},
}

// TestAllIntentsAreDriven checks that the list above is complete.
func TestAllIntentsAreDriven(t *testing.T) {
	listed := map[string]bool{}
	for _, in := range all {
		listed[reflect.TypeOf(in).Name()] = true
	}
	packages, err := parser.ParseDir(token.NewFileSet(), ".",
		func(f os.FileInfo) bool { return !strings.HasSuffix(f.Name(), "_test.go") }, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range packages {
		for _, f := range p.Files {
			for _, x := range f.Decls {
				m, ok := x.(*ast.FuncDecl)
				if !ok || m.Recv == nil || m.Name.Name != "apply" {
					continue
				}
				if name := m.Recv.List[0].Type.(*ast.Ident).Name; !listed[name] {
					t.Errorf("%s is not among the intents that the property test drives", name)
				} else {
					delete(listed, name)
				}
			}
		}
	}
	for name := range listed {
		t.Errorf("%s is no intent", name)
	}
}

// often lists intents that must occur often, so that a run has something to save.
var often = []Intent{LoadSample{}, LoadSample{}, Train{}, TrainClassifier{}, TrainClassifier{}, TrainGenerator{},
	TrainGenerator{}, TrainGenerator{}, AddEdge{}, AddEdge{}, AddRule{}, SetOrder{},
	SetOrder{}, SetEdge{}, OpenDeck{}, Judge{}, Judge{}, Judge{}, Judge{}, FineTuneNow{}, AnswerTuned{}, ExplainMany{},
	RunEvaluation{}, FindCounterfactuals{}, SetLimit{}, AddOwnRule{},
	ChooseFile{}, ImportTable{}, Answer{Replace: true}, Undo{}, Undo{}, Redo{}, LabelByRule{}, SetNode{},
	SetEvaluation{}, RemoveRule{}, RemoveEdges{}, PasteTable{}, SampleDigits{}, OpenImages{}}

// intent returns a random intent.
func (d *driver) intent() Intent {
	list := all
	if d.r.IntN(2) == 0 {
		if list = often; d.Images.Has {
			list = oftenPictured
		}
	}
	in := list[d.r.IntN(len(list))]
	if in := d.pictureIntent(in); in != nil {
		return in
	}
	v := reflect.New(reflect.TypeOf(in)).Elem()
	s, n := d.Data.Table.Schema, max(len(d.Data.Table.Schema.Features), 1)
	switch in := in.(type) {
	case Fact, TaskDone, TasksEnded, TasksProgress, Kept, NotKept, Unsent: // of a job that nobody waits for
		d.fill(v)
		if v.Kind() == reflect.Struct && v.FieldByName("Job").IsValid() {
			v.FieldByName("Job").SetInt(1 << 40)
		}
		if id := v.FieldByName("ID"); id.IsValid() {
			id.SetString("another tab's")
		}
		return v.Interface().(Intent)
	// nobody asked
	case EngineUp, KeptStarted, StartKeeping, KeptListed, Fetched, NotFetched, KeepFault, KeptWatched, FileRead:
		return Say{"Nothing came."}
	case Say:
		return Say{"It is said."}
	case Pause, Resume, Cancel:
		v.Field(0).SetUint(uint64(d.r.IntN(int(theLeft) + 1)))
		return v.Interface().(Intent)
	case ExportModel:
		return ExportModel{[]Topic{TheClassifier, TheGenerator}[d.r.IntN(2)]}
	case Answer, AnswerProject, AnswerTuned, AnswerCopy:
		return in
	case KeepDue:
		return KeepDue{d.r.IntN(5)}
	case LoadSample:
		in.Model = []model.Kind{model.SimpleBN, model.Sangiovese, model.Census}[d.r.IntN(3)]
		return in
	case SetSample:
		return SetSample{document.Sample{Rows: 100 + d.r.IntN(3)*20, Seed: uint64(d.r.IntN(3)),
			Drawn: d.r.IntN(2) == 0}}
	case PasteTable:
		return PasteTable{tables[d.r.IntN(len(tables))]}
	case ChooseFile:
		return d.choose(d.r.IntN(3) == 0)
	case ChooseBatchFile:
		id := d.r.IntN(1000)
		d.files[id] = []byte(tables[d.r.IntN(len(tables))])
		return ChooseBatchFile{ID: id, Name: "rows.csv", Size: 100}
	case OpenFinished:
		return OpenFinished{"finished.causeway", d.written}
	case OpenKept:
		if l := d.Keeping.Projects; len(l) > 0 {
			return OpenKept{l[d.r.IntN(len(l))].ID, -1}
		}
	case DeleteKept:
		if l := d.Keeping.Projects; len(l) > 0 {
			return DeleteKept{l[d.r.IntN(len(l))].ID, d.r.IntN(2) - 1}
		}
	case OpenLink:
		text, err := d.LinkText()
		if err != nil {
			text = "?"
		}
		return OpenLink{text}
	case AddEdge:
		return AddEdge{sketch.Edge{From: d.r.IntN(n), To: d.r.IntN(n), Sign: causal.Sign(d.r.IntN(3)),
			Soft: d.r.IntN(4) == 0, Strict: d.r.IntN(4) == 0}}
	case SetEdge:
		if l := d.Graph.Sketch.Edges; len(l) > 0 {
			e := l[d.r.IntN(len(l))]
			e.Sign = causal.Sign(d.r.IntN(3))
			return SetEdge{e}
		}
	case RemoveEdges:
		if l := d.Graph.Sketch.Edges; len(l) > 0 {
			e := l[d.r.IntN(len(l))]
			return RemoveEdges{Edges: []Ends{{From: e.From, To: e.To}}}
		}
	case SetNode:
		return SetNode{d.r.IntN(n), sketch.Node{Form: sketch.Mechanism(d.r.IntN(3)), State: causal.State(d.r.IntN(3)),
			Closed: d.r.IntN(2) == 0}}
	case AddHidden:
		return AddHidden{Of: []int{d.r.IntN(n)}[:d.r.IntN(2)]}
	case RenameHidden:
		return RenameHidden{n + d.r.IntN(3), []string{"", "Talent", "Luck"}[d.r.IntN(3)]}
	case Share:
		return Share{sketch.Edge{From: d.r.IntN(n + 2), To: d.r.IntN(n + 2)}}
	case SetShared:
		if l := d.Graph.Sketch.Shared; len(l) > 0 {
			e := l[d.r.IntN(len(l))]
			e.Note = "why"
			return SetShared{e}
		}
	case AddRule:
		return AddRule{d.rule(n)}
	case AddOwnRule:
		return AddOwnRule{d.rule(n)}
	case SetOrder:
		j := d.r.IntN(n)
		if len(s.Features) == 0 || d.r.IntN(4) == 0 {
			return SetOrder{Node: j}
		}
		ranks := upTo(len(s.Features[j].Levels))
		d.r.Shuffle(len(ranks), func(a, b int) { ranks[a], ranks[b] = ranks[b], ranks[a] })
		return SetOrder{j, ranks}
	case SetNames:
		return SetNames{d.r.IntN(n + 1), data.Naming{Name: []string{"", "older"}[d.r.IntN(2)],
			Unit: []string{"", "years"}[d.r.IntN(2)], Shown: d.r.IntN(data.MaxShown + 3)}}
	case PasteNames:
		return PasteNames{[]string{"age: [years] [0 decimals]", "x1: [2 decimals]", "nothing: at all",
			"age: [9 decimals]"}[d.r.IntN(4)]}
	case ListNames:
		return ListNames{[]string{"", "age: Age [years] [1 decimal]", "nothing: at all\nage: older"}[d.r.IntN(3)]}
	case SetMissing:
		return SetMissing{data.MissingPolicy(d.r.IntN(2))}
	case SetFormat:
		f := d.Data.Plan.Format
		f.Delimiter, f.DecimalComma = []rune{',', ';', '\t'}[d.r.IntN(3)], d.r.IntN(2) == 0
		return SetFormat{f}
	case SetGraph:
		return SetGraph{d.Graph.Sketch, "Changed"}
	case SetBatch:
		d.fill(v)
		b := v.Interface().(SetBatch)
		b.Most, b.Budget, b.Count, b.Part = 1+d.r.IntN(40), 20, 1+d.r.IntN(3), data.TestRows
		return b
	case SetEvaluation:
		d.fill(v)
		b := v.Interface().(SetEvaluation)
		b.Seeds, b.Methods = 1+d.r.IntN(3), document.Methods()[d.r.IntN(4):]
		return b
	case Judge:
		return Judge{Verdict: label.Verdict(d.r.IntN(3))}
	case OpenModel:
		return OpenModel{Name: "m.onnx", Size: 4, Bytes: []byte{byte(d.r.IntN(9)), 2, 3, 4}}
	case OpenGraph:
		return OpenGraph{"a.dot", []byte(`digraph { "age" -> "job"; x1 -> x2 }`)}
	case ImportLabels:
		if d.Data.HasTable {
			return ImportLabels{d.Labels.CSV(s)}
		}
	case SaveProject:
		return SaveProject{"mine.causeway", Travel{d.r.IntN(2) == 0, d.r.IntN(2) == 0}, d.r.IntN(2)}
	case EngineDown:
		in.Reason = "out of memory"
		return in
	}
	d.fill(v)
	return v.Interface().(Intent)
}

func (d *driver) rule(n int) (r causal.Rule) {
	r = causal.Rule{Kind: causal.RuleKind(d.r.IntN(9)), Feature: d.r.IntN(n), Other: d.r.IntN(n),
		Soft: d.r.IntN(4) == 0, Max: 50}
	if d.Data.HasTable && len(d.Data.Table.Schema.Features[r.Feature].Levels) > 1 {
		r.Levels, r.Transitions = []int{0}, []causal.Transition{{From: 0, To: 1}}
	}
	return r
}

// choose chooses a file: a table, or the project that was saved last.
func (d *driver) choose(project bool) Intent {
	id, name := d.r.IntN(1000), "people.csv"
	d.files[id] = []byte(tables[d.r.IntN(len(tables))])
	if project && len(d.written) > 0 {
		d.files[id], name = d.written, "mine.causeway"
	}
	return ChooseFile{ID: id, Name: name, Size: len(d.files[id])}
}

// tables holds small files.
var tables = func() (list []string) {
	r := rand.New(rand.NewPCG(7, 7))
	for k := range 3 {
		var b strings.Builder
		b.WriteString([]string{"age,job,pay,extra\n", "a;b;class\n", "age,job,since,class\n"}[k])
		for i := range 60 {
			switch age, job := 20+r.IntN(40), []string{"clerk", "nurse", "smith"}[r.IntN(3)]; k {
			case 0:
				fmt.Fprintf(&b, "%d,%s,%s,%d\n", age, job, []string{"low", "high"}[r.IntN(2)], i%7)
			case 1:
				fmt.Fprintf(&b, "%d;%d,5;%s\n", age, r.IntN(9), []string{"no", "yes", "?"}[r.IntN(3)])
			case 2:
				fmt.Fprintf(&b, "%d,%s,%s,%d\n", age, job, []string{"<1", "1-4", ">4"}[r.IntN(3)], r.IntN(2))
			}
		}
		list = append(list, b.String())
	}
	return list
}()

// fill gives the fields of a value random contents: mostly plausible, sometimes not.
func (d *driver) fill(v reflect.Value) {
	r := d.r
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				d.fill(v.Field(i))
			}
		}
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		x := int64(r.IntN(6))
		if r.IntN(20) == 0 {
			x = []int64{-1, -2, 1000, math.MaxInt32}[r.IntN(4)]
		}
		v.SetInt(x)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(r.IntN(7)))
	case reflect.Float32, reflect.Float64:
		v.SetFloat([]float64{0, 0.5, 1, 3, -2, 40, 1e9, math.Inf(1), math.NaN()}[min(r.IntN(40), 8+r.IntN(2)*-1)%9])
	case reflect.String:
		v.SetString([]string{"", "age", "none", "Ada", "cf: x", "test", "train", "base", "x1 + 1", "\xff", "number",
			strings.Repeat("long ", 1000)}[r.IntN(12)])
	case reflect.Slice:
		n := r.IntN(4)
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			d.fill(v.Index(i))
		}
	}
}

// difference names the first places in which two values differ.
func difference(a, b any) string {
	var found []string
	var walk func(at string, x, y reflect.Value)
	walk = func(at string, x, y reflect.Value) {
		if len(found) > 4 || !x.IsValid() || !y.IsValid() {
			return
		}
		switch x.Kind() {
		case reflect.Struct:
			for i := range x.NumField() {
				walk(at+"."+x.Type().Field(i).Name, x.Field(i), y.Field(i))
			}
		case reflect.Slice:
			if x.Len() != y.Len() {
				found = append(found, fmt.Sprintf("%s: %d and %d items", at, x.Len(), y.Len()))
				return
			}
			for i := range x.Len() {
				walk(fmt.Sprintf("%s[%d]", at, i), x.Index(i), y.Index(i))
			}
		default:
			if fmt.Sprint(x) != fmt.Sprint(y) {
				found = append(found, fmt.Sprintf("%s: %v and %v", at, x, y))
			}
		}
	}
	walk("", reflect.ValueOf(a), reflect.ValueOf(b))
	return strings.Join(found, "; ")
}

// compare reports how a reopened page differs.
func compare(a, b State) error {
	if !a.isThere() {
		return nil
	}
	refused := !a.Data.HasPreview && b.Data.HasPreview
	if !a.Data.HasPreview { // an engine may have refused the saved file
		b.Data.HasPreview, b.Data.File = false, a.Data.File
	}
	if len(a.Data.Plan.Columns) == 0 { // they are guessed
		b.Data.Plan.Columns = a.Data.Plan.Columns
	}
	if a.Data.HasPreview != b.Data.HasPreview || a.Data.HasPreview &&
		(a.Data.File.Name != b.Data.File.Name || !reflect.DeepEqual(a.Data.Plan, b.Data.Plan)) {
		return fmt.Errorf("the previewed file: %v %q, %v %q: %s", a.Data.HasPreview, a.Data.File.Name,
			b.Data.HasPreview, b.Data.File.Name, difference(a.Data.Plan, b.Data.Plan)+fmt.Sprintf(
				"; of its preview: %s; job %d in stage %d", difference(a.Data.Preview.Plan, a.Data.Plan),
				a.Data.previewJob, a.Data.Stage))
	}
	if a.Images.Has || b.Images.Has {
		return compareImages(a, b, refused)
	}
	if !a.Data.HasTable {
		return nil
	}
	if a.Data.Chosen != b.Data.Chosen {
		return fmt.Errorf("the wanted outcome: %d and %d", a.Data.Chosen, b.Data.Chosen)
	}
	if err := sameBytes(a, b); err != nil {
		return err
	}
	switch {
	case a.Data.SplitSeed() != b.Data.SplitSeed() || a.Data.Table.Hash != b.Data.Table.Hash:
		return fmt.Errorf("another table")
	case !refused && !sameHistory(a, b):
		return fmt.Errorf("the history: %d of %q and %d of %q; %+v", a.History.At(), a.History.Steps(), b.History.At(),
			b.History.Steps(), b.Notices)
	case a.Batch.run != b.Batch.run || !slices.Equal(a.Batch.done(), b.Batch.done()) ||
		!alike(a.Batch.Rules, b.Batch.Rules) || !reflect.DeepEqual(a.Batch.Rows.Values, b.Batch.Rows.Values):
		return fmt.Errorf("the rows that were explained: run %q and %q, %d and %d; %+v", a.Batch.run, b.Batch.run,
			len(a.Batch.Parts), len(b.Batch.Parts), b.Notices)
	case a.Evaluation.HasResult != b.Evaluation.HasResult || a.Evaluation.Done() != b.Evaluation.Done() ||
		len(a.Evaluation.missing()) != len(b.Evaluation.missing()):
		return fmt.Errorf("the evaluation: %d and %d done", a.Evaluation.Done(), b.Evaluation.Done())
	case a.Labels.HasPrevious() != b.Labels.HasPrevious():
		return fmt.Errorf("the generator before the last fine-tuning: %v and %v", a.Labels.HasPrevious(),
			b.Labels.HasPrevious())
	}
	return nil
}

// compareImages is compare for images.
func compareImages(a, b State, refused bool) error {
	ca, cb := a.card(), b.card()
	ca.NoRows = cb.NoRows // there is room again
	switch {
	case a.Images.Has != b.Images.Has || a.Data.HasTable || b.Data.HasTable || ca != cb:
		return fmt.Errorf("the images: %+v and %+v", ca, cb)
	case a.imagesFingerprint() != b.imagesFingerprint() || !reflect.DeepEqual(a.Images.modelsKey(),
		b.Images.modelsKey()):
		x, _ := a.imagesWork()
		y, _ := b.imagesWork()
		return fmt.Errorf("the images differ: %s", difference(x, y))
	case !refused && !sameHistory(a, b):
		return fmt.Errorf("the history of images: %d of %q and %d of %q; %+v", a.History.At(), a.History.Steps(),
			b.History.At(), b.History.Steps(), b.Notices)
	}
	return nil
}

// sameHistory reports whether all changes with an effect came back.
func sameHistory(a, b State) bool {
	past, future := effective(a.History.past, a), effective(a.History.future, a)
	slices.Reverse(past)
	return b.History.At() == len(past) && slices.Equal(b.History.Steps(), slices.Concat(past, future))
}

// effective returns the changes that would alter the present project, nearest first.
func effective(list []*change, a State) (names []string) {
	near := a.settings()
	steps := keptSteps(list, near)
	if !a.Data.HasPreview {
		near.plan, near.file = data.Plan{}, another
	}
	check, _ := (&turn{State: a}).checkSteps(near)
	as := near
	for i, b := range steps {
		k, err := form.UnmarshalKept[keptStep](b)
		as, _ = k.from(as)
		s, e := check(as)
		if err != nil || e != nil {
			return names
		}
		if !reflect.DeepEqual(s, near) {
			names = append(names, list[len(list)-1-i].name)
		}
		near = s
	}
	return names
}

// A course is one sequence of intents. Then everything is saved, opened again and compared, and so
// is the file.
func (d *driver) drive(n int) (err error) {
	defer func() {
		if r := recover(); r != nil {
			b := make([]byte, 8192)
			err = fmt.Errorf("panic: %v\n%s", r, b[:runtime.Stack(b, false)])
		}
	}()
	d.course = nil
	d.faults = d.r.IntN(5) == 0
	for range n {
		switch d.r.IntN(40) {
		case 0:
			d.die(false)
		default:
			if in := d.intent(); reflect.TypeOf(in) == reflect.TypeOf(EngineDown{}) {
				d.die(d.r.IntN(8) == 0)
			} else {
				d.do(in)
			}
		}
		for range d.r.IntN(12) {
			d.step()
		}
		if err := d.told(); err != nil {
			return err
		}
	}
	if d.Link.Final {
		d.do(RestartEngine{})
	}
	if err := d.save(); err != nil {
		return err
	}
	if !d.isThere() {
		return nil
	}
	if d.Data.HasTable {
		if _, b, left, err := d.sound(Travel{}); err != nil || len(left) > 0 {
			return fmt.Errorf("a file: %v, %v", left, err)
		} else if _, err := snapshot.Read(b); err != nil {
			return fmt.Errorf("the file cannot be read: %v", err)
		}
	}
	if d.withoutRows() {
		return nil // its rows are not saved
	}
	if d.Images.Has {
		if b, err := snapshot.WriteImages(d.Images.file(true)); err != nil {
			return fmt.Errorf("a file of images: %v", err)
		} else if _, err := snapshot.ReadImages(b); err != nil {
			return fmt.Errorf("the file of images cannot be read: %v", err)
		}
	}
	q, err := d.reopened()
	if err != nil {
		return err
	}
	return compare(d.State, q.State)
}

// After any sequence of intents, engine answers and engine deaths, the project saves and opens
// unchanged.
func TestEverySequenceIsSaved(t *testing.T) {
	courses := 1000
	if testing.Short() {
		courses = 300
	}
	if os.Getenv("CAUSEWAY_FULL") != "" {
		courses = 100_000
	}
	var done, failed atomic.Int64
	var once sync.Map
	var all sync.WaitGroup
	const workers = 4 // in equal shares, so that every run drives the same sequences
	for k := range workers {
		all.Add(1)
		go func() {
			defer all.Done()
			r := rand.New(rand.NewPCG(uint64(k), 14))
			pool := []*driver{newDriver(r)}
			for range courses / workers {
				if failed.Load() >= 12 {
					return
				}
				if n := done.Add(1); n%5000 == 0 {
					t.Logf("%d sequences", n)
				}
				d := pool[r.IntN(len(pool))].fork(r)
				if err := d.drive(1 + r.IntN(25)); err != nil {
					key := strings.SplitN(err.Error(), ":", 3)
					if _, twice := once.LoadOrStore(strings.Join(key[:min(2, len(key))], ":"), true); !twice {
						failed.Add(1)
						t.Errorf("after %v: %v", strings.ReplaceAll(strings.Join(d.course, " "), "store.", ""), err)
					}
					continue
				}
				if d.age++; d.age > 20 { // do not grow large projects further
					d = newDriver(r)
				}
				d.course = nil
				if len(pool) < 30 {
					pool = append(pool, d)
				} else {
					pool[1+r.IntN(len(pool)-1)] = d
				}
			}
		}()
	}
	all.Wait()
	t.Logf("%d sequences", done.Load())
}
