package project

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/model"
	"causeway/core/nn"
	"causeway/core/study"
)

// errLate stops a measurement that exceeds its time limit.
var errLate = errors.New("measuring took too long")

// VerifyClassifier measures the black box and compares every figure with the claim. If Again is
// set, it also retrains the black box for all claimed epochs and compares the bytes and the course.
func (p *Project) VerifyClassifier(c model.ClassifierClaim, h study.Host) (out model.Verified, err error) {
	if err := p.HasRows(); err != nil {
		return out, err
	}
	if err := p.Trained(); err != nil {
		return out, err
	}
	if !c.Again && !p.measuresWithin(c.Within, h.Clock) {
		out.Unproved = []model.Unmeasured{model.LateFigures}
		return out, nil
	}
	found := p.Measure(p.BlackBox)
	found.Best = c.Said.Best
	if c.Said.AUC == 0 { // an earlier version did not record it
		found.AUC = 0
	}
	if c.Again {
		fit := p.FitClassifier(c.Settings)
		w := watch{of: c.Course, asked: c.Settings.Epochs, kept: c.Said.Best, canceled: c.Said.Canceled,
			terms: ClassifierTerms}
		if err := train(&again{Host: h, all: w.epochs()}, w.epochs(), fit,
			func(s nn.ClassifierStats) { w.epoch(ClassifierValues(s)) }); err != nil {
			return out, err
		}
		b, err := NewBlackBox(fit.Best(), p.Hash)
		if err != nil {
			return out, err
		}
		out = verified(b.Bytes, c.Said.Model)
		_, found.Best = fit.Epochs()
		out.Differ = w.differ(found.Best)
	}
	out.Differ = append(model.Compare(c.Said, found), out.Differ...)
	return out, nil
}

// measuresWithin estimates from a part of the test rows whether measuring the black box takes at
// most within seconds. 0 means no limit.
func (p *Project) measuresWithin(within float64, clock func() float64) bool {
	const part, passes = 100, 8 // rows in the sample; a measurement costs some eight passes
	if n := len(p.Split.Test); within > 0 && n > part {
		began := clock()
		nn.Score(p.BlackBox, Examples(p.Table, p.Split.Test[:part]))
		return (clock()-began)*float64(n)/part*passes <= within
	}
	return true
}

// VerifyGenerator repeats all trainings of the generator on the project's black box and measures
// the same figures. If the trainings are unknown, it only measures the current generator; if the
// method was removed, it measures nothing. It does not change the project.
func (p *Project) VerifyGenerator(c model.GeneratorClaim, h study.Host) (out model.Verified, err error) {
	if err := p.HasRows(); err != nil {
		return out, err
	}
	if err := p.Explains(); err != nil {
		return out, err
	}
	told, err := p.CheckLabels(c.Told)
	if err != nil {
		return out, err
	}
	own := *p
	a := again{Host: h, p: &own, claim: c, told: told}
	if p.Gen.Retired() {
		out.Unproved = []model.Unmeasured{model.GoneMethod}
		return out, nil
	}
	if len(c.Trainings) == 0 {
		return a.measureOnly()
	}
	own.Gen = nil
	last := c.Trainings[len(c.Trainings)-1]
	a.watch = watch{of: c.Course, asked: last.Settings.Epochs, kept: last.Best, canceled: c.Said.Canceled}
	a.all = a.watch.epochs() - last.Best
	for _, s := range c.Trainings {
		a.all += s.Best
		for _, t := range s.Tunings {
			a.all += t.Train.Epochs
		}
	}
	for i, s := range c.Trainings {
		a.last = i == len(c.Trainings)-1
		if err := a.repeat(s); err != nil {
			return out, err
		}
	}
	out = verified(own.Gen.Bytes, c.Said.Model)
	a.compare(&out)
	return out, nil
}

func verified(got, want []byte) model.Verified {
	return model.Verified{Again: true, Same: bytes.Equal(got, want), Hash: fmt.Sprintf("%x", sha256.Sum256(got))}
}

// again is the state while trainings are repeated.
type again struct {
	study.Host
	done, all int // epochs

	// These are set for a generator: its claim, the figures of its last training, and those of
	// later fine-tunings.
	p     *Project
	claim model.GeneratorClaim
	told  []cf.Label
	last  bool
	watch watch // for the last training
	found model.GeneratorTrained
	tuned []model.FineTuned
	rules []bool // whether the rules used to measure a fine-tuning are known
}

