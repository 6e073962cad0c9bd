package store

import (
	"slices"
	"strings"
	"testing"

	"causeway/core/data"
	"causeway/core/wire"
)

// page is a State with its effects.
type page struct {
	t *testing.T
	State
	sent  []Send // not yet answered
	seeks []Send // for a first row, which most tests ignore

	reasons []Send // of decisions, likewise
	reads   []ReadFile
	other   []Effect
}

func newPage(t *testing.T) *page { return &page{t: t, State: New()} }

func (p *page) do(list ...Intent) {
	p.t.Helper()
	for _, in := range list {
		next, effects := Apply(p.State, in)
		p.State = next
		for _, e := range effects {
			switch e := e.(type) {
			case Send:
				switch e.Body.(type) {
				case wire.Seek:
					p.seeks = append(p.seeks, e)
				case wire.GiveReasons:
					p.reasons = append(p.reasons, e)
				default:
					aside := slices.Concat(p.seeks, p.reasons)
					if !slices.ContainsFunc(aside, func(s Send) bool { return s.Job == e.Job }) {
						p.sent = append(p.sent, e)
					}
				}
			case ReadFile:
				p.reads = append(p.reads, e)
			default:
				p.other = append(p.other, e)
			}
		}
	}
}

// take removes the oldest sent message and returns it with its job.
func take[M wire.Message](p *page) (M, int) {
	p.t.Helper()
	if len(p.sent) == 0 {
		p.t.Fatalf("nothing was sent, want %T", *new(M))
	}
	s := p.sent[0]
	p.sent = p.sent[1:]
	m, ok := s.Body.(M)
	if !ok {
		p.t.Fatalf("sent %T, want %T", s.Body, *new(M))
	}
	return m, s.Job
}

// answer takes a message of type M and answers its job with fact.
func answer[M wire.Message](p *page, fact wire.Message) M {
	p.t.Helper()
	m, job := take[M](p)
	p.do(Fact{job, fact})
	return m
}

func (p *page) idle() {
	p.t.Helper()
	if len(p.sent) > 0 {
		p.t.Fatalf("sent %T, want nothing", p.sent[0].Body)
	}
}

func (p *page) alerts() string {
	var list []string
	for _, a := range p.Notices.Alerts {
		list = append(list, a.Text)
	}
	return strings.Join(list, "|")
}

func (p *page) wantAlert(part string) {
	p.t.Helper()
	if part == "" && len(p.Notices.Alerts) > 0 || !strings.Contains(p.alerts(), part) {
		p.t.Errorf("alerts = %q, want %q", p.alerts(), part)
	}
}

var (
	testSchema = data.Schema{
		Features: []data.Feature{
			{Name: "age", Kind: data.Integer, Min: 17, Max: 90, MAD: 10},
			{Name: "work", Kind: data.Category, Levels: []string{"clerk", "nurse"}},
		},
		Outcome: data.Feature{Name: "income", Kind: data.Category, Levels: []string{"low", "high"}},
	}
	testLoaded = wire.Loaded{Name: "people.csv", Schema: testSchema, Rows: 100, Train: 80, Val: 10, Test: 10,
		Counts: []int{60, 40}, Hash: "h1"}
)

func testPreview(problems ...string) wire.Previewed {
	return wire.Previewed{Preview: data.Preview{
		Name: "people.csv", Rows: 100, Columns: make([]data.ColumnInfo, 3), Problems: problems,
		Plan: data.Plan{Format: data.Format{Delimiter: ',', Header: true}, Outcome: 2, Columns: []data.ColumnPlan{
			{Name: "age", Use: true, Kind: data.Integer},
			{Name: "work", Use: true, Kind: data.Ordered, Levels: []string{"a", "b", "c"}},
			{Name: "income", Use: true, Kind: data.Category},
		}},
	}}
}

func rowPage(total, from int, values ...float64) wire.Page {
	return wire.Page{Total: total, From: from, Index: []int{10 + from}, Values: wire.NewRows([][]float64{values}),
		Outcomes: []int{1}}
}

// openFile chooses and reads a file up to its preview.
func (p *page) openFile(name string, f wire.Message) {
	p.t.Helper()
	p.do(ChooseFile{ID: 7, Name: name, Size: 5})
	p.do(FileRead{ID: 7, Bytes: []byte("bytes")})
	answer[wire.Open](p, f)
}

// loadSample samples a table up to its first row.
func (p *page) loadSample() {
	p.t.Helper()
	p.do(LoadSample{})
	answer[wire.Sample](p, testLoaded)
	answer[wire.Rows](p, rowPage(10, 0, 39, 1))
}

func (p *page) trainClassifier() {
	p.t.Helper()
	p.do(TrainClassifier{})
	answer[wire.TrainClassifier](p, wire.ClassifierTrained{Model: []byte("c"), Accuracy: 0.9, Base: 0.6})
	answer[wire.Predict](p, wire.Predicted{Shares: wire.NewFloats([]float64{0.7, 0.3}, 2)})
}

func (p *page) trainGenerator() {
	p.t.Helper()
	p.do(TrainGenerator{})
	answer[wire.TrainGenerator](p, wire.GeneratorTrained{Model: []byte("g")})
}

// sought answers the last question for a first row.
func (p *page) sought(f wire.Sought) wire.Seek {
	p.t.Helper()
	if len(p.seeks) == 0 {
		p.t.Fatal("no row was sought")
	}
	s := p.seeks[len(p.seeks)-1]
	p.seeks = nil
	p.do(Fact{s.Job, f})
	return s.Body.(wire.Seek)
}

// ready is a page with a table and both models.
func ready(t *testing.T) *page {
	t.Helper()
	p := newPage(t)
	p.loadSample()
	p.trainClassifier()
	p.trainGenerator()
	p.sought(wire.Sought{Answered: true, Tried: 1})
	p.idle()
	return p
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

func equalSlices[T comparable](t *testing.T, what string, got, want []T) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}
