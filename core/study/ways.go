package study

import (
	"cmp"
	"slices"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/generate"
	"causeway/core/mask"
	"causeway/core/metric"
	"causeway/core/model"
	"causeway/core/search"
)

// Ways scores several proposals for each row under the causal model.
type Ways struct {
	Title string
	Held  float64 // share of the reachable rows with at least one valid proposal
	One   float64 // share of valid proposals among all proposals for reachable rows

	// Sets compares how many distinct sets of actions the valid proposals and the search offer.
	// Only sets in which every action is needed count. Sets is the mean quotient, capped at 1, over
	// the rows for which the search finds at least three. Rows is the number of these rows.
	Sets float64
	Rows int

	Actions, Far float64 // of the row's best valid proposal, relative to the search's nearest answer

	Calls int // rows that the black box judges for the generator's own proposals for one row

	Answers [][][]float64 `json:"-"` // for each row; nil stands for a missing proposal
}

// wayCount is the number of proposals for a row.
const wayCount = generate.Codes

// Ways evaluates the proposals that a generator of actions makes in one pass. It compares them with
// four others: the proposals of the same decoder without training, the transplanted answers of the
// nearest training rows, the search's first answers with different features, and what the search
// finds in as many calls.
func (b *Bench) Ways(s Setting) ([]Ways, error) {
	m, err := b.Method(s)
	if err != nil {
		return nil, err
	}
	fit, err := b.newFit(m, s.Train)
	if err != nil {
		return nil, err
	}
	untrained := fit.Best()
	gen, err := b.run(fit, s.Train.Epochs, func(int, int) {})
	if err != nil {
		return nil, err
	}
	rules, err := b.keeps(s)
	if err != nil {
		return nil, err
	}
	searched, err := b.several(s, gen)
	if err != nil {
		return nil, err
	}
	best, _, err := b.waysHeld(s, searched)
	if err != nil {
		return nil, err
	}
	c, asked := b.Test, 0
	own, moved := gen.Under(b.BlackBox, rules), b.transplanted(fit, rules)
	var box blackbox.BlackBox = counted{b.BlackBox, &asked}
	if d, is := b.BlackBox.(blackbox.Differentiable); is {
		box = blackbox.Through{BlackBox: box, By: d}
	}
	proposals := gen.Under(box, rules).Proposals(c.Factual, c.Target)
	calls := asked / max(len(c.Factual), 1)
	limited, err := b.limited(s, gen, calls)
	if err != nil {
		return nil, err
	}
	var list []Ways
	for _, of := range []struct {
		title string
		rows  [][][]float64
	}{
		{"Search", searched},
		{s.Method.Title(), proposals},
		{"The same untrained", untrained.Under(b.BlackBox, rules).Proposals(c.Factual, c.Target)},
		{"Transplant", moved},
		{"Helped transplant", own.Helped(c.Factual, c.Target, moved)},
		{"Search, as many calls", limited},
	} {
		w, err := b.ways(s, of.rows, best)
		if err != nil {
			return nil, err
		}
		w.Title, w.Calls, w.Answers = of.title, calls, of.rows
		list = append(list, w)
	}
	return list, nil
}

// counted is a black box that counts the rows that it judges, except padding.
type counted struct {
	blackbox.BlackBox
	rows *int
}

type countedPass struct {
	blackbox.Pass
	rows *int
}

func (c counted) Pass() blackbox.Pass { return countedPass{c.BlackBox.Pass(), c.rows} }

func (p countedPass) Shares(x []float32, n int) []float32 {
	for e := range n {
		for at := e; at < len(x); at += n {
			if x[at] != 0 {
				*p.rows++
				break
			}
		}
	}
	return p.Pass.Shares(x, n)
}

// several returns the answers of the search with different features.
func (b *Bench) several(s Setting, gen *cf.Generator) (all [][][]float64, err error) {
	err = b.queries(s, func(q search.Query) {
		q.Budget, q.Boxes = showBudget, showBoxes
		var rows [][]float64
		for _, c := range gen.Search(b.BlackBox, q).Rows {
			rows = append(rows, c.Row)
		}
		all = append(all, rows)
	})
	return all, err
}

