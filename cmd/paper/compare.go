package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"causeway/core/metric"
	"causeway/core/model"
	"causeway/core/study"
)

// rival is the method with which all others are compared.
const rival = "actions"

// compare prints a table that compares all methods of a data set with Action VAE: the share of rows
// with an answer that holds, and the distance on rows where both have one.
func (o options) compare(out, progress io.Writer, clock func() float64) error {
	d, err := o.named()
	if err != nil {
		return err
	}
	methods, err := o.besides(d)
	if err != nil {
		return err
	}
	lines, gaveUp := make([]beside, len(methods)), make([]int, len(methods))
	explained, unknown, actable, reachable := 0, 0, 0, []float64{}
	err = o.benches(d, clock, func(b *bench, _ float64) error {
		var best study.Answered
		for i, m := range methods {
			start := clock()
			what, err := o.applyTo(d, m, o.constraint).study(b.Table.Schema)
			if err != nil {
				return err
			}
			a, err := o.answered(b, d, m, what)
			if err != nil {
				return fmt.Errorf("%s, %s, seed %d: %w", d.name, m, b.Seed, err)
			}
			if i == 0 {
				best = a
				explained += len(b.Test.Rows)
				reachable = append(reachable, 100*a.Causal.Reachable)
				unknown, actable = unknown+a.Causal.Unknown, a.Causal.Actable
			}
			lines[i].add(a, best)
			gaveUp[i] += a.GaveUp
			fmt.Fprintf(progress, "%s, %s, seed %d: %.1f s\n", d.title, m, b.Seed, clock()-start)
		}
		return nil
	})
	if err != nil {
		return err
	}
	out, done, err := o.also(out, "compare.md")
	if err != nil {
		return err
	}
	defer done()
	fmt.Fprintf(out, "%s: %d rows explained with %s, with a lead of %g for all. %s %% of the rows may have an "+
		"answer; for %d of these, none is known. %d features can be acted on.\n\n",
		o.headlineOf(d), explained, o.seeds(), o.lead, metric.Summarize(reachable).Format(1), unknown, actable)
	fmt.Fprint(out, compareHead(methods[0]))
	for i, m := range methods {
		fmt.Fprintf(out, "| %s |%s\n", model.Method(m).Title(), lines[i].cells(i == 0))
	}
	for i, m := range methods {
		if n := gaveUp[i]; n > 0 {
			fmt.Fprintf(out, "\n%s gave up on %d rows and has no answer for them.\n", model.Method(m).Title(), n)
		}
	}
	_, err = fmt.Fprintln(out)
	return err
}

// besides returns the methods to compare: those named by -method, or all. The others are compared with
// the first, the rival.
func (o options) besides(d *dataset) ([]string, error) {
	if o.method == "" {
		methods := slices.Clone(d.methods)
		at := slices.Index(methods, rival)
		methods[0], methods[at] = methods[at], methods[0]
		return methods, nil
	}
	methods := strings.Split(o.method, ",")
	for i, m := range methods {
		if !slices.Contains(d.methods, m) || slices.Contains(methods[:i], m) {
			return nil, usage("-compare -method takes methods of %s, each once, separated by commas: %s", d.name,
				strings.Join(d.methods, ", "))
		}
	}
	return methods, nil
}

func compareHead(first string) string {
	return "| Method | Held, % | Before training, % | " + model.Method(first).Title() + " ahead, points | Actions, " +
		"theirs and ours | Distance, theirs and ours | Against what follows, % | Rules kept, broken, silent, % | " +
		"Survive, % |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n"
}

// answered runs a method. With -out, it computes and writes all figures.
func (o options) answered(b *bench, d *dataset, method string, what study.Setting) (study.Answered, error) {
	if o.out == "" {
		return b.Answer(what)
	}
	run, err := b.experiment(o.applyTo(d, method, o.constraint))
	if err != nil {
		return study.Answered{}, err
	}
	return run.study.Answered(), run.write(filepath.Join(o.out, fmt.Sprintf("seed-%d", b.Seed), method))
}

