package data

import (
	"reflect"
	"unicode/utf8"
)

// Import reads the file under a plan. Its error is the first problem that Preview lists for the
// same plan, or nil.
//
// A missing level becomes MissingLevel or drops its row, depending on Plan.Missing. A missing
// number or outcome always drops its row. The report counts dropped rows and lists all changes.
func (f *File) Import(plan Plan) (*Table, Report, error) {
	im := f.importer(&plan)
	if r := f.ready; r != nil && reflect.DeepEqual(r.plan, im.plan) {
		f.ready = nil // the caller may change the table
		return r.table, r.report, nil
	}
	f.ready = nil
	t, report := im.run()
	if list := im.problems.sentences(); len(list) > 0 {
		return nil, Report{}, sentence(list[0])
	}
	return t, report, nil
}

// importer reads a file under a plan and collects problems.
type importer struct {
	text    string
	profile *profile
	plan    Plan // completed
	problems

	prep     *preparation // nil unless the plan has a recipe
	sources  []int        // columns of the file that prep uses
	features []*builder
	outcome  *builder
	cut      bool // whether a numeric outcome is cut into classes
}

// importer completes a plan and checks it. A nil plan means the guessed one.
func (f *File) importer(plan *Plan) *importer {
	if plan == nil {
		plan = &f.guessed
	}
	im := &importer{plan: plan.clone()}
	switch by := im.plan.Format.Delimiter; {
	case by == 0:
		im.plan.Format = f.guess(im.plan.Format)
	case !CanDelimit(by):
		im.profile = &profile{}
		im.add("Fields are separated by one character that is not a letter, digit or quotation mark.")
		return im
	case len(f.guessed.Columns) == 0: // nothing could be guessed with the wrong delimiter
		as := f.guessed.Format
		if as.Delimiter = by; sameFormat(as, im.plan.Format) {
			im.plan.Format = f.guess(as)
		}
	}
	im.profile, im.text = f.profile(im.plan.Format), f.tidy.text
	if im.profile.err != nil {
		im.add("%s", im.profile.err)
		return im
	}
	if len(im.plan.Columns) == 0 {
		g, _ := guessPlan(im.profile)
		im.plan.Columns, im.plan.Outcome, im.plan.Exact = g.Columns, g.Outcome, true
	}
	im.checkPlan()
	return im
}

// checkPlan finds problems of a plan before any row is read, and creates the builders of the used
// columns.
func (im *importer) checkPlan() {
	p := &im.plan
	switch {
	case len(p.Columns) != len(im.profile.columns):
		im.add("The plan has %s and the file %s.", plural(len(p.Columns), "column", "columns"),
			grouped(len(im.profile.columns)))
	case p.Outcome < 0 || p.Outcome >= len(p.Columns):
		im.add("Choose an outcome column.")
	case p.Missing > DropRows:
		im.add("Choose what to do with missing values.")
	case p.Recipe != "":
		im.useRecipe()
	default:
		y := &p.Columns[p.Outcome]
		y.Use, im.cut = true, im.cuts(*y)
		if !im.cut && y.Kind != Boolean {
			y.Kind = Category
		}
		if _, ok := cutsOf(y.Cut); !ok && y.Cut != "" && y.Cut != Middle {
			im.add("The outcome %s is cut at %s; give one number or up to %d ascending ones, separated by spaces.",
				quote(y.Name), quote(y.Cut), MaxClasses-1)
		}
		im.useColumns(p.Columns, p.Outcome)
		im.checkColumns()
	}
}

func (im *importer) useRecipe() {
	if im.prep = preparationNamed(im.plan.Recipe); im.prep == nil {
		im.add("No preparation is named %s.", quote(im.plan.Recipe))
		return
	}
	if im.sources = im.prep.places(im.profile); im.sources == nil {
		im.add("The preparation %s does not fit this file: some of its columns are missing.", quote(im.plan.Recipe))
		return
	}
	im.useColumns(im.prep.columns(), im.prep.outcome)
}

