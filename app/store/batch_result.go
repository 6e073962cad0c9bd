package store

import (
	"iter"
	"slices"

	"causeway/core/batch"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/metric"
	"causeway/core/wire"
)

// BatchRow is a row of a batch and what was found for it.
type BatchRow = batch.Row

// HasDegree reports whether counterfactuals have degrees of feasibility.
func (b Batch) HasDegree() bool {
	for _, p := range b.Parts {
		if len(p.Degrees.Data) > 0 {
			return true
		}
	}
	return false
}

// Each calls f with every row that is done, in the order of the rows.
func (b Batch) Each(f func(r BatchRow)) {
	for k := range b.Parts {
		b.eachOf(k, func(_ int, r BatchRow) { f(r) })
	}
}

// eachOf calls f with the rows of a part and their places among all rows; a part
// that is not done has none.
func (b Batch) eachOf(part int, f func(i int, r BatchRow)) {
	p := b.Parts[part]
	if len(p.Found) == 0 {
		return
	}
	given, values, shares, factual := p.Given.Rows(), p.Values.Rows(), p.Shares.Rows(), b.part(part).Rows()
	costs, degrees, at := p.Costs.Values(), p.Degrees.Values(), 0
	for n := range p.Found {
		i := part*b.per() + n
		r := BatchRow{Index: b.Rows.Index[i], Outcome: b.Rows.Outcomes[i], Factual: factual[n],
			Predicted: p.Predicted[n], Given: given[n], Target: p.Target[n]}
		r.Bound, r.Quick = slices.Contains(p.Bound, n), slices.Contains(p.Quick, n)
		r.Nearest, r.None, r.Unclear = at1(p.Nearest, n), at1(p.None, n), at1(p.Unclear, n)
		for range p.Found[n] {
			c := batch.Found{Values: values[at], Class: p.Classes[at], Shares: shares[at], Cost: costs[at]}
			if len(degrees) > 0 {
				c.Degree = degrees[at]
			}
			r.Found = append(r.Found, c)
			at++
		}
		f(i, r)
	}
}

// at1 is an item of a list that older runs do not have.
func at1(list []bool, n int) bool { return n < len(list) && list[n] }

// Proved counts the rows with a counterfactual that is proved to be the nearest,
// those that are proved to have none, and those that have none so clear.
func (b Batch) Proved() (nearest, none, unclear int) {
	for _, p := range b.Parts {
		nearest, none, unclear = nearest+trues(p.Nearest), none+trues(p.None), unclear+trues(p.Unclear)
	}
	return nearest, none, unclear
}

// AtOnce counts the rows that have the generator's one answer.
func (b Batch) AtOnce() (n int) {
	for _, p := range b.Parts {
		n += len(p.Quick)
	}
	return n
}

func trues(list []bool) (n int) {
	for _, is := range list {
		if is {
			n++
		}
	}
	return n
}

// BatchFilter says which rows of a batch are listed.
type BatchFilter uint8

// The filters.
const (
	EveryRow BatchFilter = iota
	RowsFound
	RowsNotFound
	RowsSkipped // of the class asked for already
)

func (f BatchFilter) takes(target, found int) bool {
	switch f {
	case RowsFound:
		return found > 0
	case RowsNotFound:
		return target >= 0 && found == 0
	case RowsSkipped:
		return target < 0
	}
	return true
}

// Count counts the rows that are done and pass a filter.
func (b Batch) Count(f BatchFilter) int {
	n := 0
	for _, p := range b.Parts {
		for i, k := range p.Found {
			if f.takes(p.Target[i], k) {
				n++
			}
		}
	}
	return n
}

// Page lists the rows that pass a filter, from the from-th on and at most most.
func (b Batch) Page(f BatchFilter, from, most int) []BatchRow {
	return b.page(func(_, target, found int) bool { return f.takes(target, found) }, from, most)
}

// PageOf lists the rows that are done and are taken by their number among these.
func (b Batch) PageOf(takes func(n int) bool, from, most int) []BatchRow {
	return b.page(func(n, _, _ int) bool { return takes(n) }, from, most)
}

// page lists the rows that are taken by their number among those that are done, their
// target and how much was found. It reads only the parts that they are in.
func (b Batch) page(takes func(n, target, found int) bool, from, most int) (rows []BatchRow) {
	at, passed := 0, 0
	for k, p := range b.Parts {
		here := 0
		for i, found := range p.Found {
			if takes(at+i, p.Target[i], found) {
				here++
			}
		}
		if passed+here > from {
			n := at
			b.eachOf(k, func(_ int, r BatchRow) {
				if takes(n, r.Target, len(r.Found)) {
					if passed >= from && len(rows) < most {
						rows = append(rows, r)
					}
					passed++
				}
				n++
			})
			if len(rows) == most {
				return rows
			}
		} else {
			passed += here
		}
		at += len(p.Found)
	}
	return rows
}

// Number is that of a row as people count: from 1 in the table, or the line of
// the file.
func (b Batch) Number(r BatchRow) int { return b.number(r.Index) }

// OfFile reports whether the rows are those of a file.
func (b Batch) OfFile() bool { return b.ofFile }

// Judge counts the rules that a counterfactual keeps, breaks, and those that say
// nothing about it.
func (b Batch) Judge(s data.Schema, factual []float64, c batch.Found) (keeps, breaks, silent int) {
	for _, v := range b.rules().Judge(s, factual, c) {
		switch {
		case !v.Pass:
			breaks++
		case !v.Says:
			silent++
		default:
			keeps++
		}
	}
	return keeps, breaks, silent
}

