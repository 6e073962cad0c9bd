package model

import (
	"causeway/core/causal"
	"causeway/core/fault"
	"causeway/core/form"
)

// Past is a completed training of a generator with the fine-tunings after it. The next training
// starts from their result.
type Past struct {
	Lesson
	Settings Recipe   `msgpack:"settings"`
	Best     int      `msgpack:"best" bound:"1..epochs" is:"best epoch"`
	Tunings  []Tuning `msgpack:"tunings"`
}

// Relate returns an error for the first inconsistency that tags cannot express. told is the number
// of existing labels.
func (p Past) Relate(told int) error {
	if err := p.Settings.Check(); err != nil {
		return err
	}
	if m := p.Lesson.Method; !m.Trains() {
		return fault.Errorf("model: the generator was trained by the unknown method %.40q", m)
	}
	for _, t := range p.Tunings {
		if err := t.Relate(told); err != nil {
			return err
		}
	}
	return nil
}

// Tuning is a completed fine-tuning.
type Tuning struct {
	Train  Recipe         `msgpack:"train"`
	Seed   uint64         `msgpack:"seed"`
	Orders []causal.Order `msgpack:"orders" len:"..features"` // orders of values in the graph at that time
	// number of labels it learned from
	Labels int           `msgpack:"labels" bound:"1..labels" is:"number of labels"`
	Rules  []causal.Rule `msgpack:"rules" since:"2" len:"..rules"` // the rules under which it was measured
	// index ranges of these labels: from, to, from, to …; empty if unknown
	Which []int `msgpack:"which"`
}

// MaxPast limits the trainings and fine-tunings behind a generator.
const MaxPast = 500

// Places lists the indices of the labels individually.
func (t Tuning) Places() []int {
	all := make([]int, 0, t.Labels)
	for i := 0; i+1 < len(t.Which); i += 2 {
		for at := t.Which[i]; at < t.Which[i+1]; at++ {
			all = append(all, at)
		}
	}
	return all
}

// Validate returns an error for the first value that no fine-tuning can have. told is the number of
// existing labels.
func (t Tuning) Validate(told int) error {
	if err := form.Check(t); err != nil {
		return err
	}
	return t.Relate(told)
}

// Relate is Validate without the checks by tags.
func (t Tuning) Relate(told int) error {
	if err := t.Train.Check(); err != nil {
		return err
	}
	n := 0
	for i := 0; i+1 < len(t.Which); i += 2 {
		from, to := t.Which[i], t.Which[i+1]
		if from < 0 || from >= to || to > told {
			return fault.Errorf("model: labels %d to %d are not among the %d labels", from, to, told)
		}
		n += to - from
	}
	if len(t.Which)%2 != 0 || len(t.Which) > 0 && n != t.Labels {
		return fault.Errorf("model: %d labels are listed, but the generator learned from %d", n, t.Labels)
	}
	return nil
}

// Unlabelled returns how many labels the first fine-tuning without known label indices used.
func Unlabelled(list []Past) int {
	for _, p := range list {
		for _, t := range p.Tunings {
			if len(t.Which) == 0 {
				return t.Labels
			}
		}
	}
	return 0
}
