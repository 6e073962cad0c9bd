package engine

import (
	"bytes"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/project"
	"causeway/core/sim"
	"causeway/core/wire"
)

// small returns a project of 200 rows of Simple-BN.
func small(t *testing.T) holding {
	t.Helper()
	s := newStage(t)
	s.e.Handle(1, wire.Sample{Model: "simple-bn", Rows: 200, Seed: 3})
	if s.e.project.Table == nil {
		t.Fatalf("no table: %+v", s.facts)
	}
	return s.e.project
}

// do sends a command and returns its answer.
func (s *stage) do(m wire.Message) wire.Message {
	s.t.Helper()
	before := len(s.told())
	s.e.Handle(9, m)
	for range 4000 {
		if list := s.told(); len(list) > before {
			return list[len(list)-1].fact
		}
		time.Sleep(5 * time.Millisecond)
	}
	s.t.Fatalf("%T: no answer", m)
	panic("unreachable")
}

// told returns all facts so far.
func (s *stage) told() []said {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.facts)
}

func people(n int) []byte {
	var b bytes.Buffer
	b.WriteString("age,school,income\n")
	schools := []string{"low", "mid", "high"}
	for i := range n {
		b.WriteString(strings.Join([]string{
			data.Feature{Kind: data.Integer}.Format(float64(20 + i%40)), schools[i%3], []string{"no", "yes"}[i%2]},
			",") + "\n")
	}
	return b.Bytes()
}

func TestHello(t *testing.T) {
	s := newStage(t)
	mine := wire.Hello{Protocol: wire.Protocol, Build: wire.Build}
	if got := s.do(mine); got != mine {
		t.Errorf("got %+v, want %+v", got, mine)
	}
	if got := s.do(wire.Hello{Protocol: 1, Build: "another"}); got != mine {
		t.Errorf("got %+v, want %+v", got, mine)
	}
	if f, ok := s.do(wire.Sample{Model: "simple-bn", Rows: 100}).(wire.Failure); !ok || f.Code != wire.CodeProtocol {
		t.Errorf("got %+v, want a refusal of the other build", f)
	}
}

func TestPing(t *testing.T) {
	if got := newStage(t).do(wire.Ping{}); got != (wire.Pong{}) {
		t.Errorf("got %+v", got)
	}
}

func TestBadOrders(t *testing.T) {
	row := wire.NewFloats([]float64{1, 2, 3}, 3)
	train := wire.TrainClassifier{ClassifierRecipe: model.ClassifierRecipe{Epochs: 1, Batch: 8, LearningRate: 0.1,
		Hidden: 2}}
	gen := wire.TrainGenerator{Recipe: model.Recipe{Method: "base", Epochs: 1, Batch: 8, LearningRate: 0.1, Samples: 2,
		Validity: 1}}
	empty, table := func(*stage) {}, func(s *stage) { s.e.project = small(t) }
	cases := []struct {
		name  string
		given func(*stage)
		m     wire.Message
		code  wire.Code
	}{
		{"plan without a file", empty, wire.Replan{}, wire.CodeNotReady},
		{"import without a file", empty, wire.Import{}, wire.CodeNotReady},
		{"rows without a table", empty, wire.Rows{Part: data.AllRows, Limit: 1}, wire.CodeNotReady},
		{"training without a table", empty, train, wire.CodeNotReady},
		{"generator without a table", empty, gen, wire.CodeNotReady},
		{"prediction without a table", empty, wire.Predict{Row: row}, wire.CodeNotReady},
		{"explanation without a table", empty, wire.Explain{Search: document.Search{Count: 1, Budget: 1}, Row: row},
			wire.CodeNotReady},
		{"models without a table", empty, wire.Restore{Classifier: []byte{1}}, wire.CodeNotReady},
		{"packing without a table", empty, wire.Pack{}, wire.CodeNotReady},
		{"generator without a classifier", table, gen, wire.CodeNotReady},
		{"prediction without a classifier", table, wire.Predict{Row: row}, wire.CodeNotReady},
		{"explanation without a classifier", table,
			wire.Explain{Search: document.Search{Count: 1, Budget: 1}, Row: row}, wire.CodeNotReady},
		{"a damaged classifier", table, wire.Restore{Classifier: []byte("junk")}, wire.CodeBadInput},
		{"a generator without its classifier", table, wire.Restore{Generator: []byte("junk")}, wire.CodeNotReady},
		{"an unknown sampler", empty, wire.Sample{Model: "dice", Rows: 100}, wire.CodeBadInput},
		{"an empty file", empty, wire.Open{Name: "a.csv"}, wire.CodeBadInput},
		{"a binary file", empty, wire.Open{Name: "a.csv", Bytes: []byte("\x00\x01\x02\xff\xfe")}, wire.CodeBadInput},
		{"a fact in place of a command", empty, wire.Restored{}, wire.CodeProtocol},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(t)
			c.given(s)
			f, ok := s.do(c.m).(wire.Failure)
			if !ok || f.Code != c.code || !sentence(f.Detail) {
				t.Errorf("got %+v, want a sentence of kind %q", f, c.code)
			}
		})
	}
}