// also returns a writer that copies the output to a file in the folder of -out.
func (o options) also(out io.Writer, name string) (both io.Writer, done func() error, err error) {
	if o.out == "" {
		return out, func() error { return nil }, nil
	}
	if err := os.MkdirAll(o.out, 0o755); err != nil {
		return nil, nil, err
	}
	f, err := os.Create(filepath.Join(o.out, name))
	if err != nil {
		return nil, nil, err
	}
	return io.MultiWriter(out, f), f.Close, nil
}

// headlineOf returns the title of the comparison.
func (o options) headlineOf(d *dataset) string {
	if o.constraint == "" {
		return d.title
	}
	return d.title + ", " + upper(o.constraint)
}

func (o options) seeds() string {
	if o.runs == 1 {
		return fmt.Sprintf("seed %d", o.seed)
	}
	return fmt.Sprintf("seeds %d to %d", o.seed, o.seed+uint64(o.runs)-1)
}

// beside holds the figures of a method over the seeds.
type beside struct {
	held, untrained, ahead []float64 // shares in percent, and points
	changes, ours          []float64 // measured on rows where both answers hold, like the MADs
	mads, ourMads          []float64

	against, kept, broken, silent, survive []float64 // in percent
}

func (l *beside) add(a, best study.Answered) {
	w := newCausalRecord(0, a.Causal)
	l.held = append(l.held, 100*w.Held)
	l.ahead = append(l.ahead, 100*(best.Causal.Answers.Held-w.Held))
	l.against = append(l.against, 100*w.Against)
	if len(w.Rules) > 0 {
		kept, broken, silent := w.sums()
		l.kept, l.broken, l.silent = append(l.kept, 100*kept), append(l.broken, 100*broken),
			append(l.silent, 100*silent)
	}
	if s := w.HeldSurvives; s != nil {
		l.survive = append(l.survive, 100**s)
	}
	if u := a.Causal.Untrained; u != nil {
		l.untrained = append(l.untrained, 100*u.Held)
	}
	if own, its := a.Beside(best); own != nil {
		l.changes, l.ours = append(l.changes, own.Changes), append(l.ours, its.Changes)
		l.mads, l.ourMads = append(l.mads, -own.ContProximity), append(l.ourMads, -its.ContProximity)
	}
}

// cells returns the cells of a row of the table. The rival's row has no differences.
func (l *beside) cells(self bool) string {
	list := []string{mean(l.held, 1), mean(l.untrained, 1)}
	if self {
		list = append(list, "", mean(l.changes, 2), mean(l.mads, 2))
	} else {
		list = append(list, signed(l.ahead, 1), pair(l.changes, l.ours), pair(l.mads, l.ourMads))
	}
	rules := "–"
	if len(l.kept) > 0 {
		rules = fmt.Sprintf("%.1f, %.1f, %.1f", metric.Summarize(l.kept).Mean, metric.Summarize(l.broken).Mean,
			metric.Summarize(l.silent).Mean)
	}
	list = append(list, mean(l.against, 1), rules, mean(l.survive, 1))
	return " " + strings.Join(list, " | ") + " |"
}

func mean(v []float64, decimals int) string {
	if len(v) == 0 {
		return "–"
	}
	return metric.Summarize(v).Format(decimals)
}

// signed writes a mean difference with its sign.
func signed(v []float64, decimals int) string {
	m := metric.Summarize(v).Mean
	text := strconv.FormatFloat(math.Abs(m), 'f', decimals, 64)
	switch {
	case strings.Trim(text, "0.") == "":
		return text
	case m < 0:
		return "-" + text
	}
	return "+" + text
}

// pair writes two means with their difference, which is above 0 if the second is nearer.
func pair(theirs, ours []float64) string {
	if len(theirs) == 0 {
		return "–"
	}
	ahead := make([]float64, len(theirs))
	for i := range ahead {
		ahead[i] = theirs[i] - ours[i]
	}
	return fmt.Sprintf("%.2f and %.2f (%s)", metric.Summarize(theirs).Mean, metric.Summarize(ours).Mean,
		signed(ahead, 2))
}
