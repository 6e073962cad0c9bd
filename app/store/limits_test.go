package store

import (
	"reflect"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/sketch"
	"causeway/core/wire"
)

func TestLimitsBecomeRules(t *testing.T) {
	local := func(r causal.Rule) []causal.Rule { r.Local = true; return []causal.Rule{r} }
	cases := []struct {
		name    string
		feature int
		limit   causal.Limit
		want    []causal.Rule
	}{
		{"free", 0, causal.Limit{}, nil},
		{"frozen", 1, causal.Limit{Kind: causal.Frozen}, local(causal.Rule{Kind: causal.Immutable, Feature: 1})},
		{"impossible is frozen", 0, causal.Limit{Difficulty: causal.Impossible},
			local(causal.Rule{Kind: causal.Immutable})},
		{"only up", 0, causal.Limit{Kind: causal.OnlyUp},
			append(local(causal.Rule{Kind: causal.OnlyIncrease}),
				local(causal.Rule{Kind: causal.MoveAtMost, Min: causal.Open, Max: 5})...)},
		{"a range starts at the training range", 0, causal.Limit{Kind: causal.Between},
			local(causal.Rule{Kind: causal.Range, Min: 17, Max: 90})},
		{"at most ± starts at the usual deviation, around the row", 0, causal.Limit{Kind: causal.Within},
			local(causal.Rule{Kind: causal.Range, Min: 29, Max: 49})},
		{"levels start with all", 1, causal.Limit{Kind: causal.OnlyThese},
			local(causal.Rule{Kind: causal.Allowed, Feature: 1, Levels: []int{0, 1}})},
		{"a category cannot rise", 1, causal.Limit{Kind: causal.OnlyUp}, nil},
	}
	for _, c := range cases {
		p := ready(t)
		p.do(SetLimit{c.feature, c.limit}, FindCounterfactuals{})
		m, _ := take[wire.Explain](p)
		if !reflect.DeepEqual(m.Rules, c.want) {
			t.Errorf("%s: rules %+v, want %+v", c.name, m.Rules, c.want)
		}
		if err := m.CheckMany(2, nil); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// The difficulty of withholding comes after the difficulties of all features, and is a separate limit.
func TestDifficultyOfWithholdingIsAskedFor(t *testing.T) {
	p := ready(t)
	p.do(SetLimit{0, causal.Limit{Difficulty: causal.VeryDifficult}},
		SetLimit{1, causal.Limit{Withheld: 1 + causal.Difficult}}, FindCounterfactuals{})
	equal(t, "features with a limit", p.Explain.Limited(), 2)
	m, _ := take[wire.Explain](p)
	equalSlices(t, "efforts", m.Effort, []float64{4, 1, 4, 2})
	if err := m.CheckMany(2, nil); err != nil {
		t.Error(err)
	}
	p.do(SetLimit{1, causal.Limit{Withheld: causal.Impossible + 1}})
	equal(t, "what is impossible is no difficulty", p.Explain.LimitOf(1).Withheld, 1+causal.Difficult)
}

func TestDifficultyAndLimitAreAskedFor(t *testing.T) {
	p := ready(t)
	f := p.Explain.Find
	f.MaxChanged = 7
	p.do(SetLimit{0, causal.Limit{Difficulty: causal.VeryDifficult}}, SetFind{f},
		AddRule{causal.Rule{Kind: causal.OnlyIncrease}}, FindCounterfactuals{})
	m, _ := take[wire.Explain](p)
	equalSlices(t, "effort", m.Effort, []float64{4, 1})
	equal(t, "features that may change, of 2", m.MaxChanged, 2)
	equal(t, "rules for everyone", len(m.Knowledge.Rules), 1)
}

// Limits apply at once to the results, and undo removes them.
func TestLimitsApplyAtOnce(t *testing.T) {
	p := ready(t)
	p.do(SetLimit{0, causal.Limit{Kind: causal.Frozen}}) // nothing is shown yet
	p.idle()
	p.do(FindCounterfactuals{})
	answer[wire.Explain](p, wire.Explained{})
	p.do(SetLimit{0, causal.Limit{Kind: causal.OnlyUp}})
	first, job := take[wire.Explain](p)
	equal(t, "kind", first.Rules[0].Kind, causal.OnlyIncrease)
	p.do(SetLimit{0, causal.Limit{Kind: causal.OnlyDown}})
	p.idle() // one search at a time
	p.do(Fact{job, wire.Explained{}})
	second := answer[wire.Explain](p, wire.Explained{})
	equal(t, "kind", second.Rules[0].Kind, causal.OnlyDecrease)
	if !p.Explain.Unasked || p.Explain.OldRules {
		t.Errorf("unasked %v, old %v", p.Explain.Unasked, p.Explain.OldRules)
	}
	p.do(AddRule{causal.Rule{Kind: causal.OnlyIncrease}})
	if !p.Explain.OldRules {
		t.Error("what was found is not old although the graph has another rule")
	}
	p.do(Undo{}, Undo{})
	equal(t, "limit after two undos", p.Explain.LimitOf(0).Kind, causal.OnlyUp)
	p.do(ClearLimits{})
	if p.Explain.Limits != nil {
		t.Error("limits are left")
	}
}

func TestARelaxationIsForOneSearch(t *testing.T) {
	p := ready(t)
	f := p.Explain.Find
	f.MaxChanged = 1
	p.do(SetFind{f}, SetLimit{0, causal.Limit{Kind: causal.Frozen}}, SetLimit{1, causal.Limit{Kind: causal.Frozen}},
		FindCounterfactuals{})
	answer[wire.Explain](p, wire.Explained{Relaxed: []wire.Relaxation{{Without: []int{1}, Wider: true}}})
	p.do(Relax{Index: 1})
	p.idle()
	p.do(Relax{Index: 0})
	m := answer[wire.Explain](p, wire.Explained{})
	equalSlices(t, "given up", m.Without, []int{1})
	equal(t, "limit on changes", m.MaxChanged, 0)
	if p.Explain.OldRules {
		t.Error("a relaxed search is called out of date")
	}
	p.do(FindCounterfactuals{})
	again, _ := take[wire.Explain](p)
	if again.Without != nil || again.MaxChanged != 1 {
		t.Errorf("the next search gives up %v and allows %d changes", again.Without, again.MaxChanged)
	}
}

func TestRulesForThisPersonAlone(t *testing.T) {
	p := ready(t)
	p.do(FindCounterfactuals{})
	answer[wire.Explain](p, wire.Explained{})
	p.do(AddOwnRule{causal.Rule{Kind: causal.MoveTogether, Feature: 0, Other: 1, Soft: true}})
	m, job := take[wire.Explain](p)
	if len(m.Rules) != 1 || !m.Rules[0].Local || m.Rules[0].Soft || m.Rules[0].Kind != causal.MoveTogether {
		t.Errorf("asked with %+v", m.Rules)
	}
	p.do(Fact{job, wire.Explained{}})
	equal(t, "limited", p.Explain.Limited(), 1)
	p.do(AddOwnRule{causal.Rule{Kind: causal.MoveTogether, Feature: 0, Other: 1}})
	equal(t, "rules, the same stated twice", len(p.Explain.Own), 1)
	p.do(AddOwnRule{causal.Rule{Kind: causal.LessOrEqual, Feature: 0, Other: 1}})
	p.wantAlert("has no order")
	p.do(Undo{})
	equal(t, "rules after undo", len(p.Explain.Own), 0)
	p.do(Redo{}, RemoveOwnRule{3}, RemoveOwnRule{0})
	equal(t, "rules", len(p.Explain.Own), 0)
	p.do(Undo{}, ClearLimits{})
	equal(t, "rules after all was cleared", p.Explain.Limited(), 0)
}

// A person's range is clamped to the range for everyone, and the page says so.
func TestALimitStaysInsideTheRule(t *testing.T) {
	p := ready(t)
	p.do(AddRule{causal.Rule{Kind: causal.Range, Min: 18, Max: 65}}, SetLimit{0, causal.Limit{Kind: causal.Between}})
	equal(t, "alerts at the start", len(p.Notices.Alerts), 0)
	l := p.Explain.LimitOf(0)
	equalSlices(t, "start", []float64{l.Min, l.Max}, []float64{18, 65})
	p.do(SetLimit{0, causal.Limit{Kind: causal.Between, Min: 5, Max: 40}})
	p.wantAlert(`"age" must be between 18 and 65. The limit became 18 to 40.`)
	p.do(SetLimit{0, causal.Limit{Kind: causal.Between, Min: 70, Max: 80}})
	l = p.Explain.LimitOf(0)
	equalSlices(t, "beyond", []float64{l.Min, l.Max}, []float64{65, 65})
	g := p.Graph.Leeways(p.Data.Table.Schema, p.Explain.Edited)[0]
	equalSlices(t, "what the fields take", []float64{g.Low, g.High}, []float64{18, 65})
	p.do(RemoveRule{At: 0}, SetLimit{0, causal.Limit{Kind: causal.Between, Min: 5, Max: 80}})
	l = p.Explain.LimitOf(0)
	equalSlices(t, "without the rule", []float64{l.Min, l.Max}, []float64{5, 80})
}

// A missing number is locked if its flag is.
func TestWhatIsMissingIsLocked(t *testing.T) {
	s := testSchema
	s.Features = []data.Feature{{Name: "age", Kind: data.Integer, Max: 99},
		{Name: data.FlagName("age"), Kind: data.Boolean, Levels: []string{"no", "yes"}}}
	stays := causal.Rule{Kind: causal.StaysMissing, Feature: 0, Other: 1}
	locked := func(flag float64, rules ...causal.Rule) string {
		g := Graph{Sketch: sketch.Sketch{Nodes: make([]sketch.Node, 2), Rules: rules}}
		return g.Leeways(s, []float64{40, flag})[0].Locked
	}
	fixed := causal.Rule{Kind: causal.Immutable, Feature: 1}
	equal(t, "missing", locked(1, fixed, stays), `"age" may not change while it is not given.`)
	equal(t, "known", locked(0, fixed, stays), "")
	equal(t, "with a flag that may change", locked(1, stays), "")
}

// A limit that is set with bounds or levels has them from the start.
func TestALimitBeginsAsItIsAsked(t *testing.T) {
	p := ready(t)
	p.do(SetLimit{Feature: 0, Limit: causal.Limit{Kind: causal.Between, Min: 20, Max: 30}})
	if l := p.Explain.LimitOf(0); l.Min != 20 || l.Max != 30 {
		t.Errorf("a range from 20 to 30 begins as %+v", l)
	}
	p.do(SetLimit{Feature: 1, Limit: causal.Limit{Kind: causal.OnlyThese, Levels: []int{1}}})
	equalSlices(t, "levels", p.Explain.LimitOf(1).Levels, []int{1})
	l := p.Explain.LimitOf(0)
	l.Kind = causal.Within // as from a list of kinds
	p.do(SetLimit{Feature: 0, Limit: l})
	if l := p.Explain.LimitOf(0); l.By <= 0 || l.Min != 0 {
		t.Errorf("another kind begins as %+v", l)
	}
}