// sentence reports whether a text is a complete sentence for people.
func sentence(s string) bool {
	return strings.HasSuffix(s, ".") && strings.ToUpper(s[:1]) == s[:1] && !strings.Contains(s, "data:")
}

func TestFileToTable(t *testing.T) {
	s := newStage(t)
	shown, ok := s.do(wire.Open{Name: "people.csv", Bytes: people(60)}).(wire.Previewed)
	if !ok || shown.Preview.Rows != 60 || len(shown.Preview.Plan.Columns) != 3 {
		t.Fatalf("got %+v", s.facts)
	}
	plan := shown.Preview.Plan
	plan.Outcome = 1
	again, ok := s.do(wire.Replan{Plan: plan}).(wire.Previewed)
	if !ok || again.Preview.Plan.Outcome != 1 {
		t.Fatalf("got %+v", again)
	}
	loaded, ok := s.do(wire.Import{Plan: shown.Preview.Plan, Seed: 5}).(wire.Loaded)
	if !ok {
		t.Fatalf("got %+v", s.facts)
	}
	if loaded.Name != "people.csv" || loaded.Rows != 60 || loaded.Test != 6 || loaded.Val != 6 ||
		loaded.Counts[0] != 30 ||
		len(loaded.Hash) != 64 || loaded.Head.Shape[0] != headRows {
		t.Errorf("loaded = %+v", loaded)
	}
	if c := loaded.Columns[1]; c.Counts[0] != 20 || len(c.Edges.Data) != 0 {
		t.Errorf("summary of a level = %+v", c)
	}
}

func TestFailedImportKeepsTheProject(t *testing.T) {
	s := newStage(t)
	s.e.project = small(t)
	before := s.e.project
	shown := s.do(wire.Open{Name: "people.csv", Bytes: people(60)}).(wire.Previewed)
	s.do(wire.Open{Name: "a.csv"})
	bad := shown.Preview.Plan
	bad.Outcome = 77
	if _, ok := s.do(wire.Import{Plan: bad}).(wire.Failure); !ok {
		t.Errorf("got %+v, want a Failure", s.facts[len(s.facts)-1])
	}
	if s.e.project.Table != before.Table {
		t.Error("the table was replaced")
	}
	if _, ok := s.do(wire.Import{Plan: shown.Preview.Plan}).(wire.Loaded); !ok {
		t.Error("the good file that was opened before is gone")
	}
}