// queries calls ask with a query for each row, for answers with different features.
func (b *Bench) queries(s Setting, ask func(search.Query)) error {
	told, err := b.lawsForMethod(s)
	if err != nil {
		return err
	}
	for i, factual := range b.Test.Factual {
		ask(search.Query{Row: factual, Target: b.Test.Target[i], Count: wayCount,
			Key:   b.Key(streamShow).Sub(uint64(b.Test.Rows[i])),
			Rules: told.search(s.Hard, b.Test.Rows[i]), Brief: true, Apart: model.OtherFeatures})
		if err := b.host.Tick(); err != nil {
			return err
		}
	}
	return nil
}

// limited returns the best valid rows among the first ones that the search judges without
// proposals of a generator. They act on different features, and on as few as possible.
//
//	calls  the number of rows that the search may judge for each factual
func (b *Bench) limited(s Setting, gen *cf.Generator, calls int) (all [][][]float64, err error) {
	by, err := b.world(s)
	if err != nil {
		return nil, err
	}
	err = b.queries(s, func(q search.Query) {
		var p metric.Pairs
		q.Looked = func(rows [][]float64) {
			for _, row := range rows[:min(len(rows), calls-len(p.Counterfactual))] {
				p.Counterfactual = append(p.Counterfactual, slices.Clone(row[:len(q.Row)]))
			}
		}
		gen.Search(b.BlackBox, q)
		all = append(all, p.Counterfactual)
	})
	if err != nil {
		return nil, err
	}
	for i, rows := range all {
		j, err := b.judgeAll(s, by, slices.Repeat([]int{i}, len(rows)), rows)
		if err != nil {
			return nil, err
		}
		byActions := make([]int, 0, len(rows))
		for k := range rows {
			if j.Held[k] {
				byActions = append(byActions, k)
			}
		}
		slices.SortStableFunc(byActions, func(k, l int) int { return j.Actions[k] - j.Actions[l] })
		var best [][]float64
		sets := map[string]bool{}
		for _, k := range byActions {
			if set := changed(b.Test.Factual[i], rows[k]); !sets[set] && len(best) < wayCount {
				best, sets[set] = append(best, rows[k]), true
			}
		}
		all[i] = best
	}
	return all, nil
}

// changed describes the set of features in which two rows differ.
func changed(x, y []float64) string {
	set := make([]byte, len(x))
	for j := range x {
		if x[j] != y[j] {
			set[j] = 1
		}
	}
	return string(set)
}

// transplanted takes the nearest training rows for each row and applies the changes in their
// answers, as far as the rules allow. A level becomes the answer's level; a number changes by the
// same amount.
func (b *Bench) transplanted(fit *cf.Fit, rules []causal.Rule) [][][]float64 {
	schema := b.Table.Schema
	rows, answers, target := fit.Pairs()
	room, all := mask.New(schema, rules).Room(), make([][][]float64, len(b.Test.Factual))
	for i, x := range b.Test.Factual {
		room.Enter(x)
		var order []int
		far := make([]float64, len(rows))
		for k, row := range rows {
			if target[k] == b.Test.Target[i] {
				cont, cat, _ := metric.Distance(schema, x, row)
				order, far[k] = append(order, k), cont+float64(cat)
			}
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(far[a], far[b]) })
		for _, k := range order[:min(len(order), wayCount)] {
			wish, row := slices.Clone(x), make([]float64, len(x))
			for j, f := range schema.Features {
				switch from, to := rows[k][j], answers[k][j]; {
				case to == from:
				case f.Kind.Numeric():
					wish[j] = x[j] + to - from
				default:
					wish[j] = to
				}
			}
			if !room.None && room.Decode(mask.Wish{Values: wish}, row) {
				all[i] = append(all[i], row)
			}
		}
	}
	return all
}

// validProposals holds the valid proposals for a row and the set of actions of each. A set is "" if one
// of its actions is not needed.
type validProposals struct {
	sets         []string
	actions, far float64 // actions and distance of the best proposal
}

