package onnx

import (
	"math"
	"slices"
	"strings"
	"testing"

	"causeway/core/data"
	"causeway/core/kernel"
)

// TestClassifierIsTheModel checks that a model with columns of every kind, mapped in every way,
// predicts the same as the black box into which its mapping is merged.
func TestClassifierIsTheModel(t *testing.T) {
	s := people()
	s.Outcome.Levels = s.Outcome.Levels[:2]
	rows := somebody(s, 200, kernel.NewKey(3))
	m, _ := open(t, "testdata", "sklearn-columns")
	p := Mapping{Columns: []Source{
		{Take: Number, Feature: 0},
		{Take: Number, Feature: 2, Shift: 10, Scale: 4},
		{Take: Code, Feature: 1, Codes: []float64{3, 2, -1, 0}}, // an unknown job
		{Take: Code, Feature: 5, Codes: []float64{0, 1, 2}},
		{Take: Fixed, Value: 1},
	}, Classes: []int{1, 0}}
	check := func() {
		t.Helper()
		c, err := m.Classifier(p, s)
		if err != nil {
			t.Fatal(err)
		}
		spread := 0.0
		for i, got := range sharesOf(c, s, rows) {
			want, err := m.Shares(p.Values(m, rows[i]))
			if err != nil || math.Abs(got[1]-want[0]) > 1e-6 || math.Abs(got[0]-want[1]) > 1e-6 {
				t.Fatalf("row %d: got %v, want %v %v", i, got, want, err)
			}
			spread = max(spread, got[0])
		}
		if spread < 0.1 {
			t.Error("the model says the same of everybody")
		}
	}
	check()
	m, _ = open(t, "testdata", "torch-scores")
	m.Classes, m.layers[3] = 2, dense{in: m.layers[3].in, out: 2, w: m.layers[3].w[:2*m.layers[3].in],
		b: m.layers[3].b[:2]}
	p.Columns = []Source{
		{Take: Level, Feature: 1, Level: 2},
		{Take: Level, Feature: 5, Level: 0, Shift: 0.3, Scale: 0.5},
		{Take: Code, Feature: 5, Codes: []float64{-1, 0.5, 2}, Shift: 1, Scale: 2},
		{Take: Fixed, Value: -0.5, Shift: 1, Scale: 3},
		{Take: Number, Feature: 4, Scale: 3},
		{Take: Number, Feature: 2, Shift: 14, Scale: 10},
		{Take: Number, Feature: 2, Shift: 14, Scale: -10},
	}
	check()
}

