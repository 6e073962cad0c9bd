package main

import (
	"fmt"
	"io"
	"math"
	"path/filepath"

	"gonum.org/v1/gonum/stat/distuv"

	"causeway/core/metric"
	"causeway/core/study"
)

const maxRefit, maxSets = 1_000_000, 100

// isAnswerStudy reports whether the command line requests a study of answers.
func (o options) isAnswerStudy() bool {
	return o.refit > 0 || o.sets > 0 || o.groups != "" || o.ways || o.hidden != 0 || o.goal != ""
}

func (o options) checkAsked() error {
	several := 0
	for _, on := range []bool{o.refit != 0, o.sets != 0, o.groups != "", o.ways, o.hidden != 0, o.goal != "",
		o.actions+o.steadyRows > 0, o.leadCurve} {
		if on {
			several++
		}
	}
	switch {
	case o.refit < 0 || o.refit == 1 || o.refit > maxRefit:
		return usage("-refit is between 2 and %d rows", maxRefit)
	case o.sets < 0 || o.sets > maxSets:
		return usage("-sets is between 1 and %d answers", maxSets)
	case o.hidden < 0 || o.hidden > maxLabels:
		return usage("-hidden is between 1 and %d labels", maxLabels)
	case !o.isAnswerStudy():
		return nil
	case (o.ways || o.hidden > 0 || o.goal != "") && o.lead > 0:
		return usage("-ways, -hidden and -goal require no lead, so they take no -lead")
	case several > 1:
		return usage("-refit, -sets, -groups, -ways, -hidden, -goal, -actions, -steady and -lead-curve exclude " +
			"each other")
	}
	const names = "-refit, -sets, -groups, -ways, -hidden or -goal"
	if err := o.alone(names); err != nil {
		return err
	}
	return o.checkSeveral(names)
}

