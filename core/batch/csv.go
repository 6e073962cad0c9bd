package batch

import (
	"slices"
	"strconv"

	"causeway/core/data"
	"causeway/core/document"
)

// Form determines how rows are written.
type Form struct {
	Rules
	Schema  data.Schema // with the original names and values (data.Schema.Own), so that it can be read again
	OfFile  bool        // numbers of rows are line numbers in a file
	Runs    []int       // see data.Report
	Degree  bool        // counterfactuals have degrees of feasibility
	Numbers bool        // rows can be Numbered; if not set, JSON has only numbers without probabilities
}

// Head returns the CSV line with the column names: the number of the row, the features of the
// table, and the proof.
func (f Form) Head() []byte {
	head := newHeader(f.Schema)
	first := head.free("row", "line", "number")
	proof := []string{head.free("is"), head.free("predicted", "predicted class"), head.free("probability"),
		head.free("target", "target class"),
		head.free("changed features"), head.free("cost"), head.free("proved"), head.free("rules kept")}
	if f.Numbers {
		proof = slices.Insert(proof, 3, head.free("predicted number"))
	}
	if f.Degree {
		proof = append(proof, head.free("degree of feasibility"))
	}
	for _, text := range f.Texts(f.Schema) {
		proof = append(proof, head.free("rule: "+text))
	}
	return data.AppendRecord(nil, slices.Concat([]string{first}, FeatureNames(f.Schema), proof)...)
}

// proofs returns the number of columns after the features.
func (f Form) proofs() int {
	n := 8 + len(f.Hard) + len(f.Within)
	for _, more := range []bool{f.Degree, f.Numbers} {
		if more {
			n++
		}
	}
	return n
}

// AppendCSV appends a line with the row itself and a line for each of its counterfactuals. No
// field can be mistaken for a formula by a spreadsheet.
func (f Form) AppendCSV(out []byte, r Row) []byte {
	s := document.InBands(f.Schema, r.Cuts, r.Of)
	line := f.values(nil, r.Index, r.Factual)
	line = append(line, r.is(), s.Outcome.Levels[r.Predicted], cell(r.probability(r.Given[r.Predicted], r.Number,
		r.Banded)))
	line = append(f.number(line, r, r.Number), target(s, r), "0", "0", proved(r, -1), "")
	for len(line) < 1+len(s.Displayed())+f.proofs() {
		line = append(line, "")
	}
	out = data.AppendRecord(out, line...)
	for k, c := range r.Found {
		is := "counterfactual " + strconv.Itoa(k+1)
		if r.Quick {
			is += ", in one pass"
		}
		line = f.values(line[:0], r.Index, c.Row)
		line = append(line, is, s.Outcome.Levels[c.Class], cell(r.probability(c.Shares[c.Class], c.Number,
			c.Banded)))
		line = append(f.number(line, r, c.Number), target(s, r), strconv.Itoa(changes(s, r.Factual, c.Row)),
			Exact(c.Cost), proved(r, k))
		all, words := f.words(r.Factual, c)
		line = append(line, all)
		if f.Degree {
			line = append(line, Exact(c.Degree))
		}
		out = data.AppendRecord(out, append(line, words...)...)
	}
	return out
}

// number appends a predicted number, if rows can have one.
func (f Form) number(line []string, r Row, v float64) []string {
	if f.Numbers {
		line = append(line, cell(v, r.Numbered))
	}
	return line
}

// cell writes a number that may be unknown.
func cell(v float64, known bool) string {
	if !known {
		return ""
	}
	return Exact(v)
}

// is describes the line with the row itself.
func (r Row) is() string {
	switch {
	case r.Target < 0:
		return "row, of the class asked for already"
	case r.Bound && r.None:
		return "row, no counterfactual exists within the limits"
	case r.Bound:
		return "row, no counterfactual found within the limits"
	case r.None:
		return "row, no counterfactual exists"
	case len(r.Found) == 0:
		return "row, no counterfactual found"
	}
	return "row"
}

// proved describes the proof for a row, or for its k-th counterfactual.
func proved(r Row, k int) string {
	switch {
	case k < 0 && r.None:
		return "there is none"
	case k == 0 && r.Nearest:
		return "nearest"
	}
	return ""
}

// values appends the number of a row and its values; a missing one is an empty field.
func (f Form) values(line []string, index int, row []float64) []string {
	line = append(line, strconv.Itoa(f.Number(index)))
	row = f.Schema.Blank(row)
	for _, j := range f.Schema.Displayed() {
		switch x := f.Schema.Features[j]; {
		case x.IsGap(row[j]):
			line = append(line, "")
		case x.Kind.Numeric():
			line = append(line, Exact(row[j]))
		default:
			line = append(line, x.Format(row[j]))
		}
	}
	return line
}

// words returns whether all rules are kept, and the verdict on each.
func (f Form) words(factual []float64, c document.Counterfactual) (all string, words []string) {
	all = "yes"
	for _, v := range f.Judge(f.Schema, factual, c) {
		switch {
		case !v.Pass:
			all = "no"
			words = append(words, "broken")
		case !v.Applies:
			words = append(words, "does not apply")
		default:
			words = append(words, "kept")
		}
	}
	return all, words
}

// Number returns the displayed number of a row: from 1 in the table's own file, or the line in a
// file of new rows.
func (f Form) Number(index int) int {
	if f.OfFile {
		return index
	}
	return data.Report{Runs: f.Runs}.Place(index) + 1
}

// header returns column names that do not occur in the schema.
type header map[string]bool

func newHeader(s data.Schema) header {
	h := header{s.Outcome.Name: true}
	for _, f := range s.Features {
		h[f.Name] = true
	}
	return h
}

// free returns the first unused name, or the last with apostrophes appended.
func (h header) free(names ...string) string {
	name := names[0]
	for _, n := range names {
		if name = n; !h[n] {
			break
		}
	}
	for h[name] {
		name += "'"
	}
	h[name] = true
	return name
}

// FeatureNames returns the names of the features whose values are written.
func FeatureNames(s data.Schema) (names []string) {
	for _, j := range s.Displayed() {
		names = append(names, s.Features[j].Name)
	}
	return names
}

func target(s data.Schema, r Row) string {
	if r.Target < 0 {
		return s.Outcome.Levels[r.Predicted]
	}
	return s.Outcome.Levels[r.Target]
}

func changes(s data.Schema, a, b []float64) int {
	a, b = s.Blank(a), s.Blank(b)
	n := 0
	for j := range a {
		if a[j] != b[j] {
			n++
		}
	}
	return n
}

// Exact writes a number with all its digits.
func Exact(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
