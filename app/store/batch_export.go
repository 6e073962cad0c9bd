package store

import (
	"bytes"
	"iter"
	"slices"

	"causeway/core/batch"
	"causeway/core/data"
	"causeway/core/wire"
)

// CSV writes the finished rows of a batch: one line for each row and one for each of its
// counterfactuals. It has the table's columns, so that the file can be read as new rows, and then a
// column for the proof. No field looks like a formula to a spreadsheet.
func (b Batch) CSV(s data.Schema) (out []byte) {
	for part := range b.CSVParts(s) {
		out = append(out, part...)
	}
	return out
}

// CSVParts yields CSV in pieces, each valid until the next.
func (b Batch) CSVParts(s data.Schema) iter.Seq[[]byte] {
	return b.CSVBetween(s, 0, len(b.Parts), true)
}

// CSVBetween yields the pieces of CSVParts for the parts in [from, before), with the header if the
// first part is among them. The last part ends the file once the batch has ended.
func (b Batch) CSVBetween(s data.Schema, from, to int, ended bool) iter.Seq[[]byte] {
	if ended {
		to = len(b.Parts)
	}
	return func(yield func([]byte) bool) {
		form := b.form(s)
		var out []byte
		if from == 0 && (ended || to > 0) && !yield(form.Head()) {
			return
		}
		for k := from; k < to; k++ {
			if len(b.Parts[k].Found) == 0 {
				continue
			}
			out = out[:0]
			b.eachOf(k, func(_ int, r BatchRow) { out = form.AppendCSV(out, r) })
			if !yield(out) {
				return
			}
		}
	}
}

// Ready returns the first unfinished part, starting at the given one. It returns the given part while
// the columns are unknown: only the first counterfactual shows whether the rows have degrees.
func (b Batch) Ready(from int) int {
	to := from
	for to < len(b.Parts) && len(b.Parts[to].Found) > 0 {
		to++
	}
	if _, found := b.Covered(); from == 0 && found == 0 {
		return 0
	}
	return to
}

// Run identifies the run: all states of one run share it.
func (b Batch) Run() string { return b.run }

// form says how to write the rows of the batch.
func (b Batch) form(s data.Schema) batch.Form {
	return batch.Form{Rules: b.rules(), Schema: b.Wider(s).Own(), OfFile: b.ofFile, Runs: b.runs, Degree: b.HasDegree(),
		Numbers: b.numbered()}
}

// numbered reports whether the black box predicts a number for each row.
func (b Batch) numbered() bool {
	return slices.ContainsFunc(b.Parts, func(p wire.ExplainedMany) bool {
		return len(p.Numbers) > 0 && (len(p.Of) == 0 || p.Of[0] == 0)
	})
}

// number returns the row number that people see.
func (b Batch) number(index int) int { return batch.Form{OfFile: b.ofFile, Runs: b.runs}.Number(index) }

// The JSON form of a batch. Values are in the order of Features: numbers, and
// levels by their names.
type (
	batchFile struct {
		Format   string          `json:"format"`
		Table    string          `json:"table"` // SHA-256 of schema and rows
		Seed     uint64          `json:"seed"`
		Features []string        `json:"features"`
		Outcome  string          `json:"outcome"`
		Classes  []string        `json:"classes"`
		Rules    []string        `json:"rules"`
		Titles   []batchFileName `json:"titles,omitempty"` // display names of the features, if people set any
		Groups   batchFileGroups `json:"groups"`
		Asked    []byte          `json:"asked,omitempty"` // keptRows, in project files only
		Rows     []struct{}      `json:"rows"`            // each as batch.Form writes it
	}
	batchFileName struct {
		Feature string   `json:"feature"`
		Title   string   `json:"title"`
		Unit    string   `json:"unit,omitempty"`
		Levels  []string `json:"levels,omitempty"`
		Titles  []string `json:"titles,omitempty"` // titles of the levels
	}
)

// JSON writes the finished rows of a batch and its groups.
func (b Batch) JSON(table wire.Loaded, wanted int) (out []byte) {
	for part := range b.JSONParts(table, wanted) {
		out = append(out, part...)
	}
	return out
}

// JSONParts yields JSON in pieces: the head, then the rows of each part.
func (b Batch) JSONParts(table wire.Loaded, wanted int) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		s, form := table.Schema.Own(), b.form(table.Schema)
		form.Numbers = form.Numbers && b.asked == nil // project files keep their bytes
		f := batchFile{Format: "causeway counterfactuals 1", Table: table.Hash, Seed: b.Query.Seed,
			Features: batch.FeatureNames(s),
			Outcome:  s.Outcome.Name, Classes: s.Outcome.Levels, Rules: []string{}, Groups: b.groups(s, wanted),
			Asked: b.asked, Rows: []struct{}{}}
		for j, x := range table.Schema.Features {
			if x.Was != nil {
				f.Titles = append(f.Titles, batchFileName{Feature: s.Features[j].Name, Title: x.Name, Unit: x.Unit,
					Levels: s.Features[j].Levels, Titles: x.Levels})
			}
		}
		f.Rules = append(f.Rules, b.RuleTexts(s)...)
		const end = "]}" // the rows are the last field
		if !yield(bytes.TrimSuffix(batch.Marshal(f), []byte(end))) {
			return
		}
		first := true
		for k := range b.Parts {
			var out []byte
			b.eachOf(k, func(_ int, r BatchRow) {
				if !first {
					out = append(out, ',')
				}
				first = false
				out = form.AppendJSON(out, r)
			})
			if len(out) > 0 && !yield(out) {
				return
			}
		}
		yield([]byte(end + "\n"))
	}
}