func (o options) ask(out, progress io.Writer, clock func() float64) error {
	d, err := o.named()
	if err != nil {
		return err
	}
	var of interface {
		run(b *bench, s study.Setting) (answerProof, error)
		print(out io.Writer)
	} = &sets{n: o.sets}
	switch {
	case o.refit > 0:
		of = &refits{n: o.refit}
	case o.groups != "":
		of = &costGroups{feature: o.groups}
	case o.ways:
		of = &ways{}
	case o.hidden > 0:
		of = &hiddenRuleStudy{labels: o.hidden}
	}
	err = o.benches(d, clock, func(b *bench, start float64) error {
		s, err := o.applyTo(d, rival, o.constraint).study(b.Table.Schema)
		var p answerProof
		if err == nil {
			p, err = of.run(b, s)
		}
		if err == nil && o.out != "" {
			err = o.prove(b, s, p)
		}
		if err != nil {
			return fmt.Errorf("%s, seed %d: %w", d.name, b.Seed, err)
		}
		fmt.Fprintf(progress, "%s, seed %d: %.1f s\n", d.title, b.Seed, clock()-start)
		return nil
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s, %s, a lead of %g\n\n", o.headlineOf(d), o.seeds(), o.lead)
	of.print(out)
	_, err = fmt.Fprintln(out)
	return err
}

// answerProof holds the figures of a study for one seed and, by author, the answers from which they are
// computed.
type answerProof struct {
	figures any
	fits    [][]mechanismFile // refitted mechanisms
	by      []string
	answers [][][][]float64
}

func (p *answerProof) add(title string, answers [][][]float64) {
	p.by, p.answers = append(p.by, title), append(p.answers, answers)
}

// prove writes the data behind the figures of a study, see write.
func (o options) prove(b *bench, s study.Setting, p answerProof) error {
	found, err := b.Found(s)
	if err != nil {
		return err
	}
	e := &outcome{setting: setting{lead: s.Lead}, bench: b, study: &study.Outcome{Setting: s, Searched: found}}
	schema := b.Table.Schema
	rows := [][]string{header(schema, "by", "row", "target", "found")}
	for k, by := range p.by {
		for i, list := range p.answers[k] {
			for _, row := range list {
				if row != nil {
					first := append([]string{by}, e.start(b.Test.Target[i], i, true)...)
					rows = append(rows, fields(schema, row, first...))
				}
			}
		}
	}
	files := map[string][][]string{"factuals.csv": e.factuals(), "search.csv": e.searched(), "answers.csv": rows}
	return e.evidence(filepath.Join(o.out, fmt.Sprintf("seed-%d", b.Seed)), files,
		map[string]any{"dataset": b.set.name, "constraint": o.constraint, "seed": b.Seed, "lead": s.Lead,
			"groups": o.groups, "refit": o.refit, "fits": p.fits, "of": p.figures})
}

// refits counts answers by the number of refits under which they hold.
type refits struct {
	n     int
	found []float64 // shares in percent
	share [len(standings)][]float64
	truly [len(standings)][]float64
}

// standings lists groups of counts, each with its minimum.
var standings = [...]struct {
	name  string
	least int
}{{"10", 10}, {"9", 9}, {"7 or 8", 7}, {"fewer", 0}}

func (r *refits) run(b *bench, s study.Setting) (p answerProof, err error) {
	got, err := b.Refitted(s, r.n)
	if err != nil {
		return p, err
	}
	if got.Rows == 0 {
		return p, usage("-refit is for tables in which an effect follows from its causes")
	}
	var all, truly [len(standings)]float64
	of := map[string]map[string]float64{}
	for i, n := range got.Standing {
		k := 0
		for n < standings[k].least {
			k++
		}
		all[k]++
		if got.Truly[i] {
			truly[k]++
		}
	}
	r.found = append(r.found, 100*float64(len(got.Standing))/float64(got.Rows))
	for k, n := range all {
		share := map[string]float64{"share": 100 * n / float64(max(len(got.Standing), 1))}
		r.share[k] = append(r.share[k], share["share"])
		if n > 0 {
			share["truly"] = 100 * truly[k] / n
			r.truly[k] = append(r.truly[k], share["truly"])
		}
		of[standings[k].name] = share
	}
	for _, m := range got.Fits {
		p.fits = append(p.fits, mechanismFiles(b.Table.Schema, m))
	}
	p.add("Search", got.Answers)
	p.figures = of
	return p, nil
}

func (r *refits) print(out io.Writer) {
	fmt.Fprintf(out, "Mechanisms fitted to %d rows; %s %% of the rows have an answer.\n\n| Holds in how many of %d | "+
		"answers, %% | hold by the true mechanisms, %% | seeds with any |\n|---|--:|--:|--:|\n",
		r.n, mean(r.found, 1), study.Refits)
	for k, s := range standings {
		fmt.Fprintf(out, "| %s | %s | %s | %d |\n", s.name, mean(r.share[k], 1), mean(r.truly[k], 1), len(r.truly[k]))
	}
}

// sets summarizes the value of several answers for each row.
type sets struct {
	n     int
	names []string
	of    [][]study.Set // one value per seed, by name
}

func (s *sets) run(b *bench, of study.Setting) (p answerProof, err error) {
	list, err := b.Sets(of, s.n)
	if s.of == nil {
		s.of = make([][]study.Set, len(list))
	}
	for i, l := range list {
		s.of[i] = append(s.of[i], l)
		p.add(l.Title, l.Answers)
	}
	p.figures = list
	return p, err
}

func (s *sets) print(out io.Writer) {
	fmt.Fprintf(out, "| Answers | held of %d | rows with several | features acted on | distance | from one another | "+
		"actions not shared, %% |\n|---|--:|--:|--:|--:|--:|--:|\n", s.n)
	printMeans(out, s.of, func(s study.Set) string { return s.Title }, []meanColumn[study.Set]{
		{2, func(s study.Set) float64 { return s.Held }},
		{1, func(s study.Set) float64 { return float64(s.Factuals) }},
		{2, func(s study.Set) float64 { return s.Actions }},
		{2, func(s study.Set) float64 { return s.Far }},
		{2, func(s study.Set) float64 { return s.Cont + s.Cat }},
		{1, func(s study.Set) float64 { return 100 * s.Changes }},
	})
}

// meanColumn is a column of a table of means over seeds.
type meanColumn[T any] struct {
	decimals int
	of       func(T) float64
}

// printMeans prints a line for each list, which has one value per seed.
func printMeans[T any](out io.Writer, lists [][]T, title func(T) string, columns []meanColumn[T]) {
	for _, list := range lists {
		fmt.Fprintf(out, "| %s", title(list[0]))
		for _, c := range columns {
			var v []float64
			for _, l := range list {
				v = append(v, c.of(l))
			}
			fmt.Fprintf(out, " | %s", mean(v, c.decimals))
		}
		fmt.Fprintln(out, " |")
	}
}

// ways summarizes the value of the proposals of one pass.
type ways struct{ of [][]study.Ways } // one value per seed, by proposer

func (w *ways) run(b *bench, of study.Setting) (p answerProof, err error) {
	list, err := b.Ways(of)
	if w.of == nil {
		w.of = make([][]study.Ways, len(list))
	}
	for i, l := range list {
		w.of[i] = append(w.of[i], l)
		p.add(l.Title, l.Answers)
	}
	p.figures = list
	return p, err
}

func (w *ways) print(out io.Writer) {
	fmt.Fprint(out, "| Ten proposals of | rows with one that holds, % | proposals that hold, % | sets of needed "+
		"actions, % of the search's | rows of that | actions, times the search's | distance, times the search's "+
		"| calls a row |\n|---|--:|--:|--:|--:|--:|--:|--:|\n")
	printMeans(out, w.of, func(w study.Ways) string { return w.Title }, []meanColumn[study.Ways]{
		{1, func(w study.Ways) float64 { return 100 * w.Held }},
		{1, func(w study.Ways) float64 { return 100 * w.One }},
		{1, func(w study.Ways) float64 { return 100 * w.Sets }},
		{0, func(w study.Ways) float64 { return float64(w.Rows) }},
		{2, func(w study.Ways) float64 { return w.Actions }},
		{2, func(w study.Ways) float64 { return w.Far }},
		{0, func(w study.Ways) float64 { return float64(w.Calls) }},
	})
}

// hiddenRuleStudy prints what labels teach about hidden rules.
type hiddenRuleStudy struct {
	labels int
	seeds  []uint64
	of     [][]study.Hidden // results for each seed
}

func (h *hiddenRuleStudy) run(b *bench, of study.Setting) (p answerProof, err error) {
	list, answers, err := b.Hidden(of, h.labels)
	h.seeds, h.of, p.figures = append(h.seeds, b.Seed), append(h.of, list), list
	for _, a := range answers {
		p.add(a.By, a.Rows)
	}
	return p, err
}

func (h *hiddenRuleStudy) print(out io.Writer) {
	fmt.Fprintf(out, "%d labels. First answers that the hidden rule allows, %% of the rows that have one.\n\n| Seed, "+
		"hidden rule | allowed before, %% | rows | before | after | search | search's ten, judged | transplant, "+
		"judged | still held, %% |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n", h.labels)
	for i, list := range h.of {
		for _, l := range list {
			fmt.Fprintf(out, "| %d: %s | %.0f | %d", h.seeds[i], l.Rule.Text, 100*l.Base, l.Rows)
			for _, v := range []float64{l.Before, l.After, l.Search, l.Judged, l.Transplant, l.Held} {
				fmt.Fprintf(out, " | %.1f", 100*v)
			}
			fmt.Fprintln(out, " |")
		}
	}
}

// costGroups compares the levels of a category by the cost of the nearest answer to the last class, and by the share
// of fixed decisions.
type costGroups struct {
	feature string
	levels  []string
	cost    [][]float64 // mean for each level and seed
	rows    []int       // number of rows with an answer for each level, over all seeds
	without []int
	ahead   [][]float64 // for each level, how much more it costs than the first
	all     metric.Group
	each    []metric.Group // only the counts: rows, answers, and rows proved to have none
}

func (g *costGroups) run(b *bench, s study.Setting) (p answerProof, err error) {
	at := b.Table.Schema.Index(g.feature)
	if at < 0 || b.Table.Schema.Features[at].Kind.Numeric() {
		return p, usage("-groups takes a category of the table, and %q is not one", g.feature)
	}
	found, err := b.Found(s)
	if err != nil {
		return p, err
	}
	costs, err := b.Costs(s)
	if err != nil {
		return p, err
	}
	if g.levels == nil {
		g.levels = b.Table.Schema.Features[at].Levels
		n := len(g.levels)
		g.cost, g.ahead, g.rows, g.without = make([][]float64, n), make([][]float64, n), make([]int, n), make([]int, n)
		g.each = make([]metric.Group, n)
	}
	sum, n := make([]float64, len(g.levels)), make([]float64, len(g.levels))
	for i, c := range costs {
		level := int(b.Test.Factual[i][at])
		if b.Test.Target[i] != b.BlackBox.Classes()-1 {
			continue
		}
		for _, of := range []*metric.Group{&g.all, &g.each[level]} {
			if of.Rows++; found.Found[i] {
				of.Covered++
			} else if !found.Open(i) {
				of.Fixed++
			}
		}
		switch {
		case c < 0:
			g.without[level]++
		default:
			sum[level], n[level] = sum[level]+c, n[level]+1
			g.rows[level]++
		}
	}
	of := map[string]map[string]float64{}
	for l := range sum {
		if n[l] > 0 {
			of[g.levels[l]] = map[string]float64{"cost": sum[l] / n[l]}
			g.cost[l] = append(g.cost[l], sum[l]/n[l])
			if n[0] > 0 {
				g.ahead[l] = append(g.ahead[l], sum[l]/n[l]-sum[0]/n[0])
			}
		}
	}
	p.figures = of
	return p, nil
}

// beyond reports whether a mean differs from 0 at the 95 % level.
func beyond(v []float64) bool {
	m, n := metric.Summarize(v), float64(len(v))
	return n > 1 && math.Abs(m.Mean) > distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile(0.975)*m.SD/math.Sqrt(n)
}

func (g *costGroups) print(out io.Writer) {
	fmt.Fprintf(out, "| %s | rows with an answer | without | cost | more than %s | found "+
		"|\n|---|--:|--:|--:|--:|---|\n", g.feature, g.levels[0])
	for l, name := range g.levels {
		ahead, found := "", ""
		if l > 0 {
			ahead, found = mean(g.ahead[l], 2), "no"
			if beyond(g.ahead[l]) {
				found = "yes"
			}
		}
		fmt.Fprintf(out, "| %s | %d | %d | %s | %s | %s |\n", name, g.rows[l], g.without[l], mean(g.cost[l], 2),
			ahead, found)
	}
	fmt.Fprintf(out, "\n| %s | refused rows | decided | fixed decisions, %% of these | 95 %% interval | undecided "+
		"|\n|---|--:|--:|--:|--:|--:|\n", g.feature)
	for l, of := range append([]metric.Group{g.all}, g.each...) {
		name, decided := "all", of.Covered+of.Fixed
		if l > 0 {
			name = g.levels[l-1]
		}
		if of.Rows == 0 || decided == 0 {
			fmt.Fprintf(out, "| %s | %d | 0 | | | %d |\n", name, of.Rows, of.Undecided())
			continue
		}
		low, high := of.FixedRange()
		fmt.Fprintf(out, "| %s | %d | %d | %.1f | %.1f–%.1f | %d |\n", name, of.Rows, decided,
			100*float64(of.Fixed)/float64(decided), 100*low, 100*high, of.Undecided())
	}
}
