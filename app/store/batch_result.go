package store

import (
	"iter"
	"slices"

	"causeway/core/batch"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/metric"
)

// BatchRow is a row of a batch and its results.
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

// Each calls f with every finished row, in the order of the rows.
func (b Batch) Each(f func(r BatchRow)) {
	for k := range b.Parts {
		b.eachOf(k, func(_ int, r BatchRow) { f(r) })
	}
}

// eachOf calls f with the rows of a part and their places among all rows. A part that is not done
// has no rows.
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
		if len(p.Of) > 0 {
			per := len(p.Cuts) / len(p.Of)
			r.Cuts, r.Of = p.Cuts[n*per:(n+1)*per], p.Of[n]
		}
		if len(p.Numbers) > 0 {
			r.Number, r.Banded, r.Numbered = p.Numbers[n], p.Banded || r.Of > 0 || len(r.Given) > 2,
				r.Of == 0
		}
		r.Bound, r.Quick = slices.Contains(p.Bound, n), slices.Contains(p.Quick, n)
		r.Nearest, r.None, r.Unclear = at1(p.Nearest, n), at1(p.None, n), at1(p.Unclear, n)
		for range p.Found[n] {
			c := document.Counterfactual{Row: values[at], Class: p.Classes[at], Shares: shares[at], Cost: costs[at]}
			if c.Banded = r.Banded; len(p.Numbers) > 0 {
				c.Number = p.Numbers[len(p.Found)+at]
			}
			if at < len(b.low) {
				c.Low, c.High = b.low[at], b.high[at]
			}
			if len(degrees) > 0 {
				c.Degree = degrees[at]
			}
			r.Found = append(r.Found, c)
			at++
		}
		f(i, r)
	}
}

// at1 returns an item of a list that older runs lack.
func at1(list []bool, n int) bool { return n < len(list) && list[n] }

// Proved counts the rows whose counterfactual is proved nearest, those proved to have no
// counterfactual, and those proved to have none with the required lead.
func (b Batch) Proved() (nearest, none, unclear int) {
	for _, p := range b.Parts {
		nearest, none, unclear = nearest+trues(p.Nearest), none+trues(p.None), unclear+trues(p.Unclear)
	}
	return nearest, none, unclear
}

// AtOnce counts the rows that got the generator's single answer.
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

// BatchFilter says which rows of a batch to list.
type BatchFilter uint8