// useColumns creates a builder for each used column.
func (im *importer) useColumns(plans []ColumnPlan, outcome int) {
	seen := map[string]bool{}
	for j, c := range plans {
		if !c.Use {
			continue
		}
		if c.Name == "" || !utf8.ValidString(c.Name) || utf8.RuneCountInString(c.Name) > MaxName {
			im.add("Column %d needs a name of at most %d characters.", j+1, MaxName)
		}
		if seen[c.Name] {
			im.add("Two columns are named %s.", quote(c.Name))
		}
		seen[c.Name] = true
		if c.Gaps > FlagGaps {
			im.add("Choose what to do with missing values of column %s.", quote(c.Name))
		}
		if c.Sign > CommaSign {
			im.add("Choose a decimal sign for column %s.", quote(c.Name))
		}
		if c.Kind > Boolean {
			im.add("Choose a type for column %s.", quote(c.Name))
		}
		im.checkOrder(c)
		if j == outcome && im.cut {
			c.Kind = Continuous // read as numbers first, then cut
		}
		b := newBuilder(c, j, &im.plan)
		if j == outcome {
			b.ownLevel, b.fill = false, false
			im.outcome = b
			continue
		}
		if im.prep != nil {
			b.ranks = im.prep.sources[j].ranks
		}
		im.features = append(im.features, b)
		empty := im.prep == nil && im.profile.columns[j].missing > 0
		if im.prep == nil && c.Gaps == FlagGaps && c.Kind.Numeric() && (empty || len(c.Codes) > 0) {
			flag := c.flag(empty)
			if seen[flag.Name] {
				im.add("Two columns are named %s.", quote(flag.Name))
			}
			seen[flag.Name] = true
			b := newBuilder(flag, j, &im.plan)
			b.flag, b.texts = true, len(c.Codes) == 0
			im.features = append(im.features, b)
		}
	}
	if len(im.features) > MaxFeatures {
		im.add("With columns that mark missing values, the table has %s features; at most %d are possible.",
			grouped(len(im.features)), MaxFeatures)
	}
	if n := len(im.features); n == 0 {
		im.add("No feature is left: use at least one column besides the outcome.")
	}
}

// checkOrder checks the levels given in a plan.
func (im *importer) checkOrder(c ColumnPlan) {
	seen := map[string]bool{}
	for _, l := range c.Levels {
		if seen[l] || !utf8.ValidString(l) || utf8.RuneCountInString(l) > MaxName {
			im.add("Column %s: in the order, %s is repeated, too long or not valid text.", quote(c.Name), quote(l))
		}
		seen[l] = true
	}
	if len(c.Levels) > MaxLevels {
		im.add("Column %s: the order has %s levels; at most %d are possible.", quote(c.Name), grouped(len(c.Levels)),
			MaxLevels)
	}
}

// checkColumns finds problems that the profile reveals: columns without values, and an outcome
// without classes.
func (im *importer) checkColumns() {
	for _, b := range im.features {
		if c := &im.profile.columns[b.column]; c.values() == 0 {
			im.add("Column %s has no values; leave it out.", quote(b.plan.Name))
		}
	}
	c, name := &im.profile.columns[im.plan.Outcome], quote(im.plan.Columns[im.plan.Outcome].Name)
	switch n := len(c.distinct); {
	case n == 0 && c.uncomputed > 0:
		im.add("The outcome %s has no values: %s Or choose another column.", name, notComputed(c.uncomputed))
	case n == 0:
		im.add("The outcome %s has no values; choose another column.", name)
	case n == 1:
		im.add("The outcome %s has the same value, %s, in every row; choose another column.", name,
			quote(c.examples[0]))
	case n > MaxClasses && !im.cut:
		im.add("The outcome %s has %s different values; an outcome has 2 to %d classes, so choose another column.",
			name, c.counted(), MaxClasses)
	}
}
