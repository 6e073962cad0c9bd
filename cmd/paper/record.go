package main

import "causeway/core/metric"

// record is what is printed of a run, one JSON object per line. A score that
// the data set or the method does not have is null.
type record struct {
	Dataset    string  `json:"dataset"`
	Method     string  `json:"method"`
	Constraint *string `json:"constraint"`
	Labels     *int    `json:"labels"`
	Seed       uint64  `json:"seed"`
	Rows       struct {
		Train int `json:"train"`
		Val   int `json:"val"`
		Test  int `json:"test"`
	} `json:"rows"`
	Explained  int `json:"explained"` // test rows that counterfactuals were made of
	Classifier struct {
		Accuracy float64 `json:"accuracy"`
	} `json:"classifier"`
	TrainS   float64 `json:"train_s"`
	Per1000S float64 `json:"generate_s_per_1000"`
	Soft     scores  `json:"soft"`
	Decoded  scores  `json:"decoded"`
	Shown    shown   `json:"shown"`
	Bound    bound   `json:"bound"`

	// Of the decoded counterfactuals, like all below.
	CausalEdge       *float64 `json:"causal_edge"`
	CausalEdgeMedian *float64 `json:"causal_edge_median"`
	LogLikelihood    *float64 `json:"log_likelihood"`
	MeanAbsResidual  *float64 `json:"mean_abs_residual"`
	IM1              *float64 `json:"im1"`
	IM2              *float64 `json:"im2"`
	Profiles         int      `json:"profiles"`
	Correlation      float64  `json:"correlation"` // with the factual, mean over the numbers, within a target
	Diversity        *float64 `json:"diversity"`   // of what is shown: metric.Diversity.Changes
}

// scores are those of raw counterfactuals, over all of them, valid or not.
type scores struct {
	Validity      float64  `json:"validity"`
	ContProximity float64  `json:"cont_proximity_sum"`
	CatChanges    float64  `json:"cat_changes"`
	S1            *float64 `json:"s1"`
	S2            *float64 `json:"s2"`
	S1Pairs       *int     `json:"s1_pairs"` // of how many pairs S1 and S2 are shares
	S2Pairs       *int     `json:"s2_pairs"`
	Feasibility   *float64 `json:"feasibility"`
	C1            *float64 `json:"c1"`
	C2            *float64 `json:"c2"`
	IM1           *float64 `json:"im1"`
	IM2           *float64 `json:"im2"`
}

// score scores pairs by the constraints of the data set.
func (s setting) score(p metric.Pairs) (scores, error) {
	all := metric.Score(p)
	r := scores{Validity: all.Validity, ContProximity: all.ContProximity, CatChanges: 0 - all.CatProximity}
	if s.data.constraints == nil {
		rules, err := s.data.rules(p.Schema, "")
		if err != nil {
			return r, err
		}
		m, _ := metric.ScoreMonotone(p, rules[0])
		r.S1Pairs, r.S2Pairs = pairs(m.S1), pairs(m.S2)
		r.S1, r.S2, r.Feasibility = ref(m.S1.Share()), ref(m.S2.Share()), ref(m.Feasibility())
		return r, nil
	}
	for _, c := range s.data.constraints {
		rules, err := s.data.rules(p.Schema, c)
		if err != nil {
			return r, err
		}
		t, _ := metric.ScoreRules(p, rules)
		share := ref(t.Share())
		if c == "c1" {
			r.C1 = share
		} else {
			r.C2 = share
		}
		if c == s.constraint {
			r.Feasibility = share
		}
	}
	return r, nil
}

func pairs(t metric.Tally) *int {
	n := t.Holds + t.Broken
	return &n
}

func ref(v float64) *float64 { return &v }
