package main

import (
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"causeway/core/metric"
)

var update = flag.Bool("update", false, "rewrite golden files")

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs from what is drawn; -update rewrites it", path)
	}
}

func TestCharts(t *testing.T) {
	sum := func(mean, sd float64) metric.Summary { return metric.Summary{Mean: mean, SD: sd, N: 3} }
	golden(t, "bars.svg", barsOf{title: "Feasibility <all>", unit: "%", groups: []string{"A", "B"},
		series: []string{"one", "two"},
		values: [][]metric.Summary{{sum(90, 5), sum(40, 70)}, {{}, sum(100, 0)}}}.svg())
	golden(t, "below.svg", barsOf{title: "Proximity", groups: []string{"A"}, series: []string{"one", "two"},
		values: [][]metric.Summary{{sum(-1.8, 0.2), sum(-0.3, 0.1)}}}.svg())
	golden(t, "lines.svg", linesOf{title: "Labels", unit: "%", xTitle: "labels", xs: []float64{0, 25, 50},
		series: []string{"one"},
		values: [][]metric.Summary{{sum(20, 3), sum(60, 10), sum(80, 5)}}}.svg())
}

// TestReport: the page is self-contained, without scripts, and its drawings are XML.
func TestReport(t *testing.T) {
	d, err := find("simple-bn")
	if err != nil {
		t.Fatal(err)
	}
	o := &outcome{setting: setting{data: d, method: "base"}}
	r, folder := newReport([][]*outcome{{o, o}}), t.TempDir()
	if err := writeReport(folder, r); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(folder, "report.html"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(page), `xmlns="http://www.w3.org/2000/svg"`, "")
	for _, bad := range []string{"<script", "http:", "https:", "src="} {
		if strings.Contains(text, bad) {
			t.Errorf("the page contains %q", bad)
		}
	}
	for _, c := range r.charts {
		x := xml.NewDecoder(strings.NewReader(c.svg))
		for err == nil {
			_, err = x.Token()
		}
		if !errors.Is(err, io.EOF) {
			t.Errorf("%s: %v", c.name, err)
		}
		err = nil
		if !strings.Contains(r.markdown(), "("+c.name+")") {
			t.Errorf("report.md does not show %s", c.name)
		}
	}
}
