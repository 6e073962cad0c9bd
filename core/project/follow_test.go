package project

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/kernel"
	"causeway/core/sim"
	"causeway/core/study"
)

// finished returns a project that comes with the page, with the rows of its table.
func finished(t *testing.T, name string) *File {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", "web", name+".causeway"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := Open(b)
	if err != nil {
		t.Fatal(err)
	}
	from := f.Saved.Data.Source
	rows := map[string]func(int, uint64) *data.Table{"simple-bn": sim.SimpleBN, "sangiovese": sim.Sangiovese,
		"census": sim.Workers}[name](from.Rows, f.Saved.Data.Seed)
	rows.FitScale(rows.Split(f.Seed, f.Plain).Train)
	if err := f.Take(rows); err != nil {
		t.Fatal(err)
	}
	return f
}

// ofCensus adds plausible mechanisms: hours from age, education and marital status, and the level
// of education from age and gender.
func ofCensus(s data.Schema, k causal.Knowledge) causal.Knowledge {
	at := s.Index
	k.Edges = append(slices.Clone(k.Edges), causal.Edge{From: at("education"), To: at("hours_per_week")},
		causal.Edge{From: at("age"), To: at("hours_per_week")},
		causal.Edge{From: at("marital_status"), To: at("hours_per_week")})
	k.Mechanisms = []causal.Assignment{{Feature: at("hours_per_week"), Form: causal.FittedNetwork}}
	if len(k.Edges) > 0 && slices.ContainsFunc(k.Edges, func(e causal.Edge) bool { return e.To == at("education") }) {
		k.Mechanisms = append(k.Mechanisms, causal.Assignment{Feature: at("education")})
	}
	return k
}

// following returns the knowledge in which exactly these effects follow.
func following(k causal.Knowledge, effects ...int) causal.Knowledge {
	k.Mechanisms = slices.Clone(k.Mechanisms)
	for i := range k.Mechanisms {
		m := &k.Mechanisms[i]
		m.State = causal.ActedOn
		if slices.Contains(effects, m.Feature) {
			m.State = causal.Following
		}
	}
	return k
}

