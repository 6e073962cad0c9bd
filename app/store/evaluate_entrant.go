package store

import (
	"slices"
	"strconv"

	"causeway/core/batch"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/label"
	"causeway/core/metric"
	"causeway/core/model"
	"causeway/core/wire"
)

// otherWeights lists the weights to try, as multiples of the method's weight.
var otherWeights = []float64{0.1, 0.3, 3, 10}

// labelSteps is the most label counts that a curve has below the full one.
const labelSteps = 4

// Entrants lists the entrants by the settings: every method, then its weights, then its label counts.
func Entrants(s document.Evaluation, g Generator, t wire.Loaded) []document.Entrant {
	var list []document.Entrant
	for _, m := range s.Methods {
		e := entrant(s, m, g, t)
		list = append(list, e)
		if s.Weights && e.Weight() > 0 {
			for _, times := range otherWeights {
				other := e
				other.As = document.AsWeight
				if model.Method(m).FromLabels() {
					other.Round.Feasibility = roundWeight(times * e.Round.Feasibility)
				} else {
					other.Train.Feasibility = roundWeight(times * e.Train.Feasibility)
				}
				list = append(list, other)
			}
		}
		if s.Curve && model.Method(m).FromLabels() {
			step := max((s.Labels+labelSteps-1)/labelSteps, 25)
			for n := 0; n < s.Labels; n += step {
				other := e
				other.As, other.Labels = document.AsLabels, n
				list = append(list, other)
			}
		}
	}
	return list
}

// roundWeight rounds a weight to two significant digits.
func roundWeight(v float64) float64 {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 2, 64), 64) // a formatted number always parses
	return min(v, model.MaxWeight)
}

// entrant returns a method with its default settings, or with the generator's.
func entrant(s document.Evaluation, method string, of Generator, t wire.Loaded) document.Entrant {
	kind, g := of.Preset, of.Settings
	e := document.Entrant{Method: method, Train: model.Recipe{}.Current()}
	m := model.Method(method).Start()
	switch {
	case !m.Chosen():
		return e
	case model.Method(method).FromLabels():
		e.Labels, e.Round = s.Labels, model.Round(kind, sizeOf(t)).Current()
	}
	if !s.Mine || g.Method.Start() != m {
		g = model.Preset(kind, m, sizeOf(t))
	}
	e.Train = g.Alone().Current()
	return e
}

// Chosen returns the entrant whose settings the generator has, or -1.
func (v Evaluation) Chosen(g model.Recipe) int {
	return slices.IndexFunc(v.Entrants, func(e document.Entrant) bool {
		as, ok := e.Generator(g)
		return ok && as == g
	})
}

// Times returns how long an entrant takes, as means over the finished seeds.
func (v Evaluation) Times(entrant int) (t metric.Times, ok bool) {
	train, per := v.Summary(entrant, "trainS"), v.Summary(entrant, "per1000S")
	return metric.Times{Train: train.Mean, Generate: per.Mean, Rows: 1000}, train.N > 0 && per.N > 0
}

// CSV lists every figure of every finished experiment, exactly.
func (v Evaluation) CSV() []byte {
	head := []string{"method", "weight", "labels", "seed"}
	var keys []string
	for _, list := range v.Records {
		for _, r := range list {
			for _, f := range r.Figures {
				if !slices.Contains(keys, f.Key) {
					keys = append(keys, f.Key)
				}
			}
		}
	}
	b := data.AppendRecord(nil, append(head, keys...)...)
	for i, e := range v.Entrants {
		for k, r := range v.Records[i] {
			if len(r.Figures) == 0 {
				continue
			}
			line := []string{e.Method, "", "", strconv.FormatUint(v.Seeds[k], 10)}
			if e.Weight() > 0 {
				line[1] = batch.Exact(e.Weight())
			}
			if model.Method(e.Method).FromLabels() {
				line[2] = batch.Exact(float64(e.Labels))
			}
			for _, key := range keys {
				cell := ""
				if x := figureOf(r, key); x == x {
					cell = batch.Exact(x)
				}
				line = append(line, cell)
			}
			b = data.AppendRecord(b, line...)
		}
	}
	return b
}

// Told says whose labels Example-based learned from. Labels is 0 if it learned from rules.
type Told struct {
	Labels int
	By     []string // names of the people; nil: unknown
}