// Reads is the schema to write a row and rows beside it by, under the rules of the batch.
func (b Batch) Reads(s data.Schema, factual []float64, rows ...[]float64) data.Schema {
	if !s.Rounds() {
		return s
	}
	return causal.Readable(s, b.rules().For(s, factual), factual, rows...)
}

// rules are what the counterfactuals are judged by.
func (b Batch) rules() batch.Rules {
	return batch.Rules{Knowledge: b.Query.Knowledge, Hard: b.Rules, Within: b.Within}
}

// RuleTexts says the rules that every row keeps.
func (b Batch) RuleTexts(s data.Schema) []string { return b.rules().Texts(s) }

// Own counts the limits of a person that bind every row.
func (b Batch) Own() int { return len(b.Query.Rules) + len(b.Within) }

// Bound counts the rows that have a counterfactual only without these limits.
func (b Batch) Bound() (n int) {
	for _, p := range b.Parts {
		n += len(p.Bound)
	}
	return n
}

// CounterfactualOf is what was found as Explain shows it, without its proof.
func CounterfactualOf(c batch.Found) wire.Counterfactual {
	return wire.Counterfactual{Values: wire.NewFloats(c.Values, len(c.Values)), Class: c.Class,
		Shares: wire.NewFloats(c.Shares, len(c.Shares)), Cost: c.Cost, Degree: c.Degree}
}

// Covered counts the rows that are done and were to be explained, and those of
// them with a counterfactual.
func (b Batch) Covered() (asked, found int) {
	for _, p := range b.Parts {
		for n, k := range p.Found {
			if p.Target[n] >= 0 {
				asked++
			}
			if k > 0 {
				found++
			}
		}
	}
	return asked, found
}

// BatchSummary says what the rows of a batch need to reach their targets.
type BatchSummary struct {
	All    metric.Group
	Names  []string // of the groups
	Groups []metric.Group
	Flow   metric.Flow // by the groups; without groups, of all rows as one
	People []Person    // those that are explained, as they come

	of []int // rows that are done: group, or 0 without groups
}

// Person is a row that is explained, with what its nearest counterfactual costs.
type Person struct {
	Place int // among the rows that are done
	Index int // in the table or the file
	Group int // 0 without groups
	Has   bool
	Cost  float64
	None  bool // it is proved to have no counterfactual
}

// FlowSets is how many sets of changes are told apart.
const FlowSets = 8

// Takes reports whether the nth row that is done belongs to a group and to a column of
// the flow; -1 is any.
func (s BatchSummary) Takes(n, group, column int) bool {
	return n < len(s.of) && s.Flow.Of[n] >= 0 && (group < 0 || s.of[n] == group) &&
		(column < 0 || s.Flow.Of[n] == column)
}

// GroupOf is the group of the nth row that is done, or -1.
func (s BatchSummary) GroupOf(n int) int {
	if n >= len(s.of) || len(s.Names) == 0 {
		return -1
	}
	return s.of[n]
}

// Counted is how many rows Takes takes.
func (s BatchSummary) Counted(group, column int) (n int) {
	for i := range s.of {
		if s.Takes(i, group, column) {
			n++
		}
	}
	return n
}

// Summary describes what is done of a batch, for all rows and for the groups of
// Settings.By and Cuts. Refused are rows that are predicted as another class than
// the one asked for, or than the wanted one where any other was asked for.
func (b Batch) Summary(s data.Schema, wanted int) BatchSummary {
	if b.Query.Target >= 0 {
		wanted = b.Query.Target
	}
	n, _ := b.rowsDone()
	var out BatchSummary
	of := make([]int, n)
	if by := b.Settings.By; by >= 0 && by < len(s.Features) {
		values := make([]float64, 0, n)
		for r := range b.nearest(wanted) {
			values = append(values, r.Factual[by])
		}
		if cuts, _ := Cuts(b.Settings.Cuts); len(cuts) > 0 { // SetBatch takes no other
			out.Names, of = metric.GroupAt(values, cuts)
		} else {
			out.Names, of = metric.GroupBy(s.Features[by], values)
		}
	}
	rows := b.nearest(wanted)
	out.All, out.Groups = metric.ScoreGroups(s, rows, of, len(out.Names))
	out.of, out.Flow = of, metric.FlowOf(rows, of, max(1, len(out.Names)), FlowSets)
	out.People = b.people(of)
	return out
}

// people are the rows that are explained; of are the groups of those that are done.
func (b Batch) people(of []int) (list []Person) {
	place := 0
	for k, p := range b.Parts {
		at, costs := 0, p.Costs.Values()
		for n, found := range p.Found {
			if p.Target[n] >= 0 {
				x := Person{Place: place, Index: b.Rows.Index[k*b.per()+n], Group: of[place], Has: found > 0,
					None: at1(p.None, n)}
				if x.Has {
					x.Cost = costs[at]
				}
				list = append(list, x)
			}
			at, place = at+found, place+1
		}
	}
	return list
}

// nearest are the rows that are done with the nearest that was found for each, whose
// slices hold until the next: all of very many rows unpacked take more than they do.
func (b Batch) nearest(wanted int) iter.Seq[metric.Found] {
	return func(yield func(metric.Found) bool) {
		var factual, nearest []float64
		for k, p := range b.Parts {
			at, rows, costs := 0, b.part(k), p.Costs.Values()
			for n, found := range p.Found {
				factual = rows.Row(n, factual)
				r := metric.Found{Factual: factual, Skipped: p.Target[n] < 0, Refused: p.Predicted[n] != wanted}
				if found > 0 {
					nearest = p.Values.Row(at, nearest)
					r.Nearest, r.Cost = nearest, costs[at]
				}
				if !yield(r) {
					return
				}
				at += found
			}
		}
	}
}
