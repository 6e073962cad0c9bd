package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"causeway/core/cf"
	"causeway/core/document"
	"causeway/core/model"
)

// usageError is bad input: one line for people and exit status 2.
type usageError struct{ line string }

func (e usageError) Error() string { return e.line }

func usage(format string, args ...any) error {
	return usageError{strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", " ")}
}

// options holds the options of the command line.
type options struct {
	dataset, method, constraint string
	table, outcome, graph       string
	network                     string // file of a linear Gaussian network
	labels                      int
	labelled                    bool // whether -labels was given
	random                      bool // whether -ask random was given
	literal                     bool // whether to follow the paper's text and settings
	letter                      cf.Letter
	lead                        float64
	leadCurve                   bool
	rows                        int // maximum number of explained rows, 0 for all
	seed                        uint64
	runs                        int
	images                      int  // number of training images of mnist
	few                         bool // for mnist: only the paper's five digits
	given                       given
	actions                     int      // number of actions for a group, 0 for none
	goal                        string   // in the form of document.Search.Aim
	steadyRows                  int      // number of rows whose answers must hold, 0 for none
	refit                       int      // number of training rows for refitting mechanisms, 0 for none
	sets                        int      // number of answers for each row, 0 for none
	ways                        bool     // whether to measure the value of the proposals of one pass
	hidden                      int      // number of labels that teach a hidden rule, 0 for none
	groups                      string   // the category whose levels are compared
	fixed                       []string // features that never change, for -actions and -steady
	search                      int      // number of trials, 0 for none
	data, out                   string
	json                        bool
	all, labelsCurve, timeCurve bool
	compared                    bool   // -compare
	answers                     string // -score, a file of another program
	headline                    bool   // whether to explain rows that were not used to choose settings; see headlines
}

// literalMethods lists the methods of the paper.
var literalMethods = []model.Method{model.BaseVAE, model.ModelBased, model.ModelApprox, model.ExampleBased, model.CEM}

const (
	maxRuns   = 1000
	maxSearch = 10000
	maxLabels = 10000
)

// parse reads the command line. The error is a usageError or flag.ErrHelp.
func parse(args []string, help io.Writer) (options, error) {
	var o options
	f := flag.NewFlagSet("paper", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.StringVar(&o.dataset, "dataset", "",
		"simple-bn, sangiovese, adult, census, hiring-fair, hiring-biased, housing or mnist")
	f.StringVar(&o.table, "table", "", "file of a table of your own, instead of -dataset")
	f.StringVar(&o.outcome, "outcome", "", "with -table, the column to predict")
	f.StringVar(&o.graph, "graph", "", "with -table, a graph file with edges and rules")
	f.StringVar(&o.network, "network", "", "file of a linear Gaussian network, instead of -dataset: JSON as "+
		"pgmpy has it, see docs/experiments.md")
	f.StringVar(&o.method, "method", "", strings.Join(methodNames(), ", "))
	f.StringVar(&o.constraint, "constraint", "", "c1 or c2, on adult and census")
	f.IntVar(&o.labels, "labels", paperLabels, "labels of the method example")
	f.Uint64Var(&o.seed, "seed", 1, "seed of the first run; each later run has the next seed")
	f.IntVar(&o.runs, "runs", 1, "number of runs")
	f.IntVar(&o.images, "images", 60000, "training images of mnist")
	f.BoolVar(&o.few, "few", false, "only the paper's case of mnist: five digits, each to one other")
	o.given = given{}
	for _, set := range model.GeneratorFields {
		if set.Of == "Seed" {
			continue
		}
		read := o.given.reader(set)
		f.Func(set.Flag(), set.Help+" (default: the preset's)", read)
		if set.Of == "Samples" {
			f.Func("mc", "the same as -"+set.Flag(), read)
		}
	}
	f.IntVar(&o.search, "search", 0, "trials of a random search of the weights, on validation rows (the paper has 100)")
	f.IntVar(&o.actions, "actions", 0,
		"number of actions; counts the rows that they bring to the second class, beside greedy and random actions")
	f.IntVar(&o.steadyRows, "steady", 0,
		"number of rows whose answers must hold after retraining; counts those that do")
	f.IntVar(&o.refit, "refit", 0, "training rows to fit mechanisms to; counts under how many of ten more such "+
		"fits answers hold")
	f.BoolVar(&o.ways, "ways", false, "judge ten proposals of one pass, beside the search, the untrained method "+
		"and transplanted answers of training rows")
	f.IntVar(&o.hidden, "hidden", 0, "number of labels by hidden rules of six kinds; measures what they teach")
	f.IntVar(&o.sets, "sets", 0, "answers for each row; counts how many hold and how they differ, beside DiCE")
	f.StringVar(&o.groups, "groups", "", "category whose levels are compared by the cost of the "+
		"nearest answer and the share of fixed decisions")
	f.StringVar(&o.goal, "goal", "", "a goal; counts the rows that can reach it and those with a way: "+
		document.GoalWords+"; a number alone is a percentage higher")
	fixed := f.String("fixed", "", "with -actions and -steady, features that never change, separated by commas")
	f.StringVar(&o.data, "data", "../shared/data", "folder that holds adult/adult.data, adult/adult.test and mnist")
	f.StringVar(&o.out, "out", "", "folder for the rows, the classifier and the report")
	f.BoolVar(&o.json, "json", false, "print a line of JSON for each run")
	f.BoolVar(&o.all, "all", false, "run every experiment of the paper and write a report")
	ask := f.String("ask", "telling",
		"queries that are labelled for the method example: the most informative (telling) or random ones")
	f.BoolVar(&o.literal, "literal", false, "implement the paper literally, with its settings")
	names := f.String("letter", "", "which parts of the paper's text to follow, separated by commas: "+
		"decoder, kl and others; with -literal, those not to follow")
	f.Float64Var(&o.lead, "lead", 0,
		"by how much the target's share must lead, for every method, if an answer is to count as held")
	f.BoolVar(&o.leadCurve, "lead-curve", false,
		"distance of the actions against survival under retrained classifiers, "+
			"for several leads; for one -method, or for all")
	f.IntVar(&o.rows, "rows", 0, "explain only this many rows, from the first on")
	f.BoolVar(&o.headline, "headline", false,
		"explain rows on which no setting was chosen: of adult.test, or of tables "+
			"drawn anew for each seed; implied by -all and the curves")
	f.BoolVar(&o.compared, "compare", false, "compare all methods with Action VAE: how many rows each "+
		"holds, and how near its answers are where both hold")
	f.StringVar(&o.answers, "score", "", "file with another program's answers to rows of -out; counts those that "+
		"hold, beside Action VAE and -method")
	f.BoolVar(&o.labelsCurve, "labels-curve", false, "feasibility on Adult C1 against labels")
	f.BoolVar(&o.timeCurve, "time-curve", false, "time for k inputs of Adult, Example-based against CEM")
	err := f.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintln(help, "usage: paper -dataset D -method M [flags], or paper -all [flags]")
		f.SetOutput(help)
		f.PrintDefaults()
		return o, err
	case err != nil:
		return o, usage("%v", err)
	case f.NArg() > 0:
		return o, usage("unexpected argument %q", f.Arg(0))
	}
	if o.letter, err = letter(o.literal, *names); err != nil {
		return o, err
	}
	if *fixed != "" {
		o.fixed = strings.Split(*fixed, ",")
	}
	f.Visit(func(g *flag.Flag) { o.labelled = o.labelled || g.Name == "labels" })
	if o.random = *ask == "random"; !o.random && *ask != "telling" {
		return o, usage("-ask is telling or random")
	}
	return o, o.check()
}

// reader returns a function that parses the setting of a flag and checks its bounds.
func (g given) reader(f model.Field) func(string) error {
	return func(text string) error {
		v, err := strconv.ParseFloat(text, 64)
		switch {
		case err != nil || f.Whole(model.Recipe{}) && v != math.Trunc(v):
			return errors.New("it must be a number, and whole where the setting is whole")
		case !(v >= f.Min && v <= f.Max):
			return fmt.Errorf("it must be between %v and %v", f.Min, f.Max)
		}
		g[f.Of] = v
		return nil
	}
}

func (o options) check() error {
	if err := o.checkActions(); err != nil {
		return err
	}
	if err := o.checkSteady(); err != nil {
		return err
	}
	if err := o.checkLeads(); err != nil {
		return err
	}
	if err := o.checkAsked(); err != nil {
		return err
	}
	switch {
	case !(o.lead >= 0 && o.lead < 1):
		return usage("-lead is at least 0 and below 1")
	case o.rows < 0:
		return usage("-rows is at least 1")
	case o.runs < 1 || o.runs > maxRuns:
		return usage("-runs is between 1 and %d", maxRuns)
	case o.search < 0 || o.search > maxSearch:
		return usage("-search is between 1 and %d trials", maxSearch)
	case o.search > 0 && !model.Method(o.method).FromGraph():
		return usage("-search is for -method model or approx")
	case o.search > 0 && (o.runs > 1 || o.out != ""):
		return usage("-search prints trials for one seed, without -runs and -out")
	case o.headline && (o.search > 0 || o.table != "" || o.dataset == digitsName):
		return usage("-headline is for -network and simulated data sets or adult, and not for -search")
	case o.answers != "" && o.dataset == digitsName:
		return usage("-score is for tables, not for -dataset %s", digitsName)
	case o.labels < 0 || o.labels > maxLabels:
		return usage("-labels is between 0 and %d", maxLabels)
	case o.random && !model.Method(o.method).FromLabels() && !o.labelsCurve:
		return usage("-ask is for -method example and -labels-curve")
	case (o.literal || o.letter != cf.Letter{}) && !slices.Contains(literalMethods, model.Method(o.method)):
		return usage("-literal is for the paper's methods: -method base, model, approx, example or cem; so is -letter")
	case o.letter != cf.Letter{} && model.Method(o.method).FromLabels() && !o.letter.Queries:
		return usage("with -method example, -letter needs queries too: both phases must follow the same letters")
	case o.random && o.letter.Queries:
		return usage("-literal takes the generator's results in the order of the rows, without -ask random")
	case o.labelled && !model.Method(o.method).FromLabels() && !(o.compared && o.dataset == digitsName):
		return usage("-labels is for -method example")
	}
	if o.dataset == digitsName {
		return o.checkDigits()
	}
	if o.few {
		return usage("-few is for -dataset %s", digitsName)
	}
	curves := 0
	for _, on := range []bool{o.all, o.labelsCurve, o.timeCurve} {
		if on {
			curves++
		}
	}
	switch {
	case curves > 1:
		return usage("-all, -labels-curve and -time-curve exclude each other")
	case curves == 1 && o.compared:
		return usage("-compare is for one data set or table")
	case curves == 1 && o.answers != "":
		return usage("-score is for one data set or table")
	case curves == 1 && o.dataset+o.network+o.method+o.constraint != "":
		return usage("-all, -labels-curve and -time-curve choose the experiments: they take no -dataset, -network, " +
			"-method or -constraint")
	case curves == 1:
		return nil
	}
	if o.compared || o.answers != "" {
		return o.checkCompare()
	}
	if o.actions+o.steadyRows > 0 || o.leadCurve || o.isAnswerStudy() {
		d, err := o.named()
		if err == nil && o.constraint != "" && !d.has(o.constraint) {
			err = usage("%s has no constraint %q", d.name, o.constraint)
		}
		return err
	}
	_, err := o.setting()
	return err
}

func (o options) checkCompare() error {
	switch {
	case o.answers != "" && (o.compared || o.runs > 1 || o.out != "" || o.json):
		return usage("-score prints the answers of one file for one seed, without -compare, -runs, -out and -json")
	case o.answers != "" && o.table+o.dataset+o.network == "":
		return usage("-score needs -dataset, -table or -network")
	case o.search > 0 || o.json || len(o.given) > 0:
		return usage("-compare prints a table with the presets, without -search, -json and settings")
	case o.table+o.dataset+o.network == "":
		return usage("-compare needs -dataset, -table or -network")
	}
	if o.answers != "" {
		if _, err := os.Stat(o.answers); err != nil {
			return usage("the answers %s cannot be read", o.answers)
		}
	}
	return o.checkSeveral("-compare")
}

// checkSeveral returns an error if one constraint cannot judge several methods.
func (o options) checkSeveral(flag string) error {
	one := o
	if one.method == "" || o.compared { // their methods are checked when they are run
		one.method = rival
	}
	s, err := one.setting()
	if err == nil && s.data.constraints != nil && o.constraint == "" {
		return usage("%s on %s needs -constraint %s", flag, s.data.name, strings.Join(s.data.constraints, " or "))
	}
	return err
}

// setting returns the single experiment named on the command line.
func (o options) setting() (setting, error) {
	d, err := o.named()
	if err != nil {
		return setting{}, err
	}
	switch {
	case !slices.Contains(methodNames(), o.method):
		return setting{}, usage("no method is called %q; -method is one of %s", o.method,
			strings.Join(methodNames(), ", "))
	case !slices.Contains(d.methods, o.method):
		return setting{}, usage("%s has no method %q: its causal model is not known; -method is one of %s", d.name,
			o.method, strings.Join(d.methods, ", "))
	case o.constraint != "" && d.constraints == nil:
		return setting{}, usage("%s has no constraint %q; its only rule always applies", d.name, o.constraint)
	case o.constraint != "" && !d.has(o.constraint):
		return setting{}, usage("%s has no constraint %q; -constraint is one of %s", d.name, o.constraint,
			strings.Join(d.constraints, ", "))
	case o.constraint == "" && d.constraints != nil && needsConstraint(o.method):
		return setting{}, usage("-method %s on %s needs -constraint %s", o.method, d.name,
			strings.Join(d.constraints, " or "))
	}
	one := o.applyTo(d, o.method, o.constraint)
	if model.Method(o.method).FromLabels() {
		one.labels = o.labels
		if o.literal && !o.labelled {
			one.labels = -1 // as many as the paper's share of the training rows
		}
	}
	one.literal, one.letter = o.literal, o.letter
	return one, nil
}

// named returns the data set named on the command line.
func (o options) named() (*dataset, error) {
	switch {
	case o.table == "" && o.outcome+o.graph != "":
		return nil, usage("-outcome and -graph are for -table")
	case o.network != "" && (o.table+o.dataset != "" || o.search > 0 || o.literal || o.letter != cf.Letter{}):
		return nil, usage("-network takes no -dataset, -table, -search, -literal or -letter")
	case o.network != "":
		return loadNetwork(o.network)
	case o.table == "":
		return find(o.dataset)
	case o.dataset != "":
		return nil, usage("-table takes no -dataset")
	case o.outcome == "":
		return nil, usage("-table needs -outcome, the column to predict")
	case o.search > 0:
		return nil, usage("-search is for -dataset")
	case o.literal || o.letter != cf.Letter{}:
		return nil, usage("-literal is for -dataset: its settings are those of the paper's tables")
	}
	return readTable(o.table, o.outcome, o.graph, o.goalIsNumber())
}

// headlines reports whether the explained rows were not used to choose settings.
func (o options) headlines() bool { return o.headline || o.all || o.labelsCurve || o.timeCurve }

// applyTo applies the command line's settings to a setting.
func (o options) applyTo(d *dataset, method, constraint string) setting {
	s := setting{data: d, method: method, constraint: constraint, given: o.given, lead: o.lead}
	if model.Method(method).FromLabels() {
		s.labels, s.random = paperLabels, o.random
	}
	return s
}

// settings returns the experiments requested on the command line.
func (o options) settings() ([]setting, error) {
	switch {
	case o.all:
		return append(o.everything(), o.curve()...), nil
	case o.labelsCurve:
		return append(o.curve(), o.applyTo(adult(), "example", "c1")), nil
	case o.timeCurve:
		return []setting{o.applyTo(adult(), "example", "c1"), o.applyTo(adult(), "cem", "")}, nil
	}
	s, err := o.setting()
	return []setting{s}, err
}

// everything returns each method on each data set of the paper, under each constraint.
func (o options) everything() (list []setting) {
	for _, d := range datasets {
		if d.name == "census" || d.size.Rows > 0 {
			continue // not one of the paper's data sets
		}
		for _, m := range d.methods {
			constraints := []string{""}
			if d.constraints != nil { // constraints judge every method's results, regardless of what it learns
				constraints = d.constraints
			}
			for _, c := range constraints {
				list = append(list, o.applyTo(d, m, c))
			}
		}
	}
	return list
}

// curve returns the experiments with different numbers of labels, without the last.
func (o options) curve() (list []setting) {
	for n := 0; n < paperLabels; n += 25 {
		s := o.applyTo(adult(), "example", "c1")
		s.labels = n
		list = append(list, s)
	}
	return list
}

func adult() *dataset {
	d, err := find("adult")
	if err != nil {
		panic(err)
	}
	return d
}

// needsConstraint reports whether a method learns a constraint, if the data set has several.
func needsConstraint(method string) bool {
	m := model.Method(method)
	return m.FromGraph() && !m.Learns().Mechanisms || m.FromLabels()
}