// TestWhatIsARowsOwnStays checks, on three tables, that every effect in an answer has the
// residual of its row to 1e-6 under a newly fitted model. Actions must be counted and
// consequences not, every effect must have a proof of this, an independent proof must confirm the
// answer, and its plan must lead to it.
func TestWhatIsARowsOwnStays(t *testing.T) {
	for _, c := range []struct {
		table string
		acts  int // effects with mechanisms that are acted on, the first ones
		rows  int
		least int // rows that have an answer
	}{{"simple-bn", 0, 16, 10}, {"sangiovese", 0, 3, 0}, {"sangiovese", 6, 5, 5}, {"census", 0, 12, 5}} {
		f := finished(t, c.table)
		s := f.Seen
		answered, followed, dearer, nearest, none := 0, 0, 0, 0, 0
		off := 0.0
		for i := range c.rows {
			row := f.Table.Row(f.Split.Test[i], nil)
			q := f.Query(row)
			if q.Boxes = 2000; c.table == "census" {
				q.Knowledge = ofCensus(s, q.Knowledge)
			}
			q.Knowledge = following(q.Knowledge)
			free, err := f.Explain(row, q, nothing)
			if err != nil {
				t.Fatal(err)
			}
			carried := q.Knowledge.Carriers(s)[c.acts:]
			q.Knowledge = following(q.Knowledge, carried...)
			x, err := f.Explain(row, q, nothing)
			if err != nil {
				t.Fatal(err)
			}
			m, err := q.Knowledge.Fit(f.Table, f.Split.Train)
			if err != nil {
				t.Fatal(err)
			}
			answered += b2i(len(x.Rows) > 0)
			nearest, none = nearest+b2i(x.Nearest), none+b2i(x.None)
			if len(x.Rows) > 0 && len(free.Rows) > 0 && x.Rows[0].Cost > free.Rows[0].Cost {
				dearer++
			}
			laws := len(x.Laws) - len(carried)
			for _, cf := range x.Rows {
				done := 0
				if cf.Base == nil {
					cf.Base = row
				}
				for j := range row {
					acted := cf.Row[j] != cf.Base[j]
					done += b2i(acted)
					forced := slices.ContainsFunc(q.Knowledge.AllRules(s), func(r causal.Rule) bool {
						return r.Least > 0 && r.Other == j && r.Way(s, row, cf.Row) != 0
					})
					if acted == slices.Contains(carried, j) && acted || !acted && cf.Row[j] != row[j] &&
						!slices.Contains(carried, j) && !forced {
						t.Fatalf("%s: %s goes from %v to %v, where %v follows", c.table, s.Features[j].Name, row[j],
							cf.Row[j], cf.Base[j])
					}
				}
				if done != cf.Changed {
					t.Fatalf("%s: %d things are done, said are %d", c.table, done, cf.Changed)
				}
				for _, v := range carried {
					n, _ := m.Node(v)
					moved := slices.ContainsFunc(n.Parents, func(p int) bool { return cf.Row[p] != row[p] })
					switch d := math.Abs(m.Residual(n, cf.Row) - m.Residual(n, row)); {
					case !moved && cf.Row[v] != row[v]:
						t.Fatalf("%s: %s moves by itself", c.table, s.Features[v].Name)
					case moved && s.Features[v].Kind.Numeric():
						followed++
						off = max(off, d)
					case moved && d > 0.5: // ranks are whole numbers
						t.Errorf("%s: %s is %v off its mechanism", c.table, s.Features[v].Name, d)
					}
				}
				for i, p := range cf.Proof[laws:] {
					if !p.Pass || !strings.Contains(p.Sentence, "keeps what is this row's own; its residual is ") ||
						x.Laws[laws+i].Text == "" {
						t.Fatalf("%s: proof %+v of %+v", c.table, p, x.Laws[laws+i])
					}
				}
				again, err := f.Prove(row, cf.Row, q)
				if err != nil || !again.Kept || !again.Target || !reflect.DeepEqual(again.Verdicts, cf.Proof) ||
					!reflect.DeepEqual(again.Laws, x.Laws) {
					t.Fatalf("%s: proved again %+v, %v", c.table, again, err)
				}
				leads(t, f, row, cf)
			}
		}
		t.Logf("%s: %d of %d rows answered, %d of them proved nearest, %d dearer than without, %d proved to have "+
			"none; %d effects followed, off by %.1e at most", c.table, answered, c.rows, nearest, dearer, none,
			followed, off)
		if answered < c.least || answered > 0 && followed == 0 || answered+none == 0 || off > 1e-6 {
			t.Errorf("%s: %d of %d rows answered, %d effects followed, off by %g", c.table, answered, c.rows,
				followed, off)
		}
	}
}

