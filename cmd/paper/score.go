package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/study"
)

// remaining lists, for other programs, the values that hard rules allow for every feature of an
// explained row: the limits of a number, or levels.
type remaining struct {
	Row      int            `json:"row"`
	Features map[string]any `json:"features"`
}

func (o *outcome) domains() (list []remaining) {
	s := o.bench.Table.Schema
	for i, row := range o.bench.Test.Factual {
		l := remaining{o.bench.Test.Rows[i], map[string]any{}}
		domains, _ := causal.Domains(s, o.study.Setting.Hard, row)
		for j, f := range s.Features {
			if f.Kind.Numeric() {
				l.Features[f.Name] = []float64{domains[j].Min, domains[j].Max}
				continue
			}
			levels := []string{}
			for k, in := range domains[j].Levels {
				if in {
					levels = append(levels, f.Levels[k])
				}
			}
			l.Features[f.Name] = levels
		}
		list = append(list, l)
	}
	return list
}

// score prints the line of -compare for another program's answers to rows written by -out, followed
// by those of Action VAE and the given method on the same rows.
func (o options) score(out io.Writer, clock func() float64) error {
	d, err := o.named()
	if err != nil {
		return err
	}
	methods := []string{rival}
	if o.method != "" && o.method != rival {
		methods = append(methods, o.method)
	}
	return o.benches(d, clock, func(b *bench, _ float64) error {
		what, err := o.applyTo(d, rival, o.constraint).study(b.Table.Schema)
		if err != nil {
			return err
		}
		given, err := b.readScored(what, o.answers)
		if err != nil {
			return err
		}
		var best study.Answered
		var lines []string
		line := func(name string, a study.Answered, own bool) {
			var l beside
			l.add(a, best)
			lines = append(lines, fmt.Sprintf("| %s |%s\n", name, l.cells(own)))
		}
		for i, m := range methods {
			what, err := o.applyTo(d, m, o.constraint).study(b.Table.Schema)
			if err != nil {
				return err
			}
			a, err := b.Answer(what)
			if err != nil {
				return err
			}
			if i == 0 {
				best = a
			}
			line(what.Method.Title(), a, i == 0)
		}
		line(filepath.Base(o.answers), given, false)
		_, err = fmt.Fprintf(out,
			"%s: %d rows explained with %s, of which %.1f %% may have an answer\n\n%s%s\n",
			o.headlineOf(d), len(b.Test.Rows), o.seeds(), 100*best.Causal.Reachable, compareHead(rival),
			strings.Join(lines, ""))
		return err
	})
}

// readScored scores the answers in a file, and keeps only the file's rows as explained rows.
func (b *bench) readScored(what study.Setting, path string) (a study.Answered, err error) {
	rows, answers, err := readAnswers(path, b.Table.Schema)
	if err != nil {
		return a, err
	}
	for _, at := range rows {
		if !slices.Contains(b.Test.Rows, at) {
			return a, usage("%s has row %d, which is not explained with these flags; -seed, -dataset, -constraint "+
				"and -headline must be the same as for -out", path, at)
		}
	}
	b.Test = b.Explain(rows)
	what.Method, what.Given = study.Given, answers
	return b.Answer(what)
}

// readAnswers reads a file like decoded.csv with one line for each row; a missing answer
// is nil.
func readAnswers(path string, s data.Schema) (rows []int, answers [][]float64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, usage("the answers %s cannot be read", path)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, nil, usage("%s: %v", path, err)
	}
	if len(lines) < 2 || !slices.Equal(lines[0], header(s, "row", "target", "found")) {
		return nil, nil,
			usage("%s: the first line must name row, target, found and the features in order, as in decoded.csv",
				path)
	}
	for _, line := range lines[1:] {
		at, err := strconv.Atoi(line[0])
		if err != nil {
			return nil, nil, usage("%s: %q is not a row", path, line[0])
		}
		var answer []float64
		if line[2] == "true" {
			answer = make([]float64, len(s.Features))
			for j, f := range s.Features {
				if answer[j], err = f.Parse(line[j+3]); err != nil {
					return nil, nil, usage("%s: row %d, %s: %v", path, at, f.Name, err)
				}
			}
		}
		rows, answers = append(rows, at), append(answers, answer)
	}
	return rows, answers, nil
}