// ways evaluates proposals and compares them with the search's answers.
func (b *Bench) ways(s Setting, rows [][][]float64, best []validProposals) (w Ways, err error) {
	found, err := b.Found(s)
	if err != nil {
		return w, err
	}
	own, one, err := b.waysHeld(s, rows)
	if err != nil {
		return w, err
	}
	reachable, holds, both := 0, 0.0, 0.0
	for i, h := range own {
		if len(h.sets)+len(best[i].sets) == 0 && !found.Found[i] {
			continue
		}
		reachable++
		if len(h.sets) > 0 {
			holds++
		}
		if len(h.sets) > 0 && len(best[i].sets) > 0 {
			both++
			w.Actions, w.Far = w.Actions+h.actions/best[i].actions, w.Far+h.far/max(best[i].far, 1e-9)
		}
		if n := needed(best[i].sets); n >= 3 {
			w.Rows++
			w.Sets += min(1, float64(needed(h.sets))/float64(n))
		}
	}
	w.Held, w.One = holds/float64(max(reachable, 1)), float64(one)/float64(max(reachable*wayCount, 1))
	w.Sets, w.Actions, w.Far = w.Sets/float64(max(w.Rows, 1)), w.Actions/max(both, 1), w.Far/max(both, 1)
	return w, nil
}

// needed counts the distinct sets other than "".
func needed(sets []string) int {
	sets = slices.DeleteFunc(slices.Clone(sets), func(s string) bool { return s == "" })
	slices.Sort(sets)
	return len(slices.Compact(sets))
}

// waysHeld returns the valid proposals for each row and their total number.
func (b *Bench) waysHeld(s Setting, rows [][][]float64) (list []validProposals, one int, err error) {
	by, err := b.world(s)
	if err != nil {
		return nil, 0, err
	}
	var of []int
	var all [][]float64
	for i, some := range rows {
		for _, row := range some {
			if row != nil {
				of, all = append(of, i), append(all, row)
			}
		}
	}
	j, err := b.judgeAll(s, by, of, all)
	if err != nil {
		return nil, 0, err
	}
	var without [][]float64 // each valid proposal without one of its actions in turn
	var last []int          // its index
	var from []int
	deeds := make([][]int, len(all))
	for k, i := range of {
		if !j.Held[k] {
			continue
		}
		x := b.Test.Factual[i]
		alone := by.alone(b.Table.Schema, s.Hard, b.Test.Rows[i], x, j.After[k])
		for f := range x {
			if alone[f] != x[f] {
				c := slices.Clone(alone)
				c[f] = x[f]
				deeds[k] = append(deeds[k], f)
				without, last, from = append(without, c), append(last, k), append(from, i)
			}
		}
	}
	fewer, err := b.judgeAll(s, by, from, without)
	if err != nil {
		return nil, 0, err
	}
	spare := make([]bool, len(all))
	for u, holds := range fewer.Held {
		spare[last[u]] = spare[last[u]] || holds
	}
	list = make([]validProposals, len(rows))
	for k, i := range of {
		if !j.Held[k] {
			continue
		}
		one++
		h, set := &list[i], ""
		if !spare[k] {
			for _, f := range deeds[k] {
				set += b.Table.Schema.Features[f].Name + "\n"
			}
		}
		n, far := float64(j.Actions[k]), j.Far[k]
		if len(h.sets) == 0 || n < h.actions || n == h.actions && far < h.far {
			h.actions, h.far = n, far
		}
		h.sets = append(h.sets, set)
	}
	return list, one, nil
}

// judgeAll judges counterfactuals of the test rows with the indices of.
func (b *Bench) judgeAll(s Setting, by *laws, of []int, rows [][]float64) (Judged, error) {
	p, at := metric.Pairs{Schema: b.Table.Schema, Counterfactual: rows}, make([]int, len(of))
	for k, i := range of {
		p.Factual, p.Target, at[k] = append(p.Factual, b.Test.Factual[i]), append(p.Target, b.Test.Target[i]),
			b.Test.Rows[i]
	}
	return b.judge(s, p, at, by)
}