func TestCheckNamesProblems(t *testing.T) {
	s := people()
	s.Outcome.Levels = s.Outcome.Levels[:2]
	m, _ := open(t, "testdata", "sklearn-columns")
	good := []Source{
		{Take: Number, Feature: 0},
		{Take: Number, Feature: 2},
		{Take: Code, Feature: 1, Codes: []float64{0, 1, 2, 3}},
		{Take: Code, Feature: 5, Codes: []float64{0, 1, 2}},
		{Take: Code, Feature: 3, Codes: []float64{0, 1}},
	}
	if problems := (Mapping{good, []int{0, 1}}).Check(m, s); problems != nil {
		t.Fatalf("problems %q", problems)
	}
	for name, c := range map[string]struct {
		spoil func(p *Mapping)
		word  string
	}{
		"not decided":        {func(p *Mapping) { p.Columns[0] = Source{} }, `"age" has no source yet`},
		"no such kind":       {func(p *Mapping) { p.Columns[0].Take = 9 }, "unknown kind"},
		"no such feature":    {func(p *Mapping) { p.Columns[0].Feature = 70 }, "not there"},
		"below all features": {func(p *Mapping) { p.Columns[0].Feature = -1 }, "not there"},
		"a number of levels": {func(p *Mapping) { p.Columns[0].Feature = 1 }, `"job" has none`},
		"levels of a number": {func(p *Mapping) { p.Columns[0] = Source{Take: Level} }, `"age" has none`},
		"a level too many": {func(p *Mapping) { p.Columns[0] = Source{Take: Level, Feature: 1, Level: 4} },
			"has not"},
		"a number for codes":    {func(p *Mapping) { p.Columns[2] = Source{Take: Number} }, "takes codes"},
		"a code that is none":   {func(p *Mapping) { p.Columns[3].Codes[2] = 3 }, "one of its codes"},
		"an unknown code":       {func(p *Mapping) { p.Columns[3].Codes[2] = -1 }, "one of its codes"},
		"half a code":           {func(p *Mapping) { p.Columns[3].Codes[2] = 0.5 }, "one of its codes"},
		"a code missing":        {func(p *Mapping) { p.Columns[3].Codes = p.Columns[3].Codes[1:] }, "every level"},
		"a fixed code too many": {func(p *Mapping) { p.Columns[4] = Source{Take: Fixed, Value: 7} }, "no such code"},
		"an infinite scale":     {func(p *Mapping) { p.Columns[0].Scale = math.Inf(1) }, "not finite"},
		"a class twice":         {func(p *Mapping) { p.Classes = []int{1, 1} }, "another class"},
		"a class too many":      {func(p *Mapping) { p.Classes = []int{0, 1, 1} }, "3"},
		"a column too few":      {func(p *Mapping) { p.Columns = p.Columns[1:] }, "4 columns"},
		"the same for all": {func(p *Mapping) { p.Columns = slices.Repeat([]Source{{Take: Fixed}}, 5) },
			"No column"},
	} {
		p := Mapping{slices.Clone(good), []int{0, 1}}
		p.Columns[3].Codes = slices.Clone(p.Columns[3].Codes)
		c.spoil(&p)
		problems := p.Check(m, s)
		if len(problems) != 1 || !strings.Contains(problems[0], c.word) {
			t.Errorf("%s: %q does not say %q", name, problems, c.word)
		}
		for _, w := range problems {
			checkSentence(t, w)
		}
		if _, err := m.Classifier(p, s); err == nil {
			t.Errorf("%s: made a classifier", name)
		}
	}
}

func adult() data.Schema {
	return data.Schema{
		Features: []data.Feature{
			{Name: "age", Kind: data.Integer, Min: 17, Max: 90, MAD: 10},
			{Name: "workclass", Kind: data.Category, Levels: []string{"Private", "Self-emp-inc", "Government"}},
			{Name: "education", Kind: data.Ordered, Levels: []string{"HS", "BA", "MA"}},
			{Name: "hours-per-week", Kind: data.Integer, Min: 1, Max: 99, MAD: 5},
			{Name: "band", Kind: data.Category, Levels: []string{"<5", ">5"}},
		},
		Outcome: data.Feature{Name: "income", Kind: data.Category, Levels: []string{"<=50K", ">50K"}},
	}
}

func columns(names ...string) *Model {
	m := &Model{Classes: 2, Labels: []string{">50K", "<=50K"}}
	for _, n := range names {
		m.Columns = append(m.Columns, Column{Name: n})
	}
	return m
}

