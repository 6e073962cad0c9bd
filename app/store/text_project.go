package store

import (
	"fmt"

	"causeway/core/snapshot"
)

func sayWaits(d snapshot.Data) string {
	return fmt.Sprintf("The project is about %s, %s rows (%s), which are not in its file. Open that table, and the project goes on.",
		d.Name, FormatCount(d.Rows), ShortHash(d.Hash))
}

func sayOpening(d snapshot.Data) string { return fmt.Sprintf("Opening the project about %s.", d.Name) }

func sayOpened(p snapshot.Project) string {
	return fmt.Sprintf("The project about %s is open: %s rows.", p.Data.Name, FormatCount(p.Data.Rows))
}

func sayOtherRows(name string, d snapshot.Data) string {
	return fmt.Sprintf("%s does not have the rows of the project, which waits for %s with %s rows and the hash %s. The table is open; the project still waits.",
		name, d.Name, FormatCount(d.Rows), ShortHash(d.Hash))
}

// ShortHash is the begin of a hash, enough to compare by eye.
func ShortHash(hash string) string { return hash[:min(len(hash), 12)] }
