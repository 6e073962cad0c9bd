package main

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"

	"causeway/core/model"
)

// batch runs settings for several seeds on as many workers as there are processors.
// Settings of one data set and seed share a bench; except for times, outcomes do not
// depend on the number of workers.
type batch struct {
	settings []setting
	seed     uint64 // seed of the first run
	runs     int
	folder   string // folder of the data files
	headline bool   // whether to explain rows that were not used to choose settings
	rows     int    // maximum number of explained rows, 0 for all
	clock    func() float64
	progress io.Writer // prints a line for every experiment
}

// run returns the outcomes, settings × runs.
func (t batch) run() ([][]*outcome, error) {
	tables := map[*dataset]sampled{}
	var order []*dataset
	for _, s := range t.settings {
		if tables[s.data] != nil {
			continue
		}
		table, err := s.data.tables(t.folder, t.headline)
		if err != nil {
			return nil, err
		}
		tables[s.data] = table
		order = append(order, s.data)
	}
	results := make([][]*outcome, len(t.settings))
	for i := range results {
		results[i] = make([]*outcome, t.runs)
	}
	var tasks []func() error
	for r := range t.runs {
		for _, d := range order {
			tasks = append(tasks, func() error { return t.bench(d, tables[d], r, results) })
		}
	}
	return results, parallel(tasks, runtime.GOMAXPROCS(0))
}

// bench runs all settings of a data set for one seed.
func (t batch) bench(d *dataset, of sampled, r int, results [][]*outcome) error {
	seed := t.seed + uint64(r)
	table, split := of(seed)
	b, err := newBench(d, table, split, seed, t.clock)
	if err != nil {
		return err
	}
	b.Few(t.rows)
	for i, s := range t.settings {
		if s.data != d {
			continue
		}
		start := t.clock()
		o, err := b.experiment(s)
		if err != nil {
			return err
		}
		o.Headline = t.headline
		results[i][r] = o
		fmt.Fprintf(t.progress, "%s, seed %d: %.1f s\n", s, b.Seed, t.clock()-start)
	}
	b.Drop()
	return nil
}

// parallel runs tasks on several workers and returns the error of the first task that fails. After an
// error it starts no further task.
func parallel(tasks []func() error, workers int) error {
	errs := make([]error, len(tasks))
	var lock sync.Mutex
	next, failed := 0, false
	take := func() int {
		lock.Lock()
		defer lock.Unlock()
		if failed || next == len(tasks) {
			return -1
		}
		next++
		return next - 1
	}
	var all sync.WaitGroup
	for range max(workers, 1) {
		all.Go(func() {
			for i := take(); i >= 0; i = take() {
				if errs[i] = tasks[i](); errs[i] != nil {
					lock.Lock()
					failed = true
					lock.Unlock()
				}
			}
		})
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// String names a setting.
func (s setting) String() string {
	name := s.data.title
	if s.constraint != "" {
		name += " " + upper(s.constraint)
	}
	return name + ", " + s.title()
}

// title returns the method's title, with the number of labels if unusual.
func (s setting) title() string {
	name := model.Method(s.method).Title()
	if model.Method(s.method).FromLabels() && s.labels != paperLabels && s.labels >= 0 {
		name += fmt.Sprintf(", %d labels", s.labels)
	}
	if s.literal {
		name = strings.TrimSuffix(name, "+") + ", to the letter"
	}
	if s.random {
		name += ", asked at random"
	}
	return name
}
