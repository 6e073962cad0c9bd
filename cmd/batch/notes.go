package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"

	"causeway/core/batch"
)

// ends lists how the names of a block's files end, except for its note.
func (j Job) ends() []string {
	list := []string{".csv", ".jsonl", ".dead.jsonl"}
	if j.Notices != "" {
		list = append(list, ".notices.zip", ".notices.jsonl")
	}
	return list
}

// done is the note about a block, which is written after its files.
type done struct {
	Bytes   string            `json:"bytes"` // SHA-256 of its rows
	Files   map[string]string `json:"files"` // SHA-256 of the files, in the order of ends
	Summary Summary           `json:"summary"`
	Counts  string            `json:"counts"` // SHA-256 of the summary
}

// doneBefore returns the note about a block whose rows have a given hash, and a sentence for each
// fault of the block's files. Without a note, it returns nil.
func (j Job) doneBefore(ctx context.Context, name, rows string) (note *done, faults []error) {
	b, err := read(ctx, name+".done.json")
	if err != nil {
		return nil, []error{fmt.Errorf("%s.done.json cannot be read, so the block may not be complete: %w.",
			name, err)}
	}
	note = new(done)
	if err := json.Unmarshal(b, note); err != nil || hashOf(batch.Marshal(note.Summary)) != note.Counts {
		return nil, []error{fmt.Errorf("%s.done.json was changed after it was written.", name)}
	}
	if note.Bytes != rows {
		faults = append(faults, fmt.Errorf("The rows of %s.csv were changed after they were explained.",
			name))
	}
	for _, end := range j.ends() {
		if b, err := read(ctx, name+end); err != nil {
			faults = append(faults, fmt.Errorf("%s%s cannot be read: %w.", name, end, err))
		} else if hashOf(b) != note.Files[end] {
			faults = append(faults, fmt.Errorf("%s%s was changed after it was written.", name, end))
		}
	}
	return note, faults
}

// check compares the files of a job with its notes and computes nothing. The error has a sentence
// for each fault.
func check(ctx context.Context, job Job, blocks []Block) error {
	known := []string{"job.sha256", "summary.json"}
	var faults []error
	var all Summary
	noted := true
	for _, b := range blocks {
		_, text, err := bytesOf(ctx, b)
		if err != nil {
			return err
		}
		name := job.Out + "/" + b.Name
		note, wrong := job.doneBefore(ctx, name, hashOf([]byte(text)))
		if faults = append(faults, wrong...); note != nil {
			all = Merge(all, note.Summary)
		} else {
			noted = false
		}
		known = append(known, b.Name+".done.json")
		for _, end := range job.ends() {
			known = append(known, b.Name+end)
		}
	}
	if b, err := read(ctx, job.Out+"/summary.json"); err != nil {
		faults = append(faults, fmt.Errorf("%s/summary.json cannot be read: %w.", job.Out, err))
	} else if noted && !bytes.Equal(b, all.file()) {
		faults = append(faults, fmt.Errorf("%s/summary.json does not match the files of the blocks.", job.Out))
	}
	for _, name := range list(ctx, job.Out+"/*") {
		if !slices.Contains(known, path.Base(name)) {
			faults = append(faults, fmt.Errorf("%s was not written by this job; move it to another folder.", name))
		}
	}
	if faults != nil {
		return errors.Join(append(faults, errors.New("Run the same command without -check to rewrite what is "+
			"missing or changed."))...)
	}
	fmt.Printf("%d blocks with %d rows are unchanged.\n", len(blocks), all.Rows)
	return nil
}