func TestAFileOfThePageIsRead(t *testing.T) {
	s := newStage(t)
	if f, ok := s.do(wire.Open{Name: "people.csv", File: 3}).(wire.Failure); !ok || f.Code != wire.CodeProtocol {
		t.Errorf("a host without files: %+v", f)
	}
	s.e.Reads(func() ([]byte, error) { return people(60), nil })
	if got, want := s.do(wire.Open{Name: "people.csv", File: 3}),
		s.do(wire.Open{Name: "people.csv", Bytes: people(60)}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	s.e.Reads(func() ([]byte, error) { return nil, errors.New("it was moved") })
	if f, ok := s.do(wire.Open{Name: "people.csv", File: 3}).(wire.Failure); !ok ||
		f.Detail != "people.csv could not be read: it was moved. Choose it again." {
		t.Errorf("a file that is gone: %+v", f)
	}
}

func TestRows(t *testing.T) {
	s := newStage(t)
	s.do(wire.Open{Name: "people.csv", Bytes: people(60)})
	s.do(wire.Import{Plan: all[wire.Previewed](s)[0].Preview.Plan})
	page := s.do(wire.Rows{Part: data.AllRows, Search: "school=mid", From: 2, Limit: 3}).(wire.Page)
	if page.Total != 20 || page.From != 2 || len(page.Index) != 3 || page.Index[0] != 7 ||
		page.Values.Rows()[0][0] != 27 {
		t.Errorf("page = %+v", page)
	}
	if past := s.do(wire.Rows{Part: data.TestRows, From: 100, Limit: 3}).(wire.Page); past.Total != 6 ||
		len(past.Index) != 0 {
		t.Errorf("past the end: %+v", past)
	}
}

// trained returns a stage with a black box for Simple-BN.
func trained(t *testing.T) (*stage, wire.ClassifierTrained) {
	s := newStage(t)
	s.do(wire.Sample{Model: "simple-bn", Rows: 2000, Seed: 3})
	s.e.Handle(1, wire.TrainClassifier{ClassifierRecipe: model.ClassifierRecipe{Seed: 1, Epochs: 20, Batch: 32,
		LearningRate: 0.01, Hidden: 10}})
	s.wait()
	m := all[wire.ClassifierTrained](s)
	if len(m) != 1 {
		t.Fatalf("got %v", s.facts[len(s.facts)-1].fact)
	}
	return s, m[0]
}

func TestTrainClassifier(t *testing.T) {
	s, m := trained(t)
	sum, hits := 0, 0
	for i, n := range m.Confusion {
		sum += n
		if i%3 == 0 { // the diagonal of 2×2
			hits += n
		}
	}
	if sum != 200 || m.TestRows != 200 || math.Abs(float64(hits)/200-m.Accuracy) > 1e-12 {
		t.Errorf("confusion %v does not agree with accuracy %v of %d rows", m.Confusion, m.Accuracy, m.TestRows)
	}
	if m.Accuracy <= m.Base || m.LogLoss <= 0 {
		t.Errorf("accuracy %v, base %v, log loss %v", m.Accuracy, m.Base, m.LogLoss)
	}
	page := s.do(wire.Rows{Part: data.AllRows, Limit: 10}).(wire.Page)
	if len(page.Predicted) != 10 {
		t.Fatalf("page = %+v", page)
	}
	row := page.Values.Rows()[4]
	p := s.do(wire.Predict{Row: wire.NewFloats(row, len(row))}).(wire.Predicted).Shares.Values()
	if math.Abs(p[0]+p[1]-1) > 1e-6 || p[page.Predicted[4]] < 0.5 {
		t.Errorf("shares %v, predicted %d", p, page.Predicted[4])
	}
}

func TestPredictRefusesForeignRows(t *testing.T) {
	s, _ := trained(t)
	if f, ok := s.do(wire.Predict{Row: wire.NewFloats([]float64{1}, 1)}).(wire.Failure); !ok ||
		f.Code != wire.CodeBadInput {
		t.Errorf("got %+v", f)
	}
}

func TestSameSeedSameModel(t *testing.T) {
	_, a := trained(t)
	_, b := trained(t)
	if !bytes.Equal(a.Model, b.Model) {
		t.Error("two trainings with one seed differ")
	}
}

// TestCheckpointGoesOnToTheSameBytes does what a page does after its engine crashed: it passes
// the same table to a new engine and resumes the training from the last checkpoint.
func TestCheckpointGoesOnToTheSameBytes(t *testing.T) {
	dead, want := trained(t)
	cmd := wire.TrainClassifier{ClassifierRecipe: model.ClassifierRecipe{Seed: 1, Epochs: 7, Batch: 32,
		LearningRate: 0.01, Hidden: 10}}
	dead.e.Handle(2, cmd)
	dead.wait()
	kept := all[wire.Checkpoint](dead)
	cmd.Epochs, cmd.Resume = 20, kept[len(kept)-1].State
	s := newStage(t)
	s.do(wire.Sample{Model: "simple-bn", Rows: 2000, Seed: 3})
	s.e.Handle(3, cmd)
	s.wait()
	got := all[wire.ClassifierTrained](s)[0]
	if !bytes.Equal(got.Model, want.Model) || got.Best != want.Best {
		t.Errorf("7 and 13 epochs end elsewhere than 20")
	}
	cmd.Batch = 16
	s.e.Handle(4, cmd)
	if f := all[wire.Failure](s); len(f) != 1 || f[0].Code != wire.CodeBadInput {
		t.Errorf("got %+v, want a refusal of other settings", f)
	}
}

func TestRestoreClassifier(t *testing.T) {
	s, m := trained(t)
	row := wire.NewFloats(s.e.project.Table.Row(0, nil), len(s.e.project.Table.Cols))
	want := s.do(wire.Predict{Row: row}).(wire.Predicted)

	fresh := newStage(t)
	fresh.do(wire.Sample{Model: "simple-bn", Rows: 2000, Seed: 3})
	if got := fresh.do(wire.Restore{Classifier: m.Model}); got != (wire.Restored{Classifier: true, AUC: m.AUC}) {
		t.Fatalf("got %+v", got)
	}
	if got := fresh.do(wire.Predict{Row: row}).(wire.Predicted); !bytes.Equal(got.Shares.Data, want.Shares.Data) {
		t.Errorf("got %v, want %v", got.Shares.Values(), want.Shares.Values())
	}

	other := newStage(t)
	other.do(wire.Sample{Model: "simple-bn", Rows: 2000, Seed: 4})
	if f, ok := other.do(wire.Restore{Classifier: m.Model}).(wire.Failure); !ok || f.Code != wire.CodeBadInput {
		t.Errorf("got %+v, want a refusal on another table", f)
	}
}

func TestPanicIsAFailure(t *testing.T) {
	s := newStage(t)
	// a table that does not pass Check
	s.e.project = holding{Project: project.Project{Table: &data.Table{Cols: [][]float64{nil}}}}
	s.e.project.Table.Outcome = []int{0}
	f, ok := s.do(wire.Rows{Part: data.AllRows, Limit: 1}).(wire.Failure)
	if !ok || f.Code != wire.CodeInternal {
		t.Errorf("got %+v", f)
	}
	if _, ok := s.do(wire.Sample{Model: "simple-bn", Rows: 100}).(wire.Loaded); !ok {
		t.Error("the engine does not go on")
	}
}

func TestFrames(t *testing.T) {
	var job int
	var got wire.Message
	e := New(Frames(func(frame []byte) {
		var err error
		if job, got, err = wire.Decode(frame); err != nil {
			t.Fatal(err)
		}
	}), func() float64 { return 0 }, func() {})
	frame, err := wire.Encode(5, wire.Ping{})
	if err != nil {
		t.Fatal(err)
	}
	if e.Frame(frame); job != 5 || got != (wire.Pong{}) {
		t.Errorf("got %d, %+v", job, got)
	}
	e.Frame(frame[:len(frame)-1])
	if f, ok := got.(wire.Failure); !ok || f.Code != wire.CodeProtocol {
		t.Errorf("got %+v", got)
	}
	e.send(6, wire.ModelWritten{Bytes: make([]byte, wire.MaxFrame)}) // too large to send
	if f, ok := got.(wire.Failure); !ok || f.Code != wire.CodeInternal || job != 6 {
		t.Errorf("got %d, %+v", job, got)
	}
}

func TestSampleIsTheSimulator(t *testing.T) {
	want := sim.SimpleBN(200, 3)
	want.FitScale(data.NewSplit(want.Outcome, 3).Train)
	if got := small(t).Table.Hash(); got != want.Hash() {
		t.Errorf("got the table %s, want %s", got, want.Hash())
	}
}
