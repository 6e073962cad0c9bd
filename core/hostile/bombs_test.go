package hostile_test

import (
	"strings"
	"testing"

	"causeway/core/bombs"
	"causeway/core/image"
	"causeway/core/label"
	"causeway/core/sim"
)

// Readers stay within their limits for files that were made to exhaust them.
func TestBombsKeepTheBounds(t *testing.T) {
	s := sim.SimpleBN(40, 3).Schema
	table := reader{name: "tables", read: readTable}
	project := reader{name: "projects", read: readProject}
	pictures := reader{name: "IDX", read: func(b []byte) (any, error) { return image.Read("any", b) }}
	labels := reader{name: "labels", read: func(b []byte) (any, error) { return label.ReadCSV(b, s, "me") }}
	for _, f := range bombs.Tables() {
		r := table
		switch {
		case strings.HasSuffix(f.Name, ".causeway"):
			r = project
		case strings.Contains(f.Name, "idx"):
			r = pictures
		case strings.HasPrefix(f.Name, "labels"):
			r = labels
		}
		if line := within(t, r, r.name+", "+f.Name, f.Bytes); strings.HasPrefix(line, "read:") {
			t.Errorf("%s, %s: %s", r.name, f.Name, line)
		}
	}
	for r, list := range map[*reader][]bombs.File{{name: "models", read: readModel}: bombs.Models(),
		{name: "graphs", read: readGraph(s)}: bombs.Graphs()} {
		for _, f := range list {
			within(t, *r, r.name+", "+f.Name, f.Bytes)
		}
	}
}
