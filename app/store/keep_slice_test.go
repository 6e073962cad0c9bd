package store

import (
	"math/rand/v2"
	"slices"
	"testing"

	"causeway/core/model"
	"causeway/core/snapshot"
)

// sliceOf returns the slice of a part.
func sliceOf(part string) slice {
	return beside[slices.IndexFunc(beside, func(x slice) bool { return x.part == part })]
}

// restNote is the value that TestANewThingToSaveIsARow saves.
type restNote struct {
	text string
	to   *string
}

func (n restNote) install(*turn, arrival) { *n.to = n.text }

// Anything else to save in this browser is one more slice: its change makes the project dirty, it
// is saved with the rest, and it comes back.
func TestANewThingToSaveIsARow(t *testing.T) {
	note, came, all := "the first", "", beside
	t.Cleanup(func() { beside = all })
	beside = append(slices.Clip(all), slice{part: "a note",
		gist: func(*State) any { return note },
		keep: func(*State, *KeepProject) ([]KeptRecord, error) {
			return []KeptRecord{{Name: "note", Bytes: []byte(note)}}, nil
		},
		read: func(r records, _ snapshot.Project) (storedSlice, error) {
			b, _ := r.get("note")
			return restNote{string(b), &came}, nil
		}})
	d := newDriver(rand.New(rand.NewPCG(1, 1)))
	d.clerk.calm = true
	d.do(LoadSample{model.SimpleBN})
	d.settle()
	if err := d.save(); err != nil {
		t.Fatal(err)
	}
	note = "the second"
	d.do(Say{"Noted."})
	if !d.Keeping.dirty {
		t.Error("nothing is to be saved, and the note is another")
	}
	if err := d.save(); err != nil {
		t.Fatal(err)
	}
	if _, err := d.reopened(); err != nil || came != note {
		t.Errorf("it came back as %q: %v", came, err)
	}
}