func TestGuess(t *testing.T) {
	s := adult()
	number := func(j int) Source { return Source{Take: Number, Feature: j} }
	level := func(j, l int) Source { return Source{Take: Level, Feature: j, Level: l} }
	code := func(j int, v ...float64) Source { return Source{Take: Code, Feature: j, Codes: v} }
	coded := columns("age", "workclass", "education")
	coded.Columns[1].Codes, coded.Columns[1].Text = []string{"Government", "Private", "Self-emp-inc"}, true
	coded.Columns[2].Codes = []string{"0", "1", "2"}
	for name, c := range map[string]struct {
		model *Model
		want  []Source
		notes string // one word of each
	}{
		"names as they are": {columns("age", "hours-per-week"), []Source{number(0), number(3)}, ""},
		"one-hot of pandas": {columns("age", "workclass_Private", "workclass_Self-emp-inc", "education_MA"),
			[]Source{number(0), level(1, 0), level(1, 1), level(2, 2)}, ""},
		"one-hot of scikit-learn": {columns("num__age", "cat__workclass_Government", "remainder__hours-per-week"),
			[]Source{number(0), level(1, 2), number(3)}, ""},
		"equals and other case": {columns("Age", "WORKCLASS=private", "hours_per_week"),
			[]Source{number(0), level(1, 0), number(3)}, ""},
		"signs that tell apart": {columns("band_<5", "band_>5"), []Source{level(4, 0), level(4, 1)}, ""},
		"signs lost":            {columns("age", "band_5"), []Source{number(0), {}}, "no name"},
		"levels by numbers": {columns("workclass", "education"), []Source{code(1, 1, 2, 0), code(2, 1, 0, 2)},
			"does not say which"},
		"codes of the model": {coded, []Source{number(0), code(1, 1, 2, 0), code(2, 1, 0, 2)},
			"does not say which"},
		"no names, one each": {columns("x[0]", "x[1]", "x[2]", "x[3]", "x[4]"),
			[]Source{number(0), code(1, 1, 2, 0), code(2, 1, 0, 2), number(3), code(4, 0, 1)},
			"no names,|does not say which"},
		"no names, encoded": {columns(strings.Split("abcdefghij", "")...),
			[]Source{number(0), level(1, 0), level(1, 1), level(1, 2),
				level(2, 0), level(2, 1), level(2, 2), number(3), level(4, 0), level(4, 1)}, "no names,"},
		"another sign": {columns("age", "band_≥5", "band_<5"), []Source{number(0), {}, level(4, 0)}, "no name"},
		"nothing fits": {columns("q", "w", "e"), []Source{{}, {}, {}}, "Choose"},
	} {
		p, notes := Guess(c.model, &data.Table{Schema: s})
		if !slices.EqualFunc(p.Columns, c.want, func(a, b Source) bool {
			return a.Take == b.Take && a.Feature == b.Feature && a.Level == b.Level && slices.Equal(a.Codes, b.Codes)
		}) {
			t.Errorf("%s: got %+v", name, p.Columns)
		}
		if !slices.Equal(p.Classes, []int{1, 0}) {
			t.Errorf("%s: classes %v", name, p.Classes)
		}
		var words []string
		if c.notes != "" {
			words = strings.Split(c.notes, "|")
		}
		if len(notes) != len(words) {
			t.Errorf("%s: notes %q", name, notes)
			continue
		}
		for i, w := range words {
			checkSentence(t, notes[i])
			if !strings.Contains(notes[i], w) {
				t.Errorf("%s: %q does not say %q", name, notes[i], w)
			}
		}
	}
	other := columns("age")
	other.Classes, other.Labels = 3, nil
	if p, notes := Guess(other, &data.Table{Schema: s}); p.Classes != nil || len(notes) != 1 ||
		!strings.Contains(notes[0], "different numbers of classes") {
		t.Errorf("three classes: %v %q", p.Classes, notes)
	}
}

// A model that gives one number gives that of a numeric outcome, whose bands ascend. Their names,
// "700 or more" and "below 700", would sort the other way.
func TestGuessOfANumber(t *testing.T) {
	s, m := adult(), columns("age")
	s.Outcome = data.Feature{Name: "rent", Kind: data.Category, Levels: data.BandNames([]float64{700}),
		Cuts: []float64{700}}
	m.Number, m.Classes, m.Labels = true, 2, nil
	if p, notes := Guess(m, &data.Table{Schema: s}); !slices.Equal(p.Classes, []int{0, 1}) || len(notes) != 1 {
		t.Errorf("got %v, %q", p.Classes, notes)
	}
}