// leads checks that the plan of a counterfactual ends exactly at it, that every prediction on the
// way is the black box's, and that the costs of the steps add up to its own.
func leads(t *testing.T, f *File, row []float64, c document.Counterfactual) {
	t.Helper()
	cost, effort := 0.0, 0.0
	for _, st := range c.Plan {
		if said := f.Ask(st.Row)[0]; said.Class != st.Class || !reflect.DeepEqual(said.Shares, st.Shares) {
			t.Fatalf("after a step the model says %+v, told are %d and %v", said, st.Class, st.Shares)
		}
		if !st.Kept {
			t.Fatal("a row on the way breaks a rule")
		}
		cost, effort = cost+st.Cost, effort+st.Effort
	}
	last := c.Plan[len(c.Plan)-1]
	if !slices.Equal(last.Row, c.Row) || !reflect.DeepEqual(last.Shares, c.Shares) {
		t.Fatalf("the plan ends in %v, not in %v", last.Row, c.Row)
	}
	if math.Abs(cost-c.Cost) > 1e-9*(1+c.Cost) || math.Abs(effort-c.Effort) > 1e-9 {
		t.Fatalf("steps cost %v and %v, the change %v and %v", cost, effort, c.Cost, c.Effort)
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestCarryIsRefused checks that knowledge under which nothing can follow is rejected with a
// sentence, and that formulas need no rows.
func TestCarryIsRefused(t *testing.T) {
	f := finished(t, "simple-bn")
	row := f.Table.Row(0, nil)
	q := f.Query(row)
	ask := func(f *File, change func(*Query)) error {
		q := q
		change(&q)
		_, err := f.Explain(row, q, nothing)
		return err
	}
	for name, c := range map[string]struct {
		change func(*Query)
		want   string
	}{
		"an unknown state": {func(q *Query) { q.Knowledge.Mechanisms = []causal.Assignment{{Feature: 2, State: 9}} },
			"is unknown"},
		"no cause": {func(q *Query) {
			q.Knowledge.Mechanisms = []causal.Assignment{
				{Feature: 0, State: causal.Following}}
		}, "has no cause in the graph"},
	} {
		err := ask(f, c.change)
		var refused Refusal
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	rowless := finished(t, "simple-bn")
	rowless.Table = nil
	if err := ask(rowless, func(q *Query) { q.Knowledge = following(q.Knowledge, 2) }); err != nil {
		t.Errorf("a formula without rows: %v", err)
	}
	fitted := func(q *Query) {
		q.Knowledge.Mechanisms = []causal.Assignment{{Feature: 2, State: causal.Following}}
	}
	if err := ask(rowless, fitted); err == nil || !strings.Contains(err.Error(), "Open the table first") {
		t.Errorf("a line without rows: %v", err)
	}
}

// TestALineThatRowsContradictDoesNotFollow checks that an effect counts as acted on, and is
// reported, if its line would contradict the sign of an edge. The sign then acts as a rule, and
// the result is the same as without the request to follow.
func TestALineThatRowsContradictDoesNotFollow(t *testing.T) {
	f := finished(t, "sangiovese")
	row := f.Table.Row(f.Split.Test[0], nil)
	q := f.Query(row)
	effect := f.Seen.Index("BunchN")
	q.Boxes, q.Knowledge = 500, following(q.Knowledge, effect)
	for i, e := range q.Knowledge.Edges {
		if e.To == effect {
			q.Knowledge.Edges = slices.Clone(q.Knowledge.Edges)
			q.Knowledge.Edges[i].Sign = causal.Falls
		}
	}
	said, err := f.Explain(row, q, nothing)
	if err != nil {
		t.Fatal(err)
	}
	q.Knowledge = following(q.Knowledge)
	free, err := f.Explain(row, q, nothing)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(said.Flat, []int{effect}) || len(said.Carry) > 0 || len(free.Flat) > 0 {
		t.Errorf("lines that rows contradict: %v, and %v follow", said.Flat, said.Carry)
	}
	if said.Flat = nil; !reflect.DeepEqual(said, free) {
		t.Errorf("found is %+v, want %+v", said.Rows, free.Rows)
	}
}

// TestEffectsAreLetGo checks that if no answer exists while all effects follow, the effects to
// release are named. Each proposal is tried: with that effect released, the same search must find
// a row in which the others follow.
func TestEffectsAreLetGo(t *testing.T) {
	f := finished(t, "sangiovese")
	ways := 0
	for i := 0; ways < 6 && i < 40; i++ {
		row := f.Table.Row(f.Split.Test[i], nil)
		q := f.Query(row)
		carried := q.Knowledge.Carriers(f.Seen)
		q.Boxes, q.Knowledge = 500, following(q.Knowledge, carried...)
		x, err := f.Explain(row, q, nothing)
		if err != nil {
			t.Fatal(err)
		}
		if len(x.Carry) != len(carried) {
			t.Fatalf("row %d: %v follow", i, x.Carry)
		}
		if len(x.Rows) > 0 { // releasing this one effect is sufficient
			continue
		}
		for _, r := range x.Relaxed[:min(len(x.Relaxed), 2)] {
			q.Without = r.Without
			y, err := f.Explain(row, q, nothing)
			if err != nil {
				t.Fatal(err)
			}
			if len(y.Rows) == 0 || len(y.Carry) != len(carried)-len(r.Without) || len(y.Laws) != len(x.Laws) ||
				!y.Laws[r.Without[0]].GivenUp {
				t.Fatalf("row %d: without %v %d are found, %v follow", i, r.Without, len(y.Rows), y.Carry)
			}
			ways++
			for _, c := range y.Rows {
				for k, v := range c.Proof {
					if !v.Pass && !y.Laws[k].GivenUp {
						t.Errorf("row %d: %s", i, v.Sentence)
					}
				}
				leads(t, f, row, c)
			}
		}
	}
	if ways < 3 {
		t.Errorf("only %d ways out", ways)
	}
}

// TestRefitsAreTold checks that answers with effects computed by fitted lines report under how
// many fits to other samples they reach the class, compared with an independent count. Formulas
// are not refitted, and effects given up do not follow.
func TestRefitsAreTold(t *testing.T) {
	f := finished(t, "sangiovese")
	carried := f.Query(f.Table.Row(0, nil)).Knowledge.Carriers(f.Seen)
	seen := map[int]bool{}
	for i := range 12 {
		row := f.Table.Row(f.Split.Test[i], nil)
		q := f.Query(row)
		q.Boxes, q.Knowledge = 500, following(q.Knowledge, carried...)
		x, err := f.Explain(row, q, nothing)
		if err != nil {
			t.Fatal(err)
		}
		if x.Refits != study.Refits {
			t.Fatalf("row %d: %d fits", i, x.Refits)
		}
		k := causal.Knowledge{Edges: q.Knowledge.Edges, Mechanisms: q.Knowledge.Mechanisms}.Free()
		fits, err := study.Refit(k, f.Table, f.Split.Train, kernel.NewKey(0).Sub(104))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range x.Rows {
			stands := 0
			for _, m := range fits {
				after := slices.Clone(c.Row)
				for _, n := range m.Nodes() {
					if slices.Contains(x.Carry, n.Feature) {
						after[n.Feature] = m.Mean(n, after) + m.Residual(n, row)
					}
				}
				if f.Ask(after)[0].Class == x.Target &&
					causal.AllHold(f.Said(), causal.Hard(q.Knowledge.AllRules(f.Said())), row, after) {
					stands++
				}
			}
			if c.Stands != stands {
				t.Errorf("row %d stands under %d fits, by hand %d", i, c.Stands, stands)
			}
			seen[c.Stands] = true
		}
	}
	if len(seen) < 2 {
		t.Errorf("all answers stand under as many: %v", seen)
	}
	plain := finished(t, "simple-bn")
	row := plain.Table.Row(plain.Split.Test[0], nil)
	q := plain.Query(row)
	q.Knowledge = following(q.Knowledge, 2)
	if x, err := plain.Explain(row, q, nothing); err != nil || x.Refits != 0 || len(x.Carry) != 1 {
		t.Errorf("%d fits of a formula, %v", x.Refits, err)
	}
}

// TestRefitsFollowTheStates checks that the state of an effect determines how refits are counted,
// regardless of earlier queries. An adjustable effect keeps the value that the person aims for;
// one that only follows does not.
func TestRefitsFollowTheStates(t *testing.T) {
	f, fresh := finished(t, "sangiovese"), finished(t, "sangiovese")
	row := f.Table.Row(f.Split.Test[0], nil)
	q := f.Query(row)
	effects := q.Knowledge.Carriers(f.Seen)
	q.Boxes, q.Knowledge = 500, following(q.Knowledge, effects...)
	if _, err := f.Explain(row, q, nothing); err != nil {
		t.Fatal(err)
	}
	q.Knowledge = following(q.Knowledge, effects...)
	for i := range q.Knowledge.Mechanisms {
		if q.Knowledge.Mechanisms[i].Feature == f.Seen.Index("BunchN") {
			q.Knowledge.Mechanisms[i].State = causal.Adjustable
		}
	}
	rules := func(p *Project) [][]causal.Rule {
		l, err := p.laws(q)
		if err != nil {
			t.Fatal(err)
		}
		list, err := p.refits(q.Knowledge, l)
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	if got, want := rules(&f.Project), rules(&fresh.Project); len(got) != study.Refits ||
		!reflect.DeepEqual(got, want) {
		t.Errorf("%d rules follow after another state, %d in a new project", len(got[0]), len(want[0]))
	}
}
