package store

import (
	"bytes"
	"encoding/json"
	"iter"
	"slices"
	"strconv"

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
		w := b.csv(s)
		if from == 0 && (ended || to > 0) && !yield(w.head()) {
			return
		}
		for k := from; k < to; k++ {
			if len(b.Parts[k].Found) > 0 && !yield(w.part(k)) {
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

// Same reports whether two are states of one batch.
func (b Batch) Same(o Batch) bool { return b.run == o.run }

// csvWriter writes a batch as CSV.
type csvWriter struct {
	b      Batch
	s      data.Schema // as programs know it, so that it can be read again
	degree bool
	first  string
	proof  []string
	out    []byte
	line   []string
}

func (b Batch) csv(s data.Schema) *csvWriter {
	s = s.Own()
	head, degree := newHeader(s), b.HasDegree()
	first := head.free("row", "line", "number")
	proof := []string{head.free("is"), head.free("predicted", "predicted class"), head.free("probability"), head.free("target", "target class"),
		head.free("changed features"), head.free("cost"), head.free("proved"), head.free("rules kept")}
	if degree {
		proof = append(proof, head.free("degree of feasibility"))
	}
	for _, text := range b.RuleTexts(s) {
		proof = append(proof, head.free("rule: "+text))
	}
	return &csvWriter{b: b, s: s, degree: degree, first: first, proof: proof}
}

func (w *csvWriter) head() []byte {
	return data.AppendRecord(nil, slices.Concat([]string{w.first}, featureNames(w.s), w.proof)...)
}

func (w *csvWriter) part(k int) []byte {
	b, s := w.b, w.s
	w.out = w.out[:0]
	b.eachOf(k, func(_ int, r BatchRow) {
		line := b.csvRow(w.line[:0], s, r.Index, r.Factual)
		line = append(line, r.is(), s.Outcome.Levels[r.Predicted], exact(r.Given[r.Predicted]), target(s, r), "0", "0", proved(r, -1), "")
		for len(line) < 1+len(s.Features)+len(w.proof) {
			line = append(line, "")
		}
		w.out = data.AppendRecord(w.out, line...)
		for k, c := range r.Found {
			is := "counterfactual " + strconv.Itoa(k+1)
			if r.Quick {
				is += ", in one pass"
			}
			line = b.csvRow(line[:0], s, r.Index, c.Values)
			line = append(line, is, s.Outcome.Levels[c.Class], exact(c.Shares[c.Class]), target(s, r),
				strconv.Itoa(changes(r.Factual, c.Values)), exact(c.Cost), proved(r, k))
			line = b.proof(line, s, w.degree, r.Factual, c)
			w.out = data.AppendRecord(w.out, line...)
		}
		w.line = line
	})
	return w.out
}

// is says what a line with the row itself is.
func (r BatchRow) is() string {
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

// proved is what is proved of a row, or of its k-th counterfactual.
func proved(r BatchRow, k int) string {
	switch {
	case k < 0 && r.None:
		return "there is none"
	case k == 0 && r.Nearest:
		return "nearest"
	}
	return ""
}

func (b Batch) csvRow(line []string, s data.Schema, index int, row []float64) []string {
	line = append(line, strconv.Itoa(b.number(index)))
	for j, f := range s.Features {
		if f.Kind.Numeric() {
			line = append(line, exact(row[j]))
		} else {
			line = append(line, f.Format(row[j]))
		}
	}
	return line
}

// proof adds whether all rules are kept, the degree and the verdict of each rule.
func (b Batch) proof(line []string, s data.Schema, degree bool, factual []float64, c batchFound) []string {
	all := "yes"
	var words []string
	for _, rule := range b.rulesFor(s, factual) {
		pass, says := kept(b.schema(s), rule, factual, c.Values)
		switch {
		case !pass:
			all = "no"
			words = append(words, "broken")
		case !says:
			words = append(words, "does not apply")
		default:
			words = append(words, "kept")
		}
	}
	line = append(line, all)
	if degree {
		line = append(line, exact(c.Degree))
	}
	return append(line, words...)
}

// number is that of a row as people count: from 1 in the table, or the line of
// the file.
func (b Batch) number(index int) int {
	if b.ofFile {
		return index
	}
	return index + 1
}

// header finds names of columns that the schema does not have.
type header map[string]bool

func newHeader(s data.Schema) header {
	h := header{s.Outcome.Name: true}
	for _, f := range s.Features {
		h[f.Name] = true
	}
	return h
}

// free returns the first name that is free, or the last with a stroke.
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

func featureNames(s data.Schema) (names []string) {
	for _, f := range s.Features {
		names = append(names, f.Name)
	}
	return names
}

func target(s data.Schema, r BatchRow) string {
	if r.Target < 0 {
		return s.Outcome.Levels[r.Predicted]
	}
	return s.Outcome.Levels[r.Target]
}

func changes(a, b []float64) int {
	n := 0
	for j := range a {
		if a[j] != b[j] {
			n++
		}
	}
	return n
}

func exact(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

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
		Rows     []batchFileRow  `json:"rows"`
	}
	batchFileName struct {
		Feature string   `json:"feature"`
		Title   string   `json:"title"`
		Unit    string   `json:"unit,omitempty"`
		Levels  []string `json:"levels,omitempty"`
		Titles  []string `json:"titles,omitempty"` // of the levels
	}
	batchFileRow struct {
		Row             int              `json:"row"`
		Values          []any            `json:"values"`
		Predicted       string           `json:"predicted"`
		Probability     float64          `json:"probability"`
		Target          *string          `json:"target"` // null: of the class asked for already
		Counterfactuals []batchFileFound `json:"counterfactuals"`
		Bound           bool             `json:"bound,omitempty"` // one is found without the limits that bind every row
		Proved          string           `json:"proved"`          // "there is none", "nearest" of the first, or nothing
		Unclear         bool             `json:"unclear,omitempty"`
		OnePass         bool             `json:"onePass,omitempty"` // it has the generator's one answer
	}
	batchFileFound struct {
		Values      []any    `json:"values"`
		Predicted   string   `json:"predicted"`
		Probability float64  `json:"probability"`
		Changed     int      `json:"changed"`
		Cost        float64  `json:"cost"`
		Degree      *float64 `json:"degree,omitempty"`
		Rules       []string `json:"rules"` // of each: kept, broken or does not apply
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
		s, degree := table.Schema.Own(), b.HasDegree()
		f := batchFile{Format: "causeway counterfactuals 1", Table: table.Hash, Seed: b.Query.Seed, Features: featureNames(s),
			Outcome: s.Outcome.Name, Classes: s.Outcome.Levels, Rules: []string{}, Groups: b.groups(s, wanted), Rows: []batchFileRow{}}
		for j, x := range table.Schema.Features {
			if x.Was != nil {
				f.Titles = append(f.Titles, batchFileName{Feature: s.Features[j].Name, Title: x.Name, Unit: x.Unit, Levels: s.Features[j].Levels, Titles: x.Levels})
			}
		}
		f.Rules = append(f.Rules, b.RuleTexts(s)...)
		const end = "]}" // the rows are the last field
		if !yield(bytes.TrimSuffix(marshal(f), []byte(end))) {
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
				out = append(out, marshal(b.jsonRow(s, degree, r))...)
			})
			if len(out) > 0 && !yield(out) {
				return
			}
		}
		yield([]byte(end + "\n"))
	}
}

func (b Batch) jsonRow(s data.Schema, degree bool, r BatchRow) batchFileRow {
	row := batchFileRow{Row: b.number(r.Index), Values: plain(s, r.Factual), Predicted: s.Outcome.Levels[r.Predicted],
		Probability: r.Given[r.Predicted], Counterfactuals: []batchFileFound{}, Bound: r.Bound, Unclear: r.Unclear, OnePass: r.Quick}
	if row.Proved = proved(r, -1); row.Proved == "" {
		row.Proved = proved(r, 0)
	}
	if r.Target >= 0 {
		row.Target = &s.Outcome.Levels[r.Target]
	}
	for _, c := range r.Found {
		one := batchFileFound{Values: plain(s, c.Values), Predicted: s.Outcome.Levels[c.Class], Probability: c.Shares[c.Class],
			Changed: changes(r.Factual, c.Values), Cost: c.Cost}
		words := b.proof(nil, s, degree, r.Factual, c)[1:]
		if degree {
			one.Degree, words = &c.Degree, words[1:]
		}
		one.Rules = append([]string{}, words...)
		row.Counterfactuals = append(row.Counterfactuals, one)
	}
	return row
}

func marshal(v any) []byte {
	out, err := json.Marshal(v)
	if err != nil {
		panic("store: JSON: " + err.Error()) // its numbers were checked to be finite
	}
	return out
}

func plain(s data.Schema, row []float64) []any {
	list := make([]any, len(row))
	for j, f := range s.Features {
		if list[j] = any(f.Format(row[j])); f.Kind.Numeric() {
			list[j] = row[j]
		}
	}
	return list
}
