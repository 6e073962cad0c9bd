package engine

import (
	"slices"

	"causeway/core/cf"
	"causeway/core/metric"
	"causeway/core/project"
	"causeway/core/wire"
)

// rate measures the generator that the last training gave, as that did.
func (a *again) rate(p *holding, seed uint64, fit *cf.Fit) error {
	r, err := p.Rate(p.Gen.Generator, seed, a.e.now, a.tick)
	if err != nil {
		return err
	}
	s, err := wire.DecodeState(p.Gen.Bytes)
	if err != nil {
		return err
	}
	a.found = p.fact(r, s.Lesson)
	a.found.Best = a.claim.Claim.Best
	if fit != nil {
		_, a.found.Best = fit.Epochs()
	}
	return nil
}

// fact is what a rating says of its generator, with the rules of what that was
// trained beside.
func (p *holding) fact(r project.Rating, l wire.Lesson) wire.GeneratorTrained {
	soft, decoded := metric.Score(r.Soft), metric.Score(r.Decoded)
	s := l.Knowledge.Schema(p.Schema)
	kept, all, _ := project.Kept(s, l.Knowledge.AllRules(s), r.Decoded)
	return wire.GeneratorTrained{Soft: scores(soft), Decoded: scores(decoded), DataProfiles: decoded.FactualProfiles, TestRows: len(r.Decoded.Factual),
		Kept: list(kept), KeptAll: all}
}

// measure measures what a fine-tuning made of the generator before it, as that
// did.
func (a *again) measure(p *holding, before *project.Generator, of wire.Tuning, labels []cf.Label) error {
	t := &fineTuning{generatorTraining{seed: of.Seed, e: a.e}, p.Table.Schema, before, labels, of.Rules, 0}
	out, err := t.compare(p.Gen, a.tick)
	if err == nil {
		a.tuned, a.rules = append(a.tuned, out), append(a.rules, len(of.Rules) > 0)
	}
	return err
}

// compare says which figures of a generator are not as claimed, and which could
// not be measured. Fine-tunings are told apart from the last one backwards, as the
// first ones may be forgotten.
func (a *again) compare(out *wire.Verified) {
	said, rounds := a.claim.Claim, a.claim.Rounds
	if a.claim.Undone {
		out.Unproved = append(out.Unproved, wire.UndoneRound)
	}
	if n := len(a.tuned); n > 0 {
		last := a.tuned[n-1]
		a.found.Decoded, a.found.TestRows = last.After.Scores, last.Rows
		if a.found.Kept, a.found.KeptAll = last.After.Kept, last.After.KeptAll; !a.rules[n-1] {
			a.found.Kept, a.found.KeptAll = said.Kept, said.KeptAll
		}
	}
	if a.claim.Undone {
		rounds = rounds[:len(rounds)-1]
	}
	if a.claim.Undone && !a.claim.Asks { // they are of rows that the labels of that fine-tuning leave
		a.found.Decoded, a.found.TestRows = said.Decoded, said.TestRows
		a.found.Kept, a.found.KeptAll = said.Kept, said.KeptAll
	}
	a.unsaid()
	out.Differ = wire.Compare(said, a.found)
	if len(rounds) > len(a.tuned) {
		out.Unproved = append(out.Unproved, wire.EarlierRound)
	}
	n := min(len(rounds), len(a.tuned))
	rounds, tuned, rules := rounds[len(rounds)-n:], a.tuned[len(a.tuned)-n:], a.rules[len(a.rules)-n:]
	list := make([]wire.FineTuned, n)
	for i, said := range rounds {
		found := tuned[i]
		found.Broke, found.Mended = said.Broke, said.Mended // no project says them
		brief := i < n-1 || a.claim.Undone                  // of those less is told
		if brief {
			found.Rows, found.Before.Kept, found.After.Kept = said.Rows, said.Before.Kept, said.After.Kept
			found.JudgeRight, found.JudgeBalanced, found.Feasible, found.Infeasible = said.JudgeRight, said.JudgeBalanced, said.Feasible, said.Infeasible
		}
		if !brief && said.Feasible+said.Infeasible == 0 || brief && said.Judged != found.Judged { // by an earlier version, which judged from fewer labels
			found.Judged, found.Before.Feasible, found.After.Feasible = said.Judged, said.Before.Feasible, said.After.Feasible
			found.JudgeRight, found.JudgeBalanced, found.Feasible, found.Infeasible = said.JudgeRight, said.JudgeBalanced, said.Feasible, said.Infeasible
			out.Unproved = once(out.Unproved, wire.JudgeOfRound)
		}
		if !rules[i] && (said.Before.KeptAll != 1 || said.After.KeptAll != 1 || len(said.Before.Kept.Data) > 0) {
			found.Before.KeptAll, found.After.KeptAll, found.Before.Kept, found.After.Kept = said.Before.KeptAll, said.After.KeptAll, said.Before.Kept, said.After.Kept
			out.Unproved = once(out.Unproved, wire.RulesOfRound)
		}
		list[i] = found
	}
	out.Differ = append(out.Differ, wire.Compare(tunedForm{rounds}, tunedForm{list})...)
}

// unsaid leaves out what an earlier version did not say: how many keep each rule.
func (a *again) unsaid() {
	if said := a.claim.Claim; len(said.Kept.Data) == 0 {
		a.found.Kept, a.found.KeptAll = said.Kept, said.KeptAll
	}
}

func once(list []wire.Unmeasured, u wire.Unmeasured) []wire.Unmeasured {
	if slices.Contains(list, u) {
		return list
	}
	return append(list, u)
}

// tunedForm gives the figures of fine-tunings a name.
type tunedForm struct {
	Rounds []wire.FineTuned `msgpack:"round"`
}

// measureOnly measures the generator that there is, where it cannot be trained
// again. After fine-tunings its figures are of rows that their labels leave, so
// these cannot be measured without them.
func (a *again) measureOnly(p *holding) (wire.Message, error) {
	var out wire.Verified
	if a.claim.Tuned {
		out.Unproved = []wire.Unmeasured{wire.AllFigures}
		return out, nil
	}
	if err := a.rate(p, a.claim.Seed, nil); err != nil {
		return nil, err
	}
	a.unsaid()
	out.Differ = wire.Compare(a.claim.Claim, a.found)
	return out, nil
}
