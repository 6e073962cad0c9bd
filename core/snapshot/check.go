package snapshot

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"unicode/utf8"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/fault"
	"causeway/core/form"
	"causeway/core/label"
	"causeway/core/model"
)

const (
	maxText    = 4_096 // bytes in a name or a search
	maxRecords = 10_000
	maxOwn     = 100
)

// checks collects the first problem of a project. pause, unless nil, lets other work run.
type checks struct {
	err   error
	pause func()
}

// that records a problem unless ok.
func (c *checks) that(ok bool, format string, args ...any) {
	if c.err == nil && !ok {
		c.err = fault.Errorf("%w: "+format, slices.Concat([]any{ErrFormat}, args)...)
	}
}

// fine records an error from another package.
func (c *checks) fine(what string, err error) {
	if c.pause != nil {
		c.pause()
	}
	c.that(err == nil, "%s: %v", what, err)
}

func (c *checks) text(what, s string) {
	c.that(len(s) <= maxText && utf8.ValidString(s), "%s is too long or no text", what)
}

// Check returns the first error that makes the project unusable: inconsistent parts, rules about
// missing features, a graph with a cycle, or models whose shapes do not match the schema.
func (p Project) Check() error { return p.check(func() {}) }

func (p Project) check(pause func()) error {
	c := checks{pause: pause}
	c.fine("the schema", p.Schema.Check())
	if c.err != nil {
		return c.err
	}
	p.checkData(&c)
	for _, f := range append(p.Schema.Features[:len(p.Schema.Features):len(p.Schema.Features)], p.Schema.Outcome) {
		c.that(len(f.Was) == 0 && f.Unit == "" &&
			f.Shown == 0, "its schema is as people read it, and the readable names stand beside it")
	}
	c.fine("the readable names", p.Schema.CheckNames(p.Names))
	c.fine("the graph", p.Graph.Check(p.Schema))
	c.settings(p.Settings)
	c.that(p.Settings.Wanted >= 0 && p.Settings.Wanted <= p.Schema.Classes(),
		"its settings want class %d; there are %d", p.Settings.Wanted, p.Schema.Classes())
	p.checkExplain(&c)
	c.that(p.HasClassifier || !p.HasGenerator, "it has a generator without its classifier")
	if p.HasClassifier {
		p.checkClassifier(&c)
	}
	if p.HasGenerator {
		p.checkGenerator(&c)
	}
	if p.HasLabels {
		p.checkLabels(&c)
	}
	if p.HasTuning {
		p.checkTuning(&c)
	}
	if p.HasEvaluation {
		p.Evaluation.check(&c, p.Schema)
	}
	p.checkCourses(&c)
	p.checkRows(&c)
	c.that(len(p.Answers) == 0 || len(p.Answers) == 2, "it has %d lists of answers; there are 2", len(p.Answers))
	for _, b := range p.Answers {
		c.that(len(b) == 0 || json.Valid(b), "a list of its answers is not JSON")
	}
	if c.err == nil {
		p.checkClaims(&c)
	}
	return c.err
}

func (p Project) checkData(c *checks) {
	d, s := p.Data, p.Data.Source
	c.text("the name of its table", d.Name)
	c.text("the name of its table's file", s.File)
	c.text("the name of its table's model", s.Model)
	c.text("the name of its table's preparation", s.Plan.Recipe)
	c.that(d.Rows >= 1 && d.Rows <= data.MaxRows, "its table has %d rows", d.Rows)
	c.that(d.Hash != "" && len(d.Hash) <= maxName, "the hash of its table has %d characters", len(d.Hash))
	c.that(s.Rows >= 0 && s.Size >= 0, "its table comes from %d rows and %d bytes", s.Rows, s.Size)
	c.fine("the plan of its table", form.Check(s.Plan))
	c.fine("what its missing values become", p.Schema.CheckFills(d.Fills))
	for k, n := range d.Runs {
		c.that(n >= 1 && n <= data.MaxRows || k == 0 && n == 0, "%d rows of its file are kept or left out at once", n)
	}
}

// filter checks everything that is possible without the table. Conditions on missing classes or
// features select nothing.
func (c *checks) filter(f document.RowFilter) {
	c.that(f.Predicted >= -1 && f.Predicted <= data.MaxLevels && f.Outcome >= 0 &&
		f.Outcome <= data.MaxLevels, "it chooses rows of a class that cannot be")
	c.fine("the rows that it chooses", form.Check(f.Where))
}

