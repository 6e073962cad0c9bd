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
	c.that(len(s) <= maxText && utf8.ValidString(s), "%s is too long or not valid UTF-8", what)
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
			f.Shown == 0,
			"the schema must have the column names of the original file; readable names belong in their own list")
	}
	c.fine("the readable names", p.Schema.CheckNames(p.Names))
	c.fine("the graph", p.Graph.Check(p.Schema))
	c.settings(p.Settings)
	c.that(p.Settings.Wanted >= 0 && p.Settings.Wanted <= p.Schema.Classes(),
		"the settings ask for class %d, but the table has %d classes", p.Settings.Wanted, p.Schema.Classes())
	p.checkExplain(&c)
	c.that(p.HasClassifier || !p.HasGenerator, "it has a generator but no classifier")
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
	c.that(len(p.Answers) == 0 || len(p.Answers) == 2, "it has %d lists of answers instead of 2", len(p.Answers))
	for _, b := range p.Answers {
		c.that(len(b) == 0 || json.Valid(b), "a list of answers is not valid JSON")
	}
	if c.err == nil {
		p.checkClaims(&c)
	}
	return c.err
}

func (p Project) checkData(c *checks) {
	d, s := p.Data, p.Data.Source
	c.text("the name of the table", d.Name)
	c.text("the file name of the table", s.File)
	c.text("the name of the model that the table comes from", s.Model)
	c.text("the name of the table's preparation", s.Plan.Recipe)
	c.that(d.Rows >= 1 && d.Rows <= data.MaxRows, "the table has %d rows, which is not possible", d.Rows)
	c.that(d.Hash != "" && len(d.Hash) <= maxName, "the hash of the table has %d characters", len(d.Hash))
	c.that(s.Rows >= 0 && s.Size >= 0, "the table's source has %d rows and %d bytes", s.Rows, s.Size)
	c.fine("the plan for reading the table", form.Check(s.Plan))
	c.fine("the list of replacements for missing values", p.Schema.CheckFills(d.Fills))
	for k, n := range d.Runs {
		c.that(n >= 1 && n <= data.MaxRows || k == 0 && n == 0, "the list of rows left out has a run of %d rows", n)
	}
}

// filter checks a filter as far as that is possible without the table. A condition on a missing
// class or feature selects no rows.
func (c *checks) filter(f document.RowFilter) {
	c.that(f.Predicted >= -1 && f.Predicted <= data.MaxLevels && f.Outcome >= 0 &&
		f.Outcome <= data.MaxLevels, "the row filter names a class that cannot exist")
	c.fine("the row filter", form.Check(f.Where))
}

func (c *checks) settings(s document.Settings) {
	c.fine("the settings of the classifier", s.Classifier.Check())
	c.recipe("the settings of the generator", s.Generator)
	c.that(s.Sample.Rows >= 0 && s.Sample.Rows <= data.MaxRows, "the settings ask for a sample of %d rows",
		s.Sample.Rows)
	c.text("a search text", s.Batch.Search)
	c.filter(s.Batch.Filter)
	c.text("a list of cut points", s.Batch.Cuts)
	for _, text := range s.Notice.Texts() {
		c.that(len(*text) <= document.MostNotice && utf8.ValidString(*text),
			"a text for notices is too long or not valid UTF-8")
	}
	c.that(s.Notice.Language < document.LanguageCount, "the notices use language %d, which does not exist",
		s.Notice.Language)
	for _, list := range [][]string{s.Evaluation.Methods, s.Evaluation.Chosen} {
		c.that(len(list) <= 64, "the settings list %d methods to evaluate; at most 64 are possible", len(list))
		for _, m := range list {
			c.text("the name of a method", m)
		}
	}
}

// recipe checks the settings of a training with a method that users can choose.
func (c *checks) recipe(what string, r model.Recipe) {
	c.fine(what, r.Check())
	c.that(r.Method.Chosen(), "%s name the unknown method %.40q", what, r.Method)
}

