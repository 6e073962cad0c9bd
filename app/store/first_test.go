package store

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/wire"
)

// applicants is a table of people whose outcome follows from debt, years and job. With gaps it has
// rows that an import drops; levels are the classes.
func applicants(seed uint64, levels []string, gaps bool) []byte {
	r := rand.New(rand.NewPCG(seed, 7))
	var b strings.Builder
	b.WriteString("debt,years,job,outcome\n")
	for range 240 {
		debt, years, job := r.IntN(100), r.IntN(30), []string{"clerk", "nurse", "smith"}[r.IntN(3)]
		score := float64(2*years-debt) + r.Float64()
		if job == "nurse" {
			score += 10
		}
		class := levels[min(max(int((score+110)/150*float64(len(levels))), 0), len(levels)-1)]
		said := fmt.Sprint(debt)
		if gaps && r.IntN(5) == 0 {
			said = ""
		}
		fmt.Fprintf(&b, "%s,%d,%s,%s\n", said, years, job, class)
	}
	return []byte(b.String())
}

// One press leads from a file to an answer: in any table, the shown person was refused and the
// answer reaches the wanted outcome, although the first held-out row is accepted.
func TestTheFirstAnswerIsForARefusedPerson(t *testing.T) {
	two, three, numbers := []string{"bad", "good"}, []string{"none", "some", "all"}, []string{"0", "1", "2"}
	tables := map[string][]byte{}
	for seed := range uint64(3) {
		tables[fmt.Sprint("two classes ", seed)] = applicants(seed, two, seed%2 == 1)
	}
	for seed := range uint64(2) {
		tables[fmt.Sprint("three classes ", seed)] = applicants(seed, three, seed%2 == 1)
		tables[fmt.Sprint("numbers ", seed)] = applicants(seed, numbers, seed%2 == 0)
	}
	for _, name := range []string{"bank-marketing", "heart-disease", "student-performance", "telco-churn"} {
		if b, err := os.ReadFile(filepath.Join("../../../shared/data/tables", name+".csv")); err != nil ||
			testing.Short() {
			t.Log("without ", name, ": its file is not there, or tests are to be short")
		} else {
			tables[name] = b
		}
	}
	for name, b := range tables {
		t.Run(name, func(t *testing.T) {
			imported := func() *whole {
				p := newWhole(t)
				p.do(ChooseFile{ID: 1, Name: "people.csv", Size: len(b)}, FileRead{ID: 1, Bytes: b},
					SetMissing{data.DropRows}, ImportTable{})
				c, g := p.Classifier.Settings, p.Generator.Settings
				c.LearningRate, g.Epochs = 0.01, 3
				p.do(SetClassifier{c}, SetGenerator{g})
				return p
			}
			look := imported()
			look.do(GoToRow{0}, TrainClassifier{})
			wanted := Likeliest(look.Explain.Shares) // so that the first held-out row is accepted
			p := imported()
			p.do(SetWanted{wanted}, Train{})
			e := p.Explain
			if p.alerts() != "" || !e.HasFound || e.Led != LedAnswered || len(e.Found.Rows) == 0 {
				t.Fatalf("led %d, tried %d, %d answers: %+v", e.Led, e.Tried, len(e.Found.Rows), p.Notices)
			}
			if e.Pos == 0 {
				t.Error("the first row, which is accepted, is shown")
			}
			for _, c := range e.Found.Rows {
				if Likeliest(e.Shares) == wanted || c.Class != wanted {
					t.Errorf("somebody given class %d is led to %d, wanted %d", Likeliest(e.Shares), c.Class, wanted)
				}
			}
		})
	}
}

func (p *whole) alerts() string { return (&page{State: p.State}).alerts() }

// A person's choice ends the automatic search for a first row. Questions of the page do not.
func TestOnlyAPersonEndsTheSeeking(t *testing.T) {
	for _, c := range []struct {
		name string
		do   []Intent
		ends bool
	}{
		{"a search is asked for", []Intent{FindCounterfactuals{}}, false},
		{"limits change", []Intent{SetLimit{0, causal.Limit{Kind: causal.OnlyUp}}}, false},
		{"one press for all", []Intent{Train{}}, false},
		{"the next row", []Intent{StepRow{1}}, true},
		{"other rows", []Intent{SetFilter{document.RowFilter{Predicted: document.Refused}}}, true},
		{"a value", []Intent{EditValue{0, 50}}, true},
	} {
		p := newPage(t)
		p.loadSample()
		p.trainClassifier()
		p.trainGenerator()
		p.do(c.do...)
		if is := p.Explain.seekJob == 0; is != c.ends {
			t.Errorf("%s: the seeking ends: %v, want %v", c.name, is, c.ends)
		}
	}
}

// An accepted person gets no way to be refused, except on request.
func TestTheAcceptedAreLeftAlone(t *testing.T) {
	p := ready(t)
	p.do(StepRow{1}, FindCounterfactuals{})
	p.do(Fact{p.sent[0].Job, rowPage(10, 1, 20, 0)})
	p.sent = p.sent[1:]
	answer[wire.Predict](p, wire.Predicted{Shares: wire.NewFloats([]float64{0.2, 0.8}, 2)})
	p.idle()
	equal(t, "queued", p.Explain.Queued, false)
	equal(t, "status", p.Notices.Status, "Already accepted: the model gives high.")
	p.do(FindCounterfactuals{})
	p.idle()
	p.do(FindCounterfactuals{Reverse: true})
	m, _ := take[wire.Explain](p)
	equal(t, "target", m.Target, -1)
	q := newPage(t)
	q.loadSample()
	q.trainClassifier()
	q.trainGenerator()
	q.do(FindCounterfactuals{})
	q.sought(wire.Sought{Pos: -1})
	equal(t, "led", q.Explain.Led, LedNobody)
}

// Rows dropped by the import do not shift row numbers. This also holds in a project opened only from
// its rows, and after the engine has died.
func TestRowsKeepTheirPlaceInTheFile(t *testing.T) {
	b := applicants(1, []string{"bad", "good"}, true)
	p := newWhole(t)
	p.do(ChooseFile{ID: 1, Name: "people.csv", Size: len(b)}, FileRead{ID: 1, Bytes: b}, SetMissing{data.DropRows},
		ImportTable{}, packRows{})
	last, lines := p.Data.Table.Rows-1, strings.Count(string(b), "\n")-1
	if at := p.Data.Place(last); at <= last || at >= lines {
		t.Fatalf("row %d of the table is row %d of %d", last, at, lines)
	}
	q := newWhole(t)
	q.open(p.file(Travel{Rows: true}))
	equal(t, "opened", q.Data.Place(last), p.Data.Place(last))
	equal(t, "as saved in the browser", q.fingerprint(), p.fingerprint())
	q.engine, q.facts = newEngine(t)
	q.do(EngineDown{Reason: "died"}, EngineUp{})
	equal(t, "after the engine died", q.Data.Place(last), p.Data.Place(last))
	equal(t, "in a list of many", Batch{runs: q.Data.Table.Report.Runs}.number(last), p.Data.Place(last)+1)
}
