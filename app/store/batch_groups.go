package store

import (
	"math"
	"strconv"

	"causeway/core/batch"
	"causeway/core/data"
	"causeway/core/metric"
)

// batchFileGroups holds the groups of a batch as written to a file.
type (
	batchFileGroups struct {
		Feature string           `json:"feature,omitempty"` // empty: only the group of all rows
		Cuts    []float64        `json:"cuts,omitempty"`
		Wanted  string           `json:"wanted"` // class; a row predicted as another class is refused
		Tests   int              `json:"tests"`  // p is corrected for these by Holm
		Least   int              `json:"least"`  // rows a side needs to be tested
		All     batchFileGroup   `json:"all"`
		Groups  []batchFileGroup `json:"groups"`
	}

	// Intervals cover 95 %. Values that were not tested, or have no bound, are null.
	batchFileGroup struct {
		Group       string   `json:"group"`
		Rows        int      `json:"rows"`
		Refused     int      `json:"refused"`
		RefusedLow  *float64 `json:"refusedLow"` // share of rows
		RefusedHigh *float64 `json:"refusedHigh"`
		Explained   int      `json:"explained"`
		Found       int      `json:"found"`
		FoundLow    *float64 `json:"foundLow"` // share of explained rows
		FoundHigh   *float64 `json:"foundHigh"`
		FoundP      *float64 `json:"foundP"`   // against the others
		Fixed       int      `json:"fixed"`    // explained rows that are proved to have no counterfactual
		FixedLow    *float64 `json:"fixedLow"` // share of explained rows that are decided
		FixedHigh   *float64 `json:"fixedHigh"`
		Undecided   int      `json:"undecided"`
		Cost        *float64 `json:"cost"` // mean
		CostBeyond  *float64 `json:"costBeyond"`
		CostLow     *float64 `json:"costLow"` // lower limit of costBeyond
		CostHigh    *float64 `json:"costHigh"`
		CostP       *float64 `json:"costP"`
		Changed     *float64 `json:"changed"` // mean number of features
	}
)

// groups describes all rows, and each group that has rows, with the table's own names.
func (b Batch) groups(s data.Schema, wanted int) batchFileGroups {
	if b.Query.Target >= 0 {
		wanted = b.Query.Target
	}
	sum := b.Summary(s, wanted)
	f := batchFileGroups{Wanted: b.wants(s, wanted), Tests: metric.Tests(sum.Groups),
		Least: metric.Least,
		All:   fileGroup("", sum.All), Groups: []batchFileGroup{}}
	if by := b.Settings.By; by >= 0 && by < len(s.Features) {
		f.Feature = s.Features[by].Name
		f.Cuts, _ = Cuts(b.Settings.Cuts)
	}
	for g, name := range sum.Names {
		if sum.Groups[g].All > 0 {
			f.Groups = append(f.Groups, fileGroup(name, sum.Groups[g]))
		}
	}
	return f
}

// wants names the class or goal that the rows should reach.
func (b Batch) wants(s data.Schema, wanted int) string {
	if b.HasGoal() {
		return b.Query.Search.Words(s.Outcome)
	}
	return s.Outcome.Format(float64(wanted))
}

func fileGroup(name string, g metric.Group) batchFileGroup {
	f := batchFileGroup{Group: name, Rows: g.All, Refused: g.Refused, Explained: g.Rows, Found: g.Covered}
	low, high := g.RefusedRange()
	f.RefusedLow, f.RefusedHigh = known(low, g.All > 0), known(high, g.All > 0)
	low, high = g.CoverageRange()
	f.FoundLow, f.FoundHigh, f.FoundP = known(low, g.Rows > 0), known(high, g.Rows > 0),
		known(g.CoverageP, g.CoverageTested)
	decided := g.Covered+g.Fixed > 0
	low, high = g.FixedRange()
	f.Fixed, f.Undecided, f.FixedLow, f.FixedHigh = g.Fixed, g.Undecided(), known(low, decided), known(high, decided)
	f.Cost, f.Changed = known(g.Cost, g.Covered > 0), known(g.Changed, g.Covered > 0)
	f.CostBeyond, f.CostLow, f.CostHigh = known(g.Beyond.By, g.CostTested), known(g.Beyond.Low, g.CostTested),
		known(g.Beyond.High, g.CostTested)
	f.CostP = known(g.CostP, g.CostTested)
	return f
}

// known returns a finite number, or nil.
func known(v float64, is bool) *float64 {
	if !is || math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// GroupsCSV writes the groups of a batch: a line for all rows and one for each group, with the
// columns of the JSON form.
func (b Batch) GroupsCSV(s data.Schema, wanted int) []byte {
	f := b.groups(s.Own(), wanted)
	list := append([]batchFileGroup{f.All}, f.Groups...)
	list[0].Group = "all rows"
	of := "group"
	if f.Feature != "" {
		of += " of " + f.Feature
	}
	out := data.AppendRecord(nil, of, "rows", "refused", "refused from, 95 %", "refused to, 95 %", "explained", "found",
		"found from, 95 %", "found to, 95 %",
		"p of found", "fixed", "fixed from, 95 %", "fixed to, 95 %", "undecided", "mean cost",
		"cost beyond the others", "beyond from, 95 %", "beyond to, 95 %", "p of cost",
		"mean changed features")
	for _, g := range list {
		line := []string{g.Group, strconv.Itoa(g.Rows), strconv.Itoa(g.Refused), cell(g.RefusedLow),
			cell(g.RefusedHigh), strconv.Itoa(g.Explained), strconv.Itoa(g.Found),
			cell(g.FoundLow), cell(g.FoundHigh), cell(g.FoundP), strconv.Itoa(g.Fixed), cell(g.FixedLow),
			cell(g.FixedHigh), strconv.Itoa(g.Undecided), cell(g.Cost), cell(g.CostBeyond), cell(g.CostLow),
			cell(g.CostHigh), cell(g.CostP), cell(g.Changed)}
		out = data.AppendRecord(out, line...)
	}
	return out
}

func cell(v *float64) string {
	if v == nil {
		return ""
	}
	return batch.Exact(*v)
}