// train trains for the given number of epochs and calls seen after each.
func train[S any](a *again, epochs int, fit interface {
	Epoch(tick func() error) (S, error)
	Epochs() (done, best int)
}, seen func(S)) error {
	for range epochs {
		a.Tell(float64(a.done) / float64(a.all))
		s, err := fit.Epoch(a.Tick)
		if err != nil {
			return err
		}
		seen(s)
		a.done++
	}
	if _, best := fit.Epochs(); best == 0 {
		return Refuse(Numeric, "The training that the file describes produces no model, so the file is wrong.")
	}
	return nil
}

// repeat repeats a training, starting from the current generator, and the fine-tunings after it.
func (a *again) repeat(s model.Past) error {
	p, recipe := a.p, s.Settings
	recipe.Method = s.Lesson.Method
	var warm []byte
	if p.Gen != nil {
		warm = p.Gen.Bytes
	}
	fit, lesson, err := p.FitGenerator(recipe, s.Lesson.Knowledge, warm)
	if err != nil {
		return err
	}
	epochs, seen := s.Best, func(cf.Stats) {}
	if a.last {
		a.watch.terms = GeneratorTerms(fit)
		epochs, seen = a.watch.epochs(), func(s cf.Stats) { a.watch.epoch(GeneratorValues(s)) }
	}
	if err := a.become(fit, epochs, lesson, seen); err != nil {
		return err
	}
	if a.last {
		_, best := fit.Epochs()
		if err := a.rate(s.Settings.Seed, best, lesson); err != nil {
			return err
		}
	}
	for _, t := range s.Tunings {
		labels := make([]cf.Label, 0, t.Labels)
		for _, i := range t.Places() {
			labels = append(labels, a.told[i])
		}
		before, recipe := p.Gen, t.Train
		recipe.Seed = t.Seed
		if fit, err = p.FineTune(recipe, causal.Knowledge{Orders: t.Orders}, lesson, labels); err != nil {
			return err
		}
		if err := a.become(fit, t.Train.Epochs, lesson, func(cf.Stats) {}); err != nil {
			return err
		}
		if a.last {
			out, err := Trial{Schema: p.Table.Schema, Seed: t.Seed, Labels: labels, Rules: t.Rules}.Of(p, before,
				p.Gen, a.Tick)
			if err != nil {
				return err
			}
			a.tuned, a.rules = append(a.tuned, out), append(a.rules, len(t.Rules) > 0)
		}
	}
	return nil
}

// become runs a training and makes its result the current generator.
func (a *again) become(fit *cf.Fit, epochs int, lesson model.Lesson, seen func(cf.Stats)) error {
	if err := train(a, epochs, fit, seen); err != nil {
		return err
	}
	g, err := a.p.NewGenerator(fit.Best(), lesson)
	if err == nil {
		a.p.Use(g)
	}
	return err
}

// rate measures the result of the last training as it was measured originally.
func (a *again) rate(seed uint64, best int, l model.Lesson) error {
	r, err := a.p.Rate(a.p.Gen.Generator, seed, a.Clock, a.Tick)
	if err != nil {
		return err
	}
	a.found = a.p.Rated(r, l)
	a.found.Best = best
	if a.claim.Said.Answers.Rows > 0 { // earlier versions and fine-tunings do not record it
		a.found.Answers, err = a.p.Answered(r, l, seed, a.Tick)
	}
	return err
}

