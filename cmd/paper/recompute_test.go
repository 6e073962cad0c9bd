package main

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"causeway/core/cf"
)

// The scores of a record are computed here once more, from the files alone and by code that
// shares nothing with what computed them: rows are maps of text, networks are loops.

// evidence is a folder that was read.
type evidence struct {
	t         *testing.T
	box       network
	retrained []network
	scales    []struct {
		Name          string
		Number        bool
		Min, Max, MAD float64
		Levels        []string
		Ranks         []float64
	}
	autos struct {
		Widths  []int
		Epsilon float64
		All     []networkLayer
		Classes [][]networkLayer
		Names   []string
	}
	hard, constraint []plainRule
	mechanism        struct {
		Effect                    string
		Causes                    []string
		Intercept, K, B, Variance float64
		Coefficients              []float64
	}
	record                                                          map[string]any
	table, factuals, soft, decoded, search, untrained, shown, asked []row
	factual                                                         map[string]row // by its number
}

type plainRule struct {
	Kind, Feature, Other   string
	Also                   []struct{ Feature string }
	Falls, Strict, Reverse bool
}

func readEvidence(t *testing.T, folder, constraint string) *evidence {
	e := &evidence{t: t, factual: map[string]row{}}
	object := func(name string, v any) {
		b, err := os.ReadFile(filepath.Join(folder, name))
		if err == nil {
			err = json.Unmarshal(b, v)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	rules := func(name string) []plainRule {
		var f struct{ Rules []plainRule }
		object(name, &f)
		return f.Rules
	}
	object("classifier.json", &e.box)
	object("retrained.json", &e.retrained)
	object("scaling.json", &e.scales)
	object("autoencoders.json", &e.autos)
	object("record.json", &e.record)
	e.hard = rules("rules.json")
	e.constraint = rules(strings.TrimSuffix("constraint-"+constraint, "-") + ".json")
	if _, err := os.Stat(filepath.Join(folder, "mechanism.json")); err == nil {
		object("mechanism.json", &e.mechanism)
	}
	for name, to := range map[string]*[]row{"table.csv": &e.table, "factuals.csv": &e.factuals, "soft.csv": &e.soft, "decoded.csv": &e.decoded,
		"search.csv": &e.search, "untrained.csv": &e.untrained, "shown.csv": &e.shown, "asked.csv": &e.asked} {
		if _, err := os.Stat(filepath.Join(folder, name)); err == nil {
			*to = readRows(t, folder, name)
		}
	}
	for _, r := range e.factuals {
		e.factual[r["row"]] = r
	}
	return e
}

// wants compares a number with that of the record under a path, as a share of its size.
func (e *evidence) wants(path string, got float64) {
	e.t.Helper()
	var at any = e.record
	for _, part := range strings.Split(path, ".") {
		m, _ := at.(map[string]any)
		at = m[part]
	}
	want, is := at.(float64)
	if !is {
		if !math.IsNaN(got) {
			e.t.Errorf("%s is %v from the files and none in the record", path, got)
		}
		return
	}
	if !(math.Abs(got-want) <= 1e-4*math.Max(1, math.Abs(want))) {
		e.t.Errorf("%s is %v from the files and %v in the record", path, got, want)
	}
}

// level is the place of a row's level in its order; of a soft row the largest share.
func (e *evidence) level(j int, r row) int {
	s := e.scales[j]
	if _, hard := r[s.Name]; hard {
		return slices.Index(s.Levels, r[s.Name])
	}
	best := 0
	for l, name := range s.Levels {
		if number(r[s.Name+"="+name]) > number(r[s.Name+"="+s.Levels[best]]) {
			best = l
		}
	}
	return best
}

// order is what rules compare: a number, or the rank of a level.
func (e *evidence) order(name string, r row) float64 {
	for j, s := range e.scales {
		if s.Name == name {
			if s.Number {
				return number(r[name])
			}
			return s.Ranks[e.level(j, r)]
		}
	}
	e.t.Fatalf("no feature %q", name)
	return 0
}

// distance of two rows: of numbers in MADs, levels that differ, features that differ.
func (e *evidence) distance(a, b row) (cont, cat, changed float64) {
	for j, s := range e.scales {
		switch {
		case s.Number && number(a[s.Name]) != number(b[s.Name]):
			cont += math.Abs(number(a[s.Name])-number(b[s.Name])) / s.MAD
			changed++
		case !s.Number && e.level(j, a) != e.level(j, b):
			cat++
			changed++
		}
	}
	return cont, cat, changed
}

func (e *evidence) keeps(rules []plainRule, a, b row) bool {
	way := func(name string) float64 {
		d := e.order(name, b) - e.order(name, a)
		return float64(map[bool]int{true: 1}[d > 0] - map[bool]int{true: 1}[d < 0])
	}
	for _, r := range rules {
		switch r.Kind {
		case "immutable":
			if a[r.Feature] != b[r.Feature] {
				return false
			}
		case "only increase":
			if way(r.Feature) < 0 {
				return false
			}
		case "if rises then rises":
			for _, up := range []float64{1, -1} {
				all := way(r.Feature) == up && (up > 0 || r.Reverse)
				for _, m := range r.Also {
					all = all && way(m.Feature) == up
				}
				if went := up * way(r.Other); all && (went < 0 || went == 0 && r.Strict) {
					return false
				}
			}
		default:
			e.t.Fatalf("a rule of kind %q", r.Kind)
		}
	}
	return true
}

// code is a row as networks read it.
func (e *evidence) code(r row) (x []float64) {
	for _, s := range e.scales {
		if s.Number {
			v := 0.0
			if s.Max > s.Min {
				v = (number(r[s.Name]) - s.Min) / (s.Max - s.Min)
			}
			x = append(x, v)
		}
		for _, l := range s.Levels {
			v, soft := r[s.Name+"="+l]
			switch {
			case soft:
				x = append(x, number(v))
			case r[s.Name] == l:
				x = append(x, 1)
			default:
				x = append(x, 0)
			}
		}
	}
	return x
}

// rebuilt is what an auto-encoder makes of a code.
func (e *evidence) rebuilt(layers []networkLayer, x []float64) []float64 {
	for _, l := range layers {
		y := make([]float64, l.Out)
		for o := range y {
			for i, v := range x {
				y[o] += float64(l.Weights[o*l.In+i]) * v
			}
			y[o] += float64(l.Bias[o])
			if n := l.Norm; n != nil {
				y[o] = float64(n.Gamma[o])*(y[o]-float64(n.Mean[o]))/math.Sqrt(float64(n.Variance[o])+e.autos.Epsilon) + float64(n.Beta[o])
			}
			if l.Activation == "relu" {
				y[o] = math.Max(0, y[o])
			}
		}
		x = y
	}
	out := []float64{}
	for _, w := range e.autos.Widths {
		part := x[len(out) : len(out)+w]
		sum := 0.0
		for _, v := range part {
			sum += math.Exp(v)
		}
		for _, v := range part {
			if w == 1 {
				out = append(out, 1/(1+math.Exp(-v)))
			} else {
				out = append(out, math.Exp(v)/sum)
			}
		}
	}
	return out
}

func norm(a, b []float64) (s float64) {
	for i, v := range a {
		if b != nil {
			v -= b[i]
		}
		s += v * v
	}
	return math.Sqrt(s)
}

// interpretability is IM1 and IM2.
func (e *evidence) interpretability(rows []row) (im1, im2 float64) {
	n := 0.0
	for _, r := range rows {
		if r["found"] == "false" {
			continue
		}
		x := e.code(r)
		of := func(class string) []float64 { return e.rebuilt(e.autos.Classes[slices.Index(e.autos.Names, class)], x) }
		toTarget := of(r["target"])
		im1 += norm(x, toTarget) / norm(x, of(e.factual[r["row"]]["predicted"]))
		im2 += norm(e.rebuilt(e.autos.All, x), toTarget) / norm(x, nil)
		n++
	}
	return im1 / n, im2 / n
}

// scores are those of the soft outputs or of the decoded rows.
func (e *evidence) scores(part string, rows []row) {
	var cont, cat, n, valid float64
	var holds, all [2]float64 // of S1 and S2
	kept := 0.0
	monotone := len(e.constraint) == 1 && e.constraint[0].Kind == "if rises then rises"
	for _, r := range rows {
		if r["found"] == "false" {
			continue
		}
		f := e.factual[r["row"]]
		if e.box.class(r) == r["target"] {
			valid++
		}
		a, b, _ := e.distance(f, r)
		cont, cat, n = cont+a, cat+b, n+1
		if !monotone {
			if e.keeps(e.constraint, f, r) {
				kept++
			}
			continue
		}
		rule := e.constraint[0]
		for k, up := range []float64{1, -1} {
			rises := up*(e.order(rule.Feature, r)-e.order(rule.Feature, f)) > 0
			for _, m := range rule.Also {
				rises = rises && up*(e.order(m.Feature, r)-e.order(m.Feature, f)) > 0
			}
			if rises {
				all[k]++
				if up*(e.order(rule.Other, r)-e.order(rule.Other, f)) > 0 {
					holds[k]++
				}
			}
		}
	}
	total := float64(len(rows))
	e.wants(part+".validity", valid/total)
	e.wants(part+".cont_proximity_sum", -cont/n)
	e.wants(part+".cat_changes", cat/n)
	im1, im2 := e.interpretability(rows)
	e.wants(part+".im1", im1)
	e.wants(part+".im2", im2)
	if !monotone {
		e.wants(part+".c1", kept/total)
		return
	}
	s1, s2 := holds[0]/math.Max(1, all[0]), holds[1]/math.Max(1, all[1])
	e.wants(part+".s1", s1)
	e.wants(part+".s2", s2)
	e.wants(part+".s1_pairs", all[0])
	e.wants(part+".s2_pairs", all[1])
	if s1*s2 > 0 {
		e.wants(part+".feasibility", 2*s1*s2/(s1+s2))
	} else {
		e.wants(part+".feasibility", 0)
	}
}

// holds tells whether a row is an answer.
func (e *evidence) holds(r row) bool {
	f := e.factual[r["row"]]
	_, _, changed := e.distance(f, r)
	return r["found"] != "false" && e.box.class(r) == r["target"] && changed > 0 && e.keeps(e.hard, f, r)
}

// profile is the combination of levels of a row.
func (e *evidence) profile(r row) (p string) {
	for _, s := range e.scales {
		if !s.Number {
			p += r[s.Name] + "|"
		}
	}
	return p
}

// answers scores one row for each factual beside what the search found.
func (e *evidence) answers(rows []row, under map[string]string) (held []row) {
	reachable, open := 0.0, 0.0
	var own, best []row
	for i, r := range rows {
		s := e.search[i]
		if s["row"] != r["row"] {
			e.t.Fatalf("answer %d is of row %s, the search's of %s", i, r["row"], s["row"])
		}
		if e.holds(s) != (s["found"] == "true") {
			e.t.Errorf("row %s: the search's answer holds: %v, and is said to be found: %v", s["row"], e.holds(s), s["found"])
		}
		if e.holds(r) {
			held = append(held, r)
		}
		switch {
		case e.holds(r) || e.holds(s):
			reachable++
		case s["open"] == "true":
			open++
		}
		if e.holds(r) && e.holds(s) {
			own, best = append(own, r), append(best, s)
		}
	}
	near := func(key string, rows []row) {
		cont, changed, profiles, n := 0.0, 0.0, map[string]bool{}, float64(len(rows))
		for _, r := range rows {
			a, _, c := e.distance(e.factual[r["row"]], r)
			cont, changed = cont+a, changed+c
			profiles[e.profile(r)] = true
		}
		count := float64(len(profiles))
		if n == 0 {
			count = math.NaN()
		}
		e.wants(under[key]+"_changes", changed/n)
		e.wants(under[key]+"_cont_proximity", -cont/n)
		e.wants(under[key]+"_profiles", count)
	}
	n := float64(len(rows))
	e.wants(under["held"], float64(len(held))/n)
	near("own", own)
	if s := under["search"]; s != "" {
		e.wants("reachable", reachable/n)
		e.wants("reachable_open", open)
		near("search", best)
	}
	return held
}

// sturdy are robustness and plausibility of answers that hold.
func (e *evidence) sturdy(held []row) {
	if len(held) == 0 {
		return
	}
	still, outcome := 0.0, ""
	for _, c := range e.retrained {
		for _, r := range held {
			if c.class(r) == r["target"] {
				still++
			}
		}
	}
	e.wants("robust", still/float64(len(held)*len(e.retrained)))
	known := map[string]bool{"row": true, "part": true}
	for _, s := range e.scales {
		known[s.Name] = true
	}
	for name := range e.table[0] {
		if !known[name] {
			outcome = name
		}
	}
	five := func(r row, class string) float64 {
		var all []float64
		for _, o := range e.table {
			if o["part"] == "train" && o[outcome] == class {
				cont, cat, _ := e.distance(r, o)
				all = append(all, cont+cat)
			}
		}
		sort.Float64s(all)
		return (all[0] + all[1] + all[2] + all[3] + all[4]) / 5
	}
	usual := map[string]float64{}
	for _, class := range e.box.Classes {
		n := 0.0
		for _, o := range e.table {
			if o["part"] == "test" && o[outcome] == class {
				usual[class] += five(o, class)
				n++
			}
		}
		usual[class] /= n
	}
	made, real := 0.0, 0.0
	for _, r := range held {
		made += five(r, r["target"])
		real += usual[r["target"]]
	}
	e.wants("plausibility", made/real)
	right, tests := 0.0, 0.0
	for _, o := range e.table {
		if o["part"] == "test" {
			tests++
			if e.box.class(o) == o[outcome] {
				right++
			}
		}
	}
	e.wants("classifier.accuracy", right/tests)
}

// gallery scores what is shown.
func (e *evidence) gallery() {
	lists, valid, kept := map[string][]row{}, 0.0, 0.0
	for _, r := range e.shown {
		lists[r["row"]] = append(lists[r["row"]], r)
		if e.box.class(r) == r["target"] {
			valid++
		}
		if e.keeps(e.hard, e.factual[r["row"]], r) {
			kept++
		}
	}
	covered, whole, cont, cat, differ, several := 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
	var changes []float64
	for _, a := range e.asked {
		list := lists[a["row"]]
		if len(list) > 0 || a["admissible"] == "true" {
			whole++
		}
		if len(list) == 0 {
			continue
		}
		covered++
		f := e.factual[a["row"]]
		x, y, z := e.distance(f, list[0])
		cont, cat, changes = cont+x, cat+y, append(changes, z)
		sum, pairs := 0.0, 0.0
		for k := range list {
			for i := range k {
				either, one := 0.0, 0.0
				for _, s := range e.scales {
					p, q := list[i][s.Name] != f[s.Name], list[k][s.Name] != f[s.Name]
					if p || q {
						either++
					}
					if p != q {
						one++
					}
				}
				sum, pairs = sum+one/math.Max(1, either), pairs+1
			}
		}
		if pairs > 0 {
			differ, several = differ+sum/pairs, several+1
		}
	}
	n := float64(len(e.shown))
	e.wants("shown.validity", valid/math.Max(1, n))
	e.wants("shown.rules_pct", 100*kept/math.Max(1, n))
	if whole > 0 {
		e.wants("shown.coverage", covered/whole)
	}
	if covered > 0 {
		sort.Float64s(changes)
		e.wants("shown.cont_proximity_sum", -cont/covered)
		e.wants("shown.cat_changes", cat/covered)
		e.wants("shown.features_changed_median", (changes[(len(changes)-1)/2]+changes[len(changes)/2])/2)
	}
	e.wants("diversity", differ/several)
}

// rest are the scores of decoded rows alone.
func (e *evidence) rest() {
	profiles, found := map[string]bool{}, []row{}
	for _, r := range e.decoded {
		if r["found"] == "true" {
			profiles[e.profile(r)] = true
			found = append(found, r)
		}
	}
	e.wants("profiles", float64(len(profiles)))
	within, numbers := 0.0, 0.0
	for _, s := range e.scales {
		if !s.Number {
			continue
		}
		numbers++
		for _, class := range e.box.Classes {
			var x, y []float64
			for _, r := range found {
				if r["target"] == class {
					x, y = append(x, number(e.factual[r["row"]][s.Name])), append(y, number(r[s.Name]))
				}
			}
			within += correlation(x, y) * float64(len(x)) / float64(len(found))
		}
	}
	e.wants("correlation", within/numbers)
	m := e.mechanism
	if m.Effect == "" {
		return
	}
	at := func(r row) (logp, residual float64) {
		sum, mean := 0.0, m.Intercept
		for i, c := range m.Causes {
			sum += number(r[c])
			if m.Coefficients != nil {
				mean += m.Coefficients[i] * number(r[c])
			}
		}
		residual = math.Abs(number(r[m.Effect]) - mean - m.K*sum*sum - m.B)
		return -(residual*residual/m.Variance + math.Log(2*math.Pi*m.Variance)) / 2, residual
	}
	var ratios []float64
	edge, likely, off := 0.0, 0.0, 0.0
	for _, r := range found {
		own, _ := at(e.factual[r["row"]])
		p, d := at(r)
		edge, likely, off, ratios = edge+p/own, likely+p, off+d, append(ratios, p/own)
	}
	sort.Float64s(ratios)
	n := float64(len(found))
	e.wants("causal_edge", edge/n)
	e.wants("causal_edge_median", (ratios[(len(ratios)-1)/2]+ratios[len(ratios)/2])/2)
	e.wants("log_likelihood", likely/n)
	e.wants("mean_abs_residual", off/n)
}

func correlation(x, y []float64) float64 {
	var mx, my, xx, yy, xy float64
	for i := range x {
		mx, my = mx+x[i]/float64(len(x)), my+y[i]/float64(len(x))
	}
	for i := range x {
		xx, yy, xy = xx+(x[i]-mx)*(x[i]-mx), yy+(y[i]-my)*(y[i]-my), xy+(x[i]-mx)*(y[i]-my)
	}
	if xx == 0 || yy == 0 {
		return 0
	}
	return xy / math.Sqrt(xx*yy)
}

// TestEveryScoreFollowsFromTheFiles computes all scores of a record again.
func TestEveryScoreFollowsFromTheFiles(t *testing.T) {
	for _, s := range []setting{
		{data: smallCensus(t), method: "base", given: given{"Epochs": 20}},
		{data: smallCensus(t), method: "approx", constraint: "c1", given: given{"Epochs": 20}},
		{data: smallCensus(t), method: "nun-sparse", constraint: "c1"},
		{data: smallBN(t), method: "model", given: given{"Epochs": 4}},
		{data: smallBN(t), method: "cem"},
		{data: smallCensus(t), method: "example", constraint: "c1", given: given{"Epochs": 4}, labels: 20},
		{data: smallCensus(t), method: "example", constraint: "c1", given: given{"Epochs": 20, "Batch": 32, "LearningRate": 0.05}, labels: 15, literal: true, letter: cf.Literal},
		{data: smallBN(t), method: "approx", given: given{"Epochs": 4}, literal: true, letter: cf.Literal},
	} {
		t.Run(s.slug(), func(t *testing.T) {
			o, folder := runSmall(t, s, 3), t.TempDir()
			if err := o.write(folder); err != nil {
				t.Fatal(err)
			}
			constraint := s.constraint
			if constraint == "" && s.data.constraints != nil {
				constraint = s.data.constraints[0]
			}
			e := readEvidence(t, folder, constraint)
			e.wants("explained", float64(len(e.factuals)))
			e.scores("soft", e.soft)
			e.scores("decoded", e.decoded)
			held := e.answers(e.decoded[:len(e.factuals)], map[string]string{"held": "held", "own": "held", "search": "search"})
			if len(held) == 0 && s.labels == 0 { // twenty labels teach too little
				t.Error("nothing is held: the test says little")
			}
			e.sturdy(held)
			if e.untrained != nil {
				e.answers(e.untrained, map[string]string{"held": "untrained_held", "own": "untrained"})
			} else if e.record["untrained_held"] != nil {
				t.Error("untrained.csv is not there")
			}
			e.gallery()
			e.rest()
		})
	}
}
