package store

import "causeway/core/snapshot"

// Intents of tests alone.
type (
	// takeProject replaces the page's project at once with one that was read. If the table is
	// neither in the file nor here and cannot be sampled, the project waits for it.
	takeProject struct {
		Name    string // of the file
		Project snapshot.Project
	}

	// packRows asks the engine for the rows, for a Snapshot that includes them.
	packRows struct{}
)

func (in takeProject) apply(w *turn) { w.checkAndTake(Offered{Name: in.Name}, in.Project) }

func (packRows) apply(w *turn) {
	if w.Data.HasTable {
		w.hasTable()
	}
}
