package main

import (
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"causeway/core/metric"
)

// figure describes how tables print a score of a record.
type figure struct {
	name     string
	decimals int
	of       func(r *record) float64 // NaN if the record lacks it
}

var figures = []figure{
	{"classifier accuracy %", 1, func(r *record) float64 { return 100 * r.Classifier.Accuracy }},
	{"held %", 1, func(r *record) float64 { return 100 * r.Held }},
	{"reachable %, or not proved otherwise", 1, func(r *record) float64 { return 100 * r.Reachable }},
	{"held of reachable %", 1, func(r *record) float64 { return 100 * r.Held / r.Reachable }},
	{"held %, with the lead by what methods are told", 1, func(r *record) float64 { return 100 * r.HeldAsTold }},
	{"held before the training %", 1, func(r *record) float64 { return 100 * value(r.UntrainedHeld) }},
	{"features that can be acted on", 0, func(r *record) float64 { return float64(r.Actable) }},
	{"answers: of the class once effects follow %", 1, func(r *record) float64 { return 100 * r.Reaches }},
	{"answers: against what follows %", 1, func(r *record) float64 { return 100 * r.Against }},
	{"answers: rules applied and kept %", 1, func(r *record) float64 { k, _, _ := r.sums(); return 100 * k }},
	{"answers: rules applied and broken %", 1, func(r *record) float64 { _, b, _ := r.sums(); return 100 * b }},
	{"answers: rules that did not apply %", 1, func(r *record) float64 { _, _, s := r.sums(); return 100 * s }},
	{"held: lead, median", 3, func(r *record) float64 { return value(r.HeldLead) }},
	{"held: actions", 2, func(r *record) float64 { return value(r.HeldActions) }},
	{"held: distance of the actions", 2, func(r *record) float64 { return value(r.HeldDistance) }},
	{"held: of the class under classifiers trained again %", 1, func(r *record) float64 {
		return 100 * value(r.HeldSurvives)
	}},
	{"shown: of the class once effects follow %", 1, func(r *record) float64 { return 100 * r.ShownReaches }},
	{"shown: against what follows %", 1, func(r *record) float64 { return 100 * r.ShownAgainst }},
	{"shown: of the class by the true mechanisms %", 1, func(r *record) float64 { return 100 * r.ShownTrueReaches }},
	{"shown: held by the true mechanisms %", 1, func(r *record) float64 { return 100 * r.ShownTrueHeld }},
	{"held as written %", 1, func(r *record) float64 { return 100 * r.HeldAsWritten }},
	{"reachable as written %", 1, func(r *record) float64 { return 100 * r.ReachableFound }},
	{"held: features changed", 2, func(r *record) float64 { return value(r.HeldChanges) }},
	{"held: features changed by the search", 2, func(r *record) float64 { return value(r.SearchChanges) }},
	{"held: continuous proximity", 2, func(r *record) float64 { return value(r.HeldContProximity) }},
	{"held: continuous proximity of the search", 2, func(r *record) float64 { return value(r.SearchContProximity) }},
	{"held: profiles", 0, func(r *record) float64 { return whole(r.HeldProfiles) }},
	{"held: profiles of the search", 0, func(r *record) float64 { return whole(r.SearchProfiles) }},
	{"held before the training as written %", 1, func(r *record) float64 {
		return 100 * value(r.UntrainedHeldAsWritten)
	}},
	{"held before the training: features changed", 2, func(r *record) float64 { return value(r.UntrainedChanges) }},
	{"held before the training: continuous proximity", 2, func(r *record) float64 {
		return value(r.UntrainedContProximity)
	}},
	{"held before the training: profiles", 0, func(r *record) float64 { return whole(r.UntrainedProfiles) }},
	{"held: holds when trained again %", 1, func(r *record) float64 { return 100 * value(r.Robust) }},
	{"held: plausibility", 2, func(r *record) float64 { return value(r.Plausibility) }},
	{"soft validity %", 1, func(r *record) float64 { return 100 * r.Soft.Validity }},
	{"decoded validity %", 1, func(r *record) float64 { return 100 * r.Decoded.Validity }},
	{"bound of valid and feasible %", 1, func(r *record) float64 { return 100 * value(r.Bound.Validity) }},
	{"feasibility %", 1, func(r *record) float64 { return 100 * value(r.Decoded.Feasibility) }},
	{"S1 %", 1, func(r *record) float64 { return 100 * value(r.Decoded.S1) }},
	{"S2 %", 1, func(r *record) float64 { return 100 * value(r.Decoded.S2) }},
	{"C1 %", 1, func(r *record) float64 { return 100 * value(r.Decoded.C1) }},
	{"C2 %", 1, func(r *record) float64 { return 100 * value(r.Decoded.C2) }},
	{"continuous proximity", 2, func(r *record) float64 { return r.Decoded.ContProximity }},
	{"bound of proximity", 2, func(r *record) float64 { return value(r.Bound.ContProximity) }},
	{"categories changed", 2, func(r *record) float64 { return r.Decoded.CatChanges }},
	{"residual", 3, func(r *record) float64 { return value(r.MeanAbsResidual) }},
	{"log-likelihood", 2, func(r *record) float64 { return value(r.LogLikelihood) }},
	{"causal edge", 2, func(r *record) float64 { return value(r.CausalEdge) }},
	{"causal edge, median", 2, func(r *record) float64 { return value(r.CausalEdgeMedian) }},
	{"correlation with the input", 2, func(r *record) float64 { return r.Correlation }},
	{"soft IM1", 2, func(r *record) float64 { return value(r.Soft.IM1) }},
	{"soft IM2", 3, func(r *record) float64 { return value(r.Soft.IM2) }},
	{"IM1", 2, func(r *record) float64 { return value(r.IM1) }},
	{"IM2", 3, func(r *record) float64 { return value(r.IM2) }},
	{"profiles", 0, func(r *record) float64 { return float64(r.Profiles) }},
	{"shown: validity %", 1, func(r *record) float64 { return 100 * r.Shown.Validity }},
	{"shown: rules %", 1, func(r *record) float64 { return r.Shown.RulesPct }},
	{"shown: coverage %", 1, func(r *record) float64 { return 100 * r.Shown.Coverage }},
	{"shown: features changed, median", 1, func(r *record) float64 { return r.Shown.ChangedMedian }},
	{"shown: diversity", 2, func(r *record) float64 { return value(r.Diversity) }},
	{"training, s", 1, func(r *record) float64 { return r.TrainS }},
	{"1,000 counterfactuals, s", 3, func(r *record) float64 { return r.Per1000S }},
}

func value(p *float64) float64 {
	if p == nil {
		return math.NaN()
	}
	return *p
}

func whole(p *int) float64 {
	if p == nil {
		return math.NaN()
	}
	return float64(*p)
}

// over summarizes a figure over several runs.
func (f figure) over(runs []*outcome) metric.Summary {
	var v []float64
	for _, o := range runs {
		v = append(v, f.of(&o.record))
	}
	return metric.Summarize(v)
}

// named returns the figure with the given name.
func named(name string) figure {
	for _, f := range figures {
		if f.name == name {
			return f
		}
	}
	panic("paper: named: no figure " + name)
}

// printSummary writes the mean and deviation of every available figure.
func printSummary(w io.Writer, runs []*outcome) error {
	fmt.Fprintf(w, "%s: %d runs, %d rows to train on, %d explained\n", runs[0].setting, len(runs), runs[0].Rows.Train,
		runs[0].Explained)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, f := range figures {
		if s := f.over(runs); s.N > 0 {
			fmt.Fprintf(t, "  %s\t%s\n", f.name, s.Format(f.decimals))
		}
	}
	return t.Flush()
}

func upper(s string) string { return strings.ToUpper(s) }
