// Command fitcensus fits the probability tables of the synthetic census to the UCI Adult data,
// prepared as in the paper. It fits the tables of full-time workers to all rows with 35 hours a
// week or more, and writes them as text:
//
//	go run ./cmd/fitcensus -in ../shared/data/adult/adult.data -out assets
//
// The text holds rounded probabilities and no row of Adult. Counts below 5 do not enter it: see
// smooth and level.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"causeway/core/data"
	"causeway/core/sim"
)

func main() {
	in := flag.String("in", "../shared/data/adult/adult.data", "the file adult.data")
	out := flag.String("out", "assets", "the folder of the tables")
	flag.Parse()
	if err := run(*in, *out); err != nil {
		fmt.Fprintln(os.Stderr, "fitcensus:", err)
		os.Exit(1)
	}
}

func run(in, out string) error {
	t, err := read(in)
	if err != nil {
		return err
	}
	all, err := readWorkers(in)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, "census.txt"), []byte(fit(t, header, network)), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "workers.txt"), []byte(fit(all, workersHeader, workers())), 0o644)
}

// leastHours is the least number of hours a week that counts as full time.
const leastHours = 35

// readWorkers opens the file with the paper's groups of values and keeps people who work full
// time.
func readWorkers(path string) (*data.Table, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	t := &data.Table{Schema: sim.WorkersSchema()}
	t.Cols = make([][]float64, len(t.Schema.Features))
	for line := range strings.Lines(string(b)) {
		fields := strings.Split(strings.TrimSpace(line), ", ")
		if len(fields) != 15 {
			continue
		}
		row := data.AdultRow(fields)
		values := make([]float64, len(row))
		for j, text := range row {
			f := t.Schema.Outcome
			if j < len(t.Schema.Features) {
				f = t.Schema.Features[j]
			}
			if f.Kind.Numeric() {
				values[j], err = strconv.ParseFloat(text, 64)
			} else if values[j] = float64(slices.Index(f.Levels, text)); values[j] < 0 {
				err = fmt.Errorf("%s: %q is not a %s", path, text, f.Name)
			}
			if err != nil {
				return nil, err
			}
		}
		if values[t.Schema.Index("hours_per_week")] < leastHours {
			continue
		}
		for j := range t.Cols {
			t.Cols[j] = append(t.Cols[j], values[j])
		}
		t.Outcome = append(t.Outcome, int(values[len(t.Cols)]))
	}
	return t, nil
}

// read opens the file with the paper's preparation.
func read(path string) (*data.Table, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	f, err := data.Inspect(filepath.Base(path), b)
	if err != nil {
		return nil, err
	}
	plan := f.Preview(nil).Plan
	if plan.Recipe != "adult" {
		return nil, fmt.Errorf("%s is not the UCI Adult data", path)
	}
	t, _, err := f.Import(plan)
	return t, err
}
