package store

import (
	"regexp"
	"testing"

	"causeway/core/snapshot"
)

// The page uses the singular for one row, label, edge or column.
func TestOneIsNotSeveral(t *testing.T) {
	several := regexp.MustCompile(`\b1 (unobserved )?[a-z]{3,}[^su\s]s\b`)
	p := snapshot.Project{Data: snapshot.Data{Name: "a table", Rows: 1}}
	for _, s := range []string{sayOpened(p), sayOtherRows("a file", p.Data),
		saySaved("a file", Travel{Labels: true}, 1), sayModelRead("a model", 1, 2), saySuggested(1),
		sayLoaded("a table", 1),
		sayPreviewed("a file", 1, 1), sayGraphOpened("a file", 1, 1),
		RemoveEdges{Hidden: []int{1}, Edges: make([]Ends, 1)}.step(p.Schema), sayRemoved(1), sayByRule(1)} {
		if found := several.FindString(s); found != "" {
			t.Errorf("%q says %q", s, found)
		}
	}
}