// TestGuessOfWhatIsMissing checks that missing values of the table map to the model's own
// category for them, under any name that its program uses. If the model has none, or the value
// becomes a number, a note must mention this.
func TestGuessOfWhatIsMissing(t *testing.T) {
	s := data.Schema{Features: []data.Feature{
		{Name: "x", Kind: data.Integer, Max: 1, MAD: 1},
		{Name: data.FlagName("x"), Kind: data.Boolean, Levels: []string{"no", "yes"}},
		{Name: "risk", Kind: data.Category, Levels: []string{"low", "high", data.MissingLevel}},
	}, Outcome: adult().Outcome}
	const filled = `If "x is missing" says that "x" is missing, the model gets the number that the table has ` +
		`instead`
	for name, c := range map[string]struct {
		codes         []string
		unknown, gaps bool
		want          []float64
		notes         string
	}{
		"nan":                   {[]string{"high", "low", "nan"}, true, true, []float64{1, 0, 2}, ""},
		"a word":                {[]string{"high", "low", "missing"}, false, true, []float64{1, 0, 2}, ""},
		"none, taken as a gap":  {[]string{"high", "low"}, true, true, []float64{1, 0, -1}, ""},
		"a number in its place": {[]string{"high", "low", "nan"}, true, false, []float64{1, 0, 2}, filled},
		"none, taken as unseen": {[]string{"high", "low"}, true, false, []float64{1, 0, -1},
			filled + `|The model does not know "(missing)" of "risk" and treats it`},
		"a level that is unknown": {[]string{"high", "nan"}, false, true, []float64{-1, 0, 1},
			`The model does not know "low" of "risk". Choose one of its codes`},
	} {
		m := columns("x", "risk")
		m.Columns[0].Gaps = c.gaps
		m.Columns[1] = Column{Name: "risk", Codes: c.codes, Unknown: c.unknown, Gaps: c.gaps}
		p, notes := Guess(m, &data.Table{Schema: s})
		if !slices.Equal(p.Columns[1].Codes, c.want) {
			t.Errorf("%s: got %+v", name, p.Columns)
		}
		if words := strings.Split(c.notes, "|"); !slices.EqualFunc(words,
			append(notes, make([]string, max(0, 1-len(notes)))...),
			func(w, n string) bool { return strings.Contains(n, w) }) {
			t.Errorf("%s: notes %q, want %q", name, notes, words)
		}
	}
	p, notes := Guess(columns("x", "x is missing", "risk_low", "risk_high", "risk_nan"), &data.Table{Schema: s})
	if len(notes) > 1 || p.Columns[4].Take != Level || p.Columns[4].Level != 2 {
		t.Errorf("dummies: %+v %q", p.Columns, notes)
	}
}

// TestEmptyTextIsMissing checks that a missing category is the model's empty text, as an encoder of a
// pipeline has it.
func TestEmptyTextIsMissing(t *testing.T) {
	levels := []string{"north", "sea", data.MissingLevel}
	if got, want := matches(levels, Column{Codes: []string{"", "north", "sea"}, Unknown: true}),
		[]float64{1, 2, 0}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestNamesOfLevels checks that names of one-hot columns are not confused if they differ only in
// other characters than letters.
func TestNamesOfLevels(t *testing.T) {
	s := data.Schema{Features: []data.Feature{{Name: "t", Kind: data.Category, Levels: []string{"1", "100", "-3"}}},
		Outcome: adult().Outcome}
	for name, want := range map[string]Source{
		"t_1": {Take: Level}, "t_1.0": {Take: Level}, "t=100": {Take: Level, Level: 1},
		"t_100.0": {Take: Level, Level: 1}, "T.100": {Take: Level, Level: 1}, "t_-3": {Take: Level, Level: 2},
		"t_10.0": {}, "t_-1": {}, "t_3": {}, "t_1+": {}, "t_<1": {}, "t_0.1": {},
	} {
		if p, _ := Guess(columns("x", name), &data.Table{Schema: s}); p.Columns[1].Take != want.Take ||
			p.Columns[1].Level != want.Level {
			t.Errorf("%s: %+v, want %+v", name, p.Columns[1], want)
		}
	}
}

// TestFeatureNames checks that metadata in the file names the columns of one wide input.
func TestFeatureNames(t *testing.T) {
	b := message(file(2, 13, func(b *builder) string {
		return b.node("Gemm", []string{"x", b.floats([]int{2, 2}, 1, 2, 3, 4)})
	}))
	var n message
	n.text(1, "feature_names")
	n.text(2, "age, hours-per-week")
	b.bytes(14, n)
	m, err := Read(b, "")
	if err != nil || m.Columns[0].Name != "age" || m.Columns[1].Name != "hours-per-week" {
		t.Errorf("%v %v", m, err)
	}
}
