package main

import (
	"causeway/core/metric"
	"causeway/core/model"
	"causeway/core/study"
)

// record is the output of a run, one JSON object per line. A score that does not apply to the data
// set or the method is null.
type record struct {
	Dataset    string  `json:"dataset"`
	Method     string  `json:"method"`
	Title      string  `json:"title"` // title of the method
	Constraint *string `json:"constraint"`
	Labels     *int    `json:"labels"`
	Literal    bool    `json:"literal,omitempty"` // -literal
	Seed       uint64  `json:"seed"`
	Headline   bool    `json:"headline,omitempty"` // whether the rows or the table were not used to choose settings
	Rows       struct {
		Train int `json:"train"`
		Val   int `json:"val"`
		Test  int `json:"test"`
	} `json:"rows"`
	Explained  int `json:"explained"` // test rows that were explained
	Classifier struct {
		Accuracy float64 `json:"accuracy"`
	} `json:"classifier"`
	TrainS   float64     `json:"train_s"`
	Per1000S float64     `json:"generate_s_per_1000"`
	Soft     scores      `json:"soft"`
	Decoded  scores      `json:"decoded"`
	Shown    study.Shown `json:"shown"`
	Bound    bound       `json:"bound"`

	// All following scores are measured on the decoded counterfactuals.
	CausalEdge       *float64 `json:"causal_edge"`
	CausalEdgeMedian *float64 `json:"causal_edge_median"`
	LogLikelihood    *float64 `json:"log_likelihood"`
	MeanAbsResidual  *float64 `json:"mean_abs_residual"`
	IM1              *float64 `json:"im1"`
	IM2              *float64 `json:"im2"`
	Profiles         int      `json:"profiles"`
	Correlation      float64  `json:"correlation"` // with the factual, mean over the numbers, within a target
	Diversity        *float64 `json:"diversity"`   // diversity of the shown answers: metric.Diversity.Changes

	causalRecord

	// Measured on one raw answer per explained row, see study.Holding: shares of the explained rows
	// and, for rows where both answers hold, the changed features, proximity and combinations of
	// levels of the method and of the search.
	HeldAsWritten       float64  `json:"held_as_written"`
	ReachableFound      float64  `json:"reachable_found"`
	ReachableBy         string   `json:"reachable_by"`
	HeldChanges         *float64 `json:"held_changes"`
	HeldContProximity   *float64 `json:"held_cont_proximity"`
	HeldProfiles        *int     `json:"held_profiles"`
	SearchChanges       *float64 `json:"search_changes"`
	SearchContProximity *float64 `json:"search_cont_proximity"`
	SearchProfiles      *int     `json:"search_profiles"`

	// The same for the generator before its training, if the method trains one.
	UntrainedHeldAsWritten *float64 `json:"untrained_held_as_written"`
	UntrainedChanges       *float64 `json:"untrained_changes"`
	UntrainedContProximity *float64 `json:"untrained_cont_proximity"`
	UntrainedProfiles      *int     `json:"untrained_profiles"`

	// Measured on held answers.
	Robust       *float64 `json:"robust"`       // share that holds under retrained black boxes
	Plausibility *float64 `json:"plausibility"` // distance to training rows of the target class; real rows have 1
}

// scores holds the scores of raw counterfactuals, over all of them, valid or not.
type scores struct {
	Validity      float64  `json:"validity"`
	ContProximity float64  `json:"cont_proximity_sum"`
	CatChanges    float64  `json:"cat_changes"`
	S1            *float64 `json:"s1"`
	S2            *float64 `json:"s2"`
	S1Pairs       *int     `json:"s1_pairs"` // numbers of pairs behind S1 and S2
	S2Pairs       *int     `json:"s2_pairs"`
	Feasibility   *float64 `json:"feasibility"`
	C1            *float64 `json:"c1"`
	C2            *float64 `json:"c2"`
	IM1           *float64 `json:"im1"`
	IM2           *float64 `json:"im2"`
}

// newRecord converts a record of core/study to one with the names of the data set.
func newRecord(s setting, seed uint64, of study.Record) record {
	r := record{Dataset: s.data.name, Method: s.method, Title: model.Method(s.method).Title(), Seed: seed,
		Explained: of.Explained, TrainS: of.TrainS, Per1000S: of.Per1000S,
		Soft: newScores(s.data, of.Soft), Decoded: newScores(s.data, of.Decoded), Shown: of.Shown,
		CausalEdge: of.CausalEdge, CausalEdgeMedian: of.CausalEdgeMedian, LogLikelihood: of.LogLikelihood,
		MeanAbsResidual: of.MeanAbsResidual, IM1: of.Decoded.IM1, IM2: of.Decoded.IM2,
		Profiles: of.Profiles, Correlation: of.Correlation, Diversity: of.Diversity,
		Robust: of.Robust, Plausibility: of.Plausibility, causalRecord: newCausalRecord(s.lead, of.Causal)}
	if s.constraint != "" {
		r.Constraint = &s.constraint
	}
	r.Literal = s.literal
	if model.Method(s.method).FromLabels() {
		r.Labels = &s.labels
	}
	r.Rows.Train, r.Rows.Val, r.Rows.Test, r.Classifier.Accuracy = of.Train, of.Val, of.Test, of.Accuracy
	r.hold(of.Answers)
	if u := of.Untrained; u != nil {
		r.UntrainedHeldAsWritten = &u.Held
		r.UntrainedChanges, r.UntrainedContProximity, r.UntrainedProfiles = nearness(u.Own)
	}
	return r
}

// hold adds the scores of one answer for each row.
func (r *record) hold(h study.Holding) {
	r.HeldAsWritten, r.ReachableFound, r.ReachableBy = h.Held, h.Reachable, study.SearchedBy
	r.HeldChanges, r.HeldContProximity, r.HeldProfiles = nearness(h.Own)
	r.SearchChanges, r.SearchContProximity, r.SearchProfiles = nearness(h.Search)
}

func nearness(n *study.Near) (changes, contProximity *float64, profiles *int) {
	if n == nil {
		return nil, nil, nil
	}
	return &n.Changes, &n.ContProximity, &n.Profiles
}

func newScores(d *dataset, of study.Scores) scores {
	r := scores{Validity: of.Validity, ContProximity: of.ContProximity, CatChanges: of.CatChanges,
		Feasibility: of.Feasibility,
		IM1:         of.IM1, IM2: of.IM2}
	if m := of.Monotone; m != nil {
		r.S1, r.S2 = ref(m.S1.Share()), ref(m.S2.Share())
		r.S1Pairs, r.S2Pairs = pairs(m.S1), pairs(m.S2)
	}
	for i, share := range of.Shares[:min(len(of.Shares), len(d.constraints))] {
		if d.constraints[i] == "c1" {
			r.C1 = &share
		} else {
			r.C2 = &share
		}
	}
	return r
}

func pairs(t metric.Tally) *int {
	n := t.Holds + t.Broken
	return &n
}

func ref(v float64) *float64 { return &v }