func (p Project) checkExplain(c *checks) {
	e := p.Explain
	c.text("a search text", e.Search)
	switch e.Part {
	case data.AllRows, data.TrainRows, data.ValRows, data.TestRows:
	default:
		c.that(false, "the selected part %.40q of the table does not exist", string(e.Part))
	}
	c.that(e.Pos >= 0, "the selected row has the index %d", e.Pos)
	c.filter(e.Filter)
	c.that(len(e.Limits) == 0 || len(e.Limits) == len(p.Schema.Features),
		"it has limits for %d features, but the table has %d",
		len(e.Limits), len(p.Schema.Features))
	c.that(len(e.Horizons) == 0 || len(e.Horizons) == len(p.Schema.Features),
		"it has horizons for %d features, but the table has %d",
		len(e.Horizons), len(p.Schema.Features))
	for j, v := range e.Horizons {
		c.that(v == 0 || c.err == nil && p.Schema.Features[j].Kind.Numeric(),
			"it has a horizon for a feature that is not a number")
	}
	c.that(len(e.Marks) <= MaxMarks, "it marks %d rows; at most %d are possible", len(e.Marks), MaxMarks)
	for i, row := range e.Marks {
		c.that(row >= 0 && (i == 0 || row > e.Marks[i-1]), "the marked rows are not in ascending order")
	}
	c.that(len(e.Pins) <= MaxPins, "it pins %d counterfactuals; at most %d are possible", len(e.Pins), MaxPins)
	for _, pin := range e.Pins {
		c.that(len(pin.Values) == len(p.Schema.Features),
			"a pinned counterfactual has %d values, but the table has %d features", len(pin.Values),
			len(p.Schema.Features))
	}
	c.that(len(e.Own) <= maxOwn, "it has %d personal rules; at most %d are possible", len(e.Own), maxOwn)
	if c.err != nil { // the rest needs a graph that matches the schema
		return
	}
	for _, r := range e.Own {
		c.that(r.Local && !r.Soft, "a personal rule is not marked as personal")
		c.fine("a personal rule", r.Check(p.Graph.Schema(p.Schema)))
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
	c.that(m.Model.Kind == classifierKind, "the classifier has an unknown kind of state")
	c.that(m.Model.Of == p.Data.Hash, "the classifier belongs to another table")
	rest := m
	rest.Model.Tensors = nil // Validate checks them
	c.fine("the classifier", form.Check(toClassifier(rest)))
	n := p.Schema.Classes()
	c.that(len(m.Confusion) == 0 || len(m.Confusion) == n*n,
		"the classifier's confusion matrix does not fit the classes of the table")
	f := m.From
	for _, s := range append([]string{f.Name, f.Hash, f.Producer}, f.Labels...) {
		c.text("a text about the classifier's origin", s)
	}
	c.that(f.Size >= 0, "the size of the classifier's file is negative")
	if m.Trained {
		c.fine("the settings of the classifier's training", m.Settings.Check())
	}
	c.fine("the classifier", m.Model.Validate())
	if c.err == nil {
		c.classifier(m.Model, p.Schema)
	}
}

func (p Project) checkGenerator(c *checks) {
	g := p.Generator
	c.that(g.Model.Kind == generatorKind, "the generator has an unknown kind of state")
	rest := g
	rest.Model.Tensors = nil // Validate checks them
	c.fine("the generator", form.Check(toGenerator(rest)))
	c.that(len(g.Kept) == len(g.Rules), "the generator was measured under %d rules, but the file has shares for %d",
		len(g.Rules),
		len(g.Kept))
	for _, r := range g.Rules {
		c.text("a rule for measuring the generator", r)
	}
	c.fine("the generator", g.Model.Validate())
	n := 0
	for _, t := range append(g.Earlier[:len(g.Earlier):len(g.Earlier)],
		model.Past{Lesson: g.Model.Lesson, Settings: g.Settings, Best: max(g.Best, 1), Tunings: g.Tunings}) {
		p.checkPast(c, t)
		n += 1 + len(t.Tunings)
	}
	c.that(n <= model.MaxPast, "the generator has a history of %d trainings; at most %d are possible", n, model.MaxPast)
	c.that(g.Warm || len(g.Earlier) == 0,
		"the generator's training started from scratch, but the file lists earlier trainings")
	if c.err == nil {
		of, err := blackBoxOf(p.Data.Hash, p.Classifier.Model)
		c.that(err == nil && g.Model.Of == of, "the generator belongs to another classifier")
		c.generator(g.Model, p.Schema)
	}
}

// checkPast checks that a training and its fine-tunings can be repeated.
func (p Project) checkPast(c *checks, t model.Past) {
	c.that(t.Best >= 1 && t.Best <= model.MaxEpochs, "the generator's best epoch is %d, which is not possible", t.Best)
	c.recipe("the settings of the generator's training", t.Settings)
	c.that(t.Lesson.Method.Trains(), "the generator was trained by the unknown method %.40q", t.Lesson.Method)
	c.fine("the knowledge that the generator learned", t.Lesson.Knowledge.Check(p.Schema))
	for _, f := range t.Tunings {
		c.fine("a fine-tuning of the generator", f.Validate(len(p.Labels.Told)))
		c.fine("a fine-tuning of the generator", causal.Knowledge{Orders: f.Orders, Rules: f.Rules}.Check(p.Schema))
	}
}

func (p Project) checkLabels(c *checks) {
	l, s := p.Labels, p.Schema
	c.that(len(l.Name) <= label.MaxName && utf8.ValidString(l.Name),
		"the name of the person who labels is too long or not valid UTF-8")
	c.that(len(l.List) <= label.MaxLabels, "it has %d labels; at most %d are possible", len(l.List), label.MaxLabels)
	c.that(len(l.Learned) == 0 || len(l.Learned) == len(l.List),
		"the list of what was learned covers %d labels, but the file has %d",
		len(l.Learned), len(l.List))
	c.that(len(l.Told) <= label.MaxLabels, "the generator learned from %d labels; at most %d are possible", len(l.Told),
		label.MaxLabels)
	for _, x := range l.Told {
		c.that(x.Verdict <= label.Infeasible, "the generator learned from a label without a verdict")
	}
	for i, x := range append(l.List[:len(l.List):len(l.List)], l.Told...) {
		c.that(len(x.By) <= label.MaxName && utf8.ValidString(x.By),
			"label %d has an author whose name is too long or not valid UTF-8",
			i+1)
		c.that(x.Row >= -1 && x.Row < p.Data.Rows && x.Target >= 0 && x.Target < s.Classes() &&
			x.Verdict <= label.Unsure && x.Source <= label.Imported,
			"label %d has a row, a class, a verdict or a source that does not exist", i+1)
		for _, row := range [][]float64{x.Factual, x.Counterfactual} {
			c.that(len(row) == len(s.Features), "label %d has %d values, but the table has %d features", i+1, len(row),
				len(s.Features))
			for j := range min(len(row), len(s.Features)) {
				c.that(s.Features[j].Holds(row[j]), "label %d has a value that the column %q cannot have", i+1,
					s.Features[j].Name)
			}
		}
		for _, j := range x.Reason {
			c.that(j >= 0 && j < len(s.Features), "the reason of label %d names a feature that does not exist", i+1)
		}
	}
	for _, v := range l.Learned {
		c.that(v <= 1+byte(label.Unsure), "the list of what was learned contains an unknown verdict")
	}
}

func (e Evaluation) check(c *checks, s data.Schema) {
	c.that(len(e.Records) == len(e.Entrants), "the evaluation has records for %d settings, but lists %d",
		len(e.Records),
		len(e.Entrants))
	c.that(len(e.Entrants)*len(e.Seeds) <= maxRecords, "the evaluation has too many records")
	for _, x := range e.Entrants {
		c.fine("the evaluation", checkEntrant(x))
	}
	c.that(e.Told >= 0 && e.Told <= label.MaxLabels &&
		len(e.By) <= label.MaxLabels, "the evaluation lists %d labels by %d people, which is not possible", e.Told,
		len(e.By))
	for _, name := range e.By {
		c.that(len(name) <= label.MaxName && utf8.ValidString(name),
			"the evaluation names a person whose name is too long or not valid UTF-8")
	}
	orders := causal.Knowledge{Orders: e.Orders}
	if c.fine("the evaluation", orders.Check(s)); c.err != nil {
		return
	}
	for _, r := range e.Rules {
		c.fine("the evaluation", r.Check(orders.Schema(s)))
	}
	if a := e.Asked; a.Known {
		c.fine("the knowledge of the evaluation", a.Knowledge.Check(s))
		c.fine("the settings of the evaluation", cmp.Or(form.Check(a), model.ContrastFields.Check(a.CEM)))
		c.that(!a.Mechanism || a.Truth != "", "the evaluation uses true mechanisms, but names no causal model")
		c.that(a.From < s.Classes(), "the evaluation explains rows of class %d, but the table has %d classes",
			a.From, s.Classes())
		c.text("the hash of the evaluation's labels", a.Labels)
	}
	for _, list := range e.Records {
		c.that(len(list) == len(e.Seeds), "the evaluation has records for %d seeds, but lists %d", len(list),
			len(e.Seeds))
		for _, r := range list {
			if len(r.Figures) > 0 {
				c.fine("the evaluation", form.Check(r))
				c.that(r.Method != "", "the evaluation has figures without a method")
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
	c.that(len(p.Columns) == p.Schema.Packed(), "its rows have %d columns instead of %d", len(p.Columns),
		p.Schema.Packed())
	for _, col := range p.Columns {
		c.that(len(col.Data) == col.Size*p.Data.Rows &&
			columnTypes[col.Size] != "", "a column has %d bytes, which does not fit %d rows", len(col.Data),
			p.Data.Rows)
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
		if err := a.check("an array of the labels", 2, "float64"); err != nil {
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
			return fault.Errorf("%w: label %d is neither in the list nor used by the generator", ErrFormat, i+1)
		}
	}
	for _, there := range told {
		if !there {
			return fault.Errorf("%w: the generator learned from labels that the file does not contain", ErrFormat)
		}
	}
	if f.Listed < 0 || f.Listed > n {
		return fault.Errorf("%w: it lists %d labels but contains %d", ErrFormat, f.Listed, n)
	}
	for _, m := range []int{f.Factual.Shape[0], f.Counterfactual.Shape[0], len(f.Target), len(f.Verdict), len(f.Reason),
		len(f.By), len(f.Source)} {
		if m != n {
			return fault.Errorf("%w: the columns of the labels have different lengths, %d and %d", ErrFormat, n, m)
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
