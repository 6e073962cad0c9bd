package cf

import (
	"errors"
	"strconv"
	"sync"

	"causeway/core/fault"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// Trial is one setting of the weights that the paper tunes by random search (appendix C.1).
type Trial struct {
	Margin      float64 // beta
	Validity    float64 // lambda
	Feasibility float64 // lambda_s, lambda_o or the weight of the rules
}

// Config returns c with the trial's weights.
func (t Trial) Config(c Config) Config {
	c.Margin, c.Validity, c.Feasibility = t.Margin, t.Validity, t.Feasibility
	return c
}

// Ranges are the intervals from which trials are drawn. The margin is drawn uniformly, and the
// weights are drawn uniformly on a logarithmic scale because their order of magnitude is unknown.
type Ranges struct{ Margin, Validity, Feasibility [2]float64 }

// PaperRanges include all settings in the paper's table of hyper-parameters: margins from 0.015
// to 0.764, validity from 25 to 175, and feasibility from 0.1 to 5999. The paper does not state
// the ranges that it used.
var PaperRanges = Ranges{Margin: [2]float64{0.01, 0.8}, Validity: [2]float64{5, 200},
	Feasibility: [2]float64{0.1, 6000}}

// Trials draws n trials from PaperRanges.
func Trials(n int, key kernel.Key) []Trial { return PaperRanges.Trials(n, key) }

// Trials draws n trials. Trial i depends only on the key and on i. Numbers have three significant
// digits, so that the written setting is exactly the one used.
func (r Ranges) Trials(n int, key kernel.Key) []Trial {
	ts := make([]Trial, n)
	for i := range ts {
		k := key.Sub(uint64(i))
		ts[i] = Trial{
			Margin:      digits(between(k.Uniform1(0), float32(r.Margin[0]), float32(r.Margin[1]))),
			Validity:    digits(logBetween(k.Uniform1(1), r.Validity)),
			Feasibility: digits(logBetween(k.Uniform1(2), r.Feasibility))}
	}
	return ts
}

func between(u, lo, hi float32) float32 { return lo + float32(u*(hi-lo)) }

func logBetween(u float32, r [2]float64) float32 {
	return kernel.Exp1(between(u, kernel.Log1(float32(r[0])), kernel.Log1(float32(r[1]))))
}

// digits rounds to three significant digits.
func digits(v float32) float64 {
	f, err := strconv.ParseFloat(strconv.FormatFloat(float64(v), 'g', 3, 32), 64)
	if err != nil {
		panic("cf: digits: " + err.Error())
	}
	return f
}

// Outcome is the score of a trial on the validation rows.
type Outcome struct {
	Validity                    float64 // share of counterfactuals that reach the target
	Feasibility                 float64 // constraint feasibility
	ContProximity, CatProximity float64 // sums, 0 or less

	Diverged bool // the training diverged; such a trial is never selected
}

// Tau limits the mean distance of counterfactuals. These are the paper's thresholds of proximity,
// which the paper states without their sign.
type Tau struct{ Cont, Cat float64 }

// PaperTau returns the paper's thresholds for one of its data sets. The synthetic census uses
// those of Adult.
func PaperTau(dataset string) (Tau, bool) {
	switch dataset {
	case "simple-bn":
		return Tau{Cont: 9}, true
	case "sangiovese":
		return Tau{Cont: 20}, true
	case "adult", "census":
		return Tau{Cont: 8, Cat: 5}, true
	}
	return Tau{}, false
}

// leastValidity is the validity that a selected trial must exceed.
const leastValidity = 0.9

// Select applies the paper's rule. It returns the index of the most feasible trial among those
// with a validity above 90 % and a proximity of at least tau. Ties are resolved in favour of the
// smaller continuous distance, and then of the first trial. Select returns -1 if no trial
// qualifies.
func Select(outcomes []Outcome, tau Tau) int {
	best := -1
	for i, o := range outcomes {
		if o.Diverged || !(o.Validity > leastValidity) || !(o.ContProximity >= -tau.Cont) ||
			!(o.CatProximity >= -tau.Cat) {
			continue
		}
		if best < 0 || o.Feasibility > outcomes[best].Feasibility ||
			o.Feasibility == outcomes[best].Feasibility && o.ContProximity > outcomes[best].ContProximity {
			best = i
		}
	}
	return best
}

// RunTrials scores trials with several workers. It calls run once for each trial, from several
// goroutines at a time. If run depends only on its arguments, the outcomes do not depend on the
// number of workers. A trial that ends with nn.ErrDiverged is marked as diverged. Any other error
// stops the search: running trials finish, and the error of the first failing trial is returned.
func RunTrials(trials []Trial, workers int, run func(i int, t Trial) (Outcome, error)) ([]Outcome, error) {
	outcomes, errs := make([]Outcome, len(trials)), make([]error, len(trials))
	var lock sync.Mutex
	next, failed := 0, false
	take := func() (int, bool) {
		lock.Lock()
		defer lock.Unlock()
		if failed || next == len(trials) {
			return 0, false
		}
		next++
		return next - 1, true
	}
	var all sync.WaitGroup
	for range max(min(workers, len(trials)), 1) {
		all.Go(func() {
			for i, ok := take(); ok; i, ok = take() {
				o, err := run(i, trials[i])
				if errors.Is(err, nn.ErrDiverged) {
					o, err = Outcome{Diverged: true}, nil
				}
				outcomes[i], errs[i] = o, err
				if err != nil {
					lock.Lock()
					failed = true
					lock.Unlock()
				}
			}
		})
	}
	all.Wait()
	for i, err := range errs {
		if err != nil {
			return nil, fault.Errorf("cf: trial %d: %w", i+1, err)
		}
	}
	return outcomes, nil
}
