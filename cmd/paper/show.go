package main

import (
	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/kernel"
	"causeway/core/metric"
	"causeway/core/nn"
)

// What a person would be shown is made for the first of the rows alone, as it
// takes a search for each.
const (
	showRows   = 200
	showCount  = 3      // counterfactuals per row
	showBudget = 400    // latent samples per row
	admitTries = 100000 // random rows that keep the rules, to see whether any flips
)

// shown scores what is shown. Distances are those of the first counterfactual
// of each row, the nearest.
type shown struct {
	Validity      float64 `json:"validity"`
	RulesPct      float64 `json:"rules_pct"`
	Coverage      float64 `json:"coverage"`
	ContProximity float64 `json:"cont_proximity_sum"`
	CatChanges    float64 `json:"cat_changes"`
	ChangedMedian float64 `json:"features_changed_median"`
}

// gallery is what is shown.
type gallery struct {
	cases
	rules      []causal.Rule
	rows       [][][]float64 // cases × shown × features
	class      [][]int       // cases × shown, by the black box on exactly these rows
	admissible []bool        // whether a row has any counterfactual that keeps the rules
}

// show makes what is shown of the first cases.
func (b *bench) show(s setting, m made) (gallery, error) {
	rules, err := s.data.hard(b.table.Schema, s.constraint)
	g := gallery{cases: b.test.first(showRows), rules: rules}
	if err != nil {
		return g, err
	}
	for i, factual := range g.factual {
		var rows [][]float64
		if m.gen != nil {
			rows = b.search(m.gen, rules, factual, g.target[i], b.key(streamShow).Sub(uint64(g.cases.rows[i])))
		} else if row := m.decoded.Counterfactual[i]; m.decoded.Valid(i) && causal.AllHold(b.table.Schema, rules, factual, row) {
			rows = [][]float64{row}
		}
		g.rows = append(g.rows, rows)
		g.class = append(g.class, b.predict(rows))
		g.admissible = append(g.admissible, len(rows) > 0 || b.admits(s.constraint, rules, g.cases, i))
	}
	return g, nil
}

// search looks for counterfactuals of a row that keep the rules.
func (b *bench) search(gen *cf.Generator, rules []causal.Rule, factual []float64, target int, key kernel.Key) (rows [][]float64) {
	found := gen.Search(b.blackBox, cf.Query{Row: factual, Target: target, Count: showCount, Budget: showBudget, Key: key, Rules: rules, Brief: true})
	for _, c := range found.Rows {
		rows = append(rows, c.Row)
	}
	return rows
}

// predict asks the black box about rows.
func (b *bench) predict(rows [][]float64) []int {
	if len(rows) == 0 {
		return nil
	}
	w := b.table.Schema.Width()
	ex := nn.Examples{X: make([]float32, w*len(rows)), Y: make([]int, len(rows)), Width: w}
	for i, r := range rows {
		b.table.Schema.Encode(r, ex.X[i*w:(i+1)*w])
	}
	return cf.Predict(b.blackBox, ex)
}

// admits reports whether any of many random rows that keep the rules reaches
// the target of case i. Methods of one constraint share the answer.
func (b *bench) admits(constraint string, rules []causal.Rule, c cases, i int) bool {
	id := admission{constraint, c.rows[i]}
	yes, known := b.admitted[id]
	if !known {
		if b.admitted == nil {
			b.admitted = map[admission]bool{}
		}
		yes = b.anyAdmissible(rules, c.factual[i], c.target[i])
		b.admitted[id] = yes
	}
	return yes
}

// admission is a question to admits.
type admission struct {
	constraint string
	row        int
}

func (b *bench) anyAdmissible(rules []causal.Rule, factual []float64, target int) bool {
	s := b.table.Schema
	domains, blocked := causal.Domains(s, rules, factual)
	if blocked >= 0 {
		return false
	}
	key := b.key(streamAdmit)
	const part = 10000
	for from := 0; from < admitTries; from += part {
		var rows [][]float64
		for i := range part {
			row := draw(domains, b, key.Sub(uint64(from+i)))
			if causal.AllHold(s, rules, factual, row) {
				rows = append(rows, row)
			}
		}
		for _, y := range b.predict(rows) {
			if y == target {
				return true
			}
		}
	}
	return false
}

// draw is a row drawn uniformly from domains.
func draw(domains []causal.Domain, b *bench, key kernel.Key) []float64 {
	row := make([]float64, len(domains))
	for j, d := range domains {
		if d.Levels == nil {
			u := float64(key.Uniform1(uint32(j)))
			row[j] = min(max(b.table.Schema.Features[j].Round(d.Min+u*(d.Max-d.Min)), d.Min), d.Max)
			continue
		}
		var left []int
		for l, in := range d.Levels {
			if in {
				left = append(left, l)
			}
		}
		row[j] = float64(left[key.Intn(uint32(j), len(left))])
	}
	return row
}

// score checks all that is shown once more.
func (g gallery) score(b *bench) shown {
	var r shown
	counts := make([]int, len(g.rows))
	nearest := metric.Pairs{Schema: b.table.Schema}
	all, valid, kept := 0, 0, 0
	for i, rows := range g.rows {
		counts[i] = len(rows)
		for k, row := range rows {
			all++
			if g.class[i][k] == g.target[i] {
				valid++
			}
			if causal.AllHold(b.table.Schema, g.rules, g.factual[i], row) {
				kept++
			}
		}
		if len(rows) > 0 {
			nearest.Factual, nearest.Counterfactual = append(nearest.Factual, g.factual[i]), append(nearest.Counterfactual, rows[0])
			nearest.Target, nearest.Class = append(nearest.Target, g.target[i]), append(nearest.Class, g.class[i][0])
		}
	}
	near := metric.Score(nearest)
	r.Validity, r.RulesPct = float64(valid)/float64(max(all, 1)), 100*float64(kept)/float64(max(all, 1))
	r.Coverage = metric.Coverage(counts, g.admissible)
	r.ContProximity, r.CatChanges, r.ChangedMedian = near.ContProximity, 0-near.CatProximity, near.ChangedMedian
	return r
}

// diversity is how far the sets of changed features of a row's counterfactuals
// differ; nil where no row has two.
func (g gallery) diversity(b *bench) *float64 {
	d := metric.ScoreDiversity(b.table.Schema, g.factual, g.rows)
	if d.Factuals == 0 {
		return nil
	}
	return ref(d.Changes)
}
