package store

import (
	"bytes"
	"iter"

	"causeway/core/batch"
	"causeway/core/data"
	"causeway/core/wire"
)

// CSV writes what is done of a batch: for every row a line with the row itself
// and a line for each of its counterfactuals, with the columns of the table, so
// that the file can be read as new rows, and beside them the proof. Spreadsheets
// take no field for a formula.
func (b Batch) CSV(s data.Schema) (out []byte) {
	for part := range b.CSVParts(s) {
		out = append(out, part...)
	}
	return out
}

// CSVParts is CSV piece by piece, each valid until the next.
func (b Batch) CSVParts(s data.Schema) iter.Seq[[]byte] {
	return b.CSVBetween(s, 0, len(b.Parts), true)
}

// CSVBetween is what CSVParts gives of the parts from one on to before another, with the
// head where the first is among them. Once the batch has ended, so do the pieces with the last part.
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

// Ready is the first part from one on that is not done, or from itself while nothing says
// which columns the lines have: those of degrees are told by the first counterfactual.
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

// Run names the batch: states of one batch have the same.
func (b Batch) Run() string { return b.run }

// form says how the rows of the batch are written.
func (b Batch) form(s data.Schema) batch.Form {
	return batch.Form{Rules: b.rules(), Schema: s.Own(), OfFile: b.ofFile, Runs: b.runs, Degree: b.HasDegree()}
}

// number is that of a row as people count.
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
		Titles   []batchFileName `json:"titles,omitempty"` // how people read the features, where that is otherwise
		Groups   batchFileGroups `json:"groups"`
		Rows     []struct{}      `json:"rows"` // each as batch.Form writes it
	}
	batchFileName struct {
		Feature string   `json:"feature"`
		Title   string   `json:"title"`
		Unit    string   `json:"unit,omitempty"`
		Levels  []string `json:"levels,omitempty"`
		Titles  []string `json:"titles,omitempty"` // of the levels
	}
)

// JSON writes what is done of a batch, with its groups.
func (b Batch) JSON(table wire.Loaded, wanted int) (out []byte) {
	for part := range b.JSONParts(table, wanted) {
		out = append(out, part...)
	}
	return out
}

// JSONParts is JSON piece by piece: the head, and then the rows of each part.
func (b Batch) JSONParts(table wire.Loaded, wanted int) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		s, form := table.Schema.Own(), b.form(table.Schema)
		f := batchFile{Format: "causeway counterfactuals 1", Table: table.Hash, Seed: b.Query.Seed,
			Features: batch.FeatureNames(s),
			Outcome:  s.Outcome.Name, Classes: s.Outcome.Levels, Rules: []string{}, Groups: b.groups(s, wanted),
			Rows: []struct{}{}}
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
