package main

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"

	"causeway/core/cf"
	"causeway/core/metric"
)

// streamTrials is the random stream for the trials of a search, derived from its seed.
const streamTrials = 105

// trial is the output of a trial, one JSON object per line. The scores are those of decoded
// counterfactuals of the validation rows.
type trial struct {
	Trial         int     `json:"trial"`
	Margin        float64 `json:"margin"`
	Validity      float64 `json:"validity_weight"`
	Feasibility   float64 `json:"feasibility_weight"`
	Valid         float64 `json:"validity"`
	Feasible      float64 `json:"feasibility"`
	ContProximity float64 `json:"cont_proximity_sum"`
	CatProximity  float64 `json:"cat_proximity_sum"`
	Diverged      bool    `json:"diverged"`
	Selected      bool    `json:"selected"`
}

// trials implements the paper's tuning (appendix C.1). It draws weights by the seed, scores them on
// validation rows, and selects one by the paper's rule.
func (b *bench) trials(s setting, n, workers int) ([]trial, error) {
	what, err := s.study(b.Table.Schema)
	if err != nil {
		return nil, err
	}
	m, err := b.Method(what)
	if err != nil {
		return nil, err
	}
	cases := b.Explain(b.Split.Val)
	drawn := cf.Trials(n, b.Key(streamTrials))
	outcomes, err := cf.RunTrials(drawn, workers, func(_ int, t cf.Trial) (cf.Outcome, error) {
		gen, err := b.Fit(m, t.Config(what.Train))
		if err != nil {
			return cf.Outcome{}, err
		}
		made := b.Generate(gen, cases)
		r := b.Score(what, made.Decoded)
		return cf.Outcome{Validity: r.Validity, Feasibility: value(r.Feasibility), ContProximity: r.ContProximity,
			CatProximity: metric.Score(made.Decoded).CatProximity}, nil
	})
	if err != nil {
		return nil, err
	}
	tau, _ := cf.PaperTau(s.data.name)
	best := cf.Select(outcomes, tau)
	list := make([]trial, n)
	for i, o := range outcomes {
		t := drawn[i]
		list[i] = trial{i + 1, t.Margin, t.Validity, t.Feasibility, o.Validity, o.Feasibility, o.ContProximity,
			o.CatProximity, o.Diverged, i == best}
	}
	return list, nil
}

// tune runs the search of the command line and prints its trials.
func (o options) tune(out io.Writer) error {
	s, err := o.setting()
	if err != nil {
		return err
	}
	of, err := s.data.usual(o.data)
	if err != nil {
		return err
	}
	table, split := of(o.seed)
	b, err := newBench(s.data, table, split, o.seed, func() float64 { return 0 })
	if err != nil {
		return err
	}
	list, err := b.trials(s, o.search, runtime.GOMAXPROCS(0))
	if err != nil {
		return err
	}
	enc, none := json.NewEncoder(out), true
	for _, t := range list {
		if o.json {
			if err := enc.Encode(t); err != nil {
				return err
			}
		} else {
			fmt.Fprintln(out, t)
		}
		none = none && !t.Selected
	}
	if none && !o.json {
		fmt.Fprintln(out, "no trial has the validity and the proximity that the paper's rule requires")
	}
	return nil
}

// String returns a trial as a line for people.
func (t trial) String() string {
	line := fmt.Sprintf("trial %d: margin %.3g, validity %.3g, feasibility %.3g: ", t.Trial, t.Margin, t.Validity,
		t.Feasibility)
	if t.Diverged {
		return line + "diverged"
	}
	line += fmt.Sprintf("%.1f %% valid, %.1f %% feasible, proximity %.2f, categories %.2f", 100*t.Valid, 100*t.Feasible,
		t.ContProximity, t.CatProximity)
	if t.Selected {
		line += ", selected"
	}
	return line
}
