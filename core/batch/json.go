package batch

import (
	"encoding/json"

	"causeway/core/data"
	"causeway/core/document"
)

// The JSON form of a row. Values are in the order of the features: numbers, and
// levels by their names, or null if missing.
type (
	jsonRow struct {
		Row             int         `json:"row"`
		Values          []any       `json:"values"`
		Predicted       string      `json:"predicted"`
		Probability     *float64    `json:"probability,omitempty"`
		Number          *float64    `json:"number,omitempty"` // predicted, if the black box learned a number
		Target          *string     `json:"target"`           // null: already of the desired class
		Counterfactuals []jsonFound `json:"counterfactuals"`
		Bound           bool        `json:"bound,omitempty"` // one is found without the limits that apply to every row
		Proved          string      `json:"proved"`          // as in the CSV: none exists, nearest, or empty
		Unclear         bool        `json:"unclear,omitempty"`
		OnePass         bool        `json:"onePass,omitempty"` // it is the generator's single answer
	}
	jsonFound struct {
		Values      []any    `json:"values"`
		Predicted   string   `json:"predicted"`
		Probability *float64 `json:"probability,omitempty"`
		Number      *float64 `json:"number,omitempty"`
		Changed     int      `json:"changed"`
		Cost        float64  `json:"cost"`
		Degree      *float64 `json:"degree,omitempty"`
		Rules       []string `json:"rules"` // for each: kept, broken or does not apply

		// proved: ranges in which the changed numbers may vary together; omitted if not requested
		Ranges map[string][2]float64 `json:"ranges,omitempty"`
	}
)

func known(v float64, is bool) *float64 {
	if !is {
		return nil
	}
	return &v
}

// AppendJSON appends the row as a JSON object without a line end.
func (f Form) AppendJSON(out []byte, r Row) []byte {
	s := document.InBands(f.Schema, r.Cuts, r.Of)
	row := jsonRow{Row: f.Number(r.Index), Values: plain(s, r.Factual), Predicted: s.Outcome.Levels[r.Predicted],
		Counterfactuals: []jsonFound{}, Bound: r.Bound, Unclear: r.Unclear,
		OnePass: r.Quick}
	row.Probability = known(r.probability(r.Given[r.Predicted], r.Number, r.Banded))
	numbered := r.Numbered && (f.Numbers || r.Banded)
	row.Number = known(r.Number, numbered)
	if row.Proved = proved(r, -1); row.Proved == "" {
		row.Proved = proved(r, 0)
	}
	if r.Target >= 0 {
		row.Target = &s.Outcome.Levels[r.Target]
	}
	for _, c := range r.Found {
		_, words := f.words(r.Factual, c)
		one := jsonFound{Values: plain(s, c.Row), Predicted: s.Outcome.Levels[c.Class],
			Probability: known(r.probability(c.Shares[c.Class], c.Number, c.Banded)),
			Number:      known(c.Number, numbered),
			Changed:     changes(s, r.Factual, c.Row), Cost: c.Cost, Rules: append([]string{}, words...)}
		if f.Degree {
			one.Degree = &c.Degree
		}
		for j, low := range c.Low {
			if low < c.High[j] {
				if one.Ranges == nil {
					one.Ranges = map[string][2]float64{}
				}
				one.Ranges[s.Features[j].Name] = [2]float64{low, c.High[j]}
			}
		}
		row.Counterfactuals = append(row.Counterfactuals, one)
	}
	return append(out, Marshal(row)...)
}

// Marshal returns the JSON of a value whose numbers are all finite.
func Marshal(v any) []byte {
	out, err := json.Marshal(v)
	if err != nil {
		panic("batch: JSON: " + err.Error()) // its numbers were checked to be finite
	}
	return out
}

func plain(s data.Schema, row []float64) []any {
	row = s.Blank(row)
	var list []any
	for _, j := range s.Displayed() {
		switch f := s.Features[j]; {
		case f.IsGap(row[j]):
			list = append(list, nil)
		case f.Kind.Numeric():
			list = append(list, row[j])
		default:
			list = append(list, f.Format(row[j]))
		}
	}
	return list
}
