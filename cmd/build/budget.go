package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"text/tabwriter"
)

// A part is a part of the site with a limit on its download size, compressed with brotli.
type part struct {
	name   string
	budget int
	files  []string // source names
}

var parts = []part{
	{"page", 3_980_000, []string{"index.html", styleName, "boot.js", "compiler.js", "wasm_exec.js", "app.wasm"}},
	{"engine", 2_750_000, []string{"engine.js", "wasm_exec.js", "engine.wasm"}},
}

// report prints the sizes of a build and fails if a part exceeds its budget.
func report(out io.Writer, dir string, s static, packed map[string][]byte, fast bool) error {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "bytes\tgzip\tbrotli\t  file")
	for _, name := range slices.Sorted(maps.Keys(s.files)) {
		fmt.Fprintf(t, "%d\t%s\t%s\t  %s\n", len(s.files[name]), length(packed, name+".gz"), length(packed, name+".br"),
			name)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(out, "build %s, site %s, written to %s\n", s.info.Build, s.info.Site, dir)
	if fast {
		fmt.Fprintln(out, "fast build: size budgets not checked")
		return nil
	}
	return checkBudgets(out, s, packed)
}

func length(packed map[string][]byte, name string) string {
	if b, ok := packed[name]; ok {
		return fmt.Sprint(len(b))
	}
	return "-"
}

func checkBudgets(out io.Writer, s static, packed map[string][]byte) error {
	var passed []error
	for _, p := range parts {
		size := p.size(s, packed)
		fmt.Fprintf(out, "%s: %.2f of %.2f MB\n", p.name, float64(size)/1e6, float64(p.budget)/1e6)
		if size > p.budget {
			passed = append(passed, fmt.Errorf("%s takes %d bytes compressed, %d over its budget of %d", p.name, size,
				size-p.budget, p.budget))
		}
	}
	return errors.Join(passed...)
}

// size sums the smallest forms of a part's files; every style sheet belongs to
// the page.
func (p part) size(s static, packed map[string][]byte) int {
	sum := 0
	for source, name := range s.names {
		if !slices.Contains(p.files, source) && !(p.name == "page" && path.Ext(source) == ".css") {
			continue
		}
		if b, ok := packed[name+".br"]; ok {
			sum += len(b)
		} else {
			sum += len(s.files[name])
		}
	}
	return sum
}