// The filters.
const (
	EveryRow BatchFilter = iota
	RowsFound
	RowsNotFound
	RowsSkipped // already of the target class
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

// Count counts the finished rows that pass a filter.
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

// Page lists at most most rows that pass a filter, starting at from.
func (b Batch) Page(f BatchFilter, from, most int) []BatchRow {
	return b.page(func(_, target, found int) bool { return f.takes(target, found) }, from, most)
}

// PageOf lists the finished rows whose number take accepts.
func (b Batch) PageOf(takes func(n int) bool, from, most int) []BatchRow {
	return b.page(func(n, _, _ int) bool { return takes(n) }, from, most)
}

// page lists the finished rows that take accepts by number, target and count of results. It reads
// only the parts that contain them.
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

// Number returns the row number that people see: from 1 in the table, or the line of the file.
func (b Batch) Number(r BatchRow) int { return b.number(r.Index) }

// Wider returns the schema of the rows: that of the table with the levels that only they have.
func (b Batch) Wider(s data.Schema) data.Schema { return s.Wider(b.Rows.Unseen) }

// knows reports whether the table has all levels of a row.
func (b Batch) knows(s data.Schema, row []float64) bool {
	return !slices.ContainsFunc(b.Rows.Unseen, func(u data.Unseen) bool {
		return int(row[u.Feature]) >= len(s.Features[u.Feature].Levels)
	})
}

// OfFile reports whether the rows come from a file.
func (b Batch) OfFile() bool { return b.ofFile }

// Judge counts the rules that a counterfactual keeps, the rules that it breaks, and those that do not apply.
func (b Batch) Judge(s data.Schema, factual []float64, c document.Counterfactual) (keeps, breaks, silent int) {
	for _, v := range b.rules().Judge(s, factual, c) {
		switch {
		case !v.Pass:
			breaks++
		case !v.Applies:
			silent++
		default:
			keeps++
		}
	}
	return keeps, breaks, silent
}

// Reads returns the schema for writing a row beside others, under the batch's rules.
func (b Batch) Reads(s data.Schema, factual []float64, rows ...[]float64) data.Schema {
	if !s.Rounds() {
		return s
	}
	return causal.Readable(s, b.rules().For(s, factual), factual, rows...)
}

// rules returns the rules that judge the counterfactuals.
func (b Batch) rules() batch.Rules {
	return batch.Rules{Knowledge: b.Query.Knowledge, Hard: b.Rules, Within: b.Within}
}

// RuleTexts returns the sentences of the rules that every row keeps.
func (b Batch) RuleTexts(s data.Schema) []string { return b.rules().Texts(s) }

// Own counts the person's limits that bind every row.
func (b Batch) Own() int { return len(b.Query.Rules) + len(b.Within) }

// Bound counts the rows that have a counterfactual only without the person's limits.
func (b Batch) Bound() (n int) {
	for _, p := range b.Parts {
		n += len(p.Bound)
	}
	return n
}

// Covered counts the finished rows that needed explaining, and how many of them have a
// counterfactual.
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

// BatchSummary says which changes the rows of a batch need to reach their targets.
type BatchSummary struct {
	All    metric.Group
	Names  []string // names of the groups
	Groups []metric.Group
	Flow   metric.Flow // by the groups; without groups, of all rows as one
	People []Person    // the explained ones, in order

	of []int // for each finished row its group; 0 without groups
}

// Person is an explained row with the cost of its nearest counterfactual.
type Person struct {
	Place int // among the rows that are done
	Index int // in the table or the file
	Group int // 0 without groups
	Has   bool
	Cost  float64
	None  bool // proved to have no counterfactual
}

// FlowSets is how many sets of changes the flow distinguishes.
const FlowSets = 8

// Takes reports whether the nth finished row belongs to a group and to a column of the flow. -1
// means any.
func (s BatchSummary) Takes(n, group, column int) bool {
	return n < len(s.of) && s.Flow.Of[n] >= 0 && (group < 0 || s.of[n] == group) &&
		(column < 0 || s.Flow.Of[n] == column)
}

// GroupOf returns the group of the nth finished row, or -1.
func (s BatchSummary) GroupOf(n int) int {
	if n >= len(s.of) || len(s.Names) == 0 {
		return -1
	}
	return s.of[n]
}

// Counted returns the number of rows that Takes accepts.
func (s BatchSummary) Counted(group, column int) (n int) {
	for i := range s.of {
		if s.Takes(i, group, column) {
			n++
		}
	}
	return n
}

// HasGoal reports whether the rows should reach a goal instead of a class.
func (b Batch) HasGoal() bool { return b.Query.Goal != document.NoGoal }

// Summary describes the finished rows of a batch, for all rows and for the groups of Settings.By
// and Cuts. A row is refused if it misses the goal. Without a goal, it is refused if the model
// predicts another class than the target, or than the wanted class if no target was chosen.
func (b Batch) Summary(s data.Schema, wanted int) BatchSummary {
	if b.Query.Target >= 0 {
		wanted = b.Query.Target
	}
	n, _ := b.rowsDone()
	s = b.Wider(s)
	var out BatchSummary
	of := make([]int, n)
	if by := b.Settings.By; by >= 0 && by < len(s.Features) {
		values := make([]float64, 0, n)
		for r := range b.nearest(s, wanted) {
			values = append(values, r.Factual[by])
		}
		if cuts, _ := Cuts(b.Settings.Cuts); len(cuts) > 0 { // SetBatch allows only valid ones
			out.Names, of = metric.GroupAt(values, cuts)
		} else {
			out.Names, of = metric.GroupBy(s.Features[by], values)
		}
	}
	rows := asSeen(s, b.nearest(s, wanted))
	score := metric.ScoreGroups
	if b.Phase == Running {
		score = metric.CountGroups
	}
	out.All, out.Groups = score(s, rows, of, len(out.Names))
	out.of, out.Flow = of, metric.FlowOf(rows, of, max(1, len(out.Names)), FlowSets)
	out.People = b.people(of)
	return out
}

// asSeen yields rows in which a number and its flag are one feature, see data.Blank.
func asSeen(s data.Schema, rows iter.Seq[metric.Found]) iter.Seq[metric.Found] {
	blank := s.Blanks()
	return func(yield func(metric.Found) bool) {
		for r := range rows {
			r.Factual, r.Nearest, r.Base = blank(r.Factual), blank(r.Nearest), blank(r.Base)
			if !yield(r) {
				return
			}
		}
	}
}

// people returns the explained rows, and the group of each finished row.
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

// nearest yields each finished row with the nearest result found for it. Its slices are valid only
// until the next row, because unpacking all rows at once could take too much memory.
func (b Batch) nearest(s data.Schema, wanted int) iter.Seq[metric.Found] {
	bases := b.Bases(s)
	return func(yield func(metric.Found) bool) {
		var factual, nearest []float64
		for k, p := range b.Parts {
			at, rows, costs := 0, b.part(k), p.Costs.Values()
			for n, found := range p.Found {
				factual = rows.Row(n, factual)
				r := metric.Found{Factual: factual, Skipped: p.Target[n] < 0, Refused: p.Predicted[n] != wanted,
					None: at1(p.None, n)}
				if b.HasGoal() {
					r.Refused = !r.Skipped
				}
				if found > 0 {
					nearest = p.Values.Row(at, nearest)
					r.Nearest, r.Base, r.Cost = nearest, bases(factual, nearest), costs[at]
				}
				if !yield(r) {
					return
				}
				at += found
			}
		}
	}
}