func (c *checks) settings(s document.Settings) {
	c.fine("the settings of the classifier", s.Classifier.Check())
	c.recipe("the settings of the generator", s.Generator)
	c.that(s.Sample.Rows >= 0 && s.Sample.Rows <= data.MaxRows, "its settings sample %d rows", s.Sample.Rows)
	c.text("a search", s.Batch.Search)
	c.filter(s.Batch.Filter)
	c.text("a list of cut points", s.Batch.Cuts)
	for _, text := range s.Notice.Texts() {
		c.that(len(*text) <= document.MostNotice && utf8.ValidString(*text),
			"a text of its notices is too long or no text")
	}
	c.that(s.Notice.Language < document.LanguageCount, "its notices are in language %d", s.Notice.Language)
	for _, list := range [][]string{s.Evaluation.Methods, s.Evaluation.Chosen} {
		c.that(len(list) <= 64, "its settings evaluate %d methods", len(list))
		for _, m := range list {
			c.text("a method", m)
		}
	}
}

// recipe checks the settings of a training with a method that users can choose.
func (c *checks) recipe(what string, r model.Recipe) {
	c.fine(what, r.Check())
	c.that(r.Method.Chosen(), "%s: unknown method %.40q", what, r.Method)
}

func (p Project) checkExplain(c *checks) {
	e := p.Explain
	c.text("a search", e.Search)
	switch e.Part {
	case data.AllRows, data.TrainRows, data.ValRows, data.TestRows:
	default:
		c.that(false, "it looks at the unknown part %.40q of its table", string(e.Part))
	}
	c.that(e.Pos >= 0, "it looks at row %d", e.Pos)
	c.filter(e.Filter)
	c.that(len(e.Limits) == 0 || len(e.Limits) == len(p.Schema.Features), "it has limits of %d features; there are %d",
		len(e.Limits), len(p.Schema.Features))
	c.that(len(e.Horizons) == 0 || len(e.Horizons) == len(p.Schema.Features),
		"it has horizons of %d features; there are %d",
		len(e.Horizons), len(p.Schema.Features))
	for j, v := range e.Horizons {
		c.that(v == 0 || c.err == nil && p.Schema.Features[j].Kind.Numeric(),
			"it has a horizon of a feature that is not a number")
	}
	c.that(len(e.Marks) <= MaxMarks, "it marks %d rows; at most %d are possible", len(e.Marks), MaxMarks)
	for i, row := range e.Marks {
		c.that(row >= 0 && (i == 0 || row > e.Marks[i-1]), "the rows that it marks do not rise")
	}
	c.that(len(e.Pins) <= MaxPins, "it pins %d counterfactuals; at most %d are possible", len(e.Pins), MaxPins)
	for _, pin := range e.Pins {
		c.that(len(pin.Values) == len(p.Schema.Features),
			"a pinned counterfactual has %d values; there are %d features", len(pin.Values), len(p.Schema.Features))
	}
	c.that(len(e.Own) <= maxOwn, "it has %d rules of one person; at most %d are possible", len(e.Own), maxOwn)
	if c.err != nil { // the rest needs a graph that matches the schema
		return
	}
	for _, r := range e.Own {
		c.that(r.Local && !r.Soft, "a rule of one person is not said to be one")
		c.fine("a rule of one person", r.Check(p.Graph.Schema(p.Schema)))
	}
	for j, l := range e.Limits {
		for _, i := range l.Levels {
			c.that(i >= 0 && i < len(p.Schema.Features[j].Levels),
				"a limit names a level that the column %q does not have", p.Schema.Features[j].Name)
		}
	}
}

func (p Project) checkClassifier(c *checks) {
	m := p.Classifier
	c.that(m.Model.Kind == classifierKind, "its classifier is of another kind")
	c.that(m.Model.Of == p.Data.Hash, "its classifier belongs to another table")
	rest := m
	rest.Model.Tensors = nil // Validate checks them
	c.fine("the classifier", form.Check(toClassifier(rest)))
	n := p.Schema.Classes()
	c.that(len(m.Confusion) == 0 || len(m.Confusion) == n*n, "its classifier was measured on other classes")
	f := m.From
	for _, s := range append([]string{f.Name, f.Hash, f.Producer}, f.Labels...) {
		c.text("where the classifier comes from", s)
	}
	c.that(f.Size >= 0, "its classifier comes from no file that can be")
	if m.Trained {
		c.fine("the settings that the classifier was trained by", m.Settings.Check())
	}
	c.fine("the classifier", m.Model.Validate())
	if c.err == nil {
		c.classifier(m.Model, p.Schema)
	}
}