// compare lists the figures of a generator that differ from the claim, and those that could not be
// measured. It matches fine-tunings from the last one back, because the first ones may be missing.
func (a *again) compare(out *model.Verified) {
	said, rounds := a.claim.Said, a.claim.Rounds
	if a.claim.Undone {
		out.Unproved = append(out.Unproved, model.UndoneRound)
	}
	if n := len(a.tuned); n > 0 {
		last := a.tuned[n-1]
		a.found.Answers = model.Answers{} // not measured for rows outside the labels
		a.found.Decoded, a.found.TestRows = last.After.Scores, last.Rows
		a.found.Kept, a.found.KeptAll = last.After.Kept, last.After.KeptAll
		if !a.rules[n-1] && (said.KeptAll != 1 || len(said.Kept.Data) > 0) {
			a.found.Kept, a.found.KeptAll = said.Kept, said.KeptAll
			out.Unproved = once(out.Unproved, model.RulesOfRound)
		}
	}
	if a.claim.Undone {
		rounds = rounds[:len(rounds)-1]
	}
	if a.claim.Undone && !a.claim.Asks { // measured on rows outside that fine-tuning's labels
		a.found.Decoded, a.found.TestRows = said.Decoded, said.TestRows
		a.found.Kept, a.found.KeptAll = said.Kept, said.KeptAll
	}
	a.unsaid()
	out.Differ = append(model.Compare(said, a.found), a.watch.differ(a.found.Best)...)
	if len(rounds) > len(a.tuned) {
		out.Unproved = append(out.Unproved, model.EarlierRound)
	}
	n := min(len(rounds), len(a.tuned))
	rounds, tuned, rules := rounds[len(rounds)-n:], a.tuned[len(a.tuned)-n:], a.rules[len(a.rules)-n:]
	list := make([]model.FineTuned, n)
	for i, said := range rounds {
		found := tuned[i]
		found.Broke, found.Mended = said.Broke, said.Mended // not stored in projects
		brief := i < n-1 || a.claim.Undone                  // files record less about these
		if brief {
			found.Rows, found.Before.Kept, found.After.Kept = said.Rows, said.Before.Kept, said.After.Kept
			found.JudgeRight, found.JudgeBalanced, found.Feasible, found.Infeasible = said.JudgeRight,
				said.JudgeBalanced, said.Feasible, said.Infeasible
		}
		// An earlier version judged with fewer labels.
		if !brief && said.Feasible+said.Infeasible == 0 || brief && said.Judged != found.Judged {
			found.Judged, found.Before.Feasible, found.After.Feasible = said.Judged, said.Before.Feasible,
				said.After.Feasible
			found.JudgeRight, found.JudgeBalanced, found.Feasible, found.Infeasible = said.JudgeRight,
				said.JudgeBalanced, said.Feasible, said.Infeasible
			out.Unproved = once(out.Unproved, model.JudgeOfRound)
		}
		if !rules[i] && (said.Before.KeptAll != 1 || said.After.KeptAll != 1 || len(said.Before.Kept.Data) > 0) {
			found.Before.KeptAll, found.After.KeptAll, found.Before.Kept, found.After.Kept = said.Before.KeptAll,
				said.After.KeptAll, said.Before.Kept, said.After.Kept
			out.Unproved = once(out.Unproved, model.RulesOfRound)
		}
		list[i] = found
	}
	out.Differ = append(out.Differ, model.Compare(tunedForm{rounds}, tunedForm{list})...)
}

// unsaid removes the shares that keep each rule, which an earlier version did not record.
func (a *again) unsaid() {
	if said := a.claim.Said; len(said.Kept.Data) == 0 && said.KeptAll == 0 {
		a.found.Kept, a.found.KeptAll = said.Kept, said.KeptAll
	}
}

func once(list []model.Unmeasured, u model.Unmeasured) []model.Unmeasured {
	if slices.Contains(list, u) {
		return list
	}
	return append(list, u)
}

// tunedForm names the figures of fine-tunings.
type tunedForm struct {
	Rounds []model.FineTuned `msgpack:"round"`
}

// measureOnly measures a generator that cannot be retrained. After a fine-tuning, figures refer to
// rows without labels, so measuring them needs the labels.
func (a *again) measureOnly() (out model.Verified, err error) {
	if a.claim.Tuned {
		out.Unproved = []model.Unmeasured{model.AllFigures}
		return out, nil
	}
	tick, began := a.Tick, a.Clock()
	a.Tick = func() error {
		if a.claim.Within > 0 && a.Clock()-began > a.claim.Within {
			return errLate
		}
		return tick()
	}
	s, err := model.DecodeState(a.p.Gen.Bytes)
	if err == nil {
		err = a.rate(a.claim.Seed, a.claim.Said.Best, s.Lesson)
	}
	switch {
	case errors.Is(err, errLate) && a.found.TestRows == 0:
		out.Unproved = []model.Unmeasured{model.LateFigures}
		return out, nil
	case errors.Is(err, errLate):
		a.found.Answers, out.Unproved = a.claim.Said.Answers, []model.Unmeasured{model.LateAnswers}
	case err != nil:
		return out, err
	}
	a.unsaid()
	out.Differ = model.Compare(a.claim.Said, a.found)
	return out, nil
}
