package ui

import (
	"testing"
	"time"

	"causeway/app/store"
	"causeway/app/ui/project"
)

// The time of saving includes the day if it was not today, and is omitted if unknown.
func TestWhenItWasSaved(t *testing.T) {
	now := time.Date(2024, 5, 17, 14, 0, 0, 0, time.UTC)
	at := func(hours int) int64 { return now.Add(time.Duration(hours) * time.Hour).UnixMilli() }
	for want, k := range map[string]store.Keeping{
		"Saved here":        {},
		"Saved here, 13:00": {At: at(-1)},
		"Saved here, 16 May 2024, 23:00, as a copy": {At: at(-15), Copy: true},
		"Saved here, 14:00, except the evaluation and labels": {At: at(0),
			Left: []store.Left{{Part: "the evaluation"}, {Part: "labels"}}},
	} {
		if got := project.TextKeepSaved(k, now); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