func (p Project) checkGenerator(c *checks) {
	g := p.Generator
	c.that(g.Model.Kind == generatorKind, "its generator is of another kind")
	rest := g
	rest.Model.Tensors = nil // Validate checks them
	c.fine("the generator", form.Check(toGenerator(rest)))
	c.that(len(g.Kept) == len(g.Rules), "its generator was judged by %d rules and has shares of %d", len(g.Rules),
		len(g.Kept))
	for _, r := range g.Rules {
		c.text("a rule that the generator was judged by", r)
	}
	c.fine("the generator", g.Model.Validate())
	n := 0
	for _, t := range append(g.Earlier[:len(g.Earlier):len(g.Earlier)],
		model.Past{Lesson: g.Model.Lesson, Settings: g.Settings, Best: max(g.Best, 1), Tunings: g.Tunings}) {
		p.checkPast(c, t)
		n += 1 + len(t.Tunings)
	}
	c.that(n <= model.MaxPast, "its generator came from %d trainings; at most %d are remembered", n, model.MaxPast)
	c.that(g.Warm || len(g.Earlier) == 0, "its generator went on from none and has trainings before its own")
	if c.err == nil {
		of, err := blackBoxOf(p.Data.Hash, p.Classifier.Model)
		c.that(err == nil && g.Model.Of == of, "its generator belongs to another classifier")
		c.generator(g.Model, p.Schema)
	}
}

// checkPast checks that a training and its fine-tunings can be repeated.
func (p Project) checkPast(c *checks, t model.Past) {
	c.that(t.Best >= 1 && t.Best <= model.MaxEpochs, "its generator was best in epoch %d", t.Best)
	c.recipe("the settings that the generator was trained by", t.Settings)
	c.that(t.Lesson.Method.Trains(), "its generator learned by the unknown method %.40q", t.Lesson.Method)
	c.fine("what the generator learned", t.Lesson.Knowledge.Check(p.Schema))
	for _, f := range t.Tunings {
		c.fine("a fine-tuning of the generator", f.Validate(len(p.Labels.Told)))
		c.fine("a fine-tuning of the generator", causal.Knowledge{Orders: f.Orders, Rules: f.Rules}.Check(p.Schema))
	}
}

func (p Project) checkLabels(c *checks) {
	l, s := p.Labels, p.Schema
	c.that(len(l.Name) <= label.MaxName && utf8.ValidString(l.Name),
		"the name of the person who labels is too long or no text")
	c.that(len(l.List) <= label.MaxLabels, "it has %d labels; at most %d are possible", len(l.List), label.MaxLabels)
	c.that(len(l.Learned) == 0 || len(l.Learned) == len(l.List), "it says of %d labels what was learned; there are %d",
		len(l.Learned), len(l.List))
	c.that(len(l.Told) <= label.MaxLabels, "its generator learned from %d labels; at most %d are possible", len(l.Told),
		label.MaxLabels)
	for _, x := range l.Told {
		c.that(x.Verdict <= label.Infeasible, "its generator learned from a label that says nothing")
	}
	for i, x := range append(l.List[:len(l.List):len(l.List)], l.Told...) {
		c.that(len(x.By) <= label.MaxName && utf8.ValidString(x.By), "label %d is by nobody who can have that name",
			i+1)
		c.that(x.Row >= -1 && x.Row < p.Data.Rows && x.Target >= 0 && x.Target < s.Classes() &&
			x.Verdict <= label.Unsure && x.Source <= label.Imported,
			"label %d is about a row or a class that is not there, or says nothing", i+1)
		for _, row := range [][]float64{x.Factual, x.Counterfactual} {
			c.that(len(row) == len(s.Features), "label %d has %d values for %d features", i+1, len(row),
				len(s.Features))
			for j := range min(len(row), len(s.Features)) {
				c.that(s.Features[j].Holds(row[j]), "label %d has a value that the column %q cannot have", i+1,
					s.Features[j].Name)
			}
		}
		for _, j := range x.Reason {
			c.that(j >= 0 && j < len(s.Features), "the reason of label %d names no feature", i+1)
		}
	}
	for _, v := range l.Learned {
		c.that(v <= 1+byte(label.Unsure), "it says what was learned of a label, and that is nothing")
	}
}

