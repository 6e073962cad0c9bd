// Command paper reruns the paper's experiments without a browser:
//
//	go run ./cmd/paper -dataset D -method M [-constraint C] [flags]
//	go run ./cmd/paper -table FILE -outcome NAME [-graph FILE] -method M [flags]
//	go run ./cmd/paper -compare [-method M,...] -dataset D [-constraint C]|-table FILE -outcome NAME [-graph FILE]
//	[-runs R]
//	go run ./cmd/paper -score FILE [-method M] -dataset D [-constraint C]|-table FILE -outcome NAME [-graph FILE]
//	[-seed S]
//	go run ./cmd/paper -actions N [-fixed FEATURES] -dataset D [-constraint C]|-table FILE -outcome NAME [-graph
//	FILE] [-runs R]
//	go run ./cmd/paper -steady N [-fixed FEATURES] -dataset D [-constraint C]|-table FILE -outcome NAME [-graph FILE]
//	[-runs R]
//	go run ./cmd/paper -lead-curve [-method M] -dataset D [-constraint C]|-table FILE -outcome NAME [-graph FILE]
//	[-runs R]
//	go run ./cmd/paper -refit N|-sets N|-groups FEATURE -dataset D [-constraint C]|-network FILE|-table FILE -outcome
//	NAME [-graph FILE] [-runs R]
//	go run ./cmd/paper -all [-runs R] [-out DIR]
//	go run ./cmd/paper -dataset D -method model|approx [-constraint C] -search N
//	go run ./cmd/paper -dataset mnist -method base|example|cem|-compare [-few] [-runs R] [-images N] [-out DIR]
//	go run ./cmd/paper -labels-curve [-runs R] [-out DIR]
//	go run ./cmd/paper -time-curve [-out DIR]
//
// -network FILE reads a linear Gaussian network and takes the place of -dataset.
//
// A run is a pure function of the table, its seed and the settings, which are in presets.go:
// the seed changes the split, the black box and the generator, so that deviations are due to
// training. With -headline, and in -all and the curves, which imply it, simulated tables are
// drawn anew for each seed and the explained rows of Adult are from adult.test: no setting
// was chosen on either. Impossible settings are refused with one line and exit status 2.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run executes the command and returns the exit status, which is 2 for bad input.
func run(args []string, out, problems io.Writer) int {
	o, err := parse(args, out)
	if err == nil {
		err = o.execute(out, problems)
	}
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return 0
	}
	fmt.Fprintln(problems, "paper:", err)
	if errors.As(err, &usageError{}) {
		return 2
	}
	return 1
}

func (o options) execute(out, progress io.Writer) error {
	if o.search > 0 {
		return o.tune(out)
	}
	if o.dataset == digitsName {
		return o.digits(out, progress)
	}
	start := time.Now()
	clock := func() float64 { return time.Since(start).Seconds() }
	if o.compared {
		return o.compare(out, progress, clock)
	}
	if o.answers != "" {
		return o.score(out, clock)
	}
	if o.actions > 0 {
		return o.reach(out, progress, clock)
	}
	if o.steadyRows > 0 {
		return o.steady(out, progress, clock)
	}
	if o.goal != "" {
		return o.reachGoal(out, progress, clock)
	}
	if o.isAnswerStudy() {
		return o.ask(out, progress, clock)
	}
	if o.leadCurve {
		return o.leads(out, progress, clock)
	}
	t := batch{seed: o.seed, runs: o.runs, folder: o.data, headline: o.headlines(), rows: o.rows, progress: progress,
		clock: clock}
	var err error
	if t.settings, err = o.settings(); err != nil {
		return err
	}
	results, err := t.run()
	if err != nil {
		return err
	}
	for _, runs := range results {
		if err := o.print(out, runs); err != nil {
			return err
		}
	}
	if o.timeCurve && !o.json {
		printTimes(out, results)
	}
	if o.out == "" {
		return nil
	}
	if len(results) > 1 {
		return writeAll(o.out, results)
	}
	return writeRuns(o.out, results[0])
}

// print writes the runs of a setting as JSON lines or as a table.
func (o options) print(out io.Writer, runs []*outcome) error {
	if !o.json {
		return printSummary(out, runs)
	}
	enc := json.NewEncoder(out)
	for _, r := range runs {
		if err := enc.Encode(r.record); err != nil {
			return err
		}
	}
	return nil
}

// writeRuns writes the rows of one setting; several runs get a folder each.
func writeRuns(folder string, runs []*outcome) error {
	for _, r := range runs {
		to := folder
		if len(runs) > 1 {
			to = filepath.Join(folder, fmt.Sprintf("seed-%d", r.Seed))
		}
		if err := r.write(to); err != nil {
			return err
		}
	}
	return nil
}

// writeAll writes the report, the records, and the rows of every setting's
// first run.
func writeAll(folder string, results [][]*outcome) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, runs := range results {
		if err := runs[0].write(filepath.Join(folder, runs[0].setting.slug())); err != nil {
			return err
		}
	}
	f, err := os.Create(filepath.Join(folder, "runs.jsonl"))
	if err != nil {
		return err
	}
	for _, runs := range results {
		if err := (options{json: true}).print(f, runs); err != nil {
			f.Close()
			return err
		}
	}
	if err := f.Close(); err != nil {
		return err
	}
	return writeReport(folder, newReport(results))
}
