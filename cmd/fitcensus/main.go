// Command fitcensus fits the probability tables of the synthetic census to the
// UCI Adult data, prepared as in the paper, and writes them as text:
//
//	go run ./cmd/fitcensus -in ../shared/data/adult/adult.data -out assets/census.txt
//
// The text holds rounded probabilities and no row of Adult. Counts below 5 do
// not enter it: see smooth and level.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"causeway/core/data"
)

func main() {
	in := flag.String("in", "../shared/data/adult/adult.data", "the file adult.data")
	out := flag.String("out", "assets/census.txt", "where the tables go")
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
	return os.WriteFile(out, []byte(fit(t)), 0o644)
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
