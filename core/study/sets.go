package study

import (
	"causeway/core/metric"
	"causeway/core/model"
	"causeway/core/peers"
	"causeway/core/search"
)

// Costs returns for each explained row how far a person has to go to the search's nearest answer.
// Numbers are measured in MADs, and a changed level counts as 1. A negative cost means that the row
// has no valid answer.
func (b *Bench) Costs(s Setting) ([]float64, error) {
	f, err := b.Found(s)
	if err != nil {
		return nil, err
	}
	j, err := b.judge(s, f.Pairs, b.Test.Rows, f.by)
	for i, held := range j.Held {
		if !held {
			j.Far[i] = -1
		}
	}
	return j.Far, err
}

// Set scores several answers for each row: how many hold under the causal model, and how much the
// valid ones differ in their actions.
type Set struct {
	Title        string
	Held         float64 // mean over the rows
	Actions, Far float64 // for each valid answer
	metric.Diversity

	Answers [][][]float64 `json:"-"` // for each row
}

// Sets compares the search, which samples from the setting's generator, with DiCE's random search.
// Each gives at most n answers for each row.
func (b *Bench) Sets(s Setting, n int) ([]Set, error) {
	g, err := b.generator(s)
	if err != nil {
		return nil, err
	}
	told, err := b.lawsForMethod(s)
	if err != nil {
		return nil, err
	}
	search := func(apart model.Apart) [][][]float64 {
		var all [][][]float64
		for i, factual := range b.Test.Factual {
			var rows [][]float64
			for _, c := range g.gen.Search(b.BlackBox,
				search.Query{Row: factual, Target: b.Test.Target[i], Count: n, Budget: showBudget,
					Key:   b.Key(streamShow).Sub(uint64(b.Test.Rows[i])),
					Rules: told.search(s.Hard, b.Test.Rows[i]), Lead: s.Lead + leadHair, Boxes: showBoxes, Brief: true,
					Apart: apart}).Rows {
				rows = append(rows, c.Row)
			}
			all = append(all, rows)
		}
		return all
	}
	dice := make([][][]float64, len(b.Test.Rows))
	for target := range b.BlackBox.Classes() {
		asked := b.asking(s.Lead, target)
		answer, err := peers.DiceSets(asked.asPeers(s))
		if err != nil {
			return nil, err
		}
		for i, factual := range b.Test.Factual {
			if b.Test.Target[i] == target {
				dice[i] = answer(factual, target, n, b.Key(streamAsk).Sub(uint64(i)))
			}
		}
	}
	var sets []Set
	for _, of := range []struct {
		title   string
		answers [][][]float64
	}{{"Search, different in some way", search(model.OtherWay)},
		{"Search, no change shared", search(model.NothingShared)}, {"DiCE, random", dice}} {
		set, err := b.set(s, of.answers)
		if err != nil {
			return nil, err
		}
		set.Title, set.Answers = of.title, of.answers
		sets = append(sets, set)
	}
	return sets, nil
}

func (b *Bench) set(s Setting, answers [][][]float64) (set Set, err error) {
	by, err := b.world(s)
	if err != nil {
		return set, err
	}
	all, rows := metric.Pairs{Schema: b.Table.Schema}, []int{}
	for i, list := range answers {
		for _, row := range list {
			all.Factual, all.Counterfactual, all.Target = append(all.Factual, b.Test.Factual[i]),
				append(all.Counterfactual, row), append(all.Target, b.Test.Target[i])
			rows = append(rows, b.Test.Rows[i])
		}
	}
	j, err := b.judge(s, all, rows, by)
	if err != nil {
		return set, err
	}
	held, n, k := make([][][]float64, len(answers)), 0.0, 0
	for i, list := range answers {
		for range list {
			if j.Held[k] {
				held[i] = append(held[i], by.alone(b.Table.Schema, s.Hard, rows[k], all.Factual[k], j.After[k]))
				set.Actions, set.Far, n = set.Actions+float64(j.Actions[k]), set.Far+j.Far[k], n+1
			}
			k++
		}
	}
	set.Diversity = metric.ScoreDiversity(b.Table.Schema, b.Test.Factual, held)
	set.Held, set.Actions, set.Far = n/float64(max(len(answers), 1)), set.Actions/max(n, 1), set.Far/max(n, 1)
	return set, nil
}
