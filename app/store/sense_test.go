package store

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
)

// sensePeople is how many refused held-out people of each table are judged by their first answer.
const sensePeople = 60

// TestFirstAnswersMakeSense goes from files of real tables to first answers of refused people. It does so with and
// without settled codes and implied rules. It counts answers that contain a code, or change a number
// from or to a value among the codes, and answers that break an implied rule.
func TestFirstAnswersMakeSense(t *testing.T) {
	if os.Getenv("CAUSEWAY_STUDY") == "" {
		t.Skip("skipped: it takes minutes; make study NAME=sense does it")
	}
	folder := os.Getenv("CAUSEWAY_DATA")
	if folder == "" {
		folder = "../../../shared/data"
	}
	tables := map[string][]byte{}
	for name, path := range map[string]string{"telco": "tables/telco-churn.csv", "bank": "tables/bank-marketing.csv",
		"student": "tables/student-performance.csv", "adult": "adult/adult.data"} {
		b, err := os.ReadFile(filepath.Join(folder, path))
		if err != nil {
			t.Logf("without %s: %s is absent; CAUSEWAY_DATA names its folder", name, path)
			continue
		}
		if name == "adult" { // the first 8,000 rows
			b = []byte(strings.Join(strings.SplitAfterN(string(b), "\n", 8001)[:8000], ""))
		}
		tables[name] = b
	}
	for name, b := range tables {
		t.Run(name, func(t *testing.T) {
			for _, settled := range []bool{false, true} {
				s := senseOf(t, b, settled)
				t.Logf("settled %v: %d people, %d answered, %d proved to have none, %d open; first answers with a "+
					"code %d, against what all rows imply %d, unlike anybody %d, mean changes %.2f",
					settled, s.people, s.answered, s.none, s.people-s.answered-s.none, s.coded, s.broken, s.strange,
					float64(s.changes)/float64(max(s.answered, 1)))
				if reachable := s.people - s.none; settled &&
					(s.coded+s.broken > 0 || float64(s.answered) < 0.98*float64(reachable)) {
					t.Error("a first answer makes no sense, or too few have one")
				}
			}
		})
	}
}

type sense struct{ people, answered, none, coded, broken, strange, changes int }

func senseOf(t *testing.T, b []byte, settled bool) (s sense) {
	p := newWhole(t)
	p.do(ChooseFile{ID: 1, Name: "table.csv", Size: len(b)}, FileRead{ID: 1, Bytes: b})
	infos, plan := p.Data.Preview.Columns, p.Data.Preview.Plan
	if settled {
		p.do(ChangeColumns{Index: -1, Change: CodesAreStates})
	}
	p.do(ImportTable{})
	var implied []causal.Rule
	for _, i := range p.Data.Table.Implied {
		if i.On {
			implied = append(implied, i.Rule)
		}
	}
	if !settled {
		for len(p.Graph.Sketch.Rules) > 0 {
			p.do(RemoveRule{At: 0})
		}
	}
	p.do(Train{})
	if p.alerts() != "" || !p.Generator.HasResult {
		t.Fatalf("%s", p.alerts())
	}
	schema := p.Data.Table.Schema
	for pos := 0; pos < p.Explain.Total && s.people < sensePeople; pos++ {
		p.do(GoToRow{pos})
		if p.Accepted() {
			continue
		}
		s.people++
		p.do(FindCounterfactuals{})
		x := p.Explain.Found
		if len(x.Rows) == 0 {
			s.none += b2i(x.None)
			continue
		}
		s.answered++
		row, first := p.Explain.Row, x.Rows[0].Row
		s.changes += x.Rows[0].Changed
		s.strange += b2i(x.HasUsual && x.Rows[0].Usual < 0.01)
		s.coded += b2i(codedChange(schema, plan, infos, row, first))
		s.broken += b2i(!causal.AllHold(schema, implied, row, first))
	}
	return s
}

// codedChange reports whether a number moves from or to a value outside the range of the numbers
// that are not codes.
func codedChange(s data.Schema, plan data.Plan, infos []data.ColumnInfo, row, answer []float64) bool {
	for j, f := range s.Features {
		if answer[j] == row[j] || !f.Kind.Numeric() {
			continue
		}
		k := slices.IndexFunc(plan.Columns, func(c data.ColumnPlan) bool { return c.Name == f.Own().Name })
		if k < 0 || len(infos[k].Codes) == 0 {
			continue
		}
		for _, v := range []float64{row[j], answer[j]} {
			if v < infos[k].Low || v > infos[k].High {
				return true
			}
		}
	}
	return false
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