func (e Evaluation) check(c *checks, s data.Schema) {
	c.that(len(e.Records) == len(e.Entrants), "its evaluation has records of %d settings; there are %d", len(e.Records),
		len(e.Entrants))
	c.that(len(e.Entrants)*len(e.Seeds) <= maxRecords, "its evaluation has too many records")
	for _, x := range e.Entrants {
		c.fine("the evaluation", checkEntrant(x))
	}
	c.that(e.Told >= 0 && e.Told <= label.MaxLabels &&
		len(e.By) <= label.MaxLabels, "its evaluation learned from %d labels of %d people", e.Told, len(e.By))
	for _, name := range e.By {
		c.that(len(name) <= label.MaxName && utf8.ValidString(name),
			"its evaluation learned from labels of nobody who can have that name")
	}
	orders := causal.Knowledge{Orders: e.Orders}
	if c.fine("the evaluation", orders.Check(s)); c.err != nil {
		return
	}
	for _, r := range e.Rules {
		c.fine("the evaluation", r.Check(orders.Schema(s)))
	}
	if a := e.Asked; a.Known {
		c.fine("what the evaluation was asked for", a.Knowledge.Check(s))
		c.fine("what the evaluation was asked for", cmp.Or(form.Check(a), model.ContrastFields.Check(a.CEM)))
		c.that(!a.Mechanism || a.Truth != "", "its evaluation knew the mechanisms of no model")
		c.that(a.From < s.Classes(), "its evaluation explains rows of class %d; there are %d", a.From, s.Classes())
		c.text("the hash of its evaluation's labels", a.Labels)
	}
	for _, list := range e.Records {
		c.that(len(list) == len(e.Seeds), "its evaluation has records of %d seeds; there are %d", len(list),
			len(e.Seeds))
		for _, r := range list {
			if len(r.Figures) > 0 {
				c.fine("the evaluation", form.Check(r))
				c.that(r.Method != "", "its evaluation has figures of no method")
			}
		}
	}
}

// checkEntrant checks that a setting of a method is valid.
func checkEntrant(x document.Entrant) error {
	m := model.Method(x.Method)
	switch {
	case !m.Known():
		return fault.Errorf("snapshot: the method %.40q is unknown", x.Method)
	case m == model.CEM || m.Peer():
		return form.Check(x)
	case m.FromLabels():
		return cmp.Or(form.Check(x), x.Train.Check(), x.Round.Check())
	}
	return cmp.Or(form.Check(x), x.Train.Check())
}

func (p Project) checkRows(c *checks) {
	if !p.HasRows() {
		return
	}
	c.that(len(p.Columns) == p.Schema.Packed(), "it has rows of %d columns; there are %d", len(p.Columns),
		p.Schema.Packed())
	for _, col := range p.Columns {
		c.that(len(col.Data) == col.Size*p.Data.Rows &&
			columnTypes[col.Size] != "", "a column has %d bytes for %d rows", len(col.Data), p.Data.Rows)
	}
}

// check validates the arrays of a model.
func (f modelForm) check(what string) error {
	for _, a := range f.Arrays {
		if err := a.Array.check(fmt.Sprintf("%s, array %.60q,", what, a.Name), len(a.Array.Shape),
			"float32", "bfloat16"); err != nil {
			return err
		}
	}
	return nil
}

// check verifies that labels can be unpacked.
func (f labelsForm) check() error {
	for _, a := range []array{f.Factual, f.Counterfactual} {
		if err := a.check("a part of its labels", 2, "float64"); err != nil {
			return err
		}
	}
	n := len(f.Row)
	told := map[int]bool{}
	for _, i := range f.Told {
		told[i] = i >= 0 && i < n
	}
	for i := max(f.Listed, 0); i < n; i++ {
		if !told[i] {
			return fault.Errorf("%w: its label %d is neither in the list nor used by the generator", ErrFormat, i+1)
		}
	}
	for _, there := range told {
		if !there {
			return fault.Errorf("%w: its generator learned from labels that the file does not have", ErrFormat)
		}
	}
	if f.Listed < 0 || f.Listed > n {
		return fault.Errorf("%w: it lists %d labels but has %d", ErrFormat, f.Listed, n)
	}
	for _, m := range []int{f.Factual.Shape[0], f.Counterfactual.Shape[0], len(f.Target), len(f.Verdict), len(f.Reason),
		len(f.By), len(f.Source)} {
		if m != n {
			return fault.Errorf("%w: the columns of its labels have different lengths, %d and %d", ErrFormat, n, m)
		}
	}
	return nil
}

// check verifies that the columns can be unpacked.
func (f rowsForm) check() error {
	for _, a := range f.Columns {
		if err := a.check("a column", 1, "uint8", "int32", "float64"); err != nil {
			return err
		}
	}
	return nil
}