// EnoughLabels is how many decided labels an evaluation needs: one round of Example-based.
const EnoughLabels = 25

// Decided counts the pairs with a verdict; generators learn from these.
func (l Labels) Decided() int { return l.decided }

// Mixed reports whether both verdicts occur, which estimating feasibility requires.
func (l Labels) Mixed() bool { return l.Counts[label.Feasible] > 0 && l.Counts[label.Infeasible] > 0 }

// Enough reports whether an evaluation can learn from the labels.
func (l Labels) Enough() bool { return l.Decided() >= EnoughLabels }

func (l Labels) labelSources() Told {
	list := label.Settled(l.List)
	return Told{Labels: len(list), By: Labels{List: l.List}.People()}
}

// WithLabels returns the settings with the present number of labels, if they learn from the
// project's labels.
func WithLabels(s document.Evaluation, l Labels) document.Evaluation {
	if s.Tells() {
		s.Labels = l.Decided()
	}
	return s
}

// truthOf names the model that the table was sampled from, if its mechanisms are known.
func truthOf(kind model.Kind, d Data) string {
	switch {
	case d.origin.source().Model == "":
	case kind == model.SimpleBN, kind == model.Sangiovese:
		return string(kind)
	}
	return ""
}

// KnowsMechanism reports whether the model behind the table has known mechanisms that the example
// graph's formulas do not contain.
func (d Data) KnowsMechanism(kind model.Kind) bool {
	return truthOf(kind, d) == string(model.Sangiovese)
}

// rulesCache caches whether a table's graph holds rules, because finding out is slow for a large graph.
type rulesCache struct {
	table, graph, edited int
	any                  bool
}

// followed caches which method suits a table's graph and the classifier.
type followed struct {
	table, graph, edited int
	standIn              bool
	method               model.Method
}

// followGraph chooses the method that suits graph and classifier, unless a person has chosen one.
func (w *turn) followGraph() {
	g := &w.Generator
	if !g.Settings.Follows {
		return
	}
	if now := (followed{w.Data.TableID, w.Graph.ID, w.Graph.Edited, w.Classifier.StandsIn(),
		w.followed.method}); now != w.followed {
		now.method = Suits(w.Graph, w.Classifier, w.Data.Table.Schema)
		w.followed = now
	}
	if m := w.followed.method; m != g.Settings.Method && m != "" {
		g.Settings = choose(g.Settings, m, g.Preset, w.Data.Table)
	}
}

// Suits returns the method for a graph and a classifier: Action VAE, or Model-approx if only training
// keeps a soft rule and the classifier has a gradient. It is empty if the graph does not belong to the
// table.
func Suits(g Graph, c Classifier, s data.Schema) model.Method {
	if !g.fits(s) {
		return ""
	}
	k := g.Sketch.Knowledge().Free()
	rules := k.AllRules(s)
	if !c.StandsIn() && len(k.Mechanisms) == 0 && len(causal.Hard(rules)) < len(rules) &&
		len(k.Terms(s, model.ModelApprox.Learns())) > 0 {
		return model.ModelApprox
	}
	return model.Actions
}

// StandsIn reports whether a network replaces the classifier in trainings that need a gradient.
func (c Classifier) StandsIn() bool { return c.HasResult && c.Result.Fidelity > 0 }

// following returns the settings with the method that suits, unless a person has chosen one.
func following(g model.Recipe) model.Recipe {
	g.Follows = true
	return g
}

// hasRules reports whether the graph holds rules or entails them.
func (w *turn) hasRules() bool {
	now := rulesCache{w.Data.TableID, w.Graph.ID, w.Graph.Edited, w.ruled.any}
	if now != w.ruled {
		now.any = w.Data.HasTable && len(w.Graph.FreeRules(w.Data.Table.Schema)) > 0
		w.ruled = now
	}
	return w.ruled.any
}

// followProject adapts the settings to the project.
func (w *turn) followProject() {
	v := &w.Evaluation.Settings
	now := v.Following(w.hasRules(), w.Labels.Enough(), w.Generator.Settings.Method.Acts())
	if now.Told != v.Told || !slices.Equal(now.Methods, v.Methods) {
		*v = now
	}
}
