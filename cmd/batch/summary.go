package main

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"causeway/core/batch"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/metric"
	"causeway/core/project"
)

// Count counts rows. Its sums are integers, so they do not depend on the order of addition.
type Count struct {
	Explained int   `json:"explained"` // rows that do not already have the requested class
	Found     int   `json:"found"`     // explained rows with a counterfactual
	Fixed     int   `json:"fixed"`     // rows proved to have no counterfactual
	Held      int   `json:"held"`      // rows whose nearest counterfactual reaches the class and keeps every rule
	Changed   int   `json:"changed"`   // changed features of the nearest counterfactuals, over all rows with one
	Cost      int64 `json:"cost"`      // cost of the nearest, in units of 2^-20
}

// Summary holds the counts over all rows.
type Summary struct {
	Rows       int `json:"rows"`
	Unreadable int `json:"unreadable"`
	Already    int `json:"already"` // rows that already have the requested class
	Nearest    int `json:"nearest"` // proved
	None       int `json:"none"`    // proved
	Bound      int `json:"bound"`
	Unclear    int `json:"unclear"`
	OnePass    int `json:"onePass"`

	All    Count            `json:"all"`
	Groups map[string]Count `json:"groups,omitempty"`

	Differs []differs `json:"differs,omitempty"` // how the files differ from the table
}

const costUnit = 1 << 20

// add counts a row of a group; an empty name counts for no group.
func (s *Summary) add(f batch.Form, r batch.Row, group string) {
	var c Count
	if r.Target < 0 {
		s.Already++
	} else {
		c.Explained, c.Fixed = 1, one(r.None)
	}
	s.Nearest += one(r.Nearest)
	s.None += one(r.None)
	s.Bound += one(r.Bound)
	s.Unclear += one(r.Unclear)
	s.OnePass += one(r.Quick)
	if len(r.Found) > 0 {
		best := r.Found[0]
		c.Found, c.Cost = 1, int64(math.Round(min(best.Cost, costUnit)*costUnit))
		c.Held = one(best.Class == r.Target && !slices.ContainsFunc(f.Judge(f.Schema, r.Factual, best),
			func(v causal.Verdict) bool { return !v.Pass }))
		for j, v := range best.Row {
			c.Changed += one(v != r.Factual[j])
		}
	}
	s.All = s.All.plus(c)
	if group != "" {
		if s.Groups == nil {
			s.Groups = map[string]Count{}
		}
		s.Groups[group] = s.Groups[group].plus(c)
	}
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

func (c Count) plus(o Count) Count {
	return Count{c.Explained + o.Explained, c.Found + o.Found, c.Fixed + o.Fixed, c.Held + o.Held,
		c.Changed + o.Changed,
		c.Cost + o.Cost}
}

// Merge returns the sum of two summaries. It does not change its arguments.
func Merge(a, b Summary) Summary {
	out := Summary{a.Rows + b.Rows, a.Unreadable + b.Unreadable, a.Already + b.Already, a.Nearest + b.Nearest,
		a.None + b.None,
		a.Bound + b.Bound, a.Unclear + b.Unclear, a.OnePass + b.OnePass, a.All.plus(b.All), maps.Clone(a.Groups),
		together(a.Differs, b.Differs)}
	for name, c := range b.Groups {
		if out.Groups == nil {
			out.Groups = map[string]Count{}
		}
		out.Groups[name] = out.Groups[name].plus(c)
	}
	return out
}

// grouping assigns rows to groups by the feature named in the project's settings, which has levels
// or cut points. It does not make groups of about equal size, because these need all rows at once.
type grouping struct {
	feature int // -1: no groups
	cuts    []float64
}

func groupingOf(p *project.File) grouping {
	b, s := p.Saved.Settings.Batch, p.Said().Own()
	g := grouping{feature: -1}
	if b.By < 0 || b.By >= len(s.Features) {
		return g
	}
	for _, word := range strings.FieldsFunc(b.Cuts, func(r rune) bool { return r == ',' || r == ' ' }) {
		if v, err := strconv.ParseFloat(word, 64); err == nil {
			g.cuts = append(g.cuts, v)
		}
	}
	if !s.Features[b.By].Kind.Numeric() || len(g.cuts) > 0 {
		g.feature = b.By
	}
	return g
}

func (g grouping) of(s data.Schema, r batch.Row) string {
	if g.feature < 0 {
		return ""
	}
	v := r.Factual[g.feature]
	if f := s.Features[g.feature]; !f.Kind.Numeric() {
		return f.Format(v)
	}
	names, of := metric.GroupAt([]float64{v}, g.cuts)
	return names[of[0]]
}

// WriteFn writes the summary of all blocks.
type WriteFn struct{ Job Job }

// told is a count with the shares derived from it. A share of no rows is null.
type told struct {
	Count
	Coverage     *float64 `json:"coverage"`    // share of the explained rows with a counterfactual
	CoverageLow  *float64 `json:"coverageLow"` // 95 %
	CoverageHigh *float64 `json:"coverageHigh"`
	FixedShare   *float64 `json:"fixedShare"` // share of the rows that are decided
	FixedLow     *float64 `json:"fixedLow"`   // 95 %
	FixedHigh    *float64 `json:"fixedHigh"`
	Undecided    int      `json:"undecided"` // explained rows without a counterfactual or a proof
	MeanCost     *float64 `json:"meanCost"`
	MeanChanged  *float64 `json:"meanChanged"`
}

func (c Count) tell() told {
	t := told{Count: c, Undecided: c.Explained - c.Found - c.Fixed}
	if c.Explained > 0 {
		low, high := metric.Wilson(c.Found, c.Explained)
		share := float64(c.Found) / float64(c.Explained)
		t.Coverage, t.CoverageLow, t.CoverageHigh = &share, &low, &high
	}
	if decided := c.Found + c.Fixed; decided > 0 {
		low, high := metric.Wilson(c.Fixed, decided)
		share := float64(c.Fixed) / float64(decided)
		t.FixedShare, t.FixedLow, t.FixedHigh = &share, &low, &high
	}
	if c.Found > 0 {
		cost, changed := float64(c.Cost)/costUnit/float64(c.Found), float64(c.Changed)/float64(c.Found)
		t.MeanCost, t.MeanChanged = &cost, &changed
	}
	return t
}

// ProcessElement writes summary.json.
func (f *WriteFn) ProcessElement(ctx context.Context, s Summary) error {
	return write(ctx, f.Job.Out+"/summary.json", s.file())
}

// file returns the summary of all blocks as written to summary.json.
func (s Summary) file() []byte {
	s.Differs = slices.Clone(s.Differs)
	for i, d := range s.Differs {
		s.Differs[i].Said = d.sentence()
	}
	groups := map[string]told{}
	for name, c := range s.Groups {
		groups[name] = c.tell()
	}
	var out bytes.Buffer
	json.Indent(&out, batch.Marshal(struct {
		Summary
		All    told            `json:"all"`
		Groups map[string]told `json:"groups"`
	}{s, s.All.tell(), groups}), "", "  ")
	out.WriteByte('\n')
	return out.Bytes()
}
